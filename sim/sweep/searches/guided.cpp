// SPDX-License-Identifier: Apache-2.0
// guided: tries the configurations with the largest expected growth of the fronts. Expectations come from the critical
// paths' predictions for each step of an axis, and from measurements since. docs/exploration.md has the rules.
#include <algorithm>
#include <set>
#include <utility>

#include "gantry/base/random.h"
#include "survey/hypervolume.h"
#include "sweep/searches/expectation.h"
#include "sweep/searches/untried.h"

namespace gantry {
namespace {

constexpr double kHope = 0.7;            ///< deviations by which a point may be better than expected
constexpr std::size_t kLookedAt = 8192;  ///< most configurations of a space that is examined completely
constexpr std::size_t kStrangers = 256;  ///< drawn ones, beside neighbours of the front, of larger spaces
constexpr std::size_t kWeighed = 160;    ///< configurations for which deviations are computed
constexpr int kDraws = 40;               ///< for a point of the first batch

class GuidedSearch final : public Search {
 public:
  GuidedSearch(const SearchSpace& space, const SearchOptions& options)
      : space_(space), options_(options), untried_(space), bits_(options.seed, 0) {
    for (std::size_t i = 0; i < space.study.rows_per_configuration(); ++i) workloads_.emplace_back(space.study, i);
  }

  std::vector<Configuration> propose(const std::vector<Tried>& tried) override {
    const std::size_t left = options_.count - std::min<std::size_t>(options_.count, tried.size());
    const std::size_t wanted = std::min<std::size_t>(options_.batch, left);
    if (wanted == 0) return {};
    if (tried.empty()) return first_batch(wanted);
    for (Expectation& workload : workloads_) workload.learn(tried, space_.points);
    return best_of(candidates(), wanted);
  }

 private:
  using Fronts = std::vector<std::vector<std::vector<double>>>;  ///< by workload
  struct Candidate {
    Configuration configuration;
    std::vector<Outlook> outlooks;  ///< by workload
    double gain = 0.0;              ///< growth of the fronts' hypervolumes, relative to each
    double unknown = 0.0;
  };

  std::vector<Configuration> first_batch(std::size_t wanted);
  std::vector<Configuration> filled_up(std::vector<Configuration> batch, std::size_t wanted);
  std::vector<Candidate> candidates();
  void add_neighbours(const Configuration& of, std::vector<Candidate>& all, std::set<Configuration>& seen);
  std::vector<Configuration> best_of(std::vector<Candidate> all, std::size_t wanted);
  void look(Candidate& candidate, double hope) const;
  /// Computes the gain for the pick of this number; picks alternate between references.
  void weigh(Candidate& candidate, const Fronts& fronts, std::size_t pick) const;

  SearchSpace space_;
  SearchOptions options_;
  Untried untried_;
  RandomBits bits_;
  std::vector<Expectation> workloads_;
  std::set<Configuration> rest_;  ///< untried configurations of a space that is examined completely
};

/// With drawn ones, as far as there are any.
std::vector<Configuration> GuidedSearch::filled_up(std::vector<Configuration> batch, std::size_t wanted) {
  while (batch.size() < wanted) {
    auto other = untried_.draw(bits_);
    if (!other) break;
    rest_.erase(*other);
    batch.push_back(std::move(*other));
  }
  return batch;
}

/// Both ends of every axis with an order and the middle, then choices of every axis that were drawn least.
std::vector<Configuration> GuidedSearch::first_batch(std::size_t wanted) {
  const auto& axes = space_.study.axes;
  std::vector<Configuration> batch;
  std::vector<std::vector<std::size_t>> drawn;
  drawn.reserve(axes.size());
  for (const StudyAxis& axis : axes) drawn.emplace_back(axis.choices.size(), 0);
  const auto take = [&](const Configuration& configuration) {
    if (batch.size() == wanted || !untried_.take(configuration)) return false;
    batch.push_back(configuration);
    for (std::size_t a = 0; a < axes.size(); ++a) ++drawn[a][configuration[a]];
    return true;
  };
  for (const std::uint32_t part : {0U, 2U, 1U}) {
    Configuration configuration = random_configuration(space_.study, bits_);
    for (std::size_t a = 0; a < axes.size(); ++a) {
      if (axes[a].ordered) configuration[a] = static_cast<std::uint32_t>((axes[a].choices.size() - 1) * part / 2);
    }
    take(configuration);
  }
  for (int draw = 0; batch.size() < wanted && draw < kDraws * static_cast<int>(wanted); ++draw) {
    Configuration configuration;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const auto one = static_cast<std::uint32_t>(random_below(bits_, axes[a].choices.size()));
      const auto two = static_cast<std::uint32_t>(random_below(bits_, axes[a].choices.size()));
      configuration.push_back(drawn[a][two] < drawn[a][one] ? two : one);
    }
    take(configuration);
  }
  return filled_up(std::move(batch), wanted);
}

/// With one or two axes turned.
void GuidedSearch::add_neighbours(const Configuration& of, std::vector<Candidate>& all, std::set<Configuration>& seen) {
  const auto& axes = space_.study.axes;
  const auto add = [&](const Configuration& configuration) {
    if (all.size() < kLookedAt && seen.insert(configuration).second && untried_.has(configuration))
      all.push_back({configuration, {}});
  };
  Configuration turned = of;
  const auto near = [&](std::size_t a, std::uint32_t choice) {
    return choice != of[a] && (!axes[a].ordered || choice + 1 == of[a] || choice == of[a] + 1);
  };
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (turned[a] = 0; turned[a] < axes[a].choices.size(); ++turned[a]) {
      if (turned[a] == of[a]) continue;
      add(turned);
      if (!near(a, turned[a])) continue;
      for (std::size_t b = a + 1; b < axes.size(); ++b) {
        for (turned[b] = 0; turned[b] < axes[b].choices.size(); ++turned[b]) {
          if (near(b, turned[b])) add(turned);
        }
        turned[b] = of[b];
      }
    }
    turned[a] = of[a];
  }
}

