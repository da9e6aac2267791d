// SPDX-License-Identifier: Apache-2.0
// Streams: tasks that arrive as a Poisson process, in bursts, or as recorded in a file, with drawn properties.
#include <memory>
#include <string>
#include <vector>

#include "text/key_reader.h"
#include "workload/arrival_reader.h"
#include "workload/generator.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMaxTasks = std::uint64_t{1} << 40;
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
  const MapReader shares(*found, path, diagnostics);  // reports duplicate keys
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

/// Describes the properties of the tasks, independent of their arrivals.
void describe_properties(KeyVisitor& keys, StreamSpec& stream) {
  keys.form(
      "cycles",
      {{"number", "object"}, "a number, `{constant: n}`, `{exponential: mean}` or `{uniform: [least, largest]}`", true},
      "", "compute cycles of a job, drawn once per task");
  keys.form("class", {{"string", "object"}, "a class, or shares: `{block: 3, union: 1}`"}, "`block`", "no events");
  keys.form("weight", {{"integer", "object"}, "1 to 256, or shares: `{1: 9, 16: 1}`"}, "1", "of the picker");
  keys.form("stream", {{"integer", "object"}, "0 to 65535, or shares: `{0: 1, 1: 1}`"}, "0", "who submits");
  keys.form("jobs", {{"integer", "object"}, "1 to 65536, or shares"}, "1", "of a task");
  keys.optional_number("job_bytes", stream.job_bytes, {1, kMaxTaskBytes}, "bytes", "one word",
                       "rounded up to whole words");
  keys.text("processor", stream.processor, "any but `dma`", "a processor type");
  keys.number("input_bytes", stream.input_bytes, {0, kMaxTaskBytes}, "bytes", "that a job reads");
  keys.number("output_bytes", stream.output_bytes, {0, kMaxTaskBytes}, "bytes", "that a job writes");
}

template <void (*kArrivals)(KeyVisitor&)>
void describe_stream(KeyVisitor& keys) {
  StreamSpec usual;
  keys.required_number("tasks", usual.tasks, {1, kMaxTasks}, "", "how many tasks arrive");
  kArrivals(keys);
  describe_properties(keys, usual);
}

void describe_trace(KeyVisitor& keys) {
  StreamSpec usual;
  keys.form("tasks", {{"integer"}, "1 to 2^40"}, "the rows", "how many tasks arrive; more than rows: they repeat");
  describe_recorded_arrivals(keys);
  describe_properties(keys, usual);
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
  const auto number = [&](std::uint64_t most, std::uint64_t least = 1) {
    return [&diagnostics, most, least](const YamlNode& node, const std::string& path) -> std::optional<std::uint32_t> {
      const auto value = read_integer(node, path, least, most, diagnostics);
      if (!value) return std::nullopt;
      return static_cast<std::uint32_t>(*value);
    };
  };
  read_mix(keys, "weight", to.weight, diagnostics, number(256));
  read_mix(keys, "stream", to.stream, diagnostics, number(kMostStreams - 1, 0));
  read_mix(keys, "jobs", to.jobs, diagnostics, number(kMaxTaskJobs));
  if (const YamlNode* found = keys.find("cycles")) {
    read_distribution(*found, keys.path("cycles"), 0, kMaxTaskCycles, to.cycles, diagnostics);
  } else {
    keys.error("cycles", "is missing (compute cycles of a job)");
  }
  KeyReader reader(keys);
  describe_properties(reader, to);
  to.bytes_given = keys.node().find("input_bytes") != nullptr || keys.node().find("output_bytes") != nullptr;
}

void read_count(MapReader& keys, StreamSpec& to) {
  KeyReader(keys).required_number("tasks", to.tasks, {1, kMaxTasks}, "", "how many tasks arrive");
}

void check_time(MapReader& keys, const StreamSpec& spec) {
  if (spec.arrivals->last_arrival(spec.tasks) > Cycle{1} << 60)
    keys.error("tasks", "arrive over more than 2^60 cycles (fewer tasks or shorter intervals)");
}

/// Reads how they arrive; nullptr when that was reported.
using ReadArrivals = std::shared_ptr<const ArrivalModel> (*)(MapReader&, GeneratorContext&);

template <ReadArrivals read>
void make_stream(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  StreamSpec& stream = to.stream.emplace();
  read_count(keys, stream);
  const std::size_t before = context.diagnostics.size();
  stream.arrivals = read(keys, context);
  read_properties(keys, stream, context.diagnostics);
  if (stream.arrivals && context.diagnostics.size() == before) check_time(keys, stream);
}

void make_trace(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  const std::size_t before = context.diagnostics.size();
  StreamSpec& stream = to.stream.emplace();
  std::size_t recorded = 1;
  stream.arrivals = read_recorded_arrivals(keys, context, recorded);
  stream.tasks = recorded;
  keys.integer("tasks", stream.tasks, 1, kMaxTasks);
  read_properties(keys, stream, context.diagnostics);
  if (context.diagnostics.size() == before) check_time(keys, stream);
}

}  // namespace

void add_stream_generators(WorkloadGenerators& generators) {
  generators.add({"poisson", "stream with exponential intervals: tasks, interval_cycles, cycles, ...",
                  describe_stream<describe_poisson_arrivals>, make_stream<read_poisson_arrivals>});
  generators.add({"bursts", "stream in bursts: tasks, burst_tasks, burst_interval_cycles, cycles, ...",
                  describe_stream<describe_burst_arrivals>, make_stream<read_burst_arrivals>});
  generators.add({"trace", "stream with the arrivals of a CSV or JSON lines: path, tasks, cycles, ...", describe_trace,
                  make_trace});
}

}  // namespace gantry
