// SPDX-License-Identifier: Apache-2.0
#include "text/moved_paths.h"

#include <filesystem>
#include <system_error>

namespace gantry {

namespace fs = std::filesystem;

std::string moved_path(const std::string& path, const std::string& from, const std::string& directory) {
  const fs::path file(path);
  if (path == "-" || file.is_absolute()) return path;
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(fs::path(from) / file), error);
  const fs::path base = fs::weakly_canonical(fs::absolute(directory.empty() ? "." : directory), error);
  return whole.lexically_relative(base).string();
}

void move_paths(YamlNode& node, const std::string& from, const std::string& directory) {
  const std::size_t step = node.is_map() ? 2 : 1;
  for (std::size_t i = step - 1; i < node.items.size(); i += step) {
    YamlNode& value = node.items[i];
    // A file is named by `path`, or in short by `workload`.
    const bool names = node.is_map() && (node.items[i - 1].text == "path" || node.items[i - 1].text == "workload");
    if (names && value.is_scalar()) value.text = moved_path(value.text, from, directory);
    move_paths(value, from, directory);
  }
}

}  // namespace gantry
