// SPDX-License-Identifier: Apache-2.0
// Input files written by a test, gone with it, and errors with the directory taken out of their text.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Whether a line is `FILE:LINE:COLUMN: error: SOMETHING`, lines and columns counting from 1.
inline bool is_placed_error(const std::string& line, const std::string& file) {
  std::size_t at = file.size();
  if (line.compare(0, at, file) != 0) return false;
  for (int number = 0; number < 2; ++number) {
    const std::size_t digits = at + 1;
    at = std::min(line.find_first_not_of("0123456789", digits), line.size());
    if (line[digits - 1] != ':' || at == digits || line[digits] == '0') return false;
  }
  constexpr const char* kError = ": error: ";
  return line.compare(at, 9, kError) == 0 && line.size() > at + 9;
}

class InputFiles {
 public:
  explicit InputFiles(const std::filesystem::path& folder = std::filesystem::temp_directory_path()) {
    static int number = 0;
    path_ = folder / ("gantry_input_" + std::to_string(::getpid()) + '_' + std::to_string(++number));
    std::filesystem::create_directories(path_);
  }
  ~InputFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  InputFiles(const InputFiles&) = delete;
  InputFiles& operator=(const InputFiles&) = delete;

  /// Path of the file, which gets this text.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path(name);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

  /// The errors, without the directory of these files.
  [[nodiscard]] std::vector<std::string> errors(const Diagnostics& diagnostics) const {
    std::vector<std::string> lines = diagnostics.lines(1000);
    const std::string directory = path_.string() + '/';
    for (std::string& line : lines) {
      for (std::size_t at = line.find(directory); at != std::string::npos; at = line.find(directory))
        line.erase(at, directory.size());
    }
    return lines;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace gantry
