// SPDX-License-Identifier: Apache-2.0
// Numeric keys of a machine by their --set paths, with their ranges, from the descriptions of its keys
// (gantry/base/keys.h). Keys without effect (of another topology or router) are left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/keys.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

struct NumberKey {
  std::string path;         ///< "architecture.processors.0.count"
  std::uint64_t value = 0;  ///< of a decimal: in millionths
  KeyRange range;           ///< in the unit of `value`
  bool decimal = false;     ///< `value` and `range` are in millionths
  bool automatic = false;   ///< the value is `auto`

  /// Returns `of`, a value in the unit of `value`, as the text of the key in a file.
  [[nodiscard]] std::string text(std::uint64_t of) const;
};

class NumberKeys final : public KeyVisitor {
 public:
  explicit NumberKeys(Architecture architecture);
  [[nodiscard]] const std::vector<NumberKey>& all() const { return keys_; }
  /// Returns the key of a path; nullptr: the machine has no such number.
  [[nodiscard]] const NumberKey* find(std::string_view path) const;

 private:
  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override;
  void on_optional_number(const Key& /*key*/, std::optional<std::uint64_t>& /*value*/, KeyRange /*range*/) override {}
  void on_flag(const Key& /*key*/, bool& /*value*/) override {}
  void on_text(const Key& /*key*/, std::string& /*value*/) override {}
  void on_choice(const Key& /*key*/, std::size_t& /*at*/, const KeyNames& /*words*/) override {}
  void on_name(const Key& /*key*/, std::string& /*value*/, const KeyNames& /*known*/,
               std::string_view /*kind*/) override {}
  void on_decimal(const Key& key, Speed& value) override;
  void on_numbers(const Key& /*key*/, std::vector<std::uint32_t>& /*value*/, KeyRange /*range*/) override {}
  void on_window(const Key& /*key*/, const KeyWindow& /*window*/) override {}
  void on_form(const Key& /*key*/, const KeyForm& /*form*/) override {}
  [[nodiscard]] bool looks_at_all() const override { return false; }
  bool begin_section(const Key& key) override;
  void end_section() override { open_.pop_back(); }
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view item) override;
  bool begin_item(std::size_t number) override;
  void end_list() override { open_.pop_back(); }

  std::vector<std::string> open_ = {"architecture."};
  std::vector<NumberKey> keys_;
};

}  // namespace platform
}  // namespace gantry
