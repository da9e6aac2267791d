// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/speed.h"
#include "text/key_schema.h"

namespace gantry {

namespace {

/// Large powers of two as such.
std::string number_text(std::uint64_t value) {
  if (value == ~std::uint64_t{0}) return "2^64 - 1";
  if (value < (std::uint64_t{1} << 24) || (value & (value - 1)) != 0) return std::to_string(value);
  int exponent = 0;
  while ((value >> exponent) != 1) ++exponent;
  return "2^" + std::to_string(exponent);
}

std::string range_text(KeyRange range, std::string_view unit) {
  const std::string text = number_text(range.min) + " to " + number_text(range.max);
  return unit.empty() ? text : text + ' ' + std::string(unit);
}

constexpr const char* kOrAuto = ", `auto`";

std::string in_code(std::string_view word) { return '`' + std::string(word) + '`'; }

}  // namespace

void KeyTable::row(const Key& key, const std::string& usual, const std::string& range) {
  std::string name;
  for (const std::string& part : path_) name += part + '.';
  name += key.name;
  keys_.push_back({name, usual, range, std::string(key.unit), std::string(key.meaning)});
  rows_.push_back("| `" + name + "` | " + usual + (usual.empty() ? "| " : " | ") + range + " | " +
                  std::string(key.meaning) + " |");
}

void KeyTable::on_number(const Key& key, std::uint64_t& value, KeyRange range) {
  const std::string usual = key.automatic && value == kAutomatic ? "`auto`" : number_text(value);
  row(key, key.otherwise == kRequired ? std::string(kRequired) : usual,
      range_text(range, key.unit) + (key.automatic ? kOrAuto : ""));
}

void KeyTable::on_optional_number(const Key& key, std::optional<std::uint64_t>& /*value*/, KeyRange range) {
  row(key, std::string(key.otherwise), range_text(range, key.unit) + kOrAuto);
}

void KeyTable::on_flag(const Key& key, bool& value) { row(key, value ? "`true`" : "`false`", "`true`, `false`"); }

void KeyTable::on_text(const Key& key, std::string& value) {
  row(key, value.empty() ? std::string(key.otherwise) : in_code(value), "text");
}

void KeyTable::on_choice(const Key& key, std::size_t& at, const KeyNames& words) {
  std::string range;
  for (const std::string_view word : words) range += (range.empty() ? "" : ", ") + in_code(word);
  row(key, key.otherwise == kRequired ? std::string(kRequired) : in_code(words[at]), range);
}

void KeyTable::on_name(const Key& key, std::string& value, const KeyNames& /*known*/, std::string_view kind) {
  row(key, in_code(value), "`gantry list " + std::string(kind) + '`');
}

void KeyTable::on_decimal(const Key& key, Speed& value) { row(key, to_text(value), "0.000001 to 1000000"); }

void KeyTable::on_numbers(const Key& key, std::vector<std::uint32_t>& /*value*/, KeyRange range) {
  row(key, std::string(key.otherwise), "list of " + range_text(range, key.unit) + kOrAuto);
}

void KeyTable::on_window(const Key& key, const KeyWindow& window) {
  const char* keys = window.max_bytes == nullptr ? "{from, to}" : "{from, to, max_bytes}";
  row(key, window.on ? "`true`" : "`false`", "`true`, `false`, " + in_code(keys));
}

void KeyTable::on_form(const Key& key, const KeyForm& form) {
  row(key, std::string(form.required ? kRequired : key.otherwise), std::string(form.range));
}

bool KeyTable::begin_section(const Key& key) {
  path_.emplace_back(key.name);
  return true;
}

std::size_t KeyTable::begin_list(const Key& key, std::size_t /*items*/, std::string_view /*item*/) {
  path_.emplace_back(key.name);
  return 1;
}

bool KeyTable::begin_item(std::size_t /*number*/) {
  path_.emplace_back("N");
  return true;
}

}  // namespace gantry
