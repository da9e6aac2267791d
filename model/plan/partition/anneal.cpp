// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/anneal.h"

#include <algorithm>
#include <cmath>

#include "gantry/base/random.h"
#include "gantry/plan/partition/passes.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kAnnealStream = 6;
constexpr std::uint64_t kRuns = 8;
constexpr std::uint64_t kStepsPerTask = 4000;
/// In edges looked at in all runs: about a second.
constexpr std::uint64_t kAnnealWork = 40000000;
/// Fewer steps per task find nothing that passes do not find.
constexpr std::uint64_t kLeastStepsPerTask = 200;
constexpr int kSwapTries = 8;

/// One run: from warm to cold.
class Annealing {
 public:
  Annealing(Partition partition, RandomBits& bits)
      : now_(std::move(partition)), problem_(now_.problem()), bits_(bits), best_(now_), has_best_(!now_.over_limit()) {
    double weight = 0;
    double second = 0;
    std::uint64_t edges = 0;
    for (std::uint32_t t = 0; t < problem_.tasks(); ++t) {
      for (const auto& neighbour : problem_.neighbours(t)) {
        weight += static_cast<double>(neighbour.weight.first);
        second += static_cast<double>(neighbour.weight.second);
        edges += neighbour.edges;
      }
    }
    // The second criterion decides only between equal values of the first.
    second_ = 1 / (second + 1);
    mean_edge_ = std::max(weight, 1.0) / static_cast<double>(std::max<std::uint64_t>(edges, 1));
    per_load_ = std::max(weight, 1.0) / static_cast<double>(problem_.balance().total);
  }

  void run(std::uint64_t steps, const RefineControl& control) {
    const double cooling = std::log(kCold / kWarm);
    for (std::uint64_t i = 0; i < steps; ++i) {
      if (i % RefineControl::kMovesBetweenLooks == 0) {
        if (control.stopped()) break;
        control.show(best_.cut());
        const double done = static_cast<double>(i) / static_cast<double>(steps);
        temperature_ = mean_edge_ * kWarm * std::exp(cooling * done);
        overload_ = per_load_ * (kLoose + (kTight - kLoose) * done);
      }
      step();
    }
  }
  [[nodiscard]] bool has_best() const { return has_best_; }
  [[nodiscard]] const Partition& best() const { return best_; }

 private:
  static constexpr double kWarm = 4;
  static constexpr double kCold = 0.05;
  static constexpr double kLoose = 0.25;
  static constexpr double kTight = 4;

  std::uint32_t below(std::uint64_t bound) { return static_cast<std::uint32_t>(random_below(bits_, bound)); }

  /// Returns the excess of the part with `more` (or less) load.
  [[nodiscard]] double over(std::uint32_t part, std::int64_t more) const {
    return static_cast<double>(std::max<std::int64_t>(0, more - now_.room(part)));
  }
  [[nodiscard]] double energy(const Cut& cut) const {
    return static_cast<double>(cut.first) + second_ * static_cast<double>(cut.second);
  }
  bool accept(double worse) {
    if (worse <= 0) return true;
    const double chance = static_cast<double>(random_below(bits_, std::uint64_t{1} << 32)) / 4294967296.0;
    return chance < std::exp(-worse / temperature_);
  }
  /// Returns the growth of the cut if only this task moves there.
  [[nodiscard]] double growth(std::uint32_t task, std::uint32_t to) const {
    return energy(now_.connection(task, now_.part(task)).weight) - energy(now_.connection(task, to).weight);
  }

  void step() {
    const std::uint32_t task = below(problem_.tasks());
    const std::uint32_t from = now_.part(task);
    const auto neighbours = problem_.neighbours(task);
    const bool anywhere = neighbours.size() == 0 || below(16) == 0;
    const std::uint32_t to =
        anywhere ? below(problem_.parts()) : now_.part(neighbours.first[below(neighbours.size())].task);
    if (to == from) return;
    if (below(2) == 0) {
      swap(task, from, to);
    } else {
      move(task, from, to);
    }
  }

  void move(std::uint32_t task, std::uint32_t from, std::uint32_t to) {
    if (now_.size(from) == 1) return;
    const auto load = static_cast<std::int64_t>(problem_.load(task));
    const double excess = over(to, load) - over(to, 0) + over(from, -load) - over(from, 0);
    if (!accept(growth(task, to) + overload_ * excess)) return;
    now_.move(task, to);
    note();
  }

  void swap(std::uint32_t task, std::uint32_t from, std::uint32_t to) {
    std::uint32_t other = below(problem_.tasks());
    for (int i = 0; i < kSwapTries && now_.part(other) != to; ++i) other = below(problem_.tasks());
    if (now_.part(other) != to) return;
    const auto load = static_cast<std::int64_t>(problem_.load(task)) - static_cast<std::int64_t>(problem_.load(other));
    const double excess = over(to, load) - over(to, 0) + over(from, -load) - over(from, 0);
    // An edge between the two stays cut, and both growths count it as gone.
    double between = 0;
    for (const auto& neighbour : problem_.neighbours(task)) {
      if (neighbour.task == other) between += energy(neighbour.weight);
    }
    if (!accept(growth(task, to) + growth(other, from) + 2 * between + overload_ * excess)) return;
    now_.move(task, to);
    now_.move(other, from);
    note();
  }

  void note() {
    if ((has_best_ && !(now_.cut() < best_.cut())) || now_.over_limit()) return;
    best_ = now_;
    has_best_ = true;
  }

  Partition now_;
  const PartitionProblem& problem_;
  RandomBits& bits_;
  Partition best_;
  bool has_best_;
  double second_ = 0;
  double mean_edge_ = 0;
  double per_load_ = 0;
  double temperature_ = 0;
  double overload_ = 0;
};

}  // namespace

void run_annealing(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                   const RefineControl& control, Refined& result) {
  const PartitionProblem& problem = partition.problem();
  if (problem.parts() == 1 || partition.cut() == Cut{}) return;
  std::uint64_t edges = 0;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) edges += 1 + problem.neighbours(t).size();
  const std::uint64_t steps_per_task = std::min(kStepsPerTask, kAnnealWork / kRuns / std::max<std::uint64_t>(edges, 1));
  if (steps_per_task < kLeastStepsPerTask) return;
  RandomBits bits(seed, kAnnealStream);
  for (std::uint64_t run = 0; run < kRuns && !control.stopped(); ++run) {
    Annealing annealing(partition, bits);
    annealing.run(steps_per_task * problem.tasks(), control);
    ++result.anneals;
    if (!annealing.has_best()) continue;
    Partition found = annealing.best();
    run_passes(found, rank, control, result);
    if (partition.over_limit() || found.cut() < partition.cut()) partition = std::move(found);
  }
}

}  // namespace gantry::plan
