// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/windows.h"

#include <algorithm>
#include <tuple>

namespace gantry::plan {
namespace {

/// Most predecessors that are tried on the task's own processor; further ones only count with their times.
constexpr std::size_t kMostBeside = 32;

/// Requirement of a predecessor (or, backwards, a successor) on the task.
struct Neighbour {
  Time ready = 0;  ///< its head
  Time time = 0;
  Time far = 0;  ///< head + time + transfer
};

/// Earliest cycle for a task with these predecessors. A set S of them runs on its processor. The task waits for the end
/// of all of S there, no earlier than their heads one after the other, and for the data of all others. A larger S ends
/// later. Let j have the largest `far` outside of S; then all with a larger one are in S, and S without those behind j
/// is no worse. So it suffices to try the first 0, 1, 2, ... in descending order of `far` (Al-Mouhamed 1990 bounds
/// starts in this way). On a single processor all are in S.
class Meeting {
 public:
  explicit Meeting(std::uint32_t processors) : alone_(processors == 1) {}

  std::vector<Neighbour>& neighbours() { return neighbours_; }

  Time earliest() {
    std::sort(neighbours_.begin(), neighbours_.end(), [](const Neighbour& a, const Neighbour& b) {
      return std::tie(b.far, b.ready, b.time) < std::tie(a.far, a.ready, a.time);
    });
    const std::size_t all = neighbours_.size();
    if (all == 0) return 0;
    Time best = alone_ ? ~Time{0} : neighbours_.front().far;
    together_.clear();
    for (std::size_t k = 1; k <= all; ++k) {
      const Time end = join(neighbours_[k - 1]);
      if (k == kMostBeside && k < all) return std::min(best, end);
      const Time rest = k < all ? neighbours_[k].far : 0;
      if (!alone_ || k == all) best = std::min(best, std::max(end, rest));
      if (!alone_ && end >= rest) break;
    }
    return best;
  }

 private:
  /// The end of all on the task's processor with one more.
  Time join(const Neighbour& one) {
    const auto at = std::upper_bound(together_.begin(), together_.end(), one.ready,
                                     [](Time ready, const Neighbour& other) { return ready < other.ready; });
    together_.insert(at, one);
    Time end = 0;
    for (const Neighbour& of : together_) end = add(std::max(end, of.ready), of.time);
    return end;
  }

  bool alone_;
  std::vector<Neighbour> neighbours_;
  std::vector<Neighbour> together_;  ///< by head
};

}  // namespace

Windows windows_of(const ListProblem& problem) {
  const Graph& graph = problem.graph;
  Windows windows;
  windows.heads.resize(graph.tasks());
  windows.times.resize(graph.tasks());
  windows.tails.resize(graph.tasks());
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) windows.times[t] = problem.times.best(t);
  Meeting meeting(problem.times.processors());
  const auto neighbour = [&](std::uint32_t task, Time ready, const Edge& edge) {
    const Time end = add(ready, windows.times[task]);
    meeting.neighbours().push_back({ready, windows.times[task], add(end, problem.transfer.cycles(edge.bytes))});
  };
  const std::vector<std::uint32_t>& order = graph.flow_order();
  for (const std::uint32_t task : order) {
    meeting.neighbours().clear();
    for (const std::uint32_t e : graph.in(task)) {
      const Edge& edge = graph.edge(e);
      neighbour(edge.from, windows.heads[edge.from], edge);
    }
    windows.heads[task] = std::max(problem.release(task), meeting.earliest());
  }
  // The same backwards in time.
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    meeting.neighbours().clear();
    for (const std::uint32_t e : graph.out(*at)) {
      const Edge& edge = graph.edge(e);
      neighbour(edge.to, windows.tails[edge.to], edge);
    }
    windows.tails[*at] = meeting.earliest();
    windows.length = std::max(windows.length, add(add(windows.heads[*at], windows.times[*at]), windows.tails[*at]));
  }
  return windows;
}

}  // namespace gantry::plan
