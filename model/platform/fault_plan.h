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
  die,     ///< computes nothing any more
  hang,    ///< computes nothing for a time
  slow,    ///< needs `factor` times as many cycles for what it computes
  fail,    ///< answers that a job has failed if the last cycle of its computation is in that time
  error,   ///< of memory: answers a read with an error
  corrupt  ///< of links: NetworkFaultKind::corrupt
};

/// Those of processors and memory.
inline constexpr std::array<std::string_view, 5> kFaultKindNames = {"die", "hang", "slow", "fail", "error"};

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

/// Reads of global memory that are answered with an error: the first one that its controller takes from cycle `at` on;
/// with `cycles` all that it takes in [at, at + cycles). With `mean` there is one after the other, as of FaultRate.
struct MemoryFault {
  std::uint32_t controller = 0;
  Cycle at = 0;      ///< 0..2^40; of a rate 0
  Cycle cycles = 0;  ///< 1..2^40; 0: one read
  Cycle mean = 0;    ///< 1..2^40; 0: one fault, in cycle `at`
};

/// A local store that dies: it has no part any more, and takes none.
struct StoreFault {
  std::uint32_t store = 0;  ///< its number; dies once
  Cycle at = 0;             ///< 0..2^40; of a random time 0
  Cycle mean = 0;           ///< 1..2^40: in cycle 1 + an exponential number of cycles; 0: in cycle `at`
};

struct FaultPlan {
  std::vector<ProcessorFault> list;
  std::vector<FaultRate> rates;
  std::vector<NetworkFault> network = {};  ///< of the interconnect
  std::vector<MemoryFault> memory = {};    ///< a controller with a rate has no other faults
  std::vector<StoreFault> stores = {};
  std::uint64_t seed = 0;  ///< of the rates
  Cycle last = kNever;     ///< no fault that is drawn begins later

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

/// The same of a fault of memory.
struct MemoryFaultRecord {
  MemoryFault fault;
  Cycle until = kNever;     ///< first cycle after it; kNever: no read has come
  std::uint64_t reads = 0;  ///< that were answered with an error
};

/// The same of a local store.
struct StoreFaultRecord {
  StoreFault fault;
  std::uint64_t jobs = 0;   ///< at its processors that had to read parts again, or could not
  std::uint64_t parts = 0;  ///< that it had
  std::uint64_t lost = 0;   ///< of these: no other copy was left, and jobs were to read them
};

}  // namespace platform
}  // namespace gantry
