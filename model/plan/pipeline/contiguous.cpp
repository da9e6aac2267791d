// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/contiguous.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gantry/plan/pipeline/ideals.h"
#include "gantry/plan/pipeline/piece.h"
#include "gantry/plan/pipeline/unit_flow.h"

namespace gantry::plan {
namespace {

constexpr Time kNoPiece = TaskTimes::kCannotRun;
constexpr std::uint64_t kLookUp = 4096;            // pieces between two looks at the outside
constexpr std::uint64_t kMostMembers = 100000000;  // ideals x nodes: some hundred megabytes

/// Returns the flow with nodes merged that take no time and exchange data with only one other node. There they load no
/// resource, and their load elsewhere disappears, so some best split has them there. Valid only where memory cannot run
/// short. Without this, every unread result would double the number of ideals.
class Stages {
 public:
  explicit Stages(const PipelineItems& single) : single_(single), flow_(single), stage_(flow_.size()) {
    for (std::uint32_t n = 0; n < flow_.size(); ++n) stage_[n] = n;
    if (!memory_binds()) join_idle_ends();
    number();
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(units.size()); }

  std::vector<std::vector<std::uint32_t>> units;
  std::vector<std::vector<std::uint32_t>> before;
  std::vector<std::vector<std::uint32_t>> after;

 private:
  [[nodiscard]] bool memory_binds() const {
    std::uint64_t needed = 0;
    for (const PipelineParameter& p : single_.model().parameters) needed = add(needed, p.bytes);
    std::uint64_t footprint = 0;
    for (std::uint32_t i = 0; i < single_.size(); ++i) footprint = std::max(footprint, single_.footprint(i));
    needed = add(needed, footprint);
    const auto& resources = single_.model().resources;
    return std::any_of(resources.begin(), resources.end(),
                       [&](const PipelineResource& r) { return r.memory && *r.memory < needed; });
  }

  std::uint32_t root(std::uint32_t node) {
    while (stage_[node] != node) node = stage_[node] = stage_[stage_[node]];
    return node;
  }

  /// On every resource.
  [[nodiscard]] bool takes_no_time(std::uint32_t node) const {
    for (const std::uint32_t u : flow_.units[node]) {
      for (std::uint32_t r = 0; r < single_.model().resource_count(); ++r) {
        if (single_.unit_time(u, r) != 0) return false;
      }
    }
    return true;
  }

  void join_idle_ends() {
    std::vector<std::uint32_t> node_of(single_.units());
    for (std::uint32_t n = 0; n < flow_.size(); ++n) {
      for (const std::uint32_t u : flow_.units[n]) node_of[u] = n;
    }
    // All edges count here, those from forward to backward operations, too.
    std::vector<std::vector<std::uint32_t>> beside(flow_.size());
    for (const PipelineEdge& edge : single_.edges()) {
      const std::uint32_t a = node_of[single_.unit(edge.from)];
      const std::uint32_t b = node_of[single_.unit(edge.to)];
      if (a == b) continue;
      beside[a].push_back(b);
      beside[b].push_back(a);
    }
    std::vector<std::uint32_t> ends;
    for (std::uint32_t n = 0; n < flow_.size(); ++n) ends.push_back(n);
    while (!ends.empty()) {
      const std::uint32_t n = ends.back();
      ends.pop_back();
      std::optional<std::uint32_t> other;
      bool one = stage_[n] == n && takes_no_time(n);
      for (const std::uint32_t b : beside[n]) {
        const std::uint32_t at = root(b);
        if (at == n) continue;
        one = one && (!other || *other == at);
        other = at;
      }
      if (!one || !other) continue;
      stage_[n] = *other;
      for (const std::uint32_t b : beside[n]) {
        if (root(b) == *other) ends.push_back(*other);
      }
    }
  }

  void number() {
    std::vector<std::uint32_t> number(flow_.size());
    for (const std::uint32_t n : flow_.order) {
      if (stage_[n] != n) continue;
      number[n] = size();
      units.emplace_back();
    }
    before.resize(units.size());
    after.resize(units.size());
    for (const std::uint32_t n : flow_.order) {
      const std::uint32_t own = number[root(n)];
      units[own].insert(units[own].end(), flow_.units[n].begin(), flow_.units[n].end());
      for (const std::uint32_t b : flow_.before[n]) {
        const std::uint32_t other = number[root(b)];
        if (other == own) continue;
        before[own].push_back(other);
        after[other].push_back(own);
      }
    }
  }

