// SPDX-License-Identifier: Apache-2.0
// Defaults of a task that depend on the machine: the processors that may run it, its job size, its bytes.
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

/// Returns the types of processors for a task, ascending. If none is named: all but dma.
using TypeSet = std::vector<ProcessorType>;

/// Returns the types that such jobs of a task of this class may run on: those for which they have cycles, or the
/// required one; for a communication task without one, dma. Nothing: the machine has none of them.
std::optional<TypeSet> types_for(const WorkloadJobShape& jobs, TaskClass cls, const std::vector<std::string>& types);

/// Whether processors of this type name are in the set.
bool contains(const TypeSet& set, std::string_view type, const std::vector<std::string>& types);

/// Returns the cycles of a job at speed 1 on processors of a type of types_for().
std::uint64_t cycles_on(const WorkloadJobShape& jobs, std::string_view type);
/// Returns the set-up of a job of `task` beside that of its processor.
inline Cycle set_up_of(const WorkloadTask& task) { return task.load ? task.load->set_up_cycles : 0; }

/// Largest least common multiple of words; no processor takes a larger job.
inline constexpr std::uint64_t kMaxWord = std::uint64_t{1} << 41;

/// Returns the job size of a task without one: the least common multiple of the words of all processors that may run it
/// by type, at most kMaxWord.
std::uint64_t default_job_bytes(const Architecture& architecture, const TypeSet& set);

/// Rounds the job sizes of a foreign workload up to whole words. Tasks for types that the machine lacks stay unchanged.
void round_job_bytes(Workload& workload, const Architecture& architecture);

/// All defaults in one place, for graphs and for streams.
class TaskDefaults {
 public:
  enum class JobSize : std::uint8_t { as_given, whole_words };  ///< whole_words: job sizes are rounded up

  explicit TaskDefaults(const Architecture& architecture);

  /// What the input says of a task beside its class and bytes.
  struct Given {
    const std::string& processor;            ///< name of its type; or empty
    std::optional<std::uint64_t> job_bytes;  ///< default: one word of the type
    bool bytes = false;                      ///< as WorkloadTask::bytes_given
    JobSize size = JobSize::as_given;
  };

  /// Completes a task whose class and bytes are set: its type, its job size, and the default bytes of a communication
  /// task.
  void settle(Task& task, const Given& given) const;
  /// Fills the shapes of the jobs of a task of a graph, whose class is set.
  void settle(Task& task, const WorkloadTask& from) const;

 private:
  void settle(JobShape& jobs, TaskClass cls, const Given& given) const;
  void settle(JobShape& jobs, TaskClass cls, const WorkloadJobShape& from, bool has_data) const;
  static void settle_bytes(JobShape& jobs, TaskClass cls, std::uint64_t word, const Given& given);

  std::vector<std::string> types_;
  std::vector<std::uint64_t> words_;  ///< by type
  std::uint64_t any_word_;            ///< least common multiple of the words of all types but dma
};

}  // namespace gantry
