// SPDX-License-Identifier: Apache-2.0
// A YAML or JSON document as a tree that remembers where everything stands and whether text was quoted. Aliases are
// expanded, keys that stand twice are kept for the reader to report.
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
  bool quoted = false;  ///< text in quotes or a block scalar: never a number or a truth value
  int line = 0;
  int column = 0;
  std::shared_ptr<const std::string> file;
  std::string text;             ///< of a scalar
  std::vector<YamlNode> items;  ///< of a sequence; of a map key, value, key, value, ...

  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_sequence() const { return kind == Kind::sequence; }
  [[nodiscard]] bool is_map() const { return kind == Kind::map; }
  [[nodiscard]] bool is_null() const { return kind == Kind::null; }
  [[nodiscard]] SourcePosition where() const { return {file ? *file : std::string(), line, column}; }

  /// Whether this is the word, in quotes or not: JSON has no other text.
  [[nodiscard]] bool says(std::string_view word) const { return is_scalar() && text == word; }

  /// Value of a key of a map (the first, if it stands twice); nullptr if this is no map or has no such key.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  [[nodiscard]] YamlNode* find(std::string_view key);
};

/// For long lists: every item of the list under this key of the document's map goes to `item` as soon as it is
/// complete, and not into the tree. The list stays in the tree without its items.
struct YamlStream {
  std::string key;
  std::function<void(const YamlNode&)> item;
};

/// Exactly one document. A text that is JSON is read as JSON, which is faster. Errors (positioned, one, and the answer
/// is nothing): wrong syntax, several documents or none, nesting deeper than 64, foreign tags, aliases that expand to
/// more than 64 MiB or contain themselves.
std::optional<YamlNode> parse_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics,
                                   const YamlStream& stream = {});

}  // namespace gantry
