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
  for (NodeId n = 0; n < nodes_.size(); ++n) advance(n, now);
  enqueue_fresh(now);
  bool again = false;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].start == kNever) continue;
    begin_batch(n, now);
    again = advance(n, now) || again;  // of engines that take 0 cycles
  }
  if (again) enqueue_fresh(now);
  Cycle next = inbox_.next();
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].changed || nodes_[n].freed || nodes_[n].completed > 0) report(n, now);
    next = std::min(next, next_event(n));
  }
  return next;
}

void InferenceNodes::take(const Delivery& delivery) {
  if (delivery.message.is<StartBatch>()) {
    nodes_[delivery.node].start = delivery.message.content<StartBatch>().selected;
    return;
  }
  take_input(delivery.node, delivery.message.content<VisitInput>());
}

InferenceNodes::VisitState& InferenceNodes::visit_state(std::uint32_t session, std::uint32_t visit) {
  const std::size_t at = session * most_visits_ + visit;
  if (at >= visits_.size()) visits_.resize((session + 1) * most_visits_);
  return visits_[at];
}

void InferenceNodes::take_input(NodeId n, const VisitInput& input) {
  const SessionKind& kind = kind_of(input.session);
  VisitState& state = visit_state(input.session, input.visit);
  ++state.inputs;
  const std::size_t needed = kind.visits[input.visit].after.size();
  if (state.inputs < needed) return;
  Request request;
  request.session = input.session;
  request.visit = input.visit;
  request.datum = input.datum;
  fresh_.push_back({n, request});
  const bool last_of_many = needed == 0 && kind.pushes > 1 && state.inputs == kind.pushes;
  if (last_of_many && kind.when_complete) raise(n, input.session);
}

bool InferenceNodes::urgent(const Request& request) {
  const SessionKind& kind = kind_of(request.session);
  if (!kind.when_complete) return kind.priority;
  return !kind.visits[request.visit].after.empty() || visit_state(request.session, request.visit).inputs == kind.pushes;
}

void InferenceNodes::raise(NodeId n, std::uint32_t session) {
  Node& node = nodes_[n];
  std::vector<Request> urgent;
  for (std::size_t left = node.priority.size(); left > 0; --left) urgent.push_back(node.priority.pop());
  for (std::size_t left = node.others.size(); left > 0; --left) {
    const Request request = node.others.pop();
    if (request.session == session) {
      urgent.push_back(request);
    } else {
      node.others.push(request);
    }
  }
  std::sort(urgent.begin(), urgent.end(), [&](const Request& x, const Request& y) {
    return std::make_tuple(x.queued, sessions_[x.session].number, x.datum) <
           std::make_tuple(y.queued, sessions_[y.session].number, y.datum);
  });
  for (const Request& request : urgent) node.priority.push(request);
}

/// In order of session numbers, so that nothing depends on the order within a cycle in which they came.
void InferenceNodes::enqueue_fresh(Cycle now) {
  std::sort(fresh_.begin(), fresh_.end(), [&](const Fresh& x, const Fresh& y) {
    return std::make_tuple(x.node, sessions_[x.request.session].number, x.request.datum) <
           std::make_tuple(y.node, sessions_[y.request.session].number, y.request.datum);
  });
  for (Fresh& fresh : fresh_) {
    Node& node = nodes_[fresh.node];
    const Session& session = sessions_[fresh.request.session];
    if (fresh.request.passes == 0) fresh.request.passes = load_.passes(fresh.node, session.work);
    fresh.request.queued = now;
    (urgent(fresh.request) ? node.priority : node.others).push(fresh.request);
    node.pending->add(now);
    node.changed = true;
  }
  fresh_.clear();
}

/// Up to a batch of the requests that are there now: of the priority type first, then by arrival at the node.
void InferenceNodes::begin_batch(NodeId n, Cycle now) {
  Node& node = nodes_[n];
  const InferenceNodeConfig& config = config_.nodes[n];
  Batch& batch = node.front;
  if (!batch.requests.empty()) throw std::logic_error("a node was started while it serves a batch");
  if (!node.busy()) node.busy_since = now;
  const auto take = [&](Ring<Request>& from) {
    while (batch.requests.size() < config.batch_limit && !from.empty()) batch.requests.push_back(from.pop());
  };
  take(node.priority);
  const std::size_t urgent = batch.requests.size();
  take(node.others);
  if (batch.requests.empty()) throw std::logic_error("a node was started with an empty batch");
  node.pending->subtract(now, batch.requests.size());
  batch.record.node = n;
  batch.record.number = node.batches++;
  batch.record.selected = node.start;
  batch.record.started = now;
  batch.record.requests = batch.requests.size();
  batch.record.priority_requests = urgent;
  batch.record.engine_ends.clear();
  batch.back_cycles.clear();
  batch.returned = false;
  Cycle end = now;
  for (std::uint32_t e = 0; e < config.engines.size(); ++e) {
    const Cycle cycles = load_.service_cycles(n, e, batch.requests.size());
    if (e >= config.front_engines()) {
      batch.back_cycles.push_back(cycles);
      continue;
    }
    end += cycles;
    batch.record.engine_ends.push_back(end);
  }
  if (config.overlaps()) batch.record.returned = end;
  node.requests += batch.requests.size();
  node.start = kNever;
}

