// SPDX-License-Identifier: Apache-2.0
#include "commands/block_engine.h"

#include <algorithm>
#include <memory>

#include "experiment/feasibility.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/scheduler_of.h"
#include "gantry/platform/store_list.h"
#include "gantry/workload/data_use.h"
#include "pins/block_pins.h"

namespace gantry {
namespace {

/// Returns the most parts that a job of the task reads and writes.
std::uint64_t most_parts(const std::vector<ObjectShape>& shapes, const WorkloadTask& task) {
  std::uint64_t most = 0;
  for (std::uint32_t job = 0; job < task.jobs; ++job) {
    std::uint64_t sum = task.writes.size();
    for (const WorkloadRead& read : task.reads) {
      const ObjectShape& of = shapes[read.object];
      const PartRange range = parts_read(of.bytes, of.parts, read.whole, job, task.jobs);
      sum += std::min<std::uint64_t>(range.last - range.first, of.bytes);
    }
    most = std::max(most, sum);
  }
  return most;
}

void note_data(const Workload& workload, BlockConfig& config) {
  if (workload.data.empty()) return;
  config.data = true;
  const std::vector<ObjectShape> shapes = object_shapes(workload);
  for (const WorkloadTask& task : workload.tasks) {
    config.most_parts = std::max(config.most_parts, most_parts(shapes, task));
  }
}

/// Of tasks with data: where the stores are.
void note_stores(const Architecture& architecture, const Topology& topology, BlockConfig& config) {
  const StoreMap stores = map_stores(list_stores(architecture), architecture, topology);
  const auto processors = static_cast<ProcessorId>(config.processors.size());
  config.stores = stores.stores();
  if (std::uint64_t{config.stores} * processors > pins::directory::kMostDistances) return;
  for (StoreId store = 0; store < config.stores; ++store) {
    for (ProcessorId p = 0; p < processors; ++p) config.distances.push_back({store, p, stores.hops(store, p)});
  }
}

std::vector<std::uint32_t> config_of(const BlockPins& pins, const Experiment& experiment) {
  return block_config(pins, config_behind_pins(experiment));
}

}  // namespace

BlockConfig config_behind_pins(const Experiment& experiment) {
  const Architecture& architecture = experiment.architecture;
  const std::unique_ptr<Topology> topology = make_topology(architecture);
  const ProcessorTable table(list_processors(architecture), hops_to_processors(architecture, *topology));
  const std::vector<std::uint32_t>& hops = table.view(0, {}).hops;
  std::vector<pins::Processor> processors;
  for (ProcessorId p = 0; p < table.count(); ++p) {
    const ProcessorInfo& info = table.info(p);
    processors.push_back({p, info.type, info.speed.millionths, hops[p], table.cluster_of(p), info.queue_depth});
  }
  BlockConfig config = {architecture,  // NOLINT(cppcoreguidelines-slicing): the scheduler's part
                        {architecture.memory->burst_bytes, architecture.memory->outstanding_bursts},
                        architecture.ring_entries(),
                        std::move(processors),
                        experiment.picker,
                        experiment.processor_choice};
  config.read_errors = !experiment.faults.memory.empty();
  config.stores_die = !experiment.faults.stores.empty();
  note_data(experiment.workload, config);
  for (const GraphStream& stream : experiment.streams) note_data(stream.workload, config);
  if (config.data) note_stores(architecture, *topology, config);
  return config;
}

void check_block_engine(const BlockChoice& choice, const Experiment& experiment, const SourcePosition& where,
                        Diagnostics& diagnostics) {
  const auto error = [&](const std::string& text) { diagnostics.error(where, text); };
  const BlockPins* pins = find_block_pins(choice.block);
  if (pins == nullptr) return error("the block '" + choice.block + "' has no pins");
  if (experiment.timing == Timing::ideal)
    return error("a replay with timing=ideal has no " + choice.block + " (expected timing=machine)");
  if (choice.block == "dispatcher") {
    if (loads_tasks(experiment))
      return error("the pins of the dispatcher do not tell of its loader (expected no dispatcher.loader and no load)");
    if (sets_targets(experiment))
      return error("the pins of the dispatcher do not tell of a task's target (expected none)");
    if (has_different_jobs(experiment))
      return error("the pins of the dispatcher do not tell of jobs of different kinds (expected a number as jobs)");
    for (const ProcessorGroup& group : *experiment.architecture.processors) {
      if (group.set_up_cycles > 0)
        return error("the pins of the dispatcher do not tell of set_up_cycles (expected 0 for " + group.name + ")");
    }
  }
  if (choice.block == "monitor" && has_load_ring(experiment))
    return error(
        "the pins of the monitor do not name the task of a completed job (expected no dispatcher.loader.ring_...)");
  if (const auto beyond = beyond_pins(*pins, config_behind_pins(experiment))) return error(beyond->text);
  const std::vector<std::uint32_t> config = config_of(*pins, experiment);
  if (find_block_model(program_block_models(), *pins, choice.name, config) == nullptr)
    error(no_block_model(program_block_models(), *pins, choice.name, config));
}

ChosenBackend chosen_backend(const BlockChoice& choice, const Experiment& experiment,
                             const BlockEngineOptions& options) {
  const BlockPins& pins = *find_block_pins(choice.block);
  std::vector<std::uint32_t> config = config_of(pins, experiment);
  const BlockModel& model = *find_block_model(program_block_models(), pins, choice.name, config);
  return {&pins, &model, std::move(config), choice.alone, options};
}

}  // namespace gantry
