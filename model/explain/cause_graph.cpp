// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/cause_graph.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "gantry/network/control_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace explain {

namespace {

/// Whether a job was issued again: stamps of its earlier attempts are not kept.
bool has_retries(const RunHistory& history) {
  return std::any_of(history.jobs().begin(), history.jobs().end(),
                     [](const JobRecord& job) { return job.attempt > 0; });
}

constexpr std::size_t kOfTask = std::size(kTaskStations);
constexpr std::size_t kOfJob = std::size(kJobStations);

/// Cause of a block's own time at a station, after the wait for `waited`.
Cause own_time(Station station, Cause waited) {
  switch (station) {
    case Station::submitted:
      return Cause::submit;
    case Station::asked:
      return Cause::fetch;
    case Station::slot_taken:
    case Station::granted:
      return Cause::registration;
    case Station::requested:
      return Cause::match;
    case Station::entered:
      return Cause::entry;
    case Station::job_matched:
      return Cause::match;
    case Station::admitted:
    case Station::job_picked:
      return Cause::pick;
    case Station::job_issued:
      return Cause::send;
    case Station::job_go:
      return Cause::network;
    case Station::loaded:
      return Cause::load;
    default:
      return waited;
  }
}

}  // namespace

/// Collects the causes of an event. Impossible ones, which missing records would suggest, are left out.
class CauseGraph::Edges {
 public:
  Edges(const CauseGraph& graph, Event event, std::vector<Awaited>& out)
      : graph_(graph), event_(event), at_(graph.time(event)), out_(out) {}

  void begin(Cycle weight, Cause cause) { out_.push_back({{}, weight, cause}); }
  void task(Station station, std::uint32_t place, Cycle weight, Cause cause) { add({station, place}, weight, cause); }
  void job(Station station, std::uint32_t place, Cycle weight, Cause cause) { add({station, place}, weight, cause); }

 private:
  void add(Event from, Cycle weight, Cause cause) {
    if (from.index == kNone || !graph_.exists(from)) return;
    const Cycle begin = graph_.time(from);
    if (graph_.soon_ == Soon::shorten && begin <= at_) weight = std::min(weight, at_ - begin);
    if (begin + weight > at_) {
      if (graph_.soon_ == Soon::refuse) {
        throw std::logic_error("explain: " + std::string(station_name(event_.station)) +
                               " comes before what it waited for, " + std::string(station_name(from.station)));
      }
      return;
    }
    out_.push_back({from, weight, cause});
  }
  const CauseGraph& graph_;
  Event event_;
  Cycle at_;
  std::vector<Awaited>& out_;
};

CauseGraph::CauseGraph(const Architecture& architecture, const RunHistory& history, const Predecessors& predecessors,
                       Soon soon)
    : architecture_(architecture),
      history_(history),
      soon_(soon == Soon::refuse && (!history.whole() || has_retries(history)) ? Soon::leave_out : soon),
      reserves_(architecture.dispatcher->match_against == MatchAgainst::reserve),
      needs_slots_(architecture.dispatcher->match_against != MatchAgainst::capable),
      match_latency_(Cycle{architecture.dispatcher->match_latency_cycles} +
                     (reserves_ ? architecture.dispatcher->choice_latency_cycles : 0)) {
  order_tasks();
  if (predecessors) order_predecessors(predecessors);
  order_jobs();
  order_interrupts();
}

/// Returns the subject of the messages that an event waits for. The start of a gang is about its task.
PacketSubject CauseGraph::subject(Event event) const {
  if (event.station == Station::begin) return {};
  if (!of_job(event.station)) return {history_.tasks()[event.index].number, kNone};
  return {job(event).task, event.station == Station::job_go ? kNone : job(event).job};
}

std::uint32_t CauseGraph::place_of(std::uint64_t number) const {
  const std::uint64_t i = number - first_number_;
  return number < first_number_ || i >= by_number_.size() ? kNone : by_number_[static_cast<std::size_t>(i)];
}

std::uint32_t CauseGraph::at(const QueueOrder& queue, std::uint64_t position) const {
  const std::uint64_t i = position - queue.first;
  return position < queue.first || i >= queue.by_position.size() ? kNone
                                                                 : queue.by_position[static_cast<std::size_t>(i)];
}

