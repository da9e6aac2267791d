// SPDX-License-Identifier: Apache-2.0
#include "result/latency_claim.h"

#include <fmt/format.h>

#include "result/output_names.h"

namespace gantry {
LatencyClaim LatencyClaim::read(Keys& keys, const Keys::Json& in, const std::string& where) {
  LatencyClaim claim;
  claim.where_ = where.empty() ? "" : where + '.';
  claim.packets_ = keys.count(in, where, "packets");
  const auto at = in.find("latency");
  if (claim.packets_ == 0 && at != in.end() && at->is_null()) return claim;  // of no packets
  const Keys::Json& latency = keys.object(in, where, "latency");
  const std::string name = claim.where_ + "latency";
  claim.latency_.mean = keys.number(latency, name, "mean");
  claim.latency_.p50 = keys.count(latency, name, "p50");
  claim.latency_.p99 = keys.count(latency, name, "p99");
  claim.latency_.max = keys.count(latency, name, "max");
  if (latency.contains("min")) claim.least_ = keys.count(latency, name, "min");
  return claim;
}

void LatencyClaim::compare(const std::string& file, Findings& findings) const {
  const auto tell = [&](const std::string& key, const std::string& told, const std::string& right) {
    findings.add(file, 0, fmt::format("{}{} is {} (expected {} by {})", where_, key, told, right, kPacketsFile));
  };
  const auto same = [&](const char* key, std::uint64_t told, std::uint64_t right) {
    if (told != right) tell(key, std::to_string(told), std::to_string(right));
  };
  const LatencyStats right = seen_.stats();
  same("packets", packets_, seen_.count());
  if (latency_.mean != right.mean) {
    tell("latency.mean", fmt::format("{}", latency_.mean), fmt::format("{}", right.mean));
  }
  same("latency.p50", latency_.p50, right.p50);
  same("latency.p99", latency_.p99, right.p99);
  same("latency.max", latency_.max, right.max);
  if (least_ && seen_.count() > 0) same("latency.min", *least_, seen_.counts().front().first);
}

}  // namespace gantry
