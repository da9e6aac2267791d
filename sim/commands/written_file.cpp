// SPDX-License-Identifier: Apache-2.0
#include "commands/written_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "commands/exit_status.h"
#include "gantry/base/one_line.h"

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
