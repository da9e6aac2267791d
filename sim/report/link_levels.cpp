// SPDX-License-Identifier: Apache-2.0
#include "report/link_levels.h"

#include <algorithm>

#include "gantry/network/link_history.h"
#include "result/output_names.h"
#include "text/table_rows.h"

namespace gantry {

LinkLevels::LinkLevels(PageRun& run, Diagnostics& problems)
    : missing_(run.missing_table(kLinkLoadFile, "output.links")) {
  if (missing_) return;
  TableReader<LinkLoadCells> table(run.path(kLinkLoadFile), problems);
  for (LinkLoadCells row; table.next(row);) {
    // The first row covers a complete interval, or is the only one.
    if (flits_.empty() && row.end > row.begin) stretch_ = row.end - row.begin;
    const std::uint64_t at = row.begin / stretch_;
    if (row.end <= row.begin || row.end > run.cycles + 1 || at > LinkHistory::kMost) {
      table.fault(row, &row.end, "no end of a stretch of the run");
      return;
    }
    std::vector<std::uint64_t>& flits = flits_[{row.kind, std::string(row.from), std::string(row.to)}];
    stretches_ = std::max(stretches_, static_cast<std::size_t>(at) + 1);
    flits.resize(std::max(flits.size(), stretches_));
    flits[static_cast<std::size_t>(at)] += row.flits;
  }
}

void LinkLevels::fit(std::size_t links, std::size_t most_numbers) {
  for (; stretches_ > 1 && links * stretches_ > most_numbers; stretches_ = (stretches_ + 1) / 2) {
    stretch_ *= 2;
    for (auto& [link, flits] : flits_) {
      flits.resize(stretches_ + stretches_ % 2);
      for (std::size_t i = 0; i < flits.size() / 2; ++i) flits[i] = flits[2 * i] + flits[2 * i + 1];
      flits.resize(flits.size() / 2);
    }
  }
}

std::vector<std::uint64_t> LinkLevels::of(const Link& link) const {
  const auto found = flits_.find(link);
  return found == flits_.end() ? std::vector<std::uint64_t>() : found->second;
}

}  // namespace gantry
