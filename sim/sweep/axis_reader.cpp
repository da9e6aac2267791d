// SPDX-License-Identifier: Apache-2.0
#include "sweep/axis_reader.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "gantry/base/millionths.h"
#include "text/moved_paths.h"
#include "text/yaml_reader.h"
#include "text/yaml_writer.h"

namespace gantry {
namespace {

constexpr std::size_t kMostValues = 10000;
constexpr std::size_t kMostAxes = 1000;
constexpr std::size_t kMostInAll = 100000;
constexpr std::uint64_t kMicro = 1000000;
constexpr std::uint64_t kMostInRange = 1000000000000;

std::optional<std::uint64_t> read_micro(const YamlNode& node) {
  return node.is_scalar() && !node.quoted ? parse_millionths(node.text, kMostInRange) : std::nullopt;
}

bool is_range(const YamlNode& node) { return node.is_map() && node.find("from") != nullptr; }

std::string last_segment(const std::string& key) { return key.substr(key.rfind('.') + 1); }

bool names_file(const std::string& key) {
  const std::string last = last_segment(key);
  return key == "architecture" || key == "plan" || last == "workload" || last == "path";
}

/// Returns the text of a value in a table.
std::string cell_of(const YamlNode& value) {
  return value.is_scalar() ? value.text : value.is_null() ? "" : yaml_flow(value);
}

class AxisReader {
 public:
  AxisReader(const StudyPlaces& places, Diagnostics& diagnostics) : places_(places), diagnostics_(diagnostics) {}

  void read(const YamlNode& vary) {
    MapReader map(vary, "vary", diagnostics_);
    if (!vary.is_map()) return;
    if (vary.items.size() / 2 > kMostAxes) {
      diagnostics_.error(vary.where(), "vary has at most " + std::to_string(kMostAxes) + " axes");
      return;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i + 1 < vary.items.size(); i += 2) {
      const YamlNode& key = vary.items[i];
      if (!seen.insert(key.text).second) continue;  // reported by the map
      read_axis(key, vary.items[i + 1]);
    }
  }

  void zip(const YamlNode& lists) {
    if (!lists.is_sequence()) {
      diagnostics_.error(lists.where(), "zip must be a list of lists of axes, not " + describe(lists));
      return;
    }
    for (const YamlNode& list : lists.items) zip_one(list);
  }

  std::vector<StudyAxis> take() { return std::move(axes_); }

 private:
  void read_axis(const YamlNode& key, const YamlNode& value) {
    StudyAxis axis;
    axis.where = key.where();
    if (!is_key(key)) return;
    axis.columns.push_back(key.text);
    const std::size_t before = diagnostics_.size();
    const std::string what = "vary." + key.text;
    if (value.is_sequence()) {
      read_list(key.text, what, value, axis);
    } else if (is_range(value)) {
      read_range(key.text, what, value, axis);
    } else if (value.is_map()) {
      read_alternatives(key, what, value, axis);
    } else {
      diagnostics_.error(value.where(), what +
                                            " must be a list of values, a range {from, to, step or factor}, or a "
                                            "map of alternatives, not " +
                                            describe(value));
    }
    if (diagnostics_.size() != before) return;
    in_all_ += axis.choices.size();
    axes_.push_back(std::move(axis));
  }

  bool is_key(const YamlNode& key) {
    const bool right = key.is_scalar() && !key.text.empty() && key.text.find('=') == std::string::npos &&
                       key.text.front() != '.' && key.text.back() != '.' && key.text.find("..") == std::string::npos;
    if (!right) diagnostics_.error(key.where(), in_quotes(cell_of(key)) + " is no key (expected one such as a.b)");
    return right;
  }

  void read_list(const std::string& key, const std::string& what, const YamlNode& list, StudyAxis& axis) {
    if (list.items.empty()) diagnostics_.error(list.where(), what + " must list at least one value");
    if (!few(list.items.size(), what, list)) return;
    axis.ordered = true;
    std::uint64_t last = 0;
    std::set<std::string> cells;
    for (const YamlNode& value : list.items) {
      StudyChoice& choice = axis.choices.emplace_back();
      choice.cells.push_back(cell_of(value));
      if (!cells.insert(choice.cells[0]).second)
        diagnostics_.error(value.where(), what + " lists " + in_quotes(choice.cells[0]) + " twice");
      choice.overrides.push_back(key_override(key, value, places_));
      const auto number = read_micro(value);
      axis.ordered = axis.ordered && number && (axis.choices.size() == 1 || *number > last);
      last = number.value_or(0);
    }
  }

  void read_range(const std::string& key, const std::string& what, const YamlNode& node, StudyAxis& axis) {
    MapReader map(node, what, diagnostics_);
    const std::size_t before = diagnostics_.size();
    const auto number = [&](const char* name) -> std::optional<std::uint64_t> {
      const YamlNode* found = map.find(name);
      const auto read = found == nullptr ? std::nullopt : read_micro(*found);
      if (found != nullptr && !read) {
        map.error(name, "must be a number from 0 to " + std::to_string(kMostInRange) +
                            " with at most 6 decimals, not " + describe_unquoted(*found));
      }
      return read;
    };
    const auto from = number("from");
    const auto to = number("to");
    const auto step = number("step");
    const auto factor = number("factor");
    map.finish();
    if (diagnostics_.size() != before) return;
    if (!to) return diagnostics_.error(node.where(), what + " must say where it ends (to)");
    if (step.has_value() == factor.has_value())
      return diagnostics_.error(node.where(), what + " must have either a step or a factor");
    if (*to < *from) return map.error("to", "must not be less than from, which is " + millionths_text(*from));
    if (step && *step == 0) return map.error("step", "must be more than 0");
    if (factor && (*factor % kMicro != 0 || *factor < 2 * kMicro))
      return map.error("factor", "must be a whole number of at least 2");
    if (factor && *from == 0) return map.error("from", "must be more than 0 with a factor");
    axis.ordered = true;
    for (std::uint64_t value = *from; value <= *to; value = step ? value + *step : value * (*factor / kMicro)) {
      YamlNode scalar = *node.find("from");
      scalar.text = millionths_text(value);
      if (!few(axis.choices.size() + 1, what, node)) return;
      axis.choices.push_back({{scalar.text}, {key_override(key, scalar, places_)}});
      if (factor && value > *to / (*factor / kMicro)) break;
    }
  }

