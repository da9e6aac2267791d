// SPDX-License-Identifier: Apache-2.0
#include "output/trace_writer.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "gantry/scheduler/stations.h"
#include "result/task_stages.h"

namespace gantry {
namespace {

constexpr Cycle kStretch = 4096;
/// Most samples of a counter: more than a screen has columns. A window shows a shorter time in more detail.
constexpr std::size_t kMostSamples = 1024;
/// Counters take at most this fraction of a file.
constexpr std::uint64_t kCounterPart = 4;
/// Bytes reserved for the mark about left-out events, and for the end of the file.
constexpr std::uint64_t kEndBytes = 2000;
/// Flows between tasks have numbers from here on, below are those of jobs.
constexpr std::uint64_t kTaskFlows = std::uint64_t{1} << 63U;
/// The stage that ends when the predecessors are known to be done.
constexpr std::size_t kPredecessorStage = 2;
constexpr std::uint64_t kNoFlow = ~std::uint64_t{0};

/// Unique among jobs: a task has at most 2^16 of them.
std::uint64_t job_flow(const JobRecord& job) { return (job.task << 17U) | job.job; }

/// A station as the tables name it.
template <class Record>
TimelineArg stamp(const Record& record, Cycle Record::*station) {
  return {station_line(station)->name, record.*station};
}

}  // namespace

TraceWriter::TraceWriter(std::unique_ptr<Timeline> timeline, const TraceOptions& options, TaskName task_name,
                         TaskLinksOf links, const std::vector<TracedProcessor>& processors)
    : timeline_(std::move(timeline)),
      options_(options),
      task_name_(std::move(task_name)),
      dependences_(std::move(links)) {
  if (!timeline_->on()) return;
  path_ = timeline_->rows(timeline_->group("critical path"), "critical path", kNone);
  const Timeline::Group machine = block_group("processors");  // its gauges stand with the jobs
  for (const TracedProcessor& processor : processors) {
    const Timeline::Rows work = timeline_->rows(machine, processor.name, kNone);
    const Timeline::Rows jobs = timeline_->rows(machine, "jobs of " + processor.name, work);
    processors_.push_back({processor.name, processor.moves_data, work, jobs});
  }
  const Timeline::Group tasks = timeline_->group("tasks");
  for (std::size_t c = 0; c < kTaskClasses; ++c) {
    classes_.push_back(timeline_->rows(tasks, name(static_cast<TaskClass>(c)), kNone));
  }
  const Timeline::Group dispatcher = block_group("dispatcher");
  picks_ = timeline_->rows(dispatcher, "picks", kNone);
  failures_ = timeline_->rows(dispatcher, "match failures", kNone);
}

void TraceWriter::reach(Cycle now) {
  latest_ = std::max(latest_, now);
  if (now < next_flush_) return;
  flush(now / kStretch * kStretch);
  next_flush_ = (now / kStretch + 1) * kStretch;
}

/// An interval that does not fit completely is left out, as are all following ones.
void TraceWriter::flush(Cycle end) {
  limit_samples();
  timeline_->hold();
  write_before(held_tasks_, end, [](const TaskRecord& t) { return std::make_tuple(t.completed, t.number, 0U); });
  write_before(held_jobs_, end, [](const JobRecord& j) { return std::make_tuple(j.completed, j.task, j.job); });
  write_before(held_failures_, end, [](const Failure& f) { return std::make_tuple(f.from, f.to, f.count); });
  changes_.drain(end, [this](Cycle cycle, std::uint32_t id, std::uint64_t value) {
    if (cycle <= options_.from) {
      counters_[id].before = value;
    } else if (cycle <= options_.to && left_out_ == kNever) {
      counters_[id].samples.changed(cycle, value);
    }
  });
  if (left_out_ == kNever && timeline_->size() + reserve() > options_.max_bytes) {
    timeline_->take_back();
    left_out_ = written_;
  } else {
    timeline_->keep();
  }
  written_ = std::max(written_, end);
}

template <class Held, class Key>
void TraceWriter::write_before(std::vector<Held>& held, Cycle end, Key key) {
  std::sort(held.begin(), held.end(), [&](const Held& a, const Held& b) { return key(a) < key(b); });
  std::size_t done = 0;
  for (; done < held.size() && std::get<0>(key(held[done])) < end; ++done) {
    if (left_out_ == kNever) write(held[done]);
  }
  held.erase(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(done));
}

void TraceWriter::task_done(const TaskRecord& task) {
  if (!timeline_->on()) return;
  if (task.completed != kNever) {
    reach(task.completed);
    held_tasks_.push_back(task);
    return;
  }
  // After the last cycle, in order already.
  flush(kNever);
  if (left_out_ != kNever) return;
  timeline_->hold();
  write(task);
  if (timeline_->size() + reserve() <= options_.max_bytes) return timeline_->keep();
  timeline_->take_back();
  left_out_ = latest_;
}

void TraceWriter::job_done(const JobRecord& job) {
  if (!timeline_->on()) return;
  reach(job.completed);
  held_jobs_.push_back(job);
}

void TraceWriter::match_failed(std::uint64_t task, Cycle now) {
  if (!timeline_->on()) return;
  reach(now);
  held_failures_.push_back({now, now, task});
}

void TraceWriter::match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) {
  if (!timeline_->on()) return;
  reach(from);
  held_failures_.push_back({from, to, failures});
}

