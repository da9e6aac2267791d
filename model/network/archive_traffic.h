// SPDX-License-Identifier: Apache-2.0
// State of synthetic traffic (gantry/base/archive.h).
#pragma once

#include "gantry/kernel/archive_kernel.h"
#include "gantry/network/synthetic_traffic.h"

namespace gantry {
inline namespace base {

template <>
struct Archived<PacketSource> {
  static void members(Archive& state, PacketSource& source) { state(source.nodes_, source.on_to_, source.left_); }
};

template <>
struct Archived<SyntheticTraffic> {
  static void members(Archive& state, SyntheticTraffic& traffic) {
    state(static_cast<Unit&>(traffic), traffic.sources_.ordinary);
    if (traffic.sources_.urgent != nullptr) state(*traffic.sources_.urgent);
    if (traffic.follow_ups_ != nullptr) traffic.follow_ups_->archive(state);
    for (auto& port : traffic.drawn_) state(port.next, port.sending, port.response, port.held, port.outstanding);
    for (auto& port : traffic.follow_ports_) state(port.unsent);
    state(traffic.ports_left_, traffic.in_flight_, traffic.last_, traffic.recheck_at_, traffic.waiting_,
          traffic.acknowledgements_);
  }
};

}  // namespace base
}  // namespace gantry
