// SPDX-License-Identifier: Apache-2.0
#include "workload/xml_file.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"

namespace gantry {

XmlFile::XmlFile(const std::string& text, const std::string& file, Diagnostics& diagnostics)
    : text_(text), file_(file), diagnostics_(diagnostics) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) ends_.push_back(at);
}

bool XmlFile::load(const char* root, const char* what) {
  const pugi::xml_parse_result result =
      document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) {
    std::string problem = result.description();
    if (!problem.empty() && problem[0] >= 'A' && problem[0] <= 'Z') problem[0] = static_cast<char>(problem[0] | 0x20);
    diagnostics_.error(at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0))),
                       "this is no XML: " + problem);
    return false;
  }
  if (std::strcmp(this->root().name(), root) == 0) return true;
  error(this->root(), std::string(what) + " is an element `" + root + "`, not " + in_quotes(this->root().name()));
  return false;
}

SourcePosition XmlFile::at(std::size_t offset) const {
  const auto line = std::lower_bound(ends_.begin(), ends_.end(), offset) - ends_.begin();
  const std::size_t start = line == 0 ? 0 : ends_[static_cast<std::size_t>(line) - 1] + 1;
  return {file_, static_cast<int>(line) + 1, static_cast<int>(offset - start) + 1};
}

SourcePosition XmlFile::where(const pugi::xml_node& node) const {
  return at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug() - 1, 0)));
}

std::optional<std::string> XmlFile::text(const pugi::xml_node& node, const char* key) {
  const pugi::xml_attribute found = node.attribute(key);
  const std::string value = found.value();
  if (found && !value.empty() && is_one_line(value)) return value;
  error(node, in_quotes(node.name()) + (found ? ": " : " has no attribute ") + key +
                  (found ? " must be one line of text without control characters, and not empty" : ""));
  return std::nullopt;
}

bool begins_with_element(std::string_view head, std::string_view name) {
  for (std::size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at + 1)) {
    const std::string_view tag = head.substr(at + 1);
    if (tag.substr(0, 3) == "!--") {
      at = head.find("-->", at);
      if (at == std::string_view::npos) return false;
    } else if (tag.empty() || (tag[0] != '?' && tag[0] != '!')) {
      return head.find_first_not_of(" \t\r\n") == head.find('<') && tag.substr(0, name.size()) == name &&
             tag.size() > name.size() && std::string_view(" \t\r\n>/").find(tag[name.size()]) != std::string_view::npos;
    }
  }
  return false;
}

}  // namespace gantry
