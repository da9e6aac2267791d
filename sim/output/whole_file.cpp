// SPDX-License-Identifier: Apache-2.0
#include "output/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "gantry/base/error.h"

namespace gantry {

void write_whole_file(const std::string& path, const std::string& text) {
  const std::string other = path + ".new";
  const int file = open(other.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool right = file >= 0;
  for (std::size_t at = 0; right && at < text.size();) {
    const ssize_t wrote = write(file, text.data() + at, text.size() - at);
    if (wrote < 0 && errno == EINTR) continue;
    right = wrote > 0;
    if (right) at += static_cast<std::size_t>(wrote);
  }
  right = right && fsync(file) == 0;
  int problem = right ? 0 : errno;
  if (file >= 0 && close(file) != 0 && right) problem = errno;
  if (problem == 0 && std::rename(other.c_str(), path.c_str()) != 0) problem = errno;
  if (problem == 0) return;
  unlink(other.c_str());
  throw Error(Diagnostic{{path}, std::string("the file cannot be written: ") + std::strerror(problem)},
              ErrorKind::output);
}

}  // namespace gantry
