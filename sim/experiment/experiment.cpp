// SPDX-License-Identifier: Apache-2.0
#include "experiment/experiment.h"

#include <algorithm>
#include <exception>
#include <limits>

#include "architecture/architecture_reader.h"
#include "architecture/background_reader.h"
#include "experiment/engine_names.h"
#include "gantry/base/one_line.h"
#include "gantry/scheduler/processor_choice.h"
#include "plan/plan_file.h"
#include "text/file_digest.h"
#include "text/file_kind.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/origin.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/generator.h"
#include "workload/native.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

/// All keys but those of the architecture, which may be a file of its own.
class ExperimentKeys final : public KeyReader {
 public:
  using KeyReader::KeyReader;

 private:
  bool begin_section(const Key& key) override { return key.name != "architecture" && KeyReader::begin_section(key); }
  void on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view kind) override {
    const YamlNode* given = here().node().find(key.name);
    if (key.name == "picker" && given != nullptr && given->is_scalar() && is_engine(given->text)) {
      here().find(key.name);
      here().error(key.name, "names the policy of the picker" + engine_hint(given->text, "--engine picker="));
    } else {
      KeyReader::on_name(key, value, known, kind);
    }
  }
  void on_text(const Key& key, std::string& value) override {
    KeyReader::on_text(key, value);
    if (value.find('/') == std::string::npos && value != "." && value != "..") return;
    here().error(key.name, "names the output directory and must not have a '/' or be '.' or '..'");
  }
};

/// Of a key that stands in the wrong map of an experiment (KeyHint).
std::string in_experiment(const YamlNode& key, bool close) {
  static const KeyPlaces kPlaces = [] {
    KeyPlaces places;
    Experiment usual;
    describe(places, usual);
    for (const char* path : {"workload", "workload.path", "workload.format", "workload.mapping", "workload.generator",
                             "workload.tasks", "workload.order", "workload.streams", "plan", "background"})
      places.add(path);
    return places;
  }();
  return kPlaces.hint(key.text, close);
}

class ExperimentReader {
 public:
  ExperimentReader(const std::string& path, Diagnostics& diagnostics) : path_(path), diagnostics_(diagnostics) {}

  /// A group of processors is called by its name beside its number.
  static std::string item_name(const YamlNode& item, const std::string& path);
  /// Makes `architecture: FILE` and `workload: FILE` open to overrides of what is inside.
  bool expand(YamlNode& node, const std::string& path);
  void read(const YamlNode& document, Experiment& to);
  [[nodiscard]] const std::vector<std::string>& inputs() const { return inputs_; }

 private:
  [[nodiscard]] std::string beside(const std::string& file) const;
  bool load_tree(YamlNode& node);
  bool read_architecture_key(MapReader& map, Experiment& to);
  void read_workload_key(MapReader& map, Experiment& to);
  void read_workload_of(const YamlNode& node, MapReader& map, Experiment& to);
  void read_workload_map(const YamlNode& node, MapReader& map, Experiment& to);
  void read_workload_file(const YamlNode& node, Experiment& to);
  void read_streams(const YamlNode& node, Experiment& to);
  void read_stream(const YamlNode& node, const std::string& path, Experiment& to);
  void read_plan(MapReader& map, Experiment& to);
  void read_provenance(MapReader& map, Experiment& to);
  void read_background_key(MapReader& map, bool has_architecture, Experiment& to);

  const std::string& path_;
  Diagnostics& diagnostics_;
  bool architecture_from_file_ = false;
  bool load_failed_ = false;
  std::vector<std::string> inputs_;  ///< beside the experiment itself
};

std::string ExperimentReader::beside(const std::string& file) const { return path_beside(directory_of(path_), file); }

