// SPDX-License-Identifier: Apache-2.0
// What goes wrong in a run, and when. docs/faults.md defines each kind.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/network_fault.h"

namespace gantry {
inline namespace platform {

enum class FaultKind : std::uint8_t {
  die,   ///< computes nothing any more
  hang,  ///< computes nothing for a time
  slow,  ///< needs `factor` times as many cycles for what it computes
  fail   ///< answers that a job has failed if the last cycle of its computation is in that time
};

inline constexpr std::array<std::string_view, 4> kFaultKindNames = {"die", "hang", "slow", "fail"};

/// A fault of a processor in the cycles [at, at + cycles). Faults of one processor do not overlap.
struct ProcessorFault {
  ProcessorId processor = 0;
  FaultKind kind = FaultKind::die;
  Cycle at = 0;                    ///< 0..2^40
  Cycle cycles = kNever;           ///< 1..2^40; kNever: to the end of the run
  std::uint64_t factor = 1000000;  ///< of `slow`: in millionths, from 1000000 on

  /// First cycle after the fault; kNever: none.
  [[nodiscard]] Cycle until() const { return cycles == kNever ? kNever : at + cycles; }
};

/// Faults of a processor at random times: the next one begins 1 + an exponential number of cycles after cycle 0 or the
/// end of the one before. Equal on every machine for the same seed and number.
struct FaultRate {
  ProcessorId processor = 0;  ///< has no other faults
  Cycle mean = 0;             ///< 1..2^40: of the exponential, rounded down
  ProcessorFault fault;       ///< but for `processor` and `at`
};

struct FaultPlan {
  std::vector<ProcessorFault> list;
  std::vector<FaultRate> rates;
  std::vector<NetworkFault> network = {};  ///< of the interconnect
  std::uint64_t seed = 0;                  ///< of the rates
  Cycle last = kNever;                     ///< no fault that is drawn begins later

  /// Whether no processor fails.
  [[nodiscard]] bool empty() const { return list.empty() && rates.empty(); }
};

/// A fault that began in a run, and what it cost.
struct FaultRecord {
  ProcessorFault fault;
  std::uint64_t jobs = 0;    ///< whose computation it made longer or endless, or which failed in it
  std::uint64_t lost = 0;    ///< of these the endless ones
  std::uint64_t failed = 0;  ///< of these the failed ones
  Cycle delay_cycles = 0;    ///< that it added to the others
};

}  // namespace platform
}  // namespace gantry
