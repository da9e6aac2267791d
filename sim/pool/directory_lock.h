// SPDX-License-Identifier: Apache-2.0
// One process at a time works in a directory; the lock ends with the process.
#pragma once

#include <string>

namespace gantry {

class DirectoryLock {
 public:
  enum class Wait : bool { no, yes };

  /// Makes the directory if it is not there. A file system without locks has none.
  explicit DirectoryLock(const std::string& directory, Wait wait = Wait::no);
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;
  ~DirectoryLock();

  /// By somebody else.
  [[nodiscard]] bool taken() const { return taken_; }

 private:
  int file_ = -1;
  bool taken_ = false;
};

}  // namespace gantry
