// SPDX-License-Identifier: Apache-2.0
// A YAML or JSON document as a tree with the position of every node, and whether text was quoted. Aliases are expanded.
// Duplicate keys are kept; the reader reports them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

struct YamlNode {
  enum class Kind : std::uint8_t { null, scalar, sequence, map };

  Kind kind = Kind::null;
  bool quoted = false;  ///< text in quotes or a block scalar, which is never a number or a truth value
  int line = 0;
  int column = 0;
  std::shared_ptr<const std::string> file;
  std::string text;             ///< text of a scalar
  std::vector<YamlNode> items;  ///< items of a sequence; keys and values of a map in turn

  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_sequence() const { return kind == Kind::sequence; }
  [[nodiscard]] bool is_map() const { return kind == Kind::map; }
  [[nodiscard]] bool is_null() const { return kind == Kind::null; }
  [[nodiscard]] SourcePosition where() const { return {file ? *file : std::string(), line, column}; }

  /// Whether this is the word, in quotes or not, because JSON has only quoted text.
  [[nodiscard]] bool says(std::string_view word) const { return is_scalar() && text == word; }

  /// Returns the value of a map's key, the first of duplicates; nullptr: no such key, or no map.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  [[nodiscard]] YamlNode* find(std::string_view key);
};

/// For long lists: each item of the list under this key of the document's map goes to `item` when it is complete, and
/// not into the tree. The list itself stays in the tree, without items.
struct YamlStream {
  std::string key;
  std::function<void(const YamlNode&)> item;
};

/// Parses exactly one document. JSON is parsed by a faster front end. Reports one error with its position and returns
/// nothing for: wrong syntax, several documents or none, nesting deeper than 64, foreign tags, aliases that expand to
/// more than 64 MiB or contain themselves.
std::optional<YamlNode> parse_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics,
                                   const YamlStream& stream = {});

}  // namespace gantry
