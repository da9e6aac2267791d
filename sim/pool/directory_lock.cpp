// SPDX-License-Identifier: Apache-2.0
#include "pool/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace gantry {

DirectoryLock::DirectoryLock(const std::string& directory, Wait wait) {
  std::error_code ignored;
  std::filesystem::create_directories(directory, ignored);
  file_ = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file_ < 0) return;
  const int how = LOCK_EX | (wait == Wait::yes ? 0 : LOCK_NB);
  int failed = flock(file_, how);
  while (failed != 0 && errno == EINTR) failed = flock(file_, how);
  taken_ = failed != 0 && errno == EWOULDBLOCK;
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace gantry
