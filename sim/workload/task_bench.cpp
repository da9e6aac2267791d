// SPDX-License-Identifier: Apache-2.0
// The dependence patterns of Task Bench: a grid of `width` points and `steps` time steps, in which a point depends on
// points of the step before.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "text/key_reader.h"
#include "workload/generator.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

using Signed = std::int64_t;

/// Points that exist in a step.
struct Span {
  Signed first = 0;
  Signed width = 0;
  [[nodiscard]] bool has(Signed point) const { return point >= first && point < first + width; }
};

struct Grid {
  Signed width = 1;
  Signed steps = 1;
  Signed radix = 3;
  Signed period = 1;
};

struct Pattern {
  std::string_view name;
  /// The points of step `t`.
  Span (*span)(const Grid& grid, Signed t);
  /// The points of the step before on which point `p` of step `t` depends; those outside of the step do not count.
  void (*depends)(const Grid& grid, Signed t, Signed p, std::vector<Signed>& on);
  /// The most points on which one depends.
  Signed (*fan_in)(const Grid& grid);
};

Span full(const Grid& grid, Signed /*t*/) { return {0, grid.width}; }

Span diamond(const Grid& grid, Signed t) {
  return {std::max<Signed>(0, t + grid.width - grid.steps), std::min({grid.width, t + 1, grid.steps - t})};
}

Span growing(const Grid& grid, Signed t) { return {0, t < 32 ? std::min(grid.width, Signed{1} << t) : grid.width}; }

void nothing(const Grid& /*grid*/, Signed /*t*/, Signed /*p*/, std::vector<Signed>& /*on*/) {}
void itself(const Grid& /*grid*/, Signed /*t*/, Signed p, std::vector<Signed>& on) { on = {p}; }
void stencil(const Grid& /*grid*/, Signed /*t*/, Signed p, std::vector<Signed>& on) { on = {p - 1, p, p + 1}; }
void dominates(const Grid& /*grid*/, Signed /*t*/, Signed p, std::vector<Signed>& on) { on = {p - 1, p}; }
void half(const Grid& /*grid*/, Signed /*t*/, Signed p, std::vector<Signed>& on) { on = {p / 2}; }

void periodic_stencil(const Grid& grid, Signed /*t*/, Signed p, std::vector<Signed>& on) {
  on = {(p + grid.width - 1) % grid.width, p, (p + 1) % grid.width};
}

void butterfly(const Grid& grid, Signed t, Signed p, std::vector<Signed>& on) {
  Signed levels = 0;
  while ((Signed{1} << levels) < grid.width) ++levels;
  const Signed stride = levels == 0 ? 1 : Signed{1} << ((t + levels - 1) % levels);
  on = {p - stride, p, p + stride};
}

void all(const Grid& grid, Signed /*t*/, Signed /*p*/, std::vector<Signed>& on) {
  for (Signed q = 0; q < grid.width; ++q) on.push_back(q);
}

void neighbours(const Grid& grid, Signed /*t*/, Signed p, std::vector<Signed>& on) {
  for (Signed q = p - grid.radix / 2; q <= p + (grid.radix - 1) / 2; ++q) on.push_back(q);
}

void far_apart(const Grid& grid, Signed t, Signed p, std::vector<Signed>& on) {
  for (Signed i = 0; i < grid.radix; ++i)
    on.push_back((p + i * grid.width / grid.radix + (i > 0 ? t % grid.period : 0)) % grid.width);
}

Signed few(const Grid& /*grid*/) { return 3; }
Signed width(const Grid& grid) { return grid.width; }
Signed radix(const Grid& grid) { return grid.radix; }

constexpr std::array<Pattern, 10> kPatterns = {{{"trivial", full, nothing, few},
                                                {"no_comm", full, itself, few},
                                                {"stencil_1d", full, stencil, few},
                                                {"stencil_1d_periodic", full, periodic_stencil, few},
                                                {"dom", diamond, dominates, few},
                                                {"tree", growing, half, few},
                                                {"fft", full, butterfly, few},
                                                {"all_to_all", full, all, width},
                                                {"nearest", full, neighbours, radix},
                                                {"spread", full, far_apart, radix}}};

class TaskBench {
 public:
  TaskBench(const Grid& grid, const Pattern& pattern, const Decimal& work, std::uint64_t bytes, Workload& workload)
      : grid_(grid), pattern_(pattern), work_(work), bytes_(bytes), workload_(workload) {}

