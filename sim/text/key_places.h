// SPDX-License-Identifier: Apache-2.0
// Where every key of a configuration is, by its lines of keys (gantry/base/keys.h): the answer to a key that is right
// and stands in another map than its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/keys.h"
#include "text/yaml_node.h"

namespace gantry {

class KeyPlaces final : public KeyVisitor {
 public:
  /// A key that no line tells, by its path.
  void add(const std::string& path) { paths_.push_back(path); }
  /// " (did you mean 'interconnect.flit_bytes'?)" for a key of this name, or with `close` of almost this name; empty if
  /// there is none.
  [[nodiscard]] std::string hint(std::string_view name, bool close) const;

 private:
  void on_number(const Key& key, std::uint64_t& /*value*/, KeyRange /*range*/) override { found(key); }
  void on_optional_number(const Key& key, std::optional<std::uint64_t>& /*value*/, KeyRange /*range*/) override {
    found(key);
  }
  void on_flag(const Key& key, bool& /*value*/) override { found(key); }
  void on_text(const Key& key, std::string& /*value*/) override { found(key); }
  void on_choice(const Key& key, std::size_t& /*at*/, const KeyNames& /*words*/) override { found(key); }
  void on_name(const Key& key, std::string& /*value*/, const KeyNames& /*known*/, std::string_view /*kind*/) override {
    found(key);
  }
  void on_decimal(const Key& key, Speed& /*value*/) override { found(key); }
  void on_numbers(const Key& key, std::vector<std::uint32_t>& /*value*/, KeyRange /*range*/) override { found(key); }
  void on_window(const Key& key, const KeyWindow& /*window*/) override { found(key); }
  void on_form(const Key& key, const KeyForm& /*form*/) override { found(key); }
  bool begin_section(const Key& key) override;
  void end_section() override { open_.pop_back(); }
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) override;
  bool begin_item(std::size_t number) override;
  void end_list() override { open_.pop_back(); }

  void found(const Key& key);

  std::vector<std::string> open_;   ///< paths of the sections that are being walked, "architecture.host."
  std::vector<std::string> paths_;  ///< of all keys, in their order
};

/// Of a key that stands in the wrong map of a file of the kind that `Config` describes (KeyHint).
template <class Config>
std::string place_in(const YamlNode& key, bool close) {
  static const KeyPlaces kPlaces = [] {
    KeyPlaces places;
    Config usual;
    describe(places, usual);
    return places;
  }();
  return kPlaces.hint(key.text, close);
}

}  // namespace gantry
