// SPDX-License-Identifier: Apache-2.0
#include "check/traffic_check.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "gantry/base/quotient.h"
#include "gantry/network/synthetic_traffic.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

struct RouterFlow {
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  std::uint64_t outputs = 0;
  std::uint64_t busy = 0;  ///< cycles of its outputs
};

class LinksCheck {
 public:
  LinksCheck(std::string path, const TrafficTotals& totals, Findings& findings)
      : path_(std::move(path)), totals_(totals), findings_(findings) {}

  /// What a link carried over time is what it carried.
  void over_time(const std::string& path, Diagnostics& problems) {
    TableReader<LinkLoadCells> table(path, problems, kMostCounted);
    std::map<Link, std::uint64_t> sums;
    Cycle stretch = 0;
    Cycle begin = 0;
    for (LinkLoadCells row; table.next(row);) {
      const auto tell_row = [&](const std::string& what) { findings_.add(path, table.line(), what); };
      if (row.begin >= row.end) {
        tell_row("no stretch of time");
        continue;
      }
      const Cycle length = row.end - row.begin;
      if (stretch == 0) stretch = length;
      const bool last = row.end == totals_.cycles + 1;
      if (row.begin % stretch != 0 || (last ? length > stretch : length != stretch))
        tell_row("no stretch of time like the others");
      if (row.begin < begin) tell_row("an earlier stretch of time than the row before");
      if (row.flits > length) tell_row("more flits than one a cycle");
      begin = row.begin;
      sums[{row.kind, std::string(row.from), std::string(row.to)}] += row.flits;
    }
    if (!table.ok()) return;
    for (const auto& [link, flits] : flits_) {
      const auto found = sums.find(link);
      const std::uint64_t told = found == sums.end() ? 0 : found->second;
      if (told == flits) continue;
      findings_.add(path, 0,
                    "flits from " + std::get<1>(link) + " to " + std::get<2>(link) + " are " + std::to_string(told) +
                        " (expected " + std::to_string(flits) + ')');
    }
    for (const auto& [link, flits] : sums) {
      if (flits_.count(link) == 0)
        findings_.add(path, 0, "links.csv has no link from " + std::get<1>(link) + " to " + std::get<2>(link));
    }
  }

  CheckedLinks run(Diagnostics& problems) {
    TableReader<LinkCells> table(path_, problems, kMostCounted);
    for (LinkCells row; table.next(row); ++checked_.rows) check_row(table, row);
    if (!table.ok()) return checked_;
    if (checked_.entered.size() != checked_.left.size()) tell(0, "terminals with an entry are not those with an exit");
    for (const auto& [router, flow] : routers_) {
      if (flow.outputs > 0) tell(0, "router " + router + " has no row");
    }
    // A message counts when it leaves by its wire, and may be on it at the end.
    const bool counts_all = totals_.counts_arrivals && (!totals_.star || totals_.drained);
    if (counts_all && (!totals_.sent_again || arrived_ < totals_.flits)) {
      same(totals_.star ? "messages on wires" : "flits that leave by exits", arrived_, totals_.flits);
    }
    same("flits that leave routers", hops_, totals_.flit_hops);
    if (totals_.flits_copied && !totals_.star && totals_.drained) {
      same("flits that routers made", copied_, *totals_.flits_copied);
    }
    return checked_;
  }

 private:
  using Link = std::tuple<LinkRowKind, std::string, std::string>;

  void tell(std::uint64_t line, const std::string& what) { findings_.add(path_, line, what); }
  void same(const std::string& what, std::uint64_t told, std::uint64_t right) {
    if (told != right) tell(0, what + " are " + std::to_string(told) + " (expected " + std::to_string(right) + ")");
  }

