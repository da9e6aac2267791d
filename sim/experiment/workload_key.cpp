// SPDX-License-Identifier: Apache-2.0
#include "experiment/workload_key.h"

#include <algorithm>

#include "experiment/feasibility.h"
#include "experiment/stream_chains.h"
#include "experiment/workload_memory.h"
#include "experiment/workload_part.h"
#include "gantry/base/millionths.h"
#include "text/file_digest.h"
#include "text/key_reader.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "text/yaml_writer.h"
#include "workload/edge_data.h"
#include "workload/format.h"
#include "workload/generator.h"
#include "workload/native.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

/// Those that all ways to give a workload share, and that are read before the rest.
constexpr const char* kOrderKey = "order";
constexpr const char* kPartKey = "part";
constexpr const char* kEdgesKey = "edges";

/// Makes these keys known, so that messages about unknown keys name them.
void know_shared_keys(MapReader& map) {
  map.find(kOrderKey);
  map.find(kPartKey);
  map.find(kEdgesKey);
}

/// Removes a key from the map and returns its value.
std::optional<YamlNode> taken(YamlNode& map, const char* key) {
  const YamlNode* found = map.is_map() ? map.find(key) : nullptr;
  if (found == nullptr) return std::nullopt;
  YamlNode value = *found;
  const auto at = map.items.begin() + (found - map.items.data()) - 1;
  map.items.erase(at, at + 2);
  return value;
}

/// Reader of the forms of a workload: a file, a generator, tasks, or streams of any of these.
class WorkloadKey {
 public:
  WorkloadKey(const std::string& path, const std::optional<SourcePosition>& data_by_plan,
              std::vector<std::string>& inputs, Diagnostics& diagnostics)
      : path_(path), data_by_plan_(data_by_plan), inputs_(inputs), diagnostics_(diagnostics) {}

  void read(MapReader& map, Experiment& to);

 private:
  void read_way(const YamlNode& node, MapReader& map, Experiment& to);
  void read_part(const YamlNode& node, bool right, Experiment& to);
  void read_map(const YamlNode& node, MapReader& map, Experiment& to);
  void read_file(const YamlNode& node, Experiment& to);
  void read_streams(const YamlNode& node, Experiment& to);
  void read_stream(const YamlNode& node, const std::string& path, Experiment& to);
  void read_loop(MapReader& map, GraphStream& stream);
  [[nodiscard]] std::string beside(const std::string& file) const { return path_beside(directory_of(path_), file); }

  const std::string& path_;
  const std::optional<SourcePosition>& data_by_plan_;
  std::vector<std::string>& inputs_;
  Diagnostics& diagnostics_;
  bool edges_are_data_ = false;  ///< of the graph that is being read
};

void WorkloadKey::read(MapReader& map, Experiment& to) {
  const YamlNode* found = map.find("workload");
  if (found == nullptr) {
    diagnostics_.error(map.node().where(), "an experiment needs the key `workload` (a path or a map)");
    return;
  }
  read_way(*found, map, to);
  if (to.streams.empty()) check_formulas(to.workload, {{}}, diagnostics_);
}

void WorkloadKey::read_way(const YamlNode& node, MapReader& map, Experiment& to) {
  YamlNode rest = node;
  const auto order = taken(rest, kOrderKey);
  const auto part = taken(rest, kPartKey);
  const auto edges = taken(rest, kEdgesKey);
  std::size_t which = 0;
  const std::vector<std::string_view> names(kSubmissionOrderNames.begin(), kSubmissionOrderNames.end());
  const bool right = order && MapReader::again(node, "workload", diagnostics_).name(kOrderKey, which, names);
  const std::size_t before = diagnostics_.size();
  bool edges_are_data = !edges && data_by_plan_.has_value();
  if (edges) read_edges_key(*edges, "workload.edges", edges_are_data, diagnostics_);
  edges_are_data_ = edges_are_data;  // each graph of `streams` sets it anew
  read_map(rest, map, to);
  if (edges && (to.stream || !to.streams.empty())) {
    diagnostics_.error(edges->where(), to.stream
                                           ? "workload.edges goes with a graph; tasks of a stream have no edges"
                                           : "workload.edges goes with a graph: each stream's workload has its own");
  } else if (edges_are_data && diagnostics_.size() == before &&
             (edges || (to.streams.empty() && to.workload.model.operators.empty()))) {
    make_objects_of_edges(to.workload, edges ? edges->where() : *data_by_plan_, diagnostics_);
  }
  if (right) to.workload.order = static_cast<SubmissionOrder>(which);
  if (order && (to.stream || !to.streams.empty())) {
    diagnostics_.error(order->where(),
                       "workload.order goes with a graph of tasks; a stream is submitted as it arrives");
  }
  if (part) read_part(*part, diagnostics_.size() == before, to);
}

