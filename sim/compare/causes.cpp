// SPDX-License-Identifier: Apache-2.0
#include "compare/causes.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "gantry/explain/causes.h"
#include "result/output_names.h"
#include "result/summary_keys.h"

namespace gantry {
namespace {

constexpr const char* kKey = "critical_path";

std::size_t place(const std::string& cause) {
  const auto at = std::find(kCauseNames.begin(), kCauseNames.end(), cause);
  return static_cast<std::size_t>(at - kCauseNames.begin());
}

void add_run(const ComparedRun& run, std::uint64_t Change::*side, std::map<std::string, Change>& causes,
             Diagnostics& problems) {
  Keys keys(run.files.path(kSummaryFile), problems);
  std::uint64_t sum = 0;
  bool fits = true;
  for (const auto& [cause, unused] : keys.object(run.summary, "", kKey).items()) {
    const std::uint64_t cycles = keys.count(run.summary[kKey], kKey, cause.c_str());
    fits = fits && cycles <= run.files.summary.cycles - sum;
    sum += fits ? cycles : 0;
    causes[cause].*side = cycles;
  }
  if (!fits || sum != run.files.summary.cycles)
    keys.fault(std::string(kKey) + " does not sum to cycles (expected " + std::to_string(run.files.summary.cycles) +
               ')');
}

}  // namespace

std::optional<std::vector<CauseChange>> cause_changes(const ComparedRun& a, const ComparedRun& b,
                                                      Diagnostics& problems) {
  if (!a.summary.contains(kKey) || !b.summary.contains(kKey)) return std::nullopt;
  std::map<std::string, Change> causes;
  add_run(a, &Change::a, causes, problems);
  add_run(b, &Change::b, causes, problems);
  std::vector<CauseChange> changes;
  changes.reserve(causes.size());
  for (const auto& [cause, cycles] : causes) changes.push_back({cause, cycles});
  std::stable_sort(changes.begin(), changes.end(), [](const CauseChange& x, const CauseChange& y) {
    if (x.cycles.size() != y.cycles.size()) return x.cycles.size() > y.cycles.size();
    return place(x.cause) < place(y.cause);
  });
  return changes;
}

}  // namespace gantry
