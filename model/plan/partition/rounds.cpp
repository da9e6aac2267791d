// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/rounds.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gantry/base/random.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kRandomStream = 1;

/// A move that the gains call for, whether or not the balance allows it now.
struct Draw {
  std::uint32_t to = 0;
  std::uint64_t first_gain = 0;
  std::int64_t second_gain = 0;
};

/// Moves that the gains suggest, updated when tasks move, so that a round finds one without a search.
class Draws {
 public:
  virtual ~Draws() = default;
  virtual void add(std::uint32_t task, const Draw& draw) = 0;
  virtual void remove(std::uint32_t task, const Draw& draw) = 0;
  [[nodiscard]] virtual std::optional<Candidate> choose(const Partition& partition) = 0;
};

/// Modes first and all: the least key wins, then the lower part. One ordered set per part, so that a full part costs
/// nothing.
class OrderedDraws final : public Draws {
 public:
  OrderedDraws(const PartitionProblem& problem, RoundMode mode)
      : problem_(problem), mode_(mode), by_part_(problem.parts()) {}

  void add(std::uint32_t task, const Draw& draw) override { by_part_[draw.to].insert({key(task, draw), task}); }
  void remove(std::uint32_t task, const Draw& draw) override { by_part_[draw.to].erase({key(task, draw), task}); }
  std::optional<Candidate> choose(const Partition& partition) override {
    std::optional<Candidate> best;
    Key least{};
    for (std::uint32_t part = 0; part < by_part_.size(); ++part) {
      if (plan::add(partition.load(part), problem_.balance().smallest) > problem_.limit(part)) continue;
      for (const auto& [key, task] : by_part_[part]) {
        if (best && !(key < least)) break;
        if (!partition.may_move(task, part)) continue;
        best = Candidate{task, part};
        least = key;
        break;
      }
    }
    return best;
  }

 private:
  using Key = std::array<std::int64_t, 3>;

  [[nodiscard]] Key key(std::uint32_t task, const Draw& draw) const {
    const auto first = -static_cast<std::int64_t>(draw.first_gain);
    const std::int64_t position = problem_.flow_position(task);
    // Candidate order is position, then difference. Trying all, the cut comes first, and with it the difference.
    if (mode_ == RoundMode::first) return {position, first, 0};
    return {first, -draw.second_gain, position};
  }

  const PartitionProblem& problem_;
  RoundMode mode_;
  std::vector<std::set<std::pair<Key, std::uint32_t>>> by_part_;
};

/// Mode random: all are equally likely.
class RandomDraws final : public Draws {
 public:
  explicit RandomDraws(std::uint64_t seed) : bits_(seed, kRandomStream) {}

  void add(std::uint32_t task, const Draw& draw) override { draws_.insert({task, draw.to}); }
  void remove(std::uint32_t task, const Draw& draw) override { draws_.erase({task, draw.to}); }
  std::optional<Candidate> choose(const Partition& partition) override {
    // The list is made only when random draws find no move within the balance.
    if (draws_.empty()) return std::nullopt;
    for (int tries = 0; tries < kTries; ++tries) {
      const Candidate hit = at(random_below(bits_, draws_.size()));
      if (partition.may_move(hit.task, hit.to)) return hit;
    }
    std::vector<Candidate> allowed;
    for (std::size_t i = 0; i < draws_.size(); ++i) {
      if (partition.may_move(at(i).task, at(i).to)) allowed.push_back(at(i));
    }
    if (allowed.empty()) return std::nullopt;
    return allowed[random_below(bits_, allowed.size())];
  }

 private:
  static constexpr int kTries = 32;

  /// A set whose members have consecutive numbers.
  class Numbered {
   public:
    using Member = std::pair<std::uint32_t, std::uint32_t>;
    void insert(const Member& member) {
      where_.insert({member, members_.size()});
      members_.push_back(member);
    }
    void erase(const Member& member) {
      const auto found = where_.find(member);
      const std::size_t hole = found->second;
      where_.erase(found);
      if (hole + 1 != members_.size()) {
        members_[hole] = members_.back();
        where_[members_[hole]] = hole;
      }
      members_.pop_back();
    }
    [[nodiscard]] std::size_t size() const { return members_.size(); }
    [[nodiscard]] bool empty() const { return members_.empty(); }
    [[nodiscard]] const Member& operator[](std::size_t i) const { return members_[i]; }

   private:
    std::vector<Member> members_;
    std::map<Member, std::size_t> where_;
  };

  [[nodiscard]] Candidate at(std::size_t i) const { return {draws_[i].first, draws_[i].second}; }

  RandomBits bits_;
  Numbered draws_;
};

class Rounds {
 public:
  Rounds(Partition& partition, const RefineOptions& options, const RefineControl& control)
      : partition_(partition),
        options_(options),
        control_(control),
        drawn_(partition.problem().tasks()),
        has_been_boundary_(partition.problem().tasks()) {
    if (options.mode == RoundMode::random) {
      draws_ = std::make_unique<RandomDraws>(options.seed);
    } else {
      draws_ = std::make_unique<OrderedDraws>(partition.problem(), options.mode);
    }
  }

  std::uint64_t run() {
    std::uint64_t moves = 0;
    for (std::uint32_t t = 0; t < partition_.problem().tasks(); ++t) {
      look_at(t);
      has_been_boundary_[t] = partition_.is_boundary(t);
    }
    bool more = true;
    while (more) {
      if (moves % RefineControl::kMovesBetweenLooks == 0) {
        if (control_.stopped()) break;
        control_.show(partition_.cut());
      }
      const auto candidate = draws_->choose(partition_);
      std::optional<Partition> before;
      if (control_.round) before = partition_;
      if (!candidate) {
        if (before) control_.round(*before, {}, partition_);
        break;
      }
      partition_.move(candidate->task, candidate->to);
      if (before) control_.round(*before, {*candidate}, partition_);
      ++moves;
      bool new_boundary = settle(candidate->task);
      for (const auto& neighbour : partition_.problem().neighbours(candidate->task)) {
        if (settle(neighbour.task)) new_boundary = true;
      }
      more = new_boundary || options_.until == RefineUntil::stable;
    }
    return moves;
  }

 private:
  /// After a move that touched the task: whether it is at the boundary for the first time.
  bool settle(std::uint32_t task) {
    look_at(task);
    if (has_been_boundary_[task] || !partition_.is_boundary(task)) return false;
    has_been_boundary_[task] = true;
    return true;
  }

  void look_at(std::uint32_t task) {
    for (const Draw& draw : drawn_[task]) draws_->remove(task, draw);
    drawn_[task].clear();
    const Connection own = partition_.connection(task, partition_.part(task));
    for (const Connection& to : partition_.connections(task)) {
      if (to.part == own.part || !is_drawn(own, to, options_.rule)) continue;
      const Draw draw{to.part, to.weight.first - own.weight.first,
                      static_cast<std::int64_t>(to.weight.second) - static_cast<std::int64_t>(own.weight.second)};
      drawn_[task].push_back(draw);
      draws_->add(task, draw);
    }
  }

  Partition& partition_;
  const RefineOptions& options_;
  const RefineControl& control_;
  std::unique_ptr<Draws> draws_;
  std::vector<std::vector<Draw>> drawn_;  ///< entries of draws_ by task
  std::vector<bool> has_been_boundary_;   ///< in any partition gone on from
};

}  // namespace

std::uint64_t run_rounds(Partition& partition, const RefineOptions& options, const RefineControl& control) {
  return Rounds(partition, options, control).run();
}

}  // namespace gantry::plan
