// SPDX-License-Identifier: Apache-2.0
#include "report/traffic_tables.h"

#include <algorithm>
#include <iterator>

#include "readback/output_names.h"
#include "report/summary_parts.h"
#include "text/escape.h"

namespace gantry {
namespace {

constexpr const char* kKinds[] = {"entry", "link", "exit"};

std::string csv_field(const std::string& name) {
  fmt::memory_buffer field;
  append_csv(field, name);
  return fmt::to_string(field);
}

}  // namespace

void write_links(const std::string& path, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems) {
  OutputFile file(path);
  if (!file.on()) return;
  const auto out = [&] { return std::back_inserter(file.text()); };
  fmt::format_to(out(), "{}\n", kLinksHeader);
  const auto end = [&](bool terminal, std::uint32_t number) {
    return terminal ? csv_field(traffic.terminals[number]) : std::to_string(number);
  };
  for (const LinkStats& link : traffic.links) {
    fmt::format_to(out(), "{},{},{},{},{},,,\n", kKinds[static_cast<std::size_t>(link.kind)],
                   end(link.kind == LinkKind::entry, link.from), end(link.kind == LinkKind::exit, link.to), link.flits,
                   ratio(link.flits, cycles));
    file.written();
  }
  for (std::size_t r = 0; r < traffic.routers.size(); ++r) {
    const RouterStats& router = traffic.routers[r];
    fmt::format_to(out(), "router,{},,{},{},{},{},{}\n", r, router.flits, ratio(router.flits, cycles * router.outputs),
                   router.buffered, router.switch_stalls, router.channel_stalls);
    file.written();
  }
  file.finish(problems);
}

PacketTable::PacketTable(const std::string& path) : file_(path) {
  if (file_.on()) fmt::format_to(std::back_inserter(file_.text()), "{}\n", kPacketsHeader);
}

void PacketTable::set_terminals(const std::vector<std::string>& names) {
  for (const std::string& name : names) names_.push_back(csv_field(name));
}

void PacketTable::packet_done(const PacketRecord& packet) {
  if (!held_.empty() && held_.front().arrived != packet.arrived) write_held();
  held_.push_back(packet);
}

void PacketTable::write_held() {
  std::sort(held_.begin(), held_.end(), [](const PacketRecord& a, const PacketRecord& b) { return a.to < b.to; });
  for (const PacketRecord& p : held_) {
    fmt::memory_buffer& out = file_.text();
    fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{},", p.kind->name, names_[p.from], names_[p.to],
                   p.flits, p.hops, p.created, p.sent, p.arrived);
    if (p.subject.task != kNever) append_csv(out, task_name_(p.subject.task));
    out.push_back(',');
    if (p.subject.job != kNone) fmt::format_to(std::back_inserter(out), "{}", p.subject.job);
    out.push_back('\n');
  }
  file_.written();
  held_.clear();
}

void PacketTable::finish(Diagnostics& problems) {
  write_held();
  file_.finish(problems);
}

}  // namespace gantry