Event CauseGraph::end() const {
  const auto& tasks = task_interrupted_;
  if (tasks.empty() || tasks.back() == kNone) return {};
  return {Station::interrupt_taken, tasks.back()};
}

Cycle CauseGraph::known_from() const {
  if (history_.whole()) return 0;
  Cycle from = 0;
  if (!history_.tasks().empty()) from = std::max(from, history_.tasks().front().completed);
  if (!history_.jobs().empty()) from = std::max(from, history_.jobs().front().completed);
  if (!history_.interrupts().empty()) from = std::max(from, history_.interrupts().front().taken);
  return from;
}

const TaskRecord& CauseGraph::task(Event event) const { return history_.tasks()[task_of(event)]; }

Cycle CauseGraph::predecessors_done(Event event) const {
  const std::uint32_t place = task_of(event);
  if (place == kNone) return 0;
  const TaskRecord& task = history_.tasks()[place];
  Cycle done = 0;
  if (!after_begin_.empty()) {
    for (std::uint32_t i = after_begin_[place]; i < after_begin_[place + 1]; ++i) {
      done = std::max(done, history_.tasks()[after_[i]].completed);
    }
  }
  return task.released == kNever ? done : std::max(done, task.released);
}

std::uint32_t CauseGraph::task_of(Event event) const {
  return of_job(event.station) ? task_of_job_[event.index] : event.index;
}

std::size_t CauseGraph::size() const { return 1 + kOfTask * history_.tasks().size() + kOfJob * history_.jobs().size(); }

std::size_t CauseGraph::index(Event event) const {
  if (event.station == Station::begin) return 0;
  const auto station = static_cast<std::size_t>(event.station);
  if (!of_job(event.station)) return 1 + event.index * kOfTask + station - 1;
  return 1 + kOfTask * history_.tasks().size() + event.index * kOfJob + station - 1 - kOfTask;
}

Event CauseGraph::event(std::size_t index) const {
  if (index == 0) return {};
  const std::size_t of_tasks = kOfTask * history_.tasks().size();
  std::size_t i = index - 1;
  if (i < of_tasks) {
    return {static_cast<Station>(1 + i % kOfTask), static_cast<std::uint32_t>(i / kOfTask)};
  }
  i -= of_tasks;
  return {static_cast<Station>(1 + kOfTask + i % kOfJob), static_cast<std::uint32_t>(i / kOfJob)};
}

bool CauseGraph::exists(Event event) const { return time(event) != kNever; }

Cycle CauseGraph::time(Event event) const {
  if (event.station == Station::begin) return 0;
  if (of_job(event.station)) {
    return history_.jobs()[event.index].*job_station(event.station).stamp;
  }
  const TaskRecord& task = history_.tasks()[event.index];
  if (Cycle TaskRecord::*stamp = task_station(event.station).stamp) return task.*stamp;
  if (event.station == Station::granted) return task.registered - architecture_.monitor->register_cycles;
  const std::uint32_t interrupt = interrupt_of_[event.index];
  if (interrupt == kNone) return kNever;
  const InterruptRecord& record = history_.interrupts()[interrupt];
  return event.station == Station::interrupt_seen ? record.seen : record.taken;
}

void CauseGraph::awaited(Event event, std::vector<Awaited>& out) const {
  out.clear();
  if (event.station == Station::begin) return;
  const Cycle at = time(event);
  Edges edges(*this, event, out);
  if (of_job(event.station)) {
    job_edges(event, edges);
  } else {
    task_edges(event, edges);
  }
  Awaited* binding = nullptr;
  Cycle latest = 0;
  for (Awaited& edge : out) {
    const Cycle ends = time(edge.from) + edge.weight;
    if (binding != nullptr && ends <= latest) continue;
    binding = &edge;
    latest = ends;
  }
  if (binding == nullptr) return;
  binding->binds = true;
  binding->rest = at - latest;
  binding->weight += binding->rest;
  binding->rest_cause = own_time(event.station, binding->cause);
  if (waited_for_quarantine(event, latest)) binding->rest_cause = Cause::quarantine;
  if (event.station == Station::job_picked && job(event).attempt > 0) binding->rest_cause = Cause::retry;
  // A task that is registered early does not get one of the last ids.
  if (event.station == Station::granted && registered_early(task(event))) binding->rest_cause = Cause::id;
}

