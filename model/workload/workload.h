// SPDX-License-Identifier: Apache-2.0
// A task graph as a user wrote it: data, before it meets a machine. Readers produce it; the run, the planners and
// `gantry workload` consume it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/source_position.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace workload {

/// A dependence on an earlier task of the same workload.
struct WorkloadEdge {
  std::uint32_t task = 0;   ///< index of the predecessor in Workload::tasks
  std::uint64_t bytes = 0;  ///< data that travels along the edge (planners only)
  bool critical = false;    ///< marked as critical in the file (planners only)
};

/// Compute cycles of a job on one type of processor, at speed 1.
struct TypeCycles {
  std::string type;
  std::uint64_t cycles = 0;
  Decimal work = {};  ///< as WorkloadTask::work
};

struct WorkloadTask {
  std::string id;
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;                ///< 1..256
  std::uint32_t jobs = 1;                  ///< power of two, 1..2^16; 0 for an event task
  std::optional<std::uint64_t> job_bytes;  ///< default: one word of the processors that may run it
  std::uint64_t cycles = 0;                ///< compute cycles per job at speed 1; the least, if they differ by type
  std::vector<TypeCycles> cycles_by_type;  ///< the types that may run it, each once; empty: `processor` says
  std::string processor;                   ///< required type; empty = any (dma for a communication task)
  std::vector<WorkloadEdge> after;
  Cycle submit = 0;                ///< earliest cycle in which the host may begin to write it
  std::uint32_t stream = 0;        ///< who submits it, 0..kMostStreams-1
  std::optional<Cycle> deadline;   ///< by which it should be done, in cycles after `submit`
  std::uint64_t input_bytes = 0;   ///< per job, read from global memory before it computes
  std::uint64_t output_bytes = 0;  ///< per job, written after it has computed
  Decimal work;  ///< its own time in Workload::unit, the least if they differ by type; only in a foreign workload
  SourcePosition where;
};

/// In which order tasks of one submit cycle are submitted: topological, then as in the file; by depth, then as in the
/// file; by the longest mean time to an exit, topological.
enum class SubmissionOrder : std::uint8_t { file, level, rank };
inline constexpr std::array<std::string_view, 3> kSubmissionOrderNames = {"file", "level", "rank"};

struct Workload {
  std::string name;
  std::string format;           ///< name of the reader that made it
  std::string unit = "cycles";  ///< the file's own time unit
  std::string sha256;           ///< of the file's content; empty: it is of no file
  std::string beside;           ///< a second file that it needed, or empty
  bool foreign = false;         ///< the tasks have `work` in that unit, from which a mapping made their cycles
  std::optional<double> span;   ///< seconds from the first to the last arrival, where the file has arrivals
  SourcePosition where;
  std::vector<WorkloadTask> tasks;
  SubmissionOrder order = SubmissionOrder::file;
};

/// What `gantry workload info` prints; no communication, both ends of a path included.
struct WorkloadFacts {
  std::uint64_t tasks = 0;
  std::uint64_t edges = 0;          ///< exact duplicates counted once
  std::uint64_t critical_path = 0;  ///< largest sum of the tasks' `cycles` along a path
  std::uint64_t total_work = 0;     ///< sum of cycles x jobs
  std::uint64_t depth = 0;          ///< tasks on the longest path
  std::uint64_t widest_level = 0;   ///< most tasks at the same depth
  double unit_critical_path = 0.0;  ///< as critical_path, of the tasks' `work`; 0 unless the workload is foreign
  double unit_total_work = 0.0;     ///< sum of the tasks' `work`
};

/// Topological order (Kahn's; among the ready tasks the earlier in the file first), or the tasks of one cycle.
struct TopologicalOrder {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t>
      cycle;  ///< empty when the graph has none; else t0, t1, ..., each waits for the next, the last for t0
};
TopologicalOrder topological_order(const Workload& workload);

/// Precondition: the graph has no cycle.
WorkloadFacts facts(const Workload& workload);

/// Indices in the order in which the host submits: submit cycle, then the workload's order. `mean_times`: of every task
/// on a machine, for `rank` alone; without them the tasks' cycles.
std::vector<std::uint32_t> submission_order(const Workload& workload, const std::vector<Cycle>& mean_times = {});

}  // namespace workload
}  // namespace gantry
