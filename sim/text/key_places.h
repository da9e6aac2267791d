// SPDX-License-Identifier: Apache-2.0
// Index of all keys of a configuration, from their descriptions (gantry/base/keys.h). It gives hints for a valid key in
// the wrong map.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/keys.h"
#include "text/yaml_node.h"

namespace gantry {

class KeyPlaces final : public KeyVisitor {
 public:
  /// A key by its path, for keys without a description.
  void add(const std::string& path) { paths_.push_back(path); }
  /// Returns " (did you mean 'interconnect.flit_bytes'?)" for a key with this name; with `close` also for a similar
  /// name. Empty: there is none.
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

  std::vector<std::string> open_;   ///< paths of the sections that are open in the walk, such as "architecture.host."
  std::vector<std::string> paths_;  ///< paths of all keys, in order
};

/// Returns the hint for a key in the wrong map of a file described by `Config` (KeyHint).
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