bool CauseGraph::waited_for_quarantine(Event event, Cycle since) const {
  if (event.station != Station::job_picked && event.station != Station::job_matched) return false;
  const Cycle released = job(event).released;
  return released != kNever && released > since && released <= time(event);
}

bool CauseGraph::ends_quarantine(const Freed& freed, const JobRecord& job) const {
  const JobRecord& by = history_.jobs()[freed.job];
  return freed.by == Station::job_completed && job.released != kNever && by.completed + 1 == job.released;
}

void CauseGraph::task_edges(Event event, Edges& edges) const {
  const std::uint32_t place = event.index;
  const TaskRecord& task = history_.tasks()[place];
  const QueueOrder& queue = queues_[task.queue];
  const std::uint32_t ahead = task.position == 0 ? kNone : at(queue, task.position - 1);
  switch (event.station) {
    case Station::submitted:
      return submission(place, edges);
    case Station::acknowledged:
      return edges.task(Station::submitted, place, 0, Cause::submit);
    case Station::announced:
      edges.task(Station::acknowledged, place, 0, Cause::submit);
      return edges.task(Station::announced, ahead, 0, Cause::submit);
    case Station::rung:
      return edges.task(Station::announced, place, 0, Cause::network);
    case Station::asked:
      return reading(place, edges);
    case Station::cached:
      return edges.task(Station::asked, place, 0, Cause::fetch);
    case Station::shown:
      return showing(place, edges);
    case Station::ready:
      return readiness(place, edges);
    case Station::slot_taken:
      edges.task(registered_early(task) ? Station::shown : Station::ready, place, 0, Cause::registration);
      return edges.task(Station::slot_freed, slot_opened_by_[place], 0, Cause::slot);
    case Station::granted:
      edges.task(Station::slot_taken, place, 1, Cause::registration);
      edges.task(Station::completed, id_before_[place], 0, Cause::id);
      return edges.task(Station::granted, granted_before_[place], 1, Cause::id);
    case Station::registered:
      return edges.task(Station::granted, place, architecture_.monitor->register_cycles, Cause::registration);
    case Station::split:
      return edges.task(Station::registered, place, architecture_.decomposer->split_cycles, Cause::split);
    case Station::requested:
      edges.task(Station::split, place, 1, Cause::match);
      // After a failed match: what freed the slots that were missing. The rest is the time until it is tried again.
      if (const Freed& freed = freed_before_request_[place]; freed.job != kNone) {
        edges.job(freed.by, freed.job, 1, Cause::processor);
      }
      return edges.task(Station::requested, requested_before_[place], 1, Cause::match);
    case Station::in_ring:
      // If the task has failed to match since, its first request has no stamp any more.
      edges.task(task.requested <= task.in_ring ? Station::requested : Station::split, place, 0, Cause::match);
      if (registered_early(task)) edges.task(Station::ready, place, 0, Cause::match);
      return edges.task(Station::completed, ring_opened_by_[place], 1, Cause::load_ring);
    case Station::loaded:
      return loading(place, edges);
    case Station::entered:
      edges.task(Station::requested, place, 0, Cause::match);
      if (task.in_ring <= task.entered) edges.task(Station::in_ring, place, 0, Cause::match);
      if (registered_early(task) && task.ready <= task.entered) edges.task(Station::ready, place, 0, Cause::match);
      if (const std::uint32_t before = entry_before_[place]; before != kNone) {
        edges.job(Station::job_picked, last_pick_[before], 0, Cause::entry);
      }
      return;
    case Station::admitted:
      return admission(place, edges);
    case Station::slot_freed:
      if (last_pick_[place] == kNone) edges.task(Station::admitted, place, 0, Cause::send);  // all were issued again
      return edges.job(Station::job_sent, last_pick_[place], 2, Cause::send);
    case Station::completed:
      if (job_begin_[place] == job_begin_[place + 1]) {
        edges.task(Station::registered, place, 0, Cause::registration);
        if (registered_early(task)) edges.task(Station::ready, place, 0, Cause::registration);
      }
      for (std::uint32_t j = job_begin_[place]; j < job_begin_[place + 1]; ++j) {
        edges.job(Station::job_completed, jobs_of_[j], 0, Cause::network);
      }
      return;
    case Station::interrupt_seen:
      return edges.task(Station::completed, place, 0, Cause::network);
    default:
      break;
  }
  const Cycle takes = architecture_.host->interrupt_cycles;
  edges.task(Station::interrupt_seen, place, takes, Cause::host);
  const std::uint32_t interrupt = interrupt_of_[place];
  if (interrupt > 0) edges.task(Station::interrupt_taken, task_interrupted_[interrupt - 1], takes, Cause::host);
}

