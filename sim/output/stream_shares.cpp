// SPDX-License-Identifier: Apache-2.0
#include "output/stream_shares.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "gantry/scheduler/share_meter.h"

#include "output/steady_state.h"

namespace gantry {
namespace {

/// Returns as many intervals as a confidence interval needs, if there are enough batches. They end with the last batch.
std::vector<ShareBatch> stretches(const std::vector<ShareBatch>& batches, Cycle warm_up) {
  const auto first =
      std::find_if(batches.begin(), batches.end(), [&](const ShareBatch& b) { return b.begun >= warm_up; });
  const auto count = static_cast<std::size_t>(batches.end() - first);
  const std::size_t each = std::max<std::size_t>(count / SteadyState::kGroups, 1);
  const std::size_t used = count < SteadyState::kGroups ? count : each * SteadyState::kGroups;
  std::vector<ShareBatch> list;
  for (std::size_t at = batches.size() - used; at < batches.size(); at += each) {
    list.push_back(batches[at]);
    for (std::size_t more = 1; more < each; ++more) list.back() = merged(list.back(), batches[at + more]);
  }
  return list;
}

const SharePart* find(const ShareBatch& batch, const ShareStats& row) {
  const auto at = std::find_if(batch.parts.begin(), batch.parts.end(),
                               [&](const SharePart& p) { return p.cls == row.number && p.weight == row.weight; });
  return at == batch.parts.end() ? nullptr : &*at;
}

std::uint64_t picks_of_class(const ShareBatch& batch, std::uint32_t cls) {
  std::uint64_t picks = 0;
  for (const SharePart& part : batch.parts) picks += part.cls == cls ? part.picks : 0;
  return picks;
}

/// The mean over stretches. It has an interval if there are enough of them.
class StretchMean {
 public:
  void add(const QuotientSum& value) {
    if (count_ < values_.size()) values_[count_] = value.value();
    ++count_;
    sum_ += value;
  }
  [[nodiscard]] Estimate estimate() const {
    Estimate estimate;
    if (count_ == 0) return estimate;
    estimate.mean = sum_.over(count_);
    estimate.has_interval = count_ == values_.size();
    if (estimate.has_interval) estimate.half_width = SteadyState::half_width(values_, estimate.mean);
    return estimate;
  }

 private:
  std::array<double, SteadyState::kGroups> values_{};
  std::size_t count_ = 0;
  QuotientSum sum_;
};

StreamShare row_of(const std::vector<ShareBatch>& list, const ShareStats& row) {
  StretchMean share;
  StretchMean expected;
  StretchMean lag;
  StretchMean wait;
  QuotientSum most_lag;
  StreamShare to;
  to.cls = row.cls;
  to.weight = row.weight;
  for (const ShareBatch& batch : list) {
    const SharePart* found = find(batch, row);
    const SharePart part = found == nullptr ? SharePart() : *found;
    lag.add(part.lag);
    wait.add(QuotientSum(part.longest_wait));
    most_lag = std::max(most_lag, part.lag);
    to.most_wait = std::max(to.most_wait, part.longest_wait);
    const std::uint64_t all = picks_of_class(batch, row.number);
    if (all == 0) continue;
    share.add(QuotientSum(part.picks, all));
    expected.add(part.promised.divided(all));
  }
  to.share = share.estimate();
  to.expected_share = expected.estimate();
  to.lag = lag.estimate();
  to.most_lag = most_lag.value();
  to.longest_wait = wait.estimate();
  return to;
}

}  // namespace

StreamShares stream_shares(const RunStats& stats, Cycle warm_up) {
  const std::vector<ShareBatch> list = stretches(stats.share_batches, warm_up);
  StreamShares shares;
  if (list.empty()) return shares;
  shares.picks = list.front().picks;
  for (const ShareStats& row : stats.shares) shares.rows.push_back(row_of(list, row));
  return shares;
}

}  // namespace gantry
