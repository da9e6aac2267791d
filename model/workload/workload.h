// SPDX-License-Identifier: Apache-2.0
// A task graph as the user wrote it, without a machine. Readers produce it. The run, the planners and `gantry workload`
// use it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/random.h"
#include "gantry/base/source_position.h"
#include "gantry/base/types.h"
#include "gantry/workload/data_object.h"
#include "gantry/workload/operator.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace workload {

/// Dependence on an earlier task of the same workload.
struct WorkloadEdge {
  std::uint32_t task = 0;   ///< index of the predecessor in Workload::tasks
  std::uint64_t bytes = 0;  ///< data that travels along the edge (planners only)
  bool critical = false;    ///< marked as critical in the file (planners only)
  std::uint64_t filed = 0;  ///< of `bytes`: those of objects that the predecessor writes and the task reads
};

/// Sizes of a request that an instance of a stream serves: prompt tokens, output tokens, ...
struct RequestSizes {
  std::vector<std::string> names;
  std::vector<std::uint64_t> values;  ///< by name
};

struct WorkloadTask;

/// Cycles, bytes and submit cycle of a task that differ from one instance of its graph to the next.
class TaskVariation {
 public:
  virtual ~TaskVariation() = default;
  /// Sets the values of a task for one instance. A formula takes the sizes of the request, a random value the next of
  /// `bits`. Precondition: wrong() found nothing for these sizes.
  virtual void draw(const RequestSizes& sizes, RandomBits& bits, Task& task) const = 0;
  /// Why the formulas have no value in range for these sizes, at the faulty one; nothing: they have.
  [[nodiscard]] virtual std::optional<Diagnostic> wrong(const RequestSizes& sizes) const = 0;
  /// Sets the mean over some requests, at least one, for the numbers that follow their sizes.
  virtual void take_mean(const std::vector<RequestSizes>& requests, WorkloadTask& task) const = 0;
  /// Whether two instances with equal sizes may differ.
  [[nodiscard]] virtual bool random() const = 0;
  /// The value of a key as JSON, as it was given; empty: the key does not vary.
  [[nodiscard]] virtual std::string json(std::string_view key) const = 0;
};

/// Tasks of which an instance runs some: at most one alternative is drawn.
struct WorkloadBranch {
  struct Alternative {
    std::uint64_t millionths = 0;      ///< probability
    std::vector<std::uint32_t> tasks;  ///< indices in Workload::tasks
  };
  std::vector<Alternative> alternatives;  ///< their probabilities sum to at most 1
};

/// Compute cycles of a job on one type of processor, at speed 1.
struct TypeCycles {
  std::string type;
  std::uint64_t cycles = 0;
  std::optional<Decimal> work = {};  ///< as WorkloadTask::work
};

/// A data object as the user wrote it (ObjectShape has what the machine sees).
struct DataObject {
  std::string id;
  std::uint64_t bytes = 1;   ///< 1..kMaxObjectBytes
  std::uint32_t parts = 1;   ///< 1..kMaxParts; of an object that no task writes
  bool parts_given = false;  ///< the input has `parts`
  bool keep = false;         ///< a result, although tasks of the workload read it
  SourcePosition where;
};

/// A task reads an object.
struct WorkloadRead {
  std::uint32_t object = 0;  ///< index in Workload::data
  bool whole = false;        ///< each job reads all of it; else each its share
  SourcePosition where;
};

/// A task writes an object; job i of it writes part i.
struct WorkloadWrite {
  std::uint32_t object = 0;  ///< index in Workload::data
  SourcePosition where;
};

/// What a job needs, as the user wrote it.
struct WorkloadJobShape {
  std::optional<std::uint64_t> job_bytes;  ///< its size; nothing: one word of the processors that may run it
  std::uint64_t cycles = 0;                ///< compute cycles at speed 1, on the fastest type
  std::vector<TypeCycles> cycles_by_type;  ///< types that may run it, each once; empty: `processor` decides
  std::string processor;                   ///< required type; empty: any but dma; of a communication task: dma
  std::uint64_t input_bytes = 0;           ///< read from global memory before it computes
  std::uint64_t output_bytes = 0;          ///< written to global memory after it has computed
  bool bytes_given = false;                ///< the input gives one of both: a communication task then has no default
};

/// Consecutive jobs of a task that are alike.
struct WorkloadJobGroup : WorkloadJobShape {
  std::uint32_t jobs = 1;  ///< at least 1
  SourcePosition where;
};