void CauseGraph::submission(std::uint32_t place, Edges& edges) const {
  const HostConfig& host = *architecture_.host;
  const std::vector<TaskRecord>& tasks = history_.tasks();
  const std::vector<InterruptRecord>& interrupts = history_.interrupts();
  const TaskRecord& task = tasks[place];
  edges.begin(task.arrival, Cause::arrival);
  if (task.number > 0) edges.task(Station::submitted, place_of(task.number - 1), host.submit_cycles, Cause::host);
  if (host.push) {
    if (const std::uint32_t opened = room_opened_by_[place]; opened != kNone) {
      const bool event = tasks[opened].cls == TaskClass::event;
      edges.task(event ? Station::registered : Station::slot_freed, opened, Cycle{host.credit_cycles} + 1, Cause::room);
    }
  } else if (task.position >= host.ring_entries) {
    const std::vector<std::uint32_t>& queue = queue_interrupts_[task.queue];
    const auto freed = std::partition_point(queue.begin(), queue.end(), [&](std::uint32_t i) {
      return interrupts[i].position < task.position - host.ring_entries;
    });
    if (freed != queue.end()) edges.task(Station::interrupt_taken, task_interrupted_[*freed], 0, Cause::ring);
  }
  const std::uint64_t window = architecture_.monitor->completion_window;
  if (task.number >= window) {
    const auto moved = std::partition_point(window_interrupts_.begin(), window_interrupts_.end(), [&](std::uint32_t i) {
      return interrupts[i].oldest < task.number - window + 1;
    });
    if (moved != window_interrupts_.end()) {
      edges.task(Station::interrupt_taken, task_interrupted_[*moved], 0, Cause::window);
    }
  }
  if (!host.push && task.number >= host.outstanding_writes && history_.whole()) {
    const std::uint32_t written = by_acknowledgement_[task.number - host.outstanding_writes];
    edges.task(Station::acknowledged, written, 0, Cause::submit);
  }
}

void CauseGraph::reading(std::uint32_t place, Edges& edges) const {
  const TaskRecord& task = history_.tasks()[place];
  const QueueOrder& queue = queues_[task.queue];
  const std::uint64_t reads = architecture_.task_cache->reads_in_flight;
  edges.task(Station::rung, place, 0, Cause::fetch);
  if (architecture_.host->push) return;
  edges.task(Station::asked, asked_before_[place], 1, Cause::fetch);
  // Long descriptors follow shorter ones that were requested later.
  if (task.position >= reads && history_.whole()) {
    edges.task(Station::cached, queue.by_arrival[static_cast<std::size_t>(task.position - reads)], 0, Cause::fetch);
  }
  if (const std::uint32_t opened = room_opened_by_[place]; opened != kNone) {
    const bool event = history_.tasks()[opened].cls == TaskClass::event;
    edges.task(event ? Station::registered : Station::slot_freed, opened, 1, Cause::room);
  }
}

