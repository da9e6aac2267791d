// SPDX-License-Identifier: Apache-2.0
#include "check/decision_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "result/output_names.h"
#include "result/tables.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

// Places in kNodeStateWords.
constexpr std::uint32_t kIdle = 0;
constexpr std::uint32_t kOpen = 1;
constexpr std::uint32_t kBusy = 2;

std::string taken(std::uint32_t at) { return at == kNone ? "not taken" : fmt::format("taken as {}", at); }
std::string since(Cycle cycle) { return cycle == kNever ? "never" : std::to_string(cycle); }

bool is_plain(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
}

/// A decimal of the run's own files in units of 10^-12.
Amount amount(const std::string& text) { return is_plain(text) ? parse_amount(text) : Amount{0}; }

const YamlNode* at(const YamlNode& node, std::initializer_list<const char*> path) {
  const YamlNode* found = &node;
  for (const char* key : path) found = found == nullptr || !found->is_map() ? nullptr : found->find(key);
  return found;
}

}  // namespace

DecisionChecker::DecisionChecker(const ServingFiles& run, Findings& findings, Diagnostics& problems)
    : run_(run),
      findings_(findings),
      nodes_(run.summary.nodes.size()),
      known_policy_(run.summary.policy == "inference_priority" || run.summary.policy == "fifo" ||
                    run.summary.policy == "largest_batch" || run.summary.policy == "round_robin"),
      when_complete_(run.summary.kinds.size(), false) {
  if (!run.summary.wrote(kDecisionsFile)) return;
  const auto text = read_text_file(run.path(kExperimentFile), problems);
  const auto experiment = text ? parse_yaml(*text, run.path(kExperimentFile), problems) : std::nullopt;
  if (!experiment) return;
  const auto says = [&](const char* key, const char* word) {
    const YamlNode* found = at(*experiment, {"serving", "scheduler", key});
    return found != nullptr && found->says(word);
  };
  const auto millionths = [&](const char* key, std::uint64_t& to) {
    const YamlNode* found = at(*experiment, {"serving", "scheduler", key});
    if (found != nullptr && is_plain(found->text)) to = static_cast<std::uint64_t>(parse_amount(found->text) / 1000000);
  };
  if (says("priority", "sum")) rule_.kind = PriorityRule::Kind::sum;
  if (says("priority", "tie_break")) rule_.kind = PriorityRule::Kind::tie_break;
  if (says("counts", "priority_tasks")) rule_.counts = PriorityRule::Counts::priority_tasks;
  millionths("a", rule_.a);
  millionths("b", rule_.b);
  if (run.summary.compute.rated) {
    const YamlNode* found = at(*experiment, {"serving", "scheduler", "rated", "compute"});
    const bool plain = found != nullptr && is_plain(found->text);
    rated_compute_ = plain ? parse_amount(found->text) : static_cast<Amount>(*run.summary.compute.rated * 1e12 + 0.5);
  }
  const YamlNode* sessions = at(*experiment, {"serving", "sessions"});
  for (std::size_t k = 0; sessions != nullptr && k < when_complete_.size() && k < sessions->items.size(); ++k) {
    const YamlNode* priority = at(sessions->items[k], {"priority"});
    when_complete_[k] = priority != nullptr && priority->says("when_complete");
  }
}

void DecisionChecker::tell(const Row& row, const std::string& what) {
  const std::string name = row.node < nodes_ ? run_.summary.nodes[row.node].name : "";
  findings_.add(run_.path(kDecisionsFile), row.line, fmt::format("decision {}, {}: {}", row.decision, name, what));
}

void DecisionChecker::check() {
  if (!check_form()) return;
  check_batches();
  for (std::size_t d = 0; d < decisions_; ++d) {
    check_compute(rows_of(d));
    if (known_policy_) check_rule(rows_of(d));
  }
}

