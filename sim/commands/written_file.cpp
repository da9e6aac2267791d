// SPDX-License-Identifier: Apache-2.0
#include "commands/written_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "commands/exit_status.h"
#include "commands/problems.h"
#include "gantry/base/one_line.h"
#include "output/output_guard.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr int kFailed = 1;

int say_failure(const std::string& path, int status) {
  std::cerr << one_line(path) << ": error: the file cannot be written";
  if (errno != 0) std::cerr << ": " << std::strerror(errno);
  std::cerr << '\n';
  return status;
}

/// Where the text of a file is written, so that the file is the old one or the new one whenever the program ends: under
/// a temporary name beside it. What is there already and is no file, such as a pipe, is written itself.
class Replacement {
 public:
  explicit Replacement(const std::string& path) : to_(path) {
    std::error_code problem;
    const auto there = fs::status(path, problem);
    exists_ = fs::exists(there);
    beside_ = exists_ ? fs::is_regular_file(there) : !fs::is_symlink(fs::symlink_status(path, problem));
    if (exists_ && beside_) to_ = fs::canonical(path, problem);
  }

  [[nodiscard]] std::string path() const { return beside_ ? to_.string() + ".new" : to_.string(); }

  /// The folder takes no new file. Returns whether the file may be written itself.
  bool give_up() {
    const bool can = beside_ && exists_;
    beside_ = false;
    return can;
  }

  /// Returns false with errno set.
  [[nodiscard]] bool replace() {
    if (!beside_) return true;
    std::error_code problem;
    if (exists_) fs::permissions(path(), fs::status(to_, problem).permissions(), problem);
    fs::rename(path(), to_, problem);
    errno = problem.value();
    return !problem;
  }

  void remove() const {
    std::error_code ignored;
    if (fs::is_regular_file(fs::symlink_status(path(), ignored))) fs::remove(path(), ignored);
  }

 private:
  fs::path to_;
  bool exists_ = false;
  bool beside_ = false;
};

}  // namespace

bool may_write(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  const auto given = [](const std::vector<std::string>& files) {
    std::vector<std::string> some;
    std::copy_if(files.begin(), files.end(), std::back_inserter(some), [](const std::string& f) { return !f.empty(); });
    return some;
  };
  Diagnostics diagnostics;
  const bool fine =
      check_outputs(given(outputs), given(inputs), diagnostics) && check_writable(given(outputs), diagnostics);
  print_problems(diagnostics);
  return fine;
}

int write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  errno = 0;
  Replacement to(path);
  std::ofstream out(to.path(), std::ios::binary | std::ios::trunc);
  if (!out && to.give_up()) out.open(path, std::ios::binary | std::ios::trunc);
  if (!out) return say_failure(path, kWrongInput);
  write(out);
  out.close();
  if (out && to.replace()) return 0;
  const int status = say_failure(path, kFailed);
  to.remove();
  return status;
}

}  // namespace gantry
