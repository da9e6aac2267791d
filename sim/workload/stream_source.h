// SPDX-License-Identifier: Apache-2.0
// Task source that draws the tasks of a stream one by one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"
#include "workload/stream.h"

namespace gantry {

class StreamSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing. The same seed gives the same tasks. The stream must outlive the
  /// source.
  StreamSource(const StreamSpec& stream, const Architecture& architecture, std::uint64_t seed);

  bool next(Task& task) override;
  [[nodiscard]] std::uint64_t total() const override { return stream_.tasks; }
  [[nodiscard]] bool is_list() const override { return false; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }

 private:
  const StreamSpec& stream_;
  std::vector<Task> by_class_;  ///< the fields that depend only on a task's class
  RandomBits class_bits_;
  RandomBits weight_bits_;
  RandomBits jobs_bits_;
  RandomBits cycles_bits_;
  RandomBits streams_bits_;
  std::unique_ptr<ArrivalProcess> arrivals_;
  std::uint64_t made_ = 0;
};

/// Returns one task for each class and number of jobs that the stream may draw. The machine must be able to run them
/// all.
Workload representatives(const StreamSpec& stream);

}  // namespace gantry
