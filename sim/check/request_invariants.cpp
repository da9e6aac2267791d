// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/invariants.h"
#include "gantry/base/uint128.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

/// Percentiles of more values are rounded.
constexpr std::size_t kExactly = 1024;
constexpr double kHertzOfMegahertz = 1e6;

/// The requests of one stream, as their rows say.
struct RequestSums {
  std::uint64_t done = 0;
  std::uint64_t tokens = 0;
  std::vector<std::uint64_t> ttft;
  std::vector<std::uint64_t> e2e;
};

class RequestCheck {
 public:
  RequestCheck(const RunFiles& run, Findings& findings)
      : run_(run), file_(run.path(kRequestsFile)), summary_file_(run.path(kSummaryFile)), findings_(findings) {
    if (run.summary.streams) sums_.resize(run.summary.streams->tenants.size());
  }

  void take(const RequestCells& row, std::uint64_t line) {
    const std::string name = "request " + std::to_string(row.request) + " of stream " + std::to_string(row.stream);
    if (!seen_.emplace(row.stream, row.request).second) findings_.add(file_, line, "duplicate row of " + name);
    if (row.done < before_) findings_.add(file_, line, name + " is out of order (done, unfinished last)");
    before_ = row.done;
    const bool has_tokens = row.tokens > 0;
    if (has_tokens != (row.first_token != kNever) || has_tokens != (row.last_token != kNever))
      findings_.add(file_, line, name + " has the cycles of tokens and none, or tokens without cycles");
    const bool in_order = !has_tokens || (row.arrival <= row.first_token && row.first_token <= row.last_token &&
                                          row.last_token <= row.done);
    if (!in_order || row.arrival > row.done) findings_.add(file_, line, name + " has cycles out of order");
    if ((row.first_instance == kNever) != (row.last_instance == kNever) || row.first_instance > row.last_instance)
      findings_.add(file_, line, name + " has instances out of order");
    if (row.done != kNever && row.done > run_.summary.cycles)
      findings_.add(file_, line, name + " is done after the run");
    if (row.stream >= sums_.size() || !run_.summary.streams->tenants[row.stream].requests) {
      findings_.add(file_, line, name + ": the summary has no requests of this stream");
    } else if (row.done != kNever && in_order) {
      add(row, sums_[row.stream]);
    }
  }

  void finish() {
    for (std::size_t s = 0; s < sums_.size(); ++s) {
      const TenantStats& stream = run_.summary.streams->tenants[s];
      if (stream.requests) compare(stream.tenant.name, *stream.requests, sums_[s]);
    }
  }

 private:
  void add(const RequestCells& row, RequestSums& sums) const {
    ++sums.done;
    sums.tokens += row.tokens;
    if (row.tokens > 0) sums.ttft.push_back(row.first_token - row.arrival);
    sums.e2e.push_back(row.done - row.arrival);
  }

  void compare(const std::string& stream, const RequestStats& told, RequestSums& sums) {
    const std::string key = "requests of stream " + stream + ": ";
    same(key + "done", told.done, sums.done);
    same(key + "tokens", told.tokens, sums.tokens);
    if (run_.summary.complete) same(key + "arriving", told.arriving, sums.done);
    compare(key + "ttft_cycles", told.ttft, sums.ttft);
    compare(key + "e2e_cycles", told.e2e, sums.e2e);
    if (told.tpot && told.tpot->p50 > told.tpot->max) tell(key + "tpot_cycles has percentiles out of order");
    per_second(key + "tokens_per_second", told.tokens_per_second, told.tokens);
    if (!told.goodput) return;
    if (told.goodput->within > told.done) tell(key + "goodput.within is more than all that are done");
    per_second(key + "goodput.per_second", told.goodput->per_second, told.goodput->within);
  }

  void compare(const std::string& key, const std::optional<RequestTime>& told, std::vector<std::uint64_t>& values) {
    if (told.has_value() != !values.empty()) return tell(key + " is there without a request that has it, or missing");
    if (!told) return;
    std::sort(values.begin(), values.end());
    Uint128 sum = 0;
    for (const std::uint64_t value : values) sum += value;
    if (told->mean != static_cast<double>(sum) / static_cast<double>(values.size())) tell(key + ".mean is wrong");
    same(key + ".max", told->max, values.back());
    if (values.size() > kExactly) return;
    const auto percentile = [&](std::uint64_t percent) { return values[(values.size() * percent + 99) / 100 - 1]; };
    same(key + ".p50", told->p50, percentile(50));
    same(key + ".p95", told->p95, percentile(95));
    same(key + ".p99", told->p99, percentile(99));
  }

  void per_second(const std::string& key, double told, std::uint64_t count) {
    const Cycle cycles = run_.summary.cycles;
    const double right = cycles == 0 ? 0.0
                                     : static_cast<double>(count) *
                                           (static_cast<double>(run_.summary.clock_mhz) * kHertzOfMegahertz) /
                                           static_cast<double>(cycles);
    if (told != right) tell(key + " is wrong");
  }
  void same(const std::string& key, std::uint64_t told, std::uint64_t right) {
    if (told != right)
      tell(key + " is " + std::to_string(told) + " (expected " + std::to_string(right) + " by " + kRequestsFile + ')');
  }
  void tell(const std::string& what) { findings_.add(summary_file_, 0, what); }

  const RunFiles& run_;
  const std::string file_;
  const std::string summary_file_;
  Findings& findings_;
  std::vector<RequestSums> sums_;  ///< by stream
  std::set<std::pair<std::uint32_t, std::uint64_t>> seen_;
  Cycle before_ = 0;
};

}  // namespace

std::size_t check_requests(const RunFiles& run, Findings& findings, Diagnostics& problems) {
  RequestCheck check(run, findings);
  std::size_t rows = 0;
  TableReader<RequestCells> table(run.path(kRequestsFile), problems);
  for (RequestCells row; table.next(row); ++rows) check.take(row, table.line());
  if (problems.ok()) check.finish();
  return rows;
}

}  // namespace gantry
