// SPDX-License-Identifier: Apache-2.0
// A report is an output of a run that listens while the run goes on. Each is one file with a function that adds it to a
// catalogue; the experiment's `output` has a switch of its name, and a run has a ReportSet of those that are on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/diagnostics.h"
#include "gantry/explain/critical_path.h"
#include "gantry/network/interconnect.h"
#include "gantry/scheduler/records.h"
#include "gantry/serving/serving_records.h"
#include "gantry/workload/workload.h"
#include "output/gauge_fan_out.h"
#include "output/task_name.h"

namespace gantry {

inline namespace serving {
struct ServingConfig;
}
class RunDirectory;
struct RunInfo;

/// Of a timeline: about what a browser still opens at once.
inline constexpr std::uint64_t kUsualMaxBytes = 64000000;

/// What is known of a run before its first cycle.
struct ReportedRun {
  std::string title;
  std::string topology;
  std::uint32_t clock_mhz = 1000;
  TaskName task_name;                   ///< by host task number (of serving: by session)
  std::vector<std::string> processors;  ///< their names, in order of their numbers
  const Workload* workload = nullptr;   ///< nullptr or without tasks: no graph
  // Of runs of jobs:
  const Architecture* architecture = nullptr;
  bool of_machine = false;  ///< its records tell what every block waited for
  bool endless = false;     ///< a stream: what is kept must not grow with it
  TaskLinksOf links = {};   ///< between tasks; empty: none are known
  // Of runs of inference nodes:
  const ServingConfig* serving = nullptr;
};

/// What a run, or its last part, waited for.
struct RunCauses {
  CauseGraph graph;
  CriticalPath path;
};

/// ... and after its last one.
struct RanMachine {
  const InterconnectTraffic& traffic;
  Cycle cycles;
  const RunCauses* causes = nullptr;  ///< nullptr: nobody asked, or it has not come to its end
  std::string note = {};              ///< behind titles of pictures: " (unstable)"
};

/// A key of `output`: whether the report is on, from which cycle to the one before which, and how large its file may
/// be.
struct ReportSwitch {
  bool on = true;
  Cycle from = 0;
  Cycle to = kNever;
  std::uint64_t max_bytes = kUsualMaxBytes;
};

class RunReport {
 public:
  virtual ~RunReport() = default;
  /// False once its file could not be opened or written; finish() says why.
  [[nodiscard]] virtual bool ok() const { return true; }
  /// Writes what is left. `ran` is nullptr if nothing was simulated, since an output could not be opened.
  virtual void finish(const RanMachine* ran, Diagnostics& problems) = 0;
  /// What it has to say in the run's summary; after finish().
  virtual void summarise(RunInfo& /*info*/) const {}

  // Who of it listens; nullptr: nobody.
  virtual RecordSink* records() { return nullptr; }     ///< tasks and jobs
  virtual ServingSink* sessions() { return nullptr; }   ///< sessions and batches of inference nodes
  virtual GaugeRecorder* gauges() { return nullptr; }   ///< levels and stalls of the blocks
  virtual GaugeRecorder* signals() { return nullptr; }  ///< what waveforms have in addition
  virtual PacketSink* packets(const Interconnect& /*net*/) { return nullptr; }
  /// Whether it wants to know what links carried when: InterconnectTraffic::over_time.
  [[nodiscard]] virtual bool follows_links() const { return false; }
};

struct ReportEntry {
  std::string name;                ///< of the report and of its key in `output`
  std::string summary;             ///< one line for `gantry list` and the key's meaning
  std::vector<std::string> files;  ///< what it writes: taken away before a run, whether it is on or off
  std::function<std::unique_ptr<RunReport>(const ReportedRun&, const ReportSwitch&, RunDirectory&)> make;
  bool on = true;           ///< unless the experiment says otherwise
  bool of_streams = true;   ///< ... of streams, too
  bool windowed = false;    ///< its key may name the cycles that it is about
  bool limited = false;     ///< ... and how large its file may be
  bool of_machine = false;  ///< needs the machine: a replay on the ideal calendar has none
  bool asks_why = false;    ///< wants RanMachine::causes
};

using ReportCatalogue = NamedList<ReportEntry>;

/// Reports of a run of jobs: those of this folder.
const ReportCatalogue& run_reports();
/// The ones among them that any interconnect has.
const ReportCatalogue& traffic_reports();

}  // namespace gantry
