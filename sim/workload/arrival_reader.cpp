// SPDX-License-Identifier: Apache-2.0
#include "workload/arrival_reader.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "gantry/base/keys.h"
#include "text/digits.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/arrival_models.h"
#include "workload/arrival_table.h"
#include "workload/column_names.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMaxBurst = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxInterval = std::uint64_t{1} << 40;

void read_interval(MapReader& keys, const char* key, bool needed, Distribution& to, Diagnostics& diagnostics) {
  if (const YamlNode* found = keys.find(key)) {
    read_distribution(*found, keys.path(key), kIntervalDigits, kMaxInterval, to, diagnostics);
  } else if (needed) {
    keys.error(key, "is missing (cycles from one to the next)");
  }
}

/// In cycles since the first, sorted; the unit of the file's times is the mapping's.
std::vector<RecordedArrival> recorded_rows(const std::string& text, const std::string& file, const Mapping& mapping,
                                           const std::vector<SizeColumn>& sizes, Diagnostics& diagnostics) {
  std::vector<RecordedArrival> rows;
  ArrivalTable table(text, file, mapping, false, diagnostics, sizes);
  const std::size_t before = diagnostics.size();
  table.read([&](const Arrival& arrival) {
    rows.push_back({arrival.time, ceil_product(arrival.work.value_or(Decimal{}), {1, 0}), arrival.sizes});
  });
  if (rows.empty() && diagnostics.size() == before) diagnostics.error({file, 1, 1}, "there are no arrivals in it");
  std::stable_sort(rows.begin(), rows.end(),
                   [](const RecordedArrival& a, const RecordedArrival& b) { return a.at < b.at; });
  for (std::size_t i = rows.size(); i-- > 0;) {
    rows[i].at -= rows[0].at;
    if (table.unit() != TimeUnit::cycles) rows[i].at = ceil_product({rows[i].at, -9}, mapping.cycles_per_second);
  }
  return rows;
}

bool names_prompt(std::string_view name) {
  const std::vector<std::string_view>& names = prompt_token_names();
  return std::find(names.begin(), names.end(), plain_name(name)) != names.end();
}
bool names_output(std::string_view name) {
  const std::vector<std::string_view>& names = output_token_names();
  return std::find(names.begin(), names.end(), plain_name(name)) != names.end();
}

constexpr std::size_t kMostSizes = 16;

/// `{tokens: COLUMN, ...}`, or `[prompt, output]` for those with usual columns.
std::vector<SizeColumn> read_sizes(MapReader& keys, Diagnostics& diagnostics) {
  std::vector<SizeColumn> sizes;
  const YamlNode* given = keys.find("sizes");
  if (given == nullptr) return sizes;
  const std::string path = keys.path("sizes");
  const auto is_name = [](const YamlNode& node) {
    const std::string_view text = node.text;
    return node.is_scalar() && !text.empty() && text.size() <= 40 && !is_digit(text.front()) &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
               std::string_view::npos;
  };
  if ((!given->is_map() && !given->is_sequence()) || given->items.empty() || given->items.size() > 2 * kMostSizes) {
    keys.error("sizes", "must be a map from names to columns, or a list of prompt and output");
    return sizes;
  }
  for (std::size_t i = 0; i < given->items.size(); i += given->is_map() ? 2 : 1) {
    const YamlNode& name = given->items[i];
    const auto same = [&](const SizeColumn& size) { return size.name == name.text; };
    if (!is_name(name)) {
      diagnostics.error(name.where(), path + " has names of letters, digits and _, not " + describe(name));
    } else if (std::any_of(sizes.begin(), sizes.end(), same)) {
      diagnostics.error(name.where(), path + " has " + in_quotes(name.text) + " twice");
    } else if (given->is_map()) {
      if (const auto column = read_text(given->items[i + 1], path + '.' + name.text, diagnostics))
        sizes.push_back({name.text, *column, nullptr});
    } else if (name.says("prompt") || name.says("output")) {
      sizes.push_back({name.text, "", name.says("prompt") ? names_prompt : names_output});
    } else {
      diagnostics.error(name.where(), "the usual columns of " + path + " are prompt and output, not " +
                                          in_quotes(name.text) + " (write {" + name.text + ": COLUMN})");
    }
  }
  return sizes;
}

const char* const kInterval = "a number, or a distribution";

}  // namespace

void describe_periodic_arrivals(KeyVisitor& keys) {
  keys.form("interval_cycles", {{"number"}, "a decimal", true}, "", "from one to the next");
  keys.form("offset_cycles", {{"integer"}, "0 to 2^40 cycles"}, "0", "when the first arrives");
  keys.form("jitter_cycles", {{"integer"}, "0 to `interval_cycles`"}, "0",
            "every arrival is late by a random number of cycles, 0 to this");
}

void describe_poisson_arrivals(KeyVisitor& keys) {
  keys.form("interval_cycles", {{"number"}, "a decimal", true}, "", "mean of independent exponential intervals");
}