/// Replaces a path by the tree of its file. The position of errors in the file is the file's own; a file that cannot
/// be read is the fault of the line that names it.
bool ExperimentReader::load_tree(YamlNode& node) {
  const auto named = read_text(node, "architecture", diagnostics_);
  if (!named) return false;
  const std::string file = beside(*named);
  const auto text = read_named_file(file, "architecture", node.where(), diagnostics_);
  if (!text) return false;
  inputs_.push_back(file);
  auto tree = parse_yaml(*text, shown_path(file), diagnostics_);
  if (!tree) return false;
  if (!tree->is_map()) {
    diagnostics_.error(tree->where(), "an architecture must be a map of keys, not " + describe(*tree));
    return false;
  }
  if (refuse_other_kind(*tree, FileKind::architecture, diagnostics_)) return false;
  node = std::move(*tree);
  architecture_from_file_ = true;
  return true;
}

bool ExperimentReader::expand(YamlNode& node, const std::string& path) {
  if (!node.is_scalar()) return true;
  if (path == "architecture") {
    // A file that cannot be read is reported once, not once per override.
    if (!load_failed_) load_failed_ = !load_tree(node);
    return !load_failed_;
  }
  if (path == "workload") {
    YamlNode key = node;
    key.text = "path";
    YamlNode value = std::move(node);
    node = key;
    node.kind = YamlNode::Kind::map;
    node.text.clear();
    node.items = {std::move(key), std::move(value)};
  }
  return true;
}

std::string ExperimentReader::item_name(const YamlNode& item, const std::string& path) {
  return path == "architecture.processors" ? group_name(item) : "";
}

void ExperimentReader::read(const YamlNode& document, Experiment& to) {
  MapReader map(document, "", diagnostics_);
  if (!document.is_map()) {
    if (document.is_null()) diagnostics_.error(document.where(), "an experiment must be a map of keys, not nothing");
    return;
  }
  to.name = stem_of(path_);
  ExperimentKeys keys(map, in_experiment);
  describe(keys, to);
  const bool has_architecture = read_architecture_key(map, to);
  read_workload_key(map, to);
  if (to.workload.foreign) round_job_bytes(to.workload, to.architecture);
  read_plan(map, to);
  read_background_key(map, has_architecture, to);
  read_provenance(map, to);
  map.finish(in_experiment);
}

/// Whether the architecture is sound.
bool ExperimentReader::read_architecture_key(MapReader& map, Experiment& to) {
  const YamlNode* found = map.find("architecture");
  if (found == nullptr) {
    diagnostics_.error(map.node().where(), "an experiment needs the key `architecture` (a path or a map)");
    return false;
  }
  YamlNode tree = *found;
  if (!tree.is_map() && !tree.is_scalar()) {
    map.error("architecture", "must be a path or a map, not " + describe(tree));
    return false;
  }
  if (!expand(tree, "architecture")) return false;
  const auto elsewhere = [this](const YamlNode& key, bool close) {
    const bool own_file = architecture_from_file_ && !is_set(key);
    return own_file ? in_architecture(key, close) : in_experiment(key, close);
  };
  const auto read = read_architecture(tree, architecture_from_file_ ? "" : "architecture", diagnostics_, elsewhere);
  if (read) to.architecture = *read;
  return read.has_value();
}

void ExperimentReader::read_workload_key(MapReader& map, Experiment& to) {
  const YamlNode* found = map.find("workload");
  if (found == nullptr) {
    diagnostics_.error(map.node().where(), "an experiment needs the key `workload` (a path or a map)");
    return;
  }
  read_workload_of(*found, map, to);
}

void ExperimentReader::read_workload_of(const YamlNode& node, MapReader& map, Experiment& to) {
  const YamlNode* found = &node;
  const YamlNode* order = found->is_map() ? found->find("order") : nullptr;
  if (order == nullptr) return read_workload_map(*found, map, to);
  // The one key that all ways to give a workload share: the rest is read without it.
  std::size_t which = 0;
  const std::vector<std::string_view> names(kSubmissionOrderNames.begin(), kSubmissionOrderNames.end());
  const bool right = MapReader::again(*found, "workload", diagnostics_).name("order", which, names);
  YamlNode rest = *found;
  const auto at = rest.items.begin() + (order - found->items.data()) - 1;
  rest.items.erase(at, at + 2);
  read_workload_map(rest, map, to);
  if (right) to.workload.order = static_cast<SubmissionOrder>(which);
  if (to.stream || !to.streams.empty()) {
    diagnostics_.error(order->where(),
                       "workload.order goes with a graph of tasks; a stream is submitted as it arrives");
  }
}

