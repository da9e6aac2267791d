// SPDX-License-Identifier: Apache-2.0
// Rules of a plan by `partition`, after source 000. Cuts and loads are computed anew, without code of the planner.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

std::string text(const Values& values, const std::string& name) {
  const Value* value = values.find(name);
  const auto* found = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return found == nullptr ? "" : *found;
}

class PartitionRules {
 public:
  PartitionRules(const Checked& checked, Diagnostics& faults)
      : graph_(checked.graph), checked_(checked), plan_(checked.plan), faults_(faults), part_(checked.graph.tasks()) {}

  void run() {
    const auto parts = whole(plan_.parameters, "parts");
    if (!parts || *parts == 0) return faults_.error(checked_.where, "a partition needs the parameter parts");
    std::set<std::uint32_t> used;
    for (const Placement& place : plan_.placement) {
      if (!place.part) return faults_.error(checked_.where, "task '" + checked_.name(place.task) + "' has no part");
      part_[place.task] = *place.part;
      used.insert(*place.part);
    }
    if (used.size() != *parts) {
      faults_.error(checked_.where,
                    "only " + std::to_string(used.size()) + " of " + std::to_string(*parts) + " parts have a task");
    }
    check_processors();
    check_loads(*parts);
    check_cuts();
    check_against_start();
  }

 private:
  /// A processor is of one cluster, and a cluster of one part.
  void check_processors() {
    std::map<std::uint32_t, std::uint32_t> part_of;
    for (const Placement& place : plan_.placement) {
      for (const std::uint32_t p : place.processors) {
        const std::uint32_t part = part_of.insert({p, *place.part}).first->second;
        if (part == *place.part) continue;
        faults_.error(checked_.where, "task '" + checked_.name(place.task) + "' of part " +
                                          std::to_string(*place.part) + " is on processor " + std::to_string(p) +
                                          ", where tasks of part " + std::to_string(part) + " are");
      }
    }
  }

  void check_loads(std::uint64_t parts) {
    bool timed = false;
    Wide total = 0;
    for (std::uint32_t t = 0; t < graph_.tasks(); ++t) timed = timed || graph_.time(t) > 0;
    std::map<std::uint32_t, Wide> loads;
    Wide heaviest_task = 0;
    for (std::uint32_t t = 0; t < graph_.tasks(); ++t) {
      const Wide load = timed ? graph_.time(t) : 1;
      total += load;
      loads[part_[t]] += load;
      heaviest_task = std::max(heaviest_task, load);
    }
    Wide heaviest_part = 0;
    for (const auto& load : loads) heaviest_part = std::max(heaviest_part, load.second);
    check("largest_load", static_cast<std::uint64_t>(heaviest_part));
    const auto limits = part_limits(parts, total, heaviest_task);
    if (limits.empty()) return;
    check("load_limit", static_cast<std::uint64_t>(*std::max_element(limits.begin(), limits.end())));
    check_list("load_limits", limits);
    std::vector<Wide> in_order;
    for (std::uint32_t part = 0; part < parts; ++part) in_order.push_back(loads[part]);
    check_list("loads", in_order);
    // The start may have exceeded the limit of a share. A capacity holds in any case.
    const bool hard = plan_.parameters.find("capacity") != nullptr;
    const Wide start = hard ? 0 : Wide{whole(plan_.metrics, "initial_largest_load").value_or(0)};
    for (std::uint32_t part = 0; part < parts; ++part) {
      if (in_order[part] <= std::max(limits[part], start)) continue;
      faults_.error(checked_.where, (hard ? "part " + std::to_string(part) : std::string("a part")) +
                                        " has a load of " + std::to_string(static_cast<std::uint64_t>(in_order[part])) +
                                        ", above " + (hard ? "its capacity of " : "the limit of ") +
                                        std::to_string(static_cast<std::uint64_t>(limits[part])) +
                                        (hard ? "" : " and above any of the start"));
    }
  }

  /// Returns the limit of every part: its capacity, or its share with the imbalance; nothing if the plan has neither.
  std::vector<Wide> part_limits(std::uint64_t parts, Wide total, Wide heaviest_task) {
    std::vector<Wide> limits;
    if (plan_.parameters.find("capacity") != nullptr) return list_of("capacity", parts);
    const auto imbalance = parse_decimal(text(plan_.parameters, "imbalance"));
    if (!imbalance) return limits;
    std::vector<Wide> shares(parts, 1);
    if (plan_.parameters.find("shares") != nullptr) shares = list_of("shares", parts);
    Wide all = 0;
    for (const Wide share : shares) all += share;
    if (all == 0) return limits;
    const Wide extra_billionths = ceil_product(*imbalance, {1, 0}, kBillion);
    for (const Wide share : shares) {
      const Wide load = (total * share + all - 1) / all;
      limits.push_back(std::max(load + load * extra_billionths / kBillion, heaviest_task));
    }
    return limits;
  }

