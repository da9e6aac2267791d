// SPDX-License-Identifier: Apache-2.0
// Input of `gantry plan pipeline`, from the command line (or from the parameters of a plan) and the files that it
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
  std::string resources;          ///< a file, or the number of equal resources
  std::uint32_t subtasks = 1;
  std::string objective = "makespan";
  bool replicate = false;
  bool drop_input = false;
  std::string bandwidth;        ///< 10^9 bytes per second, for PipeDream profiles; empty: 16
  std::string cycles_per_byte;  ///< for other workloads; empty: 1
  std::string latency;          ///< cycles; empty: 0
};

struct PipelineInput {
  Workload workload;  ///< all subtasks; task number: subtask x operations + operation; ids `operation@subtask`
  plan::PipelineModel model;
  std::string cycles_per_unit;  ///< for a file with its own unit of time; else empty
  std::string cycles_per_byte;  ///< the value that is used; empty: transfers are not in bytes
};

/// Reads the input. Reports all problems; returns nothing after one.
std::optional<PipelineInput> load_pipeline(const PipelineArguments& arguments, Diagnostics& diagnostics);

/// Returns the parameters that a checker or a replay needs in addition to the workload.
void set_pipeline_parameters(const PipelineArguments& arguments, const PipelineInput& input, plan::Values& parameters);
/// The reverse. `resources`, unless empty, replaces the name of the file.
PipelineArguments pipeline_arguments(const plan::Values& parameters, const std::string& workload,
                                     const std::string& resources);

}  // namespace gantry
