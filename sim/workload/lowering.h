// SPDX-License-Identifier: Apache-2.0
// Lowering: from the operators of a model to tasks and their jobs (docs/workloads.md). An operator is cut along its
// extents into equal jobs, as many as the largest job and a processor's local memory require. The source `004`
// leaves the cut to the host, which writes the number of jobs into the descriptor.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/keys_fwd.h"
#include "gantry/workload/workload.h"
#include "text/yaml_node.h"
#include "workload/mapping.h"

namespace gantry {

/// Extent along which an operator is cut into jobs.
enum class Cut : std::uint8_t {
  automatic,  ///< along the channels and one other extent: the fewest bytes of those that fit into the local memory
  channels,   ///< output channels: a job reads its part of the weights and the complete input
  rows,       ///< rows of the output: a job reads all weights and its part of the input, with the rows around it
  tokens,     ///< rows of a product of matrices
  heads,      ///< independent products of matrices, groups
  none,       ///< one job
};

/// Efficiency of an operator that reaches the full rate, in millionths.
inline constexpr std::uint64_t kFullRate = 1000000;

/// Work per cycle of each type of processor.
struct RateByType {
  std::uint64_t any = 0;                                       ///< of all types, unless `by_type` has some
  std::vector<std::pair<std::string, std::uint64_t>> by_type;  ///< at most 2^27 each; empty: `any`
};

struct Lowering {
  RateByType macs_per_cycle{256, {}};
  RateByType elements_per_cycle{32, {}};
  /// Millionths of the rate that an operator of each OperatorKind reaches; 1..10^6.
  std::array<std::uint64_t, kOperatorKindNames.size()> efficiency = {kFullRate, kFullRate, kFullRate, kFullRate,
                                                                     kFullRate, kFullRate, kFullRate};
  std::optional<std::uint64_t> element_bits;  ///< of all tensors; nothing: as in the file
  std::uint64_t job_cycles = 32768;           ///< an operator has a job for each so many cycles on the fastest type
  std::optional<std::uint32_t> task_jobs;     ///< most jobs of a task; nothing: as many as the machine takes at once
  std::uint64_t local_bytes = 1 << 20;        ///< of a processor: the bytes that a job reads and writes fit into it
  Cut cut = Cut::automatic;
  bool fuse = true;               ///< element-wise operators join the operator before them
  bool complete_weights = false;  ///< every job reads all weights of its operator
  bool objects = false;           ///< tensors become data objects, and operators are cut along one extent
  std::string times;              ///< path of a table of operators' times, beside the workload's file; empty: none
  SourcePosition times_at;
  TimeUnit times_unit = TimeUnit::cycles;
  std::optional<Decimal> times_default;  ///< of an operator without a row, in that unit
  bool times_by_work = false;            ///< such an operator takes the time of its work; without both it is an error
};

/// Describes the keys of `lowering` (gantry/base/keys.h).
void describe(KeyVisitor& keys, Lowering& lowering);

/// Reads keys of `node`, which replace those of `lowering`. Returns false after a problem.
bool read_lowering(const YamlNode& node, const std::string& path, Lowering& lowering, Diagnostics& diagnostics);

/// Returns the most jobs that a machine takes at once for a task of this class and these processors.
using MostJobs = std::function<std::uint64_t(const WorkloadTask& task)>;

/// Sets jobs, cycles and bytes of the tasks that are operators. Fused operators disappear. An operator with more jobs
/// than a task can have becomes several tasks `<id>.0`, `<id>.1`, ... and an event `<id>` that waits for them. Notes
/// operators that do not fit into the local memory. `machine`: nothing, or the limit of Lowering::task_jobs.
/// Precondition: the graph has no cycle. Returns false if a number became too large, which is reported at its task.
bool apply_lowering(const Lowering& lowering, Workload& workload, Diagnostics& diagnostics,
                    const MostJobs& machine = {});

}  // namespace gantry
