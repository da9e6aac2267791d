// SPDX-License-Identifier: Apache-2.0
#include "compare/metric.h"

#include <algorithm>
#include <string_view>

#include "text/digits.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kMostNamed = 10;

bool ends_word(char c) {
  return c == ' ' || c == '\t' || c == '.' || c == '"' || std::string_view("<>=!").find(c) != std::string_view::npos;
}

/// What the items of a list are told by beside their numbers.
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

/// The item that a step names, or why there is none.
const nlohmann::json* item_of(const nlohmann::json& list, const MetricStep& step, std::string& why) {
  if (!step.quoted && all_digits(step.text)) {
    const auto number = list.empty() ? std::nullopt : whole_number(step.text, list.size() - 1);
    if (number) return &list[static_cast<std::size_t>(*number)];
    why = list.empty() ? "the list is empty" : "there is none (would be 0 to " + std::to_string(list.size() - 1) + ')';
    return nullptr;
  }
  const auto fits = [&](const nlohmann::json& item) { return item_name(item) == step.text; };
  const auto at = std::find_if(list.begin(), list.end(), fits);
  if (at != list.end() && std::count_if(list.begin(), list.end(), fits) == 1) return &*at;
  if (at != list.end()) {
    why = "several are called so (would be a number from 0)";
  } else {
    const auto names = names_in(list);
    const std::string meant = did_you_mean(step.text, names);
    why = "there is none" + (!meant.empty()  ? meant
                             : names.empty() ? std::string(" (would be a number from 0)")
                                             : " (would be " + named(names) + ')');
  }
  return nullptr;
}

/// Recursive: a summary's depth is limited.
void add_differing(const nlohmann::json& a, const nlohmann::json& b, const std::string& path,
                   std::vector<std::string>& paths) {
  const nlohmann::json none;
  const auto below = [&](const std::string& step) { return path.empty() ? step : path + '.' + step; };
  if (a.is_object() || b.is_object()) {
    const nlohmann::json empty = nlohmann::json::object();
    const nlohmann::json& of_a = a.is_object() ? a : empty;
    const nlohmann::json& of_b = b.is_object() ? b : empty;
    for (const auto& [key, value] : of_a.items())
      add_differing(value, of_b.contains(key) ? of_b[key] : none, below(key), paths);
    for (const auto& [key, value] : of_b.items()) {
      if (!of_a.contains(key)) add_differing(none, value, below(key), paths);
    }
  } else if (a.is_array() || b.is_array()) {
    const std::size_t of_a = a.is_array() ? a.size() : 0;
    const std::size_t of_b = b.is_array() ? b.size() : 0;
    for (std::size_t i = 0; i < std::max(of_a, of_b); ++i)
      add_differing(i < of_a ? a[i] : none, i < of_b ? b[i] : none, below(std::to_string(i)), paths);
  } else if ((a.is_number() || b.is_number()) && a != b) {
    paths.push_back(path);
  }
}

}  // namespace

MetricPath read_metric(const std::string& text, std::size_t& at, std::optional<MetricFault>& fault) {
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
      if (at == text.size()) {
        fault = MetricFault{step.column, "a name in quotes without an end"};
        return path;
      }
      ++at;
    } else {
      while (at < text.size() && !ends_word(text[at])) step.text += text[at++];
      if (step.text.empty()) {
        fault = MetricFault{column(), "no metric (would be one of the summary's, as cycles or critical_path.compute)"};
        return path;
      }
    }
    path.push_back(std::move(step));
    if (at == text.size() || text[at] != '.') return path;
    ++at;
  }
}

const nlohmann::json* find_metric(const nlohmann::json& summary, const MetricPath& path, const std::string& whose,
                                  std::optional<MetricFault>& fault) {
  const nlohmann::json* node = &summary;
  std::string so_far;
  for (const MetricStep& step : path) {
    const std::string in = so_far.empty() ? whose : so_far + " of " + whose;
    const auto unknown = [&](const std::string& why) {
      fault = MetricFault{step.column, "unknown metric: " + in_quotes(step.text) + " in " + in + ": " + why};
    };
    std::string why;
    if (node->is_object()) {
      const auto at = node->find(step.text);
      if (at == node->end()) {
        const auto names = names_in(*node);
        const std::string meant = did_you_mean(step.text, names);
        unknown("there is none" + (meant.empty() ? " (would be " + named(names) + ')' : meant));
        return nullptr;
      }
      node = &*at;
    } else if (node->is_array()) {
      node = item_of(*node, step, why);
      if (node == nullptr) {
        unknown(why);
        return nullptr;
      }
    } else {
      unknown("that is a value and has no parts");
      return nullptr;
    }
    so_far += (so_far.empty() ? "" : ".") + in_short(step.text, 80);
  }
  if (node->is_number()) return node;
  const auto names = names_in(*node);
  fault = MetricFault{path.back().column, so_far + " of " + whose + " is no number but " + kind_of(*node) +
                                              (names.empty() ? "" : " (would go on with ." + named(names) + ')')};
  return nullptr;
}

std::vector<std::string> differing_numbers(const nlohmann::json& a, const nlohmann::json& b) {
  std::vector<std::string> paths;
  add_differing(a, b, "", paths);
  return paths;
}

}  // namespace gantry
