// SPDX-License-Identifier: Apache-2.0
// Writes a configuration as YAML, every key with its value, from the descriptions of its keys (gantry/base/keys.h).
// Keys without effect (of another topology), and values that are not given and have no default, are left out. Values
// with a form of their own are copied from the document that was read.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/keys.h"
#include "text/yaml_node.h"

namespace gantry {

class KeyWriter : public KeyVisitor {
 public:
  KeyWriter() = default;
  /// `given`: the document that was read.
  explicit KeyWriter(const YamlNode& given) : given_{&given} {}
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Appends lines that another writer made.
  void append(const std::string& lines) { text_ += lines; }

 protected:
  bool begin_section(const Key& key) override;

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
  [[nodiscard]] bool looks_at_all() const override { return false; }
  void end_section() override;
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) override;
  bool begin_item(std::size_t number) override;
  void end_list() override;

  /// Returns the value in the document for a key of the current map; nullptr: none.
  [[nodiscard]] const YamlNode* given(std::string_view key) const;
  void line(std::string_view name, const std::string& value);

  std::string text_;
  std::vector<const YamlNode*> given_;  ///< open maps of the document, as far as they were given
  std::size_t indent_ = 0;
  bool item_begins_ = false;
};

}  // namespace gantry
