// SPDX-License-Identifier: Apache-2.0
// Messages that a block will see, in order of time, one per cycle as on a link.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry::campaign {

class DelayLine {
 public:
  /// Adds a message that is seen in cycle `at`, or in the first later cycle that is free. Returns that cycle.
  Cycle add(Cycle at, const PinMessage& message) {
    auto where = std::find_if(line_.begin(), line_.end(), [&](const Later& l) { return l.at >= at; });
    for (; where != line_.end() && where->at == at; ++where) ++at;
    line_.insert(where, {at, message});
    return at;
  }
  /// Takes the message of this cycle. Returns whether there is one.
  bool take(Cycle now, std::vector<PinMessage>& in) {
    if (line_.empty() || line_.front().at > now) return false;
    in.push_back(line_.front().message);
    line_.pop_front();
    return true;
  }
  /// Cycle of the next message; kNever: none.
  [[nodiscard]] Cycle next() const { return line_.empty() ? kNever : line_.front().at; }

 private:
  struct Later {
    Cycle at = 0;
    PinMessage message;
  };
  std::deque<Later> line_;
};

}  // namespace gantry::campaign
