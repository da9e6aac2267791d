// SPDX-License-Identifier: Apache-2.0
// least_slack: the eligible entry with the least slack, deadline - now - remaining work. `now` is the same for all, so
// entries are compared by their latest start, deadline - remaining work. It changes only with a pick. The remaining
// work is that of complete waves of jobs, `parallel` jobs each: ceil(jobs left / parallel) x cycles of a job at speed
// 1. A counter of jobs left in the wave and an adder keep it. Tasks without a deadline come last. Ties: lower class,
// then lower entry.
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
namespace {

/// Largest work that is distinguished, far above that of any run.
constexpr std::uint64_t kMost = std::uint64_t{1} << 62;

constexpr OwnKey kParallel{"parallel", 1, {1, 65536}, "jobs", "of one task that are taken to run at the same time"};

class LeastSlack {
 public:
  explicit LeastSlack(std::uint64_t parallel) : parallel_(parallel) {}

  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    const bool a_is_due = a.what.deadline != kNever;
    const bool b_is_due = b.what.deadline != kNever;
    if (a_is_due != b_is_due) return a_is_due;
    if (a_is_due && latest_start(a) != latest_start(b)) return latest_start(a) < latest_start(b);
    return a.what.cls != b.what.cls ? a.what.cls < b.what.cls : a.number < b.number;
  }
  void picked(const OrderedEntry& /*entry*/) {}

 private:
  /// Below zero where the work does not fit before the deadline.
  [[nodiscard]] std::int64_t latest_start(const OrderedEntry& entry) const {
    const std::uint64_t waves = entry.what.jobs / parallel_ + (entry.what.jobs % parallel_ != 0 ? 1 : 0);
    std::uint64_t work = 0;
    if (__builtin_mul_overflow(waves, entry.what.job_cycles, &work) || work > kMost) work = kMost;
    return static_cast<std::int64_t>(entry.what.deadline) - static_cast<std::int64_t>(work);
  }

  std::uint64_t parallel_;
};

}  // namespace

void add_least_slack(PickerCatalogue& pickers) {
  pickers.add("least_slack", "least time to spare before its deadline, those without one last",
              [](const PickerConfig& config) {
                const std::uint64_t parallel = kParallel.of(config.own.of("least_slack"));
                return std::make_unique<OrderedPicker<LeastSlack>>(config, LeastSlack(parallel));
              },
              {kParallel});
}

}  // namespace scheduler
}  // namespace gantry
