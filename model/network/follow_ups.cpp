// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/follow_ups.h"

#include "gantry/network/replies.h"
#include "gantry/network/trace_follow_ups.h"

namespace gantry {
inline namespace network {

std::unique_ptr<FollowUps> make_follow_ups(const TrafficSpec& traffic) {
  if (traffic.file) return std::make_unique<TraceFollowUps>(traffic.file->open());
  if (traffic.reply.any()) return std::make_unique<Replies>(traffic.reply);
  return nullptr;
}

}  // namespace network
}  // namespace gantry
