// SPDX-License-Identifier: Apache-2.0
#include "whatif/whatif.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "experiment/experiment.h"
#include "point/point_run.h"

namespace gantry {
namespace {

constexpr double kMillion = 1e6;

/// Rounds to the same value on every machine, whatever the last digit of its root.
double to_six_decimals(double value) { return std::round(value * kMillion) / kMillion; }

bool any_unstable(const Outcome& outcome) {
  return std::any_of(outcome.streams.begin(), outcome.streams.end(),
                     [](const StreamOutcome& stream) { return !stream.stable.value_or(true); });
}

/// To six decimals; 0: there is none.
double response_ratio(const std::vector<StreamOutcome>& base, const std::vector<StreamOutcome>& of) {
  double product = 1.0;
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (of[i].mean <= 0.0 || base[i].mean <= 0.0) return 0.0;
    product *= base[i].mean / of[i].mean;
  }
  return to_six_decimals(std::pow(product, 1.0 / static_cast<double>(base.size())));
}

class TurnSearch {
 public:
  TurnSearch(const PointReader& reader, const Experiment& base, const WhatIfOptions& options)
      : reader_(reader), base_(base), options_(options) {
    result_.first_seed = base.seed;
    result_.seeds = options.seeds;
  }

  WhatIf run();

 private:
  struct Asked {
    std::vector<TurnStep> steps;
    Outcome* to = nullptr;
  };

  /// A turn whose runs were begun.
  struct Begun {
    Outcome* to = nullptr;
    Outcome outcome;  ///< without the results of the runs
    std::vector<SeedRun> runs;
    std::size_t ended = 0;
  };
  struct SeedOf {
    std::size_t begun = 0;
    std::size_t seed = 0;
  };

  bool run_all(const std::vector<Asked>& asked);
  void begin(const Asked& asked);
  void take(const SeedOf& of, const RanPoint& ran);
  void settle(Outcome& outcome);
  std::vector<Asked> ask_turns();
  bool run_together();
  std::vector<Asked> ask_pairs();
  /// Returns the change of a resource for pairs, if it is possible and has an effect.
  [[nodiscard]] const TurnResult* doubling(const ResourceResult& resource) const;

