// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/inference_nodes.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace gantry {
inline namespace serving {

InferenceNodes::InferenceNodes(const ServingConfig& config, const SessionTable& sessions, ServingLoad& load,
                               NodeReports& reports, ServingSink& sink)
    : Unit("nodes"),
      config_(config),
      sessions_(sessions),
      load_(load),
      reports_(reports),
      sink_(sink),
      inlets_(config.nodes.size()),
      nodes_(config.nodes.size()),
      inbox_(static_cast<std::uint32_t>(config.nodes.size())) {  // a link for each
  inbox_.connect(*this);
  for (const SessionKind& kind : config.kinds) most_visits_ = std::max(most_visits_, kind.visits.size());
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    inlets_[n].owner = this;
    inlets_[n].node = n;
    nodes_[n].pending =
        &add_queue(config.nodes[n].name, "requests in a node's batch queue; every node has such a queue, by its name");
  }
}

void InferenceNodes::connect(std::vector<SendPort> data, std::vector<SendPort> reports, TerminalId scheduler,
                             TerminalId gateway) {
  data_ports_ = std::move(data);
  report_ports_ = std::move(reports);
  scheduler_ = scheduler;
  gateway_ = gateway;
}

Cycle InferenceNodes::step(Cycle now) {
  mark_busy(now);
  while (inbox_.has(now)) take(inbox_.take());
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].busy && nodes_[n].record.finished() == now) end_batch(n, now);
  }
  enqueue_fresh(now);
  bool ended = false;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].start == kNever) continue;
    begin_batch(n, now);
    if (nodes_[n].record.finished() > now) continue;
    end_batch(n, now);  // a batch of 0 cycles
    ended = true;
  }
  if (ended) enqueue_fresh(now);
  Cycle next = inbox_.next();
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].changed || nodes_[n].completed) report(n, now);
    if (nodes_[n].busy) next = std::min(next, nodes_[n].record.finished());
  }
  return next;
}

void InferenceNodes::take(const Delivery& delivery) {
  if (delivery.message.is<StartBatch>()) {
    nodes_[delivery.node].start = delivery.message.content<StartBatch>().selected;
    return;
  }
  const auto input = delivery.message.content<VisitInput>();
  if (take_input(input)) fresh_.push_back({delivery.node, {input.session, input.visit, 0, 0, 0}});
}

bool InferenceNodes::take_input(const VisitInput& input) {
  const std::size_t at = input.session * most_visits_ + input.visit;
  if (at >= inputs_here_.size()) inputs_here_.resize((input.session + 1) * most_visits_, 0);
  const SessionKind& kind = config_.kinds[sessions_[input.session].kind];
  // The gateway sends a visit that follows none its only input.
  if (++inputs_here_[at] < kind.visits[input.visit].after.size()) return false;
  inputs_here_[at] = 0;  // for the slot's next session
  return true;
}

/// In order of session numbers, so that nothing depends on the order within a cycle in which they came.
void InferenceNodes::enqueue_fresh(Cycle now) {
  std::sort(fresh_.begin(), fresh_.end(), [&](const Fresh& x, const Fresh& y) {
    return std::make_tuple(x.node, sessions_[x.request.session].number) <
           std::make_tuple(y.node, sessions_[y.request.session].number);
  });
  for (Fresh& fresh : fresh_) {
    Node& node = nodes_[fresh.node];
    const Session& session = sessions_[fresh.request.session];
    if (fresh.request.passes == 0) fresh.request.passes = load_.passes(fresh.node, session.work);
    fresh.request.queued = now;
    (config_.kinds[session.kind].priority ? node.priority : node.others).push(fresh.request);
    node.pending->add(now);
    node.changed = true;
  }
  fresh_.clear();
}

