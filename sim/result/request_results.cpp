// SPDX-License-Identifier: Apache-2.0
#include "result/request_results.h"

#include "result/result_visitor.h"

namespace gantry {
namespace {

void time_section(ResultVisitor& results, std::string_view name, std::optional<RequestTime>& time,
                  std::string_view meaning, const char* percentiles) {
  results.section_if_any(name, time, meaning, [&](RequestTime& there) {
    results.amount("mean", there.mean, "cycles", meaning);
    results.count("p50", there.p50, "cycles", percentiles);
    results.count("p95", there.p95, "cycles", "as `p50`");
    results.count("p99", there.p99, "cycles", "as `p50`");
    results.count("max", there.max, "cycles", "the longest");
  });
}

}  // namespace

void describe(ResultVisitor& results, RequestStats& requests) {
  results.count("arriving", requests.arriving, "requests", "that the experiment asks for");
  results.count("done", requests.done, "requests", "that are over; what follows counts these alone");
  results.count("tokens", requests.tokens, "tokens", "that they got");
  results.amount("tokens_per_second", requests.tokens_per_second, "tokens/s", "`tokens` / the run's time");
  time_section(results, "ttft_cycles", requests.ttft,
               "time to first token: from a request's arrival to the cycle in which the host has taken the interrupt "
               "that ends the instance with its first token",
               "exact for up to 1,024, else from 128 cycles on rounded up by at most 1/64");
  time_section(results, "tpot_cycles", requests.tpot,
               "time per output token: from the first token to the last, by the tokens after the first, rounded up to "
               "whole cycles; of requests with several",
               "as of `ttft_cycles`");
  time_section(results, "e2e_cycles", requests.e2e,
               "end to end: from a request's arrival to the cycle in which the host has taken the last interrupt of "
               "its last instance",
               "as of `ttft_cycles`");
  results.section_if_any("goodput", requests.goodput, "only of a stream with `limits`", [&](RequestGoodput& of) {
    results.count_if_any("ttft_cycles", of.ttft, "cycles", "limit of the time to first token");
    results.count_if_any("tpot_cycles", of.tpot, "cycles", "limit of the time per output token");
    results.count_if_any("e2e_cycles", of.e2e, "cycles", "limit of the time from arrival to end");
    results.count("within", of.within, "requests",
                  "that exceed no limit; a time that a request does not have exceeds none");
    results.amount("per_second", of.per_second, "requests/s", "`within` / the run's time");
  });
}

}  // namespace gantry
