// SPDX-License-Identifier: Apache-2.0
#include "output/summary_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "gantry/base/one_line.h"
#include "output/cost_report.h"
#include "output/data_table.h"
#include "output/request_table.h"
#include "result/percentile_rule.h"
#include "result/run_parts.h"
#include "text/shared_rows.h"
#include "text/text_table.h"

namespace gantry {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kBarWidth = 20;
constexpr std::size_t kStallsPerBlock = 2;
constexpr std::size_t kShareRows = 10;

std::string packets_text(std::uint64_t packets, std::uint64_t flits, const LatencyStats& latency) {
  return fmt::format("{} packets, {} flits; latency mean {:.1f}, p50 {}, p99 {}, max {} cycles", grouped(packets),
                     grouped(flits), latency.mean, grouped(latency.p50),
                     marked_percentile(grouped(latency.p99), 99, packets), grouped(latency.max));
}

std::string overhead_text(const Overhead& overhead, const RunStats& stats) {
  const auto all = static_cast<double>(stats.processors.size()) * static_cast<double>(stats.cycles);
  const auto share = [&](std::uint64_t part) { return percent(static_cast<double>(part), all); };
  std::string text = "processors idle beside ready work " + share(overhead.sum());
  const auto most = std::max_element(overhead.held.begin(), overhead.held.end());
  if (*most == 0) return text;
  return text + fmt::format(", most of it held by {}: {}",
                            kHolders[static_cast<std::size_t>(most - overhead.held.begin())].name, share(*most));
}

/// Cycles, their share of the run, and a bar.
SharedRows rows_of_run(Cycle run, bool unicode) {
  const auto cycles = static_cast<double>(run);
  return {cycles, [=](double part) -> SharedRows::Cells {
            return {grouped(static_cast<std::uint64_t>(part)), percent(part, cycles),
                    bar(run == 0 ? 0.0 : part / cycles, kBarWidth, unicode)};
          }};
}

/// The verdict opens the summary, as a paragraph of a few lines.
std::string title_text(const RunInfo& info) {
  std::string text = fmt::format("{}  seed {}\n", one_line(info.experiment), info.seed);
  std::string verdict;
  for (const std::string& sentence : info.verdict) verdict += (verdict.empty() ? "" : " ") + sentence;
  return verdict.empty() ? text : text + paragraph(verdict) + '\n';
}

std::string facts_text(const RunInfo& info, const RunStats& stats, bool unicode) {
  std::string text;
  const auto line = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<9} {}\n", what, value);
  };
  if (stats.end == RunEnd::complete) {
    line("makespan", fmt::format("{} cycles, {} at {} MHz", grouped(stats.cycles),
                                 duration(stats.cycles, info.clock_mhz, unicode), grouped(info.clock_mhz)));
    line("tasks", fmt::format("{} completed", grouped(stats.tasks_completed)));
  } else {
    line(stats.end == RunEnd::failed ? "FAILED" : "UNFINISHED",
         fmt::format("{} in cycle {}", name(stats.end), grouped(stats.cycles)));
    line("tasks", fmt::format("{} submitted, {} completed, {}{} unfinished", grouped(stats.tasks_submitted),
                              grouped(stats.tasks_completed),
                              stats.losses ? grouped(stats.losses->tasks_failed) + " failed, " +
                                                 grouped(stats.losses->tasks_cancelled) + " cancelled, "
                                           : std::string(),
                              grouped(stats.tasks_unfinished)));
  }
  line("jobs", fmt::format("{} issued, {} completed, {} match failures", grouped(stats.jobs_issued),
                           grouped(stats.jobs_completed), grouped(stats.schedule_failures)));
  if (stats.losses) {
    line("lost", fmt::format("{} attempts, {} jobs for good", grouped(stats.losses->jobs_lost),
                             grouped(stats.losses->jobs_failed)));
  }
  if (info.bounds) {
    const Bound binding = info.bounds->binding();
    const Cycle least = (*info.bounds)[binding];
    line("bound", fmt::format("{}: {} cycles at least, {} of the makespan", name(binding), grouped(least),
                              percent(static_cast<double>(least), static_cast<double>(stats.cycles))));
  }
  if (info.overhead) line("overhead", overhead_text(*info.overhead, stats));
  const std::string rounds = stats.picker.rounds_seen
                                 ? fmt::format(" in {} rounds, {} of them contested", grouped(stats.picker.rounds),
                                               grouped(stats.picker.contested))
                                 : "";
  // A dispatcher that decides alone does not use the policy.
  std::string picker = stats.picker.policy;
  for (const auto& [block, engine] : info.provenance.block_engines) {
    if (block == "dispatcher" && !stats.picker.rounds_seen) picker = "dispatcher in Verilog, " + engine;
  }
  line("picker", fmt::format("{}, {} picks{}", one_line(picker), grouped(stats.picker.picks), rounds));
  const InterconnectStats& net = stats.interconnect;
  line("network", packets_text(net.packets, net.flits, net.latency));
  if (stats.control) {
    const InterconnectStats& control = stats.control->totals;
    line("control", packets_text(control.packets, control.flits, control.latency));
  }
  if (info.cost) line("cost", cost_lines(*info.cost));
  if (const auto& b = stats.background) line("synthetic", packets_text(b->packets, b->flits, b->latency));
  for (const RunSummary::LeftOut& file : info.left_out) {
    line("left out", fmt::format("of {} all from cycle {} on (max_bytes: {})", file.file, grouped(file.from_cycle),
                                 grouped(file.max_bytes)));
  }
  return text;
}

