// SPDX-License-Identifier: Apache-2.0
#include "commands/engine_list.h"

#include <algorithm>

#include "blocks/block_model.h"
#include "dispatch_core/dispatch_core_models.h"
#include "gantry/scheduler/tie_break.h"
#include "picker/named_pickers.h"
#include "program/program_models.h"

namespace gantry {

std::vector<EngineRow> engine_rows() {
  std::vector<EngineRow> rows = {{"picker=model", "any picker, as it is by default"}};
  if (const auto missing = missing_models()) rows.push_back({"picker=rtl", *missing});
  if (!program_rtl_models().empty()) {
    std::string sizes;
    for (const RtlModel& model : program_rtl_models()) {
      const RtlParameters& p = model.parameters;
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(p.entries) +
               " entries with TIE=" + (p.tie == TieBreak::expected_weight ? "0" : "1");
    }
    rows.push_back({"picker=rtl", std::string(kSourcePicker) + " in Verilog: " + sizes});
    rows.push_back({"picker=lockstep", "both, compared in every round"});
  }
  for (const NamedPicker& picker : program_named_pickers()) {
    std::string sizes;
    for (const RtlModel& model : picker.models) {
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(model.parameters.entries);
    }
    rows.push_back({"picker=" + picker.name, picker.policy + " in RTL of its own: " + sizes + " entries"});
    rows.push_back({"picker=lockstep:" + picker.name, "beside the model's " + picker.policy});
  }
  if (!program_core_models().empty()) {
    rows.push_back({"dispatch_core=lockstep", "the dispatch core in Verilog beside the model's"});
  }
  const auto named = [&](const std::string& engine) {
    return std::any_of(rows.begin(), rows.end(), [&](const EngineRow& row) { return row.name == engine; });
  };
  for (const BlockModel& model : program_block_models()) {
    const bool ours = model.name == "rtl";
    if (model.other) {
      rows.push_back({"scheduler=" + model.name, "another scheduler in Verilog (docs/schedulers_in_rtl.md)"});
      continue;
    }
    if (named(model.block + '=' + model.name)) continue;
    rows.push_back({model.block + '=' + model.name, "the " + model.block + " in Verilog alone"});
    rows.push_back({model.block + "=lockstep" + (ours ? "" : ':' + model.name), "beside the model's"});
  }
  return rows;
}

}  // namespace gantry
