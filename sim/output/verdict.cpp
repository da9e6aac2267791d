// SPDX-License-Identifier: Apache-2.0
#include "output/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "gantry/base/one_line.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/levers.h"
#include "gantry/explain/relief.h"
#include "text/text_table.h"

namespace gantry {
namespace {

/// Smallest share of the path, or gain of a change, that is mentioned.
constexpr double kWorthAWord = 0.02;
constexpr std::size_t kNamedCauses = 3;

std::string share(std::uint64_t part, std::uint64_t whole) {
  return percent(static_cast<double>(part), static_cast<double>(whole));
}

bool is_worth(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) >= kWorthAWord * static_cast<double>(whole);
}

std::string late_sentence(const TenantsStats& streams) {
  std::uint64_t late = 0;
  std::uint64_t all = 0;
  std::string of;
  std::string impossible;
  for (const TenantStats& stream : streams.tenants) {
    if (!stream.tenant.deadline) continue;
    all += stream.done;
    late += stream.misses;
    if (stream.misses > 0) {
      of += fmt::format("{}{} of {} of {}", of.empty() ? ": " : ", ", grouped(stream.misses), grouped(stream.done),
                        one_line(stream.tenant.name));
    }
    if (stream.tenant.alone && *stream.tenant.alone > *stream.tenant.deadline) {
      impossible +=
          fmt::format(" The deadline of {} is impossible: {} cycles, and alone it takes {}.",
                      one_line(stream.tenant.name), grouped(*stream.tenant.deadline), grouped(*stream.tenant.alone));
    }
  }
  if (all == 0) return "";
  if (late == 0) return fmt::format("All {} instances with a deadline are in time.{}", grouped(all), impossible);
  return fmt::format("{} of {} instances with a deadline are late{}.{}", grouped(late), grouped(all), of, impossible);
}

std::string bound_sentence(const RunInfo& info, Cycle cycles) {
  const Bound binding = info.bounds->binding();
  const BoundRow& row = kBounds[static_cast<std::size_t>(binding)];
  const Cycle least = (*info.bounds)[binding];
  return fmt::format("This machine needs at least {} cycles, {} of the {} that it took: {} ({}).", grouped(least),
                     share(least, cycles), grouped(cycles), row.meaning, row.name);
}

std::string path_sentence(const RunInfo& info, Cycle cycles) {
  std::vector<std::size_t> order(info.critical_path.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return info.critical_path[a].second > info.critical_path[b].second;
  });
  std::string text = "The critical path goes into ";
  for (std::size_t i = 0; i < kNamedCauses && i < order.size(); ++i) {
    const auto& [cause, spent] = info.critical_path[order[i]];
    if (i > 0 && !is_worth(spent, cycles)) break;
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", cause, share(spent, cycles));
  }
  return text + ".";
}

PathFacts path_of(const RunInfo& info) {
  PathFacts path;
  for (std::size_t i = 0; i < kCauses && i < info.critical_path.size(); ++i)
    path.causes[i] = info.critical_path[i].second;
  for (std::size_t i = 0; i < kCauses && i < info.critical_path_held.size(); ++i) {
    path.held[i] = info.critical_path_held[i].second;
  }
  if (info.critical_path_without.size() == kReliefs) {
    path.without.emplace();
    for (std::size_t i = 0; i < kReliefs; ++i) (*path.without)[i] = info.critical_path_without[i].second;
  }
  return path;
}

std::string loss_sentence(const PathFacts& path, Cycle cycles) {
  const std::optional<Loss> loss = largest_loss(path.held);
  if (!loss || !is_worth(loss->held, cycles)) return "";
  const CauseInfo& cause = kCauseTable[static_cast<std::size_t>(loss->cause)];
  return fmt::format("Largest loss, {}: in {} cycles ({}) tasks of the path were ready, but {}.", cause.name,
                     grouped(loss->held), share(loss->held, cycles), cause.meaning);
}

std::string try_sentence(const PathFacts& path, const Bounds& bounds, Cycle cycles) {
  const Lever* lever = first_to_try(path, bounds, cycles);
  if (lever == nullptr) return "";
  return fmt::format("First try {}: it can save {} at most.", keys_text(*lever),
                     share(most_saved(*lever, bounds, cycles), cycles));
}

/// What of the path, apart from computation, would save most with the same decisions.
std::string relief_sentence(const RunInfo& info, Cycle cycles) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < info.critical_path_without.size(); ++i) {
    if (kReliefTable[i].causes == bit_of(Cause::compute)) continue;  // it leads nearly everywhere
    if (!best || info.critical_path_without[i].second < info.critical_path_without[*best].second) best = i;
  }
  if (!best || !is_worth(cycles - info.critical_path_without[*best].second, cycles)) return "";
  const Cycle without = info.critical_path_without[*best].second;
  return fmt::format("Without {} the same decisions would have ended {} cycles ({}) earlier.", kReliefTable[*best].what,
                     grouped(cycles - without), share(cycles - without, cycles));
}

void add_overhead(const Overhead& overhead, std::vector<std::string>& sentences) {
  const std::uint64_t all = overhead.busy + overhead.nothing_ready + overhead.sum();
  if (overhead.sum() < all / 10) return;
  const auto most = std::max_element(overhead.held.begin(), overhead.held.end());
  const HolderRow& holder = kHolders[static_cast<std::size_t>(most - overhead.held.begin())];
  sentences.push_back(
      fmt::format("For {} of their cycles processors were idle beside work that was ready for them, for {} "
                  "while it was held in {} until {}.",
                  share(overhead.sum(), all), share(*most, all), holder.name, holder.until));
}

}  // namespace

std::vector<std::string> verdict(const RunInfo& info, const RunStats& stats) {
  std::vector<std::string> sentences;
  const auto add = [&](std::string sentence) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  };
  if (stats.end != RunEnd::complete) return sentences;
  if (info.streams) add(late_sentence(*info.streams));
  if (info.critical_path.empty()) return sentences;
  if (info.bounds) add(bound_sentence(info, stats.cycles));
  add(path_sentence(info, stats.cycles));
  const PathFacts path = path_of(info);
  const std::string loss = loss_sentence(path, stats.cycles);
  const std::string relief = relief_sentence(info, stats.cycles);
  add(loss);
  add(relief);
  if (info.bounds) add(try_sentence(path, *info.bounds, stats.cycles));
  if (loss.empty() && relief.empty()) {
    add("Nothing but the jobs' own computation holds it up: faster or more processors, a finer split of tasks or other "
        "decisions remain.");
  }
  if (info.overhead) add_overhead(*info.overhead, sentences);
  return sentences;
}

}  // namespace gantry