void CauseGraph::showing(std::uint32_t place, Edges& edges) const {
  const TaskRecord& task = history_.tasks()[place];
  const QueueOrder& queue = queues_[task.queue];
  edges.task(Station::cached, place, 1, Cause::registration);
  if (task.position == 0) return;
  const std::uint32_t ahead = at(queue, task.position - 1);
  edges.task(Station::cached, ahead, 1, Cause::fetch);
  edges.task(Station::shown, ahead, 1, Cause::queue);
  // The cache receives a registration a cycle later, and its next task is seen a cycle after that.
  const std::uint64_t window = architecture_.task_cache->window;
  if (window == 1) {
    edges.task(Station::registered, ahead, 2, Cause::queue);
  } else if (task.position >= window && history_.whole()) {
    edges.task(Station::registered, queue.by_registration[static_cast<std::size_t>(task.position - window)], 2,
               Cause::queue);
  }
}

void CauseGraph::readiness(std::uint32_t place, Edges& edges) const {
  const TaskRecord& task = history_.tasks()[place];
  if (task.ready == task.shown) return edges.task(Station::shown, place, 0, Cause::registration);
  // Sent, seen by the monitor, answered. A task that was registered early is told with its id, or when it has it.
  const bool early = registered_early(task);
  const Cycle told = early ? 1 : architecture_.monitor->query_cycles;
  if (early && task.ready == task.registered) edges.task(Station::registered, place, 0, Cause::registration);
  edges.task(Station::shown, place, 1 + told, Cause::registration);
  if (!after_begin_.empty()) {
    for (std::uint32_t i = after_begin_[place]; i < after_begin_[place + 1]; ++i) {
      edges.task(Station::completed, after_[i], told, Cause::predecessors);
    }
  }
  if (task.released == kNever) return;
  const std::uint32_t by = place_of(task.released_by);
  if (by == kNone) return;
  // With a bound on wake-ups some tasks wake later than in the cycle of the completion.
  const Cycle ended = history_.tasks()[by].completed;
  const bool bounded = architecture_.monitor->early_registration || architecture_.monitor->query_wakeups_per_cycle > 0;
  const bool by_end = bounded ? ended <= task.released : ended == task.released;
  edges.task(by_end ? Station::completed : Station::granted, by, told, Cause::predecessors);
}

/// The preamble of a task that waited for the ring was written meanwhile.
void CauseGraph::loading(std::uint32_t place, Edges& edges) const {
  const TaskRecord& task = history_.tasks()[place];
  const Cycle preamble = architecture_.dispatcher->loader.task_cycles;
  if (task.in_ring != kNever && task.requested <= task.in_ring) {  // else it has failed to match since
    edges.task(registered_early(task) && task.ready > task.requested ? Station::ready : Station::requested, place,
               preamble, Cause::load);
  }
  edges.job(Station::job_picked, first_pick_[place], task.in_ring == kNever ? preamble : 0, Cause::load);
  edges.task(Station::loaded, loaded_before_[place], preamble, Cause::load);
}

void CauseGraph::admission(std::uint32_t place, Edges& edges) const {
  edges.task(Station::entered, place, 0, Cause::pick);
  edges.task(Station::in_ring, place, 0, Cause::pick);
  if (registered_early(history_.tasks()[place])) edges.task(Station::ready, place, 0, Cause::pick);
  if (architecture_.dispatcher->mode != MatchMode::gang) return;
  const TaskRecord& task = history_.tasks()[place];
  for (std::uint32_t i = job_begin_[place]; i < job_begin_[place + 1]; ++i) {
    const JobRecord& job = history_.jobs()[jobs_of_[i]];
    if (job.matched == kNever || job.matched + match_latency_ > task.admitted) continue;
    edges.job(Station::job_matched, jobs_of_[i], match_latency_, Cause::match);
  }
}

/// A go waits for the last job of its gang to leave, and perhaps for the gang before it.
void CauseGraph::gang_edges(std::uint32_t task, Edges& edges) const {
  if (task == kNone) return;
  for (std::uint32_t i = job_begin_[task]; i < job_begin_[task + 1]; ++i) {
    edges.job(Station::job_sent, jobs_of_[i], 1, Cause::network);
  }
  if (!gang_before_.empty()) edges.task(Station::completed, gang_before_[task], 1, Cause::turn);
}

