// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/dispatcher.h"

#include <algorithm>
#include <stdexcept>

#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace scheduler {

namespace {

/// By class: whether it has a co-location rule.
std::array<bool, 4> has_rule(const std::array<Colocation, 4>& classes) {
  std::array<bool, 4> has{};
  for (std::size_t c = 0; c < has.size(); ++c) has[c] = classes[c] != Colocation::none;
  return has;
}

}  // namespace

Dispatcher::Dispatcher(const DispatcherParts& parts, SchedulerParts own)
    : DispatcherBase(parts, std::move(own.processors)),
      picker_(std::move(own.picker)),
      choice_(std::move(own.choice)),
      free_entries_(config_.picker->entries),
      job_places_(parts.directory != nullptr ? std::make_unique<JobPlaces>(*parts.directory, parts.tasks) : nullptr),
      matcher_(config_, parts.slots, free_entries_, processors_, *choice_, job_places_.get()),
      timing_(*config_.picker, *picker_),
      meter_(config_.picker->classes),
      loader_(config_.loader),
      ring_(config_.loader),
      gangs_(config_, parts.slots),
      retries_(has_rule(config_.colocation), processors_, *choice_),
      loaded_(parts.slots, 0),
      port_load_(config_.send_ports, 0),
      entries_(config_.picker->entries),
      present_(make_bit_set(config_.picker->entries)),
      eligible_(make_bit_set(config_.picker->entries)),
      follows_picks_(sink_.follows_picks()),
      watched_(follows_picks_),
      requests_(add_queue("requests", "requests that have an unmatched job, or no entry yet", parts.slots)),
      pending_(add_queue("pending_entries", "entries of the pending set", config_.picker->entries)),
      places_(add_queue("processor_places", "processor slots that are taken", processors_.all_places())),
      to_send_(add_queue("jobs_to_send", "picked jobs that are not sent yet", processors_.all_places())),
      stall_processors_(
          add_stall("no_processor", "a job has no processor to be matched with, or no entry is eligible")),
      stall_entries_(add_stall("no_entry", "a request waits until an entry of the pending set is free")),
      stall_reweigh_(add_stall("reweigh", "the picker recomputes weights, and entries wait")),
      pick_valid_(add_signal("pick_valid", "high in the cycle of a pick", 1)),
      pick_task_(add_signal("pick_task", "host number of the task that was picked last", 0)),
      pick_entry_(add_signal("pick_entry", "entry that was picked last", config_.picker->entries - 1)),
      pick_processor_(add_signal("pick_processor", "processor of the last pick", processors_.count() - 1)),
      locked_(add_signal("locked", "bit p: processor p is locked (the first 64 processors)",
                         processors_.count() < 64 ? (std::uint64_t{1} << processors_.count()) - 1 : 0)),
      match_failed_(add_signal("match_failed", "high in the cycle in which a request fails to match", 1)) {
  // A port tells of a message once, with all its processors.
  if (config_.multicast) sent_.widen(config_.send_ports * config_.decisions_per_round);
  if (gangs_.on()) gangs_wait_ = &add_queue("gangs", "with `preload`: gangs that are sent and wait for their go", 0);
  if (!watches_jobs_) return;
  silent_ = &add_queue("quarantine", "with `job_timeout`: processors in quarantine", processors_.count());
  if (config_.max_retries > 0)
    lost_ = &add_queue("lost_jobs", "with `max_retries`: lost jobs that wait for a processor", 0);
}

