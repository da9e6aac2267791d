// SPDX-License-Identifier: Apache-2.0
// Errors of a driver: a bit per kind, the number that the first error of a kind concerned, and their count.
#pragma once

#include <array>
#include <cstdint>

#include "gantry/device/task_scheduler_regs.h"

namespace gantry {
inline namespace device {

class DeviceErrors {
 public:
  /// Counts an error. `about`: the number that it concerns; which one depends on the kind (task_scheduler_regs.h).
  /// Precondition: kind < GANTRY_TS_ERROR_KINDS; likewise below.
  void note(gantry_ts_error kind, std::uint64_t about) {
    Kind& at = kinds_[kind];
    if ((status_ >> kind & 1) == 0) at.info = about;
    status_ |= std::uint64_t{1} << kind;
    ++at.count;
    ++total_;
  }
  /// Clears status() and info() of the kinds whose bits are set in `kinds`. The counts stay.
  void clear(std::uint64_t kinds) { status_ &= ~kinds; }

  /// Bit k: an error of kind k has been counted since the kind was cleared.
  [[nodiscard]] std::uint64_t status() const { return status_; }
  /// Number of errors of all kinds.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::uint64_t count(std::uint32_t kind) const { return kinds_[kind].count; }
  /// Number that the first error of a kind since its clear concerned; 0: the bit of the kind is not set.
  [[nodiscard]] std::uint64_t info(std::uint32_t kind) const {
    return (status_ >> kind & 1) == 0 ? 0 : kinds_[kind].info;
  }

 private:
  struct Kind {
    std::uint64_t count = 0;
    std::uint64_t info = 0;
  };
  std::array<Kind, GANTRY_TS_ERROR_KINDS> kinds_;
  std::uint64_t status_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace device
}  // namespace gantry
