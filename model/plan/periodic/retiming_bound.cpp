// SPDX-License-Identifier: Apache-2.0
// Why the bound holds. Take a schedule whose largest retiming is R, and lay one execution out: copy c begins at
//   T_c = start_c + (R - r_c) x period, so that 0 <= T_c and T_c + time_c <= (R + 1) x period,
// as every copy lies within one period. An edge i -> j with its transfer says T_i + time_i + transfer <= T_j. Hence:
//
// 1. Windows. Longest paths from the beginnings and to the ends give every copy an earliest and a latest T. A copy does
//    not cross the end of a period, so both may be rounded to where it fits. An empty window refutes R.
// 2. Work before and after. All of c's ancestors on one processor run there one after the other before T_c (in T, not
//    only modulo the period: two copies that overlap in T overlap in the period): T_c is at least the earliest T of any
//    of them plus their times; for a pool of H processors, plus 1/H of their times, rounded up. Descendants likewise.
// 3. Room. T_c modulo the period is where c runs in the period. For any part [a, b) of it, what a copy cannot but run
//    within [a, b), wherever in its window it begins, adds up to at most b - a on a processor (H (b - a) on H).
//
// A schedule with a largest retiming below R gives one with R (add the difference to no copy but count more periods:
// T_c grows by whole periods), so if R is refuted, everything below it is, and the bound is R + 1.
#include "gantry/plan/periodic/retiming_bound.h"

#include <algorithm>
#include <utility>

namespace gantry::plan {
namespace {

using Instant = std::int64_t;

/// Copies looked at for one bound, about: a second.
constexpr std::uint64_t kBoundWork = 200000000;
/// Of them, on one processor for one retiming.
constexpr std::size_t kSideWork = 2000000;
/// Most copies for which all ancestors are stored, one bit per pair.
constexpr std::uint32_t kMostRelated = 12000;
constexpr Instant kFar = Instant{1} << 60;

/// Sets of copies, a row of bits for each.
class Relations {
 public:
  explicit Relations(std::uint32_t size) : words_((size + 63) / 64), bits_(std::size_t{size} * words_) {}
  void add(std::uint32_t of, std::uint32_t member) {
    bits_[of * words_ + member / 64] |= std::uint64_t{1} << member % 64;
    for (std::size_t w = 0; w < words_; ++w) bits_[of * words_ + w] |= bits_[member * words_ + w];
  }
  template <class Visit>
  void each(std::uint32_t of, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = bits_[of * words_ + w]; left != 0; left &= left - 1) {
        visit(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(__builtin_ctzll(left))));
      }
    }
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

class Bound {
 public:
  Bound(const Copies& copies, const std::vector<std::uint32_t>* assigned, std::uint32_t processors)
      : copies_(copies),
        assigned_(assigned),
        processors_(processors),
        period_(static_cast<Instant>(copies.period())),
        head_(copies.size()),
        tail_(copies.size()) {
    const bool related = copies.size() <= kMostRelated;
    measure_heads(related);
    measure_tails(related);
    on_.resize(assigned == nullptr ? 1 : processors);
    for (std::uint32_t c = 0; c < copies.size(); ++c) {
      if (copies.time(c) > 0) on_[assigned == nullptr ? 0 : (*assigned)[c]].push_back(c);
    }
  }

  /// Whether no schedule has this largest retiming.
  bool refutes(std::uint64_t retiming) {
    const Instant end = (static_cast<Instant>(retiming) + 1) * period_;
    for (std::uint32_t c = 0; c < copies_.size(); ++c) {
      if (head_[c] > latest(c, end)) return true;
    }
    return std::any_of(on_.begin(), on_.end(), [&](const auto& members) { return lacks_room(members, end); });
  }
  /// Whether it has done all the work that it may.
  [[nodiscard]] bool tired() const { return work_ > kBoundWork; }

 private:
  [[nodiscard]] Instant time(std::uint32_t copy) const { return static_cast<Instant>(copies_.time(copy)); }
  [[nodiscard]] Instant delay(std::uint32_t from, std::uint32_t to, const Copies::Lag& lag) const {
    if (assigned_ == nullptr || (*assigned_)[from] == (*assigned_)[to]) return time(from);
    const auto most = static_cast<std::uint64_t>(kFar / period_);
    const Instant periods = static_cast<Instant>(std::min(lag.periods, most)) * period_;
    return std::min<Instant>(kFar, time(from) + static_cast<Instant>(lag.rest) + periods);
  }
  /// Returns the first moment from `moment` on at which the copy does not cross the end of a period. Copies without
  /// time also begin within it.
  [[nodiscard]] Instant fitting(Instant moment, std::uint32_t copy) const {
    const Instant length = std::max<Instant>(time(copy), 1);
    return moment % period_ + length <= period_ ? moment : (moment / period_ + 1) * period_;
  }
  [[nodiscard]] Instant latest(std::uint32_t copy, Instant end) const { return end - tail_[copy]; }

