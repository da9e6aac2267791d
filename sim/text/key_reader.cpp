// SPDX-License-Identifier: Apache-2.0
#include "text/key_reader.h"

#include "gantry/base/speed.h"
#include "text/time_in_cycles.h"

namespace gantry {

namespace {

/// Also in quotes: JSON has no other words.
bool is_automatic(const YamlNode& node) { return node.says(kAutomaticWord); }

}  // namespace

void KeyReader::on_number(const Key& key, std::uint64_t& value, KeyRange range) {
  const YamlNode* found = here().find(key.name);
  if (found == nullptr && key.otherwise == kRequired && here().node().is_map())
    here().error(key.name, "is missing (" + std::string(key.meaning) + ')');
  if (found == nullptr) return;
  if (key.automatic && is_automatic(*found)) {
    value = kAutomatic;
    return;
  }
  if (const auto number = read_number(key, *found, range, key.automatic)) value = *number;
}

std::optional<std::uint64_t> KeyReader::read_number(const Key& key, const YamlNode& node, KeyRange range,
                                                    bool automatic) {
  const bool may_be_time = clock_mhz_ > 0 && key.unit == "cycles" && node.is_scalar();
  const auto cycles = may_be_time ? time_in_cycles(node.text, clock_mhz_) : std::nullopt;
  if (!cycles) {
    return read_integer(node, here().path(key.name), range.min, range.max, here().diagnostics(),
                        automatic ? kAutomaticWord : std::string_view());
  }
  if (*cycles >= range.min && *cycles <= range.max) return cycles;
  here().error(key.name, "must be " + std::to_string(range.min) + " to " + std::to_string(range.max) + " cycles, and " +
                             node.text + " at " + std::to_string(clock_mhz_) + " MHz is " + std::to_string(*cycles));
  return std::nullopt;
}

void KeyReader::on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange range) {
  const YamlNode* found = here().find(key.name);
  if (found == nullptr || is_automatic(*found)) return;
  if (const auto number = read_number(key, *found, range, true)) value = *number;
}

void KeyReader::on_flag(const Key& key, bool& value) { here().boolean(key.name, value); }

void KeyReader::on_text(const Key& key, std::string& value) { here().text(key.name, value); }

void KeyReader::on_choice(const Key& key, std::size_t& at, const KeyNames& words) {
  if (key.otherwise == kRequired && here().find(key.name) == nullptr && here().node().is_map()) {
    here().error(key.name, "is missing (" + alternatives(words) + ')');
  } else {
    here().name(key.name, at, words);
  }
}

void KeyReader::on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view /*kind*/) {
  std::size_t at = 0;
  if (here().name(key.name, at, known)) value = known[at];
}

void KeyReader::on_decimal(const Key& key, Speed& value) {
  const YamlNode* found = here().find(key.name);
  if (found == nullptr) return;
  const auto speed = found->is_scalar() && !found->quoted ? parse_speed(found->text) : std::nullopt;
  if (speed) {
    value = *speed;
  } else {
    here().error(key.name, "must be a decimal number from 0.000001 to 1000000 with at most 6 fraction digits, not " +
                               describe_unquoted(*found));
  }
}

void KeyReader::on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange range) {
  const YamlNode* found = here().find(key.name);
  if (found == nullptr || found->is_null() || is_automatic(*found)) return;
  if (!found->is_sequence()) {
    here().error(key.name, "must be a list of numbers or auto, not " + describe(*found));
    return;
  }
  for (std::size_t i = 0; i < found->items.size(); ++i) {
    const std::string path = here().path(key.name) + '[' + std::to_string(i) + ']';
    const auto number = read_integer(found->items[i], path, range.min, range.max, here().diagnostics());
    value.push_back(static_cast<std::uint32_t>(number.value_or(range.min)));
  }
}

void KeyReader::on_window(const Key& key, const KeyWindow& window) {
  const YamlNode* found = here().node().find(key.name);
  if (found == nullptr || !found->is_map()) {
    here().boolean(key.name, window.on);
    return;
  }
  here().find(key.name);
  window.on = true;
  MapReader map(*found, here().path(key.name), here().diagnostics());
  map.integer("from", window.from, 0, window.latest);
  map.integer("to", window.to, 0, window.latest);
  if (window.to <= window.from) map.error("to", "must be greater than from, which is " + std::to_string(window.from));
  if (window.max_bytes != nullptr) map.integer("max_bytes", *window.max_bytes, window.bytes.min, window.bytes.max);
  map.finish();
}

/// Its own reader looks at the value.
void KeyReader::on_form(const Key& key, const KeyForm& /*form*/) { here().find(key.name); }

bool KeyReader::begin_section(const Key& key) {
  const YamlNode* found = here().find(key.name);
  if (found == nullptr) return false;
  open_.push_back(std::make_unique<MapReader>(*found, here().path(key.name), here().diagnostics()));
  return true;
}

void KeyReader::end_section() {
  open_.back()->finish(elsewhere_);
  open_.pop_back();
}

std::size_t KeyReader::begin_list(const Key& key, std::size_t items, std::string_view item) {
  const YamlNode* found = here().find(key.name);
  list_ = nullptr;
  list_path_ = here().path(key.name);
  if (found == nullptr || found->is_null() || (found->is_sequence() && found->items.empty())) {
    here().diagnostics().error(here().where(key.name), list_path_ + " must list at least one " + std::string(item));
    return items;
  }
  if (!found->is_sequence()) {
    here().error(key.name, "must be a list, each a " + std::string(item) + ", not " + describe(*found));
    return items;
  }
  list_ = found;
  return found->items.size();
}

bool KeyReader::begin_item(std::size_t number) {
  if (list_ == nullptr) return false;
  const YamlNode& node = list_->items[number];
  const std::string path = list_path_ + '[' + std::to_string(number) + ']';
  if (node.is_null()) here().diagnostics().error(node.where(), path + " must be a map of keys, not nothing");
  open_.push_back(std::make_unique<MapReader>(node, path, here().diagnostics()));
  return true;
}

}  // namespace gantry
