// SPDX-License-Identifier: Apache-2.0
#include "text/set_option.h"

#include <algorithm>
#include <memory>

#include "text/digits.h"
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

constexpr const char* kOrigin = "--set ";
constexpr std::size_t kLongestList = 300;

/// Returns the item of a list that a segment names, by number or else by name.
YamlNode* item_of(YamlNode& list, const Segment& segment, const std::string& path, const ItemName& item_name,
                  const SourcePosition& where, Diagnostics& diagnostics) {
  const std::string& text = segment.text;
  const std::size_t count = list.items.size();
  const bool number = text.size() < 10 && all_digits(text);
  if (number && std::stoul(text) < count) return &list.items[std::stoul(text)];
  std::vector<std::string> names;
  for (YamlNode& item : list.items) {
    names.push_back(item_name ? item_name(item, path) : "");
    if (names.back() == text) return &item;
  }
  names.erase(std::remove(names.begin(), names.end(), ""), names.end());
  std::string what = in_quotes(path) + " is a list of " + std::to_string(count) + ", " + in_quotes(text) +
                     " is none of its numbers" + (count == 0 ? "" : " (0 to " + std::to_string(count - 1) + ")");
  if (!names.empty()) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    what += " and none of its names (" + in_short(alternatives(known, " and "), kLongestList) + ")" +
            did_you_mean(text, known);
  }
  diagnostics.error(where, what);
  return nullptr;
}

/// The child that a segment names; maps gain it if it is missing.
YamlNode* enter(YamlNode& node, const Segment& segment, const std::string& path,
                const std::shared_ptr<const std::string>& file, const ItemName& item_name, Diagnostics& diagnostics) {
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
  if (node.is_sequence()) return item_of(node, segment, path, item_name, where, diagnostics);
  diagnostics.error(where, name + " is " + describe(node) + " and has no key " + in_quotes(segment.text));
  return nullptr;
}

}  // namespace

bool apply_set(YamlNode& document, const std::string& set, const NodeExpander& expand, Diagnostics& diagnostics,
               const ItemName& item_name) {
  if (!check_text(set, "--set", diagnostics)) return false;
  const auto file = std::make_shared<const std::string>(kOrigin + set);
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
  // Blanks replace the path, so that columns of the value are right.
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
    node = enter(*node, segment, path, file, item_name, diagnostics);
    if (node == nullptr) return false;
    path += (path.empty() ? "" : ".") + segment.text;
  }
  *node = std::move(parsed);
  return true;
}

bool is_set(const YamlNode& value) { return value.file && value.file->rfind(kOrigin, 0) == 0; }

}  // namespace gantry
