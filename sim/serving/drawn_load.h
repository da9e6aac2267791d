// SPDX-License-Identifier: Apache-2.0
// Random arrivals, passes and service times of an experiment.
#pragma once

#include <memory>
#include <vector>

#include "gantry/serving/serving_load.h"
#include "serving/serving_experiment.h"

namespace gantry {

class DrawnLoad final : public ServingLoad {
 public:
  /// The same seed gives the same numbers. The experiment must outlive the load.
  explicit DrawnLoad(const ServingExperiment& experiment);

  bool next(SessionArrival& arrival) override;
  [[nodiscard]] std::uint64_t total() const override { return total_; }
  std::uint64_t passes(NodeId node, std::uint64_t work) override;
  Cycle service_cycles(NodeId node, std::uint32_t engine, std::uint64_t requests) override;
  /// Sessions are drawn again, as many as were taken.
  bool archive(Archive& state) override;

 private:
  struct Stream {
    std::unique_ptr<ArrivalProcess> process;
    std::uint64_t left = 0;
    SessionArrival next;
  };
  void advance(Stream& stream);

  const ServingExperiment& experiment_;
  std::vector<Stream> streams_;
  std::vector<RandomBits> pass_bits_;
  std::vector<RandomBits> service_bits_;
  std::uint64_t total_ = 0;
  std::uint64_t taken_ = 0;  ///< sessions that next() has given
};

}  // namespace gantry
