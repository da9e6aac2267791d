// SPDX-License-Identifier: Apache-2.0
#include "check/packets_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gantry/scheduler/machine_messages.h"
#include "result/output_names.h"
#include "text/table_rows.h"

namespace gantry {
namespace {

using PacketReader = TableReader<PacketCells>;

bool read_row(PacketReader& table, PacketRow& row) {
  if (!table.next(row)) return false;
  row.line = table.line();
  const auto* const kind = std::find(kPacketKindNames.begin(), kPacketKindNames.end(), row.message);
  if (kind == kPacketKindNames.end()) {
    table.fault(row, &row.message, "no kind of message (expected one that runs write, such as job)");
  } else {
    row.kind = static_cast<PacketKind>(kind - kPacketKindNames.begin());
  }
  return true;
}

/// What a row shows by itself. `last`: arrival of the row above.
void check_row(const std::string& path, const PacketRow& row, Cycle last, Findings& findings) {
  const auto tell = [&](const char* what) { findings.add(path, row.line, what); };
  if (row.flits == 0) tell("a packet without flits");
  if (row.sent < row.created) tell("sent before it was created");
  // A link, and a router and a link more for every hop, take a cycle at least; so does every flit behind the first.
  if (row.arrived < row.sent + row.hops + row.flits) tell("arrived before its last flit could have");
  if (row.arrived < last) tell("arrived before the row above");
  if (row.job != kNone && row.task.empty()) tell("of a job, but of no task");
}

using Flits = std::map<std::string, std::uint64_t, std::less<>>;

/// The flits of all packets from, or to, a terminal are those of its link. Some may be of packets that have not
/// arrived.
void check_terminals(const std::string& path, const char* column, const std::string& table, const Flits& sums,
                     const Flits& links, bool drained, Findings& findings) {
  for (const auto& [terminal, flits] : sums) {
    const auto link = links.find(terminal);
    if (link == links.end()) {
      findings.add(path, 0, std::string(column) + " is " + terminal + ", which is no terminal of " + table);
    } else if (drained ? flits != link->second : flits > link->second) {
      findings.add(path, 0,
                   std::string("flits ") + column + ' ' + terminal + " are " + std::to_string(flits) + " (expected " +
                       std::to_string(link->second) + (drained ? "" : " at most") + ", as in " + table + ")");
    }
  }
}

/// A port sends one first flit a cycle. So jobs, or go words, that leave it in one cycle are copies of one message: of
/// one task, handed over together, of one length and to different processors.
class CopyCount {
 public:
  /// Whether the network made this packet: not the first of its message.
  bool add(const std::string& path, const PacketRow& row, Findings& findings) {
    if (row.kind != PacketKind::job && row.kind != PacketKind::go) return false;
    const auto [at, first] = sent_.emplace(std::pair{std::string(row.from), row.sent}, Sent());
    Sent& sent = at->second;
    if (first) sent = {row.flits, row.created, std::string(row.task), {}};
    const auto tell = [&](const char* what) { findings.add(path, row.line, what); };
    if (row.task != sent.task) tell("left its port in one cycle with one of another task");
    if (row.created != sent.created) tell("left its port in one cycle with one created in another");
    if (row.flits != sent.flits) tell("left its port in one cycle with one of another length");
    if (!sent.to.insert(std::string(row.to)).second) tell("left its port in one cycle with one to the same processor");
    if (!first) flits_ += row.flits;
    return !first;
  }
  [[nodiscard]] std::uint64_t flits() const { return flits_; }

 private:
  struct Sent {
    std::uint64_t flits = 0;
    Cycle created = 0;
    std::string task;
    std::set<std::string> to;
  };
  std::map<std::pair<std::string, Cycle>, Sent> sent_;  ///< by port and cycle
  std::uint64_t flits_ = 0;
};

/// The packets of one network.
struct NetworkSums {
  TrafficTotals& totals;
  const CheckedLinks* links;
  const char* name;  ///< before what is counted
  const char* table;
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t hops = 0;
  std::uint64_t copied_hops = 0;  ///< most hops that copies share with the packets before them
  CheckedLinks sums = {};
  CopyCount copies = {};

