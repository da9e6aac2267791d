// SPDX-License-Identifier: Apache-2.0
#include "experiment/experiment.h"

#include <limits>
#include <utility>

#include "architecture/architecture_reader.h"
#include "architecture/background_reader.h"
#include "architecture/graph_reader.h"
#include "cost/cost_file.h"
#include "experiment/engine_names.h"
#include "experiment/faults_key.h"
#include "experiment/workload_key.h"
#include "gantry/base/one_line.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "output/run_report.h"
#include "plan/plan_edges.h"
#include "plan/plan_file.h"
#include "text/file_kind.h"
#include "text/key_places.h"
#include "text/key_reader.h"
#include "text/origin.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
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
    if (const auto wrong = wrong_directory_name(value)) here().error(key.name, wrong->text);
  }
};

/// Returns the hint for a key that belongs to another map of an experiment (KeyHint).
std::string in_experiment(const YamlNode& key, bool close) {
  static const KeyPlaces kPlaces = [] {
    KeyPlaces places;
    Experiment usual;
    describe(places, usual);
    for (const char* path : {"workload", "workload.path", "workload.format", "workload.mapping", "workload.lowering",
                             "workload.generator", "workload.tasks", "workload.order", "workload.part",
                             "workload.edges", "workload.streams", "plan", "background", "faults"})
      places.add(path);
    return places;
  }();
  return kPlaces.hint(key.text, close);
}

class ExperimentReader final : public ExperimentDocument {
 public:
  ExperimentReader(Experiment& to, Diagnostics& diagnostics)
      : ExperimentDocument(FileKind::experiment, to, diagnostics), to_(to) {}

 private:
  /// A group of processors is called by its name beside its number.
  [[nodiscard]] std::string item_name(const YamlNode& item, const std::string& path) const override;
  /// Expands `architecture: FILE` and `workload: FILE`, so that overrides can change the content.
  bool expand(YamlNode& node, const std::string& at) override;
  void read(const YamlNode& document) override;
  [[nodiscard]] std::string beside(const std::string& file) const;
  bool load_tree(YamlNode& node);
  bool read_architecture_key(MapReader& map);
  template <class Catalogue>
  void note_unused(const YamlNode& section, const std::string& path, const Catalogue& plug_ins,
                   const std::string& policy, const std::string& used);
  void note_unused_policies(const YamlNode& architecture);
  void read_plan(MapReader& map);
  std::optional<SourcePosition> plan_with_transfers(const MapReader& map);
  void note_transfers(const SourcePosition& where);
  void settle_reports(const YamlNode& document);
  void read_provenance(MapReader& map);
  void read_background_key(MapReader& map, bool has_architecture);
  void read_faults_key(MapReader& map, bool has_architecture);

  Experiment& to_;
  bool architecture_from_file_ = false;
  bool load_failed_ = false;
  std::optional<std::string> plan_text_;  ///< content of the plan's file, which may be a pipe
};

std::string ExperimentReader::beside(const std::string& file) const { return path_beside(directory_of(path()), file); }

