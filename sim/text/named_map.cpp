// SPDX-License-Identifier: Apache-2.0
#include "text/named_map.h"

#include <utility>

#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {

bool expand_named_map(YamlNode& node, const std::string& key, const std::string& whole, const std::string& set_beside,
                      std::vector<std::string>& files, Diagnostics& diagnostics) {
  if (!node.is_scalar()) return true;
  const auto named = read_text(node, key, diagnostics);
  if (!named) return false;
  const bool in_file = node.file && node.file->rfind("--set", 0) != 0;
  const std::string file = path_beside(directory_of(in_file ? *node.file : set_beside), *named);
  const auto text = read_named_file(file, key, node.where(), diagnostics, "the file that names it");
  if (!text) return false;
  files.push_back(file);
  auto tree = parse_yaml(*text, shown_path(file), diagnostics);
  if (!tree) return false;
  if (!tree->is_map()) {
    diagnostics.error(tree->where(), whole + " must be a map of keys, not " + describe(*tree));
    return false;
  }
  node = std::move(*tree);
  return true;
}

}  // namespace gantry
