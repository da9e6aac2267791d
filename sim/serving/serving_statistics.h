// SPDX-License-Identifier: Apache-2.0
// Statistics of the sessions of a run: latencies, throughput, batch sizes, waits.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/serving/serving_records.h"
#include "output/steady_state.h"

namespace gantry {

/// Statistics of the completed sessions, of all kinds or of one.
class LatencyMeter {
 public:
  void add(Cycle latency, Cycle completed);

  [[nodiscard]] std::uint64_t count() const { return latencies_.size(); }
  /// Warm-up that is left out of the means, but not of the percentiles.
  [[nodiscard]] std::uint64_t warm_up() const { return steady_.warm_up(); }
  [[nodiscard]] Estimate mean() const { return steady_.estimate(warm_up()); }
  /// Cycles between two completions; the inverse is the throughput.
  [[nodiscard]] Estimate interdeparture() const { return interdeparture_.estimate(warm_up()); }
  [[nodiscard]] Precise precise_interdeparture() const { return interdeparture_.precise_mean(warm_up()); }
  /// Returns the smallest latency that at least `percent` of all do not exceed, exactly; 0: there are none.
  [[nodiscard]] Cycle percentile(std::uint64_t percent);

 private:
  std::vector<Cycle> latencies_;
  bool sorted_ = false;
  SteadyState steady_;
  SteadyState interdeparture_;
  Cycle last_ = 0;
};

/// Waits of requests, from joining a batch queue to the start of their batch.
struct WaitMeter {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;  ///< cycles of all requests that were served
  Cycle longest = 0;      ///< longest wait, also of requests that still wait
};

/// Returns how many times per second something happens that takes `cycles` on average. Precondition: cycles > 0.
inline double per_second(Precise cycles, double clock_mhz) {
  return static_cast<double>(static_cast<Precise>(clock_mhz) * 1000000 / cycles);
}

class ServingStatistics final : public ServingSink {
 public:
  ServingStatistics(std::size_t kind_count, std::size_t node_count)
      : kinds(kind_count), kind_waits(kind_count), node_waits(node_count), batch_sizes(node_count) {}

  void session_done(const SessionRecord& session) override;
  void batch_done(const BatchRecord& batch) override;
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override;
  void visit_open(const VisitRecord& visit, Cycle started, Cycle end) override;

  LatencyMeter all;
  std::vector<LatencyMeter> kinds;
  std::vector<WaitMeter> kind_waits;
  std::vector<WaitMeter> node_waits;
  std::vector<std::vector<std::uint64_t>> batch_sizes;  ///< number of batches, by node and number of requests
};

}  // namespace gantry
