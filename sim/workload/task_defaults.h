// SPDX-License-Identifier: Apache-2.0
// What a task leaves to the machine: the processors that may run it, the size of its jobs, the bytes it moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Names of the processor types by ProcessorType, in the order of their first group.
std::vector<std::string> processor_types(const Architecture& architecture);

/// Types of processors that may run a task, ascending; none named: all but dma.
using TypeSet = std::vector<ProcessorType>;

/// The types that a task may run on: those for which it names cycles, or the one that it asks for, and communication
/// without one a dma. Nothing if the machine has none of them.
std::optional<TypeSet> types_for(const WorkloadTask& task, const std::vector<std::string>& types);

/// Whether processors of a type, by its name, are of the set.
bool contains(const TypeSet& set, std::string_view type, const std::vector<std::string>& types);

/// Cycles of a job of `task` on processors of a type of types_for(task), at speed 1.
std::uint64_t cycles_on(const WorkloadTask& task, std::string_view type);

/// Words beyond this are not added up any more; no processor takes so large a job.
inline constexpr std::uint64_t kMaxWord = std::uint64_t{1} << 41;

/// Job size of a task that names none: least common multiple of the words of all processors that may run it by type,
/// at most kMaxWord.
std::uint64_t default_job_bytes(const Architecture& architecture, const TypeSet& set);

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
  /// The same for a task of a graph, which may have cycles for several types; its `cycles` are set.
  void settle(Task& task, const WorkloadTask& from) const;

 private:
  static void settle_bytes(Task& task, std::uint64_t word, std::optional<std::uint64_t> job_bytes, JobSize size);

  std::vector<std::string> types_;
  std::vector<std::uint64_t> words_;  ///< by type
  std::uint64_t any_word_;            ///< of all but dma
};

}  // namespace gantry
