// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/number_keys.h"

#include <algorithm>
#include <utility>

#include "gantry/base/speed.h"

namespace gantry {
inline namespace platform {

namespace {

/// Of every decimal key (gantry/base/speed.h), in millionths.
constexpr KeyRange kDecimals{1, 1'000'000'000'000};

}  // namespace

std::string NumberKey::text(std::uint64_t of) const {
  if (decimal) return to_text(Speed{of});
  return automatic && of == kAutomatic ? std::string(kAutomaticWord) : std::to_string(of);
}

NumberKeys::NumberKeys(Architecture architecture) { describe(*this, architecture); }

const NumberKey* NumberKeys::find(std::string_view path) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const NumberKey& key) { return key.path == path; });
  return found == keys_.end() ? nullptr : &*found;
}

void NumberKeys::on_number(const Key& key, std::uint64_t& value, KeyRange range) {
  keys_.push_back({open_.back() + std::string(key.name), value, range, false, key.automatic && value == kAutomatic});
}

void NumberKeys::on_decimal(const Key& key, Speed& value) {
  keys_.push_back({open_.back() + std::string(key.name), value.millionths, kDecimals, true, false});
}

bool NumberKeys::begin_section(const Key& key) {
  open_.push_back(open_.back() + std::string(key.name) + '.');
  return true;
}

std::size_t NumberKeys::begin_list(const Key& key, std::size_t items, std::string_view /*item*/) {
  begin_section(key);
  return items;
}

bool NumberKeys::begin_item(std::size_t number) {
  open_.push_back(open_.back() + std::to_string(number) + '.');
  return true;
}

}  // namespace platform
}  // namespace gantry
