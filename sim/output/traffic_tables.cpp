// SPDX-License-Identifier: Apache-2.0
#include "output/traffic_tables.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "output/output_file.h"
#include "result/rounding.h"

namespace gantry {
namespace {

constexpr LinkRowKind row_kind(LinkKind kind) {
  return kind == LinkKind::wire ? LinkRowKind::wire : static_cast<LinkRowKind>(kind);
}
/// Names of terminals, numbers of routers.
std::pair<std::string, std::string> ends(const InterconnectTraffic& traffic, const LinkStats& link) {
  const auto end = [&](bool terminal, std::uint32_t number) {
    return terminal ? traffic.terminals[number] : std::to_string(number);
  };
  const bool wire = link.kind == LinkKind::wire;
  return {end(wire || link.kind == LinkKind::entry, link.from), end(wire || link.kind == LinkKind::exit, link.to)};
}
static_assert(row_kind(LinkKind::entry) == LinkRowKind::entry && row_kind(LinkKind::link) == LinkRowKind::link &&
              row_kind(LinkKind::exit) == LinkRowKind::exit);

}  // namespace

void write_links(const OutputPlace& place, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems) {
  TableFile<LinkCells> file(place);
  if (!file.on()) return;
  std::vector<std::uint64_t> busy(traffic.routers.size(), 0);  // busy cycles of a router's links and exits
  for (const LinkStats& link : traffic.links) {
    const auto [from, to] = ends(traffic, link);
    LinkCells row{row_kind(link.kind), from, to, link.flits};
    row.flit_cycles = link.flit_cycles;
    row.utilization = ratio(row.busy_cycles(cycles), cycles);
    if (link.kind == LinkKind::link || link.kind == LinkKind::exit) busy[link.from] += row.busy_cycles(cycles);
    file.add(row);
  }
  for (std::size_t r = 0; r < traffic.routers.size(); ++r) {
    const RouterStats& router = traffic.routers[r];
    const std::string name = std::to_string(r);
    LinkCells row{LinkRowKind::router,
                  name,
                  {},
                  router.flits,
                  ratio(busy[r], cycles * router.outputs),
                  router.buffered,
                  router.switch_stalls,
                  router.channel_stalls};
    file.add(row);
  }
  file.finish(problems);
}

void write_link_load(const OutputPlace& place, const InterconnectTraffic& traffic, Cycle cycles,
                     Diagnostics& problems) {
  TableFile<LinkLoadCells> file(place);
  if (!file.on()) return;
  for (std::size_t i = 0; i < traffic.over_time.size(); ++i) {
    for (std::size_t l = 0; l < traffic.links.size(); ++l) {
      if (traffic.over_time[i][l] == 0) continue;
      const auto [from, to] = ends(traffic, traffic.links[l]);
      LinkLoadCells row;
      row.begin = i * traffic.interval;
      row.end = std::min(row.begin + traffic.interval, cycles + 1);
      row.kind = row_kind(traffic.links[l].kind);
      row.from = from;
      row.to = to;
      row.flits = traffic.over_time[i][l];
      file.add(row);
    }
  }
  file.finish(problems);
}

void PacketTable::packet_done(const PacketRecord& packet) {
  if (!held_.empty() && held_.front().arrived != packet.arrived) write_held();
  held_.push_back(packet);
}

void PacketTable::write_held() {
  std::sort(held_.begin(), held_.end(), [](const PacketRecord& a, const PacketRecord& b) {
    return a.to != b.to ? a.to < b.to : a.from < b.from;  // a terminal of two networks may get several
  });
  for (const PacketRecord& p : held_) {
    const std::string task = p.subject.task == kNever ? std::string() : task_name_(p.subject.task);
    PacketCells row;
    row.message = p.kind->name;
    row.from = names_[p.from];
    row.to = names_[p.to];
    row.flits = p.flits;
    row.hops = p.hops;
    row.created = p.created;
    row.sent = p.sent;
    row.arrived = p.arrived;
    row.task = task;
    row.job = p.subject.job;
    file_.add(row);
  }
  held_.clear();
}

void PacketTable::finish(Diagnostics& problems) {
  write_held();
  file_.finish(problems);
}

}  // namespace gantry
