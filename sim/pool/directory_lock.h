// SPDX-License-Identifier: Apache-2.0
// Lock of a directory, so that one process at a time works in it. It ends with the process.
#pragma once

#include <string>

namespace gantry {

class DirectoryLock {
 public:
  enum class Wait : bool { no, yes };

  /// Makes the directory if it does not exist. On a file system without locks, nothing is locked.
  explicit DirectoryLock(const std::string& directory, Wait wait = Wait::no);
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;
  ~DirectoryLock();

  /// Whether another process holds the lock.
  [[nodiscard]] bool taken() const { return taken_; }

 private:
  int file_ = -1;
  bool taken_ = false;
};

}  // namespace gantry
