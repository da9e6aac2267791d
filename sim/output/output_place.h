// SPDX-License-Identifier: Apache-2.0
// Destination of an output: a file, or a text in memory for runs without files.
#pragma once

#include <map>
#include <string>
#include <utility>

namespace gantry {

/// Outputs in memory, by file name.
using KeptOutputs = std::map<std::string, std::string>;

struct OutputPlace {
  std::string path;             ///< empty: the output is off
  std::string* kept = nullptr;  ///< receives the text instead of a file; must outlive the writer

  OutputPlace() = default;
  // Implicit, because callers pass either a path or a place.
  // NOLINTBEGIN(google-explicit-constructor)
  OutputPlace(std::string path_in, std::string* kept_in = nullptr) : path(std::move(path_in)), kept(kept_in) {}
  OutputPlace(const char* path_in) : path(path_in) {}
  // NOLINTEND(google-explicit-constructor)
};

}  // namespace gantry
