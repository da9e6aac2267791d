// SPDX-License-Identifier: Apache-2.0
// An XML file with positions. Document types and entities of its own are not followed: `&x;` stays those three
// characters.
#pragma once

#include <pugixml.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

class XmlFile {
 public:
  XmlFile(const std::string& text, const std::string& file, Diagnostics& diagnostics);

  /// Parses the text. Reports a text that is no XML, and a first element of another name.
  bool load(const char* root, const char* what);
  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }

  /// Position of the `<` of an element, directly before its name.
  [[nodiscard]] SourcePosition where(const pugi::xml_node& node) const;
  /// Returns an attribute. Reports one that is missing, empty or not one line.
  std::optional<std::string> text(const pugi::xml_node& node, const char* key);
  void error(const pugi::xml_node& node, const std::string& what) { diagnostics_.error(where(node), what); }

 private:
  [[nodiscard]] SourcePosition at(std::size_t offset) const;

  const std::string& text_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  pugi::xml_document document_;
  std::vector<std::size_t> ends_;  ///< offsets of the line ends
};

/// Whether the text is XML whose first element has this name.
bool begins_with_element(std::string_view head, std::string_view name);

}  // namespace gantry
