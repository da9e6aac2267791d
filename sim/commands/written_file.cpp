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

constexpr int kFailed = 1;

int say_failure(const std::string& path, int status) {
  std::cerr << one_line(path) << ": error: the file cannot be written";
  if (errno != 0) std::cerr << ": " << std::strerror(errno);
  std::cerr << '\n';
  return status;
}

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
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  if (!out) return say_failure(path, kWrongInput);
  write(out);
  out.close();
  if (out) return 0;
  const int status = say_failure(path, kFailed);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(std::filesystem::symlink_status(path, ignored)))
    std::filesystem::remove(path, ignored);
  return status;
}

}  // namespace gantry
