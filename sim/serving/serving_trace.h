// SPDX-License-Identifier: Apache-2.0
// trace.json of a serving run: a track per engine with a slice per batch, a counter per batch queue.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/serving/serving_records.h"
#include "report/gauge_changes.h"
#include "report/gauge_fan_out.h"
#include "report/output_place.h"
#include "report/trace_events.h"
#include "serving/serving_experiment.h"

namespace gantry {

class ServingTrace final : public ServingSink, public GaugeRecorder {
 public:
  ServingTrace(const OutputPlace& place, const ServingExperiment& experiment);

  void session_done(const SessionRecord& /*session*/) override {}
  void batch_done(const BatchRecord& batch) override;
  void visit_done(const VisitRecord& /*visit*/, const BatchRecord& /*batch*/) override {}
  std::uint32_t add(const Gauge& gauge) override;
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override;

  [[nodiscard]] bool ok() const { return events_.ok(); }
  void finish(Diagnostics& problems);

 private:
  void reach(Cycle now);
  void flush(Cycle end);

  const ServingConfig& config_;
  TraceEvents events_;
  std::vector<std::uint32_t> first_track_;  ///< per node, of its engines
  std::vector<std::string> counters_;       ///< names as JSON
  std::vector<BatchRecord> held_;
  GaugeChanges changes_;
  Cycle next_flush_ = 0;
};

}  // namespace gantry
