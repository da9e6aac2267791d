// SPDX-License-Identifier: Apache-2.0
// Random legal stimuli for the dispatch core from a seed. Time consists of phases, each with habits of its own.
#pragma once

#include <vector>

#include "campaign/random.h"
#include "dispatch_core/campaign/core_bench.h"

namespace gantry::campaign {

/// Returns the processors for a set of parameters: random types and depths, every type but perhaps the last with at
/// least one.
std::vector<CoreProcessor> draw_processors(const CoreParameters& parameters, Random& random);

class CoreTraffic {
 public:
  CoreTraffic(CoreBench& bench, std::uint64_t seed);
  /// Directed phase: jobs for all free processors until none is free, then onwards from there.
  void fill();
  /// Starts a phase with random habits.
  void run_phase();

 private:
  /// A job that was picked and has not completed.
  struct Job {
    ProcessorId processor = 0;
    bool sent = false;
    std::uint64_t due = 0;  ///< earliest cycle of its next event
  };
  struct Habits {
    std::uint32_t hold = 0;  ///< percent of the cycles, as the following members
    std::uint32_t add = 0;
    std::uint32_t drop = 0;
    std::uint32_t match = 0;
    std::uint32_t reset = 0;           ///< per 100,000 cycles
    std::uint32_t most_entries = 1;    ///< most entries in use at a time
    std::uint32_t most_jobs = 1;       ///< most jobs of an entry
    std::uint32_t send_cycles = 1;     ///< most cycles from the pick to the unlock
    std::uint32_t compute_cycles = 1;  ///< most cycles from the unlock to the completion
    std::uint32_t one_type = kNone;    ///< all joins are of this type; kNone: of any
    bool keep_one_in = false;          ///< a joining entry takes the place of a leaving one at once
    bool fill = false;                 ///< joins are of types with a free processor, if there is one
  };

  void draw_habits();
  void cycle();
  /// One cycle of it or four, with inputs that must not matter, legal or not. The first cycle has begun.
  void reset(bool hold);
  void choose_drop(CoreInputs& in);
  void choose_add(CoreInputs& in);
  void choose_match(CoreInputs& in);
  void choose_events(CoreInputs& in);

  CoreBench& bench_;
  Random random_;
  Habits habits_;
  std::uint32_t cycles_ = 0;  ///< length of the phase in cycles
  std::vector<Job> jobs_;
};

}  // namespace gantry::campaign
