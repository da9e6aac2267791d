// SPDX-License-Identifier: Apache-2.0
#include "output/request_statistics.h"

namespace gantry {
namespace {

constexpr double kHertzOfMegahertz = 1e6;

double per_second(std::uint64_t count, Cycle cycles, std::uint32_t clock_mhz) {
  if (cycles == 0) return 0.0;
  return static_cast<double>(count) * (static_cast<double>(clock_mhz) * kHertzOfMegahertz) /
         static_cast<double>(cycles);
}

bool exceeds(Cycle cycles, const std::optional<Cycle>& limit) { return limit && cycles > *limit; }

}  // namespace

void RequestStatistics::Times::add(Cycle cycles) {
  sum += cycles;
  ++count;
  percentiles.add(cycles);
}

std::optional<RequestTime> RequestStatistics::Times::result() const {
  if (count == 0) return std::nullopt;
  return RequestTime{static_cast<double>(sum) / static_cast<double>(count), percentiles.percentile(50),
                     percentiles.percentile(95), percentiles.percentile(99), percentiles.max()};
}

RequestStatistics::RequestStatistics(const std::vector<RequestStream>& streams) {
  for (const RequestStream& stream : streams) accounts_.emplace_back().stream = stream;
}

void RequestStatistics::request_done(const RequestRecord& request) {
  if (request.done == kNever) return;  // of an unfinished run
  Account& account = accounts_[request.stream];
  ++account.done;
  account.tokens += request.tokens;
  bool late = false;
  const auto add = [&](Times& times, Cycle cycles, std::optional<Cycle> RequestGoodput::*limit) {
    times.add(cycles);
    late = late || (account.stream.limits && exceeds(cycles, (*account.stream.limits).*limit));
  };
  if (request.tokens > 0) add(account.ttft, request.first_token - request.arrival, &RequestGoodput::ttft);
  if (const std::uint64_t further = request.tokens - request.first_tokens; further > 0)
    add(account.tpot, (request.last_token - request.first_token + further - 1) / further, &RequestGoodput::tpot);
  add(account.e2e, request.done - request.arrival, &RequestGoodput::e2e);
  if (!late) ++account.within;
}

std::optional<RequestStats> RequestStatistics::stats(std::size_t stream, Cycle cycles, std::uint32_t clock_mhz) const {
  const Account& account = accounts_[stream];
  if (!account.stream.in_chain) return std::nullopt;
  RequestStats stats;
  stats.arriving = account.stream.count;
  stats.done = account.done;
  stats.tokens = account.tokens;
  stats.tokens_per_second = per_second(account.tokens, cycles, clock_mhz);
  stats.ttft = account.ttft.result();
  stats.tpot = account.tpot.result();
  stats.e2e = account.e2e.result();
  if (account.stream.limits) {
    stats.goodput = account.stream.limits;
    stats.goodput->within = account.within;
    stats.goodput->per_second = per_second(account.within, cycles, clock_mhz);
  }
  return stats;
}

}  // namespace gantry
