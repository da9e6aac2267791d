// SPDX-License-Identifier: Apache-2.0
// What a run could be without: causes of its critical path that the same keys change (docs/explaining.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/explain/causes.h"

namespace gantry {
inline namespace explain {

/// Causes that the same keys change.
struct Relief {
  std::string_view name;
  std::string_view what;  ///< completes the sentence "Without ..."
  std::uint32_t causes;   ///< bit c: cause c
};

inline constexpr std::size_t kReliefs = 8;
inline constexpr std::array<Relief, kReliefs> kReliefTable = {{
    {"queue", "tasks that wait behind others of their queue", bit_of(Cause::queue)},
    {"processors", "waiting for a free processor", bit_of(Cause::processor)},
    {"compute", "the time that jobs compute", bit_of(Cause::compute)},
    {"transfers", "reading inputs and writing outputs", bit_of(Cause::input) | bit_of(Cause::output)},
    {"network", "sending jobs and messages on their way", bit_of(Cause::network) | bit_of(Cause::send)},
    {"fetch", "writing, announcing and reading descriptors",
     bit_of(Cause::fetch) | bit_of(Cause::room) | bit_of(Cause::submit) | bit_of(Cause::ring) | bit_of(Cause::window) |
         bit_of(Cause::host)},
    {"scheduling", "registering, splitting, matching and picking",
     bit_of(Cause::registration) | bit_of(Cause::split) | bit_of(Cause::slot) | bit_of(Cause::id) |
         bit_of(Cause::match) | bit_of(Cause::entry) | bit_of(Cause::pick) | bit_of(Cause::turn)},
    {"load", "loading what tasks need into processors", bit_of(Cause::load) | bit_of(Cause::load_ring)},
}};

/// Cycles by entry of kReliefTable.
using Relieved = std::array<Cycle, kReliefs>;

}  // namespace explain
}  // namespace gantry
