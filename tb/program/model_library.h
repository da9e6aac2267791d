// SPDX-License-Identifier: Apache-2.0
// Interface between the program and its library of models (gantry_rtl.so).
#pragma once

#include <cstddef>
#include <cstdint>

#include "blocks/block_model.h"
#include "dispatch_core/dispatch_core_models.h"
#include "picker/named_pickers.h"
#include "picker/rtl_models.h"

namespace gantry {

struct ModelTables {
  const RtlModels* pickers;
  const NamedPickers* named_pickers;
  const CoreModels* cores;
  const BlockModels* blocks;
};

/// Sizes of all exchanged structs. A library built from other sources is refused.
constexpr std::uint64_t model_layout() {
  std::uint64_t layout = 1;
  for (const std::size_t size :
       {sizeof(ModelTables), sizeof(RtlModel), sizeof(RtlParameters), sizeof(PickerInputs), sizeof(PickerOutputs),
        sizeof(EntryState), sizeof(NamedPicker), sizeof(CoreModel), sizeof(CoreParameters), sizeof(CoreInputs),
        sizeof(CoreOutputs), sizeof(BlockModel), sizeof(BlockLimit), sizeof(PinBits)}) {
    layout = layout * 1'000'003 + size;
  }
  return layout;
}

/// The library's only function. Returns nullptr if its own layout differs.
using ModelTablesFunction = const ModelTables*(std::uint64_t layout);
inline constexpr const char* kModelTablesName = "gantry_model_tables";

}  // namespace gantry