[[gnu::flatten]] Cycle Dispatcher::step(Cycle now) {
  const bool changed_before = changed_;
  changed_ = false;
  take_inputs(now);
  if (!retries_.empty()) retry(now);
  // Find eligible entries only after a change: while a port sends job after job, most cycles change nothing.
  if (changed_before || changed_) contenders_ = find_eligible();
  decide(now);
  // Order of a cycle: pick on the old state, with leaves at zero jobs (in decide), then drops, then joins.
  outcome_.clear();
  matcher_.expire(now, outcome_);
  if (outcome_.failed) fail(*outcome_.failed, now);
  const bool applies = timing_.may_apply(now, any_eligible_ && !timing_.round_may_start(now));
  matcher_.match(now, {applies, timing_.reweighing(now) ? timing_.reweigh_until() : 0}, outcome_);
  for (const std::uint32_t slot : outcome_.entering) {
    TaskRecord& record = tasks_[matcher_[slot].task].record;
    record.entry = matcher_[slot].entry;
    record.entered = now;
  }
  for (const std::uint32_t slot : outcome_.joining) join(slot, now);
  changed_ = changed_ || outcome_.progress || outcome_.failed;
  if (applies) apply_commands(now);
  if (gangs_.on()) start_gangs(now);
  send_collected(now);
  if (changed_before || changed_) update_gauges(now);
  stall_reweigh_.set(now, timing_.reweighing(now) && pending_.value() > 0 ? 1 : 0);

  Cycle next = std::min({links_.schedule_requests.next(), links_.processor_updates.next(), links_.data_answers.next(),
                         links_.task_wakes.next(), links_.processor_switches.next(), sent_.next(),
                         matcher_.next_deadline(), matcher_.next_effect()});
  if (!outgoing_.empty() && collected_jobs() > 0) next = std::min(next, outgoing_.front().due);
  if (changed_) next = now + 1;
  // Eligible entries and ordered joins and drops may wait for the picker's clock.
  next = std::min(next, timing_.next_look(now, any_eligible_));
  return next;
}

void Dispatcher::take_inputs(Cycle now) {
  while (links_.processor_switches.has(now)) {
    const ProcessorSwitch taken = links_.processor_switches.take();
    processors_.switch_off(taken.processor, taken.off);
    changed_ = true;
  }
  while (links_.processor_updates.has(now)) {
    take_update(links_.processor_updates.take(), now);
  }
  while (sent_.has(now)) {
    const Sent sent = sent_.take();
    mark_busy(now);
    processors_.unlock(sent.processor);
    if (watches_jobs_) links_.job_watches.send({sent.job, jobs_[sent.job].record.sent}, now);
    if (witness_ != nullptr) witness_->unlocked(sent.port, sent.processor, now);
    --port_load_[sent.port];
    --load_;
    changed_ = true;
    if (sent.slot == kNone) continue;  // issued again
    const TaskRef task = matcher_[sent.slot].task;
    if (!matcher_.job_sent(sent.slot)) continue;
    all_sent(sent.slot, task, now);
    if (gangs_.on()) gangs_.all_sent(sent.slot, task);
  }
  while (links_.data_answers.has(now)) {
    const JobRef job = links_.data_answers.take().job;
    for (std::size_t i = 0; i < outgoing_.size(); ++i) {
      if (outgoing_[i].asks == job) outgoing_[i].asks = kNone;
    }
    mark_busy(now);
  }
  while (links_.task_wakes.has(now)) wake_task(links_.task_wakes.take().task, now);
  while (links_.schedule_requests.has(now)) {
    const ScheduleRequest request = links_.schedule_requests.take();
    LiveTask& live = tasks_[request.task];
    live.record.requested = now;
    const bool waits = (request.waits && !take_early_wake(live.record.id)) || waits_for_ring(request.task, now);
    matcher_.request(request.slot, request.task, live.record.number, live.task, request.jobs, waits);
    changed_ = true;
    mark_busy(now);
  }
}

void Dispatcher::take_update(const ProcessorUpdate& update, Cycle now) {
  const ProcessorId processor = update.processor;
  changed_ = true;
  mark_busy(now);
  if (watches_jobs_ && (update.quarantine || update.answers()))
    processors_.set_silent(processor, update.quarantine, now);
  if (update.answers()) processors_.complete(processor);
  if (update.kind == ProcessorUpdate::Kind::retry) retries_.add(update);
  if (!update.ends_job()) return;
  if (witness_ != nullptr && update.answers()) witness_->completed(processor, now);
  if (ring_.on()) give_to_ring(update.task, now);
  if (gangs_.on()) gangs_.job_ended();
}

