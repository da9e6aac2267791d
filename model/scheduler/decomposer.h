// SPDX-License-Identifier: Apache-2.0
// The decomposer: asks for predecessors, registers the tasks at each queue's head, pre-splits registered tasks in
// parallel slots, and sends scheduling requests; after a matching failure it asks again. Source 004 [0054]-[0057],
// [0073]-[0091], [0099], [0138].
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/decomposer_base.h"

namespace gantry {
inline namespace scheduler {

class Decomposer final : public DecomposerBase {
 public:
  explicit Decomposer(const DecomposerParts& parts) : DecomposerBase(parts) {}

  void append_state(Cycle now, std::vector<std::uint64_t>& state) const override;
  void shift(const Repetition& repetition) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  void answer_registration(const MonitorAnswer& answer, Cycle now);
  void answer_verdict(const ScheduleVerdict& verdict, Cycle now);
  void ask_monitor(Cycle now);
  void send_request(Cycle now);
  /// The oldest of a queue that has a request for the monitor; nullptr: none has.
  [[nodiscard]] Head* first_to_ask(QueueId id);

  QueueId next_queue_ = 0;  ///< round-robin pointer of requests to the monitor
};

}  // namespace scheduler
}  // namespace gantry
