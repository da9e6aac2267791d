// SPDX-License-Identifier: Apache-2.0
// Where a result comes from: what it takes to get it again. No time of day and no path of the machine it ran on.
#pragma once

#include <nlohmann/json.hpp>

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

/// As every result has it. What picked and placed is left out where nothing does.
nlohmann::ordered_json provenance_json(const Provenance& from);

}  // namespace gantry
