// SPDX-License-Identifier: Apache-2.0
// A task graph as the host submits it to one machine: in submission order, with everything resolved that the graph
// leaves to the machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/architecture.h"
#include "core/task.h"
#include "core/workload.h"
#include "workload/task_defaults.h"

namespace gantry {

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
  TaskDefaults defaults_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> number_;  ///< host number by task index
  std::size_t at_ = 0;
};

}  // namespace gantry
