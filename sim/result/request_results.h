// SPDX-License-Identifier: Apache-2.0
// What a summary says of the requests of a stream that several instances serve.
#pragma once

#include <cstdint>
#include <optional>

#include "gantry/base/types.h"

namespace gantry {

class ResultVisitor;

/// A time of requests, in cycles. Of all that have it.
struct RequestTime {
  double mean = 0.0;
  std::uint64_t p50 = 0;
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

/// Requests that are over within the stream's limits.
struct RequestGoodput {
  std::optional<Cycle> ttft;  ///< limits; nothing: none
  std::optional<Cycle> tpot;
  std::optional<Cycle> e2e;
  std::uint64_t within = 0;
  double per_second = 0.0;
};

struct RequestStats {
  std::uint64_t arriving = 0;  ///< that the experiment asks for
  std::uint64_t done = 0;
  std::uint64_t tokens = 0;  ///< of those that are done, as the rest
  double tokens_per_second = 0.0;
  std::optional<RequestTime> ttft;  ///< nothing: no request has a token
  std::optional<RequestTime> tpot;  ///< nothing: no request has a token after its first
  std::optional<RequestTime> e2e;   ///< nothing: no request is done
  std::optional<RequestGoodput> goodput;
};

void describe(ResultVisitor& results, RequestStats& requests);

}  // namespace gantry
