// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "point/point_state.h"

namespace gantry {

/// A run that is not in the store: its id and its overrides.
struct AbsentRun {
  std::string id;
  std::vector<std::string> sets;
};

/// The end of a run that is not stored.
struct PointEnd {
  PointState state = PointState::failed;  ///< failed or timeout
  std::string message;
};

}  // namespace gantry
