// SPDX-License-Identifier: Apache-2.0
#include "metric/metric.h"

#include <algorithm>
#include <string_view>

#include "text/digits.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kMostNamed = 10;

/// Whether a character ends a word of a path, in --fail-if and suites.
bool ends_word(char c) {
  return c == ' ' || c == '\t' || c == '.' || c == '"' || std::string_view("<>=!").find(c) != std::string_view::npos;
}

/// Returns the name of a list's item, as an alternative to its number.
std::string_view item_name(const nlohmann::json& item) {
  for (const char* key : {"name", "class", "block"}) {
    const auto at = item.is_object() ? item.find(key) : item.end();
    if (item.is_object() && at != item.end() && at->is_string()) return at->get_ref<const std::string&>();
  }
  return {};
}

std::vector<std::string_view> names_in(const nlohmann::json& node) {
  std::vector<std::string_view> names;
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) names.push_back(key);
  } else if (node.is_array()) {
    for (const nlohmann::json& item : node) {
      if (!item_name(item).empty()) names.push_back(item_name(item));
    }
  }
  return names;
}

const char* kind_of(const nlohmann::json& value) {
  return value.is_object() ? "an object" : value.is_array() ? "a list" : value.is_null() ? "null" : "a text or a flag";
}

std::string named(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostNamed; ++i)
    text += (i == 0 ? "" : ", ") + in_short(names[i], 40);
  return text + (names.size() > kMostNamed ? ", ..." : "");
}

Diagnostic at_column(int column, std::string text) { return {{"", 0, column}, std::move(text)}; }

/// The item that a step names; the diagnostic says only why there is none.
Result<const nlohmann::json*> item_of(const nlohmann::json& list, const MetricStep& step) {
  if (!step.quoted && all_digits(step.text)) {
    const auto number = list.empty() ? std::nullopt : whole_number(step.text, list.size() - 1);
    if (number) return &list[static_cast<std::size_t>(*number)];
    return at_column(step.column, list.empty()
                                      ? "the list is empty"
                                      : "there is none (expected 0 to " + std::to_string(list.size() - 1) + ')');
  }
  const auto fits = [&](const nlohmann::json& item) { return item_name(item) == step.text; };
  const auto at = std::find_if(list.begin(), list.end(), fits);
  if (at != list.end() && std::count_if(list.begin(), list.end(), fits) == 1) return &*at;
  if (at != list.end()) return at_column(step.column, "several have this name (expected a number from 0)");
  const auto names = names_in(list);
  const std::string meant = did_you_mean(step.text, names);
  return at_column(step.column, "there is none" + (!meant.empty()  ? meant
                                                   : names.empty() ? std::string(" (expected a number from 0)")
                                                                   : " (expected " + named(names) + ')'));
}

}  // namespace

Result<MetricPath> read_metric(const std::string& text, std::size_t& at) { return read_metric(text, at, ends_word); }

Result<MetricPath> read_metric(const std::string& text, std::size_t& at, bool (*ends)(char)) {
  MetricPath path;
  const auto column = [&] { return static_cast<int>(at) + 1; };
  for (;;) {
    MetricStep step;
    step.column = column();
    if (at < text.size() && text[at] == '"') {
      step.quoted = true;
      for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        step.text += text[at];
      }
      if (at == text.size()) return at_column(step.column, "a name in quotes without an end");
      ++at;
    } else {
      while (at < text.size() && !ends(text[at])) step.text += text[at++];
      if (step.text.empty())
        return at_column(column(),
                         "no metric (expected a number of the summary, such as cycles or critical_path.compute)");
    }
    path.push_back(std::move(step));
    if (at == text.size() || text[at] != '.') return path;
    ++at;
  }
}

Result<const nlohmann::json*> find_metric(const nlohmann::json& summary, const MetricPath& path,
                                          const std::string& whose) {
  const nlohmann::json* node = &summary;
  std::string so_far;
  for (const MetricStep& step : path) {
    const std::string in = so_far.empty() ? whose : so_far + " of " + whose;
    const auto unknown = [&](const std::string& reason) {
      return at_column(step.column, "unknown metric: " + in_quotes(step.text) + " in " + in + ": " + reason);
    };
    if (node->is_object()) {
      const auto at = node->find(step.text);
      if (at == node->end()) {
        const auto names = names_in(*node);
        const std::string meant = meant_metric(step.text, names);
        return unknown("there is none" + (meant.empty() ? " (expected " + named(names) + ')' : meant));
      }
      node = &*at;
    } else if (node->is_array()) {
      const auto item = item_of(*node, step);
      if (!item) return unknown(item.error().text);
      node = *item;
    } else {
      return unknown("that is a value and has no parts");
    }
    so_far += (so_far.empty() ? "" : ".") + in_short(step.text, 80);
  }
  if (node->is_number()) return node;
  const auto names = names_in(*node);
  return at_column(path.back().column, so_far + " of " + whose + " is no number but " + kind_of(*node) +
                                           (names.empty() ? "" : " (would go on with ." + named(names) + ')'));
}

std::optional<MetricPercentile> percentile_of(const nlohmann::json& summary, const MetricPath& path) {
  const std::string& last = path.back().text;
  const auto percent = last.front() == 'p' ? whole_number(std::string_view(last).substr(1), 99) : std::nullopt;
  if (!percent) return std::nullopt;
  // The count stands beside the percentile, or beside an object that the percentile is in.
  for (MetricPath at = path; !at.empty();) {
    at.pop_back();
    for (const MetricPath& count : {MetricPath{{"instances"}, {"done"}}, MetricPath{{"completed"}},
                                    MetricPath{{"tasks"}}, MetricPath{{"packets"}}}) {
      MetricPath beside = at;
      beside.insert(beside.end(), count.begin(), count.end());
      const auto found = find_metric(summary, beside, "");
      if (found && (*found)->is_number_unsigned()) return MetricPercentile{*percent, (*found)->get<std::uint64_t>()};
    }
  }
  return std::nullopt;
}

std::string meant_metric(const std::string& text, const std::vector<std::string_view>& names) {
  const bool of_deadline = text == "missed" || text == "misses" || text == "deadline_misses";
  if (of_deadline && std::find(names.begin(), names.end(), "response_cycles") != names.end())
    return " (did you mean 'deadline.misses'?)";
  if (text == "missed" && std::find(names.begin(), names.end(), "misses") != names.end())
    return " (did you mean 'misses'?)";
  return did_you_mean(text, names);
}

bool needs_critical_path(const MetricPath& path) { return path.front().text.rfind("critical_path", 0) == 0; }

}  // namespace gantry
