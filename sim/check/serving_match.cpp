// SPDX-License-Identifier: Apache-2.0
#include "check/serving_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "result/output_names.h"
#include "result/tables.h"

namespace gantry {
namespace {

using Kind = PacketKind;

constexpr const char* kGateway = "gateway";

}  // namespace

ServingMatch::ServingMatch(const ServingFiles& run, Findings& findings)
    : run_(run),
      findings_(findings),
      file_(run.path(kPacketsFile)),
      sessions_(run.sessions.size(), nullptr),
      batches_(run.summary.nodes.size()),
      started_(run.summary.nodes.size(), 0),
      results_(run.sessions.size(), kNever),
      node_reports_(run.summary.nodes.size()) {
  for (std::size_t n = 0; n < run.summary.nodes.size(); ++n)
    nodes_.emplace(run.summary.nodes[n].name, static_cast<std::uint32_t>(n));
  for (const ServingFiles::SessionRow& row : run.sessions) {
    if (row.number < sessions_.size()) sessions_[static_cast<std::size_t>(row.number)] = &row;
  }
  for (const ServingFiles::BatchRow& row : run.batches) batches_[row.node].push_back(&row);
}

void ServingMatch::tell(const PacketRow& packet, const std::string& what) {
  const std::string of = packet.task.empty() ? "" : fmt::format(" of session {}", packet.task);
  findings_.add(file_, packet.line, fmt::format("{}{}: {}", kind_name(packet.kind), of, what));
}

std::uint32_t ServingMatch::node(std::string_view terminal) const {
  const auto at = nodes_.find(std::string(terminal));
  return at == nodes_.end() ? kNone : at->second;
}

void ServingMatch::take(const PacketRow& packet) {
  switch (packet.kind) {
    case Kind::session_data:
      take_data(packet);
      return;
    case Kind::start_batch:
      take_start(packet);
      break;
    case Kind::pending_report:
      reports_.push_back(packet.arrived);
      take_report(packet);
      break;
    default:
      tell(packet, "no message of this machine");
      return;
  }
  if (!packet.task.empty()) tell(packet, "names a session here (expected none)");
}

void ServingMatch::take_data(const PacketRow& packet) {
  if (!run_.summary.wrote(kSessionsFile)) return;
  std::uint64_t number = sessions_.size();
  const auto end = std::from_chars(packet.task.data(), packet.task.data() + packet.task.size(), number);
  const bool is_number = end.ec == std::errc() && end.ptr == packet.task.data() + packet.task.size();
  if (!is_number || number >= sessions_.size() || sessions_[static_cast<std::size_t>(number)] == nullptr) {
    tell(packet, std::string("the session is not in ") + kSessionsFile);
    return;
  }
  const ServingFiles::SessionRow& session = *sessions_[static_cast<std::size_t>(number)];
  const std::uint32_t from = node(packet.from);
  const std::uint32_t to = node(packet.to);
  const bool is_input = packet.from == kGateway;
  const bool is_result = packet.to == kGateway;
  if ((from == kNone && !is_input) || (to == kNone && !is_result)) {
    tell(packet,
         fmt::format("goes from {} to {} (expected nodes of the summary, or {})", packet.from, packet.to, kGateway));
    return;
  }
  const bool may_be_later = run_.has_pushes && packet.created >= session.arrived && packet.created <= session.pushed;
  if (is_input && packet.created != session.arrived && !may_be_later) {
    tell(packet,
         fmt::format("created is {} (expected {}, as arrived in {})", packet.created, session.arrived, kSessionsFile));
  }
  if (!is_input) {
    const auto [sent, is_first] = outputs_.emplace(key(number, from), packet.created);
    if (!is_first && sent->second != packet.created) {
      tell(packet, fmt::format("created is {}, and another of this node in {}", packet.created, sent->second));
    }
  }
  // Rows are in order of arrival: the latest stays.
  if (is_result) {
    results_[static_cast<std::size_t>(number)] = packet.arrived;
  } else {
    inputs_[key(number, to)] = packet.arrived;
    if (is_input && run_.has_pushes) data_[key(number, to)].push_back(packet.arrived);
  }
}

void ServingMatch::take_report(const PacketRow& packet) {
  const std::uint32_t from = node(packet.from);
  if (from == kNone) {
    tell(packet, fmt::format("from is {} (expected a node of the summary)", packet.from));
    return;
  }
  node_reports_[from].created.push_back(packet.created);
  node_reports_[from].arrived.push_back(packet.arrived);
}

void ServingMatch::take_start(const PacketRow& packet) {
  const std::uint32_t to = node(packet.to);
  if (to == kNone) {
    tell(packet, fmt::format("to is {} (expected a node of the summary)", packet.to));
    return;
  }
  const std::size_t number = started_[to]++;
  if (!run_.summary.wrote(kBatchesFile)) return;
  if (number >= batches_[to].size()) {
    // A batch that was not served to its end has no row, which nothing but an unfinished run can have.
    if (run_.summary.complete)
      tell(packet, fmt::format("batch {} of {} is not in {}", number, packet.to, kBatchesFile));
    return;
  }
  const ServingFiles::BatchRow& batch = *batches_[to][number];
  const auto same = [&](Cycle PacketCells::*station, Cycle right, const std::string& as) {
    if (packet.*station == right) return;
    tell(packet, fmt::format("{} is {} (expected {}, as {} of batch {} of {})", station_name(station), packet.*station,
                             right, as, number, packet.to));
  };
  same(&PacketCells::arrived, batch.started, std::string(station_name(&BatchStations::started)));
  if (!decide_cycles_ && packet.created >= batch.selected) decide_cycles_ = packet.created - batch.selected;
  const Cycle decides = decide_cycles_.value_or(0);
  same(&PacketCells::created, batch.selected + decides,
       fmt::format("{} cycles after {}", decides, station_name(&BatchStations::selected)));
}

void ServingMatch::finish() {
  for (ReportTimes& reports : node_reports_) std::sort(reports.created.begin(), reports.created.end());
  if (run_.summary.wrote(kSessionsFile)) finish_sessions();
  if (run_.summary.wrote(kSessionsFile) && run_.summary.wrote(kVisitsFile)) finish_visits();
  if (run_.summary.wrote(kBatchesFile)) finish_batches();
}

void ServingMatch::finish_sessions() {
  for (const ServingFiles::SessionRow* row : sessions_) {
    if (row == nullptr || row->completed == kNever) continue;
    const Cycle last = results_[static_cast<std::size_t>(row->number)];
    const std::string what = last == kNever ? "has no session_data to the gateway"
                                            : fmt::format("has its last session_data at the gateway in {}", last);
    if (last == row->completed) continue;
    findings_.add(
        run_.path(kSessionsFile), row->line,
        fmt::format("session {} completed in {}, and {} {}", row->number, row->completed, kPacketsFile, what));
  }
}

/// A request is queued when the last input of its session is at the node, and what it made leaves when its last pass
/// ends.
void ServingMatch::finish_visits() {
  std::unordered_map<Key, const ServingFiles::VisitRow*> last;
  const auto tell = [&](const ServingFiles::VisitRow& row, const std::string& what) {
    findings_.add(run_.path(kVisitsFile), row.line,
                  fmt::format("session {} at {}: {}", row.session, run_.summary.nodes[row.node].name, what));
  };
  for (const ServingFiles::VisitRow& row : run_.visits) {
    const ServingFiles::VisitRow*& latest = last[key(row.session, row.node)];
    const auto later = [&] { return run_.has_pushes ? row.finished >= latest->finished : row.pass > latest->pass; };
    if (latest == nullptr || later()) latest = &row;
    if (row.pass != 0) continue;
    const auto data = data_.find(key(row.session, row.node));
    if (data != data_.end()) {  // a request per datum, in order
      if (row.datum >= data->second.size() || data->second[row.datum] != row.queued)
        tell(row, fmt::format("queued is {}, when by {} its datum did not come", row.queued, kPacketsFile));
      continue;
    }
    const auto at = inputs_.find(key(row.session, row.node));
    if (at == inputs_.end()) {
      tell(row, fmt::format("{} has no session_data to it", kPacketsFile));
    } else if (at->second != row.queued) {
      tell(row, fmt::format("queued is {} (expected {}, when the last session_data came by {})", row.queued, at->second,
                            kPacketsFile));
    }
  }
  for (const ServingFiles::VisitRow& row : run_.visits) {
    if (last[key(row.session, row.node)] != &row) continue;
    const auto at = outputs_.find(key(row.session, row.node));
    if (at != outputs_.end() && at->second != row.finished) {
      tell(row, fmt::format("finished is {} (expected {}, when its session_data was created by {})", row.finished,
                            at->second, kPacketsFile));
    } else if (at == outputs_.end() && run_.summary.complete) {
      tell(row, fmt::format("{} has no session_data from it", kPacketsFile));
    }
  }
}

/// Every batch was told to begin, and decided when news came.
void ServingMatch::finish_batches() {
  for (std::size_t n = 0; n < batches_.size(); ++n) {
    for (std::size_t b = 0; b < batches_[n].size(); ++b) {
      const ServingFiles::BatchRow& row = *batches_[n][b];
      const auto tell = [&](const std::string& what) {
        findings_.add(run_.path(kBatchesFile), row.line,
                      fmt::format("batch {} of {}: {}", row.number, run_.summary.nodes[n].name, what));
      };
      if (b >= started_[n]) tell(fmt::format("{} has no start_batch of it", kPacketsFile));
      if (!std::binary_search(reports_.begin(), reports_.end(), row.selected)) {
        tell(fmt::format("selected in {}, when by {} no pending_report arrived", row.selected, kPacketsFile));
      }
    }
  }
}

}  // namespace gantry