void CauseGraph::job_edges(Event event, Edges& edges) const {
  const std::uint32_t place = event.index;
  const JobRecord& job = history_.jobs()[place];
  const std::uint32_t task = task_of_job_[place];
  const DispatcherConfig& dispatcher = *architecture_.dispatcher;
  const bool gang = dispatcher.mode == MatchMode::gang;
  // The job was picked before its task failed to match and was requested again. No stamps of that attempt are left.
  const bool earlier_attempt = task != kNone && job.picked < history_.tasks()[task].admitted;
  switch (event.station) {
    case Station::job_matched:
      if (earlier_attempt) {
        edges.task(Station::split, task, 0, Cause::match);
      } else {
        edges.task(gang ? Station::entered : Station::admitted, task, 0, Cause::match);
        if (gang && task != kNone) edges.task(Station::in_ring, task, 0, Cause::match);
        if (gang && task != kNone && registered_early(history_.tasks()[task])) {
          edges.task(Station::ready, task, 0, Cause::match);
        }
      }
      if (reserves_) {
        edges.job(Station::job_completed, place_before_[place], 1, Cause::processor);
        edges.job(Station::job_sent, lock_before_match_[place], 1, Cause::processor);
      } else if (const Freed& freed = freed_before_match_[place]; freed.job != kNone && !ends_quarantine(freed, job)) {
        edges.job(freed.by, freed.job, 1, Cause::processor);
      }
      return edges.job(Station::job_matched, match_before_[place], 1, Cause::match);
    case Station::job_picked:
      if (job.attempt > 0 && task != kNone) {  // the rest is the time until the job is issued again
        const TaskRecord& of = history_.tasks()[task];
        const bool before = job.first_picked < of.admitted;
        return edges.task(before ? Station::split : Station::admitted, task,
                          job.first_picked - (before ? of.split : of.admitted), Cause::pick);
      }
      if (earlier_attempt) {
        edges.task(Station::split, task, 0, Cause::match);
      } else {
        edges.task(Station::admitted, task, 1, Cause::pick);
      }
      if (job.matched != kNever) {
        edges.job(Station::job_matched, place, match_latency_ + (gang ? 0 : 1), Cause::match);
      }
      if (!reserves_) edges.job(Station::job_completed, place_before_[place], 1, Cause::processor);
      // Somebody's own scheduler may let a processor end its job before it has another one.
      if (soon_ == Soon::shorten) edges.job(Station::job_completed, compute_before_[place], 1, Cause::processor);
      edges.job(Station::job_sent, lock_before_pick_[place], 1, Cause::processor);
      return edges.job(Station::job_picked, round_before_[place], dispatcher.picker->pick_interval_cycles, Cause::pick);
    case Station::job_issued: {
      const Cycle choice = reserves_ ? 0 : dispatcher.choice_latency_cycles;
      const Cycle packed = dispatcher.picker->pick_latency_cycles + choice + dispatcher.collect_cycles;
      // A port of a star sends in the cycle in which it has the message.
      const Cycle leaves = architecture_.control->is_star() ? 0 : 1;
      edges.job(Station::job_picked, place, packed + leaves, Cause::send);
      edges.task(Station::loaded, task, leaves, Cause::load);
      return edges.job(Station::job_sent, port_before_[place], 1, Cause::send);
    }
    case Station::job_sent:
      return edges.job(Station::job_issued, place, 0, Cause::send);
    case Station::job_arrived:
      return edges.job(Station::job_sent, place, 0, Cause::network);
    case Station::job_placed:
      return edges.job(Station::job_arrived, place, 0, Cause::input);
    case Station::job_ready:
      edges.job(Station::job_placed, place, 0, Cause::input);
      return edges.job(Station::job_arrived, place, 0, Cause::input);
    case Station::job_started:
      edges.job(Station::job_ready, place, 0, Cause::input);
      edges.job(Station::job_go, place, 0, Cause::network);
      return edges.job(Station::job_finished, compute_before_[place], 0, Cause::processor);
    case Station::job_go:
      return gang_edges(task, edges);
    case Station::job_finished:
      return edges.job(Station::job_started, place, 0, Cause::compute);
    case Station::job_written:
      return edges.job(Station::job_finished, place, 0, Cause::output);
    default:
      return edges.job(Station::job_written, place, 0, Cause::network);
  }
}

}  // namespace explain
}  // namespace gantry