  const PipelineItems& single_;
  UnitFlow flow_;
  std::vector<std::uint32_t> stage_;  ///< node that it is put to; itself
};

/// least[ideal][used]: the least largest load with which the ideal is split over `used` resources of each kind.
class SplitSearch {
 public:
  SplitSearch(const PipelineItems& single, const Stages& stages, const Ideals& ideals, Time at_most,
              const ContiguousLimits& limits)
      : single_(single), stages_(stages), ideals_(ideals), at_most_(at_most), limits_(limits) {
    const std::vector<std::uint32_t> first = alike_resources(single.model());
    for (std::uint32_t r = 0; r < first.size(); ++r) {
      if (first[r] == r) kinds_.push_back({r, {}, 0});
      for (Kind& kind : kinds_) {
        if (kind.first == first[r]) kind.resources.push_back(r);
      }
    }
    for (Kind& kind : kinds_) {
      kind.stride = states_;
      states_ *= kind.resources.size() + 1;
      if (states_ > limits.states) return;
    }
  }

  [[nodiscard]] bool too_large() const { return states_ > limits_.states / ideals_.size(); }

  ContiguousSplit run() {
    prepare();
    ContiguousSplit split;
    split.ideals = ideals_.size();
    for (std::uint32_t i = 0; i + 1 < ideals_.size(); ++i) {
      if (!useful_states(i)) continue;
      if (!look_beyond(i)) {
        split.stopped = looked_ > limits_.pieces ? "pieces" : "ended";
        return split;
      }
    }
    split.exact = true;
    const std::size_t whole = std::size_t{ideals_.size() - 1} * states_;
    std::size_t best = 0;
    for (std::size_t s = 1; s < states_; ++s) {
      if (least_[whole + s] < least_[whole + best]) best = s;
    }
    split.load = least_[whole + best];
    if (split.load <= at_most_) read_back(best, split.resource);
    return split;
  }

 private:
  struct Kind {
    std::uint32_t first;
    std::vector<std::uint32_t> resources;
    std::size_t stride;
  };
  struct Step {
    std::uint32_t from;
    std::uint32_t kind;
  };
  struct Frame {
    std::uint32_t ideal;
    const Ideals::Arc* next;
    std::uint32_t node;
  };

  void prepare() {
    least_.assign(std::size_t{ideals_.size()} * states_, kNoPiece);
    step_.resize(least_.size());
    least_[0] = 0;
    seen_.assign(ideals_.size(), 0);
    shortest_.assign(stages_.size(), 0);
    for (std::uint32_t n = 0; n < stages_.size(); ++n) {
      for (const std::uint32_t u : stages_.units[n]) {
        Time least = kNoPiece;
        for (const Kind& kind : kinds_) least = std::min(least, single_.unit_time(u, kind.first));
        shortest_[n] = add(shortest_[n], least);
      }
    }
  }

  [[nodiscard]] std::size_t used(std::size_t state, const Kind& kind) const {
    return state / kind.stride % (kind.resources.size() + 1);
  }

  /// States of the ideal that a split within `at_most` can go on from: what is left fits onto the resources left.
  bool useful_states(std::uint32_t ideal) {
    Time rest = 0;
    for (std::uint32_t n = 0; n < stages_.size(); ++n) {
      if (!ideals_.has(ideal, n)) rest = add(rest, shortest_[n]);
    }
    useful_.clear();
    for (std::size_t s = 0; s < states_; ++s) {
      if (least_[ideal * states_ + s] > at_most_) continue;
      Time left = 0;
      for (const Kind& kind : kinds_) left += kind.resources.size() - used(s, kind);
      if (left > 0 && rest / left <= at_most_) useful_.push_back(s);
    }
    return !useful_.empty();
  }