  /// Reads the numbers of a parameter such as 100,200. Reports a fault unless there is one for every part.
  std::vector<Wide> list_of(const std::string& name, std::uint64_t parts) {
    std::vector<Wide> numbers;
    const std::string said = text(plan_.parameters, name);
    for (std::size_t at = 0; at <= said.size();) {
      const std::size_t end = std::min(said.find(',', at), said.size());
      const auto number = parse_decimal(said.substr(at, end - at));
      if (number) numbers.push_back(ceil_product(*number, {1, 0}));
      at = end + 1;
    }
    if (numbers.size() == parts) return numbers;
    faults_.error(checked_.where, "the parameter " + name + " is '" + said + "', not a number for each of " +
                                      std::to_string(parts) + " parts");
    return {};
  }

  void check_list(const char* metric, const std::vector<Wide>& is) {
    const std::string said = text(plan_.metrics, metric);
    std::string right;
    for (const Wide number : is)
      right += (right.empty() ? "" : ",") + std::to_string(static_cast<std::uint64_t>(number));
    if (!said.empty() && said != right)
      faults_.error(checked_.where, std::string(metric) + " is " + right + ", not " + said);
  }

  void check_cuts() {
    std::uint64_t cut = 0;
    std::uint64_t bytes = 0;
    std::uint64_t all_bytes = 0;
    std::set<std::uint32_t> boundary;
    for (const Edge& edge : graph_.edges()) {
      all_bytes = add(all_bytes, edge.bytes);
      if (part_[edge.from] == part_[edge.to]) continue;
      ++cut;
      bytes = add(bytes, edge.bytes);
      boundary.insert({edge.from, edge.to});
    }
    check("edges", graph_.edges().size());
    check("cut", cut);
    check("cut_bytes", bytes);
    check("edge_bytes", all_bytes);
    check("boundary_tasks", boundary.size());
    const auto critical = critical_edges();
    if (!critical) return;
    check("critical_edges", critical->size());
    std::uint64_t critical_cut = 0;
    std::uint64_t critical_bytes = 0;
    for (const std::uint32_t e : *critical) {
      if (part_[graph_.edge(e).from] == part_[graph_.edge(e).to]) continue;
      ++critical_cut;
      critical_bytes = add(critical_bytes, graph_.edge(e).bytes);
    }
    std::uint64_t all_critical = 0;
    for (const std::uint32_t e : *critical) all_critical = add(all_critical, graph_.edge(e).bytes);
    check("critical_edge_bytes", all_critical);
    check_share(critical_bytes, bytes);
    check("critical_cut", critical_cut);
    check("critical_cut_bytes", critical_bytes);
  }

  void check_share(std::uint64_t critical, std::uint64_t all) {
    const Value* value = plan_.metrics.find("critical_share");
    const auto* said = value == nullptr ? nullptr : std::get_if<double>(value);
    if (said == nullptr || (all > 0 && std::abs(*said * static_cast<double>(all) - static_cast<double>(critical)) <=
                                           1e-9 * static_cast<double>(all))) {
      return;
    }
    faults_.error(checked_.where, "critical_share is not " + std::to_string(critical) + " of " + std::to_string(all));
  }

  /// Numbers of the edges that the parameter `critical` calls so; nothing if it is no rule that we know.
  std::optional<std::set<std::uint32_t>> critical_edges() {
    const std::string rule = text(plan_.parameters, "critical");
    std::set<std::uint32_t> critical;
    const auto edges = static_cast<std::uint32_t>(graph_.edges().size());
    if (rule == "file") {
      for (std::uint32_t e = 0; e < edges; ++e) {
        if (graph_.edge(e).critical) critical.insert(e);
      }
    } else if (rule == "slack") {
      for (std::uint32_t e = 0; e < edges; ++e) {
        if (add(to_end_of(graph_.edge(e).from), from_start_of_edge(graph_.edge(e))) == longest_path())
          critical.insert(e);
      }
    } else if (const auto share = parse_decimal(rule.rfind("bytes:", 0) == 0 ? rule.substr(6) : "")) {
      const std::uint64_t count = ceil_product(*share, {edges, 0});
      std::set<std::tuple<std::uint64_t, std::uint32_t>> by_bytes;  // most bytes first
      for (std::uint32_t e = 0; e < edges; ++e) by_bytes.insert({~graph_.edge(e).bytes, e});
      for (const auto& [unused, e] : by_bytes) {
        if (critical.size() < count) critical.insert(e);
      }
    } else {
      if (!rule.empty())
        faults_.error(checked_.where, "the parameter critical is '" + rule + "', which does not select edges");
      return std::nullopt;
    }
    return critical;
  }