struct GroupSum {
  std::string group;
  std::string type;
  std::uint64_t count = 0;
  std::uint64_t jobs = 0;
  std::uint64_t busy = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;
};

std::vector<GroupSum> by_group(const std::vector<ProcessorStats>& processors) {
  std::vector<GroupSum> groups;
  for (const ProcessorStats& processor : processors) {
    auto at = std::find_if(groups.begin(), groups.end(),
                           [&](const GroupSum& g) { return g.group == processor.group && g.type == processor.type; });
    if (at == groups.end()) at = groups.insert(at, GroupSum{processor.group, processor.type});
    ++at->count;
    at->jobs += processor.jobs;
    at->busy += processor.busy_cycles;
    at->least = std::min(at->least, processor.busy_cycles);
    at->most = std::max(at->most, processor.busy_cycles);
  }
  return groups;
}

std::string plan_text(const PlanOutcome& plan, const RunStats& stats, bool unicode) {
  std::string text = fmt::format("\n  plan      {}", one_line(plan.method));
  if (plan.predicted_cycles) {
    text += fmt::format(", {} cycles predicted", grouped(*plan.predicted_cycles));
    if (*plan.predicted_cycles > 0) {
      const double ratio = static_cast<double>(stats.cycles) / static_cast<double>(*plan.predicted_cycles);
      text += fmt::format(", {} simulated: {:.4f} times", grouped(stats.cycles), ratio);
    }
  }
  text += '\n';
  if (plan.bytes_not_moved)
    text +=
        fmt::format("            {} bytes between processors planned and not moved\n", grouped(*plan.bytes_not_moved));
  if (plan.path.empty()) return text;
  TextTable table({{"path to the end", Align::left}, {"cycles"}, {"of run"}, {"", Align::left}});
  SharedRows rows = rows_of_run(stats.cycles, unicode);
  for (const auto& [what, spent] : plan.path) rows.add({what}, static_cast<double>(spent));
  rows.add_to(table);
  return text + '\n' + table.text();
}

std::string processors_text(const RunStats& stats, bool unicode) {
  TextTable table({{"processors", Align::left},
                   {"type", Align::left},
                   {"count"},
                   {"jobs"},
                   {"min"},
                   {"mean"},
                   {"max"},
                   {"utilization", Align::left}});
  const auto cycles = static_cast<double>(stats.cycles);
  for (const GroupSum& group : by_group(stats.processors)) {
    const double mean = static_cast<double>(group.busy) / static_cast<double>(group.count);
    table.add({group.group, group.type, grouped(group.count), grouped(group.jobs),
               percent(static_cast<double>(group.least), cycles), percent(mean, cycles),
               percent(static_cast<double>(group.most), cycles),
               bar(stats.cycles == 0 ? 0.0 : mean / cycles, kBarWidth, unicode)});
  }
  return table.empty() ? "" : '\n' + table.text();
}

