// SPDX-License-Identifier: Apache-2.0
#include "workload/mapping.h"

#include <algorithm>

#include "gantry/base/saturating.h"
#include "text/yaml_reader.h"
#include "workload/edge_data.h"

namespace gantry {
namespace {

std::uint32_t power_of_two_from(std::uint32_t n) {
  std::uint32_t power = 1;
  while (power < n && power < kMaxTaskJobs) power *= 2;
  return power;
}

class Mapper {
 public:
  Mapper(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), diagnostics_(diagnostics) {}

  bool run() {
    const std::size_t before = diagnostics_.size();
    workload_.foreign = true;
    if (mapping_.output.from == BytesFrom::edges || mapping_.edges_are_data) sum_edges();
    for (std::size_t t = 0; t < workload_.tasks.size() && diagnostics_.size() - before < kMostProblems; ++t) map(t);
    if (!workload_.data.empty()) map_objects();
    if (diagnostics_.size() == before) note_untimed();
    return diagnostics_.size() == before;
  }

 private:
  void map(std::size_t t);
  void map_objects();
  [[nodiscard]] bool is_operator(std::size_t t) const {
    return !workload_.model.operators.empty() && workload_.model.operators[t].kind != OperatorKind::none;
  }
  void map_cycles(WorkloadTask& task, std::uint32_t cores);
  void map_types(WorkloadTask& task);
  void complete_times(WorkloadTask& task);
  void note_untimed();
  void sum_edges();
  void check(const WorkloadTask& task, std::uint64_t value, std::uint64_t most, const std::string& what,
             const char* key) {
    if (value > most) {
      diagnostics_.error(task.where, "task " + in_quotes(task.id) + ' ' + what + " beyond " + std::to_string(most) +
                                         " (a smaller mapping." + key + ')');
    }
  }

  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  /// Bytes on the edges of a task: those that become data objects, and the others.
  struct EdgeBytes {
    std::uint64_t objects = 0;
    std::uint64_t others = 0;
  };
  void add(EdgeBytes& to, const WorkloadEdge& edge, const WorkloadTask& reader) const {
    const bool object = mapping_.edges_are_data && carries_object(edge, reader, workload_.tasks[edge.task]);
    std::uint64_t& sum = object ? to.objects : to.others;
    sum = saturating_add(sum, edge.bytes - edge.filed);
  }
  std::uint64_t bytes_per_job(const WorkloadTask& task, const MappedBytes& how, std::uint64_t data,
                              const EdgeBytes& edges, const char* what);

