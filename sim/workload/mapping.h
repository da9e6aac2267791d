// SPDX-License-Identifier: Apache-2.0
// How the fields of a foreign format become ours (docs/workloads.md has the table). Readers fill a task's `work`, edges
// and bytes as the file has them; apply_mapping() makes cycles, jobs and bytes per job of them. Everything rounds up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/decimal.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"

namespace gantry {

/// Limits of every format, the native one included.
inline constexpr std::uint64_t kMaxTaskCycles = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kMaxTaskBytes = std::uint64_t{1} << 40;
inline constexpr std::uint32_t kMaxTaskJobs = 1 << 16;

/// Where the bytes that a job reads or writes come from.
enum class BytesFrom : std::uint8_t {
  data,   ///< what the file says that the task reads or writes
  edges,  ///< sum over its edges
  fixed,  ///< a number
};

struct MappedBytes {
  BytesFrom from = BytesFrom::data;
  std::uint64_t bytes = 0;  ///< per job, of BytesFrom::fixed
};

/// Names of CSV columns (or their numbers from 1) or of DOT attributes; empty = the format's own.
struct FieldNames {
  std::string time;
  std::string work;
  std::string bytes;
  std::string cls;
  std::string weight;
  std::string id;
};

enum class TimeUnit : std::uint8_t { s, ms, us, ns, cycles };

struct Mapping {
  Decimal cycles_per_unit{1, 0};    ///< of the file's time or work
  Decimal cycles_per_second{1, 9};  ///< of arrivals
  Decimal bytes_scale{1, 0};        ///< our bytes per byte of the file
  std::uint32_t jobs = 1;           ///< of every task, which share its work; 0 = one per core that the file gives it
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::optional<std::uint64_t> job_bytes;  ///< rounded up to whole words when it meets a machine
  std::string processor;
  std::string resources;  ///< a file of the times on each processor, beside the workload's
  SourcePosition resources_at;
  MappedBytes input;
  MappedBytes output;
  bool arrivals = true;  ///< arrivals become `submit`; else everything is there in cycle 0
  bool header = true;    ///< a CSV's first row names the columns
  char separator = ',';
  TimeUnit time_unit = TimeUnit::s;
  FieldNames fields;
};

/// The keys of `mapping` (gantry/base/keys.h).
void describe(KeyVisitor& keys, FieldNames& fields);
void describe(KeyVisitor& keys, Mapping& mapping);

/// Keys of `node` replace those of `mapping`. False when a problem was reported.
bool read_mapping(const YamlNode& node, const std::string& path, Mapping& mapping, Diagnostics& diagnostics);

/// A decimal number above 0 and at most 10^15, with at most 12 fraction digits.
std::optional<Decimal> read_decimal(const YamlNode& node, const std::string& what, Diagnostics& diagnostics);

/// Turns what a reader found into what the machine runs. Before: `work` (of each type instead, where they differ),
/// `after[].bytes`, `input_bytes` and `output_bytes` as in the file (of the whole task), `jobs` = its cores, `cls`,
/// `weight` and `submit` final. False when a number became too large, which is reported at its task.
bool apply_mapping(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics);

/// Sets `submit` from a time in the unit of the file's work. What is too late is reported at the task.
void submit_at(const Decimal& time, const Mapping& mapping, WorkloadTask& task, Diagnostics& diagnostics);

/// Foreign files with more tasks are refused, since a graph is held in memory.
inline constexpr std::uint64_t kMaxForeignTasks = std::uint64_t{1} << 22;

/// More problems than this in one file are not worth collecting.
inline constexpr std::size_t kMostProblems = 100;

/// Defaults of formats whose edges carry the bytes: a task reads what comes in and writes what goes out.
inline Mapping mapping_by_edges() {
  Mapping mapping;
  mapping.input.from = BytesFrom::edges;
  mapping.output.from = BytesFrom::edges;
  return mapping;
}

}  // namespace gantry
