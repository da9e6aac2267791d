// SPDX-License-Identifier: Apache-2.0
#include "output/output_guard.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "text/text_file.h"

namespace gantry {
namespace {

using Identity = std::pair<dev_t, ino_t>;

/// Identity of a file that writing can destroy or block. Terminals and null devices have none, because they are safe to
/// read and write at once.
std::optional<Identity> identity(const struct stat& status) {
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

std::optional<Identity> identity_of_descriptor(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? identity(status) : std::nullopt;
}

std::optional<Identity> identity_of(const std::string& path) {
  if (shown_path(path) == shown_path(kStandardInput)) return identity_of_descriptor(STDIN_FILENO);
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? identity(status) : std::nullopt;
}

/// Where a file is, which may still have to be made; nothing for a device, into which any number of outputs may go.
std::optional<std::string> place_of(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return std::nullopt;
  return std::filesystem::weakly_canonical(path, ignored).string();
}

}  // namespace

bool check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                   Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  std::vector<std::pair<std::optional<Identity>, std::string>> read;
  read.reserve(inputs.size());
  for (const std::string& input : inputs) read.emplace_back(identity_of(input), shown_path(input));
  const auto refuse = [&](const std::string& name, const std::optional<Identity>& output) {
    const auto same =
        std::find_if(read.begin(), read.end(), [&](const auto& r) { return output && r.first == output; });
    if (same == read.end()) return;
    diagnostics.error({name, 0, 0}, "the output would be written over the input " + same->second +
                                        " (write to another file, or read a copy)");
  };
  std::set<std::string> places;
  for (const std::string& output : outputs) {
    refuse(output, identity_of(output));
    const auto place = place_of(output);
    if (place && !places.insert(*place).second)
      diagnostics.error({output, 0, 0}, "two outputs would be written into this file (a file for each)");
  }
  refuse("the standard output", identity_of_descriptor(STDOUT_FILENO));
  return diagnostics.size() == before;
}

bool prepare_outputs(const std::string& directory, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& inputs, Diagnostics& diagnostics) {
  if (!check_outputs(outputs, inputs, diagnostics)) return false;
  std::error_code error;
  if (!directory.empty()) std::filesystem::create_directories(directory, error);
  if (error) {
    diagnostics.error({directory, 0, 0}, "cannot create the output directory (" + error.message() + ")");
    return false;
  }
  for (const std::string& path : outputs) {
    if (std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error)))
      std::filesystem::remove(path, error);
  }
  return true;
}

bool check_writable(const std::vector<std::string>& outputs, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  for (const std::string& output : outputs) {
    std::error_code ignored;
    const std::filesystem::path path(output);
    const bool exists = std::filesystem::exists(path, ignored);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    errno = 0;
    const bool fine = access(exists ? path.c_str() : folder.c_str(), W_OK) == 0;
    const int why = std::filesystem::is_directory(path, ignored) ? EISDIR : fine ? 0 : errno;
    if (why != 0) diagnostics.error({output, 0, 0}, std::string("the file cannot be written: ") + std::strerror(why));
  }
  return diagnostics.size() == before;
}

std::string prefix_beside(const std::string& prefix, const std::vector<std::string>& endings,
                          const std::string& input) {
  const auto read = identity_of(input);
  const auto is_input = [&](const std::string& ending) { return read && identity_of(prefix + ending) == read; };
  return std::any_of(endings.begin(), endings.end(), is_input) ? prefix + "_again" : prefix;
}

}  // namespace gantry