void WorkloadKey::read_part(const YamlNode& node, bool right, Experiment& to) {
  const auto part = node.is_scalar() && !node.quoted ? parse_millionths(node.text, 1) : std::nullopt;
  if (!part || *part == 0 || *part > kWholeWorkload) {
    diagnostics_.error(node.where(),
                       "workload.part must be a number above 0 and up to 1, with at most six digits "
                       "behind the point, not " +
                           describe_unquoted(node));
  } else if (right) {
    keep_part(to, *part);
  }
}

void WorkloadKey::read_map(const YamlNode& node, MapReader& map, Experiment& to) {
  const YamlNode* found = &node;
  if (found->is_map() && found->find("generator") != nullptr) {
    GeneratedWorkload made;
    generate_workload(*found, "workload", directory_of(path_), made, diagnostics_, to.architecture.clock_mhz,
                      edges_are_data_);
    inputs_.insert(inputs_.end(), made.files.begin(), made.files.end());
    to.workload = std::move(made.workload);
    to.stream = std::move(made.stream);
    return;
  }
  if (found->is_map() && found->find("streams") != nullptr) return read_streams(*found, to);
  if (found->is_map() && found->find("path") == nullptr) {
    if (found->find("tasks") == nullptr) {
      map.error("workload", "must have a `path`, a `generator`, a list `tasks` or a list `streams`");
      return;
    }
    read_native_workload(*found, "workload", to.workload, diagnostics_);
    if (to.workload.name.empty()) to.workload.name = to.name;
    return;
  }
  if (!found->is_map() && !found->is_scalar()) {
    map.error("workload", "must be a path or a map, not " + describe(*found));
    return;
  }
  read_file(*found, to);
}

void WorkloadKey::read_streams(const YamlNode& node, Experiment& to) {
  const std::size_t before = diagnostics_.size();
  MapReader map(node, "workload", diagnostics_);
  const YamlNode* list = map.find("streams");
  know_shared_keys(map);
  map.finish();
  if (!list->is_sequence() || list->items.empty()) {
    map.error("streams", "must be a list of streams, not " + describe(*list));
    return;
  }
  if (list->items.size() > kMostStreams) {
    map.error("streams", "must be at most " + std::to_string(kMostStreams));
    return;
  }
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    read_stream(list->items[i], "workload.streams[" + std::to_string(i) + ']', to);
  }
  if (diagnostics_.size() == before) link_streams(to.streams, diagnostics_);
}

/// The keys of a stream that does not arrive by itself, or runs several times for a request.
void WorkloadKey::read_loop(MapReader& map, GraphStream& stream) {
  const bool follows = map.find("after") != nullptr;
  stream.after_at = map.where("after");
  if (follows && stream.after.empty() && map.find("after")->is_map())
    map.error("after", "needs the key `stream` (the name of another stream)");
  for (const char* key : {"arrivals", "count"}) {
    if (follows && map.find(key) != nullptr)
      map.error(key, "does not go with `after`: the instances of the other stream are its arrivals");
  }
  if (!follows && map.find("arrivals") == nullptr)
    map.error("arrivals", "is missing (a stream has a name, a workload and arrivals, or `after` in their place)");
  if (!follows && map.find("count") == nullptr) map.error("count", "is missing (how many instances arrive)");
  if (const YamlNode* repeat = map.find("repeat"))
    stream.repeat = StreamRepeat::read(*repeat, map.path("repeat"), diagnostics_);
  if (const YamlNode* merge = map.find("merge")) {
    if (map.find("repeat") == nullptr) map.error("merge", "goes with `repeat`: it merges steps of different requests");
    if (merge->is_map() && !stream.merge_up_to) map.error("merge", "needs the key `up_to` (requests)");
  }
}

