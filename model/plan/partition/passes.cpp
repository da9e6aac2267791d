// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/passes.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include "gantry/base/random.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kShakeStream = 2;
/// Bounds of run_shakes(), the last in edges: about a second.
constexpr std::uint64_t kLeastShakes = 200;
constexpr std::uint64_t kShakesPerTask = 20;
constexpr std::uint64_t kShakeWork = 5000000;

/// Decrease of the cut by a move.
struct Gain {
  std::int64_t first = 0;
  std::int64_t second = 0;

  friend bool operator<(const Gain& a, const Gain& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  }
  friend bool operator==(const Gain& a, const Gain& b) { return a.first == b.first && a.second == b.second; }
};

Gain gain(const Connection& own, const Connection& to) {
  const auto more = [](std::uint64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
  };
  return {more(to.weight.first, own.weight.first), more(to.weight.second, own.weight.second)};
}

/// Passes over one partition, one after the other, without setting up the queues of the whole graph each time.
class Passes {
 public:
  Passes(Partition& partition, const std::vector<std::uint32_t>& rank, const RefineControl& control)
      : partition_(partition),
        problem_(partition.problem()),
        rank_(rank),
        control_(control),
        queues_(problem_.parts()),
        version_(problem_.tasks()),
        locked_(problem_.tasks()) {}

  /// A pass that begins with these tasks and spreads along the edges of those that move. It ends when nothing can move
  /// or `patience` moves have not helped. Answers the number of moves that were kept.
  std::size_t run(const std::vector<std::uint32_t>& tasks, std::size_t patience) {
    best_ = partition_.cut();
    for (const std::uint32_t task : tasks) enqueue(task);
    while (moves_.size() - kept_ < patience) {
      if (moves_.size() % RefineControl::kMovesBetweenLooks == 0) {
        if (control_.stopped()) break;
        control_.show(best_);
      }
      if (!step()) break;
    }
    const std::size_t kept = kept_;
    finish();
    return kept;
  }
  /// Edges looked at so far.
  [[nodiscard]] std::uint64_t work() const { return work_; }
  /// The moves that the last pass kept, in their order.
  struct Move {
    std::uint32_t task;
    std::uint32_t from;
  };
  [[nodiscard]] const std::vector<Move>& last_moves() const { return kept_moves_; }

 private:
  struct Entry {
    Gain gain;
    std::uint32_t rank;
    std::uint32_t task;
    std::uint32_t version;