std::string waits_text(const RunStats& stats, bool unicode) {
  if (stats.tasks_completed == 0) return "";
  TextTable table({{"where tasks waited", Align::left}, {"cycles per task"}, {"of lifetime"}, {"", Align::left}});
  const auto tasks = static_cast<double>(stats.tasks_completed);
  const auto lifetime = static_cast<double>(stats.waits.lifetime);
  SharedRows rows(lifetime, [&](double cycles) -> SharedRows::Cells {
    return {fmt::format("{:.1f}", cycles / tasks), percent(cycles, lifetime),
            bar(lifetime > 0.0 ? cycles / lifetime : 0.0, kBarWidth, unicode)};
  });
  for (std::size_t i = 0; i < kStages; ++i) {
    rows.add({std::string(kStageNames[i])}, static_cast<double>(stats.waits.cycles[i]));
  }
  rows.add_to(table);
  table.add({"lifetime", fmt::format("{:.1f}", lifetime / tasks), "", ""});
  return '\n' + table.text();
}

std::string stalls_text(const RunStats& stats, bool unicode) {
  TextTable table({{"stalls", Align::left}, {"waiting for", Align::left}, {"cycles"}, {"of run"}, {"", Align::left}});
  SharedRows rows = rows_of_run(stats.cycles, unicode);
  for (const BlockStats& block : stats.blocks) {
    auto stalls = block.stalls;
    std::stable_sort(stalls.begin(), stalls.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (std::size_t i = 0; i < stalls.size() && i < kStallsPerBlock && stalls[i].second > 0; ++i) {
      rows.add({block.name, stalls[i].first}, static_cast<double>(stalls[i].second));
    }
  }
  rows.add_to(table);
  return table.empty() ? "" : '\n' + table.text();
}

/// Returns the rows whose share differs most from the promised one, in their original order.
template <class Gap>
std::vector<std::size_t> telling_rows(std::size_t count, const Gap& gap) {
  std::vector<std::size_t> rows(count);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return gap(a) > gap(b); });
  if (rows.size() > kShareRows) rows.resize(kShareRows);
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::string shares_text(const RunStats& stats) {
  TextTable table(
      {{"shares", Align::left}, {"weight"}, {"picks"}, {"share"}, {"by weight"}, {"lag"}, {"longest wait"}});
  const auto gap = [&](std::size_t i) { return std::abs(stats.shares[i].share - stats.shares[i].expected_share); };
  for (const std::size_t i : telling_rows(stats.shares.size(), gap)) {
    const ShareStats& share = stats.shares[i];
    table.add({share.cls, grouped(share.weight), grouped(share.picks), percent(share.share, 1.0),
               percent(share.expected_share, 1.0), fmt::format("{:.1f}", share.lag), grouped(share.longest_wait)});
  }
  if (table.empty()) return "";
  std::string text = '\n' + table.text();
  if (stats.shares.size() > kShareRows) {
    text += fmt::format("  (the {} furthest from their weight; {} more in summary.json)\n", kShareRows,
                        stats.shares.size() - kShareRows);
  }
  return text;
}

std::string estimate_text(const Estimate& estimate) {
  const std::string mean = fmt::format("{:.1f}", estimate.mean);
  if (!estimate.has_interval) return mean + " (too few for an interval)";
  const double relative = estimate.mean == 0.0 ? 0.0 : 100.0 * estimate.half_width / estimate.mean;
  return fmt::format("{} +- {:.1f} ({:.2f} %)", mean, estimate.half_width, relative);
}

/// Mean and half-width, both times `unit`.
std::string with_interval(const Estimate& estimate, double unit, int digits) {
  const std::string mean = fmt::format("{:.{}f}", estimate.mean * unit, digits);
  return estimate.has_interval ? fmt::format("{} +- {:.{}f}", mean, estimate.half_width * unit, digits) : mean;
}