  const PointReader& reader_;
  const Experiment& base_;
  const WhatIfOptions& options_;
  WhatIf result_;
  std::vector<Begun> begun_;
  std::deque<PointRun> waiting_;
  std::vector<SeedOf> seeds_;  ///< of the runs in the order in which they began
  std::size_t asked_ = 0;      ///< runs, as far as is known
  std::size_t told_ = 0;       ///< number of these that have ended
};

/// Adds the runs of a turn to those that wait. A turn that needs none has its outcome.
void TurnSearch::begin(const Asked& asked) {
  Turned made = turned(reader_, base_, asked.steps);
  if (!asked.steps.empty() && !made.experiment) {
    *asked.to = std::move(made.outcome);
    settle(*asked.to);
    return;
  }
  for (std::size_t seed = 0; seed < options_.seeds; ++seed) {
    PointRun run;
    run.sets = made.outcome.sets;
    run.explained = false;
    if (options_.seeds == 1) {
      run.experiment = std::move(made.experiment);
    } else {
      run.sets.push_back("seed=" + std::to_string(base_.seed + seed));
    }
    waiting_.push_back(std::move(run));
    seeds_.push_back({begun_.size(), seed});
  }
  begun_.push_back({asked.to, std::move(made.outcome), std::vector<SeedRun>(options_.seeds)});
}

/// Turns are told when the runs with all seeds have ended.
void TurnSearch::take(const SeedOf& of, const RanPoint& ran) {
  Begun& begun = begun_[of.begun];
  begun.runs[of.seed] = seed_run(ran, base_.name);
  ++result_.runs;
  if (++begun.ended < options_.seeds) return;
  *begun.to = std::move(begun.outcome);
  take_runs(*begun.to, std::move(begun.runs), base_.seed);
  settle(*begun.to);
}

void TurnSearch::settle(Outcome& outcome) {
  if (outcome.state == OutcomeState::same) {
    outcome.runs = result_.base.runs;
    outcome.cycles = result_.base.cycles;
    outcome.streams = result_.base.streams;
  }
  if (options_.progress) options_.progress(++told_, asked_);
}

bool TurnSearch::run_all(const std::vector<Asked>& asked) {
  asked_ += asked.size();
  begun_.clear();
  seeds_.clear();
  std::size_t next = 0;
  PointWork work;
  work.next = [&]() -> std::optional<PointRun> {
    while (waiting_.empty() && next < asked.size()) begin(asked[next++]);
    if (waiting_.empty()) return std::nullopt;
    PointRun run = std::move(waiting_.front());
    waiting_.pop_front();
    return run;
  };
  work.done = [&](std::size_t number, const RanPoint& ran) { take(seeds_[number], ran); };
  return run_points(reader_, work, {options_.jobs, {}, options_.stop});
}

std::vector<TurnSearch::Asked> TurnSearch::ask_turns() {
  for (const Resource& resource : resources()) {
    const std::vector<TurnKind> kinds = turns_of(resource, base_);
    if (kinds.empty()) continue;
    ResourceResult& of = result_.resources.emplace_back();
    of.resource = &resource;
    for (const TurnKind kind : kinds) of.turns.push_back({kind, {}});
  }
  std::vector<Asked> asked;
  for (ResourceResult& of : result_.resources) {
    for (TurnResult& turn : of.turns) asked.push_back({{{of.resource, turn.kind}}, &turn.outcome});
  }
  return asked;
}

const TurnResult* TurnSearch::doubling(const ResourceResult& resource) const {
  const TurnResult* best = nullptr;
  for (const TurnResult& turn : resource.turns) {
    if (turn.kind == TurnKind::ideal || turn.outcome.state != OutcomeState::done) continue;
    if (best == nullptr || result_.gain(turn.outcome) > result_.gain(best->outcome)) best = &turn;
  }
  return best;
}

/// Runs all doublings together, then all but one. Doublings that fit alone may not fit together: if an interconnect has
/// too few nodes for more processors, they are left out.
bool TurnSearch::run_together() {
  for (const bool with_seats : {true, false}) {
    std::vector<TurnStep> all;
    std::vector<ResourceResult*> from;
    for (ResourceResult& of : result_.resources) {
      const TurnResult* turn = doubling(of);
      if (turn == nullptr || !of.resource->together || (!with_seats && of.resource->follows == Follows::placement))
        continue;
      all.push_back({of.resource, turn->kind});
      from.push_back(&of);
    }
    if (all.empty()) return true;
    result_.together.emplace();
    if (!run_all({{all, &*result_.together}})) return false;
    if (result_.together->state != OutcomeState::done) continue;
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<TurnStep> others = all;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      asked.push_back({others, &from[i]->left_out.emplace()});
    }
    return run_all(asked);
  }
  return true;
}

