// SPDX-License-Identifier: Apache-2.0
// The gantry program: what the process owes its surroundings. The verbs are in commands/.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>

#include "commands/command_line.h"

namespace {

/// A file that is opened while a standard stream is closed would take its place, and its output.
void hold_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) == -1) open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/// Whether the standard output is a pipe whose reader has gone.
bool nobody_reads() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  hold_standard_streams();
  // A file that may not grow and a pipe that nobody reads are outputs that cannot be written, not ends without a word.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const int status = gantry::run_command_line(argc, argv);
    if (std::cout.flush()) return status;
    if (nobody_reads()) return status == 0 ? 1 : status;  // `| head` has what it wanted
    std::cerr << "error: the standard output cannot be written\n";
    return status == 0 ? 1 : status;
  } catch (const std::exception& error) {
    std::cerr << "gantry: internal error: " << error.what() << '\n';
    return 1;
  }
}
