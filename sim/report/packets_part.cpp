// SPDX-License-Identifier: Apache-2.0
// Messages: their latencies by kind.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "gantry/network/latency_histogram.h"
#include "report/level_curve.h"
#include "report/page_parts.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

constexpr std::size_t kMostBars = 120;  ///< most bars of a histogram
constexpr std::size_t kMostKinds = 60;

PageJson latency_json(const std::string& kind, const LatencyHistogram& seen) {
  const LatencyStats stats = seen.stats();
  return {{"kind", kind},     {"packets", seen.count()},    {"mean", stats.mean},
          {"p50", stats.p50}, {"p95", seen.percentile(95)}, {"p99", stats.p99},
          {"max", stats.max}};
}

/// Into `part`: [from, to, packets] with `to` not included, bars of equal width up to the 99th percentile and one
/// beyond it; and where those of equal width end.
void add_bars(const LatencyHistogram& all, PageJson& part) {
  const auto counts = all.counts();
  part["bars"] = PageJson::array();
  if (counts.empty()) return;
  const std::uint64_t least = counts.front().first;
  const std::uint64_t bulk = all.percentile(99) + 1;
  const std::uint64_t width = stretch_cycles(bulk - least, kMostBars);
  std::vector<std::uint64_t> bars((bulk - least + width - 1) / width);
  std::uint64_t beyond = 0;
  const std::uint64_t end = least + bars.size() * width;
  for (const auto& [latency, times] : counts) (latency < end ? bars[(latency - least) / width] : beyond) += times;
  PageJson& list = part["bars"];
  for (std::size_t b = 0; b < bars.size(); ++b) list.push_back({least + b * width, least + (b + 1) * width, bars[b]});
  if (beyond > 0) list.push_back({end, all.stats().max + 1, beyond});
  part["bars_end"] = end;
}

}  // namespace

PageJson packets_part(PageRun& run, Diagnostics& problems) {
  const auto absence = run.missing_table(kPacketsFile, "output.packets");
  if (absence) return missing(*absence);
  LatencyHistogram all;
  std::map<std::string, LatencyHistogram> kinds;
  TableReader<PacketCells> table(run.path(kPacketsFile), problems);
  for (PacketCells row; table.next(row);) {
    if (row.arrived < row.created) {
      table.fault(row, &row.arrived, "before it was created");
      continue;
    }
    all.add(row.arrived - row.created);
    if (kinds.size() < kMostKinds || kinds.count(std::string(row.message)) != 0)
      kinds[std::string(row.message)].add(row.arrived - row.created);
  }
  PageJson rows = PageJson::array();
  for (const auto& [kind, seen] : kinds) rows.push_back(latency_json(shortened(kind, run.limits.name_bytes), seen));
  PageJson part = {{"all", latency_json("all", all)}, {"kinds", rows}};
  add_bars(all, part);
  return part;
}

}  // namespace gantry
