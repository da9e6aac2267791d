// SPDX-License-Identifier: Apache-2.0
// The results in a JSON file, each described once: a line in a function beside the struct says name, member, unit and
// meaning. Every reader of these lines is a ResultVisitor: the writer, the strict reader, the JSON Schema, the tables
// of docs/ (`gantry schema --results`), and whoever walks over all numbers (result/result_walk.h).
//
//   void describe(ResultVisitor& results, JobCounts& jobs) {
//     results.count("total", jobs.total, "jobs", "jobs of all submitted tasks");
//     results.count("issued", jobs.issued, "jobs", "sent into the network");
//   }
//
// `..._if_any`: the key is left out if there is no value. `..._or_null`: the key is there and its value is null.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry {

struct ResultLine {
  std::string_view name;
  std::string_view unit;  ///< of a number; empty: an ordinal, a ratio, or no number
  std::string_view meaning;
};

/// The meaning of a line that stands in several sections of a file, wherever it is not the first. Tables leave it out.
inline constexpr const char* kAsAbove = "as above";

enum class Absence : std::uint8_t { left_out, null };

struct CountRange {
  std::uint64_t min = 0;
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
};

struct NumberRange {
  double min = 0.0;
  double max = std::numeric_limits<double>::infinity();
};

/// Where a group of results may be missing: where the text at `path` is there and does not begin with `prefix`.
struct MissingWhere {
  std::string_view path;
  std::string_view prefix;
};

/// Named numbers, in their order in the file.
using NamedCounts = std::vector<std::pair<std::string, std::uint64_t>>;

using ResultWords = std::vector<std::string_view>;

class ResultVisitor {
 public:
  virtual ~ResultVisitor() = default;

  /// Text that is always the same: the name of the file's form.
  void constant(std::string_view name, std::string_view value, std::string_view meaning) {
    on_constant({name, {}, meaning}, value);
  }
  /// A whole number from 0.
  template <class Integer>
  void count(std::string_view name, Integer& value, std::string_view unit, std::string_view meaning,
             CountRange range = {0, std::numeric_limits<Integer>::max()}) {
    auto wide = static_cast<std::uint64_t>(value);
    on_count({name, unit, meaning}, wide, range);
    value = static_cast<Integer>(wide);
  }
  template <class Integer>
  void count_if_any(std::string_view name, std::optional<Integer>& value, std::string_view unit,
                    std::string_view meaning) {
    optional(name, Absence::left_out, value, [&](Integer& there) { count(name, there, unit, meaning); });
  }
  template <class Integer>
  void count_or_null(std::string_view name, std::optional<Integer>& value, std::string_view unit,
                     std::string_view meaning) {
    optional(name, Absence::null, value, [&](Integer& there) { count(name, there, unit, meaning); });
  }
  /// A decimal number, from 0 unless `range` says otherwise.
  void amount(std::string_view name, double& value, std::string_view unit, std::string_view meaning,
              NumberRange range = {}) {
    on_number({name, unit, meaning}, value, range);
  }
  void amount_if_any(std::string_view name, std::optional<double>& value, std::string_view unit,
                     std::string_view meaning) {
    optional(name, Absence::left_out, value, [&](double& there) { amount(name, there, unit, meaning); });
  }
  void amount_or_null(std::string_view name, std::optional<double>& value, std::string_view unit,
                      std::string_view meaning) {
    optional(name, Absence::null, value, [&](double& there) { amount(name, there, unit, meaning); });
  }
  /// A part of a whole: 0 to 1.
  void ratio(std::string_view name, double& value, std::string_view meaning) {
    on_number({name, {}, meaning}, value, {0.0, 1.0});
  }
  /// A list of the least and the most of something.
  void interval(std::string_view name, std::array<double, 2>& value, std::string_view unit, std::string_view meaning) {
    on_interval({name, unit, meaning}, value);
  }
  /// `pattern`: a regular expression that the whole text matches; empty: any text.
  void text(std::string_view name, std::string& value, std::string_view meaning, const char* pattern = "") {
    on_text({name, {}, meaning}, value, pattern);
  }
  void text_or_null(std::string_view name, std::optional<std::string>& value, std::string_view meaning) {
    optional(name, Absence::null, value, [&](std::string& there) { text(name, there, meaning); });
  }
  /// Nothing: empty text.
  void text_if_any(std::string_view name, std::string& value, std::string_view meaning, const char* pattern = "") {
    if (begin_optional(name, Absence::left_out, !value.empty())) {
      text(name, value, meaning, pattern);
      end_optional();
    } else {
      value.clear();
    }
  }
  void flag(std::string_view name, bool& value, std::string_view meaning) { on_flag({name, {}, meaning}, value); }
  void flag_or_null(std::string_view name, std::optional<bool>& value, std::string_view meaning) {
    optional(name, Absence::null, value, [&](bool& there) { flag(name, there, meaning); });
  }
  /// One of a few words, in the order of their values.
  template <class Value, class Words>
  void choice(std::string_view name, Value& value, const Words& words, std::string_view meaning) {
    auto at = static_cast<std::size_t>(value);
    on_choice({name, {}, meaning}, at, ResultWords(std::begin(words), std::end(words)));
    value = static_cast<Value>(at);
  }
  /// A list of whole numbers from 0.
  void numbers(std::string_view name, std::vector<std::uint64_t>& value, std::string_view unit,
               std::string_view meaning) {
    on_numbers({name, unit, meaning}, value);
  }
  /// A list of texts. `each_once`: no two are equal.
  void texts(std::string_view name, std::vector<std::string>& value, std::string_view meaning, bool each_once = false) {
    on_texts({name, {}, meaning}, value, each_once);
  }
  void texts_if_any(std::string_view name, std::vector<std::string>& value, std::string_view meaning) {
    if (begin_optional(name, Absence::left_out, !value.empty())) {
      texts(name, value, meaning);
      end_optional();
    } else {
      value.clear();
    }
  }

