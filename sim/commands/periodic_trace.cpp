// SPDX-License-Identifier: Apache-2.0
#include "commands/periodic_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "gantry/base/one_line.h"

namespace gantry {
namespace {

class Text {
 public:
  Text(const Workload& workload, const plan::PeriodicProblem& problem, const plan::SourceSchemes& schemes)
      : workload_(workload), problem_(problem), schemes_(schemes), unroll_(schemes.unrolling.unroll) {
    for (std::uint32_t c = 0; c < schemes.unrolling.processor.size(); ++c) width_ = std::max(width_, name(c).size());
  }

  [[nodiscard]] std::string scheme(const char* title, const plan::PeriodicSchedule& at) const {
    const std::uint64_t largest = *std::max_element(at.retiming.begin(), at.retiming.end());
    std::string text = fmt::format("{}: largest retiming {}, prologue of {} cycles\n", title, largest,
                                   largest * schemes_.unrolling.period);
    text += fmt::format("  {:<{}}  processor  start  finish  retiming\n", "task", width_);
    for (std::uint32_t c = 0; c < at.start.size(); ++c) {
      text += fmt::format("  {:<{}}  {:>9}  {:>5}  {:>6}  {:>8}\n", name(c), width_, at.processor[c], at.start[c],
                          at.start[c] + time(c), at.retiming[c]);
    }
    return text;
  }

  [[nodiscard]] std::string key_nodes() const {
    std::string text = "key nodes, and their predecessors in the order in which they are placed\n";
    for (const plan::KeyNodeStep& step : schemes_.steps) {
      text += step.before ? fmt::format("    {} before {}", name(step.copy), name(*step.before))
                          : fmt::format("  {}", name(step.copy));
      text += fmt::format(": {} cycles, start {}, retiming {}\n", time(step.copy), schemes_.adjusted.start[step.copy],
                          schemes_.adjusted.retiming[step.copy]);
    }
    return text;
  }

 private:
  [[nodiscard]] plan::Time time(std::uint32_t copy) const { return problem_.graph.time(copy / unroll_); }
  [[nodiscard]] std::string name(std::uint32_t copy) const {
    const std::string id(one_line(workload_.tasks[copy / unroll_].id));
    return unroll_ == 1 ? id : id + '#' + std::to_string(copy % unroll_);
  }

  const Workload& workload_;
  const plan::PeriodicProblem& problem_;
  const plan::SourceSchemes& schemes_;
  std::uint32_t unroll_;
  std::size_t width_ = 4;
};

}  // namespace

std::string periodic_trace(const Workload& workload, const plan::PeriodicProblem& problem,
                           const plan::SourceSchemes& schemes, bool adjusted) {
  const Text text(workload, problem, schemes);
  const plan::Unrolling& unrolling = schemes.unrolling;
  std::string all =
      fmt::format("unroll {}, period of {} cycles, utilization {:.4f}\n\n", unrolling.unroll, unrolling.period,
                  plan::utilization(problem.graph, problem.processors, unrolling.unroll, unrolling.period));
  all += text.scheme("initial scheme", schemes.initial) + '\n';
  if (!adjusted) return all;
  return all + text.key_nodes() + '\n' + text.scheme("adjusted scheme", schemes.adjusted) + '\n';
}

}  // namespace gantry
