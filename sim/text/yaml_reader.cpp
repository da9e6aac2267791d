// SPDX-License-Identifier: Apache-2.0
#include "text/yaml_reader.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "gantry/base/decimal.h"
#include "gantry/base/one_line.h"
#include "text/digits.h"

namespace gantry {
namespace {

constexpr std::size_t kShown = 40;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string_view unit_of(std::string_view what) {
  if (ends_with(what, "cycles") || ends_with(what, "submit")) return "cycles";
  if (ends_with(what, "bytes")) return "bytes";
  if (ends_with(what, "mhz")) return "MHz";
  return {};
}

/// Why a text is not the whole number it should be.
std::string integer_hint(const YamlNode& node, std::string_view unit) {
  const std::string& text = node.text;
  if (node.quoted) return all_digits(text) ? " in quotes (write the number without them)" : "";
  const auto digits = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
  std::size_t rest = digits;
  while (rest < text.size() && text[rest] == ' ') ++rest;
  const bool letters =
      rest < text.size() && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(rest), text.end(), is_letter);
  if (digits > 0 && letters && text.compare(0, 2, "0x") != 0) {
    return " (write the number alone" + (unit.empty() ? std::string() : ", it counts " + std::string(unit)) + ")";
  }
  if (all_digits(text)) return " (write it without leading zeros)";
  return "";
}

}  // namespace

std::string in_short(std::string_view text, std::size_t most) {
  std::size_t length = std::min(text.size(), most);
  // Do not cut a UTF-8 character in two.
  while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  const std::string shown = one_line(text.substr(0, length));
  return length < text.size() ? shown + "..." : shown;
}

std::string in_quotes(std::string_view text) { return "'" + in_short(text, kShown) + "'"; }

std::string alternatives(const std::vector<std::string_view>& names, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? last : ", ";
    text += names[i];
  }
  return text;
}

std::string_view closest(std::string_view text, const std::vector<std::string_view>& names) {
  if (text.empty() || text.size() > kShown) return {};
  std::string_view best;
  std::size_t best_distance = std::min<std::size_t>(3, (text.size() + 2) / 2);
  for (const std::string_view name : names) {
    if (name.size() > kShown) continue;
    const std::size_t distance = edit_distance(text, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view text, const std::vector<std::string_view>& names) {
  const std::string_view best = closest(text, names);
  return best.empty() ? "" : " (did you mean " + in_quotes(best) + "?)";
}

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::scalar:
      return in_quotes(node.text);
    case YamlNode::Kind::sequence:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
  }
  return "";
}

std::string describe_unquoted(const YamlNode& node) {
  const bool truth = node.says("true") || node.says("false");
  const bool hint = node.is_scalar() && node.quoted && (truth || parse_decimal(node.text));
  return describe(node) + (hint ? std::string(" in quotes (write the ") + (truth ? "word" : "number") + " without them)"
                                : std::string());
}

std::optional<std::uint64_t> read_integer(const YamlNode& node, const std::string& what, std::uint64_t min,
                                          std::uint64_t max, Diagnostics& diagnostics, std::string_view word) {
  const std::string& text = node.text;
  const std::string range = std::to_string(min) + " to " + std::to_string(max);
  const std::string or_word = word.empty() ? "" : " or " + std::string(word);
  const bool negative = node.is_scalar() && !node.quoted && text.size() > 1 && text[0] == '-' &&
                        all_digits(std::string_view(text).substr(1));
  const bool digits = node.is_scalar() && !node.quoted && all_digits(text) && (text.size() == 1 || text[0] != '0');
  if (!digits && !negative) {
    const std::string_view unit = unit_of(what);
    diagnostics.error(node.where(), what + " must be a whole number from " + range + or_word + ", not " +
                                        describe(node) + (node.is_scalar() ? integer_hint(node, unit) : ""));
    return std::nullopt;
  }
  std::uint64_t value = 0;
  bool fits = digits;
  for (const char c : text) {
    if (!fits) break;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    fits = value <= (std::numeric_limits<std::uint64_t>::max() - digit) / 10;
    value = value * 10 + digit;
  }
  if (!fits || value < min || value > max) {
    diagnostics.error(node.where(), what + " must be " + (min == max ? std::to_string(min) : range) + or_word +
                                        ", not " + (text.size() > kShown ? in_quotes(text) : text));
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> read_text(const YamlNode& node, const std::string& what, Diagnostics& diagnostics) {
  if (!node.is_scalar()) {
    diagnostics.error(node.where(), what + " must be text, not " + describe(node));
    return std::nullopt;
  }
  if (node.text.empty()) {
    diagnostics.error(node.where(), what + " must not be empty");
    return std::nullopt;
  }
  if (!is_one_line(node.text)) {
    diagnostics.error(node.where(), what + " must be one line of text without control characters");
    return std::nullopt;
  }
  return node.text;
}

MapReader::MapReader(const YamlNode& node, std::string path, Diagnostics& diagnostics)
    : node_(node), path_(std::move(path)), diagnostics_(diagnostics) {
  if (!node.is_map()) {
    if (!node.is_null()) {
      diagnostics.error(node.where(),
                        (path_.empty() ? "the document" : path_) + " must be a map of keys, not " + describe(node));
    }
    return;
  }
  // Sorted by text, then by order in the file: of equal keys all but the first are reported.
  std::vector<std::size_t> keys;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    if (node.items[i].is_scalar()) {
      keys.push_back(i);
    } else {
      diagnostics.error(node.items[i].where(), "a key must be text, not " + describe(node.items[i]));
    }
  }
  std::stable_sort(keys.begin(), keys.end(),
                   [&](std::size_t a, std::size_t b) { return node.items[a].text < node.items[b].text; });
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const YamlNode& key = node.items[keys[i]];
    const YamlNode& before = node.items[keys[i - 1]];
    if (key.text == before.text) {
      diagnostics.error(key.where(), "the key " + in_quotes(this->path(key.text)) + " is given twice (first on line " +
                                         std::to_string(before.line) + ")");
    }
  }
}

