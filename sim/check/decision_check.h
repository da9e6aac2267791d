// SPDX-License-Identifier: Apache-2.0
// decisions.csv of a serving run, recomputed from the other files of the run: what the scheduler knew of each node,
// from the reports in packets.csv and from the tables; which nodes the rule takes, by a formulation of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "check/serving_match.h"
#include "gantry/base/diagnostics.h"
#include "gantry/serving/inference_priority.h"
#include "result/findings.h"
#include "result/serving_files.h"

namespace gantry {

class DecisionChecker {
 public:
  /// Reads the rule from experiment.yaml of the run if the run wrote decisions.csv.
  DecisionChecker(const ServingFiles& run, Findings& findings, Diagnostics& problems);

  /// What needs no packets: numbers, batches, compute, and the rule.
  void check();
  /// What a node is said to have is what its last report says that came in time.
  void check_reports(const std::vector<ReportTimes>& reports);

 private:
  using Row = ServingFiles::DecisionRow;

  void tell(const Row& row, const std::string& what);
  /// Rows of decision `d`: one per node, in their order.
  [[nodiscard]] const Row* rows_of(std::size_t d) const { return &run_.decisions[d * nodes_]; }
  [[nodiscard]] bool check_form();
  void check_batches();
  void check_compute(const Row* rows);
  void check_rule(const Row* rows);
  /// A request that waits; kNever: never of the priority type.
  struct Waiting {
    Cycle queued = 0;
    Cycle started = 0;
    Cycle urgent_from = kNever;
  };
  [[nodiscard]] std::vector<Waiting> waiting_at(std::uint32_t n) const;
  void check_pending(std::uint32_t n, const ReportTimes& reports);
  void check_states(std::uint32_t n, const ReportTimes& reports);
  [[nodiscard]] NodeState state_of(const Row& row) const;
  /// Whether the policy takes x before y; both can be taken.
  [[nodiscard]] bool before(const Row* rows, std::size_t x, std::size_t y) const;

  const ServingFiles& run_;
  Findings& findings_;
  const std::size_t nodes_;
  std::size_t decisions_ = 0;
  bool known_policy_ = false;
  PriorityRule rule_;
  std::vector<bool> when_complete_;  ///< by kind of sessions
  Amount rated_compute_ = 0;         ///< 0: none
  std::size_t turn_ = 0;             ///< of round_robin: the node behind the last one taken
};

}  // namespace gantry