  void build() {
    Span before;
    for (Signed t = 0; t < grid_.steps; ++t) {
      const Span now = pattern_.span(grid_, t);
      const auto first = static_cast<std::uint32_t>(workload_.tasks.size());
      for (Signed p = now.first; p < now.first + now.width; ++p) {
        WorkloadTask task;
        task.id = "t" + std::to_string(t) + "_p" + std::to_string(p);
        task.work = work_;
        if (t > 0) depend(t, p, before, task);
        workload_.tasks.push_back(std::move(task));
      }
      before = now;
      before_first_ = first;
    }
  }

 private:
  void depend(Signed t, Signed p, const Span& before, WorkloadTask& task) {
    on_.clear();
    pattern_.depends(grid_, t, p, on_);
    std::sort(on_.begin(), on_.end());
    on_.erase(std::unique(on_.begin(), on_.end()), on_.end());
    for (const Signed q : on_) {
      if (before.has(q))
        task.after.push_back({before_first_ + static_cast<std::uint32_t>(q - before.first), bytes_, false});
    }
  }

  const Grid& grid_;
  const Pattern& pattern_;
  Decimal work_;
  std::uint64_t bytes_;
  Workload& workload_;
  std::vector<Signed> on_;
  std::uint32_t before_first_ = 0;  ///< index of the first task of the step before
};

struct BenchKeys {
  Grid grid;
  std::uint64_t bytes = 0;
};

void describe(KeyVisitor& keys, BenchKeys& bench) {
  keys.form("pattern", {{"string"}, "the patterns above", true}, "",
            "which points of the step before a point depends on");
  keys.required_number("width", bench.grid.width, {1, kMaxGeneratedTasks}, "points", "of a step");
  keys.required_number("steps", bench.grid.steps, {1, kMaxGeneratedTasks}, "", "one after the other");
  keys.number("radix", bench.grid.radix, {1, kMaxGeneratedTasks}, "points", "of `nearest` and `spread`, up to `width`");
  keys.number("period", bench.grid.period, {1, kMaxGeneratedTasks}, "steps", "of `spread`");
  keys.form("work", {{"number"}, "a decimal above 0"}, "1", "units of every task");
  keys.number("bytes", bench.bytes, {0, kMaxTaskBytes}, "bytes", "of every edge");
}

void make(MapReader& keys, GeneratorContext& context, GeneratedWorkload& to) {
  const std::size_t before = context.diagnostics.size();
  std::vector<std::string_view> names;
  names.reserve(kPatterns.size());
  for (const Pattern& pattern : kPatterns) names.push_back(pattern.name);
  std::size_t which = 0;
  BenchKeys bench;
  Grid& grid = bench.grid;
  Decimal work{1, 0};
  if (keys.node().find("pattern") == nullptr) keys.error("pattern", "is missing");
  keys.name("pattern", which, names);
  KeyReader reader(keys);
  describe(reader, bench);
  const bool has_radix = keys.node().find("radix") != nullptr;
  const bool has_period = keys.node().find("period") != nullptr;
  if (const YamlNode* found = keys.find("work")) {
    if (const auto number = read_decimal(*found, keys.path("work"), context.diagnostics)) work = *number;
  }
  if (context.diagnostics.size() != before) return;
  const std::string_view name = names[which];
  if (has_radix && name != "nearest" && name != "spread") keys.error("radix", "is for the patterns nearest and spread");
  if (has_period && name != "spread") keys.error("period", "is for the pattern spread");
  if (has_radix && grid.radix > grid.width)
    keys.error("radix", "must be 1 to the width, which is " + std::to_string(grid.width));
  const auto points = static_cast<std::uint64_t>(grid.width) * static_cast<std::uint64_t>(grid.steps);
  if (points > kMaxGeneratedTasks)
    keys.error("steps", "times width must be at most " + std::to_string(kMaxGeneratedTasks) + " tasks");
  if (context.diagnostics.size() == before &&
      points * static_cast<std::uint64_t>(kPatterns[which].fan_in(grid)) > kMaxGeneratedEdges)
    keys.error("pattern", "has more than " + std::to_string(kMaxGeneratedEdges) + " edges (fewer steps or points)");
  if (context.diagnostics.size() != before) return;
  to.workload.unit = "units";
  to.workload.name = "task_bench_" + std::string(name);
  TaskBench(grid, kPatterns[which], work, bench.bytes, to.workload).build();
}

}  // namespace

void add_task_bench(WorkloadGenerators& generators) {
  generators.add({"task_bench", "Task Bench patterns: pattern, width, steps, radix, period, work, bytes",
                  describe_usual<BenchKeys>, make});
}

}  // namespace gantry
