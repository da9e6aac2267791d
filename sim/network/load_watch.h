// SPDX-License-Identifier: Apache-2.0
// Observers of one load of a network.
#pragma once

#include <functional>

#include "gantry/base/types.h"

namespace gantry {

class NetworkBench;

struct LoadWatch {
  /// Receives the bench of every run whose packets are recorded, before its first cycle. A later run of the same load
  /// replaces the earlier one.
  std::function<void(NetworkBench& bench)> begin = {};
  /// Called every few cycles. Returning false ends the run at once.
  std::function<bool(Cycle now)> goes_on = {};
};

}  // namespace gantry
