// SPDX-License-Identifier: Apache-2.0
// Descriptions of configuration keys. Each key is one line in a function beside its struct: name, member, range, unit
// and meaning. The default is the value of the member. A KeyVisitor walks these lines: the reader, `gantry show`, the
// JSON Schema, the tables of docs/configuration.md, and random tests.
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

namespace gantry {
inline namespace base {

struct Speed;

/// Value of Key::otherwise: the key is required.
inline constexpr std::string_view kRequired = "*required*";

struct Key {
  std::string_view name;
  std::string_view unit;       ///< unit of a number; empty: a count, or no number
  std::string_view meaning;    ///< phrase for tables and editors
  std::string_view otherwise;  ///< without a default: what an omitted key means; or empty
  bool automatic = false;      ///< a number that may also be `auto`
};

/// The number that stores `auto`.
inline constexpr std::uint32_t kAutomatic = 0;
/// Text of kAutomatic. For a key without a default it means the same as omitting the key.
inline constexpr std::string_view kAutomaticWord = "auto";

/// Smallest and largest value that a number may have.
struct KeyRange {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
};

/// A key of the maps in a KeyForm, for editors and checks. The reader of the form checks dependences on other keys.
struct FormKey {
  enum class Kind : std::uint8_t {
    whole,  ///< number in the range
    pair,   ///< list of two numbers in the range
    share,  ///< decimal number, above 0 and at most 1
  };
  std::string_view name;
  std::string_view meaning;
  Kind kind = Kind::whole;
  KeyRange range = {};
  bool required = true;
};

/// Kinds of values that a key with a reader of its own accepts. It does not own its lists: pass it to
/// KeyVisitor::form() in the expression that makes it.
struct KeyForm {
  std::initializer_list<std::string_view> types;  ///< types of JSON Schema: "number", "string", "array", "object", ...
  std::string_view range;                         ///< range in words, for tables
  bool required = false;
  /// Keys of an "object", or of the objects in an "array"; empty: any keys.
  std::initializer_list<FormKey> keys = {};
  std::size_t least_keys = 0;  ///< fewest keys of such a map
};

/// Members of a switch whose value may be a map. `from` and `to` are the cycles in which it is on; `max_bytes` is
/// optional.
struct KeyWindow {
  bool& on;
  std::uint64_t& from;
  std::uint64_t& to;
  std::uint64_t latest;                ///< largest value of `from` and `to`
  std::uint64_t* max_bytes = nullptr;  ///< nullptr: no such key
  KeyRange bytes = {};
  std::uint64_t usual_bytes = 0;  ///< default of `max_bytes`
};

/// Names of a catalogue, for keys that name one of its entries.
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
  /// A whole number or `auto`, which is stored as kAutomatic and outside the range.
  void number_or_auto(std::string_view name, std::uint32_t& value, KeyRange range, std::string_view unit,
                      std::string_view meaning) {
    std::uint64_t wide = value;
    on_number({name, unit, meaning, {}, true}, wide, range);
    value = static_cast<std::uint32_t>(wide);
  }
  /// A whole number, required.
  template <class Integer>
  void required_number(std::string_view name, Integer& value, KeyRange range, std::string_view unit,
                       std::string_view meaning) {
    auto wide = static_cast<std::uint64_t>(value);
    on_number({name, unit, meaning, kRequired}, wide, range);
    value = static_cast<Integer>(wide);
  }
  /// A whole number, optional; `otherwise` says what its absence means.
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
  /// Text; empty if it is not given. `otherwise` says what its absence means.
  void text(std::string_view name, std::string& value, std::string_view otherwise, std::string_view meaning) {
    on_text({name, {}, meaning, otherwise}, value);
  }
  /// One of a few words, each of which stands for a value. A visitor receives the word of the present value, or the
  /// first word if none stands for it. `otherwise`: kRequired or nothing. Precondition: there is a word.
  template <class Value>
  void choice(std::string_view name, Value& value, std::initializer_list<std::pair<std::string_view, Value>> choices,
              std::string_view meaning, std::string_view otherwise = {}) {
    KeyNames words;
    std::size_t at = 0;
    for (const auto& [word, meant] : choices) {
      if (meant == value) at = words.size();
      words.push_back(word);
    }
    on_choice({name, {}, meaning, otherwise}, at, words);
    value = (choices.begin() + at)->second;
  }
  /// A name of a catalogue. `kind`: argument of `gantry list` that prints the names.
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
  /// `true`, `false`, or a map with details.
  void window(std::string_view name, const KeyWindow& window, std::string_view meaning) {
    on_window({name, {}, meaning, {}}, window);
  }
  /// A value that a reader of its own parses (a distribution, a graph, a file). The line makes the key known,
  /// documented and written again as given. `otherwise` says what its absence means.
  void form(std::string_view name, const KeyForm& form, std::string_view otherwise, std::string_view meaning) {
    on_form({name, {}, meaning, otherwise}, form);
  }
  /// Returns whether the caller describes the keys that follow. `holds`: whether they have an effect. Keys without
  /// effect, such as those of another topology, are known and documented, refused when given, and not written.
  [[nodiscard]] bool applies(bool holds) { return holds || looks_at_all(); }

  /// A section: a map with keys of its own, which describe(KeyVisitor&, Section&) lists. A visitor may skip it.
  template <class Section>
  void section(std::string_view name, Section& value, std::string_view meaning) {
    if (!begin_section({name, {}, meaning, {}})) return;
    describe(*this, value);
    end_section();
  }
  /// A list of sections, at least one. `item`: what one is called. The visitor determines the length of `value`.
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
  // Each is called once per key. A visitor that reads sets the value; others leave it as it is.
  virtual void on_number(const Key& key, std::uint64_t& value, KeyRange range) = 0;
  virtual void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) = 0;
  virtual void on_flag(const Key& key, bool& value) = 0;
  virtual void on_text(const Key& key, std::string& value) = 0;
  /// `at`: index of the value in `words`.
  virtual void on_choice(const Key& key, std::size_t& at, const KeyNames& words) = 0;
  virtual void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view kind) = 0;
  virtual void on_decimal(const Key& key, Speed& value) = 0;
  virtual void on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange range) = 0;
  virtual void on_window(const Key& key, const KeyWindow& window) = 0;
  virtual void on_form(const Key& key, const KeyForm& form) = 0;
  /// Whether keys without effect are described to this visitor; see applies().
  [[nodiscard]] virtual bool looks_at_all() const { return true; }
  /// Called before the keys of a section. Returns whether to visit them; only then end_section() follows.
  virtual bool begin_section(const Key& key) = 0;
  virtual void end_section() = 0;
  /// Returns the number of items that the list is to have.
  virtual std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) = 0;
  /// Called before the keys of an item. Returns whether to visit them; only then end_section() follows.
  virtual bool begin_item(std::size_t number) = 0;
  virtual void end_list() = 0;
};

}  // namespace base
}  // namespace gantry
