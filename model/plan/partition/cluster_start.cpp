// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "gantry/base/random.h"
#include "gantry/plan/partition/start.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kClusterStream = 4;
constexpr Time kSetsPerShare = 4;
constexpr std::uint64_t kMovesPerSet = 64;
constexpr std::uint64_t kMostMoves = 1000000;

/// Sets of tasks that grow together.
class Sets {
 public:
  explicit Sets(const std::vector<Time>& loads) : parent_(loads.size()), load_(loads) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t task) {
    while (parent_[task] != task) {
      parent_[task] = parent_[parent_[task]];
      task = parent_[task];
    }
    return task;
  }
  void join(std::uint32_t a, std::uint32_t b, Time most) {
    a = find(a);
    b = find(b);
    if (a == b || add(load_[a], load_[b]) > most) return;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    load_[a] = add(load_[a], load_[b]);
  }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<Time> load_;
};

/// Sets as the tasks of a smaller graph, and the parts of these sets.
class Arrangement {
 public:
  Arrangement(const PartitionProblem& problem, std::uint64_t seed);
  void spread();
  void improve();
  [[nodiscard]] std::vector<std::uint32_t> parts() const {
    std::vector<std::uint32_t> parts;
    for (const std::uint32_t set : set_of_) parts.push_back(part_[set]);
    return parts;
  }

 private:
  struct Joint {
    std::uint32_t set;
    std::uint64_t weight;  ///< edges, or their bytes
  };

  void join_sets();
  [[nodiscard]] std::int64_t room(std::uint32_t part) const {
    return static_cast<std::int64_t>(problem_.limit(part)) - static_cast<std::int64_t>(part_load_[part]);
  }
  std::uint32_t random_part() { return static_cast<std::uint32_t>(random_below(bits_, part_load_.size())); }
  void put(std::uint32_t set, std::uint32_t part) {
    part_[set] = part;
    part_load_[part] = add(part_load_[part], load_[set]);
    ++part_size_[part];
  }

  const PartitionProblem& problem_;
  RandomBits bits_;
  std::vector<std::uint32_t> set_of_;
  std::vector<Time> load_;                  ///< by set
  std::vector<std::vector<Joint>> joints_;  ///< by set
  std::vector<std::uint32_t> part_;         ///< by set
  std::vector<Time> part_load_;
  std::vector<std::uint32_t> part_size_;  ///< sets
};

Arrangement::Arrangement(const PartitionProblem& problem, std::uint64_t seed)
    : problem_(problem),
      bits_(seed, kClusterStream),
      set_of_(problem.tasks()),
      part_load_(problem.parts()),
      part_size_(problem.parts()) {
  const Graph& graph = problem.graph();
  const Time share = std::min(problem.balance().total / problem.parts(), problem.balance().least_limit());
  Sets sets(problem.balance().loads);
  const auto weight = [&](std::uint32_t e) {
    return weight_of(problem.objective(), graph.edge(e), problem.critical()[e]);
  };
  std::vector<std::uint32_t> heaviest_first(graph.edges().size());
  std::iota(heaviest_first.begin(), heaviest_first.end(), 0U);
  std::stable_sort(heaviest_first.begin(), heaviest_first.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return weight(b) < weight(a); });
  for (const std::uint32_t e : heaviest_first) sets.join(graph.edge(e).from, graph.edge(e).to, share / kSetsPerShare);
  std::vector<std::uint32_t> number(problem.tasks());
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    const std::uint32_t head = sets.find(t);  // the first task of its set
    if (head == t) {
      number[t] = static_cast<std::uint32_t>(load_.size());
      load_.push_back(0);
    }
    set_of_[t] = number[head];
    load_[set_of_[t]] = add(load_[set_of_[t]], problem.load(t));
  }
  part_.assign(load_.size(), kNoPart);
  join_sets();
}

void Arrangement::join_sets() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> between;
  for (const Edge& edge : problem_.graph().edges()) {
    const std::uint32_t a = set_of_[edge.from];
    const std::uint32_t b = set_of_[edge.to];
    if (a == b) continue;
    between[{std::min(a, b), std::max(a, b)}] += counts_bytes(problem_.objective()) ? edge.bytes : 1;
  }
  joints_.resize(load_.size());
  for (const auto& [sets, weight] : between) {
    joints_[sets.first].push_back({sets.second, weight});
    joints_[sets.second].push_back({sets.first, weight});
  }
}

/// Random order, random parts; large sets first, as small ones still fit when parts are nearly full.
void Arrangement::spread() {
  std::vector<std::uint32_t> order(load_.size());
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_below(bits_, i)]);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return load_[a] > load_[b]; });
  for (const std::uint32_t set : order) {
    const auto fits = [&](std::uint32_t part) { return add(part_load_[part], load_[set]) <= problem_.limit(part); };
    std::uint32_t part = random_part();
    for (int tries = 0; tries < 8 && !fits(part); ++tries) part = random_part();
    if (!fits(part)) {
      part = 0;
      for (std::uint32_t other = 0; other < problem_.parts(); ++other) {
        if (room(other) > room(part)) part = other;
      }
    }
    put(set, part);
  }
}

void Arrangement::improve() {
  const std::uint64_t moves = problem_.parts() == 1 ? 0 : std::min(kMostMoves, kMovesPerSet * load_.size());
  for (std::uint64_t i = 0; i < moves; ++i) {
    const auto set = static_cast<std::uint32_t>(random_below(bits_, load_.size()));
    const std::uint32_t from = part_[set];
    const std::uint32_t to = random_part();
    if (to == from || part_size_[from] == 1 || add(part_load_[to], load_[set]) > problem_.limit(to)) continue;
    std::uint64_t gained = 0;
    std::uint64_t lost = 0;
    for (const Joint& joint : joints_[set]) {
      if (part_[joint.set] == to) gained += joint.weight;
      if (part_[joint.set] == from) lost += joint.weight;
    }
    if (gained < lost) continue;
    part_load_[from] -= load_[set];
    --part_size_[from];
    put(set, to);
  }
}

}  // namespace

std::vector<std::uint32_t> cluster_start(const PartitionProblem& problem, std::uint64_t seed) {
  Arrangement arrangement(problem, seed);
  arrangement.spread();
  arrangement.improve();
  Partition partition(problem, arrangement.parts());
  repair_start(partition);
  return partition.parts();
}

}  // namespace gantry::plan