/// Decisions 0, 1, ... in different cycles, each with all nodes in their order.
bool DecisionChecker::check_form() {
  const std::size_t before = findings_.count();
  for (std::size_t i = 0; i < run_.decisions.size(); ++i) {
    const Row& row = run_.decisions[i];
    if (row.decision != i / nodes_ || row.node != i % nodes_) {
      tell(row, fmt::format("expected decision {} and the node {}", i / nodes_, run_.summary.nodes[i % nodes_].name));
      return false;
    }
    if (i == 0) continue;
    const Row& last = run_.decisions[i - 1];
    if (row.node == 0 ? row.cycle <= last.cycle : row.cycle != last.cycle)
      tell(row, fmt::format("cycle is {} behind {}", row.cycle, last.cycle));
  }
  decisions_ = run_.decisions.size() / nodes_;
  if (decisions_ * nodes_ != run_.decisions.size() || decisions_ != run_.summary.decisions)
    findings_.add(run_.path(kDecisionsFile), 0,
                  fmt::format("has {} rows (expected {} decisions of {} nodes)", run_.decisions.size(),
                              run_.summary.decisions, nodes_));
  return findings_.count() == before;
}

/// Every batch was chosen in the cycle of its decision, and every chosen node has its batch.
void DecisionChecker::check_batches() {
  if (!run_.summary.wrote(kBatchesFile)) return;
  std::map<std::pair<std::uint32_t, Cycle>, const Row*> chosen;
  for (const Row& row : run_.decisions) {
    if (row.chosen != kNone) chosen[{row.node, row.cycle}] = &row;
  }
  for (const ServingFiles::BatchRow& batch : run_.batches) {
    if (chosen.erase({batch.node, batch.selected}) == 0)
      findings_.add(run_.path(kBatchesFile), batch.line,
                    fmt::format("batch {} of {} was selected in {}, when by {} its node was not chosen", batch.number,
                                run_.summary.nodes[batch.node].name, batch.selected, kDecisionsFile));
  }
  if (!run_.summary.complete) return;  // a batch that has not ended has no row
  for (const auto& [key, row] : chosen) tell(*row, fmt::format("chosen, and {} has no batch of it", kBatchesFile));
}

NodeState DecisionChecker::state_of(const Row& row) const {
  NodeState node;
  node.pending = row.pending;
  node.priority_tasks = row.priority_requests;
  node.weight = amount(row.weight);
  node.compute = amount(row.compute);
  return node;
}

void DecisionChecker::check_compute(const Row* rows) {
  Amount used = 0;
  std::uint64_t held = 0;
  for (std::size_t n = 0; n < nodes_; ++n) {
    const Row& row = rows[n];
    if (row.chosen != kNone && (row.state == kBusy || row.pending == 0))
      tell(row, "chosen, and it is busy or has nothing pending");
    if (row.priority_requests > row.pending) tell(row, "has more priority requests than requests");
    const std::string priority = to_text(inference_priority(state_of(row), rule_), rule_);
    if (row.priority != priority) tell(row, fmt::format("priority is {} (expected {})", row.priority, priority));
    if (row.state == kIdle && row.chosen == kNone) continue;
    ++held;
    used += amount(row.compute);
  }
  for (std::size_t n = 0; n < nodes_; ++n) {
    if (amount(rows[n].compute_used) != used)
      tell(rows[n], fmt::format("compute_used is {} (expected {})", rows[n].compute_used, to_text(used)));
  }
  if (run_.summary.places.rated && held > *run_.summary.places.rated) tell(rows[0], "exceeds the rated count");
  if (rated_compute_ != 0 && used > rated_compute_) tell(rows[0], "exceeds the rated compute");
}