    /// std::priority_queue has its largest on top.
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.gain == b.gain ? a.rank > b.rank : a.gain < b.gain;
    }
  };
  struct Target {
    std::uint32_t part;
    Gain gain;
    bool fits;

    [[nodiscard]] bool better_than(const Target& other) const {
      if (!(gain == other.gain)) return other.gain < gain;
      return fits != other.fits ? fits : part < other.part;
    }
  };

  /// Undoes the moves after the best state, and ends the pass.
  void finish() {
    for (const Move& move : moves_) locked_[move.task] = false;
    while (moves_.size() > kept_) {
      partition_.move(moves_.back().task, moves_.back().from);
      moves_.pop_back();
    }
    kept_moves_.swap(moves_);
    moves_.clear();
    kept_ = 0;
    overfilled_ = kNoPart;
    for (auto& queue : queues_) queue = {};
  }

  void enqueue(std::uint32_t task) {
    const Connection own = partition_.connection(task, partition_.part(task));
    std::optional<Gain> most;
    std::size_t others = 0;
    for (const Connection& to : partition_.connections(task)) {
      if (to.part == own.part) continue;
      ++others;
      if (!most || *most < gain(own, to)) most = gain(own, to);
    }
    const Gain elsewhere = gain(own, {});
    if (others + 1 < problem_.parts() && (!most || *most < elsewhere)) most = elsewhere;
    if (most) enqueue(task, *most);
  }
  void enqueue(std::uint32_t task, const Gain& gain) {
    queues_[partition_.part(task)].push({gain, rank_[task], task, ++version_[task]});
  }

  /// Returns the best valid entry of a part; nullptr: none.
  const Entry* top(std::uint32_t part) {
    auto& queue = queues_[part];
    while (!queue.empty() && (locked_[queue.top().task] || version_[queue.top().task] != queue.top().version)) {
      queue.pop();
    }
    return queue.empty() ? nullptr : &queue.top();
  }

  /// Takes the best entry out: of the overfilled part if there is one, else of all.
  std::optional<Entry> take() {
    std::uint32_t from = overfilled_;
    if (from == kNoPart) {
      const Entry* best = nullptr;
      for (std::uint32_t part = 0; part < problem_.parts(); ++part) {
        const Entry* entry = top(part);
        if (entry == nullptr || (best != nullptr && !(*best < *entry))) continue;
        best = entry;
        from = part;
      }
    }
    if (from == kNoPart || top(from) == nullptr) return std::nullopt;
    const Entry entry = *top(from);
    queues_[from].pop();
    return entry;
  }

  /// Whether the task fits, or nothing if it may not even overfill the part.
  [[nodiscard]] std::optional<bool> room(std::uint32_t task, std::uint32_t part) const {
    if (add(partition_.load(part), problem_.load(task)) <= problem_.limit(part)) return true;
    if (overfilled_ == kNoPart && !partition_.over_limit(part)) return false;
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Target> target(std::uint32_t task) const {
    const std::uint32_t from = partition_.part(task);
    if (partition_.size(from) == 1) return std::nullopt;
    const Connection own = partition_.connection(task, from);
    std::optional<Target> best;
    const auto consider = [&](const Connection& to) {
      const auto fits = room(task, to.part);
      if (!fits) return;
      const Target found{to.part, gain(own, to), *fits};
      if (!best || found.better_than(*best)) best = found;
    };
    for (const Connection& to : partition_.connections(task)) {
      if (to.part != from) consider(to);
    }
    // Of the parts without an edge to it, the one with the most capacity left.
    std::uint32_t emptiest = kNoPart;
    for (std::uint32_t part = 0; part < problem_.parts(); ++part) {
      if (part != from && (emptiest == kNoPart || partition_.room(part) > partition_.room(emptiest))) emptiest = part;
    }
    if (emptiest != kNoPart) consider(partition_.connection(task, emptiest));
    return best;
  }

  /// One move; false if there is none.
  bool step() {
    while (const auto entry = take()) {
      const auto to = target(entry->task);
      if (!to) continue;
      if (to->gain < entry->gain) {
        enqueue(entry->task, to->gain);
        continue;
      }
      move(entry->task, *to);
      return true;
    }
    return false;
  }

  void move(std::uint32_t task, const Target& to) {
    const std::uint32_t from = partition_.part(task);
    partition_.move(task, to.part);
    moves_.push_back({task, from});
    locked_[task] = true;
    work_ += problem_.neighbours(task).size();
    if (!to.fits) overfilled_ = to.part;
    if (overfilled_ != kNoPart && !partition_.over_limit(overfilled_)) overfilled_ = kNoPart;
    for (const auto& neighbour : problem_.neighbours(task)) {
      if (!locked_[neighbour.task]) enqueue(neighbour.task);
    }
    if (overfilled_ != kNoPart || !(partition_.cut() < best_)) return;
    best_ = partition_.cut();
    kept_ = moves_.size();
  }

  Partition& partition_;
  const PartitionProblem& problem_;
  const std::vector<std::uint32_t>& rank_;
  const RefineControl& control_;
  std::vector<std::priority_queue<Entry>> queues_;  ///< by part; an entry holds while it has its task's version
  std::vector<std::uint32_t> version_;
  std::vector<bool> locked_;
  std::vector<Move> moves_;
  std::vector<Move> kept_moves_;  ///< of the last pass
  std::size_t kept_ = 0;
  Cut best_;
  std::uint32_t overfilled_ = kNoPart;
  std::uint64_t work_ = 0;
};