void Dispatcher::retry(Cycle now) {
  const std::optional<RetryQueue::Retry> next = retries_.take(tasks_, now);
  if (!next) return;
  mark_busy(now);
  changed_ = true;
  const std::uint32_t port = least_loaded_port();
  ++port_load_[port];
  ++load_;
  const ProcessorUpdate& lost = next->lost;
  const Message message = begin_job(lost.task, kNone, lost.job, next->processor, port);
  JobRecord& record = jobs_[message.content<JobMessage>().job].record;
  record.attempt = lost.attempt + 1;
  record.first_picked = lost.first_picked;
  record.picked = now;
  outgoing_.push({now + from_pick_to_port(), port, message, kNone});
}

void Dispatcher::wake_task(TaskRef task, Cycle now) {
  mark_busy(now);
  TaskRecord& record = tasks_[task].record;
  record.ready = now;
  if (!matcher_.waits(task)) {
    woken_.push_back(record.id);
  } else if (!waits_for_ring(task, now)) {
    matcher_.release(task);
    changed_ = true;
  }
}

bool Dispatcher::waits_for_ring(TaskRef ref, Cycle now) {
  if (!ring_.on()) return false;
  const Task& task = tasks_[ref].task;
  return !ring_.take(ref, task.jobs, task.load.entry_bytes, now);
}

void Dispatcher::give_to_ring(TaskRef task, Cycle now) {
  ring_.job_ended(task);
  for (TaskRef next = ring_.admit(); next != kNone; next = ring_.admit()) {
    tasks_[next].record.in_ring = now;
    matcher_.release(next);
  }
}

bool Dispatcher::take_early_wake(std::uint32_t id) {
  const auto at = std::find(woken_.begin(), woken_.end(), id);
  if (at == woken_.end()) return false;
  woken_.erase(at);
  return true;
}

std::uint32_t Dispatcher::find_eligible() {
  std::uint32_t count = 0;
  const bool any_place = present_count_ > 0 && matcher_.any_place();
  for (std::size_t w = 0; w < present_.size(); ++w) {
    std::uint64_t eligible = 0;
    for (std::uint64_t word = any_place ? present_[w] : 0; word != 0; word &= word - 1) {
      const std::uint32_t bit = lowest_bit(word);
      const std::uint32_t slot = entries_[w * 64 + bit].slot;
      if (slot != kNone && matcher_.can_pick(slot)) eligible |= std::uint64_t{1} << bit;
    }
    eligible_[w] = eligible;
    if (eligible != 0) count += count_bits(eligible);
  }
  any_eligible_ = count > 0;
  return count;
}

void Dispatcher::decide(Cycle now) {
  if (contenders_ == 0 || !timing_.round_may_start(now)) return;
  timing_.round_started(now);
  ++rounds_;
  if (contenders_ > 1) ++contested_;
  mark_busy(now);
  changed_ = true;
  round_ = outgoing_.size();
  for (std::uint32_t i = 0; i < config_.decisions_per_round; ++i) {
    const std::uint32_t eligible = i > 0 ? find_eligible() : contenders_;
    if (eligible == 0) break;
    if (follows_picks_) note_candidates(i, eligible, now);
    const std::optional<Pick> pick = picker_->pick(eligible_);
    if (!pick) throw std::logic_error("dispatcher: the picker refused an eligible entry");
    pick_job(*pick, now);
    // An entry has left, and the weights of its class change: the next pick needs a new decision.
    if (!test_bit(present_, pick->entry)) break;
  }
  if (config_.multicast) gather_round();
}

void Dispatcher::note_candidates(std::uint32_t decision, std::uint32_t eligible, Cycle now) {
  told_.cycle = now;
  told_.round = rounds_ - 1;
  told_.decision = decision;
  told_.eligible = eligible;
  told_.candidates.clear();
  picker_->candidates(eligible_, candidates_);
  for (const Pick& candidate : candidates_) note_candidate(candidate);
}

