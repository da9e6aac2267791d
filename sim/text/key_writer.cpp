// SPDX-License-Identifier: Apache-2.0
#include "text/key_writer.h"

#include <algorithm>

#include "gantry/base/speed.h"
#include "text/yaml_writer.h"

namespace gantry {

void KeyWriter::line(std::string_view name, const std::string& value) {
  text_.append(item_begins_ ? indent_ - 2 : indent_, ' ');
  if (item_begins_) text_ += "- ";
  item_begins_ = false;
  text_ += std::string(name) + ':' + (value.empty() ? "" : " ") + value + '\n';
}

void KeyWriter::on_number(const Key& key, std::uint64_t& value, KeyRange /*range*/) {
  line(key.name, key.automatic && value == kAutomatic ? std::string(kAutomaticWord) : std::to_string(value));
}

void KeyWriter::on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange /*range*/) {
  if (value) line(key.name, std::to_string(*value));
}

void KeyWriter::on_flag(const Key& key, bool& value) { line(key.name, value ? "true" : "false"); }

void KeyWriter::on_text(const Key& key, std::string& value) {
  if (!value.empty()) line(key.name, yaml_text(value));
}

void KeyWriter::on_choice(const Key& key, std::size_t& at, const KeyNames& words) {
  line(key.name, std::string(words[at]));
}

void KeyWriter::on_name(const Key& key, std::string& value, const KeyNames& /*known*/, std::string_view /*kind*/) {
  line(key.name, yaml_text(value));
}

void KeyWriter::on_decimal(const Key& key, Speed& value) { line(key.name, to_text(value)); }

void KeyWriter::on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange /*range*/) {
  if (value.empty()) return;
  std::string list;
  for (const std::uint32_t number : value) list += (list.empty() ? "[" : ", ") + std::to_string(number);
  line(key.name, list + ']');
}

void KeyWriter::on_window(const Key& key, const KeyWindow& window) {
  std::string map;
  const auto add = [&map](const char* name, std::uint64_t value) {
    map += std::string(map.empty() ? "{" : ", ") + name + ": " + std::to_string(value);
  };
  if (window.from > 0 || window.to <= window.latest) {
    add("from", window.from);
    add("to", std::min(window.to, window.latest));
  }
  if (window.max_bytes != nullptr && *window.max_bytes != window.usual_bytes) add("max_bytes", *window.max_bytes);
  line(key.name, !window.on ? "false" : map.empty() ? "true" : map + '}');
}

void KeyWriter::on_form(const Key& key, const KeyForm& /*form*/) {
  const YamlNode* value = given(key.name);
  if (value == nullptr) return;
  if (value->is_map() && !value->items.empty()) {
    line(key.name, "");
    text_ += yaml_block(*value, indent_ + 2);
  } else {
    line(key.name, yaml_flow(*value));
  }
}

const YamlNode* KeyWriter::given(std::string_view key) const {
  const YamlNode* map = given_.empty() ? nullptr : given_.back();
  return map != nullptr && map->is_map() ? map->find(key) : nullptr;
}

bool KeyWriter::begin_section(const Key& key) {
  line(key.name, "");
  indent_ += 2;
  given_.push_back(given(key.name));
  return true;
}

void KeyWriter::end_section() {
  indent_ -= 2;
  given_.pop_back();
}

std::size_t KeyWriter::begin_list(const Key& key, std::size_t items, std::string_view /*item*/) {
  line(key.name, "");
  indent_ += 2;
  given_.push_back(given(key.name));
  return items;
}

bool KeyWriter::begin_item(std::size_t number) {
  indent_ += 2;
  item_begins_ = true;
  const YamlNode* list = given_.back();
  const bool there = list != nullptr && list->is_sequence() && number < list->items.size();
  given_.push_back(there ? &list->items[number] : nullptr);
  return true;
}

void KeyWriter::end_list() {
  indent_ -= 2;
  given_.pop_back();
}

}  // namespace gantry
