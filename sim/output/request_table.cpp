// SPDX-License-Identifier: Apache-2.0
#include "output/request_table.h"

#include <fmt/format.h>

#include <cmath>

#include "gantry/base/one_line.h"
#include "result/percentile_rule.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

std::string goodput_text(const TenantStats& stream) {
  const RequestGoodput& goodput = *stream.requests->goodput;
  std::string limits;
  const auto limit = [&](const char* name, const std::optional<Cycle>& cycles) {
    if (cycles) limits += fmt::format("{}{} {}", limits.empty() ? "" : ", ", name, grouped(*cycles));
  };
  limit("ttft", goodput.ttft);
  limit("tpot", goodput.tpot);
  limit("e2e", goodput.e2e);
  return fmt::format("  goodput of {}  {:.4g} requests/s: {} of {} within {} cycles\n", one_line(stream.tenant.name),
                     goodput.per_second, grouped(goodput.within), grouped(stream.requests->done), limits);
}

}  // namespace

std::string requests_text(const TenantsStats& streams) {
  TextTable table({{"requests", Align::left},
                   {"done"},
                   {"tokens/s"},
                   {"cycles", Align::left},
                   {"mean"},
                   {"p50"},
                   {"p95"},
                   {"p99"}});
  bool few = false;
  std::string goodput;
  for (const TenantStats& of : streams.tenants) {
    if (!of.requests) continue;
    const RequestStats& requests = *of.requests;
    bool first = true;
    const auto add = [&](const char* what, const std::optional<RequestTime>& time) {
      if (!time) return;
      table.add({first ? of.tenant.name : "",
                 first ? grouped(requests.done) +
                             (requests.done < requests.arriving ? " of " + grouped(requests.arriving) : "")
                       : "",
                 first && requests.tokens > 0 ? fmt::format("{:.4g}", requests.tokens_per_second) : "", what,
                 grouped(static_cast<std::uint64_t>(std::llround(time->mean))), grouped(time->p50),
                 marked_percentile(grouped(time->p95), 95, requests.done),
                 marked_percentile(grouped(time->p99), 99, requests.done)});
      first = false;
    };
    add("first token", requests.ttft);
    add("per token", requests.tpot);
    add("end to end", requests.e2e);
    few = few || (!first && (rests_on_few(95, requests.done) || rests_on_few(99, requests.done)));
    if (requests.goodput) goodput += goodput_text(of);
  }
  if (table.empty()) return goodput.empty() ? "" : '\n' + goodput;
  return '\n' + table.text() + (few ? kFewInstancesNote : "") + goodput;
}

}  // namespace gantry
