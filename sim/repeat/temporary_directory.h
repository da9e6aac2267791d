// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace gantry {

/// An empty directory that is removed with all that is in it.
class TemporaryDirectory {
 public:
  /// Throws std::filesystem::filesystem_error.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gantry
