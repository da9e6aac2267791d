// SPDX-License-Identifier: Apache-2.0
// Where an output goes: a file, or a text in memory, of runs that leave nothing behind.
#pragma once

#include <map>
#include <string>
#include <utility>

namespace gantry {

/// Outputs in memory, by the names of their files.
using KeptOutputs = std::map<std::string, std::string>;

struct OutputPlace {
  std::string path;             ///< empty: the output is off
  std::string* kept = nullptr;  ///< takes the text in the place of a file; outlives who writes

  OutputPlace() = default;
  // A path is a place: reports are told either.
  // NOLINTBEGIN(google-explicit-constructor)
  OutputPlace(std::string path_in, std::string* kept_in = nullptr) : path(std::move(path_in)), kept(kept_in) {}
  OutputPlace(const char* path_in) : path(path_in) {}
  // NOLINTEND(google-explicit-constructor)
};

}  // namespace gantry