/// Replaces a path by the tree of its file. The position of errors in the file is the file's own; a file that cannot
/// be read is the fault of the line that names it.
bool ExperimentReader::load_tree(YamlNode& node) {
  const auto named = read_text(node, "architecture", diagnostics_);
  if (!named) return false;
  const std::string file = beside(*named);
  const auto text = read_named_file(file, "architecture", node.where(), diagnostics_);
  if (!text) return false;
  inputs().push_back(file);
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

bool ExperimentReader::expand(YamlNode& node, const std::string& at) {
  if (!node.is_scalar()) return true;
  if (at == "architecture") {
    // A file that cannot be read is reported once, not once per override.
    if (!load_failed_) load_failed_ = !load_tree(node);
    return !load_failed_;
  }
  if (at == "architecture.cost") return expand_cost(node, path(), inputs(), diagnostics_);
  if (at == "workload") {
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

std::string ExperimentReader::item_name(const YamlNode& item, const std::string& path) const {
  return path == "architecture.processors" ? group_name(item) : "";
}

void ExperimentReader::read(const YamlNode& document) {
  MapReader map(document, "", diagnostics_);
  ExperimentKeys keys(map, in_experiment);
  describe(keys, to_);
  const bool has_architecture = read_architecture_key(map);
  read_workload_key(map, path(), plan_with_transfers(map), to_, inputs(), diagnostics_);
  settle_reports(document);
  if (to_.workload.foreign) round_job_bytes(to_.workload, to_.architecture);
  read_plan(map);
  read_background_key(map, has_architecture);
  read_faults_key(map, has_architecture);
  read_provenance(map);
  map.finish(in_experiment);
}

/// Some reports are off for streams by default, because their files would grow with the stream.
void ExperimentReader::settle_reports(const YamlNode& document) {
  if (!to_.stream && to_.streams.empty()) return;
  const YamlNode* output = document.find("output");
  for (const ReportEntry& report : run_reports().entries()) {
    const bool given = output != nullptr && output->is_map() && output->find(report.name) != nullptr;
    if (!report.of_streams && !given) to_.output[report.name].on = false;
  }
}

/// Whether the architecture is sound.
bool ExperimentReader::read_architecture_key(MapReader& map) {
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
  YamlNode* interconnect = tree.find("interconnect");
  expand_graph(interconnect, path(), inputs(), diagnostics_);
  if (interconnect != nullptr) to_.interconnect_given = std::make_shared<const YamlNode>(*interconnect);
  const auto read = read_architecture(tree, architecture_from_file_ ? "" : "architecture", diagnostics_, elsewhere);
  if (read) to_.architecture = *read;
  if (read) note_unused_policies(tree);
  const auto cost = read_architecture_cost(tree, architecture_from_file_ ? "" : "architecture", path(), diagnostics_);
  if (cost) {
    to_.cost = cost->figures;
    if (cost->given) to_.cost_given = std::make_shared<const YamlNode>(*cost->given);
    inputs().insert(inputs().end(), cost->files.begin(), cost->files.end());
  }
  return read.has_value();
}

/// Notes keys of plug-ins that `policy` does not name, if --set gave them: a file may have those of several.
template <class Catalogue>
void ExperimentReader::note_unused(const YamlNode& section, const std::string& path, const Catalogue& plug_ins,
                                   const std::string& policy, const std::string& used) {
  for (const auto& entry : plug_ins.entries()) {
    const YamlNode* keys = entry.keys.empty() || entry.name == used ? nullptr : section.find(entry.name);
    for (std::size_t i = 0; keys != nullptr && keys->is_map() && i + 1 < keys->items.size(); i += 2) {
      const YamlNode& value = keys->items[i + 1];
      if (!is_set(value)) continue;
      diagnostics_.note(value.where(), path + '.' + entry.name + '.' + keys->items[i].text +
                                           " changes nothing: " + policy + " is " + used);
    }
  }
}

void ExperimentReader::note_unused_policies(const YamlNode& architecture) {
  const std::string path = "architecture.dispatcher";
  const YamlNode* dispatcher = architecture.find("dispatcher");
  if (dispatcher == nullptr) return;
  note_unused(*dispatcher, path, builtin_processor_choices(), "policies.processor_choice", to_.processor_choice);
  if (const YamlNode* picker = dispatcher->find("picker"))
    note_unused(*picker, path + ".picker", builtin_pickers(), "policies.picker", to_.picker);
}

/// The place of the key `plan` if its file counts transfers and is for the machine. Reports nothing: read_plan() does.
std::optional<SourcePosition> ExperimentReader::plan_with_transfers(const MapReader& map) {
  const YamlNode* found = map.node().find("plan");
  if (found == nullptr || !found->is_scalar() || to_.timing == Timing::ideal) return std::nullopt;
  Diagnostics unheard;
  const auto file = read_text(*found, "plan", unheard);
  if (!file) return std::nullopt;
  const std::string path = beside(*file);
  plan_text_ = read_named_file(path, "plan", found->where(), unheard);
  if (!plan_text_) return std::nullopt;
  const auto head = read_plan_head(*plan_text_, shown_path(path), unheard);
  if (!head || !counts_transfers(head->parameters)) return std::nullopt;
  return found->where();
}

/// Says how many bytes the machine does not move between processors, though the plan has them there.
void ExperimentReader::note_transfers(const SourcePosition& where) {
  if (to_.timing == Timing::ideal) return;
  const UnmovedEdges unmoved = unmoved_edges(*to_.plan, to_.workload);
  if (unmoved.edges == 0) return;
  const std::string bytes =
      std::to_string(unmoved.bytes) + " bytes of " + std::to_string(unmoved.edges) + " edges between processors";
  const std::string hint = to_.workload.edges_are_data ? "" : " (workload.edges: data moves them)";
  diagnostics_.note(where, counts_transfers(to_.plan->parameters)
                               ? "the plan counts " + bytes + ", and the machine does not move them" + hint
                               : "the plan counts no transfers, and the machine does not move " + bytes + hint);
}

/// Call after architecture and workload, against which the plan is checked.
void ExperimentReader::read_plan(MapReader& map) {
  const YamlNode* found = map.find("plan");
  const YamlNode* policies = map.node().find("policies");
  const YamlNode* choice = policies == nullptr ? nullptr : policies->find("processor_choice");
  if (found == nullptr) {
    if (to_.timing == Timing::ideal) map.error("timing", "ideal goes with a `plan` to replay");
    if (choice != nullptr && to_.processor_choice == kPlannedChoice) {
      diagnostics_.error(choice->where(),
                         "policies.processor_choice is fixed, which takes the processors of a plan (name its file with "
                         "the key `plan`, or choose another one of `gantry list processor_choices`)");
    }
    return;
  }
  for (const ReportEntry& report : run_reports().entries()) {
    if (to_.timing == Timing::ideal && report.of_machine && !report.on && to_.output[report.name].on) {
      map.error("timing", "ideal has no " + report.name + " to write (output." + report.name + ": false)");
    }
  }
  if (to_.stream || !to_.streams.empty()) {
    diagnostics_.error(found->where(), "a plan goes with a graph of tasks, not with a stream");
    return;
  }
  const std::size_t before = diagnostics_.size();
  const auto file = read_text(*found, "plan", diagnostics_);
  if (!file || !diagnostics_.ok() || to_.workload.tasks.empty() || to_.architecture.processors->empty()) return;
  refuse_different_jobs(to_.workload, diagnostics_);
  if (!diagnostics_.ok()) return;
  const std::string path = beside(*file);
  if (!plan_text_) plan_text_ = read_named_file(path, "plan", found->where(), diagnostics_);
  if (!plan_text_) return;
  inputs().push_back(path);
  to_.plan = gantry::read_plan(*plan_text_, shown_path(path), to_.workload, diagnostics_);
  if (to_.plan) {
    note_transfers(found->where());
    to_.replay = make_replay(*to_.plan, to_.workload, to_.architecture, to_.timing == Timing::ideal, found->where(),
                             diagnostics_);
  }
  if (choice != nullptr && to_.processor_choice != kPlannedChoice) {
    diagnostics_.error(choice->where(),
                       "policies.processor_choice is " + in_quotes(to_.processor_choice) +
                           ", but the plan says where jobs run (set policies.processor_choice to fixed "
                           "or leave it out; for " +
                           in_quotes(to_.processor_choice) + " to decide, leave out the key `plan`)");
  }
  if (diagnostics_.size() == before) to_.processor_choice = kPlannedChoice;
}

/// Reads the origin that an earlier run of this experiment wrote.
void ExperimentReader::read_provenance(MapReader& map) {
  std::string workload;
  read_origin(map, to_.overrides, &workload);
  if (!workload.empty() && to_.workload_file) to_.workload_file->path = workload;
}

void ExperimentReader::read_background_key(MapReader& map, bool has_architecture) {
  const YamlNode* found = map.find("background");
  if (found == nullptr || !has_architecture) return;
  if (to_.timing == Timing::ideal) {
    map.error("background", "has nowhere to go with ideal timing, which has no interconnect");
    return;
  }
  to_.background = read_background(*found, to_.architecture, to_.seed, directory_of(path()), inputs(), diagnostics_);
}

void ExperimentReader::read_faults_key(MapReader& map, bool has_architecture) {
  const YamlNode* found = map.find("faults");
  if (found == nullptr || !has_architecture) return;
  if (to_.timing == Timing::ideal) {
    map.error("faults", "need `timing: machine`: with ideal timing nothing fails");
    return;
  }
  to_.faults = read_faults(*found, to_.architecture, diagnostics_);
}

}  // namespace

std::optional<Experiment> load_experiment(const std::string& path, const std::vector<std::string>& sets,
                                          Diagnostics& diagnostics) {
  return read_document<ExperimentReader, Experiment>(load_document(path, diagnostics), shown_path(path), sets,
                                                     diagnostics);
}

std::optional<Experiment> read_experiment(const std::string& text, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  return read_document<ExperimentReader, Experiment>(parse_yaml(text, path, diagnostics), path, sets, diagnostics);
}

std::optional<Experiment> read_experiment(YamlNode document, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  return read_document<ExperimentReader, Experiment>(std::move(document), path, sets, diagnostics);
}

}  // namespace gantry