/// Improves one neighbourhood after the other: perturbs a few tasks, repairs the result with a short pass, and keeps it
/// unless it is worse.
class Shakes {
 public:
  Shakes(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed, const RefineControl& control)
      : partition_(partition),
        problem_(partition.problem()),
        passes_(partition, rank, control),
        bits_(seed, kShakeStream) {}

  void shake() {
    const Cut before = partition_.cut();
    disturb();
    passes_.run(touched_, kPatience);
    if (before < partition_.cut()) {
      const auto& mended = passes_.last_moves();
      for (auto move = mended.rbegin(); move != mended.rend(); ++move) partition_.move(move->task, move->from);
      for (auto move = moves_.rbegin(); move != moves_.rend(); ++move) partition_.move(move->task, move->from);
    }
  }
  [[nodiscard]] std::uint64_t work() const { return passes_.work(); }

 private:
  static constexpr std::size_t kPatience = 50;
  static constexpr std::uint64_t kMostMoves = 8;
  static constexpr int kTries = 32;

  std::uint32_t below(std::uint64_t bound) { return static_cast<std::uint32_t>(random_below(bits_, bound)); }

  std::uint32_t random_boundary_task() {
    std::uint32_t task = below(problem_.tasks());
    for (int i = 0; i < kTries && !partition_.is_boundary(task); ++i) task = below(problem_.tasks());
    return task;
  }

  /// Moves the tasks of a random walk along edges to random parts where they fit, mostly to those of their neighbours.
  void disturb() {
    moves_.clear();
    touched_.clear();
    std::uint32_t task = random_boundary_task();
    for (std::uint32_t i = below(kMostMoves) + 1; i > 0; --i) {
      const auto neighbours = problem_.neighbours(task);
      touched_.push_back(task);
      for (const auto& neighbour : neighbours) touched_.push_back(neighbour.task);
      const std::uint32_t next =
          neighbours.size() == 0 ? below(problem_.tasks()) : neighbours.first[below(neighbours.size())].task;
      const std::uint32_t to = below(4) == 0 ? below(problem_.parts()) : partition_.part(next);
      if (to != partition_.part(task) && partition_.may_move(task, to)) {
        moves_.push_back({task, partition_.part(task)});
        partition_.move(task, to);
      }
      task = next;
    }
  }

  Partition& partition_;
  const PartitionProblem& problem_;
  Passes passes_;
  RandomBits bits_;
  std::vector<std::uint32_t> touched_;
  std::vector<Passes::Move> moves_;
};

}  // namespace

void run_passes(Partition& partition, const std::vector<std::uint32_t>& rank, const RefineControl& control,
                Refined& result) {
  constexpr std::size_t kLeastPatience = 1000;
  // A large graph is not followed downhill for long.
  const std::size_t patience = std::max<std::size_t>(kLeastPatience, partition.problem().tasks() / 32);
  std::vector<std::uint32_t> all(partition.problem().tasks());
  std::iota(all.begin(), all.end(), 0U);
  Passes passes(partition, rank, control);
  std::size_t kept = 1;
  while (kept > 0 && !control.stopped()) {
    kept = passes.run(all, patience);
    ++result.passes;
    result.pass_moves += kept;
  }
}

void run_shakes(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                const RefineControl& control, Refined& result) {
  const PartitionProblem& problem = partition.problem();
  const std::uint64_t most = kLeastShakes + kShakesPerTask * problem.tasks();
  Shakes shakes(partition, rank, seed, control);
  while (result.shakes < most && shakes.work() < kShakeWork && !(partition.cut() == Cut{}) && !control.stopped()) {
    shakes.shake();
    ++result.shakes;
  }
}

}  // namespace gantry::plan