  /// Numbers whose names are known, beside the others of the object. `all` is what they are called together.
  template <std::size_t Size, class Names>
  void counts(const Names& names, std::array<std::uint64_t, Size>& values, std::string_view all, std::string_view unit,
              std::string_view meaning) {
    if (one_for_all()) return count(all, values[0], unit, meaning);
    for (std::size_t i = 0; i < Size; ++i) count(names[i], values[i], unit, meaning);
  }
  /// An object of numbers whose names the run decides.
  void named_counts(std::string_view name, NamedCounts& values, std::string_view all, std::string_view unit,
                    std::string_view meaning) {
    on_named_counts({name, unit, meaning}, values, all);
  }

  /// An object. `lines()` describes what is in it.
  template <class Lines>
  void section(std::string_view name, std::string_view meaning, Lines&& lines) {
    begin_section({name, {}, meaning});
    lines();
    end_section();
  }
  /// `lines(value)` describes what is in it.
  template <class Section, class Lines>
  void section_if_any(std::string_view name, std::optional<Section>& value, std::string_view meaning, Lines&& lines) {
    optional(name, Absence::left_out, value, [&](Section& there) { section(name, meaning, [&] { lines(there); }); });
  }
  template <class Section, class Lines>
  void section_or_null(std::string_view name, std::optional<Section>& value, std::string_view meaning, Lines&& lines) {
    optional(name, Absence::null, value, [&](Section& there) { section(name, meaning, [&] { lines(there); }); });
  }
  /// An object per name.
  template <class Section, std::size_t Size, class Names, class Lines>
  void sections(const Names& names, std::array<Section, Size>& values, std::string_view all, Lines&& lines) {
    if (one_for_all()) return section(all, "", [&] { lines(values[0]); });
    for (std::size_t i = 0; i < Size; ++i) section(names[i], "", [&] { lines(values[i]); });
  }
  /// A list of objects, at least so many.
  template <class Item, class Lines>
  void list(std::string_view name, std::vector<Item>& items, std::string_view meaning, Lines&& lines,
            std::size_t least = 0) {
    items.resize(begin_list({name, {}, meaning}, items.size(), least));
    for (std::size_t i = 0; i < items.size(); ++i) {
      begin_item(i);
      lines(items[i]);
      end_item();
    }
    end_list();
  }
  template <class Item, class Lines>
  void list_if_any(std::string_view name, std::optional<std::vector<Item>>& items, std::string_view meaning,
                   Lines&& lines) {
    optional(name, Absence::left_out, items, [&](std::vector<Item>& there) { list(name, there, meaning, lines); });
  }
  /// An object of objects that have names of their own: `key` is the member that holds an item's name, `all` what it is
  /// called in a path.
  template <class Item, class Lines>
  void map(std::string_view name, std::vector<Item>& items, std::string Item::*key, std::string_view all,
           std::string_view meaning, Lines&& lines) {
    items.resize(begin_map({name, {}, meaning}, items.size()));
    for (std::size_t i = 0; i < items.size(); ++i) {
      begin_entry(i, items[i].*key, all);
      lines(items[i]);
      end_section();
    }
    end_section();
  }
  /// The same, left out if there are no items.
  template <class Item, class Lines>
  void map_if_any(std::string_view name, std::vector<Item>& items, std::string Item::*key, std::string_view all,
                  std::string_view meaning, Lines&& lines) {
    if (begin_optional(name, Absence::left_out, !items.empty())) {
      map(name, items, key, all, meaning, lines);
      end_optional();
    } else {
      items.clear();
    }
  }
  /// Results beside the others of the object that are all there or all left out. `first` is the name of one of them.
  template <class Group, class Lines>
  void group_if_any(std::string_view first, std::optional<Group>& value, Lines&& lines,
                    const MissingWhere& where = {}) {
    if (!begin_group(first, value.has_value(), where)) {
      value.reset();
      return;
    }
    if (!value) value = Group();
    lines(*value);
    end_group();
  }
  /// A value that need not be there. `tell(value)` describes it.
  template <class Value, class Tell>
  void optional(std::string_view name, Absence absence, std::optional<Value>& value, Tell&& tell) {
    if (!begin_optional(name, absence, value.has_value())) {
      value.reset();
      return;
    }
    if (!value) value = Value();
    tell(*value);
    end_optional();
  }

