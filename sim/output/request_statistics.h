// SPDX-License-Identifier: Apache-2.0
// Times of requests that several instances serve, in memory that does not grow with the requests.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/uint128.h"
#include "output/percentiles.h"
#include "output/request_record.h"
#include "result/request_results.h"

namespace gantry {

/// A stream whose arrivals are requests of several instances.
struct RequestStream {
  bool in_chain = false;  ///< it is such a stream
  std::uint64_t count = 0;
  std::optional<RequestGoodput> limits;  ///< without results
};

class RequestStatistics final : public RequestSink {
 public:
  /// Streams by number.
  explicit RequestStatistics(const std::vector<RequestStream>& streams);
  void request_done(const RequestRecord& request) override;

  /// Requests of a stream in a run of `cycles`; nothing: it has no requests of several instances.
  [[nodiscard]] std::optional<RequestStats> stats(std::size_t stream, Cycle cycles, std::uint32_t clock_mhz) const;

 private:
  struct Times {
    Uint128 sum = 0;
    std::uint64_t count = 0;
    Percentiles percentiles;

    void add(Cycle cycles);
    [[nodiscard]] std::optional<RequestTime> result() const;
  };
  struct Account {
    RequestStream stream;
    std::uint64_t done = 0;
    std::uint64_t tokens = 0;
    std::uint64_t within = 0;
    Times ttft;
    Times tpot;
    Times e2e;
  };

  std::vector<Account> accounts_;
};

}  // namespace gantry
