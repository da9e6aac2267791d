// SPDX-License-Identifier: Apache-2.0
#include "output/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gantry/explain/causes.h"
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

std::string bound_sentence(const RunInfo& info, Cycle cycles) {
  const Bound binding = info.bounds->binding();
  const BoundRow& row = kBounds[static_cast<std::size_t>(binding)];
  const Cycle least = (*info.bounds)[binding];
  return fmt::format("No decision could make it shorter than {} cycles, {} of the {} that it took: {} ({}).",
                     grouped(least), share(least, cycles), grouped(cycles), row.meaning, row.name);
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
    text +=
        fmt::format("{}{} ({}: {})", i == 0 ? "" : ", ", cause, share(spent, cycles), kCauseTable[order[i]].meaning);
  }
  return text + ".";
}

/// Adds a sentence about the largest cause for which tasks of the path waited although they were ready themselves.
bool add_held(const RunInfo& info, Cycle cycles, std::vector<std::string>& sentences) {
  std::size_t most = kCauses;
  for (std::size_t i = 0; i < info.critical_path_held.size(); ++i) {
    // For a predecessor every graph waits.
    if (static_cast<Cause>(i) == Cause::predecessors) continue;
    if (most == kCauses || info.critical_path_held[i].second > info.critical_path_held[most].second) most = i;
  }
  if (most == kCauses) return false;
  const Cycle held = info.critical_path_held[most].second;
  if (held < cycles / 10) return false;
  const Cycle least = info.bounds ? (*info.bounds)[info.bounds->binding()] : 0;
  if (!is_worth(cycles - least, cycles)) return false;
  for (const Relief& row : kReliefTable) {
    if ((row.causes & bit_of(static_cast<Cause>(most))) == 0) continue;
    std::string text = fmt::format("In {} cycles ({}) a task of the path had all that it needed but this: {}; turn {}",
                                   grouped(held), share(held, cycles), kCauseTable[most].meaning, row.turn);
    if (info.bounds) text += fmt::format(", for {} at most", share(cycles - least, cycles));
    sentences.push_back(text + ".");
    return true;
  }
  return false;
}

/// Returns the changes in order of their possible gain.
std::vector<std::size_t> best_reliefs(const RunInfo& info) {
  std::vector<std::size_t> order(info.critical_path_without.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return info.critical_path_without[a].second < info.critical_path_without[b].second;
  });
  return order;
}

std::string relief_sentence(const RunInfo& info, Cycle cycles, std::size_t relief, bool first) {
  const Cycle without = info.critical_path_without[relief].second;
  const Relief& row = kReliefTable[relief];
  return fmt::format("{} {}, the same decisions would have ended {} cycles earlier ({}): {} {}.",
                     first ? "Without" : "Next, without", row.what, grouped(cycles - without),
                     share(cycles - without, cycles), first ? "turn" : "see", row.turn);
}

void add_reliefs(const RunInfo& info, Cycle cycles, bool told_of_holds, std::vector<std::string>& sentences) {
  bool first = true;
  std::size_t told = 0;
  for (const std::size_t relief : best_reliefs(info)) {
    if (kReliefTable[relief].causes == bit_of(Cause::compute)) continue;  // it leads nearly everywhere
    if (told == 2 || !is_worth(cycles - info.critical_path_without[relief].second, cycles)) break;
    sentences.push_back(relief_sentence(info, cycles, relief, first));
    first = false;
    ++told;
  }
  if (first && !told_of_holds) {
    sentences.emplace_back(
        "Nothing but the jobs' own computation holds it up by 2 % or more: faster processors, a finer split of tasks "
        "or "
        "other decisions remain.");
  }
}

/// For a stream only the last part of the path is known. Removing a cause shortens it by at most its cycles.
void add_largest_cause(const RunInfo& info, Cycle cycles, std::vector<std::string>& sentences) {
  std::size_t most = kCauses;
  for (std::size_t i = 0; i < info.critical_path.size(); ++i) {
    const auto cause = static_cast<Cause>(i);
    if (cause == Cause::compute || cause == Cause::arrival || cause == Cause::earlier) continue;
    if (most == kCauses || info.critical_path[i].second > info.critical_path[most].second) most = i;
  }
  if (most == kCauses || !is_worth(info.critical_path[most].second, cycles)) return;
  for (const Relief& row : kReliefTable) {
    if ((row.causes & bit_of(static_cast<Cause>(most))) == 0) continue;
    sentences.push_back(
        fmt::format("Of what is not computation {} takes most: to make it vanish would end this path at "
                    "most {} cycles earlier; turn {}.",
                    kCauseNames[most], grouped(info.critical_path[most].second), row.turn));
  }
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
  if (stats.end != RunEnd::complete || info.critical_path.empty()) return sentences;
  if (info.bounds) sentences.push_back(bound_sentence(info, stats.cycles));
  sentences.push_back(path_sentence(info, stats.cycles));
  const bool held = add_held(info, stats.cycles, sentences);
  if (info.critical_path_without.empty()) {
    add_largest_cause(info, stats.cycles, sentences);
  } else {
    add_reliefs(info, stats.cycles, held, sentences);
  }
  if (info.overhead) add_overhead(*info.overhead, sentences);
  return sentences;
}

}  // namespace gantry
