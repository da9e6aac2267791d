// SPDX-License-Identifier: Apache-2.0
// Task source of streams of graphs. It makes one instance after the other in order of arrival; instances of the same
// cycle in the order of the streams. Tasks with a `submit` of their own come so many cycles later, and other instances
// between them (docs/workloads.md, "Streams of graphs"). It keeps one instance of each stream, and those of which some
// tasks are made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiment/stream_graph.h"
#include "experiment/waiting_instances.h"
#include "workload/stream.h"

namespace gantry {

class GraphStreamSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing, and no stream follows another or repeats. The streams must outlive
  /// the source. The same seed gives the same arrivals. The arrivals of a stream depend on its number, so streams added
  /// at the end do not change others.
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
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override {
    return streams_[stream].graph.links(number, place);
  }

 private:
  struct Stream {
    StreamGraph graph;
    std::unique_ptr<ArrivalProcess> arrivals;
    Cycle arrival = 0;           ///< arrival of the next instance
    Cycle due = 0;               ///< `submit` of its first task
    std::uint64_t instance = 0;  ///< its number
    std::uint64_t count = 0;
  };

  void take_arrival(Stream& stream);
  [[nodiscard]] Stream* earliest();
  /// Makes the next instance current: one that waits, or a new one. Returns false if there is none.
  bool choose();

  std::uint64_t seed_;
  std::vector<ObjectShape> objects_;  ///< of all streams
  std::vector<Stream> streams_;
  Stream* current_ = nullptr;       ///< stream whose instance is being submitted
  StreamGraph::Instance instance_;  ///< that instance
  Stream* begun_ = nullptr;         ///< stream that has begun an instance and not looked for the next one
  WaitingInstances waiting_;
  std::uint64_t made_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace gantry
