// SPDX-License-Identifier: Apache-2.0
// The least cycles that the steps of a task's life can take on a machine, whatever else runs on it: the latencies of
// docs/timing.md with nothing in the way, over the shortest ways that there are: those of the topology's route, or,
// where packets have others, as many links as they need at least, each as short as the shortest.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/cut_through.h"

namespace gantry {
inline namespace explain {

class ZeroLoad {
 public:
  explicit ZeroLoad(const Architecture& architecture);

  /// Flits of a message.
  [[nodiscard]] std::uint64_t flits(std::uint64_t payload) const;
  /// Handed over to seen, with so many cycles on the way from router to router.
  [[nodiscard]] Cycle message(Cycle way, std::uint64_t flits) const;

  /// Cycles that a head takes from its first router to its last one, between the ends that are closest to each other.
  struct Ways {
    Cycle host_memory = 0;
    Cycle memory_scheduler = 0;
    Cycle scheduler_host = 0;
    Cycle scheduler_job = 0;  ///< to the processors of a set
    Cycle memory_job = 0;
  };
  /// Those of the fixed blocks, and of a set's processors.
  [[nodiscard]] const Ways& ways() const { return ways_; }
  [[nodiscard]] Ways ways(const ProcessorSet& set) const;

  /// A transfer begins to its last answer seen, on so long a way to the nearest controller; 0 of no bytes.
  [[nodiscard]] Cycle read(Cycle way, std::uint64_t bytes) const;
  [[nodiscard]] Cycle write(Cycle way, std::uint64_t bytes) const;

  [[nodiscard]] const Architecture& architecture() const { return architecture_; }

 private:
  Architecture architecture_;
  CutThrough cut_through_;
  Ways ways_;
  std::vector<Cycle> to_scheduler_;  ///< of every processor
  std::vector<Cycle> to_memory_;
};

}  // namespace explain
}  // namespace gantry
