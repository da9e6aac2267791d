// SPDX-License-Identifier: Apache-2.0
// network_faults.csv against itself and the summary (docs/faults.md).
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "check/invariants.h"
#include "result/fault_cells.h"
#include "result/output_names.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

std::string name_of(const NetworkFaultCells& row) {
  if (row.other == kNone) return "router " + std::to_string(row.router);
  return "link " + std::to_string(row.router) + "-" + std::to_string(row.other);
}

class NetworkFaultCheck {
 public:
  NetworkFaultCheck(const RunFiles& run, Findings& findings)
      : run_(run), findings_(findings), file_(run.path(kNetworkFaultsTable)) {}

  void take(const NetworkFaultCells& row, std::uint64_t line) {
    const auto tell = [&](const std::string& what) {
      findings_.add(file_, line, "fault of " + name_of(row) + ": " + what);
    };
    if (row.other != kNone && row.other <= row.router) tell("other is not above router");
    if (!dead_.emplace(row.router, row.other).second) tell("it dies twice");
    if (row.begin < last_begin_) tell("begins before the row above");
    last_begin_ = row.begin;
    if (row.begin > run_.summary.cycles) tell("begins after the end of the run");
    if (row.end != kNever && row.end < row.begin) tell("ends before it begins");
    const bool abrupt = row.kind == NetworkFaultKind::die;
    if (abrupt && row.end != row.begin) tell("the routes are replaced at once");
    if (abrupt && row.held > 0) tell("nothing is held");
    if (!abrupt && row.resent > 0) tell("nothing is lost");
    if (row.end == row.begin && row.held > 0) tell("held without a drain");
    // Drains that begin while another one goes on end with it.
    const Cycle until = std::min(row.end, run_.summary.cycles + 1);
    if (until > drained_to_) {
      drain_cycles_ += until - std::min(until, std::max(row.begin, drained_to_));
      drained_to_ = until;
    }
    if (row.end != kNever) {
      ends_.insert(row.end);
      changes_.emplace(row.end, row.end == row.begin);
    }
    held_ += row.held;
    resent_ += row.resent;
  }

  void finish() {
    const auto same = [&](const char* name, std::uint64_t is, std::uint64_t right) {
      if (is == right) return;
      findings_.add(run_.path(kSummaryFile), 0,
                    std::string("interconnect.faults.") + name + " is " + std::to_string(is) + ", and the rows of " +
                        kNetworkFaultsTable + " have " + std::to_string(right));
    };
    const auto& told = run_.summary.interconnect.reroutes;
    if (!told) return;
    same("drain_cycles", told->drain_cycles, drain_cycles_);
    same("packets_held", told->packets_held, held_);
    same("resent", told->resent, resent_);
    if (told->reroutes < ends_.size() || told->reroutes > changes_.size())
      findings_.add(run_.path(kSummaryFile), 0,
                    "interconnect.faults.reroutes is " + std::to_string(told->reroutes) + ", and the rows of " +
                        kNetworkFaultsTable + " have " + std::to_string(ends_.size()) + " ends");
  }

 private:
  const RunFiles& run_;
  Findings& findings_;
  const std::string file_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> dead_;
  Cycle last_begin_ = 0;
  Cycle drained_to_ = 0;  ///< cycles before are counted
  std::uint64_t drain_cycles_ = 0;
  std::set<Cycle> ends_;
  std::set<std::pair<Cycle, bool>> changes_;  ///< end, and whether the fault found nothing to wait for
  std::uint64_t held_ = 0;
  std::uint64_t resent_ = 0;
};

}  // namespace

void check_network_faults(const RunFiles& run, Findings& findings, Diagnostics& problems) {
  NetworkFaultCheck check(run, findings);
  TableReader<NetworkFaultCells> table(run.path(kNetworkFaultsTable), problems);
  for (NetworkFaultCells row; table.next(row);) check.take(row, table.line());
  if (table.ok()) check.finish();
}

}  // namespace gantry
