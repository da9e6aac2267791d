// SPDX-License-Identifier: Apache-2.0
// What a study left in its directory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>

#include "catch.h"
#include "program_run.h"

namespace gantry {

/// Every file below a directory but the times, what was submitted to a cluster, and checkpoints, by its path.
inline std::map<std::string, std::string> study_contents(const std::string& directory) {
  std::map<std::string, std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file() || entry.path().filename() == "timing.json") continue;
    const auto path = std::filesystem::relative(entry.path(), directory);
    const std::string first = path.begin()->string();
    if (first != "slurm" && first != "warm") all[path.string()] = file_text(entry.path().string());
  }
  return all;
}

/// Whether both hold the same; names what differs.
inline void check_same_studies(const InputFiles& files, const std::string& a, const std::string& b) {
  const auto of_a = study_contents(files.path(a));
  const auto of_b = study_contents(files.path(b));
  CHECK(of_a.size() == of_b.size());
  for (const auto& [file, text] : of_a) {
    INFO(file);
    CHECK((of_b.count(file) == 1 && of_b.at(file) == text));
  }
}

/// Folders of points that have their names.
inline std::size_t count_whole_points(const std::string& directory) {
  std::size_t count = 0;
  std::error_code none;
  std::filesystem::directory_iterator at(directory + "/points", none);
  for (; at != std::filesystem::directory_iterator(); at.increment(none))
    count += at->path().filename().string()[0] == '.' ? 0 : 1;
  return count;
}

/// Whether every point that has its name is that of the whole study.
inline void check_points_of(const InputFiles& files, const std::string& whole, const std::string& part) {
  const auto all = study_contents(files.path(whole));
  for (const auto& [file, text] : study_contents(files.path(part))) {
    if (file.rfind("points/", 0) != 0 || file[7] == '.') continue;
    INFO(file);
    CHECK((all.count(file) == 1 && all.at(file) == text));
  }
}

}  // namespace gantry