std::vector<GuidedSearch::Candidate> GuidedSearch::candidates() {
  std::vector<Candidate> all;
  if (space_.study.configurations() <= kLookedAt) {
    if (rest_.empty()) {
      Configuration next(space_.study.axes.size(), 0);
      do {
        if (untried_.has(next)) rest_.insert(next);
      } while (next_configuration(space_.study, next));
    }
    for (const Configuration& configuration : rest_) all.push_back({configuration, {}});
    return all;
  }
  std::set<Configuration> seen;
  for (std::size_t i = 0; i < kStrangers; ++i) {
    const Configuration drawn = random_configuration(space_.study, bits_);
    if (seen.insert(drawn).second && untried_.has(drawn)) all.push_back({drawn, {}});
  }
  for (const Expectation& workload : workloads_) {
    for (const Configuration& of : workload.on_front()) add_neighbours(of, all, seen);
  }
  return all;
}

void GuidedSearch::look(Candidate& candidate, double hope) const {
  candidate.outlooks.clear();
  candidate.unknown = 0.0;
  for (const Expectation& workload : workloads_) {
    candidate.outlooks.push_back(workload.outlook(candidate.configuration, hope));
    candidate.unknown += candidate.outlooks.back().unknown * candidate.outlooks.back().admitted;
  }
}

void GuidedSearch::weigh(Candidate& candidate, const Fronts& fronts, std::size_t pick) const {
  candidate.gain = 0.0;
  for (std::size_t w = 0; w < workloads_.size(); ++w) {
    const Outlook& outlook = candidate.outlooks[w];
    const auto& references = workloads_[w].references();
    if (references.empty()) {  // nothing is admitted yet: prefer likely admission
      candidate.gain += outlook.admitted;
      continue;
    }
    const std::vector<double>& reference = references[pick % references.size()];
    const double volume = hypervolume(workloads_[w].front(), reference);
    const double added = added_hypervolume(fronts[w], outlook.costs, reference);
    candidate.gain += outlook.admitted * added / std::max(volume, 1e-300);
  }
}

std::vector<Configuration> GuidedSearch::best_of(std::vector<Candidate> all, std::size_t wanted) {
  Fronts fronts;
  for (const Expectation& workload : workloads_) fronts.push_back(workload.front());
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.gain != b.gain ? a.gain > b.gain : a.unknown > b.unknown;
  };
  for (Candidate& candidate : all) {
    look(candidate, 0.0);
    weigh(candidate, fronts, 0);
  }
  // Equal ones in an order of their own, so that no corner of the space comes first.
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random_below(bits_, i)]);
  std::stable_sort(all.begin(), all.end(), better);
  if (all.size() > kWeighed) all.erase(all.begin() + kWeighed, all.end());
  for (Candidate& candidate : all) look(candidate, kHope);
  std::vector<Configuration> batch;
  while (batch.size() < wanted && !all.empty()) {
    for (Candidate& candidate : all) weigh(candidate, fronts, batch.size());
    const auto best = std::min_element(all.begin(), all.end(), better);
    for (std::size_t w = 0; w < fronts.size(); ++w) {
      if (!best->outlooks[w].means.empty()) fronts[w].push_back(best->outlooks[w].costs);  // as if it came out so
    }
    untried_.take(best->configuration);
    rest_.erase(best->configuration);
    batch.push_back(best->configuration);
    all.erase(best);
  }
  return filled_up(std::move(batch), wanted);
}

}  // namespace

void add_guided(SearchCatalogue& searches) {
  searches.add({"guided",
                "up to `count` points, by critical paths and what was measured",
                [](const SearchSpace& space, const SearchOptions& options) -> std::unique_ptr<Search> {
                  return std::make_unique<GuidedSearch>(space, options);
                },
                true,
                {"critical_path"},
                false,
                {"batch"}});
}

}  // namespace gantry