/// Up to a batch of the requests that are there now: of the priority type first, then by arrival at the node.
void InferenceNodes::begin_batch(NodeId n, Cycle now) {
  Node& node = nodes_[n];
  const std::size_t limit = config_.nodes[n].batch_limit;
  if (node.busy) throw std::logic_error("a node was started while it serves a batch");
  while (node.batch.size() < limit && !node.priority.empty()) node.batch.push_back(node.priority.pop());
  const std::size_t urgent = node.batch.size();
  while (node.batch.size() < limit && !node.others.empty()) node.batch.push_back(node.others.pop());
  if (node.batch.empty()) throw std::logic_error("a node was started with an empty batch");
  node.pending->subtract(now, node.batch.size());
  node.record.node = n;
  node.record.number = node.batches++;
  node.record.selected = node.start;
  node.record.started = now;
  node.record.requests = node.batch.size();
  node.record.priority_requests = urgent;
  node.record.engine_ends.clear();
  Cycle end = now;
  for (std::uint32_t e = 0; e < config_.nodes[n].engines.size(); ++e) {
    end += load_.service_cycles(n, e, node.batch.size());
    node.record.engine_ends.push_back(end);
  }
  node.requests += node.batch.size();
  node.busy = true;
  node.start = kNever;
}

void InferenceNodes::end_batch(NodeId n, Cycle now) {
  Node& node = nodes_[n];
  sink_.batch_done(node.record);
  for (Request& request : node.batch) {
    sink_.visit_done(visit_record(n, request), node.record);
    if (++request.pass < request.passes) {
      fresh_.push_back({n, request});
    } else {
      pass_on(n, request, now);
    }
  }
  node.batch.clear();
  node.busy = false;
  node.completed = true;
  node.busy_cycles += node.record.finished() - node.record.started;
}

void InferenceNodes::pass_on(NodeId n, const Request& request, Cycle now) {
  const SessionKind& kind = config_.kinds[sessions_[request.session].kind];
  const std::uint64_t bytes = config_.nodes[n].output_bytes;
  const std::vector<std::uint32_t>& behind = kind.visits[request.visit].before;
  for (const std::uint32_t visit : behind) {
    const TerminalId to = data_ports_[kind.visits[visit].node].terminal();
    data_ports_[n].send(Message(to, bytes, VisitInput{request.session, visit}), now);
  }
  if (behind.empty()) data_ports_[n].send(Message(gateway_, bytes, SessionResult{request.session}), now);
}

void InferenceNodes::report(NodeId n, Cycle now) {
  Node& node = nodes_[n];
  NodeReport report;
  report.pending = node.priority.size() + node.others.size();
  report.priority_tasks = node.priority.size();
  if (!node.priority.empty()) report.oldest = node.priority.front().queued;
  if (!node.others.empty()) report.oldest = std::min(report.oldest, node.others.front().queued);
  report.completed = node.completed;
  reports_[n].push(report);
  report_ports_[n].send(Message(scheduler_, config_.scheduler.report_bytes, PendingReport{n}), now);
  node.changed = false;
  node.completed = false;
}

VisitRecord InferenceNodes::visit_record(NodeId n, const Request& request) const {
  const Session& session = sessions_[request.session];
  return {session.number, session.kind, n, request.pass, request.queued};
}

InferenceNodeStats InferenceNodes::node_stats(NodeId node, Cycle end) const {
  const Node& n = nodes_[node];
  const Cycle present = n.busy && end > n.record.started ? end - n.record.started : 0;
  return {n.batches, n.requests, n.busy_cycles + present};
}

void InferenceNodes::report_open(Cycle end) const {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    for (const Request& request : node.batch) sink_.visit_open(visit_record(n, request), node.record.started, end);
    for (std::size_t i = 0; i < node.priority.size(); ++i)
      sink_.visit_open(visit_record(n, node.priority[i]), kNever, end);
    for (std::size_t i = 0; i < node.others.size(); ++i) sink_.visit_open(visit_record(n, node.others[i]), kNever, end);
  }
}

bool InferenceNodes::empty() const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [](const Node& node) { return !node.busy && node.priority.empty() && node.others.empty(); });
}

std::string InferenceNodes::state() const {
  std::string text;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    text += (n > 0 ? "; " : "") + config_.nodes[n].name + ": " +
            std::to_string(node.priority.size() + node.others.size()) + " waiting, " +
            std::to_string(node.batch.size()) + " being served";
  }
  return text;
}

void InferenceNodes::verify() const {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (node.batch.size() > config_.nodes[n].batch_limit) throw std::logic_error("a batch is above its limit");
    if (node.busy == node.batch.empty()) throw std::logic_error("a busy node has no batch, or an idle one has");
    if (node.pending->value() != node.priority.size() + node.others.size())
      throw std::logic_error("a node's gauge is not its queue");
  }
}

}  // namespace serving
}  // namespace gantry
