// SPDX-License-Identifier: Apache-2.0
// Typed reading of a YamlNode tree. Every problem goes to the Diagnostics with the position of the faulty value, and
// leaves the target unchanged, so that one pass finds all problems.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "text/yaml_node.h"

namespace gantry {

/// Returns at most `most` bytes of `text` on one printable line.
std::string in_short(std::string_view text, std::size_t most);
/// Returns `text` in single quotes, shortened and made printable.
std::string in_quotes(std::string_view text);

/// Returns "a, b or c".
std::string alternatives(const std::vector<std::string_view>& names, const char* last = " or ");

/// Returns the most similar name, or nothing if none is similar.
std::string_view closest(std::string_view text, const std::vector<std::string_view>& names);

/// Returns " (did you mean 'x'?)" for the most similar name, or nothing if none is similar.
std::string did_you_mean(std::string_view text, const std::vector<std::string_view>& names);

/// Returns what a node is, for messages: "a map", "a list", "'text'", "nothing".
std::string describe(const YamlNode& node);
/// The same where a number or a truth value is expected, with a hint if the node is one in quotes.
std::string describe_unquoted(const YamlNode& node);

/// Reads a whole number in decimal digits, min..max. `what` names the value in messages; if it ends in a unit
/// (`_cycles`, `_bytes`, `_mhz`), so does the message. Refuses 1.5, 1e3, 0x10, 007, "5" in quotes, 5ns. `word`: a word
/// that is accepted as well, for the message; empty: none.
std::optional<std::uint64_t> read_integer(const YamlNode& node, const std::string& what, std::uint64_t min,
                                          std::uint64_t max, Diagnostics& diagnostics, std::string_view word = {});

/// Reads the text of a scalar (numbers as written). Refuses empty text and control characters.
std::optional<std::string> read_text(const YamlNode& node, const std::string& what, Diagnostics& diagnostics);

/// Returns a hint for a key that its map does not have, or nothing; with `close` also for a misspelt one.
using KeyHint = std::function<std::string(const YamlNode& key, bool close)>;

/// Reads the keys of one map. Keys that were never read are reported as unknown.
class MapReader {
 public:
  /// Reports a node that is no map (an absent value is an empty map), and duplicate keys. `path` names the map in
  /// messages: "" the document, else "interconnect" or "processors[1]".
  MapReader(const YamlNode& node, std::string path, Diagnostics& diagnostics);

  /// For a map that was read before: duplicate keys are not reported again.
  static MapReader again(const YamlNode& node, std::string path, Diagnostics& diagnostics) {
    return MapReader(std::move(path), node, diagnostics);
  }

  /// Returns the value of a key, if present, and marks the key as known. The text of `key` must outlive the reader.
  const YamlNode* find(std::string_view key);

  /// The following functions leave `value` unchanged if the key is absent or wrong, and return whether they set it.
  template <class Integer>
  bool integer(std::string_view key, Integer& value, std::uint64_t min, std::uint64_t max) {
    const auto number = integer_of(key, min, max);
    if (number) value = static_cast<Integer>(*number);
    return number.has_value();
  }
  bool boolean(std::string_view key, bool& value);
  bool text(std::string_view key, std::string& value);
  /// Reads a text that is one of `names`; `value` becomes its index.
  bool name(std::string_view key, std::size_t& value, const std::vector<std::string_view>& names);
  template <class Enum>
  bool choice(std::string_view key, Enum& value, std::initializer_list<std::pair<std::string_view, Enum>> choices) {
    std::vector<std::string_view> names;
    for (const auto& choice : choices) names.push_back(choice.first);
    std::size_t index = 0;
    if (!name(key, index, names)) return false;
    value = (choices.begin() + index)->second;
    return true;
  }
  /// Reads a name of a catalogue.
  template <class Catalogue>
  bool registered(std::string_view key, std::string& value, const Catalogue& catalogue) {
    std::vector<std::string_view> names;
    for (const auto& entry : catalogue.entries()) names.push_back(entry.name);
    std::size_t index = 0;
    if (!name(key, index, names)) return false;
    value = names[index];
    return true;
  }

  /// Position of the key's value, or of the map if it has no such key.
  [[nodiscard]] SourcePosition where(std::string_view key) const;
  /// "path.key".
  [[nodiscard]] std::string path(std::string_view key) const;
  /// Reports `path.key what`.
  void error(std::string_view key, const std::string& what);
  /// Reports the keys that nobody asked for. `elsewhere` knows of other maps.
  void finish(const KeyHint& elsewhere = {});

  [[nodiscard]] const YamlNode& node() const { return node_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

 private:
  MapReader(std::string path, const YamlNode& node, Diagnostics& diagnostics)
      : node_(node), path_(std::move(path)), diagnostics_(diagnostics) {}
  std::optional<std::uint64_t> integer_of(std::string_view key, std::uint64_t min, std::uint64_t max);

  const YamlNode& node_;
  std::string path_;
  Diagnostics& diagnostics_;
  std::vector<std::string_view> known_;
};

}  // namespace gantry
