// SPDX-License-Identifier: Apache-2.0
// Tables of models of the picker in Verilog; tb/picker/models.cmake writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "picker/rtl_picker.h"

namespace gantry {

struct RtlModel {
  RtlParameters parameters;
  std::unique_ptr<RtlPicker> (*make)();
  std::unique_ptr<RtlPicker> (*make_traced)();  ///< null: built without waveforms
  /// With registers that power up as the seed says, and not with 0; null: built without.
  std::unique_ptr<RtlPicker> (*make_powered_up)(std::uint64_t seed) = nullptr;
};

/// The models of one table, smallest first.
using RtlModels = std::vector<RtlModel>;
/// Those of the program (GANTRY_RTL_MODELS).
const RtlModels& program_rtl_models();

/// The smallest model that gives this configuration's answers: with as many entries and classes or more, and the same
/// FRAC, QUANT and TIE. Null when there is none.
const RtlModel* find_rtl_model(const RtlModels& models, const PickerConfig& config);
/// What to do about it.
std::string no_rtl_model(const RtlModels& models, const PickerConfig& config);

}  // namespace gantry