  std::vector<EdgeBytes> outgoing_;  ///< on the edges to successors, by task
  std::uint64_t computing_ = 0;      ///< tasks that compute: all except events and communication
  std::uint64_t untimed_ = 0;        ///< those of them for which the file has no time
  const WorkloadTask* untimed_first_ = nullptr;
  bool any_time_ = false;  ///< whether one of them has a time above 0
};

void Mapper::sum_edges() {
  outgoing_.resize(workload_.tasks.size());
  for (const WorkloadTask& task : workload_.tasks) {
    for (const WorkloadEdge& edge : task.after) add(outgoing_[edge.task], edge, task);
  }
}

std::uint64_t Mapper::bytes_per_job(const WorkloadTask& task, const MappedBytes& how, std::uint64_t data,
                                    const EdgeBytes& edges, const char* what) {
  if (task.cls == TaskClass::event) return 0;
  if (how.from == BytesFrom::fixed) return how.bytes;
  const std::uint64_t all = how.from == BytesFrom::edges ? edges.others : data - std::min(data, edges.objects);
  const std::uint64_t bytes = ceil_product({all, 0}, mapping_.bytes_scale, 1, task.jobs);
  check(task, bytes, kMaxTaskBytes, std::string(what) + " bytes per job", "bytes_scale");
  return bytes;
}

/// Gives the mapping's default to a task that computes, or to each of its types, where the file has no time.
void Mapper::complete_times(WorkloadTask& task) {
  const bool computes = task.cls != TaskClass::communication;
  const Decimal otherwise = computes ? mapping_.work.value_or(Decimal{}) : Decimal{};
  bool untimed = task.cycles_by_type.empty() && !task.work;
  bool timed = task.work && !task.work->is_zero();
  for (TypeCycles& on : task.cycles_by_type) {
    untimed = untimed || !on.work;
    if (!on.work) on.work = otherwise;
    timed = timed || !on.work->is_zero();
  }
  if (!computes) return;
  if (untimed && task.cycles_by_type.empty()) task.work = otherwise;
  ++computing_;
  any_time_ = any_time_ || timed || (untimed && !otherwise.is_zero());
  if (!untimed) return;
  ++untimed_;
  if (untimed_first_ == nullptr) untimed_first_ = &task;
}

/// A file without times is legal, and a run of it says nothing about computing.
void Mapper::note_untimed() {
  const char* const hint = " (mapping.work gives a default)";
  if (mapping_.work && untimed_ == 0) {
    diagnostics_.note(mapping_.work_at, "mapping.work changes nothing: every task has a time");
  } else if (computing_ > 0 && !any_time_ && !mapping_.work) {
    diagnostics_.note(workload_.where, untimed_ > 0 ? std::string("no task has a time") + hint
                                                    : std::string("every task has the time 0"));
  } else if (untimed_ > 0 && !mapping_.work) {
    const std::string count = std::to_string(untimed_) + " of " + std::to_string(computing_);
    diagnostics_.note(untimed_first_->where,
                      count + (untimed_ == 1 ? " tasks has no time: " : " tasks have no time, the first of them ") +
                          in_quotes(untimed_first_->id) + hint);
  }
}

/// A mapping that names a processor leaves the time on that one. The least time is the task's own.
void Mapper::map_types(WorkloadTask& task) {
  if (!task.processor.empty()) {
    const auto named = std::find_if(task.cycles_by_type.begin(), task.cycles_by_type.end(),
                                    [&](const TypeCycles& on) { return on.type == task.processor; });
    if (named == task.cycles_by_type.end()) {
      diagnostics_.error(task.where, "task " + in_quotes(task.id) + " has no time on the processor " +
                                         in_quotes(task.processor) + " of the mapping");
    } else {
      task.cycles_by_type = {TypeCycles(*named)};
    }
    task.processor.clear();
  }
  task.work =
      std::min_element(task.cycles_by_type.begin(), task.cycles_by_type.end(),
                       [](const TypeCycles& a, const TypeCycles& b) { return to_double(*a.work) < to_double(*b.work); })
          ->work;
}

/// A time on several cores is so much work on each of them.
void Mapper::map_cycles(WorkloadTask& task, std::uint32_t cores) {
  const auto cycles = [&](const Decimal& work) {
    const std::uint64_t made = ceil_product(work, mapping_.cycles_per_unit, mapping_.jobs == 0 ? cores : 1, task.jobs);
    check(task, made, kMaxTaskCycles, "takes cycles per job", "cycles_per_unit");
    return made;
  };
  if (!task.cycles_by_type.empty()) map_types(task);
  for (TypeCycles& on : task.cycles_by_type) on.cycles = cycles(*on.work);
  task.cycles = cycles(task.work.value_or(Decimal{}));
}

void Mapper::map(std::size_t t) {
  WorkloadTask& task = workload_.tasks[t];
  const std::uint32_t cores = task.jobs;
  task.jobs = mapping_.jobs == 0 ? power_of_two_from(cores) : mapping_.jobs;
  task.job_bytes = mapping_.job_bytes;
  if (task.processor.empty()) task.processor = mapping_.processor;
  if (task.cls == TaskClass::event) {
    task.jobs = 0;
    task.job_bytes.reset();
    task.processor.clear();
    if (task.work && !task.work->is_zero())
      diagnostics_.error(task.where, "task " + in_quotes(task.id) + " is an event and must have no work");
  } else if (!is_operator(t)) {
    complete_times(task);
    map_cycles(task, cores);
  }
  EdgeBytes incoming;
  for (WorkloadEdge& edge : task.after) {
    add(incoming, edge, task);
    edge.bytes = ceil_product({edge.bytes, 0}, mapping_.bytes_scale);
    edge.filed = ceil_product({edge.filed, 0}, mapping_.bytes_scale);
    check(task, edge.bytes, kMaxTaskBytes, "has an edge of bytes", "bytes_scale");
  }
  if (is_operator(t)) return;  // apply_lowering() does the rest
  task.input_bytes = bytes_per_job(task, mapping_.input, task.input_bytes, incoming, "reads");
  task.output_bytes =
      bytes_per_job(task, mapping_.output, task.output_bytes, outgoing_.empty() ? EdgeBytes{} : outgoing_[t], "writes");
  task.bytes_given = mapping_.input.from == BytesFrom::fixed || mapping_.output.from == BytesFrom::fixed;
  if (!mapping_.arrivals) task.submit = 0;
  check(task, task.submit, kMaxTaskCycles, "arrives in a cycle",
        "cycles_per_second; mapping.time_unit is the unit of times of arrival");
}

/// Objects of the file. One that no task writes has as many parts as the reader with the most jobs.
void Mapper::map_objects() {
  std::vector<bool> written(workload_.data.size());
  for (const WorkloadTask& task : workload_.tasks) {
    for (const WorkloadWrite& write : task.writes) written[write.object] = true;
  }
  for (const WorkloadTask& task : workload_.tasks) {
    for (const WorkloadRead& read : task.reads) {
      DataObject& object = workload_.data[read.object];
      if (!written[read.object]) object.parts = std::max(object.parts, task.jobs);
    }
  }
  std::size_t problems = 0;
  for (DataObject& object : workload_.data) {
    object.bytes = ceil_product({object.bytes, 0}, mapping_.bytes_scale);
    if (object.bytes <= kMaxObjectBytes || ++problems > kMostProblems) continue;
    diagnostics_.error(object.where, "the file " + in_quotes(object.id) + " has more than " +
                                         std::to_string(kMaxObjectBytes) + " bytes (a smaller mapping.bytes_scale)");
  }
}

}  // namespace

void follow_clock(Mapping& mapping, std::uint32_t clock_mhz) {
  const auto scaled = [&](Decimal cycles) {
    return Decimal{cycles.mantissa * clock_mhz, cycles.exponent - 3};  // kUsualClock is 10^3
  };
  if (mapping.timed) mapping.cycles_per_unit = scaled(mapping.cycles_per_unit);
  mapping.cycles_per_second = scaled(mapping.cycles_per_second);
}

void submit_at(const Decimal& time, const Mapping& mapping, WorkloadTask& task, Diagnostics& diagnostics) {
  if (!mapping.arrivals) return;
  task.submit = ceil_product(time, mapping.cycles_per_unit);
  if (task.submit > kMaxTaskCycles) {
    diagnostics.error(task.where, "task " + in_quotes(task.id) + " arrives in a cycle beyond " +
                                      std::to_string(kMaxTaskCycles) + " (a smaller mapping.cycles_per_unit)");
  }
}

bool apply_mapping(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics) {
  return Mapper(mapping, workload, diagnostics).run();
}

}  // namespace gantry