  void check_row(TableReader<LinkCells>& table, LinkCells& row) {
    const std::uint64_t line = table.line();
    const std::string from(row.from);
    const std::string to(row.to);
    if (row.kind != LinkRowKind::router) flits_[{row.kind, from, to}] = row.flits;
    RouterFlow flow;
    flow.outputs = 1;
    if (row.kind != LinkRowKind::router) {
      if (row.flit_cycles == kNever || row.flit_cycles == 0) {
        return table.fault(row, &row.flit_cycles, "no whole number from 1 (the row is of a link)");
      }
      flow.busy = row.busy_cycles(totals_.cycles);
      for (const std::uint64_t* count : {&row.buffered_cycles, &row.switch_stalls, &row.channel_stalls}) {
        if (*count != kNever) return table.fault(row, count, "not empty (the row is of a link)");
      }
    }
    switch (row.kind) {
      case LinkRowKind::router:
        flow = check_router(table, row);
        break;
      case LinkRowKind::wire:
        if (!totals_.star) tell(line, "a wire, and the network is no star");
        checked_.entered[from] += row.flits;
        checked_.left[to] += row.flits;
        arrived_ += row.flits;
        break;
      case LinkRowKind::entry:
        if (!checked_.entered.emplace(from, row.flits).second) tell(line, "terminal '" + from + "' has two entries");
        routers_[to].in += row.flits;
        break;
      case LinkRowKind::link:
        if (!links_.emplace(from, to).second) tell(line, "two links from router " + from + " to " + to);
        leave(from, row);
        routers_[to].in += row.flits;
        break;
      case LinkRowKind::exit:
        if (!checked_.left.emplace(to, row.flits).second) tell(line, "terminal '" + to + "' has two exits");
        leave(from, row);
        arrived_ += row.flits;
        break;
    }
    // The last flit may set out as the run ends.
    if (row.kind != LinkRowKind::router && row.flits * row.flit_cycles >= totals_.cycles + row.flit_cycles) {
      tell(line, row.flit_cycles == 1 ? "more flits than one a cycle"
                                      : "more flits than one in " + std::to_string(row.flit_cycles) + " cycles");
    }
    const double right = quotient(flow.busy, Uint128{totals_.cycles} * flow.outputs);
    if (row.utilization != right) {
      tell(line, fmt::format("utilization is {} (expected {})", row.utilization, right));
    }
  }

  void leave(const std::string& router, const LinkCells& row) {
    RouterFlow& flow = routers_[router];
    flow.out += row.flits;
    flow.busy += row.busy_cycles(totals_.cycles);
    ++flow.outputs;
  }

  /// What its outputs have sent.
  RouterFlow check_router(TableReader<LinkCells>& table, LinkCells& row) {
    for (const std::uint64_t* count : {&row.buffered_cycles, &row.switch_stalls, &row.channel_stalls}) {
      if (*count == kNever) table.fault(row, count, "empty (expected a whole number: the row is of a router)");
    }
    if (!row.to.empty()) table.fault(row, &row.to, "not empty (the row is of a router)");
    if (row.flit_cycles != kNever) table.fault(row, &row.flit_cycles, "not empty (the row is of a router)");
    const std::string name(row.from);
    const auto at = routers_.find(name);
    const RouterFlow flow = at == routers_.end() ? RouterFlow{} : at->second;
    if (at != routers_.end()) at->second.outputs = 0;
    if (row.flits != flow.out) {
      tell(table.line(), "router " + name + " has " + std::to_string(row.flits) + " flits and its outputs " +
                             std::to_string(flow.out));
    }
    const bool copies = totals_.flits_copied && !totals_.star;
    if (copies) {
      copied_ += flow.out - flow.in;  // modulo 2^64: some of what came in may still be there
    } else if (flow.in < flow.out || (totals_.drained && flow.in != flow.out)) {
      tell(table.line(),
           "router " + name + " got " + std::to_string(flow.in) + " flits and sent " + std::to_string(flow.out));
    }
    hops_ += row.flits;
    return flow;
  }

  const std::string path_;
  const TrafficTotals& totals_;
  Findings& findings_;
  std::map<std::string, RouterFlow> routers_;
  std::map<Link, std::uint64_t> flits_;
  CheckedLinks checked_;
  std::set<std::pair<std::string, std::string>> links_;
  std::uint64_t arrived_ = 0;
  std::uint64_t hops_ = 0;
  std::uint64_t copied_ = 0;
};

}  // namespace

CheckedLinks check_links_file(const std::string& path, const TrafficTotals& totals, Findings& findings,
                              const std::string& load, Diagnostics& problems) {
  LinksCheck check(path, totals, findings);
  CheckedLinks checked = check.run(problems);
  if (!load.empty()) check.over_time(load, problems);
  return checked;
}

}  // namespace gantry
