// SPDX-License-Identifier: Apache-2.0
#include "picker/named_pickers.h"

#include <algorithm>

#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
namespace {

bool has_weights(const NamedPicker& picker) { return picker.policy == kSourcePicker; }

}  // namespace

const NamedPicker* find_named_picker(const NamedPickers& pickers, const std::string& name) {
  const auto at = std::find_if(pickers.begin(), pickers.end(), [&](const NamedPicker& p) { return p.name == name; });
  return at == pickers.end() ? nullptr : &*at;
}

const RtlModel* find_rtl_model(const NamedPicker& picker, const PickerConfig& config) {
  if (has_weights(picker)) return find_rtl_model(picker.models, config);
  const RtlModel* best = nullptr;
  for (const RtlModel& model : picker.models) {
    const RtlParameters& p = model.parameters;
    if (p.entries < config.entries || p.classes < config.classes) continue;
    if (best == nullptr || p.entries < best->parameters.entries) best = &model;
  }
  return best;
}

std::string served_text(const NamedPicker& picker, const RtlParameters& p) {
  std::string text = "ENTRIES=" + std::to_string(p.entries) + " CLASSES=" + std::to_string(p.classes);
  if (!has_weights(picker)) return text;
  return text + " FRAC=" + std::to_string(p.frac) + " QUANT=" + std::to_string(p.quant) +
         " TIE=" + (p.tie == TieBreak::expected_weight ? "0" : "1");
}

std::string no_rtl_model(const NamedPicker& picker, const PickerConfig& config) {
  RtlParameters asked;
  asked.entries = config.entries;
  asked.classes = config.classes;
  asked.frac = config.frac;
  asked.quant = config.quantisation();
  asked.tie = config.tie;
  std::string text = "the RTL picker " + picker.name + " is not built for " + served_text(picker, asked) +
                     " (built, each also for fewer entries and classes:";
  for (const RtlModel& model : picker.models) text += " [" + served_text(picker, model.parameters) + "]";
  return text + "; its gantry_rtl.list names more, docs/rtl.md)";
}

}  // namespace gantry
