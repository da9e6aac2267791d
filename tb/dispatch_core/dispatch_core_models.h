// SPDX-License-Identifier: Apache-2.0
// Tables of models of the dispatch core in Verilog. tb/dispatch_core/models.cmake writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dispatch_core/rtl_dispatch_core.h"

namespace gantry {

struct CoreModel {
  CoreParameters parameters;
  std::unique_ptr<RtlDispatchCore> (*make)();
};

using CoreModels = std::vector<CoreModel>;
/// The models of the program (GANTRY_CORE_MODELS); may be empty.
const CoreModels& program_core_models();

/// Returns the smallest model with at least the required entries, processors, types, classes, ports and queue depths,
/// and otherwise equal parameters. Counter widths and the divider may differ. nullptr: none.
const CoreModel* find_core_model(const CoreModels& models, const CoreParameters& asked);
/// Returns advice for a missing model.
std::string no_core_model(const CoreModels& models, const CoreParameters& asked);

}  // namespace gantry
