// SPDX-License-Identifier: Apache-2.0
#include "picker/rtl_models.h"

#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
namespace {

std::string tie_number(TieBreak tie) { return tie == TieBreak::expected_weight ? "0" : "1"; }

std::string function_text(std::uint32_t entries, std::uint32_t classes, std::uint32_t frac, std::uint32_t quant,
                          TieBreak tie) {
  return "ENTRIES=" + std::to_string(entries) + " CLASSES=" + std::to_string(classes) +
         " FRAC=" + std::to_string(frac) + " QUANT=" + std::to_string(quant) + " TIE=" + tie_number(tie);
}

}  // namespace

std::string RtlParameters::text() const {
  return function_text(entries, classes, frac, quant, tie) + " JOB_BITS=" + std::to_string(job_bits) +
         " DIVIDER=" + std::to_string(divider) + " PICK_LATENCY=" + std::to_string(pick_latency);
}

const RtlModel* find_rtl_model(const RtlModels& models, const PickerConfig& config) {
  if (!weight_rule(config).is_usual()) return nullptr;
  const RtlModel* best = nullptr;
  for (const RtlModel& model : models) {
    const RtlParameters& p = model.parameters;
    if (p.entries < config.entries || p.classes < config.classes || p.frac != config.frac ||
        p.quant != config.quantisation() || p.tie != config.tie) {
      continue;
    }
    if (best == nullptr || p.entries < best->parameters.entries) best = &model;
  }
  return best;
}

std::string no_rtl_model(const RtlModels& models, const PickerConfig& config) {
  if (!weight_rule(config).is_usual())
    return "the RTL picker has the usual delay factors, and sums over tasks (expected no keys of dispatcher.picker." +
           std::string(kSourcePicker) + ')';
  std::string text = "the RTL picker is not built for ";
  text += function_text(config.entries, config.classes, config.frac, config.quantisation(), config.tie);
  if (config.entries > RtlParameters::kMaxEntries) {
    return text + " (it has at most " + std::to_string(RtlParameters::kMaxEntries) + " entries)";
  }
  text += " (built, each also for fewer entries and classes:";
  for (const RtlModel& model : models) {
    const RtlParameters& p = model.parameters;
    text += " [" + function_text(p.entries, p.classes, p.frac, p.quant, p.tie) + "]";
  }
  const std::uint32_t entries = config.entries < 4 ? 4 : config.entries;
  return text + "; build it with `make build RTL_MODELS=" + std::to_string(entries) + ":" +
         std::to_string(config.classes) + ":" + std::to_string(config.frac) + ":" +
         std::to_string(config.quantisation()) + ":" + tie_number(config.tie) + "`, docs/rtl.md)";
}

}  // namespace gantry