void Dispatcher::note_candidate(const Pick& candidate) {
  const Entry& entry = entries_[candidate.entry];
  told_.candidates.push_back({matcher_[entry.slot].number, entry.cls, candidate.entry, candidate.target,
                              candidate.expected_weight, candidate.history});
}

void Dispatcher::tell_pick(const Pick& pick, const Matcher::Assignment& assignment, Cycle now) {
  if (witness_ != nullptr) witness_->picked(pick, assignment.processor, now);
  if (!follows_picks_) return;
  if (told_.candidates.empty()) note_candidate(pick);
  const auto winner = std::find_if(told_.candidates.begin(), told_.candidates.end(),
                                   [&](const PickRecord::Candidate& of) { return of.entry == pick.entry; });
  if (winner == told_.candidates.end()) throw std::logic_error("dispatcher: the winner is no candidate");
  told_.winner = static_cast<std::size_t>(winner - told_.candidates.begin());
  told_.job = assignment.job;
  told_.processor = assignment.processor;
  sink_.decided(told_);
}

void Dispatcher::pick_job(const Pick& pick, Cycle now) {
  Entry& entry = entries_[pick.entry];
  const std::uint32_t slot = entry.slot;
  const Matcher::Assignment assignment = matcher_.pick(slot, now);
  const ProcessorId processor = assignment.processor;
  const Scheduling& s = matcher_[slot];
  if (watched_) tell_pick(pick, assignment, now);
  ++picks_;
  pick_valid_.strobe(now);
  pick_task_.set(now, s.number);
  pick_entry_.set(now, pick.entry);
  pick_processor_.set(now, processor);
  meter_.picked(entry.cls, entry.weight, now - entry.waits_since, now);
  entry.waits_since = now;
  if (assignment.request_done) {
    timing_.entry_left(entry.cls);
    meter_.left(entry.cls, entry.weight);
    clear_bit(present_, pick.entry);
    --present_count_;
    free_entry(pick.entry);
  }

  if (gangs_.on()) gangs_.job_picked(slot, processor);
  const std::uint32_t port = choose_port(slot);
  ++port_load_[port];
  ++load_;
  const Message message = begin_job(s.task, slot, assignment.job, processor, port);
  JobRecord& record = jobs_[message.content<JobMessage>().job].record;
  record.matched = assignment.matched;
  note_pick(record, now);
  if (assignment.job == 0) {
    const Cycle waited_from = ring_.on() ? ring_.waited_from(s.task) : kNever;
    loaded_[slot] = loader_.load(tasks_[s.task].task.load, now, waited_from);
    if (loaded_[slot] > now) tasks_[s.task].record.loaded = loaded_[slot];
  }
  const Cycle due = std::max(now + from_pick_to_port(), loaded_[slot]);
  outgoing_.push({due, port, message, ask_for_parts(message, now)});
}

std::uint32_t Dispatcher::choose_port(std::uint32_t slot) const {
  for (std::size_t i = round_; config_.multicast && i < outgoing_.size(); ++i) {
    if (outgoing_[i].message.content<JobMessage>().slot == slot) return outgoing_[i].port;
  }
  return least_loaded_port();
}

void Dispatcher::gather_round() {
  for (std::size_t i = round_; i < outgoing_.size(); ++i) {
    const std::uint32_t slot = outgoing_[i].message.content<JobMessage>().slot;
    std::size_t last = i;  // of the message's jobs
    std::uint64_t bytes = outgoing_[i].message.payload_bytes;
    for (std::size_t j = i + 1; j < outgoing_.size(); ++j) {
      if (outgoing_[j].message.content<JobMessage>().slot != slot) continue;
      outgoing_[last++].more = true;
      for (std::size_t k = j; k > last; --k) std::swap(outgoing_[k], outgoing_[k - 1]);
      bytes += own_bytes(outgoing_[last].message);
    }
    for (; i < last; ++i) outgoing_[i].message.payload_bytes = bytes;
    outgoing_[last].message.payload_bytes = bytes;
  }
}