bool DecisionChecker::before(const Row* rows, std::size_t x, std::size_t y) const {
  const Row& a = rows[x];
  const Row& b = rows[y];
  const std::string& policy = run_.summary.policy;
  if (policy == "round_robin") return (x + nodes_ - turn_) % nodes_ < (y + nodes_ - turn_) % nodes_;
  if (policy == "fifo") return a.oldest != b.oldest ? a.oldest < b.oldest : x < y;
  if (policy == "largest_batch") {
    const std::uint64_t of_a = std::min(a.pending, run_.summary.nodes[x].batch_limit);
    const std::uint64_t of_b = std::min(b.pending, run_.summary.nodes[y].batch_limit);
    return of_a != of_b ? of_a > of_b : x < y;
  }
  if ((a.priority_requests > 0) != (b.priority_requests > 0)) return a.priority_requests > 0;
  const Amount of_a = amount(a.priority);
  const Amount of_b = amount(b.priority);
  if (of_a != of_b) return of_a > of_b;
  if (rule_.kind == PriorityRule::Kind::tie_break && amount(a.weight) != amount(b.weight))
    return amount(a.weight) > amount(b.weight);
  return x < y;
}

/// One node after the other: of those left the one before which the policy takes none, until it does not fit.
void DecisionChecker::check_rule(const Row* rows) {
  std::vector<std::size_t> left;
  Amount used = 0;
  std::uint64_t held = 0;
  for (std::size_t n = 0; n < nodes_; ++n) {
    if (rows[n].state != kBusy && rows[n].pending > 0) left.push_back(n);
    if (rows[n].state == kIdle) continue;
    ++held;
    used += amount(rows[n].compute);
  }
  std::vector<std::uint32_t> expected(nodes_, kNone);
  for (std::uint32_t taken = 0; !left.empty(); ++taken) {
    const auto next =
        std::min_element(left.begin(), left.end(), [&](std::size_t x, std::size_t y) { return before(rows, x, y); });
    const Row& row = rows[*next];
    if (row.state == kIdle) {
      ++held;
      used += amount(row.compute);
    }
    if (run_.summary.places.rated && held > *run_.summary.places.rated) break;
    if (rated_compute_ != 0 && used > rated_compute_) break;
    expected[*next] = taken;
    left.erase(next);
  }
  const Row* last = nullptr;
  for (std::size_t n = 0; n < nodes_; ++n) {
    const Row& row = rows[n];
    if (row.chosen != kNone && (last == nullptr || row.chosen > last->chosen)) last = &row;
    if (row.chosen != expected[n]) tell(row, fmt::format("{} (the rule: {})", taken(row.chosen), taken(expected[n])));
  }
  if (last != nullptr) turn_ = (last->node + 1) % nodes_;
}

void DecisionChecker::check_reports(const std::vector<ReportTimes>& reports) {
  if (decisions_ == 0 || !run_.summary.complete) return;
  for (std::uint32_t n = 0; n < nodes_; ++n) {
    if (run_.summary.wrote(kVisitsFile) && run_.summary.wrote(kSessionsFile)) check_pending(n, reports[n]);
    if (run_.summary.wrote(kBatchesFile)) check_states(n, reports[n]);
  }
}

