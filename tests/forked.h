// SPDX-License-Identifier: Apache-2.0
// Work in a process of its own: SystemC simulates once per process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <exception>
#include <string>

#include "catch.h"

namespace gantry {

/// Returns the bytes that `work()` returns in a process of its own, or what it throws, after "thrown: ".
template <class Work>
std::string forked(Work work) {
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(pipe_ends[0]);
    std::string bytes;
    try {
      bytes = work();
    } catch (const std::exception& error) {
      bytes = std::string("thrown: ") + error.what();
    }
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t some = write(pipe_ends[1], bytes.data() + done, bytes.size() - done);
      if (some <= 0) break;
      done += static_cast<std::size_t>(some);
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string bytes;
  char buffer[4096];
  for (;;) {
    const ssize_t some = read(pipe_ends[0], buffer, sizeof buffer);
    if (some <= 0) break;
    bytes.append(buffer, static_cast<std::size_t>(some));
  }
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return bytes;
}

}  // namespace gantry
