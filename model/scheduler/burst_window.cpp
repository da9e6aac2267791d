// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/burst_window.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
inline namespace scheduler {

void BurstWindow::start(const MemoryAccess& whole, std::uint32_t owner, bool write) {
  (write ? writes_ : reads_).transfers.push_back({whole, 0, owner});
}

Burst BurstWindow::take_from(Transfer& transfer, bool write) {
  MemoryAccess& left = transfer.left;
  const Burst burst{{left.address, std::min<std::uint64_t>(left.bytes, rules_.burst_bytes)}, transfer.owner, write};
  left.address += burst.access.bytes;
  left.bytes -= burst.access.bytes;
  ++transfer.under_way;
  ++under_way_;
  return burst;
}

Burst BurstWindow::next() {
  const bool write = writes_.has_unasked() && (write_next_ || !reads_.has_unasked());
  write_next_ = !write;
  Direction& direction = write ? writes_ : reads_;
  Transfer& transfer = direction.transfers[direction.asked];
  const Burst burst = take_from(transfer, write);
  if (transfer.left.bytes == 0) ++direction.asked;
  return burst;
}

std::optional<Burst> BurstWindow::next_read_of(std::uint32_t owner) {
  const auto unasked = reads_.transfers.begin() + static_cast<std::ptrdiff_t>(reads_.asked);
  const auto transfer =
      std::find_if(unasked, reads_.transfers.end(), [&](const Transfer& t) { return t.owner == owner; });
  if (transfer == reads_.transfers.end()) return std::nullopt;
  const Burst burst = take_from(*transfer, false);
  if (transfer->left.bytes == 0) {
    std::rotate(unasked, transfer, transfer + 1);
    ++reads_.asked;
  }
  return burst;
}

bool BurstWindow::answered(std::uint32_t owner, bool write) {
  Direction& direction = write ? writes_ : reads_;
  std::vector<Transfer>& transfers = direction.transfers;
  const auto transfer =
      std::find_if(transfers.begin(), transfers.end(), [&](const Transfer& t) { return t.owner == owner; });
  if (transfer == transfers.end() || transfer->under_way == 0)
    throw std::logic_error("answer to a burst that was not requested");
  --under_way_;
  if (--transfer->under_way > 0 || transfer->left.bytes > 0) return false;
  transfers.erase(transfer);
  --direction.asked;
  return true;
}

void BurstWindow::verify(const std::string& name) const {
  if (under_way_ > rules_.outstanding) throw std::logic_error(name + ": more bursts under way than may be");
}

}  // namespace scheduler
}  // namespace gantry
