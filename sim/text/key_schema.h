// SPDX-License-Identifier: Apache-2.0
// The keys of a configuration as JSON Schema and as the tables of docs/configuration.md, from their descriptions
// (gantry/base/keys.h). The configuration that is walked has the defaults.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "gantry/base/keys.h"

namespace gantry {

class KeySchema final : public KeyVisitor {
 public:
  /// `times`: numbers of cycles may be given as times (time_in_cycles.h).
  explicit KeySchema(bool times = false);
  /// Returns the schema of a map with all keys that were walked.
  [[nodiscard]] nlohmann::ordered_json take();

 private:
  using Json = nlohmann::ordered_json;

  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override;
  void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) override;
  void on_flag(const Key& key, bool& value) override;
  void on_text(const Key& key, std::string& value) override;
  void on_choice(const Key& key, std::size_t& at, const KeyNames& words) override;
  void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view kind) override;
  void on_decimal(const Key& key, Speed& value) override;
  void on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange range) override;
  void on_window(const Key& key, const KeyWindow& window) override;
  void on_form(const Key& key, const KeyForm& form) override;
  bool begin_section(const Key& key) override;
  void end_section() override;
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) override;
  bool begin_item(std::size_t number) override;
  void end_list() override {}

  void add(const Key& key, Json type);
  static Json empty_map();
  static Json map_of(const KeyForm& form);
  static Json or_auto(Json type);

  struct Open {
    std::string name;
    std::string meaning;
    bool list = false;
    Json map;
  };
  Json or_time(const Key& key, Json type) const;

  bool times_;
  std::vector<Open> open_;  ///< the document first, then the open sections
};

/// Text of a table cell about a key; words of a configuration are in backquotes.
struct KeyRow {
  std::string name;
  std::string usual;
  std::string range;
  std::string unit;
  std::string meaning;
};

/// Returns rows `| key | default | range | meaning |`. Keys of sections have the section's name in front.
class KeyTable final : public KeyVisitor {
 public:
  [[nodiscard]] const std::vector<KeyRow>& keys() const { return keys_; }
  [[nodiscard]] const std::vector<std::string>& rows() const { return rows_; }

 private:
  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override;
  void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) override;
  void on_flag(const Key& key, bool& value) override;
  void on_text(const Key& key, std::string& value) override;
  void on_choice(const Key& key, std::size_t& at, const KeyNames& words) override;
  void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view kind) override;
  void on_decimal(const Key& key, Speed& value) override;
  void on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange range) override;
  void on_window(const Key& key, const KeyWindow& window) override;
  void on_form(const Key& key, const KeyForm& form) override;
  bool begin_section(const Key& key) override;
  void end_section() override { path_.pop_back(); }
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) override;
  bool begin_item(std::size_t number) override;
  void end_list() override { path_.pop_back(); }

  void row(const Key& key, const std::string& usual, const std::string& range);

  std::vector<std::string> path_;
  std::vector<std::string> rows_;
  std::vector<KeyRow> keys_;
};

}  // namespace gantry
