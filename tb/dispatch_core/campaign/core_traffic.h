// SPDX-License-Identifier: Apache-2.0
// Seeded random stimuli for the dispatch core within what is legal. Time is cut into phases; each draws its own habits.
#pragma once

#include <vector>

#include "campaign/random.h"
#include "dispatch_core/campaign/core_bench.h"

namespace gantry::campaign {

/// What processors a set of parameters is run with: types and depths at random, every type but perhaps the last with
/// one.
std::vector<CoreProcessor> draw_processors(const CoreParameters& parameters, Random& random);

class CoreTraffic {
 public:
  CoreTraffic(CoreBench& bench, std::uint64_t seed);
  /// Directed: jobs for whoever has a place, until nobody has, and on from there.
  void fill();
  /// A phase of habits drawn at random.
  void run_phase();

 private:
  /// A job that has been picked and has not completed.
  struct Job {
    ProcessorId processor = 0;
    bool sent = false;
    std::uint64_t due = 0;  ///< not before this cycle: the next that happens to it
  };
  struct Habits {
    std::uint32_t hold = 0;  ///< percent of the cycles, as the following
    std::uint32_t add = 0;
    std::uint32_t drop = 0;
    std::uint32_t match = 0;
    std::uint32_t reset = 0;           ///< of 100,000
    std::uint32_t most_entries = 1;    ///< that are used at a time
    std::uint32_t most_jobs = 1;       ///< of an entry
    std::uint32_t send_cycles = 1;     ///< at most, from the pick to its unlock
    std::uint32_t compute_cycles = 1;  ///< at most, from there to the completion
    std::uint32_t one_type = kNone;    ///< all joins are of this type
    bool keep_one_in = false;          ///< a joined entry takes the leaver's place at once
    bool fill = false;                 ///< joins are of types with a free processor, if there is one
  };

  void draw_habits();
  void cycle();
  void choose_drop(CoreInputs& in);
  void choose_add(CoreInputs& in);
  void choose_match(CoreInputs& in);
  void choose_events(CoreInputs& in);

  CoreBench& bench_;
  Random random_;
  Habits habits_;
  std::uint32_t cycles_ = 0;  ///< of the phase
  std::vector<Job> jobs_;
};

}  // namespace gantry::campaign
