// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/serving_machine.h"

#include <algorithm>
#include <stdexcept>

#include "gantry/base/error.h"

namespace gantry {
inline namespace serving {
namespace {

std::unique_ptr<Topology> make_topology(const ServingConfig& config, const TopologyCatalogue& topologies) {
  const auto* entry = topologies.find(config.interconnect.topology);
  if (entry == nullptr) throw Error("unknown topology '" + config.interconnect.topology + "'");
  const auto endpoints = static_cast<std::uint32_t>(config.nodes.size()) + 2;
  auto topology = entry->make(config.interconnect, endpoints);
  if (topology->nodes() < endpoints) throw Error("more endpoints than nodes");
  return topology;
}

}  // namespace

ServingMachine::ServingMachine(const ServingConfig& config, ServingLoad& load, ServingSink& sink,
                               const ServingCatalogue& catalogue)
    : config_(config),
      load_(load),
      sink_(sink),
      topology_(make_topology(config, catalogue.topologies)),
      reports_(config.nodes.size()),
      interconnect_(config.interconnect, *topology_, ChannelUse::request_response, catalogue.routings),
      gateway_(config, sessions_, load, sink),
      nodes_(config, sessions_, load, reports_, sink),
      scheduler_(config, reports_, sink, catalogue.selections),
      units_{&gateway_, &interconnect_, &nodes_, &scheduler_} {
  const TerminalId gateway = interconnect_.add_terminal("gateway", 0, &gateway_);
  const TerminalId scheduler = interconnect_.add_terminal("scheduler", 1, &scheduler_);
  std::vector<TerminalId> terminals;
  std::vector<SendPort> data;
  std::vector<SendPort> reports;
  for (NodeId n = 0; n < config.nodes.size(); ++n) {
    terminals.push_back(interconnect_.add_terminal(config.nodes[n].name, n + 2, nodes_.receiver(n)));
    reports.push_back(interconnect_.add_port(terminals.back()));
    data.push_back(interconnect_.add_port(terminals.back()));
  }
  gateway_.connect(interconnect_.add_port(gateway), terminals);
  scheduler_.connect(interconnect_.add_port(scheduler), terminals);
  nodes_.connect(std::move(data), std::move(reports), scheduler, gateway);
  interconnect_.start();
}

void ServingMachine::listen(PacketSink* packets) {
  interconnect_.listen(packets, [this](const Message& message) {
    PacketSubject subject;
    if (message.is<VisitInput>()) subject.task = sessions_[message.content<VisitInput>().session].number;
    if (message.is<SessionResult>()) subject.task = sessions_[message.content<SessionResult>().session].number;
    return subject;
  });
}

void ServingMachine::verify() const {
  for (const Unit* unit : units_) unit->verify();
  if (gateway_.completed() + sessions_.live() != gateway_.arrived())
    throw std::logic_error("a session was lost or made up");
}

void ServingMachine::verify_empty() const {
  verify();
  if (!nodes_.empty()) throw std::logic_error("a request is left over");
  for (const auto& waiting : reports_) {
    if (!waiting.empty()) throw std::logic_error("a report is left over");
  }
}

ServingStats ServingMachine::finish(RunEnd end, Cycle now) {
  ServingStats stats;
  stats.end = end;
  stats.cycles = end == RunEnd::complete ? gateway_.last_completion() : now;
  stats.sessions_arrived = gateway_.arrived();
  stats.sessions_completed = gateway_.completed();
  stats.sessions_unfinished = load_.total() - gateway_.completed();
  for (NodeId n = 0; n < config_.nodes.size(); ++n) {
    stats.nodes.push_back({nodes_.node_stats(n, stats.cycles), scheduler_.held_cycles(n, stats.cycles)});
  }
  stats.decisions = scheduler_.decisions();
  stats.most_places = scheduler_.places().max();
  stats.most_compute = scheduler_.most_compute();
  for (const Unit* unit : units_) stats.blocks.push_back(unit->block_stats(stats.cycles));
  stats.interconnect = interconnect_.stats();
  nodes_.report_open(stats.cycles);
  std::vector<SessionRecord> open;
  for (const Session& session : sessions_.slots()) {
    if (session.alive) open.push_back({session.number, session.kind, session.arrived, kNever, session.pushed});
  }
  std::sort(open.begin(), open.end(),
            [](const SessionRecord& x, const SessionRecord& y) { return x.number < y.number; });
  for (const SessionRecord& session : open) sink_.session_done(session);
  if (end == RunEnd::complete) return stats;
  stats.diagnosis.push_back("cycle " + std::to_string(now) + ": " + std::string(why(end)) + "; " +
                            std::to_string(stats.sessions_unfinished) + " of " + std::to_string(load_.total()) +
                            " sessions unfinished");
  for (const Unit* unit : units_) stats.diagnosis.push_back(unit->name() + ": " + unit->state());
  return stats;
}

}  // namespace serving
}  // namespace gantry
