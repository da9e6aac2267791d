// SPDX-License-Identifier: Apache-2.0
// What a summary says of the latencies of some packets, held against the rows of packets.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/types.h"
#include "gantry/network/latency_histogram.h"
#include "result/findings.h"

namespace gantry {

class LatencyClaim {
 public:
  /// Packets that are created from `from` up to, not including, `to`.
  struct Window {
    Cycle from = 0;
    Cycle to = kNever;
  };

  LatencyClaim() = default;
  /// Of `packets` packets, which the summary tells of in the object `where`; empty: the summary itself. `least`: the
  /// least latency, which not every summary has.
  LatencyClaim(const std::string& where, std::uint64_t packets, const LatencyStats& latency,
               std::optional<std::uint64_t> least = std::nullopt)
      : where_(where.empty() ? "" : where + '.'), packets_(packets), latency_(latency), least_(least) {}
  void limit_to(Window window) { window_ = window; }

  void packet(Cycle created, Cycle arrived) {
    if (created >= window_.from && created < window_.to && arrived >= created) seen_.add(arrived - created);
  }
  /// Once all packets were seen. `file`: the summary.
  void compare(const std::string& file, Findings& findings) const;

 private:
  std::string where_;
  std::uint64_t packets_ = 0;
  LatencyStats latency_;
  std::optional<std::uint64_t> least_;
  Window window_;
  LatencyHistogram seen_;
};

}  // namespace gantry
