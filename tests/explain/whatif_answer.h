// SPDX-License-Identifier: Apache-2.0
// The answer of `gantry whatif --json` with these arguments.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry {

inline nlohmann::json whatif(const InputFiles& files, std::vector<std::string> arguments, int status = 0) {
  arguments.insert(arguments.begin(), "whatif");
  arguments.emplace_back("--json");
  ProgramRun program(files, arguments);
  REQUIRE(program.finish() == status);
  return nlohmann::json::parse(program.out());
}

}  // namespace gantry