  void measure_heads(bool related) {
    Relations before(related ? copies_.size() : 0);
    for (const std::uint32_t copy : copies_.flow_order()) {
      Instant& head = head_[copy];
      copies_.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
        head = std::min(kFar, std::max(head, head_[from] + delay(from, copy, lag)));
        if (related) before.add(copy, from);
      });
      if (related) head = std::max(head, after_work(before, copy, head_));
      head = fitting(head, copy);
    }
  }
  /// Tails are measured from the copy's beginning to the end of the last period; the end of any period is one of all.
  void measure_tails(bool related) {
    Relations behind(related ? copies_.size() : 0);
    std::vector<Instant> rest(copies_.size());  // from the copy's end
    const auto& order = copies_.flow_order();
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      Instant& tail = tail_[*at];
      tail = std::max<Instant>(time(*at), 1);
      copies_.after(*at, [&](std::uint32_t to, const Copies::Lag& lag) {
        tail = std::min(kFar, std::max(tail, delay(*at, to, lag) + tail_[to]));
        if (related) behind.add(*at, to);
      });
      if (related) tail = std::max(tail, time(*at) + after_work(behind, *at, rest));
      // Mirrored: it ends `tail - time` before the end, or earlier if it would cross a beginning there.
      tail = fitting(tail - std::max<Instant>(time(*at), 1), *at) + std::max<Instant>(time(*at), 1);
      rest[*at] = tail - time(*at);
    }
  }
  /// When the last of these copies has ended, none beginning before its `first`.
  Instant after_work(const Relations& relations, std::uint32_t copy, const std::vector<Instant>& first) {
    sums_.assign(assigned_ == nullptr ? 1 : processors_, {kFar, 0});
    relations.each(copy, [&](std::uint32_t other) {
      auto& [begin, sum] = sums_[assigned_ == nullptr ? 0 : (*assigned_)[other]];
      begin = std::min(begin, first[other]);
      sum += time(other);
      ++work_;
    });
    const Instant share = assigned_ == nullptr ? static_cast<Instant>(processors_) : 1;
    Instant last = 0;
    for (const auto& [begin, sum] : sums_) {
      if (sum > 0) last = std::max(last, begin + (sum + share - 1) / share);
    }
    return last;
  }

  /// Where in the period a copy may begin: from `low` to `high`, or from `again` to `until`.
  struct Window {
    Instant length;
    Instant low;
    Instant high;
    Instant again;
    Instant until;

    [[nodiscard]] Instant within(Instant start, Instant a, Instant b) const {
      return std::max<Instant>(0, std::min(start + length, b) - std::max(start, a));
    }
    /// The least that it runs within [a, b): as it begins later that grows and then falls, so that an end has the
    /// least.
    [[nodiscard]] Instant least_within(Instant a, Instant b) const {
      return std::min(std::min(within(low, a, b), within(high, a, b)),
                      std::min(within(again, a, b), within(until, a, b)));
    }
  };
  [[nodiscard]] Window window(std::uint32_t copy, Instant end) const {
    const Instant length = time(copy);
    const Instant first = head_[copy];
    const Instant last = latest(copy, end);
    const Instant stages = last / period_ - first / period_;
    if (stages >= 2) return {length, 0, period_ - length, 0, period_ - length};
    if (stages == 1) return {length, first % period_, period_ - length, 0, last % period_};
    return {length, first % period_, last % period_, first % period_, last % period_};
  }

  /// Some of the points, evenly, where all of them would be too much work.
  static void thin(std::vector<Instant>& points, std::size_t most) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() <= most) return;
    for (std::size_t i = 0; i < most; ++i) points[i] = points[i * points.size() / most];
    points.resize(most);
  }

  bool lacks_room(const std::vector<std::uint32_t>& members, Instant end) {
    const Instant wide = assigned_ == nullptr ? static_cast<Instant>(processors_) : 1;
    std::vector<Instant> begins = {0};
    std::vector<Instant> ends = {period_};
    std::vector<Window> windows;
    for (const std::uint32_t copy : members) {
      const Window& w = windows.emplace_back(window(copy, end));
      begins.insert(begins.end(), {w.low, w.until});
      ends.insert(ends.end(), {w.low + w.length, w.until + w.length});
    }
    const std::size_t most = std::max<std::size_t>(2, kSideWork / (members.size() + 1));
    thin(begins, most);
    thin(ends, most);
    const auto is_full = [&](Instant a, Instant b) {
      Instant sum = 0;
      for (const Window& w : windows) sum += w.least_within(a, b);
      work_ += windows.size();
      return sum > wide * (b - a);
    };
    // The beginning and the end of the period first; every part of it where that is little work.
    if (std::any_of(ends.begin(), ends.end(), [&](Instant b) { return is_full(0, b); })) return true;
    if (std::any_of(begins.begin(), begins.end(), [&](Instant a) { return is_full(a, period_); })) return true;
    if (begins.size() * ends.size() * members.size() > kSideWork) return false;
    for (const Instant a : begins) {
      for (const Instant b : ends) {
        if (a < b && is_full(a, b)) return true;
      }
    }
    return false;
  }

  const Copies& copies_;
  const std::vector<std::uint32_t>* assigned_;
  std::uint32_t processors_;
  Instant period_;
  std::vector<Instant> head_;                   ///< earliest beginning
  std::vector<Instant> tail_;                   ///< from its latest beginning to the end
  std::vector<std::vector<std::uint32_t>> on_;  ///< copies with time by processor, or all of them
  std::vector<std::pair<Instant, Instant>> sums_;
  std::uint64_t work_ = 0;
};

}  // namespace

std::uint64_t retiming_bound(const Copies& copies, const std::vector<std::uint32_t>* assigned, std::uint32_t processors,
                             std::uint64_t known) {
  std::uint64_t bound = std::min(least_retiming(copies, assigned), known);
  if (bound == known) return bound;
  Bound proof(copies, assigned, processors);
  while (bound < known && !proof.tired() && proof.refutes(bound)) ++bound;
  return bound;
}

}  // namespace gantry::plan
