// SPDX-License-Identifier: Apache-2.0
#include "text/set_option.h"

#include <algorithm>
#include <memory>

#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

struct Segment {
  std::string text;
  int column = 0;  ///< in `a.b=value`, from 1
};

std::vector<Segment> split_path(const std::string& path) {
  std::vector<Segment> segments(1);
  segments.back().column = 1;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '.') {
      segments.push_back({"", static_cast<int>(i) + 2});
    } else {
      segments.back().text += path[i];
    }
  }
  return segments;
}

YamlNode made_here(YamlNode::Kind kind, const Segment& at, const std::shared_ptr<const std::string>& file) {
  YamlNode node;
  node.kind = kind;
  node.line = 1;
  node.column = at.column;
  node.file = file;
  return node;
}

/// The child that a segment names; maps gain it if it is missing.
YamlNode* enter(YamlNode& node, const Segment& segment, const std::string& path,
                const std::shared_ptr<const std::string>& file, Diagnostics& diagnostics) {
  const SourcePosition where{*file, 1, segment.column};
  const std::string name = path.empty() ? "the experiment" : in_quotes(path);
  if (node.is_null()) node.kind = YamlNode::Kind::map;
  if (node.is_map()) {
    if (YamlNode* found = node.find(segment.text)) return found;
    YamlNode key = made_here(YamlNode::Kind::scalar, segment, file);
    key.text = segment.text;
    node.items.push_back(std::move(key));
    node.items.push_back(made_here(YamlNode::Kind::null, segment, file));
    return &node.items.back();
  }
  if (node.is_sequence()) {
    const std::string& text = segment.text;
    const bool number =
        text.size() < 10 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number && std::stoul(text) < node.items.size()) return &node.items[std::stoul(text)];
    diagnostics.error(where, name + " is a list of " + std::to_string(node.items.size()) + ", " + in_quotes(text) +
                                 " is none of its numbers" +
                                 (node.items.empty() ? "" : " (0 to " + std::to_string(node.items.size() - 1) + ")"));
    return nullptr;
  }
  diagnostics.error(where, name + " is " + describe(node) + " and has no key " + in_quotes(segment.text));
  return nullptr;
}

}  // namespace

bool apply_set(YamlNode& document, const std::string& set, const NodeExpander& expand, Diagnostics& diagnostics) {
  if (!check_text(set, "--set", diagnostics)) return false;
  const auto file = std::make_shared<const std::string>("--set " + set);
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos) {
    diagnostics.error({*file, 1, static_cast<int>(set.size()) + 1}, "'=' and a value are missing (--set a.b=value)");
    return false;
  }
  const std::vector<Segment> segments = split_path(set.substr(0, equals));
  for (const Segment& segment : segments) {
    if (segment.text.empty()) {
      diagnostics.error({*file, 1, segment.column}, "a key is missing here (--set a.b=value)");
      return false;
    }
  }
  // Blanks in place of the path keep the columns of the value right.
  const std::string value = std::string(equals + 1, ' ') + set.substr(equals + 1);
  YamlNode parsed = made_here(YamlNode::Kind::null, {"", static_cast<int>(equals) + 2}, file);
  if (set.substr(equals + 1) == kStandardInput) {
    // To YAML this is a list of nothing, for which there is no use.
    parsed.kind = YamlNode::Kind::scalar;
    parsed.text = kStandardInput;
  } else if (value.find_first_not_of(" \t\r\n") != std::string::npos) {
    auto node = parse_yaml(value, *file, diagnostics);
    if (!node) return false;
    parsed = std::move(*node);
  }
  YamlNode* node = &document;
  std::string path;
  for (const Segment& segment : segments) {
    if (!expand(*node, path)) return false;
    node = enter(*node, segment, path, file, diagnostics);
    if (node == nullptr) return false;
    path += (path.empty() ? "" : ".") + segment.text;
  }
  *node = std::move(parsed);
  return true;
}

}  // namespace gantry