std::size_t Dispatcher::collected_jobs() const {
  for (std::size_t i = 0;; ++i) {
    if (outgoing_[i].asks != kNone) return 0;
    if (!outgoing_[i].more) return i + 1;
  }
}

JobRef Dispatcher::ask_for_parts(const Message& message, Cycle now) {
  const JobRef job = message.content<JobMessage>().job;
  if (directory_ == nullptr || jobs_[job].parts.empty()) return kNone;
  const Cycle granted = from_pick_to_port() - config_.collect_cycles;
  links_.data_queries.send({job}, now, std::max<Cycle>(1, granted));
  return job;
}

void Dispatcher::fail(const Matcher::Failure& failure, Cycle now) {
  mark_busy(now);
  count_failure(matcher_[failure.slot].task, now);
  match_failed_.strobe(now);
  links_.verdicts.send({ScheduleVerdict::Kind::match_failed, failure.slot, failure.jobs_left}, now);
  const std::uint32_t entry = failure.entry;
  if (entry == kNone) return;
  if (!failure.joined) {
    free_entry(entry);
  } else {
    entries_[entry].slot = kNone;  // not eligible any more; the entry is free when the drop takes effect
    timing_.drop(entry, entries_[entry].cls);
    if (witness_ != nullptr) witness_->dropped(entry, now);
  }
}

void Dispatcher::apply_commands(Cycle now) {
  const Cycle reweigh = timing_.apply(
      now,
      [&](std::uint32_t e) {
        meter_.note_wait(entries_[e].cls, entries_[e].weight, now - entries_[e].waits_since);
        meter_.left(entries_[e].cls, entries_[e].weight);
        clear_bit(present_, e);
        --present_count_;
        free_entry(e);
        changed_ = true;
      },
      [&](std::uint32_t e) {
        Entry& entry = entries_[e];
        meter_.joined(entry.cls, entry.weight);
        entry.waits_since = now;
        set_bit(present_, e);
        ++present_count_;
        tasks_[matcher_[entry.slot].task].record.admitted = now;
        changed_ = true;
        mark_busy(now);
      });
  if (reweigh > 0) matcher_.weigh(now, reweigh);
}

void Dispatcher::free_entry(std::uint32_t entry) {
  entries_[entry].slot = kNone;
  free_entries_.give(entry);
}

void Dispatcher::join(std::uint32_t slot, Cycle now) {
  const Scheduling& s = matcher_[slot];
  const std::uint32_t cls = config_.class_map[index(s.cls)];
  Entry& entry = entries_[s.entry];
  entry.slot = slot;
  entry.cls = cls;
  entry.weight = s.weight;
  const PickerEntry what{cls, s.weight, s.jobs, s.cycles, s.task_deadline, s.target};
  timing_.join(s.entry, what);
  if (witness_ != nullptr) witness_->joined(s.entry, what, s.eligible, now);
}

void Dispatcher::send_collected(Cycle now) {
  while (!outgoing_.empty() && outgoing_.front().due <= now) {
    const std::size_t jobs = collected_jobs();
    if (jobs == 0) return;
    const std::uint32_t port = outgoing_.front().port;
    gathered_.clear();
    for (std::size_t i = 0; i < jobs; ++i) gathered_.push_back(outgoing_.pop().message);
    ports_[port].send_copies(gathered_.data(), jobs, now);
    mark_busy(now);
  }
}

void Dispatcher::start_gangs(Cycle now) {
  while (gangs_.may_start()) {
    mark_busy(now);
    SendPort& out = ports_[least_loaded_port()];
    gathered_.clear();
    const auto tell = [&](TaskRef task, ProcessorId processor, std::uint32_t jobs) {
      gathered_.push_back(go_word(task, processor, jobs));
    };
    gangs_.start(tell);
    if (config_.multicast) {
      out.send_copies(gathered_.data(), gathered_.size(), now);
    } else {
      for (const Message& word : gathered_) out.send(word, now);
    }
  }
}

