// SPDX-License-Identifier: Apache-2.0
// Where a result comes from: what it takes to get it again. No time of day and no path of the machine it ran on.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gantry {

struct Provenance {
  /// Of the program and of the libraries that it was built with, by name.
  std::vector<std::pair<std::string, std::string>> versions;
  std::string picker_engine = "model";  ///< what picked: model, rtl or lockstep
  /// Of other blocks: name and engine, if it is not the model.
  std::vector<std::pair<std::string, std::string>> block_engines = {};
  std::string picker_timing;  ///< of another engine than `model`: whose times the machine's picker has
  std::string picker;
  std::string processor_choice;
  std::vector<std::string> overrides;  ///< `a.b=value`, in order
  std::string workload_path;           ///< as the experiment names it; empty: the workload is no file
  std::string workload_sha256;
};

class ResultVisitor;

/// `gantry`, `systemc`, `verilator`.
void describe_versions(ResultVisitor& results, Provenance& from);
/// `engine`, `picker` and `processor_choice`, of what a machine made.
void describe_machine(ResultVisitor& results, Provenance& from);
/// `overrides` and `workload`.
void describe_inputs(ResultVisitor& results, Provenance& from);

}  // namespace gantry
