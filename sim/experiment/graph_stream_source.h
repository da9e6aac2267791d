// SPDX-License-Identifier: Apache-2.0
// Task source of streams of graphs. It makes one instance after the other in order of arrival; instances of the same
// cycle in the order of the streams. It keeps one instance of each stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/graph_stream.h"
#include "experiment/instance_values.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/task.h"
#include "workload/stream.h"

namespace gantry {

class GraphStreamSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing. The streams must outlive the source. The same seed gives the same
  /// arrivals. The arrivals of a stream depend on its number, so streams added at the end do not change others.
  GraphStreamSource(const std::vector<GraphStream>& streams, const Architecture& architecture, std::uint64_t seed);

  bool next(Task& task) override;
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override {
    return objects_.empty() ? nullptr : &objects_;
  }
  /// Returns STREAM/ID.
  [[nodiscard]] std::string object_name(std::uint32_t object) const override;
  [[nodiscard]] std::uint64_t total() const override { return total_; }
  [[nodiscard]] bool is_list() const override { return false; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override;

 private:
  struct Stream {
    explicit Stream(const GraphStream& graph) : from(graph), values(graph.workload) {}
    const GraphStream& from;
    InstanceValues values;
    std::uint32_t first_object = 0;    ///< its index in `objects_`; the others follow
    std::vector<std::uint32_t> index;  ///< index in the workload of each task
    std::vector<Task> tasks;  ///< tasks of one instance, in order of submission; `after` counts from its first task
    std::vector<std::uint32_t> successors;  ///< number of successors of each task
    std::unique_ptr<ArrivalProcess> arrivals;
    Cycle arrival = 0;  ///< arrival of the next instance
    std::uint64_t instance = 0;
    std::uint64_t count = 0;
    std::optional<Cycle> deadline;  ///< cycles from the arrival
  };

  [[nodiscard]] Stream* earliest();

  std::uint64_t seed_;
  std::vector<Stream> streams_;
  std::vector<ObjectShape> objects_;  ///< of all streams
  Stream* current_ = nullptr;         ///< stream whose instance is being submitted
  std::size_t at_ = 0;                ///< index of its next task
  std::uint64_t base_ = 0;            ///< host number of the instance's first task
  std::uint64_t made_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace gantry