void describe_burst_arrivals(KeyVisitor& keys) {
  keys.form("burst_tasks", {{"integer", "object"}, kInterval, true}, "", "that many at a time");
  keys.form("burst_interval_cycles", {{"number", "object"}, kInterval, true}, "",
            "from the beginning of a burst to the next, which waits for its end");
  keys.form("interval_cycles", {{"number", "object"}, kInterval}, "0", "between the tasks of a burst");
}

void describe_recorded_arrivals(KeyVisitor& keys) {
  keys.form("path", {{"string"}, "a file", true}, "", "with times of arrival, as the format `arrivals` reads");
  keys.form("mapping", {{"object"}, "a map"}, "none", "`time_unit`, `cycles_per_second`, `fields.time` and so on");
}

void describe_recorded_requests(KeyVisitor& keys) {
  describe_recorded_arrivals(keys);
  keys.form("sizes", {{"object", "array"}, "a map from names to columns, or `[prompt, output]`"}, "none",
            "sizes of each request, for the formulas of its tasks");
}

std::shared_ptr<const ArrivalModel> read_periodic_arrivals(MapReader& keys, GeneratorContext& context) {
  const std::size_t before = context.diagnostics.size();
  Distribution interval;
  Cycle offset = 0;
  read_interval(keys, "interval_cycles", true, interval, context.diagnostics);
  keys.integer("offset_cycles", offset, 0, kMaxInterval);
  Cycle jitter = 0;
  keys.integer("jitter_cycles", jitter, 0, kMaxInterval);
  if (context.diagnostics.size() == before && interval.kind != Distribution::Kind::constant)
    keys.error("interval_cycles", "must be a number, the period");
  constexpr std::uint64_t kMillionths = 1000000;
  if (context.diagnostics.size() == before && jitter > interval.low / kMillionths)
    keys.error("jitter_cycles", "must be at most interval_cycles, so that arrivals keep their order");
  if (context.diagnostics.size() != before) return nullptr;
  return periodic_arrivals(interval.low, offset, jitter);
}

std::shared_ptr<const ArrivalModel> read_poisson_arrivals(MapReader& keys, GeneratorContext& context) {
  const std::size_t before = context.diagnostics.size();
  Distribution interval;
  read_interval(keys, "interval_cycles", true, interval, context.diagnostics);
  if (context.diagnostics.size() == before && interval.kind != Distribution::Kind::constant)
    keys.error("interval_cycles", "must be a number, the mean of a Poisson process");
  if (context.diagnostics.size() != before) return nullptr;
  interval.kind = Distribution::Kind::exponential;
  return renewal_arrivals(interval);
}

std::shared_ptr<const ArrivalModel> read_burst_arrivals(MapReader& keys, GeneratorContext& context) {
  const std::size_t before = context.diagnostics.size();
  Distribution size = Distribution::constant(1);
  Distribution between;
  Distribution within;
  if (const YamlNode* found = keys.find("burst_tasks")) {
    read_distribution(*found, keys.path("burst_tasks"), 0, kMaxBurst, size, context.diagnostics);
    if (size.low == 0) keys.error("burst_tasks", "must be at least 1");
  } else {
    keys.error("burst_tasks", "is missing (tasks in a burst)");
  }
  read_interval(keys, "burst_interval_cycles", true, between, context.diagnostics);
  read_interval(keys, "interval_cycles", false, within, context.diagnostics);
  if (context.diagnostics.size() != before) return nullptr;
  return burst_arrivals(size, between, within);
}

std::shared_ptr<const ArrivalModel> read_recorded_arrivals(MapReader& keys, GeneratorContext& context,
                                                           std::size_t& recorded, bool with_sizes) {
  const std::size_t before = context.diagnostics.size();
  Mapping mapping;
  follow_clock(mapping, context.clock_mhz);
  std::string path;
  if (keys.node().find("path") == nullptr) keys.error("path", "is missing (a file with times of arrival)");
  keys.text("path", path);
  const YamlNode* found = keys.find("mapping");
  if (found != nullptr && read_mapping(*found, keys.path("mapping"), mapping, context.diagnostics)) {
    note_unused_keys(*found, keys.path("mapping"),
                     {"cycles_per_second", "time_unit", "header", "separator", "fields.time", "fields.work"},
                     "where the file gives times of arrival", context.diagnostics);
  }
  const std::vector<SizeColumn> sizes = with_sizes ? read_sizes(keys, context.diagnostics) : std::vector<SizeColumn>();
  if (context.diagnostics.size() != before) return nullptr;
  const std::string file = path_beside(context.directory, path);
  const auto text = read_named_file(file, "trace", keys.where("path"), context.diagnostics);
  if (!text) return nullptr;
  context.files.push_back(file);
  std::vector<RecordedArrival> rows = recorded_rows(*text, shown_path(file), mapping, sizes, context.diagnostics);
  if (context.diagnostics.size() != before) return nullptr;
  recorded = rows.size();
  std::vector<std::string> names;
  names.reserve(sizes.size());
  for (const SizeColumn& size : sizes) names.push_back(size.name);
  return recorded_arrivals(std::move(rows), names);
}

}  // namespace gantry
