// SPDX-License-Identifier: Apache-2.0
// Streams: tasks that arrive as a Poisson process, in bursts, or as recorded in a file, with drawn properties.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "config/text_file.h"
#include "workload/arrival_models.h"
#include "workload/arrival_table.h"
#include "workload/generator.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMaxTasks = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxInterval = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxShare = 1000000;

/// A single value, or a map of values to shares.
template <class T, class Parse>
void read_mix(MapReader& keys, const char* key, Mix<T>& to, Diagnostics& diagnostics, Parse parse) {
  const YamlNode* found = keys.find(key);
  if (found == nullptr) return;
  const std::string path = keys.path(key);
  if (!found->is_map()) {
    if (const std::optional<T> value = parse(*found, path)) to = Mix<T>::only(*value);
    return;
  }
  const MapReader shares(*found, path, diagnostics);  // for keys that stand twice
  Mix<T> mix;
  for (std::size_t i = 0; i + 1 < found->items.size(); i += 2) {
    const std::optional<T> value = parse(found->items[i], path);
    const auto share = read_integer(found->items[i + 1], path + '.' + found->items[i].text, 0, kMaxShare, diagnostics);
    if (value && share && *share > 0) mix.add(*value, *share);
  }
  if (mix.values.empty()) {
    keys.error(key, "must give a share of at least 1 to something");
    return;
  }
  to = std::move(mix);
}

void read_properties(MapReader& keys, StreamSpec& to, Diagnostics& diagnostics) {
  const std::vector<std::string_view> classes(kTaskClassNames.begin(),
                                              kTaskClassNames.begin() + index(TaskClass::event));
  read_mix(keys, "class", to.cls, diagnostics, [&](const YamlNode& node, const std::string& path) {
    const auto parsed = node.is_scalar() ? parse_task_class(node.text) : std::nullopt;
    if (parsed && *parsed != TaskClass::event) return parsed;
    diagnostics.error(node.where(), path + " must be " + alternatives(classes) + ", not " + describe(node) +
                                        (node.is_scalar() ? did_you_mean(node.text, classes) : ""));
    return std::optional<TaskClass>();
  });
  const auto number = [&](std::uint64_t most) {
    return [&diagnostics, most](const YamlNode& node, const std::string& path) -> std::optional<std::uint32_t> {
      const auto value = read_integer(node, path, 1, most, diagnostics);
      if (!value) return std::nullopt;
      return static_cast<std::uint32_t>(*value);
    };
  };
  read_mix(keys, "weight", to.weight, diagnostics, number(256));
  read_mix(keys, "jobs", to.jobs, diagnostics, number(kMaxTaskJobs));
  for (const std::uint32_t jobs : to.jobs.values) {
    if ((jobs & (jobs - 1)) != 0) keys.error("jobs", "must be powers of two, and " + std::to_string(jobs) + " is none");
  }
  if (const YamlNode* found = keys.find("cycles")) {
    read_distribution(*found, keys.path("cycles"), 0, kMaxTaskCycles, to.cycles, diagnostics);
  } else {
    keys.error("cycles", "is missing (compute cycles of a job)");
  }
  std::uint64_t job_bytes = 0;
  if (keys.integer("job_bytes", job_bytes, 1, kMaxTaskBytes)) to.job_bytes = job_bytes;
  keys.text("processor", to.processor);
  keys.integer("input_bytes", to.input_bytes, 0, kMaxTaskBytes);
  keys.integer("output_bytes", to.output_bytes, 0, kMaxTaskBytes);
}

void read_count(MapReader& keys, StreamSpec& to) {
  if (keys.node().find("tasks") == nullptr) keys.error("tasks", "is missing (how many tasks arrive)");
  keys.integer("tasks", to.tasks, 1, kMaxTasks);
}

void check_time(MapReader& keys, const StreamSpec& spec) {
  if (spec.arrivals->last_arrival(spec.tasks) > Cycle{1} << 60)
    keys.error("tasks", "arrive over more than 2^60 cycles (fewer tasks or shorter intervals)");
}

bool read_interval(MapReader& keys, const char* key, bool needed, Distribution& to, Diagnostics& diagnostics) {
  const YamlNode* found = keys.find(key);
  if (found != nullptr)
    return read_distribution(*found, keys.path(key), kIntervalDigits, kMaxInterval, to, diagnostics);
  if (needed) keys.error(key, "is missing (cycles from one to the next)");
  return !needed;
}