const YamlNode* MapReader::find(std::string_view key) {
  known_.push_back(key);
  return node_.find(key);
}

std::optional<std::uint64_t> MapReader::integer_of(std::string_view key, std::uint64_t min, std::uint64_t max) {
  const YamlNode* value = find(key);
  if (value == nullptr) return std::nullopt;
  return read_integer(*value, path(key), min, max, diagnostics_);
}

bool MapReader::boolean(std::string_view key, bool& value) {
  const YamlNode* found = find(key);
  if (found == nullptr) return false;
  if (!found->is_scalar() || found->quoted || (found->text != "true" && found->text != "false")) {
    error(key, "must be true or false, not " + describe_unquoted(*found));
    return false;
  }
  value = found->text == "true";
  return true;
}

bool MapReader::text(std::string_view key, std::string& value) {
  const YamlNode* found = find(key);
  if (found == nullptr) return false;
  auto text = read_text(*found, path(key), diagnostics_);
  if (text) value = std::move(*text);
  return text.has_value();
}

bool MapReader::name(std::string_view key, std::size_t& value, const std::vector<std::string_view>& names) {
  const YamlNode* found = find(key);
  if (found == nullptr) return false;
  const auto at = found->is_scalar() ? std::find(names.begin(), names.end(), found->text) : names.end();
  if (at == names.end()) {
    error(key, "must be " + alternatives(names) + ", not " + describe(*found) +
                   (found->is_scalar() ? did_you_mean(found->text, names) : ""));
    return false;
  }
  value = static_cast<std::size_t>(at - names.begin());
  return true;
}

SourcePosition MapReader::where(std::string_view key) const {
  const YamlNode* found = node_.find(key);
  return found != nullptr ? found->where() : node_.where();
}

std::string MapReader::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

void MapReader::error(std::string_view key, const std::string& what) {
  diagnostics_.error(where(key), path(key) + ' ' + what);
}

namespace {

/// A reader may look at a key several times.
std::vector<std::string_view> each_once(const std::vector<std::string_view>& keys) {
  std::vector<std::string_view> once;
  for (const std::string_view key : keys) {
    if (std::find(once.begin(), once.end(), key) == once.end()) once.push_back(key);
  }
  return once;
}

}  // namespace

void MapReader::finish(const KeyHint& elsewhere) {
  if (!node_.is_map()) return;
  for (std::size_t i = 0; i + 1 < node_.items.size(); i += 2) {
    const YamlNode& key = node_.items[i];
    if (!key.is_scalar() || std::find(known_.begin(), known_.end(), key.text) != known_.end()) continue;
    if (!diagnostics_.keeps_more()) {
      diagnostics_.error(key.where(), {});
      continue;
    }
    std::string hint = elsewhere ? elsewhere(key, false) : "";
    if (hint.empty()) hint = did_you_mean(key.text, known_);
    if (hint.empty() && elsewhere) hint = elsewhere(key, true);
    if (hint.empty()) hint = " (the keys here are " + alternatives(each_once(known_), " and ") + ")";
    diagnostics_.error(key.where(), "unknown key " + in_quotes(path(key.text)) + hint);
  }
}

}  // namespace gantry
