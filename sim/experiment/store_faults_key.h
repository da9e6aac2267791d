// SPDX-License-Identifier: Apache-2.0
// Deaths of local stores in the key `faults` of an experiment.
#pragma once

#include <string>
#include <vector>

#include "experiment/faults_key.h"
#include "gantry/base/diagnostics.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/fault_plan.h"
#include "text/yaml_reader.h"

namespace gantry {

class StoreFaultsReader {
 public:
  /// The arguments must outlive it.
  StoreFaultsReader(const Architecture& architecture, Diagnostics& diagnostics)
      : architecture_(architecture), diagnostics_(diagnostics) {}

  /// Reads an item with the key `store`. Reports stores that do not exist or die twice, and keys that stores do not
  /// have.
  void read(MapReader& map, const FaultKeys& keys);
  /// Returns the faults in order of the list.
  [[nodiscard]] std::vector<StoreFault> finish() { return faults_; }

 private:
  const Architecture& architecture_;
  Diagnostics& diagnostics_;
  std::vector<StoreFault> faults_;
};

}  // namespace gantry
