// SPDX-License-Identifier: Apache-2.0
// A decomposer whose decisions a backend behind pins makes. It passes messages on, and derives stamps and counters from
// them. The pins do not show the end of a split: its stamp is that of our decomposer, or of the request if that is
// earlier.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/scheduler/decomposer_base.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedDecomposer final : public DecomposerBase {
 public:
  /// `backend` must outlive it.
  PinnedDecomposer(const DecomposerParts& parts, PinBackend& backend)
      : DecomposerBase(parts), pins_(backend), registers_of_(config_.slots, kNone) {}

  [[nodiscard]] bool may_skip() const override { return false; }
  bool archive(Archive& state) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  void input_registration(const MonitorAnswer& answer, Cycle now);
  void input_verdict(const ScheduleVerdict& verdict, Cycle now);
  void take_cache_update(const CacheUpdate& update, Cycle now);
  void take_question(const MonitorRequest& request, Cycle now);
  void take_request(const ScheduleRequest& request, Cycle now);

  PinExchange pins_;
  std::vector<CacheUpdate> updates_due_;     ///< updates that the backend has not sent yet
  std::vector<std::uint32_t> registers_of_;  ///< register by the backend's slot number; kNone: none
};

}  // namespace gantry