void WorkloadKey::read_stream(const YamlNode& node, const std::string& path, Experiment& to) {
  const std::size_t before = diagnostics_.size();
  GraphStream& stream = to.streams.emplace_back();
  stream.where = node.where();
  MapReader map(node, path, diagnostics_);
  if (!node.is_map()) return;
  KeyReader keys(map);
  describe(keys, stream);
  for (const char* needed : {"name", "workload"}) {
    if (map.find(needed) == nullptr) map.error(needed, "is missing (a stream has a name, a workload and arrivals)");
  }
  read_loop(map, stream);
  map.text("name", stream.name);
  const auto same = std::find_if(to.streams.begin(), to.streams.end() - 1,
                                 [&](const GraphStream& other) { return other.name == stream.name; });
  if (same != to.streams.end() - 1 && !stream.name.empty()) {
    map.error("name", in_quotes(stream.name) + " is already the name of another stream");
  }
  GeneratorContext context{directory_of(path_), diagnostics_, to.architecture.clock_mhz};
  if (const YamlNode* arrivals = map.find("arrivals")) {
    stream.arrivals = read_stream_arrivals(*arrivals, path + ".arrivals", context);
    inputs_.insert(inputs_.end(), context.files.begin(), context.files.end());
  }
  const YamlNode* graph = map.find("workload");
  map.finish();
  if (graph == nullptr) return;
  Experiment one;
  one.name = stream.name;
  one.architecture = to.architecture;
  if (graph->find("streams") != nullptr) {
    map.error("workload", "of a stream is a graph, not streams again");
    return;
  }
  read_way(*graph, map, one);
  if (one.stream) {
    map.error("workload", "of a stream is a graph, not a stream of tasks (a graph of one task arrives as well)");
    return;
  }
  stream.workload = std::move(one.workload);
  if (stream.workload.foreign) round_job_bytes(stream.workload, to.architecture);
  if (one.workload_file) stream.sha256 = one.workload_file->sha256;
  if (diagnostics_.size() == before && stream.arrivals != nullptr && !stream.repeat)
    take_requests(stream.workload, stream.arrivals->requests(), diagnostics_);
  if (diagnostics_.size() == before && stream.arrivals != nullptr &&
      stream.arrivals->last_arrival(stream.count) > Cycle{1} << 60) {
    map.error("count", "arrive over more than 2^60 cycles (fewer instances or shorter intervals)");
  }
}

void WorkloadKey::read_file(const YamlNode& node, Experiment& to) {
  const std::size_t before = diagnostics_.size();
  std::string file;
  std::string format;
  std::string expected;
  WorkloadKeys keys;
  keys.edges_are_data = edges_are_data_;
  keys.lower = false;  // the remembered workload suits every machine
  keys.clock_mhz = to.architecture.clock_mhz;
  SourcePosition named_at = node.where();
  if (node.is_map()) {
    MapReader map(node, "workload", diagnostics_);
    map.text("path", file);
    named_at = map.where("path");
    if (map.text("format", format) && workload_formats().find(format) == nullptr) {
      std::vector<std::string_view> names;
      for (const WorkloadFormat& known : workload_formats().entries()) names.push_back(known.name);
      map.error("format",
                "must be " + alternatives(names) + ", not " + in_quotes(format) + did_you_mean(format, names));
    }
    keys.mapping = map.find("mapping");
    keys.lowering = map.find("lowering");
    map.text("sha256", expected);
    know_shared_keys(map);
    map.finish();
  } else if (const auto text = read_text(node, "workload", diagnostics_)) {
    file = *text;
  }
  if (diagnostics_.size() != before) return;
  const std::string named = file;
  file = beside(file);
  const std::string key = file + '\n' + format + '\n' + std::to_string(keys.clock_mhz) + '\n' +
                          (edges_are_data_ ? "edges" : "") + '\n' +
                          (keys.mapping == nullptr ? "" : yaml_flow(*keys.mapping));
  const KnownWorkload* known = WorkloadMemory::find(key);
  const auto text = known != nullptr ? std::string()
                                     : read_named_file(file, "workload", named_at, diagnostics_,
                                                       "the experiment's file", FileContent::bytes);
  if (!text) return;
  inputs_.push_back(file);
  to.workload_file = WorkloadFile{named, known != nullptr ? known->sha256 : sha256(*text)};
  if (!expected.empty() && expected != to.workload_file->sha256) {
    diagnostics_.error(named_at, "the workload " + named + " is not the file that workload.sha256 means: its own is " +
                                     to.workload_file->sha256);
    return;
  }
  if (known != nullptr) {
    const SubmissionOrder order = to.workload.order;
    to.workload = known->workload;
    to.workload.order = order;
  } else {
    read_workload(*text, shown_path(file), format, to.workload, diagnostics_, nullptr, keys);
    if (diagnostics_.size() == before) WorkloadMemory::keep(key, {to.workload, to.workload_file->sha256});
  }
  keys.most_jobs = [&](const WorkloadTask& task) { return most_jobs_at_once(to.architecture, task); };
  if (diagnostics_.size() == before) lower_workload(keys, to.workload, diagnostics_);
  inputs_.insert(inputs_.end(), to.workload.beside.begin(), to.workload.beside.end());
}

}  // namespace

void read_workload_key(MapReader& map, const std::string& path, const std::optional<SourcePosition>& data_by_plan,
                       Experiment& to, std::vector<std::string>& inputs, Diagnostics& diagnostics) {
  WorkloadKey(path, data_by_plan, inputs, diagnostics).read(map, to);
}

}  // namespace gantry
