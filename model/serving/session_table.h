// SPDX-License-Identifier: Apache-2.0
// Table of live sessions; only the gateway writes it. A slot is used again after its session has completed.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/serving/serving_config.h"

namespace gantry {
inline namespace serving {

struct Session {
  std::uint64_t number = 0;
  std::uint32_t kind = 0;
  Cycle arrived = 0;
  std::uint64_t work = 0;
  std::uint32_t results_left = 0;  ///< results that the gateway waits for
  bool alive = false;
  Cycle pushed = kNever;  ///< its last datum leaves the gateway
};

class SessionTable {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Adds a live session and returns its slot.
  std::uint32_t open(const Session& session) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(sessions_.size()));
      sessions_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    sessions_[slot] = session;
    sessions_[slot].alive = true;
    ++live_;
    return slot;
  }
  void close(std::uint32_t slot) {
    sessions_[slot].alive = false;
    free_.push_back(slot);
    --live_;
  }

  [[nodiscard]] Session& operator[](std::uint32_t slot) { return sessions_[slot]; }
  [[nodiscard]] const Session& operator[](std::uint32_t slot) const { return sessions_[slot]; }
  [[nodiscard]] std::uint64_t live() const { return live_; }
  [[nodiscard]] const std::vector<Session>& slots() const { return sessions_; }

 private:
  std::vector<Session> sessions_;
  std::vector<std::uint32_t> free_;
  std::uint64_t live_ = 0;
};

}  // namespace serving
}  // namespace gantry
