// SPDX-License-Identifier: Apache-2.0
// A decomposer whose decisions are those of a backend behind its pins: it passes messages on, and keeps stamps and
// counters by what they say. The pins do not tell when a task is split: this is recorded as our decomposer would have
// it, or with the request if that comes earlier.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/decomposer_base.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedDecomposer final : public DecomposerBase {
 public:
  /// `backend` outlives it.
  PinnedDecomposer(const DecomposerParts& parts, PinBackend& backend)
      : DecomposerBase(parts), pins_(backend), registers_of_(config_.slots, kNone) {}

  [[nodiscard]] bool may_skip() const override { return false; }

 protected:
  Cycle step(Cycle now) override;

 private:
  void input_registration(const MonitorAnswer& answer, Cycle now);
  void input_verdict(const ScheduleVerdict& verdict, Cycle now);
  void take_cache_update(const CacheUpdate& update, Cycle now);
  void take_question(const MonitorRequest& request, Cycle now);
  void take_request(const ScheduleRequest& request, Cycle now);

  PinExchange pins_;
  std::vector<CacheUpdate> updates_due_;     ///< that the backend has not sent
  std::vector<std::uint32_t> registers_of_;  ///< by the backend's number of a slot; kNone: none
};

}  // namespace gantry
