// SPDX-License-Identifier: Apache-2.0
// Makes the tasks of streams of graphs while the host takes them, one instance after the other in order of arrival (of
// several in one cycle the stream that the experiment names first). What is kept is one instance of each stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/graph_stream.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"

namespace gantry {

class GraphStreamSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing. The streams must outlive the source. The same seed gives the same
  /// arrivals, each stream's from its number: a stream more behind them changes none.
  GraphStreamSource(const std::vector<GraphStream>& streams, const Architecture& architecture, std::uint64_t seed);

  bool next(Task& task) override;
  [[nodiscard]] std::uint64_t total() const override { return total_; }
  [[nodiscard]] bool is_list() const override { return false; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override;

 private:
  struct Stream {
    std::vector<Task> tasks;                ///< of an instance, in order of submission; `after` counts from its first
    std::vector<std::uint32_t> successors;  ///< how many each of them has
    std::unique_ptr<ArrivalProcess> arrivals;
    Cycle arrival = 0;  ///< of the next instance
    std::uint64_t instance = 0;
    std::uint64_t count = 0;
    std::optional<Cycle> deadline;  ///< after the arrival
  };

  [[nodiscard]] Stream* earliest();

  std::vector<Stream> streams_;
  Stream* current_ = nullptr;  ///< whose instance is being submitted
  std::size_t at_ = 0;         ///< place of its next task
  std::uint64_t base_ = 0;     ///< host number of its first task
  std::uint64_t made_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace gantry
