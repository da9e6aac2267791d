// SPDX-License-Identifier: Apache-2.0
// The keys of a configuration, each told once: one line in a function beside its struct says name, member, range, unit
// and meaning, and the default is the member's own. Whoever walks these lines (the reader, `gantry show`, the JSON
// Schema, the tables of docs/configuration.md, random tests) is a KeyVisitor.
//
//   void describe(KeyVisitor& keys, HostConfig& host) {
//     keys.number("ring_entries", host.ring_entries, {1, 65536}, "descriptors", "per class queue in global memory");
//   }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/speed.h"

namespace gantry {
inline namespace base {

/// Stands for no value: the key has to be there.
inline constexpr std::string_view kRequired = "*required*";

struct Key {
  std::string_view name;
  std::string_view unit;       ///< of a number; empty: a count, or no number
  std::string_view meaning;    ///< a phrase for tables and editors
  std::string_view otherwise;  ///< what stands for a value that is not given, where there is no default; or empty
  bool automatic = false;      ///< of a number: `auto` is a value, too
};

/// The number that means `auto`, where that is a value of its own.
inline constexpr std::uint32_t kAutomatic = 0;
/// ... and how it is written. For a key without a default it says the same as leaving the key out.
inline constexpr std::string_view kAutomaticWord = "auto";

struct KeyRange {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
};

/// A key of the maps in such a form, for editors and checks; what depends on other keys its reader knows alone.
struct FormKey {
  enum class Kind : std::uint8_t {
    whole,  ///< a number in the range
    pair,   ///< a list of two of them
    share,  ///< a decimal number above 0 and up to 1; no range
  };
  std::string_view name;
  std::string_view meaning;
  Kind kind = Kind::whole;
  KeyRange range = {};
  bool required = true;
};

/// What kinds of values a key of a form of its own takes.
struct KeyForm {
  std::initializer_list<std::string_view> types;  ///< of JSON Schema: "number", "string", "array", "object", ...
  std::string_view range;                         ///< in words, for tables
  bool required = false;
  /// Of an "object", or of those in an "array"; none: any keys.
  std::initializer_list<FormKey> keys = {};
  std::size_t least_keys = 0;  ///< that such a map has
};

/// The members of a switch whose value may be a map: with the keys `from` and `to`, the cycles in which it is on, and
/// `max_bytes`, if that is a key.
struct KeyWindow {
  bool& on;
  std::uint64_t& from;
  std::uint64_t& to;
  std::uint64_t latest;                ///< that `from` and `to` may be
  std::uint64_t* max_bytes = nullptr;  ///< nullptr: no key
  KeyRange bytes = {};
  std::uint64_t usual_bytes = 0;  ///< if it is not given
};

/// Names and summaries of what a catalogue holds, for keys that name one of them.
using KeyNames = std::vector<std::string_view>;

class KeyVisitor {
 public:
  virtual ~KeyVisitor() = default;

  /// A whole number.
  template <class Integer>
  void number(std::string_view name, Integer& value, KeyRange range, std::string_view unit, std::string_view meaning) {
    auto wide = static_cast<std::uint64_t>(value);
    on_number({name, unit, meaning, {}}, wide, range);
    value = static_cast<Integer>(wide);
  }
  /// A whole number or `auto` (kAutomatic, which is not in the range).
  void number_or_auto(std::string_view name, std::uint32_t& value, KeyRange range, std::string_view unit,
                      std::string_view meaning) {
    std::uint64_t wide = value;
    on_number({name, unit, meaning, {}, true}, wide, range);
    value = static_cast<std::uint32_t>(wide);
  }
  /// A whole number that must be given.
  template <class Integer>
  void required_number(std::string_view name, Integer& value, KeyRange range, std::string_view unit,
                       std::string_view meaning) {
    auto wide = static_cast<std::uint64_t>(value);
    on_number({name, unit, meaning, kRequired}, wide, range);
    value = static_cast<Integer>(wide);
  }
  /// A whole number that need not be given; `otherwise` says in words what stands for it then.
  template <class Integer>
  void optional_number(std::string_view name, std::optional<Integer>& value, KeyRange range, std::string_view unit,
                       std::string_view otherwise, std::string_view meaning) {
    std::optional<std::uint64_t> wide;
    if (value) wide = *value;
    on_optional_number({name, unit, meaning, otherwise}, wide, range);
    value.reset();
    if (wide) value = static_cast<Integer>(*wide);
  }
  /// `true` or `false`.
  void flag(std::string_view name, bool& value, std::string_view meaning) { on_flag({name, {}, meaning, {}}, value); }
  /// Text; empty if it is not given, for which `otherwise` stands.
  void text(std::string_view name, std::string& value, std::string_view otherwise, std::string_view meaning) {
    on_text({name, {}, meaning, otherwise}, value);
  }
  /// One of a few words, each of which stands for a value.
  template <class Value>
  void choice(std::string_view name, Value& value, std::initializer_list<std::pair<std::string_view, Value>> choices,
              std::string_view meaning) {
    KeyNames words;
    std::size_t at = 0;
    for (const auto& [word, meant] : choices) {
      if (meant == value) at = words.size();
      words.push_back(word);
    }
    on_choice({name, {}, meaning, {}}, at, words);
    value = (choices.begin() + at)->second;
  }
  /// A name of a catalogue, of which `gantry list KIND` shows all.
  void name(std::string_view key, std::string& value, const KeyNames& known, std::string_view kind,
            std::string_view meaning) {
    on_name({key, {}, meaning, {}}, value, known, kind);
  }
  /// An exact decimal number.
  void decimal(std::string_view name, Speed& value, std::string_view meaning) {
    on_decimal({name, {}, meaning, {}}, value);
  }
  /// A list of whole numbers; empty if it is not given.
  void numbers(std::string_view name, std::vector<std::uint32_t>& value, KeyRange range, std::string_view otherwise,
               std::string_view meaning) {
    on_numbers({name, {}, meaning, otherwise}, value, range);
  }
  /// `true`, `false`, or a map that says more.
  void window(std::string_view name, const KeyWindow& window, std::string_view meaning) {
    on_window({name, {}, meaning, {}}, window);
  }
  /// A value whose form a reader of its own knows (a distribution, a graph, a file): here it has its line, so that it
  /// is known, documented and written again as it was given. `otherwise` is what stands for it when it is not.
  void form(std::string_view name, const KeyForm& form, std::string_view otherwise, std::string_view meaning) {
    on_form({name, {}, meaning, otherwise}, form);
  }
  /// Whether the keys of the lines that follow are to be looked at. They have no effect unless `holds` (a key of
  /// another topology): such a key is known, documented and refused, but not written.
  [[nodiscard]] bool applies(bool holds) { return holds || looks_at_all(); }

  /// A map of keys of its own.
  template <class Section>
  void section(std::string_view name, Section& value, std::string_view meaning) {
    if (!begin_section({name, {}, meaning, {}})) return;
    describe(*this, value);
    end_section();
  }
  /// A list of such maps, at least one of them; `item` is what one is called.
  template <class Section>
  void sections(std::string_view name, std::vector<Section>& value, std::string_view item, std::string_view meaning) {
    value.resize(begin_list({name, {}, meaning, kRequired}, value.size(), item));
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!begin_item(i)) continue;
      describe(*this, value[i]);
      end_section();
    }
    end_list();
  }

 protected:
  virtual void on_number(const Key& key, std::uint64_t& value, KeyRange range) = 0;
  virtual void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) = 0;
  virtual void on_flag(const Key& key, bool& value) = 0;
  virtual void on_text(const Key& key, std::string& value) = 0;
  virtual void on_choice(const Key& key, std::size_t& at, const KeyNames& words) = 0;
  virtual void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view kind) = 0;
  virtual void on_decimal(const Key& key, Speed& value) = 0;
  virtual void on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange range) = 0;
  virtual void on_window(const Key& key, const KeyWindow& window) = 0;
  virtual void on_form(const Key& key, const KeyForm& form) = 0;
  [[nodiscard]] virtual bool looks_at_all() const { return true; }
  /// False: the section is passed over.
  virtual bool begin_section(const Key& key) = 0;
  virtual void end_section() = 0;
  /// How many items the list is to have.
  virtual std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) = 0;
  virtual bool begin_item(std::size_t number) = 0;
  virtual void end_list() = 0;
};

}  // namespace base
}  // namespace gantry