  /// Every piece from this ideal to a larger one, as far as one resource takes it; false: it was too much.
  bool look_beyond(std::uint32_t ideal) {
    std::vector<std::uint32_t> resources;
    for (const Kind& kind : kinds_) resources.push_back(kind.first);
    if (!piece_) piece_.emplace(single_, std::move(resources));
    ++mark_;
    path_.clear();
    path_.push_back({ideal, ideals_.arcs_begin(ideal), 0});
    bool enough = true;
    while (!path_.empty()) {
      Frame& top = path_.back();
      if (!enough || top.next == ideals_.arcs_end(top.ideal)) {
        const std::uint32_t node = top.node;
        path_.pop_back();
        if (!path_.empty()) leave(node);
        continue;
      }
      const Ideals::Arc arc = *top.next++;
      if (seen_[arc.to] == mark_) continue;
      seen_[arc.to] = mark_;
      join(arc.node);
      if (++looked_ > limits_.pieces) enough = false;
      if (looked_ % kLookUp == 0 && limits_.ended && limits_.ended()) enough = false;
      if (enough && offer(ideal, arc.to)) {
        path_.push_back({arc.to, ideals_.arcs_begin(arc.to), arc.node});
      } else {
        leave(arc.node);
      }
    }
    return enough;
  }

  void join(std::uint32_t node) {
    for (const std::uint32_t u : stages_.units[node]) piece_->join(u);
  }
  void leave(std::uint32_t node) {
    const std::vector<std::uint32_t>& units = stages_.units[node];
    for (auto u = units.rbegin(); u != units.rend(); ++u) piece_->leave(*u);
  }

  /// The piece from one ideal to the other on each kind; whether it may grow.
  bool offer(std::uint32_t from, std::uint32_t to) {
    bool may_grow = false;
    for (std::uint32_t k = 0; k < kinds_.size(); ++k) {
      const Time time = piece_->time(k);
      if (time == kNoPiece || time > at_most_ || !piece_->parameters_fit(k)) continue;
      may_grow = true;
      const Time load = piece_->load(k);
      if (load > at_most_ || !piece_->fits(k)) continue;
      for (const std::size_t s : useful_) {
        if (used(s, kinds_[k]) == kinds_[k].resources.size()) continue;
        const Time value = std::max(least_[from * states_ + s], load);
        Time& least = least_[to * states_ + s + kinds_[k].stride];
        if (value >= least) continue;
        least = value;
        step_[to * states_ + s + kinds_[k].stride] = {from, k};
      }
    }
    return may_grow;
  }

  void read_back(std::size_t state, std::vector<std::uint32_t>& resource) const {
    resource.assign(single_.units(), 0);
    for (std::uint32_t to = ideals_.size() - 1; to != 0;) {
      const Step step = step_[to * states_ + state];
      const Kind& kind = kinds_[step.kind];
      state -= kind.stride;
      for (std::uint32_t n = 0; n < stages_.size(); ++n) {
        if (!ideals_.has(to, n) || ideals_.has(step.from, n)) continue;
        for (const std::uint32_t u : stages_.units[n]) resource[u] = kind.resources[used(state, kind)];
      }
      to = step.from;
    }
  }

  const PipelineItems& single_;
  const Stages& stages_;
  const Ideals& ideals_;
  Time at_most_;
  const ContiguousLimits& limits_;
  std::vector<Kind> kinds_;
  std::size_t states_ = 1;
  std::vector<Time> least_;
  std::vector<Step> step_;
  std::vector<Time> shortest_;  ///< by node
  std::vector<std::size_t> useful_;
  std::optional<Piece> piece_;
  std::vector<Frame> path_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t mark_ = 0;
  std::uint64_t looked_ = 0;
};

}  // namespace

ContiguousSplit best_contiguous_split(const PipelineItems& single, Time at_most, const ContiguousLimits& limits) {
  const Stages stages(single);
  const std::uint64_t most = kMostMembers / std::max<std::uint64_t>(stages.size(), 1);
  const Ideals ideals(stages.before, stages.after,
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.ideals, most)));
  ContiguousSplit split;
  split.ideals = ideals.size();
  split.stopped = "ideals";
  if (!ideals.is_complete()) return split;
  SplitSearch search(single, stages, ideals, at_most, limits);
  split.stopped = "resources";
  if (search.too_large()) return split;
  return search.run();
}

}  // namespace gantry::plan
