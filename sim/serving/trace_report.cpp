// SPDX-License-Identifier: Apache-2.0
// trace: trace.json, with a track per engine, a slice per batch and a counter per batch queue.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/serving/serving_config.h"
#include "gantry/serving/serving_records.h"
#include "output/gauge_changes.h"
#include "output/gauge_fan_out.h"
#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/trace_events.h"
#include "result/output_names.h"
#include "serving/serving_experiment.h"

namespace gantry {
namespace {

constexpr std::uint32_t kNodes = 1;
constexpr std::uint32_t kQueues = 2;
constexpr Cycle kFlushInterval = 4096;  ///< cycles

class ServingTrace final : public RunReport, public ServingSink, public GaugeRecorder {
 public:
  ServingTrace(const ReportedRun& run, RunDirectory& directory);

  [[nodiscard]] bool ok() const override { return events_.ok(); }
  ServingSink* sessions() override { return this; }
  GaugeRecorder* gauges() override { return this; }
  void finish(const RanMachine* ran, Diagnostics& problems) override;

  void session_done(const SessionRecord& /*session*/) override {}
  void batch_done(const BatchRecord& batch) override;
  void visit_done(const VisitRecord& /*visit*/, const BatchRecord& /*batch*/) override {}
  std::uint32_t add(const Gauge& gauge) override;
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override;

 private:
  void reach(Cycle now);
  void flush(Cycle end);

  TraceEvents events_;
  std::vector<std::uint32_t> first_track_;  ///< per node, of its engines
  std::vector<std::size_t> front_engines_;  ///< per node: those up to the one that writes back
  std::vector<std::string> counters_;       ///< names as JSON
  std::vector<BatchRecord> held_;
  GaugeChanges changes_;
  Cycle next_flush_ = 0;
};

ServingTrace::ServingTrace(const ReportedRun& run, RunDirectory& directory)
    : events_(directory.file(true, kTraceFile), run.title, run.clock_mhz) {
  events_.name_process(kNodes, "inference nodes");
  std::uint32_t track = 1;
  for (const InferenceNodeConfig& node : run.serving->nodes) {
    first_track_.push_back(track);
    front_engines_.push_back(node.front_engines());
    for (const std::string& engine : node.engines) {
      events_.name_thread({kNodes, track}, node.engines.size() == 1 ? node.name : node.name + ": " + engine, track);
      ++track;
    }
  }
  events_.name_process(kQueues, "levels");
}

/// Within a cycle the units run in any order, so an interval is written after its last cycle.
void ServingTrace::reach(Cycle now) {
  if (now < next_flush_) return;
  flush(now / kFlushInterval * kFlushInterval);
  next_flush_ = (now / kFlushInterval + 1) * kFlushInterval;
}

void ServingTrace::batch_done(const BatchRecord& batch) {
  reach(batch.finished());
  held_.push_back(batch);
}

std::uint32_t ServingTrace::add(const Gauge& gauge) {
  counters_.push_back(
      json_string(gauge.block() == "nodes" ? "pending at " + gauge.name() : gauge.block() + ' ' + gauge.name()));
  return changes_.add(gauge.value());
}

void ServingTrace::changed(std::uint32_t id, Cycle now, std::uint64_t value) {
  reach(now);
  changes_.hold(id, now, value);
}

void ServingTrace::flush(Cycle end) {
  std::size_t done = 0;  // batches are ordered by their ends
  for (; done < held_.size() && held_[done].finished() < end; ++done) {
    const BatchRecord& batch = held_[done];
    const std::string name = json_string(fmt::format("batch {}", batch.number));
    const std::string args = fmt::format("\"requests\":{},\"priority\":{},\"selected\":{}", batch.requests,
                                         batch.priority_requests, batch.selected);
    Cycle from = batch.started;
    for (std::uint32_t e = 0; e < batch.engine_ends.size(); ++e) {
      if (e == front_engines_[batch.node]) from = batch.resumed;
      events_.slice({kNodes, first_track_[batch.node] + e}, "batch", name, from, batch.engine_ends[e], args);
      from = batch.engine_ends[e];
    }
  }
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(done));
  changes_.drain(end, [this](Cycle cycle, std::uint32_t counter, std::uint64_t value) {
    events_.counter(kQueues, counters_[counter], cycle, value);
  });
}

void ServingTrace::finish(const RanMachine* /*ran*/, Diagnostics& problems) {
  flush(kNever);
  events_.finish(problems);
}

}  // namespace

void add_serving_trace(ReportCatalogue& reports) {
  reports.add({"trace",
               "write `trace.json`",
               {kTraceFile},
               [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                 return std::make_unique<ServingTrace>(run, directory);
               }});
}

}  // namespace gantry
