// SPDX-License-Identifier: Apache-2.0
// Messages that a block will see: in order of time, one a cycle, as a link carries them.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "gantry/base/types.h"
#include "pins/pin_fields.h"

namespace gantry::campaign {

class DelayLine {
 public:
  /// Seen in cycle `at`, or in the first one behind it that is free, which it answers.
  Cycle add(Cycle at, const PinMessage& message) {
    auto where = std::find_if(line_.begin(), line_.end(), [&](const Later& l) { return l.at >= at; });
    for (; where != line_.end() && where->at == at; ++where) ++at;
    line_.insert(where, {at, message});
    return at;
  }
  /// Whether there is something for this cycle; moves it.
  bool take(Cycle now, std::vector<PinMessage>& in) {
    if (line_.empty() || line_.front().at > now) return false;
    in.push_back(line_.front().message);
    line_.pop_front();
    return true;
  }
  /// kNever: nothing is under way.
  [[nodiscard]] Cycle next() const { return line_.empty() ? kNever : line_.front().at; }

 private:
  struct Later {
    Cycle at = 0;
    PinMessage message;
  };
  std::deque<Later> line_;
};

}  // namespace gantry::campaign
