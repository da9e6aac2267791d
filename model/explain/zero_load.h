// SPDX-License-Identifier: Apache-2.0
// Lower bounds of the steps of a task's life on a machine without other load: the latencies of docs/timing.md over the
// shortest routes. With several routes per pair these have the fewest links, each as short as the shortest link.
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

  /// Returns the flits of a message with `payload` bytes beside its header, at least 1.
  [[nodiscard]] std::uint64_t flits(std::uint64_t payload) const;
  /// Returns the cycles from handing over a message until it is seen, with `way` cycles between its routers.
  [[nodiscard]] Cycle message(Cycle way, std::uint64_t flits) const;

  /// The same of control messages, on the network that carries them.
  [[nodiscard]] std::uint64_t control_flits(std::uint64_t payload) const;
  [[nodiscard]] Cycle control_message(Cycle way, std::uint64_t flits) const;
  /// Returns the cycles from handing over some control messages of `flits` flits to a port until the last flit of the
  /// last one leaves.
  [[nodiscard]] Cycle control_sending(std::uint64_t messages, std::uint64_t flits) const;

  /// Least cycles of a head from its first to its last router, over all pairs of such endpoints.
  struct Ways {
    Cycle host_memory = 0;
    Cycle memory_scheduler = 0;
    Cycle scheduler_host = 0;  ///< on the network of control messages, as the next
    Cycle scheduler_job = 0;   ///< cycles from the scheduler to the processors of a set
    Cycle memory_job = 0;
  };
  /// Between the fixed blocks alone (`scheduler_job` and `memory_job` are 0), or including the nearest processors of a
  /// set (kNever if the set is empty).
  [[nodiscard]] const Ways& ways() const { return ways_; }
  [[nodiscard]] Ways ways(const ProcessorSet& set) const;

  /// Returns the cycles from the begin of a transfer until its last answer is seen, with `way` cycles to the nearest
  /// controller; 0 for 0 bytes.
  [[nodiscard]] Cycle read(Cycle way, std::uint64_t bytes) const;
  [[nodiscard]] Cycle write(Cycle way, std::uint64_t bytes) const;

  [[nodiscard]] const Architecture& architecture() const { return architecture_; }

 private:
  [[nodiscard]] const InterconnectConfig& control_config() const;
  void find_control_ways();

  Architecture architecture_;
  CutThrough cut_through_;
  Ways ways_;
  std::vector<Cycle> to_scheduler_;  ///< by processor
  std::vector<Cycle> to_memory_;
};

}  // namespace explain
}  // namespace gantry
