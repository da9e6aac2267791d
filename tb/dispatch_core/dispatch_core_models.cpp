// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/dispatch_core_models.h"

#include <algorithm>

#include "gantry/scheduler/tie_break.h"

namespace gantry {
namespace {

std::uint32_t number_of(TieBreak tie) { return tie == TieBreak::expected_weight ? 0 : 1; }

/// Returns the parameters that decide which machines a model supports.
std::string served_text(const CoreParameters& p) {
  const auto part = [](const char* name, std::uint32_t value) {
    return std::string(" ") + name + '=' + std::to_string(value);
  };
  return ("ENTRIES=" + std::to_string(p.entries)) + part("PROCESSORS", p.processors) + part("TYPES", p.types) +
         part("CHOICE", p.choice) + part("PER_JOB", p.per_job) + part("CLASSES", p.classes) + part("FRAC", p.frac) +
         part("QUANT", p.quant) + part("TIE", number_of(p.tie)) + part("DEPTH_BITS", p.depth_bits) +
         part("PORTS", p.ports);
}

}  // namespace

std::string CoreParameters::text() const {
  return served_text(*this) + " JOB_BITS=" + std::to_string(job_bits) + " DIVIDER=" + std::to_string(divider);
}

const CoreModel* find_core_model(const CoreModels& models, const CoreParameters& asked) {
  const CoreModel* best = nullptr;
  for (const CoreModel& model : models) {
    const CoreParameters& p = model.parameters;
    const bool large_enough = p.entries >= asked.entries && p.processors >= asked.processors &&
                              p.types >= asked.types && p.classes >= asked.classes &&
                              p.depth_bits >= asked.depth_bits && p.ports >= asked.ports;
    const bool same = p.choice == asked.choice && p.per_job == asked.per_job && p.frac == asked.frac &&
                      p.quant == asked.quant && p.tie == asked.tie;
    if (!large_enough || !same) continue;
    const auto size = [](const CoreParameters& of) { return of.entries + of.processors; };
    if (best == nullptr || size(p) < size(best->parameters)) best = &model;
  }
  return best;
}

std::string no_core_model(const CoreModels& models, const CoreParameters& asked) {
  std::string text = "the dispatch core in Verilog is not built for " + served_text(asked);
  const bool too_large = asked.entries > RtlParameters::kMaxEntries || asked.types > CoreParameters::kMaxTypes ||
                         asked.processors > CoreParameters::kMaxProcessors || asked.ports > CoreParameters::kMaxPorts;
  if (too_large) {
    return text + " (it has at most " + std::to_string(RtlParameters::kMaxEntries) + " entries, " +
           std::to_string(CoreParameters::kMaxProcessors) + " processors, " +
           std::to_string(CoreParameters::kMaxTypes) + " types of them and " +
           std::to_string(CoreParameters::kMaxPorts) + " send ports)";
  }
  text += models.empty() ? " (built: none" : " (built, each also for fewer of everything:";
  for (const CoreModel& model : models) text += " [" + served_text(model.parameters) + "]";
  const auto number = [](std::uint32_t value) { return ':' + std::to_string(value); };
  return text + "; build it with `make build CORE_MODELS=" + std::to_string(std::max(asked.entries, 4U)) +
         number(asked.processors) + number(asked.types) + number(asked.choice) + number(asked.per_job) +
         number(asked.classes) + number(asked.frac) + number(asked.quant) + number(number_of(asked.tie)) +
         number(asked.depth_bits) + number(asked.ports) + "`, docs/dispatch_core.md)";
}

}  // namespace gantry
