// SPDX-License-Identifier: Apache-2.0
#include "text/yaml_writer.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace gantry {

namespace {

bool is_plain(std::string_view text) {
  constexpr std::array<std::string_view, 9> kOther = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !(letter(text[0]) || text[0] == '_' || text[0] == '/' || text[0] == '.')) return false;
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (std::find(kOther.begin(), kOther.end(), low) != kOther.end() || low == ".inf" || low == ".nan") return false;
  if (text[0] == '.' && text.size() > 1 && digit(text[1])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || digit(c) || c == '_' || c == '-' || c == '.' || c == '/'; });
}

std::string in_double_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      std::array<char, 5> code{};
      std::snprintf(code.data(), code.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += code.data();
    } else {
      out += c;
    }
  }
  return out + '"';
}

/// Quotes a scalar, unless it is a number or a truth value as written.
std::string scalar(const YamlNode& node) {
  if (node.quoted) return in_double_quotes(node.text);
  const bool number_like = !node.text.empty() && std::all_of(node.text.begin(), node.text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  });
  const bool truth = node.text == "true" || node.text == "false";
  return number_like || truth || is_plain(node.text) ? node.text : in_double_quotes(node.text);
}

}  // namespace

std::string yaml_text(std::string_view text) { return is_plain(text) ? std::string(text) : in_double_quotes(text); }

std::string yaml_flow(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "null";
    case YamlNode::Kind::scalar:
      return scalar(node);
    case YamlNode::Kind::sequence: {
      std::string text = "[";
      for (std::size_t i = 0; i < node.items.size(); ++i) text += (i == 0 ? "" : ", ") + yaml_flow(node.items[i]);
      return text + ']';
    }
    case YamlNode::Kind::map: {
      std::string text = "{";
      for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
        text += (i == 0 ? "" : ", ") + yaml_flow(node.items[i]) + ": " + yaml_flow(node.items[i + 1]);
      }
      return text + '}';
    }
  }
  return "";
}

std::string yaml_block(const YamlNode& map, std::size_t indent) {
  std::string text;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    const YamlNode& value = map.items[i + 1];
    text.append(indent, ' ');
    text += yaml_flow(map.items[i]) + ':';
    const bool list_of_maps = value.is_sequence() && !value.items.empty() && value.items[0].is_map();
    if (value.is_map() && !value.items.empty()) {
      text += '\n' + yaml_block(value, indent + 2);
    } else if (list_of_maps) {
      text += '\n';
      for (const YamlNode& item : value.items) {
        text.append(indent + 2, ' ');
        text += "- " + yaml_flow(item) + '\n';
      }
    } else {
      text += ' ' + yaml_flow(value) + '\n';
    }
  }
  return text;
}

}  // namespace gantry
