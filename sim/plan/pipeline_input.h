// SPDX-License-Identifier: Apache-2.0
// What `gantry plan pipeline` is asked, from the command line (or from the parameters of a plan) and the files it
// names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/pipeline/model.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

struct PipelineArguments {
  std::string workload;
  std::string format;             ///< empty: guessed
  std::vector<std::string> sets;  ///< mapping.a=value
  std::string resources;          ///< a file, or a number of equal resources
  std::uint32_t subtasks = 1;
  std::string objective = "makespan";
  bool replicate = false;
  bool drop_input = false;
  std::string bandwidth;        ///< 10^9 bytes per second, of PipeDream profiles; empty = 16
  std::string cycles_per_byte;  ///< of other workloads; empty = 1
  std::string latency;          ///< cycles; empty = 0
};

struct PipelineInput {
  Workload workload;  ///< all subtasks: task number subtask x operations + operation, ids `operation@subtask`
  plan::PipelineModel model;
  std::string cycles_per_unit;  ///< of a file that has its own unit of time; else empty
  std::string cycles_per_byte;  ///< as used; empty where transfers are not bytes
};

/// Reports everything that is wrong; nothing then.
std::optional<PipelineInput> load_pipeline(const PipelineArguments& arguments, Diagnostics& diagnostics);

/// What a checker or a replay has to know besides the workload.
void set_pipeline_parameters(const PipelineArguments& arguments, const PipelineInput& input, plan::Values& parameters);
/// The reverse; `resources`, if not empty, names the file anew.
PipelineArguments pipeline_arguments(const plan::Values& parameters, const std::string& workload,
                                     const std::string& resources);

}  // namespace gantry
