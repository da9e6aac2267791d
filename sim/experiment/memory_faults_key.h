// SPDX-License-Identifier: Apache-2.0
// Errors of global memory in the key `faults` of an experiment.
#pragma once

#include <vector>

#include "experiment/faults_key.h"
#include "gantry/base/diagnostics.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/fault_plan.h"
#include "text/yaml_reader.h"

namespace gantry {

class MemoryFaultsReader {
 public:
  /// The arguments must outlive it.
  MemoryFaultsReader(const Architecture& architecture, Diagnostics& diagnostics)
      : architecture_(architecture), diagnostics_(diagnostics) {}

  /// Reads an item with the key `memory`. Reports controllers that do not exist, and keys that memory does not have.
  void read(MapReader& map, const FaultKeys& keys);
  /// Returns the faults by controller and time. Reports those that begin before an earlier one is over.
  [[nodiscard]] std::vector<MemoryFault> finish();

 private:
  /// A fault, and its place in the file.
  struct ReadFault {
    MemoryFault fault;
    const YamlNode* node = nullptr;
  };

  const Architecture& architecture_;
  Diagnostics& diagnostics_;
  std::vector<ReadFault> faults_;
};

}  // namespace gantry
