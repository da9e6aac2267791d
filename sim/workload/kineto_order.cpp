// SPDX-License-Identifier: Apache-2.0
#include "workload/kineto_order.h"

#include <algorithm>

namespace gantry {

TraceOrder::TraceOrder(const std::vector<TraceWork>& work, const std::vector<std::vector<std::uint32_t>>& devices,
                       std::size_t streams, std::size_t threads, const std::vector<TraceWait>& waits)
    : work_(work), streams_(streams), threads_(threads) {
  for (std::uint32_t w = 0; w < work.size(); ++w) {
    Stream& stream = streams_[work[w].stream];
    stream.calls.push_back(std::max(work[w].call, stream.calls.empty() ? 0 : stream.calls.back()));
    stream.work.push_back(w);
  }
  for (const TraceWait& wait : waits) {
    if (wait.device) {
      for (const std::uint32_t stream : devices[wait.awaited]) add(wait, stream);
    } else {
      add(wait, wait.awaited);
    }
  }
}

void TraceOrder::add(const TraceWait& wait, std::uint32_t awaited) {
  if (++steps_ > kMostSteps) return;
  const Stream& stream = streams_[awaited];
  const auto later = std::lower_bound(stream.calls.begin(), stream.calls.end(), wait.until);
  if (later == stream.calls.begin()) return;
  const std::uint32_t work = stream.work[static_cast<std::size_t>(later - stream.calls.begin()) - 1];
  if (work_[work].end > wait.ended_by) return;
  Waits& waits = wait.thread == kNoThread ? streams_[wait.stream].waits : threads_[wait.thread];
  std::size_t& latest = waits.latest[awaited];
  if (latest > work) return;
  latest = work + std::size_t{1};
  waits.list.push_back({wait.call, work});
  steps_ += kStepsOfWait;
}

void TraceOrder::collect(const Waits& waits, std::uint64_t call, std::size_t& done) {
  const std::size_t from = done;
  for (; done < waits.list.size() && waits.list[done].call < call; ++done) found_.push_back(waits.list[done].work);
  steps_ += done - from;
}

const std::vector<std::uint32_t>& TraceOrder::before(std::uint32_t work) {
  const TraceWork& own = work_[work];
  Stream& stream = streams_[own.stream];
  found_.clear();
  before_.clear();
  if (exhausted()) return before_;
  collect(stream.waits, stream.calls[stream.done], stream.waits_done);
  if (own.thread != kNoThread) collect(threads_[own.thread], own.call, stream.thread_waits_done[own.thread]);
  if (stream.done > 0) before_.push_back(stream.work[stream.done - 1]);
  ++stream.done;
  // Of several works of one stream the last one is enough.
  std::sort(found_.begin(), found_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return work_[a].stream != work_[b].stream ? work_[a].stream < work_[b].stream : a > b;
  });
  for (const std::uint32_t other : found_) {
    const std::uint32_t from = work_[other].stream;
    if (other >= work) {
      ++contradicted_;
    } else if (from != own.stream && stream.behind[from] <= other) {
      stream.behind[from] = other + std::size_t{1};
      before_.push_back(other);
    }
  }
  return before_;
}

}  // namespace gantry