void ExperimentReader::read_workload_map(const YamlNode& node, MapReader& map, Experiment& to) {
  const YamlNode* found = &node;
  if (found->is_map() && found->find("generator") != nullptr) {
    GeneratedWorkload made;
    generate_workload(*found, "workload", directory_of(path_), made, diagnostics_);
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
  read_workload_file(*found, to);
}

void ExperimentReader::read_streams(const YamlNode& node, Experiment& to) {
  MapReader map(node, "workload", diagnostics_);
  const YamlNode* list = map.find("streams");
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
}

void ExperimentReader::read_stream(const YamlNode& node, const std::string& path, Experiment& to) {
  const std::size_t before = diagnostics_.size();
  GraphStream& stream = to.streams.emplace_back();
  stream.where = node.where();
  MapReader map(node, path, diagnostics_);
  if (!node.is_map()) return;
  KeyReader keys(map);
  describe(keys, stream);
  for (const char* needed : {"name", "workload", "arrivals"}) {
    if (map.find(needed) == nullptr) map.error(needed, "is missing (a stream has a name, a workload and arrivals)");
  }
  map.text("name", stream.name);
  const auto same = std::find_if(to.streams.begin(), to.streams.end() - 1,
                                 [&](const GraphStream& other) { return other.name == stream.name; });
  if (same != to.streams.end() - 1 && !stream.name.empty()) {
    map.error("name", in_quotes(stream.name) + " is already the name of another stream");
  }
  GeneratorContext context{directory_of(path_), diagnostics_};
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
  read_workload_of(*graph, map, one);
  if (one.stream) {
    map.error("workload", "of a stream is a graph, not a stream of tasks (a graph of one task arrives as well)");
    return;
  }
  stream.workload = std::move(one.workload);
  if (stream.workload.foreign) round_job_bytes(stream.workload, to.architecture);
  if (one.workload_file) {
    stream.path = one.workload_file->path;
    stream.sha256 = one.workload_file->sha256;
  }
  const auto later = std::find_if(stream.workload.tasks.begin(), stream.workload.tasks.end(),
                                  [](const WorkloadTask& task) { return task.submit != 0; });
  if (later != stream.workload.tasks.end()) {
    diagnostics_.error(later->where, "task " + in_quotes(later->id) +
                                         " has a cycle of its own to be submitted in, but the tasks of a stream arrive "
                                         "with their instance");
  }
  if (diagnostics_.size() == before && stream.arrivals->last_arrival(stream.count) > Cycle{1} << 60) {
    map.error("count", "arrive over more than 2^60 cycles (fewer instances or shorter intervals)");
  }
}

void ExperimentReader::read_workload_file(const YamlNode& node, Experiment& to) {
  const std::size_t before = diagnostics_.size();
  std::string file;
  std::string format;
  std::string expected;
  const YamlNode* mapping = nullptr;
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
    mapping = map.find("mapping");
    map.text("sha256", expected);
    map.finish();
  } else if (const auto text = read_text(node, "workload", diagnostics_)) {
    file = *text;
  }
  if (diagnostics_.size() != before) return;
  const std::string named = file;
  file = beside(file);
  const auto text = read_named_file(file, "workload", named_at, diagnostics_);
  if (!text) return;
  inputs_.push_back(file);
  to.workload_file = WorkloadFile{named, sha256(*text)};
  if (!expected.empty() && expected != to.workload_file->sha256) {
    diagnostics_.error(named_at, "the workload " + named + " is not the file that workload.sha256 means: its own is " +
                                     to.workload_file->sha256);
    return;
  }
  read_workload(*text, shown_path(file), format, to.workload, diagnostics_, nullptr, mapping);
  if (!to.workload.beside.empty()) inputs_.push_back(to.workload.beside);
}

