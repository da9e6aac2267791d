// SPDX-License-Identifier: Apache-2.0
// Files of real users, which are not part of this project. Tests that need one say so without it, and check nothing.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace gantry {

/// Path of a file or folder among the shared workloads: of $GANTRY_SHARED_WORKLOADS, or of shared/workloads beside the
/// checkout.
inline std::filesystem::path shared_path(const std::filesystem::path& file) {
  const char* named = std::getenv("GANTRY_SHARED_WORKLOADS");
  return (named != nullptr && *named != '\0'
              ? std::filesystem::path(named)
              : std::filesystem::path(GANTRY_SOURCE_DIR) / ".." / "shared" / "workloads") /
         file;
}

/// Whether it is there. Prints a line otherwise.
inline bool has_shared(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) return true;
  std::cout << "not checked: there is no " << path.string() << " (GANTRY_SHARED_WORKLOADS names the folder)\n";
  return false;
}

}  // namespace gantry
