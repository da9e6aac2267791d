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
    if (row.begin < last_begin_) tell("begins before the row above");
    last_begin_ = row.begin;
    if (row.begin > run_.summary.cycles) tell("begins after the end of the run");
    if (row.end != kNever && row.end < row.begin) tell("ends before it begins");
    Sums& sums = sums_[row.control ? 1 : 0];
    sums.held += row.held;
    sums.resent += row.resent;
    if (row.kind == NetworkFaultKind::corrupt) {
      if (row.other == kNone) tell("only links damage flits");
      if (row.end == row.begin) tell("it ends before the flit has come");
      if (row.held > 0) tell("nothing is held");
      if (row.end == kNever && row.resent > 0) tell("nothing is damaged");
      return;
    }
    if (!sums.dead.emplace(row.router, row.other).second) tell("it dies twice");
    const bool abrupt = row.kind == NetworkFaultKind::die;
    if (abrupt && row.end != row.begin) tell("the routes are replaced at once");
    if (abrupt && row.held > 0) tell("nothing is held");
    if (!abrupt && row.resent > 0) tell("nothing is lost");
    if (row.end == row.begin && row.held > 0) tell("held without a drain");
    // Drains that begin while another one goes on end with it.
    const Cycle until = std::min(row.end, run_.summary.cycles + 1);
    if (until > sums.drained_to) {
      sums.drain_cycles += until - std::min(until, std::max(row.begin, sums.drained_to));
      sums.drained_to = until;
    }
    if (row.end != kNever) {
      sums.ends.insert(row.end);
      sums.changes.emplace(row.end, row.end == row.begin);
    }
  }

  void finish() const {
    if (const auto& told = run_.summary.interconnect.reroutes) compare("interconnect", *told, sums_[0]);
    if (!run_.summary.control) return;
    if (const auto& told = run_.summary.control->totals.reroutes) compare("control", *told, sums_[1]);
  }

 private:
  /// Of one network.
  struct Sums {
    std::set<std::pair<std::uint32_t, std::uint32_t>> dead;
    Cycle drained_to = 0;  ///< cycles before are counted
    std::uint64_t drain_cycles = 0;
    std::set<Cycle> ends;
    std::set<std::pair<Cycle, bool>> changes;  ///< end, and whether the fault found nothing to wait for
    std::uint64_t held = 0;
    std::uint64_t resent = 0;
  };

  void compare(const std::string& network, const RerouteStats& told, const Sums& sums) const {
    const auto add = [&](const char* name, std::uint64_t is, const std::string& right) {
      findings_.add(run_.path(kSummaryFile), 0,
                    network + ".faults." + name + " is " + std::to_string(is) + ", and the rows of " +
                        kNetworkFaultsTable + " have " + right);
    };
    const auto same = [&](const char* name, std::uint64_t is, std::uint64_t right) {
      if (is != right) add(name, is, std::to_string(right));
    };
    same("drain_cycles", told.drain_cycles, sums.drain_cycles);
    same("packets_held", told.packets_held, sums.held);
    same("resent", told.resent, sums.resent);
    if (told.reroutes < sums.ends.size() || told.reroutes > sums.changes.size())
      add("reroutes", told.reroutes, std::to_string(sums.ends.size()) + " ends");
  }

  const RunFiles& run_;
  Findings& findings_;
  const std::string file_;
  Cycle last_begin_ = 0;
  Sums sums_[2];  ///< [1]: of the control network
};

}  // namespace

void check_network_faults(const RunFiles& run, Findings& findings, Diagnostics& problems) {
  NetworkFaultCheck check(run, findings);
  TableReader<NetworkFaultCells> table(run.path(kNetworkFaultsTable), problems);
  for (NetworkFaultCells row; table.next(row);) check.take(row, table.line());
  if (table.ok()) check.finish();
}

}  // namespace gantry
