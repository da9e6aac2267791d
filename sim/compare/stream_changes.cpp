// SPDX-License-Identifier: Apache-2.0
#include "compare/stream_changes.h"

#include <cmath>
#include <map>
#include <string_view>

#include "result/run_summary.h"

namespace gantry {
namespace {

MeanResponse mean_of(const Estimate& response, bool stable) {
  MeanResponse mean;
  if (!stable) return mean;
  mean.mean = response.mean;
  if (response.has_interval) mean.half_width = response.half_width;
  return mean;
}

MeanResponse mean_of(const TenantStats& stream) { return mean_of(stream.response, stream.stable.value_or(true)); }

}  // namespace

std::optional<double> StreamChange::combined() const {
  if (!a.half_width || !b.half_width) return std::nullopt;
  return std::hypot(*a.half_width, *b.half_width);
}

Verdict StreamChange::verdict() const {
  const auto width = combined();
  if (!width || !a.mean || !b.mean) return Verdict::unknown;
  return std::abs(*b.mean - *a.mean) > *width ? Verdict::beyond : Verdict::within;
}

std::vector<StreamChange> stream_changes(const ComparedRun& a, const ComparedRun& b) {
  const RunSummary& run_a = a.files.summary;
  const RunSummary& run_b = b.files.summary;
  std::vector<StreamChange> changes;
  if (run_a.stream && run_b.stream) {
    StreamChange change;
    change.a = mean_of(run_a.stream->response_cycles, true);
    change.b = mean_of(run_b.stream->response_cycles, true);
    changes.push_back(change);
  }
  if (!run_a.streams || !run_b.streams) return changes;
  std::map<std::string_view, const TenantStats*> of_b;
  for (const TenantStats& stream : run_b.streams->tenants) of_b.emplace(stream.tenant.name, &stream);
  for (const TenantStats& stream : run_a.streams->tenants) {
    const auto at = of_b.find(stream.tenant.name);
    if (at == of_b.end()) continue;
    const TenantStats& other = *at->second;
    StreamChange change;
    change.name = stream.tenant.name;
    change.a = mean_of(stream);
    change.b = mean_of(other);
    change.instances = Change{stream.done, other.done};
    change.p50 = Change{stream.p50, other.p50};
    change.p95 = Change{stream.p95, other.p95};
    change.p99 = Change{stream.p99, other.p99};
    changes.push_back(change);
  }
  return changes;
}

}  // namespace gantry
