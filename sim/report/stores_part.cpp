// SPDX-License-Identifier: Apache-2.0
// Local stores: how full they were over time, and who read from whom.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/level_curve.h"
#include "report/page_parts.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

constexpr std::size_t kSlices = 120;

// Places in a store's list of sources before those of other stores.
constexpr std::size_t kOwn = 0;      ///< read again, without a move
constexpr std::size_t kWritten = 1;  ///< written by jobs there
constexpr std::size_t kMemory = 2;   ///< brought from global memory
constexpr std::size_t kStores = 3;

struct Store {
  std::string name;
  std::uint64_t capacity = 0;
  std::uint64_t moved = 0;          ///< bytes that it took in or was read
  std::vector<std::uint64_t> from;  ///< bytes, by source
};

class StoresPart {
 public:
  explicit StoresPart(PageRun& run)
      : run_(run), stretch_(stretch_cycles(run.cycles, std::min(kSlices, run.limits.stretches))) {
    for (const PageJson& store : run.summary["data"]["stores"]) {
      numbers_.emplace(store["name"].get<std::string>(), stores_.size());
      stores_.push_back({store["name"], store["capacity"], 0, {}});
    }
    for (Store& store : stores_) store.from.resize(kStores + stores_.size());
    levels_.resize(stores_.size(), LevelCurve(run.cycles, stretch_));
  }

  void add(StayCells& row, TableReader<StayCells>& table) {
    const auto at = numbers_.find(row.store);
    if (at == numbers_.end()) return table.fault(row, &row.store, "no store of this name is in summary.json");
    Store& store = stores_[at->second];
    levels_[at->second].add(row.reserved, row.until, row.bytes);
    std::uint64_t reads = row.uses;
    if (row.came == kCameWritten) {
      store.from[kWritten] += row.bytes;
    } else if (!row.came.empty()) {
      const auto source = numbers_.find(row.came);
      store.from[source == numbers_.end() ? kMemory : kStores + source->second] += row.bytes;
      if (source != numbers_.end()) stores_[source->second].moved += row.bytes;
      reads -= std::min<std::uint64_t>(reads, 1);  // the one that it was brought for
    }
    store.from[kOwn] += reads * row.bytes;
    store.moved += row.bytes * (reads + 1);
  }

  PageJson json() {
    std::vector<std::size_t> kept(stores_.size());
    for (std::size_t s = 0; s < kept.size(); ++s) kept[s] = s;
    if (kept.size() > run_.limits.stores) {
      std::stable_sort(kept.begin(), kept.end(),
                       [&](std::size_t a, std::size_t b) { return stores_[a].moved > stores_[b].moved; });
      kept.resize(run_.limits.stores);
      std::sort(kept.begin(), kept.end());
      run_.leave_out("Local stores: " + std::to_string(kept.size()) + " of " + std::to_string(stores_.size()) +
                     ", those that moved most bytes. All are in " + kResidencyTable + '.');
    }
    PageJson rows = PageJson::array();
    PageJson flows = PageJson::array();
    for (std::size_t to = 0; to < kept.size(); ++to) {
      const Store& store = stores_[kept[to]];
      rows.push_back({run_.names.number(store.name), store.capacity, levels_[kept[to]].sums()});
      for (std::size_t source = 0; source < kStores; ++source) add_flow(flows, source, to, store.from[source]);
      for (std::size_t from = 0; from < kept.size(); ++from)
        add_flow(flows, kStores + from, to, store.from[kStores + kept[from]]);
    }
    return {{"stretch", stretch_}, {"stores", rows}, {"flows", flows}};
  }

 private:
  static void add_flow(PageJson& flows, std::size_t from, std::size_t to, std::uint64_t bytes) {
    if (bytes > 0) flows.push_back({from, to, bytes});
  }

  PageRun& run_;
  const Cycle stretch_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  ///< of stores, by name
  std::vector<Store> stores_;
  std::vector<LevelCurve> levels_;
};

}  // namespace

PageJson stores_part(PageRun& run, Diagnostics& problems) {
  const auto absence = run.missing_table(kResidencyTable, "output.residency");
  if (absence) return missing(*absence);
  if (run.summary["data"]["stores"].empty()) return missing("The machine has no local stores.");
  StoresPart part(run);
  TableReader<StayCells> table(run.path(kResidencyTable), problems);
  for (StayCells row; table.next(row);) part.add(row, table);
  return part.json();
}

}  // namespace gantry
