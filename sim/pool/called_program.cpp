// SPDX-License-Identifier: Apache-2.0
#include "pool/called_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "gantry/base/error.h"

namespace gantry {
namespace {

/// Reads both until both are at their end, so that neither fills up while the other is waited for.
void read_both(std::array<int, 2> from, std::array<std::string*, 2> to) {
  std::array<pollfd, 2> ends = {{{from[0], POLLIN, 0}, {from[1], POLLIN, 0}}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) break;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      std::array<char, 1 << 14> chunk{};
      const ssize_t got = read(ends[i].fd, chunk.data(), chunk.size());
      if (got > 0) to[i]->append(chunk.data(), static_cast<std::size_t>(got));
      if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) ends[i].fd = -1;
    }
  }
}

}  // namespace

std::string CalledProgram::complaint() const {
  if (err.empty()) return "exit status " + std::to_string(status);
  return err.substr(0, err.find('\n'));
}

CalledProgram call_program(const std::vector<std::string>& words) {
  std::vector<std::string> own = words;
  std::vector<char*> argv;
  argv.reserve(own.size() + 1);
  for (std::string& word : own) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto fail = [&](int number) { throw Error(words.front() + " cannot be called: " + std::strerror(number)); };
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0) fail(errno);
  if (pipe2(err.data(), O_CLOEXEC) != 0) {
    const int number = errno;
    close(out[0]);
    close(out[1]);
    fail(number);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
  pid_t process = -1;
  const int problem = posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  close(err[1]);
  CalledProgram called;
  if (problem == 0) {
    read_both({out[0], err[0]}, {&called.out, &called.err});
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    called.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  close(out[0]);
  close(err[0]);
  if (problem != 0) fail(problem);
  return called;
}

}  // namespace gantry