/// After architecture and workload, which the plan is held against.
void ExperimentReader::read_plan(MapReader& map, Experiment& to) {
  const YamlNode* found = map.find("plan");
  const YamlNode* policies = map.node().find("policies");
  const YamlNode* choice = policies == nullptr ? nullptr : policies->find("processor_choice");
  if (found == nullptr) {
    if (to.timing == Timing::ideal) map.error("timing", "ideal goes with a `plan` to replay");
    if (choice != nullptr && to.processor_choice == kPlannedChoice) {
      diagnostics_.error(choice->where(),
                         "policies.processor_choice is fixed, which takes the processors of a plan (name its file with "
                         "the key `plan`, or choose another one of `gantry list processor_choices`)");
    }
    return;
  }
  for (const ReportEntry& report : run_reports().entries()) {
    if (to.timing == Timing::ideal && report.of_machine && !report.on && to.output[report.name].on) {
      map.error("timing", "ideal has no " + report.name + " to write (output." + report.name + ": false)");
    }
  }
  if (to.stream || !to.streams.empty()) {
    diagnostics_.error(found->where(), "a plan goes with a graph of tasks, not with a stream");
    return;
  }
  const std::size_t before = diagnostics_.size();
  const auto file = read_text(*found, "plan", diagnostics_);
  if (!file || !diagnostics_.ok() || to.workload.tasks.empty() || to.architecture.processors.empty()) return;
  const std::string path = beside(*file);
  const auto text = read_named_file(path, "plan", found->where(), diagnostics_);
  if (!text) return;
  inputs_.push_back(path);
  to.plan = gantry::read_plan(*text, shown_path(path), to.workload, diagnostics_);
  if (to.plan) to.replay = make_replay(*to.plan, to.workload, to.architecture, found->where(), diagnostics_);
  if (choice != nullptr && to.processor_choice != kPlannedChoice) {
    diagnostics_.error(choice->where(),
                       "policies.processor_choice is " + in_quotes(to.processor_choice) +
                           ", but the plan says where jobs run (set policies.processor_choice to fixed "
                           "or leave it out; for " +
                           in_quotes(to.processor_choice) + " to decide, leave out the key `plan`)");
  }
  if (diagnostics_.size() == before) to.processor_choice = kPlannedChoice;
}

/// What a run says of its origin when its experiment is run again.
void ExperimentReader::read_provenance(MapReader& map, Experiment& to) {
  std::string workload;
  read_origin(map, to.overrides, &workload);
  if (!workload.empty() && to.workload_file) to.workload_file->path = workload;
}

void ExperimentReader::read_background_key(MapReader& map, bool has_architecture, Experiment& to) {
  const YamlNode* found = map.find("background");
  if (found == nullptr || !has_architecture) return;
  if (to.timing == Timing::ideal) {
    map.error("background", "has nowhere to go with ideal timing, which has no interconnect");
    return;
  }
  to.background = read_background(*found, to.architecture, to.seed, diagnostics_);
}

}  // namespace

std::optional<Experiment> load_experiment(const std::string& path, const std::vector<std::string>& sets,
                                          Diagnostics& diagnostics) {
  const auto text = read_text_file(path, diagnostics);
  if (!text) return std::nullopt;
  return read_experiment(*text, shown_path(path), sets, diagnostics);
}

std::optional<Experiment> read_experiment(const std::string& text, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  auto document = parse_yaml(text, path, diagnostics);
  if (!document) return std::nullopt;
  if (refuse_other_kind(*document, FileKind::experiment, diagnostics)) return std::nullopt;
  ExperimentReader reader(path, diagnostics);
  for (const std::string& set : sets) {
    apply_set(
        *document, set, [&](YamlNode& node, const std::string& at) { return reader.expand(node, at); }, diagnostics,
        ExperimentReader::item_name);
  }
  if (diagnostics.size() != before) return std::nullopt;
  std::optional<Experiment> experiment(std::in_place);
  experiment->path = path;
  experiment->overrides = sets;
  experiment->given = std::make_shared<const YamlNode>(std::move(*document));
  try {
    reader.read(*experiment->given, *experiment);
  } catch (const std::exception& problem) {
    diagnostics.error({path, 0, 0}, std::string("cannot be read: ") + problem.what());
  }
  if (diagnostics.size() != before) return std::nullopt;
  experiment->inputs = reader.inputs();
  experiment->inputs.push_back(path);
  return experiment;
}

}  // namespace gantry