void make_poisson(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  StreamSpec& stream = to.stream.emplace();
  Distribution interval;
  read_count(keys, stream);
  const std::size_t before = context.diagnostics.size();
  if (read_interval(keys, "interval_cycles", true, interval, context.diagnostics) &&
      interval.kind != Distribution::Kind::constant) {
    keys.error("interval_cycles", "must be a number, the mean of a Poisson process");
  }
  read_properties(keys, stream, context.diagnostics);
  interval.kind = Distribution::Kind::exponential;
  stream.arrivals = renewal_arrivals(interval);
  if (context.diagnostics.size() == before) check_time(keys, stream);
}

void make_bursts(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  StreamSpec& stream = to.stream.emplace();
  Distribution size = Distribution::constant(1);
  Distribution between;
  Distribution within;
  read_count(keys, stream);
  const std::size_t before = context.diagnostics.size();
  if (const YamlNode* found = keys.find("burst_tasks")) {
    read_distribution(*found, keys.path("burst_tasks"), 0, kMaxTasks, size, context.diagnostics);
    if (size.low == 0) keys.error("burst_tasks", "must be at least 1");
  } else {
    keys.error("burst_tasks", "is missing (tasks in a burst)");
  }
  read_interval(keys, "burst_interval_cycles", true, between, context.diagnostics);
  read_interval(keys, "interval_cycles", false, within, context.diagnostics);
  read_properties(keys, stream, context.diagnostics);
  stream.arrivals = burst_arrivals(size, between, within);
  if (context.diagnostics.size() == before) check_time(keys, stream);
}

/// Times of a file in cycles since the first, sorted; their unit is the mapping's.
std::vector<Cycle> recorded_times(const std::string& file, const Mapping& mapping, Diagnostics& diagnostics) {
  std::vector<Cycle> times;
  const auto text = read_text_file(file, diagnostics);
  if (!text) return times;
  ArrivalTable table(*text, file, mapping, diagnostics);
  const std::size_t before = diagnostics.size();
  table.read([&](const Arrival& arrival) { times.push_back(arrival.time); });
  if (times.empty() && diagnostics.size() == before) diagnostics.error({file, 1, 1}, "there are no arrivals in it");
  std::sort(times.begin(), times.end());
  for (std::size_t i = times.size(); i-- > 0;) {
    times[i] -= times[0];
    if (mapping.time_unit != TimeUnit::cycles) times[i] = ceil_product({times[i], -9}, mapping.cycles_per_second);
  }
  return times;
}

void make_trace(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  const std::size_t before = context.diagnostics.size();
  StreamSpec& stream = to.stream.emplace();
  Mapping mapping;
  std::string path;
  if (keys.node().find("path") == nullptr) keys.error("path", "is missing (a CSV with times of arrival)");
  keys.text("path", path);
  if (const YamlNode* found = keys.find("mapping"))
    read_mapping(*found, keys.path("mapping"), mapping, context.diagnostics);
  keys.integer("tasks", stream.tasks, 1, kMaxTasks);
  read_properties(keys, stream, context.diagnostics);
  const std::string file = (std::filesystem::path(context.directory) / path).string();
  std::vector<Cycle> times;
  if (context.diagnostics.size() == before &&
      check_named_file(file, "trace", keys.where("path"), context.diagnostics)) {
    times = recorded_times(file, mapping, context.diagnostics);
  }
  if (times.empty()) times.push_back(0);
  if (stream.tasks == 0) stream.tasks = times.size();
  stream.arrivals = recorded_arrivals(std::move(times));
  if (context.diagnostics.size() == before) check_time(keys, stream);
}

[[maybe_unused]] const bool kRegistered =
    register_workload_generator(
        {"poisson", "stream with exponential intervals: tasks, interval_cycles, cycles, ...", make_poisson}) &&
    register_workload_generator(
        {"bursts", "stream in bursts: tasks, burst_tasks, burst_interval_cycles, cycles, ...", make_bursts}) &&
    register_workload_generator({"trace", "stream with the arrivals of a CSV: path, tasks, cycles, ...", make_trace});

}  // namespace
}  // namespace gantry
