// SPDX-License-Identifier: Apache-2.0
// Tables of models of the picker in Verilog. tb/picker/models.cmake writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "picker/rtl_picker.h"

namespace gantry {

struct RtlModel {
  RtlParameters parameters;
  std::unique_ptr<RtlPicker> (*make)();
  std::unique_ptr<RtlPicker> (*make_traced)();  ///< nullptr: built without waveforms
  /// With registers whose power-up values depend on the seed, instead of 0; nullptr: built without this.
  std::unique_ptr<RtlPicker> (*make_powered_up)(std::uint64_t seed) = nullptr;
};

/// The models of one table, the smallest first.
using RtlModels = std::vector<RtlModel>;
/// The models of the program (GANTRY_RTL_MODELS).
const RtlModels& program_rtl_models();

/// Returns the smallest model that gives this configuration's results: with at least as many entries and classes, and
/// equal FRAC, QUANT and TIE. nullptr: none.
const RtlModel* find_rtl_model(const RtlModels& models, const PickerConfig& config);
/// Returns advice for a missing model.
std::string no_rtl_model(const RtlModels& models, const PickerConfig& config);

}  // namespace gantry
