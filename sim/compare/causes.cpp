// SPDX-License-Identifier: Apache-2.0
#include "compare/causes.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "gantry/explain/causes.h"
#include "gantry/explain/overhead_table.h"
#include "result/output_names.h"

namespace gantry {
namespace {

/// `rows`: the table that names the values.
template <class Rows, std::size_t Size>
CauseChanges changes(const Rows& rows, const std::array<std::uint64_t, Size>& a,
                     const std::array<std::uint64_t, Size>& b) {
  CauseChanges changes;
  changes.reserve(Size);
  for (std::size_t i = 0; i < Size; ++i) changes.push_back({std::string(rows[i].name), {a[i], b[i]}});
  std::stable_sort(changes.begin(), changes.end(),
                   [](const CauseChange& x, const CauseChange& y) { return x.cycles.size() > y.cycles.size(); });
  return changes;
}

void check_sum(const ComparedRun& run, Diagnostics& problems) {
  const std::uint64_t cycles = run.files.summary.cycles;
  std::uint64_t left = cycles;
  for (const std::uint64_t part : *run.files.summary.critical_path) {
    if (part > left) {
      left = 1;
      break;
    }
    left -= part;
  }
  if (left == 0) return;
  problems.error({run.files.path(kSummaryFile), 1, 1},
                 "critical_path does not sum to cycles (expected " + std::to_string(cycles) + ')');
}

}  // namespace

std::optional<CauseChanges> cause_changes(const ComparedRun& a, const ComparedRun& b, Diagnostics& problems) {
  const auto& of_a = a.files.summary.critical_path;
  const auto& of_b = b.files.summary.critical_path;
  if (!of_a || !of_b) return std::nullopt;
  check_sum(a, problems);
  check_sum(b, problems);
  return changes(kCauseTable, *of_a, *of_b);
}

std::optional<CauseChanges> held_changes(const ComparedRun& a, const ComparedRun& b) {
  const auto& of_a = a.files.summary.critical_path_held;
  const auto& of_b = b.files.summary.critical_path_held;
  if (!of_a || !of_b) return std::nullopt;
  return changes(kCauseTable, *of_a, *of_b);
}

std::optional<CauseChanges> overhead_changes(const ComparedRun& a, const ComparedRun& b) {
  const auto& of_a = a.files.summary.overhead;
  const auto& of_b = b.files.summary.overhead;
  if (!of_a || !of_b) return std::nullopt;
  return changes(kHolders, of_a->parts.held, of_b->parts.held);
}

}  // namespace gantry