 protected:
  virtual void on_constant(const ResultLine& line, std::string_view value) = 0;
  virtual void on_count(const ResultLine& line, std::uint64_t& value, CountRange range) = 0;
  virtual void on_number(const ResultLine& line, double& value, NumberRange range) = 0;
  virtual void on_interval(const ResultLine& line, std::array<double, 2>& value) = 0;
  virtual void on_text(const ResultLine& line, std::string& value, const char* pattern) = 0;
  virtual void on_flag(const ResultLine& line, bool& value) = 0;
  virtual void on_choice(const ResultLine& line, std::size_t& at, const ResultWords& words) = 0;
  virtual void on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) = 0;
  virtual void on_texts(const ResultLine& line, std::vector<std::string>& value, bool each_once) = 0;
  virtual void on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view all) = 0;
  /// Whether results that differ in their names alone are described once, under the name of all.
  [[nodiscard]] virtual bool one_for_all() const { return false; }
  /// Whether the value is to be described; `there` says whether the struct has it.
  virtual bool begin_optional(std::string_view name, Absence absence, bool there) = 0;
  virtual void end_optional() {}
  virtual bool begin_group(std::string_view first, bool there, const MissingWhere& where) = 0;
  virtual void end_group() {}
  virtual void begin_section(const ResultLine& line) = 0;
  virtual void end_section() = 0;
  /// How many items the list is to have.
  virtual std::size_t begin_list(const ResultLine& line, std::size_t items, std::size_t least) = 0;
  virtual void begin_item(std::size_t number) = 0;
  virtual void end_item() { end_section(); }
  virtual void end_list() { end_section(); }
  /// How many entries the map is to have.
  virtual std::size_t begin_map(const ResultLine& line, std::size_t entries) = 0;
  virtual void begin_entry(std::size_t number, std::string& key, std::string_view all) = 0;
};

}  // namespace gantry