  void add(const std::string& path, const PacketRow& row, Findings& findings) {
    const bool copy = totals.flits_copied && copies.add(path, row, findings);
    ++packets;
    flits += row.flits;
    hops += totals.star ? 0 : row.flits * (row.hops + 1ULL);
    if (copy) copied_hops += row.flits * row.hops;
    // A star has a wire for each copy; of others the message enters once.
    if (!copy || totals.star) sums.entered[end(row.from)] += row.flits;
    sums.left[end(row.to)] += row.flits;
    if (totals.latency) totals.latency->packet(row.created, row.arrived);
  }
  void check(const std::string& path, Findings& findings) {
    const auto same = [&](const char* what, std::uint64_t told, std::uint64_t right) {
      if (told == right) return;
      findings.add(
          path, 0,
          name + std::string(what) + " are " + std::to_string(told) + " (expected " + std::to_string(right) + ")");
    };
    if (links != nullptr) {
      check_terminals(path, "from", table, sums.entered, links->entered, totals.drained, findings);
      check_terminals(path, "to", table, sums.left, links->left, totals.drained, findings);
    }
    if (totals.counts_arrivals) same("packets", packets, totals.packets);
    if (totals.drained && totals.counts_arrivals) {
      same("flits", flits, totals.flits);
      // Copies share links of their routes.
      if (!totals.flits_copied || totals.star) {
        same("flit hops", hops, totals.flit_hops);
      } else if (hops < totals.flit_hops || hops > totals.flit_hops + copied_hops) {
        same("flit hops", hops, totals.flit_hops);
      }
    }
    if (totals.latency) totals.latency->compare(totals.file, findings);
    if (totals.flits_copied && totals.drained) same("flits copied", copies.flits(), *totals.flits_copied);
  }

 private:
  /// A star's wires begin at the scheduler, whatever the port.
  [[nodiscard]] std::string end(std::string_view terminal) const {
    constexpr std::string_view kSendPort = "scheduler.send";
    if (totals.star && terminal.substr(0, kSendPort.size()) == kSendPort) return "scheduler";
    return std::string(terminal);
  }
};

}  // namespace

std::size_t check_packets_file(const std::string& path, TrafficTotals& totals, const CheckedLinks* links,
                               Findings& findings, Diagnostics& problems, const PacketVisit& visit,
                               const ControlTraffic* control) {
  PacketReader table(path, problems, kMostCounted);
  std::size_t rows = 0;
  Cycle last = 0;
  BackgroundTotals background;
  NetworkSums data{totals, links, "", kLinksFile};
  std::optional<NetworkSums> apart;
  if (control != nullptr) apart.emplace(NetworkSums{control->totals, control->links, "control ", kControlLinksFile});
  for (PacketRow row; read_row(table, row); ++rows) {
    check_row(path, row, last, findings);
    last = row.arrived;
    (apart && is_control_message(row.message) ? *apart : data).add(path, row, findings);
    if (is_synthetic(row.kind)) {
      ++background.packets;
      background.flits += row.flits;
      if (totals.background && totals.background->latency) {
        totals.background->latency->packet(row.created, row.arrived);
      }
    }
    if (visit) visit(row);
  }
  if (!table.ok()) return rows;
  data.check(path, findings);
  if (apart) apart->check(path, findings);
  if (totals.background) {
    const auto same = [&](const char* what, std::uint64_t told, std::uint64_t right) {
      if (told == right) return;
      findings.add(path, 0,
                   std::string(what) + " are " + std::to_string(told) + " (expected " + std::to_string(right) + ")");
    };
    same("packets of the background", background.packets, totals.background->packets);
    same("flits of the background", background.flits, totals.background->flits);
    if (totals.background->latency) totals.background->latency->compare(totals.file, findings);
  }
  return rows;
}

}  // namespace gantry
