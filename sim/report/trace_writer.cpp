// SPDX-License-Identifier: Apache-2.0
#include "report/trace_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "report/task_stages.h"

namespace gantry {
namespace {

constexpr std::uint32_t kProcessors = 1;
constexpr std::uint32_t kTasks = 2;
constexpr std::uint32_t kFirstBlock = 10;
constexpr Cycle kStretch = 4096;
constexpr std::uint64_t kExactChanges = 10000;

/// Unique among jobs: a task has at most 2^16 of them.
std::uint64_t job_id(const JobRecord& job) { return (job.task << 17U) | job.job; }

/// As JSON.
std::string cycle_text(Cycle cycle) { return cycle == kNever ? "null" : std::to_string(cycle); }

}  // namespace

TraceWriter::TraceWriter(const std::string& path, const TraceOptions& options, TaskName task_name,
                         const std::vector<std::string>& processors)
    : options_(options), task_name_(std::move(task_name)), events_(path, options.experiment, options.clock_mhz) {
  if (!events_.on()) return;
  events_.name_process(kProcessors, "processors");
  blocks_.emplace("processors", kProcessors);  // its gauges stand with the jobs
  for (std::uint32_t p = 0; p < processors.size(); ++p) {
    events_.name_thread({kProcessors, p + 1}, processors[p]);
    processors_.push_back(json_string(processors[p]));
    transfers_.push_back(json_string("transfer to " + processors[p]));
  }
  events_.name_process(kTasks, "tasks");
  picks_ = {block_process("dispatcher"), 1};
  events_.name_thread(picks_, "picks");
}

void TraceWriter::reach(Cycle now) {
  latest_ = std::max(latest_, now);
  if (now < next_flush_) return;
  flush(now / kStretch * kStretch);
  next_flush_ = (now / kStretch + 1) * kStretch;
}

void TraceWriter::flush(Cycle end) {
  write_before(held_tasks_, end, [](const TaskRecord& t) { return std::make_tuple(t.completed, t.number, 0U); });
  write_before(held_jobs_, end, [](const JobRecord& j) { return std::make_tuple(j.completed, j.task, j.job); });
  write_before(held_failures_, end, [](const Failure& f) { return std::make_tuple(f.from, f.to, f.count); });
  changes_.drain(end, [this](Cycle cycle, std::uint32_t counter, std::uint64_t v) { write(cycle, counter, v); });
}

template <class Held, class Key>
void TraceWriter::write_before(std::vector<Held>& held, Cycle end, Key key) {
  std::sort(held.begin(), held.end(), [&](const Held& a, const Held& b) { return key(a) < key(b); });
  std::size_t done = 0;
  for (; done < held.size() && std::get<0>(key(held[done])) < end; ++done) write(held[done]);
  held.erase(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(done));
}

void TraceWriter::task_done(const TaskRecord& task) {
  if (!events_.on()) return;
  if (task.completed == kNever) {  // after the last cycle, in order already
    flush(kNever);
    write(task);
    return;
  }
  reach(task.completed);
  held_tasks_.push_back(task);
}

void TraceWriter::job_done(const JobRecord& job) {
  if (!events_.on()) return;
  reach(job.completed);
  held_jobs_.push_back(job);
}

void TraceWriter::match_failed(std::uint64_t task, Cycle now) {
  if (!events_.on()) return;
  reach(now);
  held_failures_.push_back({now, now, task});
}

void TraceWriter::match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) {
  if (!events_.on()) return;
  reach(from);
  held_failures_.push_back({from, to, failures});
}

std::uint32_t TraceWriter::add(const Gauge& gauge) {
  const std::uint32_t process = events_.on() ? block_process(gauge.block()) : 0;
  counters_.push_back({process, json_string(gauge.name()), gauge.value(), false, 0, 0, kNever, 0});
  return changes_.add(gauge.value());
}

void TraceWriter::changed(std::uint32_t id, Cycle now, std::uint64_t value) {
  if (!events_.on()) return;
  reach(now);
  changes_.hold(id, now, value);
}

void TraceWriter::finish(Diagnostics& problems) {
  if (events_.on()) {
    flush(kNever);
    if (options_.from <= latest_) {
      for (Counter& counter : counters_) show_first(counter);
      for (Counter& counter : counters_) show_held(counter);
    }
  }
  events_.finish(problems);
}