/// The requests that wait at a node: they come as of `queued`, may become ones of the priority type later, and leave as
/// of `started`.
void DecisionChecker::check_pending(std::uint32_t n, const ReportTimes& reports) {
  const std::vector<Waiting> visits = waiting_at(n);
  enum Kind { kCome, kRise, kLeave };
  std::vector<std::tuple<Cycle, Kind, std::size_t>> events;
  for (std::size_t v = 0; v < visits.size(); ++v) {
    events.emplace_back(visits[v].queued, kCome, v);
    if (visits[v].urgent_from <= visits[v].started) events.emplace_back(visits[v].urgent_from, kRise, v);
    events.emplace_back(visits[v].started, kLeave, v);
  }
  std::sort(events.begin(), events.end());
  std::size_t event = 0;
  std::size_t report = 0;
  std::uint64_t pending = 0;
  std::uint64_t urgent = 0;
  std::multiset<Cycle> queued;
  for (std::size_t d = 0; d < decisions_; ++d) {
    const Row& row = rows_of(d)[n];
    while (report < reports.arrived.size() && reports.arrived[report] <= row.cycle) ++report;
    for (; report > 0 && event < events.size() && std::get<0>(events[event]) <= reports.created[report - 1]; ++event) {
      const auto& [cycle, kind, v] = events[event];
      if (kind == kCome) queued.insert(cycle);
      if (kind == kLeave) queued.erase(queued.find(visits[v].queued));
      pending += kind == kCome ? 1 : 0;
      pending -= kind == kLeave ? 1 : 0;
      urgent += kind == kRise ? 1 : 0;
      urgent -= kind == kLeave && visits[v].urgent_from <= visits[v].started ? 1 : 0;
    }
    const Cycle oldest = queued.empty() ? kNever : *queued.begin();
    if (row.pending == pending && row.priority_requests == urgent && row.oldest == oldest) continue;
    tell(row, fmt::format(
                  "{} pending, {} of them of the priority type, the oldest since {} (by the last report: {}, {}, {})",
                  row.pending, row.priority_requests, since(row.oldest), pending, urgent, since(oldest)));
  }
}

std::vector<DecisionChecker::Waiting> DecisionChecker::waiting_at(std::uint32_t n) const {
  std::vector<std::uint32_t> kinds(run_.sessions.size(), 0);
  for (const ServingFiles::SessionRow& row : run_.sessions) {
    if (row.number < kinds.size()) kinds[row.number] = row.kind;
  }
  std::map<std::uint64_t, Cycle> complete;  // by session: it has all data
  for (const ServingFiles::VisitRow& row : run_.visits) {
    if (row.node == n && row.pass == 0) complete[row.session] = std::max(complete[row.session], row.queued);
  }
  std::vector<Waiting> all;
  for (const ServingFiles::VisitRow& row : run_.visits) {
    if (row.node != n || row.session >= kinds.size()) continue;
    const std::uint32_t kind = kinds[row.session];
    Waiting& visit = all.emplace_back(Waiting{row.queued, row.started, kNever});
    if (run_.summary.kinds[kind].priority)
      visit.urgent_from = when_complete_[kind] ? std::max(row.queued, complete[row.session]) : row.queued;
  }
  return all;
}

/// A node is busy from the decision until the report has come that it can begin a batch again, and open until the one
/// has come of the end of its last batch.
void DecisionChecker::check_states(std::uint32_t n, const ReportTimes& reports) {
  const auto seen = [&](Cycle created) {
    const auto found = std::lower_bound(reports.created.begin(), reports.created.end(), created);
    if (found == reports.created.end() || *found != created) return kNever;
    return reports.arrived[static_cast<std::size_t>(found - reports.created.begin())];
  };
  std::vector<const ServingFiles::BatchRow*> batches;
  for (const ServingFiles::BatchRow& row : run_.batches) {
    if (row.node == n) batches.push_back(&row);
  }
  std::size_t begun = 0;
  for (std::size_t d = 0; d < decisions_; ++d) {
    const Row& row = rows_of(d)[n];
    while (begun < batches.size() && batches[begun]->selected < row.cycle) ++begun;
    std::uint32_t expected = kIdle;
    if (begun > 0 && seen(batches[begun - 1]->finished) > row.cycle) {
      const ServingFiles::BatchRow& last = *batches[begun - 1];
      const Cycle behind = begun > 1 ? batches[begun - 2]->finished : 0;
      const Cycle ready = last.returned == kNever ? last.finished : std::max(last.returned, behind);
      expected = seen(ready) > row.cycle ? kBusy : kOpen;
    }
    if (row.state != expected)
      tell(row, fmt::format("{} (by {}: {})", kNodeStateWords[row.state], kBatchesFile, kNodeStateWords[expected]));
  }
}

}  // namespace gantry
