// SPDX-License-Identifier: Apache-2.0
// How reports call a task (of serving: a session).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gantry {

/// By host task number.
using TaskName = std::function<std::string(std::uint64_t number)>;

}  // namespace gantry
