// SPDX-License-Identifier: Apache-2.0
// A report is an output of a run that observes it. Each report is one file, with a function that adds it to a
// catalogue. The experiment's `output` has a switch of its name, and a run has a ReportSet of those that are on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/diagnostics.h"
#include "gantry/explain/causes.h"
#include "gantry/explain/response_table.h"
#include "gantry/network/packet_record.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/scheduler/records.h"
#include "gantry/serving/serving_records.h"
#include "gantry/workload/workload.h"
#include "output/gauge_fan_out.h"
#include "output/report_switch.h"
#include "output/request_record.h"
#include "output/task_name.h"

namespace gantry {

inline namespace network {
struct InterconnectTraffic;
}  // namespace network
inline namespace platform {
struct Architecture;
}  // namespace platform
inline namespace serving {
struct ServingConfig;
}  // namespace serving

class RunDirectory;
struct RunCauses;
struct RunInfo;

/// Data of a run before its first cycle, for reports.
struct ReportedRun {
  std::string title;
  std::string topology;
  std::uint32_t clock_mhz = 1000;
  TaskName task_name;                   ///< by host task number; of serving by session number
  std::vector<std::string> processors;  ///< names of the processors, by number
  const Workload* workload = nullptr;   ///< nullptr or without tasks: no graph
  // For runs of jobs:
  const Architecture* architecture = nullptr;
  bool of_machine = false;                 ///< records have the stamps of all blocks
  bool endless = false;                    ///< a stream: memory of a report must not grow with it
  TaskLinksOf links = {};                  ///< links between tasks; empty: unknown
  bool requests = false;                   ///< several instances of streams serve a request
  std::vector<JudgedStream> streams = {};  ///< those whose instances are judged, by number
  bool has_data = false;                   ///< tasks read or write data objects
  bool has_faults = false;                 ///< processors, memory or stores may fail
  bool has_network_faults = false;         ///< links or routers fail
  bool has_control_faults = false;         ///< some of these are of the control network
  bool memory_fails = false;               ///< memory may fail
  bool stores_die = false;                 ///< local stores may die
  /// Simulates the experiment without its faults, and fills RunInfo::without_faults. Empty: it has no faults.
  std::function<void(RunInfo&)> without_faults = {};
  std::function<std::string(std::uint32_t)> object_name = {};  ///< by index in TaskSource::objects()
  std::vector<std::string> stores = {};                        ///< names of the local stores, by number
  bool own_block = false;                                      ///< somebody's own block decides alone in the machine
  // For runs of inference nodes:
  const ServingConfig* serving = nullptr;
};

/// A simulated machine after its last cycle.
struct RanMachine {
  const InterconnectTraffic& traffic;
  Cycle cycles;
  const RunCauses* causes = nullptr;                 ///< nullptr: no report requested them, or the run did not complete
  std::string note = {};                             ///< appended to titles of pictures, such as " (unstable)"
  const InterconnectTraffic* control = nullptr;      ///< of the control network; nullptr: none
  const std::vector<FaultRecord>* faults = nullptr;  ///< those that began; nullptr: none
  const std::vector<Cycle>* busy_of_streams = nullptr;              ///< RunStats::busy_of_streams
  const std::vector<NetworkFaultRecord>* network_faults = nullptr;  ///< those that began; nullptr: none
  const std::vector<MemoryFaultRecord>* memory_faults = nullptr;    ///< as `faults`
  const std::vector<StoreFaultRecord>* store_faults = nullptr;      ///< as `faults`
  const std::vector<PacketHold>* holds = nullptr;                   ///< messages that these held up; nullptr: none
};

class RunReport {
 public:
  virtual ~RunReport() = default;
  /// Whether its file could be opened and written so far; finish() reports the error.
  [[nodiscard]] virtual bool ok() const { return true; }
  /// Writes the rest. `ran`: nullptr if an output could not be opened and nothing was simulated.
  virtual void finish(const RanMachine* ran, Diagnostics& problems) = 0;
  /// The report's part of the summary. Call after finish().
  virtual void summarise(RunInfo& /*info*/) const {}

  // Observers of the run that belong to the report; nullptr: none.
  virtual RecordSink* records() { return nullptr; }     ///< tasks and jobs
  virtual RequestSink* requests() { return nullptr; }   ///< requests of streams
  virtual ServingSink* sessions() { return nullptr; }   ///< sessions and batches of inference nodes
  virtual GaugeRecorder* gauges() { return nullptr; }   ///< levels and stalls of the blocks
  virtual GaugeRecorder* signals() { return nullptr; }  ///< what waveforms have in addition
  virtual PacketSink* packets(const std::vector<std::string>& /*terminals*/) { return nullptr; }
  /// Whether it needs the load of links over time: InterconnectTraffic::over_time.
  [[nodiscard]] virtual bool follows_links() const { return false; }
};

struct ReportEntry {
  std::string name;                ///< name of the report, and of its key in `output`
  std::string summary;             ///< one line for `gantry list` and the key's meaning
  std::vector<std::string> files;  ///< files that it writes; they are removed before every run
  std::function<std::unique_ptr<RunReport>(const ReportedRun&, const ReportSwitch&, RunDirectory&)> make;
  bool on = true;           ///< default of its switch
  bool of_streams = true;   ///< the default also holds for streams
  bool windowed = false;    ///< its key may set the cycles that it covers
  bool limited = false;     ///< its key may set the largest size of its file
  bool of_machine = false;  ///< needs the machine; a replay on the ideal calendar has none
  bool asks_why = false;    ///< needs RanMachine::causes
};

}  // namespace gantry
