// SPDX-License-Identifier: Apache-2.0
// What a task leaves to the machine: the processors that may run it, the size of its jobs, the bytes it moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Names of the processor types by ProcessorType, in the order of their first group.
std::vector<std::string> processor_types(const Architecture& architecture);

/// The type that a task needs: kAnyType without one, except that communication needs a dma; nothing if no group is of
/// it.
std::optional<ProcessorType> required_type(const WorkloadTask& task, const std::vector<std::string>& types);

/// Whether processors of a group may run jobs of this type, whatever their size.
bool runs_type(const ProcessorGroup& group, ProcessorType type, const std::vector<std::string>& types);

/// Words beyond this are not added up any more; no processor takes so large a job.
inline constexpr std::uint64_t kMaxWord = std::uint64_t{1} << 41;

/// Job size of a task that names none: least common multiple of the words of all processors that may run it by type,
/// at most kMaxWord.
std::uint64_t default_job_bytes(const Architecture& architecture, ProcessorType type);

/// Rounds the job sizes of a foreign workload up to whole words. Types that the machine lacks are left alone.
void round_job_bytes(Workload& workload, const Architecture& architecture);

/// The one place that knows the defaults, for graphs and for streams.
class TaskDefaults {
 public:
  enum class JobSize : std::uint8_t { as_given, whole_words };  ///< whole words: rounded up

  explicit TaskDefaults(const Architecture& architecture);

  /// Completes a task whose class and bytes are set: its type by `processor` (a name, or empty), its job size
  /// (`job_bytes`, or one word of the type), and what a communication task without bytes of its own moves.
  void settle(Task& task, const std::string& processor, std::optional<std::uint64_t> job_bytes,
              JobSize size = JobSize::as_given) const;

 private:
  std::vector<std::string> types_;
  std::vector<std::uint64_t> words_;  ///< by type; the last one for any
};

}  // namespace gantry