bool InferenceNodes::advance(NodeId n, Cycle now) {
  Node& node = nodes_[n];
  Batch& front = node.front;
  Batch& back = node.back;
  bool active = false;
  const auto end_back = [&] {
    if (back.requests.empty() || back.record.finished() != now) return;
    end_batch(n, back, now);
    active = true;
  };
  end_back();
  if (front.requests.empty()) return active;
  if (!front.returned && front.record.engine_ends.back() == now) {
    return_requests(n, front);
    front.returned = true;
    active = true;
  }
  if (!front.returned || !back.requests.empty()) return active;
  node.freed = true;
  if (!config_.nodes[n].overlaps()) {
    end_batch(n, front, now);
    return true;
  }
  std::swap(front, back);
  back.record.resumed = now;
  Cycle end = now;
  for (const Cycle cycles : back.back_cycles) back.record.engine_ends.push_back(end += cycles);
  end_back();
  return true;
}

void InferenceNodes::return_requests(NodeId n, const Batch& batch) {
  for (Request request : batch.requests) {
    if (++request.pass < request.passes) fresh_.push_back({n, request});
  }
}

void InferenceNodes::end_batch(NodeId n, Batch& batch, Cycle now) {
  Node& node = nodes_[n];
  sink_.batch_done(batch.record);
  for (const Request& request : batch.requests) {
    sink_.visit_done(visit_record(n, request), batch.record);
    if (request.pass + 1 >= request.passes) served(n, request, now);
  }
  batch.requests.clear();
  ++node.completed;
  if (!node.busy()) node.busy_cycles += now - node.busy_since;
}

Cycle InferenceNodes::next_event(NodeId n) const {
  const Node& node = nodes_[n];
  Cycle next = kNever;
  if (!node.front.requests.empty() && !node.front.returned) next = node.front.record.engine_ends.back();
  if (!node.back.requests.empty()) next = std::min(next, node.back.record.finished());
  return next;
}

/// The last datum takes the result of all of them on.
void InferenceNodes::served(NodeId n, const Request& request, Cycle now) {
  const SessionKind& kind = kind_of(request.session);
  VisitState& state = visit_state(request.session, request.visit);
  const std::uint32_t data = kind.visits[request.visit].after.empty() ? kind.pushes : 1;
  if (++state.served < data) return;
  state = {};  // for the slot's next session
  pass_on(n, request, now);
}

void InferenceNodes::pass_on(NodeId n, const Request& request, Cycle now) {
  const SessionKind& kind = kind_of(request.session);
  const std::uint64_t bytes = config_.nodes[n].output_bytes;
  const std::vector<std::uint32_t>& behind = kind.visits[request.visit].before;
  for (const std::uint32_t visit : behind) {
    const TerminalId to = data_ports_[kind.visits[visit].node].terminal();
    data_ports_[n].send(Message(to, bytes, VisitInput{request.session, visit, 0}), now);
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
  report.ready = node.freed;
  reports_[n].push(report);
  report_ports_[n].send(Message(scheduler_, config_.scheduler.report_bytes, PendingReport{n}), now);
  node.changed = false;
  node.completed = 0;
  node.freed = false;
}

VisitRecord InferenceNodes::visit_record(NodeId n, const Request& request) const {
  const Session& session = sessions_[request.session];
  return {session.number, session.kind, n, request.pass, request.queued, request.datum};
}

InferenceNodeStats InferenceNodes::node_stats(NodeId node, Cycle end) const {
  const Node& n = nodes_[node];
  const Cycle present = n.busy() && end > n.busy_since ? end - n.busy_since : 0;
  return {n.batches, n.requests, n.busy_cycles + present};
}

void InferenceNodes::report_open(Cycle end) const {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    for (const Batch* batch : {&node.back, &node.front}) {
      for (const Request& request : batch->requests)
        sink_.visit_open(visit_record(n, request), batch->record.started, end);
    }
    for (std::size_t i = 0; i < node.priority.size(); ++i)
      sink_.visit_open(visit_record(n, node.priority[i]), kNever, end);
    for (std::size_t i = 0; i < node.others.size(); ++i) sink_.visit_open(visit_record(n, node.others[i]), kNever, end);
  }
}

bool InferenceNodes::empty() const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [](const Node& node) { return !node.busy() && node.priority.empty() && node.others.empty(); });
}

std::string InferenceNodes::state() const {
  std::string text;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    text += (n > 0 ? "; " : "") + config_.nodes[n].name + ": " +
            std::to_string(node.priority.size() + node.others.size()) + " waiting, " +
            std::to_string(node.front.requests.size() + node.back.requests.size()) + " being served";
  }
  return text;
}

void InferenceNodes::verify() const {
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const std::size_t limit = config_.nodes[n].batch_limit;
    if (node.front.requests.size() > limit || node.back.requests.size() > limit)
      throw std::logic_error("a batch is above its limit");
    if (node.pending->value() != node.priority.size() + node.others.size())
      throw std::logic_error("a node's gauge is not its queue");
  }
}

}  // namespace serving
}  // namespace gantry