/// Of the doublings that bring most alone or are missed most among all, in the order in which their product falls.
std::vector<TurnSearch::Asked> TurnSearch::ask_pairs() {
  struct Candidate {
    TurnStep step;
    double alone = 0.0;
    double worth = 0.0;
  };
  std::vector<Candidate> best;
  for (const ResourceResult& of : result_.resources) {
    const TurnResult* turn = doubling(of);
    if (turn == nullptr) continue;
    const double alone = result_.gain(turn->outcome);
    best.push_back({{of.resource, turn->kind}, alone, std::max(alone, result_.missed(of))});
  }
  std::stable_sort(best.begin(), best.end(), [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
  // As few as have enough pairs.
  std::size_t few = 0;
  while (few < best.size() && few * (few - 1) / 2 < options_.pairs) ++few;
  best.resize(few);
  std::vector<std::pair<double, PairResult>> pairs;
  for (std::size_t a = 0; a < best.size(); ++a) {
    for (std::size_t b = a + 1; b < best.size(); ++b) {
      pairs.push_back(
          {best[a].worth * best[b].worth,
           {best[a].step, best[b].step, best[a].alone * best[b].alone, std::max(best[a].alone, best[b].alone), {}}});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (pairs.size() > options_.pairs) pairs.resize(options_.pairs);
  std::vector<Asked> asked;
  for (auto& [worth, pair] : pairs) result_.pairs.push_back(std::move(pair));
  for (PairResult& pair : result_.pairs) asked.push_back({{pair.first, pair.second}, &pair.outcome});
  return asked;
}

WhatIf TurnSearch::run() {
  if (!run_all({{{}, &result_.base}})) return std::move(result_);
  result_.complete = true;
  if (result_.base.state != OutcomeState::done) return std::move(result_);
  result_.by_response = !result_.base.streams.empty() && !any_unstable(result_.base);
  result_.complete = run_all(ask_turns());
  // Doubled, or else ideal. The largest gain comes first.
  const auto key = [this](const ResourceResult& of) {
    double ideal = 0.0;
    for (const TurnResult& turn : of.turns) ideal = std::max(ideal, result_.gain(turn.outcome));
    const TurnResult* first = doubling(of);
    const bool same = of.turns.front().outcome.state == OutcomeState::same;
    return std::pair(first != nullptr ? result_.gain(first->outcome) : same ? 1.0 : 0.0, ideal);
  };
  std::stable_sort(result_.resources.begin(), result_.resources.end(),
                   [&](const ResourceResult& a, const ResourceResult& b) { return key(a) > key(b); });
  if (!result_.complete || options_.pairs == 0) return std::move(result_);
  result_.complete = run_together() && run_all(ask_pairs());
  std::stable_sort(result_.pairs.begin(), result_.pairs.end(), [this](const PairResult& a, const PairResult& b) {
    return result_.gain(a.outcome) > result_.gain(b.outcome);
  });
  return std::move(result_);
}

}  // namespace

MeanOfRuns WhatIf::speedups(const Outcome& of) const {
  if (!of.has_cycles()) return {};
  std::vector<Precise> values;
  for (std::size_t i = 0; i < of.runs.size(); ++i) {
    if (of.runs[i].cycles == 0) return {};
    values.push_back(static_cast<Precise>(base.runs[i].cycles) / static_cast<Precise>(of.runs[i].cycles));
  }
  return mean_of_quotients(values);
}

MeanOfRuns WhatIf::response_speedups(const Outcome& of) const {
  if (!of.has_cycles() || base.streams.empty() || any_unstable(base) || any_unstable(of)) return {};
  std::vector<double> values;
  for (std::size_t i = 0; i < of.runs.size(); ++i) {
    values.push_back(response_ratio(base.runs[i].streams, of.runs[i].streams));
    if (values.back() == 0.0) return {};
  }
  return mean_of_runs(values);
}

MeanOfRuns WhatIf::missed_by_seeds(const ResourceResult& of) const {
  if (!together || !of.left_out || gain(*of.left_out) == 0.0 || gain(*together) == 0.0) return {};
  const auto seed_gains = [this](const Outcome& outcome) {
    std::vector<Precise> values;
    for (std::size_t i = 0; i < outcome.runs.size(); ++i) {
      values.push_back(by_response
                           ? static_cast<Precise>(response_ratio(base.runs[i].streams, outcome.runs[i].streams))
                           : static_cast<Precise>(base.runs[i].cycles) / static_cast<Precise>(outcome.runs[i].cycles));
    }
    return values;
  };
  std::vector<Precise> values = seed_gains(*together);
  const std::vector<Precise> left_out = seed_gains(*of.left_out);
  if (values.size() != left_out.size()) return {};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] /= left_out[i];
  return mean_of_quotients(values);
}

bool distinguishable(const MeanOfRuns& ratio) { return std::abs(ratio.mean - 1.0) >= ratio.half_width; }

bool WhatIf::all_done() const {
  const auto fine = [](const Outcome& outcome) {
    return outcome.has_cycles() || outcome.state == OutcomeState::not_possible;
  };
  bool all = complete && base.state == OutcomeState::done;
  for (const ResourceResult& of : resources) {
    for (const TurnResult& turn : of.turns) all = all && fine(turn.outcome);
    all = all && (!of.left_out || fine(*of.left_out));
  }
  if (together) all = all && fine(*together);
  for (const PairResult& pair : pairs) all = all && fine(pair.outcome);
  return all;
}

WhatIf what_if(const PointReader& reader, const Experiment& base, const WhatIfOptions& options) {
  return TurnSearch(reader, base, options).run();
}

}  // namespace gantry
