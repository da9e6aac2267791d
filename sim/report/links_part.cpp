// SPDX-License-Identifier: Apache-2.0
// The interconnect's links, routers and terminals.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/link_levels.h"
#include "report/network_places.h"
#include "report/page_parts.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

std::optional<std::uint32_t> router_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Rows with the number of flits in the last column: the busiest ones, in their order.
PageJson busiest(std::vector<std::vector<std::uint64_t>>& rows, std::size_t most, const char* what, PageRun& run) {
  const std::size_t all = rows.size();
  if (all > most) {
    std::vector<std::uint64_t> flits;
    flits.reserve(all);
    for (const auto& row : rows) flits.push_back(row.back());
    std::nth_element(flits.begin(), flits.begin() + static_cast<std::ptrdiff_t>(most), flits.end(), std::greater<>());
    const std::uint64_t least = flits[most];
    rows.erase(std::remove_if(rows.begin(), rows.end(), [&](const auto& row) { return row.back() <= least; }),
               rows.end());
    run.leave_out("Network: the " + std::to_string(rows.size()) + " busiest of " + std::to_string(all) + ' ' + what +
                  " are in this page; all are in " + kLinksFile + '.');
  }
  return rows;
}

}  // namespace

PageJson links_part(PageRun& run, const std::string& experiment, Diagnostics& problems) {
  const auto absence = run.missing_table(kLinksFile, "output.links");
  if (absence) return missing(*absence);
  std::vector<std::vector<std::uint64_t>> entries;  // name, router, flits
  std::vector<std::vector<std::uint64_t>> links;    // router, router, flits
  std::vector<std::vector<std::uint64_t>> exits;    // name, router, flits
  std::vector<std::vector<std::uint64_t>> routers;  // stalls of the switch, of channels, buffered, flits
  TableReader<LinkCells> table(run.path(kLinksFile), problems);
  PageNames all_names;  // those that are drawn get their numbers among the page's
  std::vector<std::string> names;
  const auto terminal = [&](std::string_view name) {
    const std::uint32_t number = all_names.number(name);
    if (number == names.size()) names.emplace_back(name);
    return number;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> narrow;  // cycles that a flit takes over a link
  for (LinkCells row; table.next(row);) {
    const bool in = row.kind == LinkRowKind::entry;
    const bool out = row.kind == LinkRowKind::exit;
    const auto from = in ? terminal(row.from) : router_number(row.from);
    const auto to = out ? terminal(row.to) : row.kind == LinkRowKind::router ? 0 : router_number(row.to);
    if (!from || !to) {
      table.fault(row, from ? &row.to : &row.from, "no number of a router");
      continue;
    }
    if (in) entries.push_back({*from, *to, row.flits});
    if (out) exits.push_back({*to, *from, row.flits});
    if (row.kind == LinkRowKind::link) {
      links.push_back({*from, *to, row.flits});
      if (row.flit_cycles != kNever && row.flit_cycles > 1) narrow[{*from, *to}] = row.flit_cycles;
    }
    if (row.kind == LinkRowKind::router)
      routers.push_back({row.switch_stalls, row.channel_stalls, row.buffered_cycles, row.flits});
  }
  const NetworkPlaces places =
      network_places(experiment, static_cast<std::uint32_t>(routers.size()), static_cast<std::uint32_t>(names.size()));
  PageJson part = {{"topology", places.topology}, {"terminals", names.size()}};
  if (routers.size() > run.limits.links) {
    run.leave_out("Network: its " + std::to_string(routers.size()) + " routers are too many for this page; see " +
                  kLinksFile + '.');
    routers.clear();
  }
  part["routers"] = routers;
  PageJson spots = PageJson::array();
  for (std::size_t r = 0; r < std::min(places.spots.size(), routers.size()); ++r)
    spots.push_back({places.spots[r].column, places.spots[r].row});
  part["spots"] = spots;
  part["all_links"] = links.size();
  part["links"] = busiest(links, run.limits.links, "links", run);
  part["entries"] = busiest(entries, run.limits.terminals, "ways into the network", run);
  part["exits"] = busiest(exits, run.limits.terminals, "ways out of the network", run);

  LinkLevels levels(run, problems);
  part["no_levels"] = levels.missing().value_or("");
  levels.fit(entries.size() + links.size() + exits.size(), run.limits.cells);
  part["stretch"] = levels.stretch();
  for (const auto& [key, kind] :
       {std::pair("entries", LinkRowKind::entry), {"links", LinkRowKind::link}, {"exits", LinkRowKind::exit}}) {
    for (PageJson& row : part[key]) {
      const auto end = [&](std::size_t i, bool name) {
        const auto number = row[i].get<std::size_t>();
        return name ? names[number] : std::to_string(number);
      };
      const bool exit = kind == LinkRowKind::exit;  // its terminal comes first, too
      row.push_back(levels.of({kind, end(exit ? 1 : 0, kind == LinkRowKind::entry), end(exit ? 0 : 1, exit)}));
    }
  }
  for (PageJson& row : part["links"]) {
    const auto found = narrow.find({row[0].get<std::uint64_t>(), row[1].get<std::uint64_t>()});
    row.push_back(found == narrow.end() ? 1 : found->second);
  }
  for (const char* key : {"entries", "exits"}) {
    for (PageJson& row : part[key]) row[0] = run.names.number(names[row[0].get<std::size_t>()]);
  }
  return part;
}

}  // namespace gantry
