// SPDX-License-Identifier: Apache-2.0
#include "core/architecture.h"

#include <algorithm>

namespace gantry {

Cycle Speed::time_for(std::uint64_t cycles) const {
  __extension__ using Wide = unsigned __int128;
  const Wide time = (static_cast<Wide>(cycles) * 1000000 + millionths - 1) / millionths;
  return static_cast<Cycle>(std::min<Wide>(time, kMaxJobTime));
}

}  // namespace gantry