std::string stream_shares_text(const StreamShares& shares) {
  TextTable table(
      {{"shares of the stream", Align::left}, {"weight"}, {"% of picks"}, {"by weight"}, {"lag"}, {"longest wait"}});
  const auto gap = [&](std::size_t i) {
    return std::abs(shares.rows[i].share.mean - shares.rows[i].expected_share.mean);
  };
  for (const std::size_t i : telling_rows(shares.rows.size(), gap)) {
    const StreamShare& row = shares.rows[i];
    table.add({row.cls, grouped(row.weight), with_interval(row.share, 100.0, 2),
               with_interval(row.expected_share, 100.0, 2), with_interval(row.lag, 1.0, 1),
               with_interval(row.longest_wait, 1.0, 0)});
  }
  if (table.empty()) return "";
  return '\n' + table.text() +
         fmt::format("  (in {} picks, mean over the stretches of so many)\n", grouped(shares.picks));
}

/// Mean and half-width in whole cycles; with too few instances the mean alone.
std::string response_text(const Estimate& response) {
  const auto cycles = [](double value) { return grouped(static_cast<std::uint64_t>(std::llround(value))); };
  return response.has_interval ? cycles(response.mean) + " +- " + cycles(response.half_width) : cycles(response.mean);
}

std::string tenants_text(const TenantsStats& streams) {
  TextTable table({{"streams", Align::left},
                   {"instances"},
                   {"mean response"},
                   {"p50"},
                   {"p95"},
                   {"p99"},
                   {"slowdown"},
                   {"misses"},
                   {"share"}});
  bool few = false;
  for (const TenantStats& of : streams.tenants) {
    few = few || rests_on_few(95, of.done) || rests_on_few(99, of.done);
    const bool stable = of.stable.value_or(true);
    table.add({of.tenant.name, grouped(of.done) + (of.done < of.tenant.count ? " of " + grouped(of.tenant.count) : ""),
               stable ? response_text(of.response) : "unstable: grows", grouped(of.p50),
               marked_percentile(grouped(of.p95), 95, of.done), marked_percentile(grouped(of.p99), 99, of.done),
               of.slowdown ? fmt::format("{:.2f}", *of.slowdown) : "", of.tenant.deadline ? grouped(of.misses) : "",
               fmt::format("{:.1f} %", 100.0 * of.share)});
  }
  std::string text = '\n' + table.text() + (few ? kFewInstancesNote : "");
  text += fmt::format("  fairness  {:.3f} of processor cycles by weight", streams.fairness_of_share);
  if (streams.fairness_of_slowdown) text += fmt::format(", {:.3f} of slowdowns", *streams.fairness_of_slowdown);
  return text + '\n';
}

std::string stream_text(const StreamStats& stream) {
  return fmt::format("\n  stream, after a warm-up of {} of {} tasks; 95 % intervals\n", grouped(stream.warm_up_tasks),
                     grouped(stream.tasks)) +
         fmt::format("  response  {} cycles\n", estimate_text(stream.response_cycles)) +
         fmt::format("  wait      {} cycles\n", estimate_text(stream.wait_cycles)) +
         fmt::format("  one done  every {} cycles\n", estimate_text(stream.interdeparture_cycles)) +
         stream_shares_text(stream.shares);
}

}  // namespace

std::string summary_table(const RunInfo& info, const RunStats& stats, bool unicode) {
  return title_text(info) + facts_text(info, stats, unicode) +
         (info.plan ? plan_text(*info.plan, stats, unicode) : "") + processors_text(stats, unicode) +
         waits_text(stats, unicode) + stalls_text(stats, unicode) +
         (stats.data ? data_table(*stats.data, unicode) : "") + shares_text(stats) +
         (info.streams ? tenants_text(*info.streams) + requests_text(*info.streams) : "") +
         (info.stream ? stream_text(*info.stream) : "");
}

}  // namespace gantry
