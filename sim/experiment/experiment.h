// SPDX-License-Identifier: Apache-2.0
// One experiment: a machine, a workload, the policies and what to write. Every default lives here.
#pragma once

#include <cstdint>
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
#include "gantry/scheduler/picker.h"
#include "gantry/workload/workload.h"
#include "output/output_options.h"
#include "plan/replay.h"
#include "text/experiment_head.h"
#include "workload/stream.h"

namespace gantry {

/// Whether the machine runs, or a calendar that knows computing and transfers alone (a replay only).
enum class Timing : std::uint8_t { machine, ideal };

/// The file that a workload was read from.
struct WorkloadFile {
  std::string path;  ///< as the experiment names it
  std::string sha256;
};

struct Experiment : ExperimentHead {
  Architecture architecture;
  CostFigures cost;  ///< what the architecture says of it, or the default
  Workload workload;
  std::optional<StreamSpec> stream;    ///< takes the place of the workload's tasks, of which there are none then
  std::vector<GraphStream> streams;    ///< likewise: graphs that arrive again and again
  std::string picker = kSourcePicker;  ///< in PickerCatalogue
  std::string processor_choice = "earliest_finish";  ///< in ProcessorChoiceCatalogue
  std::optional<plan::Plan> plan;                    ///< of the workload
  std::optional<Replay> replay;                      ///< the plan on this machine
  Timing timing = Timing::machine;
  std::optional<BackgroundTraffic> background;  ///< synthetic traffic beside the machine's own
  Cycle max_cycles = 0;                         ///< the run is given up then; 0 = never
  OutputOptions output{run_reports()};

  // Where it comes from, beside its head.
  std::shared_ptr<const YamlNode> cost_given;  ///< the architecture's `cost`, its file in its place; nullptr: none
  std::shared_ptr<const YamlNode> interconnect_given;  ///< its map, `graph` with what stands in its file
  std::optional<WorkloadFile> workload_file;
};

/// The keys of an experiment but `workload`, `plan` and `background`, which read files or depend on the machine
/// (gantry/base/keys.h). The architecture is a section among them.
void describe(KeyVisitor& keys, Experiment& experiment);

/// Reads an experiment and the files that it names (relative to its own), with overrides `a.b=value` applied in order.
/// Everything that is wrong is reported; what needs machine and workload together is check_feasible()'s.
std::optional<Experiment> load_experiment(const std::string& path, const std::vector<std::string>& sets,
                                          Diagnostics& diagnostics);

/// The same for text that has been read already from the file `path`.
std::optional<Experiment> read_experiment(const std::string& text, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics);

/// The same for its document, which is taken: for who reads one many times, each with other overrides.
std::optional<Experiment> read_experiment(YamlNode document, const std::string& path,
                                          const std::vector<std::string>& sets, Diagnostics& diagnostics);

}  // namespace gantry
