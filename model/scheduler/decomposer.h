// SPDX-License-Identifier: Apache-2.0
// The decomposer. For the task at each queue's head it queries the predecessors, then requests a registration. It
// pre-splits registered tasks in parallel slots and sends a scheduling request for each. After a failed match it
// repeats the request. Source 004 [0054]-[0057], [0073]-[0091], [0099], [0138].
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/decomposer_base.h"

namespace gantry {
inline namespace scheduler {

class Decomposer final : public DecomposerBase {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit Decomposer(const DecomposerParts& parts) : DecomposerBase(parts) {}

  void append_state(Cycle now, std::vector<std::uint64_t>& state) const override;
  void shift(const Repetition& repetition) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  void answer_query(const MonitorAnswer& answer, Cycle now);
  void answer_registration(const MonitorAnswer& answer, Cycle now);
  void answer_verdict(const ScheduleVerdict& verdict, Cycle now);
  /// Sends at most one query or registration of this cycle.
  void ask_monitor(Cycle now);
  /// Sends at most one scheduling request, of the slot that has been due longest; a first request wins ties.
  void send_request(Cycle now);
  /// Returns the oldest visible task of the queue that has a request for the monitor; nullptr: none.
  [[nodiscard]] Head* first_to_ask(QueueId id);

  QueueId next_queue_ = 0;  ///< round-robin pointer of requests to the monitor
};

}  // namespace scheduler
}  // namespace gantry
