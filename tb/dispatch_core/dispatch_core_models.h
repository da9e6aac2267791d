// SPDX-License-Identifier: Apache-2.0
// Tables of models of the dispatch core in Verilog; tb/dispatch_core/models.cmake writes them.
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
/// Those of the program (GANTRY_CORE_MODELS), which may be none.
const CoreModels& program_core_models();

/// The smallest model that has all that is asked for: as many entries, processors, types, classes, ports and as deep
/// queues or more, and the rest equal. Widths of counters and the divider are the model's. Null when there is none.
const CoreModel* find_core_model(const CoreModels& models, const CoreParameters& asked);
/// What to do about it.
std::string no_core_model(const CoreModels& models, const CoreParameters& asked);

}  // namespace gantry