void Dispatcher::update_gauges(Cycle now) {
  locked_.set(now, processors_.first_locked());
  requests_.set(now, matcher_.queue().size() + matcher_.waiting().size());
  pending_.set(now, present_count_);
  places_.set(now, processors_.places_taken());
  if (silent_ != nullptr) silent_->set(now, processors_.silent());
  if (lost_ != nullptr) lost_->set(now, retries_.size());
  if (gangs_wait_ != nullptr) gangs_wait_->set(now, gangs_.waiting());
  to_send_.set(now, load_);
  stall_processors_.set(now, matcher_.unmatched() > 0 || (present_count_ > 0 && !any_eligible_) ? 1 : 0);
  stall_entries_.set(now, matcher_.waiting_for_entry() > 0 ? 1 : 0);
}

bool Dispatcher::only_repeats() const {
  return outgoing_.empty() && sent_.empty() && links_.processor_updates.empty() && links_.task_wakes.empty();
}

void Dispatcher::append_state(Cycle now, std::vector<std::uint64_t>& state) const {
  // The number of picks is part of the state, so that equal states also have equal picker histories.
  state.push_back(picks_);
  matcher_.append_state(now, state);
  timing_.append_state(now, state);
  state.push_back(retries_.size());
  const BitSet& free = free_entries_.free();
  state.insert(state.end(), free.begin(), free.end());
  state.insert(state.end(), present_.begin(), present_.end());
  const Link<ScheduleRequest>& requests = links_.schedule_requests;
  state.push_back(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    state.insert(state.end(), {requests.peek(i).slot, requests.seen_from(i) - now});
  }
}

void Dispatcher::shift(const Repetition& repetition) {
  const Cycle cycles = repetition.cycles;
  links_.schedule_requests.shift(cycles);
  matcher_.shift(repetition.since, cycles);
  const auto later = [&](Cycle& stamp) {
    if (stamp != kNever && stamp >= repetition.since) stamp += cycles;
  };
  timing_.shift(repetition.begin, cycles);
  // Stamps of the repeated period belong to the last repetition. Between two requests a task is at the decomposer or on
  // a link.
  tasks_.for_each([&](TaskRef task) {
    TaskRecord& record = tasks_[task].record;
    later(record.requested);
    later(record.entered);
    later(record.admitted);
  });
  for_each_bit(present_, [&](std::uint32_t e) { later(entries_[e].waits_since); });
}

std::vector<ShareStats> Dispatcher::shares(Cycle now) {
  for_each_bit(present_, [&](std::uint32_t e) {
    meter_.note_wait(entries_[e].cls, entries_[e].weight, now - entries_[e].waits_since);
  });
  return meter_.stats(class_names());
}

std::string Dispatcher::state() const {
  std::string text = std::to_string(matcher_.queue().size()) + " requests being matched, " +
                     std::to_string(free_entries_.used()) + " of " + std::to_string(config_.picker->entries) +
                     " entries taken, " + std::to_string(processors_.places_taken()) + " processor slots taken, " +
                     std::to_string(match_failures_) + " matching failures";
  for (const std::uint32_t slot : matcher_.queue()) {
    const Scheduling& s = matcher_[slot];
    text += "; task " + std::to_string(s.number) + " has " + std::to_string(s.matched) + " of " +
            std::to_string(s.jobs) + " jobs matched";
  }
  for (const std::uint32_t slot : matcher_.waiting()) {
    text += "; task " + std::to_string(matcher_[slot].number) + " waits for predecessors or the loader";
  }
  for (const ProcessorUpdate& lost : retries_.jobs()) {
    text += "; job " + std::to_string(lost.job) + " of task " + std::to_string(tasks_[lost.task].record.number) +
            " was lost by " + processors_.info(lost.processor).name + " and waits for a processor";
  }
  return text;
}

void Dispatcher::verify() const {
  DispatcherBase::verify();
  for (const std::uint32_t slot : matcher_.queue()) {
    if (matcher_[slot].task == kNone) throw std::logic_error("dispatcher: a request without a task");
  }
}

}  // namespace scheduler
}  // namespace gantry
