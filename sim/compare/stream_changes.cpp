// SPDX-License-Identifier: Apache-2.0
#include "compare/stream_changes.h"

#include <cmath>
#include <map>

#include "result/output_names.h"
#include "result/summary_keys.h"

namespace gantry {
namespace {

constexpr const char* kResponse = "response_cycles";

std::optional<double> number_if_any(Keys& keys, const Keys::Json& in, const std::string& where, const char* key) {
  const auto at = in.find(key);
  if (at == in.end() || at->is_null()) return std::nullopt;
  return keys.number(in, where, key);
}

MeanResponse read_mean(Keys& keys, const Keys::Json& response, const std::string& where) {
  return {number_if_any(keys, response, where, "mean"), number_if_any(keys, response, where, "half_width")};
}

struct Told {
  std::string name;
  const Keys::Json* response;
  std::string where;
  std::uint64_t done = 0;  ///< instances
};

/// Of the streams of graphs.
std::vector<Told> told_streams(Keys& keys, const Keys::Json& summary) {
  std::vector<Told> told;
  if (!summary.contains("streams")) return told;
  for (const Keys::Json& entry : keys.array(keys.object(summary, "", "streams"), "streams", "list")) {
    const std::string where = "streams.list[" + std::to_string(told.size()) + ']';
    told.push_back({keys.text(entry, where, "name"), &keys.object(entry, where, kResponse), where + '.' + kResponse,
                    keys.count(keys.object(entry, where, "instances"), where + ".instances", "done")});
  }
  return told;
}

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

std::vector<StreamChange> stream_changes(const ComparedRun& a, const ComparedRun& b, Diagnostics& problems) {
  Keys keys_a(a.files.path(kSummaryFile), problems);
  Keys keys_b(b.files.path(kSummaryFile), problems);
  std::vector<StreamChange> changes;
  if (a.summary.contains("stream") && b.summary.contains("stream")) {
    const auto mean = [](Keys& keys, const Keys::Json& summary) {
      const std::string where = std::string("stream.") + kResponse;
      return read_mean(keys, keys.object(keys.object(summary, "", "stream"), "stream", kResponse), where);
    };
    StreamChange change;
    change.a = mean(keys_a, a.summary);
    change.b = mean(keys_b, b.summary);
    changes.push_back(change);
  }
  std::map<std::string, Told> of_b;
  for (const Told& told : told_streams(keys_b, b.summary)) of_b.emplace(told.name, told);
  for (const Told& told : told_streams(keys_a, a.summary)) {
    const auto at = of_b.find(told.name);
    if (at == of_b.end()) continue;
    const Told& other = at->second;
    StreamChange change;
    change.name = told.name;
    change.a = read_mean(keys_a, *told.response, told.where);
    change.b = read_mean(keys_b, *other.response, other.where);
    const auto both = [&](const char* key) {
      return Change{keys_a.count(*told.response, told.where, key), keys_b.count(*other.response, other.where, key)};
    };
    change.instances = Change{told.done, other.done};
    change.p50 = both("p50");
    change.p95 = both("p95");
    change.p99 = both("p99");
    changes.push_back(change);
  }
  return changes;
}

}  // namespace gantry
