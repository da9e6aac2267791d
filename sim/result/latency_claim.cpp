// SPDX-License-Identifier: Apache-2.0
#include "result/latency_claim.h"

#include <fmt/format.h>

#include "result/output_names.h"

namespace gantry {

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