  Time to_end_of(std::uint32_t task) {
    if (to_end_.empty()) {
      to_end_.resize(graph_.tasks());
      for (const std::uint32_t t : graph_.flow_order()) {
        to_end_[t] = add(to_end_[t], graph_.time(t));
        for (const std::uint32_t e : graph_.out(t)) {
          const std::uint32_t to = graph_.edge(e).to;
          to_end_[to] = std::max(to_end_[to], add(to_end_[t], checked_.transfer(graph_.edge(e), 0, 1)));
        }
      }
    }
    return to_end_[task];
  }
  Time from_start_of_edge(const Edge& edge) {
    if (from_start_.empty()) {
      from_start_.resize(graph_.tasks());
      const auto& order = graph_.flow_order();
      for (auto t = order.rbegin(); t != order.rend(); ++t) {
        from_start_[*t] = add(from_start_[*t], graph_.time(*t));
        for (const std::uint32_t e : graph_.in(*t)) {
          const std::uint32_t from = graph_.edge(e).from;
          from_start_[from] =
              std::max(from_start_[from], add(from_start_[*t], checked_.transfer(graph_.edge(e), 0, 1)));
        }
      }
    }
    return add(checked_.transfer(edge, 0, 1), from_start_[edge.to]);
  }
  Time longest_path() {
    if (!longest_) {
      longest_ = 0;
      for (std::uint32_t t = 0; t < graph_.tasks(); ++t) longest_ = std::max(*longest_, to_end_of(t));
    }
    return *longest_;
  }

  /// Returns the first and the second criterion of the objective.
  [[nodiscard]] std::array<std::string, 2> counted() {
    const std::string objective = text(plan_.parameters, "objective");
    if (objective.empty() || objective == "critical") return {"critical_cut", "cut"};
    if (objective == "edges") return {"cut", "critical_cut"};
    if (objective == "bytes") return {"cut_bytes", "cut"};
    if (objective == "critical_bytes") return {"critical_cut_bytes", "cut_bytes"};
    faults_.error(checked_.where, "the parameter objective is '" + objective + "', which counts nothing");
    return {};
  }

  void check_against_start() {
    const auto names = counted();
    const auto of = [&](const std::string& prefix) {
      return std::make_pair(whole(plan_.metrics, prefix + names[0]), whole(plan_.metrics, prefix + names[1]));
    };
    const auto start = of("initial_");
    const auto end = of("");
    if (!start.first || !start.second || !end.first || !end.second || !(start < end)) return;
    const auto say = [&](const auto& cut) {
      return names[0] + " " + std::to_string(*cut.first) + ", " + names[1] + " " + std::to_string(*cut.second);
    };
    faults_.error(checked_.where, "the result cuts more than the start: " + say(end) + " after " + say(start));
  }

  void check(const char* metric, std::uint64_t is) {
    const auto said = whole(plan_.metrics, metric);
    if (said && *said != is) {
      faults_.error(checked_.where,
                    std::string(metric) + " is " + std::to_string(is) + ", not " + std::to_string(*said));
    }
  }

  const Graph& graph_;
  const Checked& checked_;
  const Plan& plan_;
  Diagnostics& faults_;
  std::vector<std::uint32_t> part_;
  std::vector<Time> to_end_;      ///< longest path that ends with the task
  std::vector<Time> from_start_;  ///< longest path that begins with the task
  std::optional<Time> longest_;
};

}  // namespace

void add_partition_rules(MethodRulesCatalogue& rules) {
  rules.add("partition", "parts, loads and cuts are what the plan says",
            [](const Checked& checked, Diagnostics& faults) { PartitionRules(checked, faults).run(); });
}

}  // namespace gantry::plan
