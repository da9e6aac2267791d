// SPDX-License-Identifier: Apache-2.0
// Conversion of a foreign format's fields (docs/workloads.md has the table). Readers fill a task's `work`, edges and
// bytes as in the file. apply_mapping() computes cycles, jobs and bytes per job. All results are rounded up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"
#include "workload/collectives.h"

namespace gantry {

/// Limits of all formats, the native one included.
inline constexpr std::uint64_t kMaxTaskCycles = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMaxTaskBytes = std::uint64_t{1} << 40;
inline constexpr std::uint32_t kMaxTaskJobs = 1 << 16;

/// Source of the bytes that a job reads or writes.
enum class BytesFrom : std::uint8_t {
  data,   ///< the bytes that the file gives for the task
  edges,  ///< the sum over the task's edges
  fixed,  ///< a constant
};

struct MappedBytes {
  BytesFrom from = BytesFrom::data;
  std::uint64_t bytes = 0;  ///< bytes per job, for BytesFrom::fixed
};

/// Names of CSV columns (or their numbers from 1) or of DOT attributes; empty: the format's own.
struct FieldNames {
  std::string time;
  std::string work;
  std::string bytes;
  std::string cls;
  std::string weight;
  std::string id;
};

/// What a copy in a trace becomes.
enum class CopiesAs : std::uint8_t {
  time,   ///< a task that takes the measured time and moves nothing
  bytes,  ///< a communication task that moves its bytes
};

enum class TimeUnit : std::uint8_t { s, ms, us, ns, cycles };

/// What the communication nodes of a trace take.
enum class Communication : std::uint8_t {
  automatic,  ///< as `bytes` with several ranks; of one rank, `time` for the nodes that have one
  bytes,      ///< their bytes move
  time,       ///< their measured time passes
};

struct Mapping {
  Decimal cycles_per_unit{1, 0};  ///< cycles per unit of the file's time or work, with the clock kUsualClock
  bool timed = false;             ///< the unit is a time: cycles_per_unit follows the clock
  std::optional<Decimal> work;    ///< time of a task whose file gives none, in the file's unit; nothing: 0
  SourcePosition work_at;
  Decimal cycles_per_second{1, 9};  ///< cycles per second of arrivals
  Decimal bytes_scale{1, 0};        ///< our bytes per byte of the file
  std::uint32_t jobs = 1;  ///< jobs of each task, which share its work; 0: one per core that the file gives the task
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::optional<std::uint64_t> job_bytes;  ///< bytes of a job; rounded up to whole words for a machine
  std::string processor;
  std::string resources;  ///< path of a file with the times on each processor, beside the workload's
  SourcePosition resources_at;
  bool edges_are_data = false;  ///< edges with bytes become data objects, so no task moves their bytes otherwise
  MappedBytes input;
  MappedBytes output;
  bool arrivals = true;  ///< arrivals become `submit`; false: all tasks have submit cycle 0
  CopiesAs copies = CopiesAs::time;
  bool header = true;  ///< the first row of a CSV has the column names
  char separator = ',';
  TimeUnit time_unit = TimeUnit::s;
  bool time_unit_given = false;  ///< by a key; else the name of a column may say it
  FieldNames fields;
  std::vector<std::pair<std::string, std::uint64_t>> dimensions;  ///< sizes of the named dimensions of a model's inputs
  std::uint32_t ranks = 1;                                        ///< ranks of a trace, each with a file of its own
  SourcePosition ranks_at;
  bool same_trace = false;  ///< all ranks have the trace of the one file
  CollectiveAlgorithm collectives = CollectiveAlgorithm::ring;
  Communication communication = Communication::automatic;
  bool ctrl_deps = false;  ///< control dependences of a trace are edges, too
};

/// Most ranks of a trace.
inline constexpr std::uint32_t kMostRanks = 4096;

/// Adapts the cycles of times to a clock. Call before the keys of a file replace them.
void follow_clock(Mapping& mapping, std::uint32_t clock_mhz);

/// Describes the keys of `mapping` (gantry/base/keys.h).
void describe(KeyVisitor& keys, FieldNames& fields);
void describe(KeyVisitor& keys, Mapping& mapping);

/// Reads keys of `node`, which replace those of `mapping`. Returns false after a problem.
bool read_mapping(const YamlNode& node, const std::string& path, Mapping& mapping, Diagnostics& diagnostics);

/// Keys of a mapping that every graph of a file or of a generator uses; which ones use the others differs.
const std::vector<std::string_view>& graph_mapping_keys();

/// Keys of a mapping that every format of operators uses; the lowering decides the rest.
const std::vector<std::string_view>& operator_mapping_keys();

/// Notes the keys of the mapping `node` that change nothing. `used`: the keys that change something, `fields.time` for
/// one of the section `fields`. `where`: the workload, "in a workload of format `stg`".
void note_unused_keys(const YamlNode& node, const std::string& path, const std::vector<std::string_view>& used,
                      const std::string& where, Diagnostics& diagnostics);

enum class DecimalRange : std::uint8_t { above_zero, from_zero };
/// Reads a decimal number in the range and at most 10^15, with at most 12 fraction digits.
std::optional<Decimal> read_decimal(const YamlNode& node, const std::string& what, Diagnostics& diagnostics,
                                    DecimalRange range = DecimalRange::above_zero);

/// Converts the tasks of a reader into tasks for the machine. Input: `work` (or work by type) unless the file gives
/// none, `after[].bytes`, `input_bytes` and `output_bytes` of the complete task as in the file; `jobs` = its cores;
/// `cls`, `weight` and `submit` final. Returns false if a number became too large, which is reported at its task. Notes
/// tasks without a time, except events and communication.
bool apply_mapping(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics);

/// Sets `submit` from a time in the unit of the file's work. Too late a time is reported at the task.
void submit_at(const Decimal& time, const Mapping& mapping, WorkloadTask& task, Diagnostics& diagnostics);

/// Most tasks of a foreign file, because a graph is held in memory.
inline constexpr std::uint64_t kMaxForeignTasks = std::uint64_t{1} << 22;

/// Most problems that are collected for one file.
inline constexpr std::size_t kMostProblems = 100;

/// Default mapping of formats whose edges have the bytes: a task reads its incoming edges and writes its outgoing ones.
inline Mapping mapping_by_edges() {
  Mapping mapping;
  mapping.input.from = BytesFrom::edges;
  mapping.output.from = BytesFrom::edges;
  return mapping;
}

}  // namespace gantry