/// A task as the user wrote it. Its WorkloadJobShape is that of all its jobs; if it has groups, only `cycles` of it
/// counts, the most of any group.
struct WorkloadTask : WorkloadJobShape {
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;  ///< 1..256
  std::uint32_t jobs = 1;    ///< 1..2^16; 0 for an event task
  std::uint32_t stream = 0;  ///< number of its stream, 0..kMostStreams-1
  std::string id;
  /// Jobs in their order, `jobs` in all; nullptr: all are alike. Neighbours differ.
  std::shared_ptr<const std::vector<WorkloadJobGroup>> groups;
  std::vector<WorkloadEdge> after;              ///< predecessors; several edges to the same task are allowed
  Cycle submit = 0;                             ///< earliest cycle in which the host may write it
  std::uint32_t target = kNone;                 ///< Task::target
  std::optional<Cycle> deadline;                ///< last cycle for its completion, after `submit`
  std::shared_ptr<TaskLoad> load;               ///< before its jobs are sent; nullptr: nothing
  std::vector<WorkloadRead> reads;              ///< objects, each once; their writers are in `after`, too
  std::vector<WorkloadWrite> writes;            ///< objects, each once, and written by no other task
  std::shared_ptr<const TaskVariation> varies;  ///< nullptr: every instance is as above, else that is the typical one
  /// Time in Workload::unit, on the fastest type; foreign workloads only. Nothing: the file gives no time, which is not
  /// the time 0.
  std::optional<Decimal> work;
  SourcePosition where;

  /// Calls visit(shape, jobs) for each group of jobs that are alike, in their order.
  template <class Visit>
  void for_each_group(Visit visit) const {
    if (groups == nullptr) return visit(static_cast<const WorkloadJobShape&>(*this), jobs);
    for (const WorkloadJobGroup& group : *groups) visit(static_cast<const WorkloadJobShape&>(group), group.jobs);
  }
};

/// Order of submission among tasks of one submit cycle. file: topological; of several ready tasks the first one in the
/// file. level: smallest depth first, then as in the file. rank: longest path to an exit first, in mean times; the
/// order `file` breaks ties.
enum class SubmissionOrder : std::uint8_t { file, level, rank };
inline constexpr std::array<std::string_view, 3> kSubmissionOrderNames = {"file", "level", "rank"};

/// Clock of a workload without a machine, in MHz: 10^9 cycles are a second.
inline constexpr std::uint32_t kUsualClock = 1000;

struct Workload {
  std::string name;
  std::string format;               ///< name of the reader
  std::string unit = "cycles";      ///< time unit of the file
  std::string sha256;               ///< SHA-256 of the file's content; empty: no file
  std::vector<std::string> beside;  ///< paths of further input files
  bool foreign = false;             ///< tasks have `work` in `unit`; a mapping made their cycles
  bool by_clock = false;            ///< cycles come from seconds and a clock, not from a key of the mapping
  std::optional<double> span;       ///< seconds from the first to the last arrival, if the file has arrivals
  SourcePosition where;
  std::vector<WorkloadTask> tasks;
  std::vector<DataObject> data;
  bool edges_are_data = false;  ///< edges with bytes carry objects, except those from or to event tasks
  std::vector<WorkloadBranch> branches;
  OperatorGraph model;  ///< of a neural network that was lowered
  SubmissionOrder order = SubmissionOrder::file;
};

/// Facts that `gantry workload info` prints. Paths include both of their ends, and no communication. Sums stay at
/// 2^64 - 1 if they would exceed it.
struct WorkloadFacts {
  std::uint64_t tasks = 0;
  std::uint64_t edges = 0;          ///< equal edges between the same two tasks count once
  std::uint64_t critical_path = 0;  ///< largest sum of `cycles` along a path, of the jobs with most of them
  std::uint64_t total_work = 0;     ///< sum of cycles x jobs
  std::uint64_t depth = 0;          ///< tasks on the longest path
  std::uint64_t widest_level = 0;   ///< most tasks of one depth
  DecimalSum unit_critical_path;    ///< as critical_path, of `work`; 0 unless the workload is foreign
  DecimalSum unit_total_work;       ///< sum of `work`
};

/// A topological order by Kahn's algorithm: of several ready tasks the first one in the file. Or the tasks of a cycle.
struct TopologicalOrder {
  std::vector<std::uint32_t> order;  ///< all tasks; if there is a cycle, those that do not depend on one
  std::vector<std::uint32_t>
      cycle;  ///< empty: no cycle; else t0, t1, ..., each waits for the next, the last one for t0
};
TopologicalOrder topological_order(const Workload& workload);

/// Returns the facts. Precondition: the graph has no cycle.
WorkloadFacts facts(const Workload& workload);

/// Returns task indices in the order of submission: by submit cycle, then in the workload's order. `mean_times`: mean
/// time in cycles of every task on a machine, for the order `rank`; empty: the tasks' cycles. Precondition: the graph
/// has no cycle.
std::vector<std::uint32_t> submission_order(const Workload& workload, const std::vector<Cycle>& mean_times = {});

}  // namespace workload
}  // namespace gantry