  void read_alternatives(const YamlNode& key, const std::string& what, const YamlNode& node, StudyAxis& axis) {
    if (key.text.find('.') != std::string::npos) {
      diagnostics_.error(key.where(), what +
                                          " has alternatives and must be a name of its own without points (a key "
                                          "takes a list or a range)");
    }
    axis.alternatives = true;
    if (node.items.empty()) diagnostics_.error(node.where(), what + " must name at least one alternative");
    MapReader map(node, what, diagnostics_);
    if (!few(node.items.size() / 2, what, node)) return;
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& sets = node.items[i + 1];
      StudyChoice& choice = axis.choices.emplace_back();
      choice.cells.push_back(node.items[i].text);
      if (!sets.is_map() && !sets.is_null()) {
        diagnostics_.error(sets.where(), what + '.' + node.items[i].text +
                                             " must be a map of keys with their values, not " + describe(sets));
        continue;
      }
      MapReader keys(sets, what + '.' + node.items[i].text, diagnostics_);
      for (std::size_t k = 0; k + 1 < sets.items.size(); k += 2) {
        if (!is_key(sets.items[k])) continue;
        choice.overrides.push_back(key_override(sets.items[k].text, sets.items[k + 1], places_));
        choice.overrides.back().where = sets.items[k].where();
      }
    }
  }

  bool few(std::size_t values, const std::string& what, const YamlNode& node) {
    if (values <= kMostValues && in_all_ + values <= kMostInAll) return true;
    diagnostics_.error(node.where(), values > kMostValues
                                         ? what + " has at most " + std::to_string(kMostValues) + " values"
                                         : "all axes together have at most " + std::to_string(kMostInAll) + " values");
    return false;
  }

  void zip_one(const YamlNode& list) {
    if (!list.is_sequence() || list.items.size() < 2) {
      diagnostics_.error(list.where(), "zip must be a list of lists of at least two axes, not " + describe(list));
      return;
    }
    StudyAxis* first = nullptr;
    for (const YamlNode& item : list.items) {
      const auto at =
          std::find_if(axes_.begin(), axes_.end(), [&](const StudyAxis& axis) { return axis.columns[0] == item.text; });
      if (at == axes_.end() || at->columns.size() > 1 || (first != nullptr && &*at == first)) {
        std::vector<std::string_view> names;
        for (const StudyAxis& axis : axes_) names.push_back(axis.columns[0]);
        diagnostics_.error(item.where(), in_quotes(item.text) +
                                             (at == axes_.end() ? " is no axis of vary" + did_you_mean(item.text, names)
                                                                : " occurs twice in zip"));
        return;
      }
      if (first == nullptr) {
        first = &*at;
        continue;
      }
      if (at->choices.size() != first->choices.size()) {
        diagnostics_.error(item.where(), item.text + " has " + std::to_string(at->choices.size()) + " values and " +
                                             first->columns[0] + " has " + std::to_string(first->choices.size()) +
                                             ": axes that go together have as many");
        return;
      }
      const StudyAxis second = std::move(*at);
      const auto place = first - axes_.data();
      const bool before = at - axes_.begin() < place;
      axes_.erase(at);
      first = &axes_[static_cast<std::size_t>(before ? place - 1 : place)];
      join(*first, second);
    }
  }

  static void join(StudyAxis& first, const StudyAxis& second) {
    first.columns.insert(first.columns.end(), second.columns.begin(), second.columns.end());
    first.ordered = first.ordered && second.ordered;
    first.alternatives = first.alternatives || second.alternatives;
    for (std::size_t i = 0; i < first.choices.size(); ++i) {
      StudyChoice& to = first.choices[i];
      const StudyChoice& from = second.choices[i];
      to.cells.insert(to.cells.end(), from.cells.begin(), from.cells.end());
      to.overrides.insert(to.overrides.end(), from.overrides.begin(), from.overrides.end());
    }
  }

  const StudyPlaces& places_;
  Diagnostics& diagnostics_;
  std::vector<StudyAxis> axes_;
  std::size_t in_all_ = 0;  ///< values of them
};

}  // namespace

KeyOverride key_override(const std::string& key, const YamlNode& value, const StudyPlaces& places) {
  YamlNode moved = value;
  if (places.study != places.base) {
    if (names_file(key) && moved.is_scalar()) moved.text = moved_path(moved.text, places.study, places.base);
    move_paths(moved, places.study, places.base);
  }
  return {key, yaml_flow(moved), std::make_shared<const YamlNode>(moved)};
}

std::vector<StudyAxis> read_axes(const YamlNode* vary, const YamlNode* zip, const StudyPlaces& places,
                                 Diagnostics& diagnostics) {
  AxisReader reader(places, diagnostics);
  const std::size_t before = diagnostics.size();
  if (vary != nullptr) reader.read(*vary);
  if (zip != nullptr && diagnostics.size() == before) reader.zip(*zip);
  return reader.take();
}

}  // namespace gantry
