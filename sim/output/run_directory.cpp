// SPDX-License-Identifier: Apache-2.0
#include "output/run_directory.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "output/output_directory.h"
#include "output/output_file.h"
#include "output/output_guard.h"
#include "result/output_names.h"

namespace gantry {

namespace {

/// Those that may be there: a directory that is made for the run has none.
std::vector<std::string> outputs_in(const std::string& directory) {
  std::error_code ignored;
  return std::filesystem::exists(directory, ignored) ? output_paths(directory) : std::vector<std::string>();
}

/// The summary is the end of a run: it is there as a whole, or not at all, also when the run is killed. Returns false
/// after a problem.
bool write_as_a_whole(const std::string& path, std::string_view text, Diagnostics& problems) {
  const std::string other = path + ".new";
  Diagnostics unwritten;
  write_text(other, text, unwritten);
  std::error_code error;
  if (unwritten.ok()) std::filesystem::rename(other, path, error);
  if (unwritten.ok() && !error) return true;
  std::error_code ignored;
  std::filesystem::remove(other, ignored);
  std::filesystem::remove(path, ignored);
  problems.error({path, 0, 0},
                 unwritten.ok() ? "cannot be written: " + error.message() : unwritten.errors().front().text);
  return false;
}

}  // namespace

RunDirectory::RunDirectory(std::string path, const std::vector<std::string>& inputs, Diagnostics& problems,
                           KeptOutputs* kept)
    : path_(std::move(path)),
      kept_(kept),
      ready_(kept != nullptr ||
             (check_outputs(outputs_in(path_), inputs, problems) && prepare_directory(path_, problems))) {}

OutputPlace RunDirectory::place(const char* name) const {
  if (kept_ != nullptr) return {name, &(*kept_)[name]};
  return (std::filesystem::path(path_) / name).string();
}

OutputPlace RunDirectory::file(bool on, const char* name) {
  if (!on) return {};
  outputs_.emplace_back(name);
  return place(name);
}

void RunDirectory::write(const char* name, std::string_view text, Diagnostics& problems) {
  if (text.empty()) return;
  write_text(file(true, name), text, problems);
}

void RunDirectory::close(const char* summary, std::string_view text, const RunTimer& timer, Diagnostics& problems,
                         const CoveredRuns* covered) {
  if (!problems.ok()) return;
  if (kept_ != nullptr) {
    write_text(place(summary), text, problems);
  } else if (!write_as_a_whole(place(summary).path, text, problems)) {
    return;
  }
  write_timing_json(place(kTimingFile), timer, covered, problems);
}

}  // namespace gantry
