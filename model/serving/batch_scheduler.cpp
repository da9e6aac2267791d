// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/batch_scheduler.h"

#include <algorithm>
#include <stdexcept>

#include "gantry/base/error.h"
#include "gantry/serving/serving_messages.h"

namespace gantry {
inline namespace serving {
namespace {

std::unique_ptr<SelectionPolicy> make_policy(const BatchSchedulerConfig& config, const SelectionCatalogue& selections) {
  const auto* entry = selections.find(config.policy);
  if (entry == nullptr) throw Error("unknown selection '" + config.policy + "'");
  return entry->make(config.rule);
}

}  // namespace

BatchScheduler::BatchScheduler(const ServingConfig& config, NodeReports& reports, ServingSink& sink,
                               const SelectionCatalogue& selections)
    : Unit("scheduler"),
      config_(config),
      reports_(reports),
      sink_(sink),
      policy_(make_policy(config.scheduler, selections)),
      states_(config.nodes.size()),
      batches_(config.nodes.size(), 0),
      held_since_(config.nodes.size(), 0),
      held_until_(config.nodes.size(), 0),
      held_(config.nodes.size(), 0),
      decisions_(add_counter("decisions", "cycles in which there was a report")),
      selected_(add_counter("selected", "batches told to begin")),
      places_(add_queue("places", "nodes that hold a place", config.scheduler.rated.count.value_or(0))) {
  inbox_.connect(*this);
  for (NodeId n = 0; n < states_.size(); ++n) {
    states_[n].weight = config.nodes[n].weight;
    states_[n].compute = config.nodes[n].compute;
    states_[n].batch_limit = config.nodes[n].batch_limit;
  }
}

void BatchScheduler::receive(const Message& message, Cycle visible) {
  const NodeId node = message.content<PendingReport>().node;
  inbox_.send({node, reports_[node].pop()}, visible - 1);
}

Cycle BatchScheduler::step(Cycle now) {
  mark_busy(now);
  const bool news = inbox_.has(now);
  while (inbox_.has(now)) take(inbox_.take(), now);
  if (news) decide(now);
  while (!starts_.empty() && starts_.front().selected + config_.scheduler.decide_cycles <= now)
    send_start(starts_.pop(), now);
  const Cycle next_start = starts_.empty() ? kNever : starts_.front().selected + config_.scheduler.decide_cycles;
  return std::min(inbox_.next(), next_start);
}

void BatchScheduler::take(const Inlet& news, Cycle now) {
  NodeState& node = states_[news.node];
  node.pending = news.report.pending;
  node.priority_tasks = news.report.priority_tasks;
  node.oldest = news.report.oldest;
  if (news.report.ready) node.busy = false;
  if (news.report.completed == 0) return;
  batches_[news.node] -= news.report.completed;
  if (batches_[news.node] > 0) return;
  node.held = false;
  compute_ -= node.compute;
  held_until_[news.node] = now;
  held_[news.node] += now - held_since_[news.node];
  places_.subtract(now);
}

void BatchScheduler::decide(Cycle now) {
  const std::vector<NodeId> chosen = select_nodes(*policy_, states_, config_.scheduler.rated);
  for (const NodeId n : chosen) compute_ += states_[n].held ? 0 : states_[n].compute;
  sink_.decided({decisions_, now, states_, chosen, compute_});
  ++decisions_;
  for (const NodeId n : chosen) {
    ++selected_;
    states_[n].busy = true;
    starts_.push({n, now});
    ++batches_[n];
    if (states_[n].held) continue;
    states_[n].held = true;
    held_since_[n] = now;
    places_.add(now);
  }
  most_compute_ = std::max(most_compute_, compute_);
}

void BatchScheduler::send_start(const Start& start, Cycle now) {
  port_.send(Message(nodes_[start.node], config_.scheduler.start_bytes, StartBatch{start.selected}), now);
}

Cycle BatchScheduler::held_cycles(NodeId node, Cycle end) const {
  if (states_[node].held) return held_[node] + (end > held_since_[node] ? end - held_since_[node] : 0);
  return held_[node] - (held_until_[node] > end ? held_until_[node] - std::max(end, held_since_[node]) : 0);
}

std::string BatchScheduler::state() const {
  std::string text = std::to_string(places_.value()) + " nodes busy; pending as reported:";
  for (NodeId n = 0; n < states_.size(); ++n)
    text += ' ' + config_.nodes[n].name + ' ' + std::to_string(states_[n].pending);
  return text;
}

void BatchScheduler::verify() const {
  Amount compute = 0;
  std::uint64_t busy = 0;
  for (const NodeState& node : states_) {
    if (!node.held) continue;
    compute += node.compute;
    ++busy;
  }
  const Rating& rated = config_.scheduler.rated;
  if (busy != places_.value() || compute != compute_) throw std::logic_error("a place was lost or made up");
  if (rated.count && busy > *rated.count) throw std::logic_error("more nodes are busy than the rated count");
  if (rated.compute && compute > *rated.compute) throw std::logic_error("busy nodes exceed the rated compute");
}

}  // namespace serving
}  // namespace gantry
