// SPDX-License-Identifier: Apache-2.0
// The least cycles that the steps of a task's life can take on a machine, whatever else runs on it: the latencies of
// docs/timing.md with nothing in the way, over the shortest ways that there are: those of the topology's route, or of
// the links where packets have others.
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
  /// Handed over to seen, over so many links.
  [[nodiscard]] Cycle message(std::uint32_t hops, std::uint64_t flits) const;

  /// Links between the ends that are closest to each other.
  struct Hops {
    std::uint32_t host_memory = 0;
    std::uint32_t memory_scheduler = 0;
    std::uint32_t scheduler_host = 0;
    std::uint32_t scheduler_job = 0;  ///< to the processors of a set
    std::uint32_t memory_job = 0;
  };
  /// Those of the fixed blocks, and of a set's processors.
  [[nodiscard]] const Hops& hops() const { return hops_; }
  [[nodiscard]] Hops hops(const ProcessorSet& set) const;

  /// A transfer begins to its last answer seen, over so many links to the nearest controller; 0 of no bytes.
  [[nodiscard]] Cycle read(std::uint32_t hops, std::uint64_t bytes) const;
  [[nodiscard]] Cycle write(std::uint32_t hops, std::uint64_t bytes) const;

  [[nodiscard]] const Architecture& architecture() const { return architecture_; }

 private:
  Architecture architecture_;
  CutThrough cut_through_;
  Hops hops_;
  std::vector<std::uint32_t> to_scheduler_;  ///< of every processor
  std::vector<std::uint32_t> to_memory_;
};

}  // namespace explain
}  // namespace gantry
