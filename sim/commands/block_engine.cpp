// SPDX-License-Identifier: Apache-2.0
#include "commands/block_engine.h"

#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/scheduler_of.h"
#include "pins/block_pins.h"

namespace gantry {
namespace {

std::vector<std::uint32_t> config_of(const BlockPins& pins, const Experiment& experiment) {
  return block_config(pins, config_behind_pins(experiment));
}

}  // namespace

BlockConfig config_behind_pins(const Experiment& experiment) {
  const Architecture& architecture = experiment.architecture;
  const ProcessorTable table(list_processors(architecture),
                             hops_to_processors(architecture, *make_topology(architecture)));
  const std::vector<std::uint32_t>& hops = table.view(0, {}).hops;
  std::vector<pins::Processor> processors;
  for (ProcessorId p = 0; p < table.count(); ++p) {
    const ProcessorInfo& info = table.info(p);
    processors.push_back({p, info.type, info.speed.millionths, hops[p], table.cluster_of(p), info.queue_depth});
  }
  return {architecture,
          {architecture.memory->burst_bytes, architecture.memory->outstanding_bursts},
          architecture.host->ring_entries,
          std::move(processors),
          experiment.picker,
          experiment.processor_choice};
}

void check_block_engine(const BlockChoice& choice, const Experiment& experiment, const SourcePosition& where,
                        Diagnostics& diagnostics) {
  const auto error = [&](const std::string& text) { diagnostics.error(where, text); };
  const BlockPins* pins = find_block_pins(choice.block);
  if (pins == nullptr) return error("the block '" + choice.block + "' has no pins");
  if (experiment.timing == Timing::ideal)
    return error("a replay with timing=ideal has no " + choice.block + " (expected timing=machine)");
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
