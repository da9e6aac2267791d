// SPDX-License-Identifier: Apache-2.0
// What the program and its library of models (gantry_rtl.so) have in common.
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

/// Sizes of all that program and library exchange: a library of another state of the sources is refused, not misread.
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

/// The library's one function; nullptr if its own layout is another.
using ModelTablesFunction = const ModelTables*(std::uint64_t layout);
inline constexpr const char* kModelTablesName = "gantry_model_tables";

}  // namespace gantry
