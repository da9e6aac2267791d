// SPDX-License-Identifier: Apache-2.0
// A task graph as the host submits it to one machine: in submission order, with everything resolved that the graph
// leaves to the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/architecture.h"
#include "core/task.h"
#include "core/workload.h"

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

/// `bytes` rounded up to a whole number of words of all processors that may run the type.
std::uint64_t whole_words(const Architecture& architecture, ProcessorType type, std::uint64_t bytes);

/// Rounds the job sizes of a foreign workload up to whole words. Types that the machine lacks are left alone.
void round_job_bytes(Workload& workload, const Architecture& architecture);

class GraphSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing. The workload must outlive the source.
  GraphSource(const Workload& workload, const Architecture& architecture);

  bool next(Task& task) override;
  [[nodiscard]] std::uint64_t total() const override { return order_.size(); }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return workload_.tasks[order_[number]].id; }

 private:
  void resolve(const WorkloadTask& from, Task& task) const;

  const Workload& workload_;
  std::vector<std::string> types_;
  std::vector<std::uint64_t> job_bytes_;  ///< default by type; the last one for any
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> number_;  ///< host number by task index
  std::size_t at_ = 0;
};

}  // namespace gantry