std::uint32_t TraceWriter::add(const Gauge& gauge) {
  const Timeline::Counter counter =
      timeline_->on() ? timeline_->counter(block_group(gauge.block()), gauge.name()) : Timeline::Counter{0};
  counters_.push_back({counter, gauge.value(), CounterSamples(kMostSamples)});
  return changes_.add(gauge.value());
}

void TraceWriter::changed(std::uint32_t id, Cycle now, std::uint64_t value) {
  if (!timeline_->on()) return;
  reach(now);
  changes_.hold(id, now, value);
}

void TraceWriter::finish(const std::vector<TracedStep>& path, Diagnostics& problems) {
  if (timeline_->on()) {
    flush(kNever);
    if (options_.from <= latest_) write_counters();
    write_path(path);
    if (left_out_ != kNever) write_end();
  }
  timeline_->finish(left_out_, problems);
}

/// Once all counters are known.
void TraceWriter::limit_samples() {
  if (std::exchange(started_, true)) return;
  std::uint64_t largest = 1;
  for (const Counter& counter : counters_) largest = std::max(largest, timeline_->sample_size(counter.counter));
  const std::uint64_t room = options_.max_bytes / kCounterPart / largest / std::max<std::size_t>(counters_.size(), 1);
  for (Counter& counter : counters_) counter.samples.limit(std::min<std::uint64_t>(kMostSamples, room));
}

std::uint64_t TraceWriter::reserve() const {
  std::uint64_t bytes = kEndBytes;
  for (const Counter& counter : counters_) {
    bytes += (counter.samples.samples().size() + 1) * timeline_->sample_size(counter.counter);
  }
  return bytes;
}

void TraceWriter::write_counters() {
  const Cycle end = std::min({options_.to, latest_, left_out_});
  const auto room = [&](const Counter& counter) {
    return timeline_->size() + kEndBytes + timeline_->sample_size(counter.counter) <= options_.max_bytes;
  };
  for (const Counter& counter : counters_) {
    if (options_.from > end || !room(counter)) break;
    timeline_->sample(counter.counter, options_.from, counter.before);
    for (const CounterSamples::Sample& sample : counter.samples.samples()) {
      if (!room(counter)) break;
      // The last sample may represent an earlier change. At the end it shows the final value.
      timeline_->sample(counter.counter, std::min(sample.at, std::max(end, options_.from)), sample.value);
      if (sample.at >= end) break;
    }
  }
}

/// All of it, or none: half a path says nothing.
void TraceWriter::write_path(const std::vector<TracedStep>& path) {
  timeline_->hold();
  for (const TracedStep& step : path) {
    Cycle from = step.from;
    Cycle to = step.to;
    if (!cut(from, to)) continue;
    TimelineSlice slice{"critical_path", step.cause, from, to, {}, {}, {}};
    if (!step.task.empty()) slice.args.emplace_back("task", step.task);
    if (step.job != kNone) slice.args.emplace_back("job", std::uint64_t{step.job});
    slice.args.emplace_back("until", step.station);
    timeline_->slices(path_, {slice});
    if (timeline_->size() + kEndBytes > options_.max_bytes) {
      timeline_->take_back();
      return;
    }
  }
  timeline_->keep();
}

/// Writes the marks for viewers.
void TraceWriter::write_end() {
  const Timeline::Group group = timeline_->group("left out");
  timeline_->slices(timeline_->rows(group, "left out", kNone), {{"left_out",
                                                                 "left out from here on: max_bytes",
                                                                 left_out_,
                                                                 std::max(left_out_, std::min(latest_, options_.to)),
                                                                 {{"from_cycle", left_out_}},
                                                                 {},
                                                                 {}}});
}

void TraceWriter::begin(TimelineSlice slice) {
  slices_.clear();
  slices_.push_back(std::move(slice));
}

/// A part of the slice that is being put together: nothing if it takes no time, or if it is not in the window.
void TraceWriter::part(std::string_view name, Cycle from, Cycle to) {
  if (from != to && cut(from, to)) slices_.push_back({slices_.front().category, name, from, to, {}, {}, {}});
}

void TraceWriter::end(Timeline::Rows rows) { timeline_->slices(rows, slices_); }

