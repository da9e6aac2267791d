// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/gateway.h"

#include <algorithm>

namespace gantry {
inline namespace serving {

Gateway::Gateway(const ServingConfig& config, SessionTable& sessions, ServingLoad& load, ServingSink& sink)
    : Unit("gateway"),
      config_(config),
      sessions_(sessions),
      load_(load),
      sink_(sink),
      live_(add_queue("sessions", "sessions that have arrived and not completed")) {
  results_.connect(*this);
}

void Gateway::start() {
  more_ = load_.next(next_);
  if (more_) wake(next_.at);
}

Cycle Gateway::step(Cycle now) {
  mark_busy(now);
  while (results_.has(now)) take_result(results_.take().session, now);
  while (more_ && next_.at <= now) {
    admit(next_, now);
    more_ = load_.next(next_);
  }
  while (!pushes_.empty() && pushes_.begin()->at <= now) {
    const Push due = *pushes_.begin();
    pushes_.erase(pushes_.begin());
    push(due.slot, due.datum, now);
  }
  const Cycle next_push = pushes_.empty() ? kNever : pushes_.begin()->at;
  return std::min({results_.next(), next_push, more_ ? next_.at : kNever});
}

void Gateway::take_result(std::uint32_t slot, Cycle now) {
  Session& session = sessions_[slot];
  if (--session.results_left > 0) return;
  ++completed_;
  last_completion_ = now;
  sink_.session_done({session.number, session.kind, session.arrived, now, session.pushed});
  sessions_.close(slot);
  live_.subtract(now);
}

void Gateway::admit(const SessionArrival& arrival, Cycle now) {
  const SessionKind& kind = config_.kinds[arrival.kind];
  Session session;
  session.number = arrived_++;
  session.kind = arrival.kind;
  session.arrived = now;
  session.work = arrival.work;
  for (const SessionKind::Visit& visit : kind.visits) session.results_left += visit.before.empty() ? 1 : 0;
  const std::uint32_t slot = sessions_.open(session);
  live_.add(now);
  push(slot, 0, now);
}

void Gateway::push(std::uint32_t slot, std::uint32_t datum, Cycle now) {
  Session& session = sessions_[slot];
  const SessionKind& kind = config_.kinds[session.kind];
  for (std::uint32_t v = 0; v < kind.visits.size(); ++v) {
    const SessionKind::Visit& visit = kind.visits[v];
    if (visit.after.empty()) port_.send(Message(nodes_[visit.node], kind.input_bytes, VisitInput{slot, v, datum}), now);
  }
  if (datum + 1 < kind.pushes) {
    pushes_.insert({now + kind.push_interval, session.number, slot, datum + 1});
  } else {
    session.pushed = now;
  }
}

std::string Gateway::state() const {
  return std::to_string(sessions_.live()) + " sessions under way, " + std::to_string(load_.total() - arrived_) +
         " still to arrive";
}

}  // namespace serving
}  // namespace gantry
