// SPDX-License-Identifier: Apache-2.0
// One experiment: a machine, a workload, the policies and the outputs. Every default is defined here.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/graph_stream.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/cost/figures.h"
#include "gantry/network/background.h"
#include "gantry/plan/plan.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/scheduler/picker.h"
#include "gantry/workload/workload.h"
#include "output/output_options.h"
#include "plan/replay.h"
#include "text/experiment_head.h"
#include "text/yaml_node.h"
#include "workload/stream.h"

namespace gantry {

/// The model that runs: the machine, or a calendar with computing and transfers alone (replays only).
enum class Timing : std::uint8_t { machine, ideal };

/// The file of a workload.
struct WorkloadFile {
  std::string path;  ///< path as in the experiment
  std::string sha256;
};

struct Experiment : ExperimentHead {
  Architecture architecture;
  CostFigures cost;  ///< cost figures of the architecture, or the default ones
  Workload workload;
  std::optional<StreamSpec> stream;                  ///< replaces the workload's tasks, which are empty then
  std::vector<GraphStream> streams;                  ///< replaces the workload's tasks: graphs that arrive repeatedly
  std::string picker = kSourcePicker;                ///< name in PickerCatalogue
  std::string processor_choice = "earliest_finish";  ///< name in ProcessorChoiceCatalogue
  std::optional<plan::Plan> plan;                    ///< plan of the workload
  std::optional<Replay> replay;                      ///< the plan, prepared for this machine
  Timing timing = Timing::machine;
  std::optional<BackgroundTraffic> background;  ///< synthetic traffic in addition to the machine's own
  FaultPlan faults;                             ///< of its processors, without seed and limit
  Cycle max_cycles = 0;                         ///< last cycle of the run; 0: no limit
  OutputOptions output{run_reports()};

  // Origins, in addition to those of the head.
  std::shared_ptr<const YamlNode>
      cost_given;  ///< the architecture's `cost`, with the content of its file; nullptr: none
  std::shared_ptr<const YamlNode>
      interconnect_given;  ///< the interconnect's map, with the content of the file of `graph`
  std::optional<WorkloadFile> workload_file;
};

/// Returns the faults of a run of the experiment.
[[nodiscard]] inline FaultPlan fault_plan(const Experiment& experiment) {
  FaultPlan plan = experiment.faults;
  plan.seed = experiment.seed;
  if (experiment.max_cycles > 0) plan.last = experiment.max_cycles;
  return plan;
}

/// Describes the keys of an experiment (gantry/base/keys.h). The architecture is one of its sections. `workload`,
/// `plan` and `background` are left out, because they read files or depend on the machine.
void describe(KeyVisitor& keys, Experiment& experiment);

/// Reads an experiment and the files that it names (relative to its own), with overrides `a.b=value` in order. Reports
/// all problems, except those that concern machine and workload together (check_feasible()).
std::optional<Experiment> load_experiment(const std::string& path, const std::vector<std::string>& sets,
                                          Diagnostics& diagnostics);

/// The same for a text that was read from the file `path`.
std::optional<Experiment> read_experiment(const std::string& text, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics);

/// The same for its document, which is consumed. For callers that read one document many times with different
/// overrides.
std::optional<Experiment> read_experiment(YamlNode document, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics);

}  // namespace gantry
