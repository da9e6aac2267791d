// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/message_holds.h"

namespace gantry {
inline namespace explain {

MessageHolds::MessageHolds(std::vector<PacketHold> holds) {
  const auto subject = [](const PacketHold& hold) { return std::pair(hold.subject.task, hold.subject.job); };
  std::sort(holds.begin(), holds.end(), [&](const PacketHold& a, const PacketHold& b) {
    return std::pair(subject(a), a.from) < std::pair(subject(b), b.from);
  });
  for (const PacketHold& hold : holds) {
    if (hold.until <= hold.from) continue;
    if (holds_.empty() || subject(holds_.back()) != subject(hold) || holds_.back().until < hold.from) {
      holds_.push_back(hold);
    } else {
      holds_.back().until = std::max(holds_.back().until, hold.until);
    }
  }
}

}  // namespace explain
}  // namespace gantry
