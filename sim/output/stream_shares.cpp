// SPDX-License-Identifier: Apache-2.0
#include "output/stream_shares.h"

#include <algorithm>

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

StreamShare row_of(const std::vector<ShareBatch>& list, const ShareStats& row) {
  SteadyState share;
  SteadyState expected;
  SteadyState lag;
  SteadyState wait;
  StreamShare to;
  to.cls = row.cls;
  to.weight = row.weight;
  for (const ShareBatch& batch : list) {
    const SharePart* found = find(batch, row);
    const SharePart part = found == nullptr ? SharePart() : *found;
    lag.add(part.lag);
    wait.add(static_cast<double>(part.longest_wait));
    to.most_lag = std::max(to.most_lag, part.lag);
    to.most_wait = std::max(to.most_wait, part.longest_wait);
    const auto all = static_cast<double>(picks_of_class(batch, row.number));
    if (all == 0.0) continue;
    share.add(static_cast<double>(part.picks) / all);
    expected.add(part.promised / all);
  }
  to.share = share.estimate(0);
  to.expected_share = expected.estimate(0);
  to.lag = lag.estimate(0);
  to.longest_wait = wait.estimate(0);
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
