// SPDX-License-Identifier: Apache-2.0
// Fills a configuration from a tree, by the descriptions of its keys (gantry/base/keys.h). Every problem goes to the
// Diagnostics with the position of the faulty value, and leaves the member unchanged.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys.h"
#include "text/yaml_reader.h"

namespace gantry {

class KeyReader : public KeyVisitor {
 public:
  /// `map`: the map whose keys come first; its owner calls finish(). `elsewhere`: hints for unknown keys. `clock_mhz`:
  /// clock by which numbers of cycles may be given as times (time_in_cycles.h); 0: they may not.
  explicit KeyReader(MapReader& map, KeyHint elsewhere = {}, std::uint32_t clock_mhz = 0)
      : top_(map), elsewhere_(std::move(elsewhere)), clock_mhz_(clock_mhz) {}

 protected:
  bool begin_section(const Key& key) override;
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) override;
  void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view kind) override;
  void on_text(const Key& key, std::string& value) override;
  /// The map whose keys are being read.
  MapReader& here() { return open_.empty() ? top_ : *open_.back(); }

 private:
  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override;
  void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) override;
  void on_flag(const Key& key, bool& value) override;
  void on_choice(const Key& key, std::size_t& at, const KeyNames& words) override;
  void on_decimal(const Key& key, Speed& value) override;
  void on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange range) override;
  void on_window(const Key& key, const KeyWindow& window) override;
  void on_form(const Key& key, const KeyForm& form) override;
  void end_section() override;
  bool begin_item(std::size_t number) override;
  std::optional<std::uint64_t> read_number(const Key& key, const YamlNode& node, KeyRange range, bool automatic);
  void end_list() override { list_ = nullptr; }

  MapReader& top_;
  KeyHint elsewhere_;
  std::uint32_t clock_mhz_;
  std::vector<std::unique_ptr<MapReader>> open_;  ///< sections that are open, the innermost last
  const YamlNode* list_ = nullptr;                ///< list whose items are being read; lists of maps do not nest
  std::string list_path_;
};

/// Reads the keys of `section` from a map, and reports unknown ones.
template <class Section>
void read_keys(const YamlNode& node, const std::string& path, Section& section, Diagnostics& diagnostics) {
  MapReader map(node, path, diagnostics);
  KeyReader reader(map);
  describe(reader, section);
  map.finish();
}

}  // namespace gantry