void TraceWriter::write(const TaskRecord& task) {
  if (task.submitted == kNever) return;
  const auto spans = stage_spans(task, latest_);
  Cycle from = spans.front().from;
  Cycle to = spans.back().to;
  const bool drawn = cut(from, to);
  const std::string task_name = task_name_(task.number);
  slices_.clear();
  if (drawn) {
    begin({"task",
           task_name,
           from,
           to,
           {{"number", task.number},
            {"weight", task.weight},
            {"jobs", task.jobs},
            stamp(task, &TaskRecord::submitted),
            stamp(task, &TaskRecord::completed)},
           {},
           {}});
    for (const StageSpan& span : spans) part(kStageNames[span.stage], span.from, span.to);
  }
  // Flows lead from the end of the last stage to the stage that begins as the predecessors are known to be done.
  const auto known =
      std::find_if(spans.begin(), spans.end(), [](const StageSpan& span) { return span.stage == kPredecessorStage; });
  const auto ready = std::find_if(slices_.begin() + (drawn && slices_.size() > 1 ? 1 : 0), slices_.end(),
                                  [&](const TimelineSlice& slice) { return slice.from >= known->to; });
  const bool begins_inside = drawn && task.ready != kNever && inside(task.ready) && ready != slices_.end();
  dependences_.done(
      task,
      [&](const Predecessor& predecessor, std::uint64_t which) {
        if (begins_inside && predecessor.first_flow != kNoFlow) ready->ends.push_back(predecessor.first_flow + which);
      },
      [&](std::uint64_t successors) {
        const bool ends_inside = drawn && task.completed != kNever && inside(task.completed);
        if (!ends_inside) return Predecessor{kNoFlow};
        const std::uint64_t first = kTaskFlows + flows_;
        flows_ += successors;
        for (std::uint64_t i = 0; i < successors; ++i) slices_.back().begins.push_back(first + i);
        return Predecessor{first};
      });
  if (drawn) end(classes_[index(task.cls)]);
}

void TraceWriter::write(const JobRecord& job) {
  const std::string task = task_name_(job.task);
  const Processor& processor = processors_.at(job.processor);
  const bool flows = job.picked != kNever && job.started != kNever && inside(job.picked) && inside(job.started);
  Cycle from = job.picked;
  Cycle to = job.completed;
  if (cut(from, to)) {
    begin({"job",
           task,
           from,
           to,
           {{"job", job.job}, stamp(job, &JobRecord::picked), stamp(job, &JobRecord::completed)},
           {},
           {}});
    const std::array<std::pair<std::string_view, Cycle>, 7> phases = {{{"port", job.issued},
                                                                       {"send", job.arrived},
                                                                       {"input", job.ready},
                                                                       {"wait", job.started},
                                                                       {"compute", job.finished},
                                                                       {"output", job.written},
                                                                       {"report", job.completed}}};
    Cycle since = job.picked;
    for (const auto& [phase, until] : phases) {
      if (until == kNever) continue;  // a calendar knows fewer stations
      part(phase, since, until);
      since = until;
    }
    end(processor.jobs);
  }
  write_work(job, processor, task, flows);
  if (job.picked != kNever && inside(job.picked)) {
    TimelineSlice pick{"pick", task, job.picked, job.picked + 1, {{"job", job.job}}, {}, {}};
    if (flows) pick.begins.push_back(job_flow(job));
    timeline_->mark(picks_, pick);
  }
}

/// Writes the processor's activity: computation, or transfer of data.
void TraceWriter::write_work(const JobRecord& job, const Processor& processor, const std::string& task, bool flows) {
  Cycle from = processor.moves_data ? job.arrived : job.started;
  Cycle to = processor.moves_data && job.written != kNever ? job.written : job.finished;
  if (!cut(from, to)) return;
  begin({processor.moves_data ? "transfer" : "compute", task, from, to, {{"job", job.job}}, {}, {}});
  if (flows) slices_.front().ends.push_back(job_flow(job));
  if (processor.moves_data) {
    part("read", job.arrived, job.ready);
    part("compute", job.started, job.finished);
    part("write", job.finished, job.written);
  }
  end(processor.work);
}

void TraceWriter::write(const Failure& failure) {
  Cycle from = failure.from;
  Cycle to = failure.to;
  if (from == to) {
    if (!inside(from)) return;
    timeline_->mark(picks_, {"match", "match failed", from, from + 1, {{"task", task_name_(failure.count)}}, {}, {}});
    return;
  }
  if (!cut(from, to)) return;
  begin({"match", "match failures repeat", from, to, {{"failures", failure.count}}, {}, {}});
  end(failures_);
}

Timeline::Group TraceWriter::block_group(const std::string& block) {
  const auto at = blocks_.find(block);
  if (at != blocks_.end()) return at->second;
  return blocks_.emplace(block, timeline_->group(block)).first->second;
}

bool TraceWriter::cut(Cycle& from, Cycle& to) const {
  if (from == kNever || to == kNever || to < from) return false;
  if (from > options_.to || to < options_.from || (to == options_.from && from < to)) return false;
  from = std::max(from, options_.from);
  to = std::min(to, options_.to);
  return true;
}

}  // namespace gantry