void TraceWriter::write(const TaskRecord& task) {
  if (task.submitted == kNever) return;
  const auto bounds = stage_bounds(task, latest_);
  Cycle from = bounds.front();
  Cycle to = bounds.back();
  if (!cut(from, to)) return;
  const std::string cls = json_string(name(task.cls));
  const std::string task_name = json_string(task_name_(task.number));
  // The outermost slice carries the class, by which viewers gather the slices of many tasks in one row.
  events_.async_begin(kTasks, "task", task.number, cls, from, "");
  events_.async_begin(kTasks, "task", task.number, task_name, from,
                      fmt::format("\"weight\":{},\"jobs\":{},\"submitted\":{},\"completed\":{}", task.weight, task.jobs,
                                  task.submitted, cycle_text(task.completed)));
  for (std::size_t i = 0; i < kStages; ++i) {
    Cycle begin = bounds[i];
    Cycle end = bounds[i + 1];
    if (begin == end || !cut(begin, end)) continue;
    const std::string stage = json_string(kStageNames[i]);
    events_.async_begin(kTasks, "task", task.number, stage, begin, "");
    events_.async_end(kTasks, "task", task.number, stage, end);
  }
  events_.async_end(kTasks, "task", task.number, task_name, to);
  events_.async_end(kTasks, "task", task.number, cls, to);
}

void TraceWriter::write(const JobRecord& job) {
  const std::string task = json_string(task_name_(job.task));
  const std::string args = fmt::format(
      "\"task\":{},\"job\":{},\"picked\":{},\"issued\":{},\"arrived\":{},\"started\":{},\"finished\":{},\"completed\":{"
      "}",
      task, job.job, cycle_text(job.picked), cycle_text(job.issued), cycle_text(job.arrived), cycle_text(job.started),
      cycle_text(job.finished), cycle_text(job.completed));
  const TraceEvents::Track processor{kProcessors, job.processor + 1};

  Cycle from = job.picked;
  Cycle to = job.arrived;
  if (cut(from, to)) {
    events_.async_begin(kProcessors, "transfer", job_id(job), transfers_.at(job.processor), from, args);
    events_.async_end(kProcessors, "transfer", job_id(job), transfers_.at(job.processor), to);
  }
  from = job.started;
  to = job.finished;
  if (cut(from, to)) events_.slice(processor, "compute", task, from, to, args);

  // A pick takes one cycle on its track, and the flow begins in that slice: flows bind to slices.
  if (job.picked == kNever || !inside(job.picked)) return;
  from = job.picked;
  to = job.picked + 1;
  if (!cut(from, to)) return;
  events_.slice(picks_, "pick", task, from, to,
                fmt::format("\"job\":{},\"processor\":{}", job.job, processors_.at(job.processor)));
  if (job.started != kNever && inside(job.started)) {
    events_.flow(job_id(job), "\"job\"", picks_, job.picked, processor, job.started);
  }
}

void TraceWriter::write(const Failure& failure) {
  if (failure.from == failure.to) {
    if (!inside(failure.from)) return;
    events_.instant(picks_, "match", "\"match failed\"", failure.from,
                    fmt::format("\"task\":{}", json_string(task_name_(failure.count))));
    return;
  }
  Cycle from = failure.from;
  Cycle to = failure.to;
  if (!cut(from, to)) return;
  // On a row of its own: the picks of later cycles must not overlap it.
  events_.async_begin(picks_.process, "match", failure.from, "\"match failures repeat\"", from,
                      fmt::format("\"failures\":{}", failure.count));
  events_.async_end(picks_.process, "match", failure.from, "\"match failures repeat\"", to);
}

void TraceWriter::write(Cycle cycle, std::uint32_t id, std::uint64_t value) {
  Counter& counter = counters_[id];
  if (cycle > options_.from) {
    show_first(counter);
    if (cycle <= options_.to) {
      // Each time that a counter has changed so often again, its changes are shown twice as far apart, so that one that
      // changes with every packet does not swell the file without bound.
      const Cycle apart = (Cycle{1} << std::min<std::uint64_t>(counter.changes / kExactChanges, 40)) - 1;
      if (cycle <= counter.last + apart && counter.changes > 0) {
        counter.held = cycle;
        counter.held_value = value;
      } else {
        ++counter.changes;
        counter.last = cycle;
        counter.held = kNever;
        events_.counter(counter.process, counter.name, cycle, value);
      }
    }
  }
  counter.value = value;
}

/// The last change before the end.
void TraceWriter::show_held(Counter& counter) {
  if (counter.held != kNever) events_.counter(counter.process, counter.name, counter.held, counter.held_value);
  counter.held = kNever;
}

void TraceWriter::show_first(Counter& counter) {
  if (counter.shown) return;
  counter.shown = true;
  events_.counter(counter.process, counter.name, options_.from, counter.value);
}

std::uint32_t TraceWriter::block_process(const std::string& block) {
  const auto [at, is_new] = blocks_.emplace(block, kFirstBlock + static_cast<std::uint32_t>(blocks_.size()));
  if (is_new) events_.name_process(at->second, block);
  return at->second;
}

bool TraceWriter::cut(Cycle& from, Cycle& to) const {
  if (from == kNever || to == kNever || to < from) return false;
  if (from > options_.to || to < options_.from || (to == options_.from && from < to)) return false;
  from = std::max(from, options_.from);
  to = std::min(to, options_.to);
  return true;
}

}  // namespace gantry
