// SPDX-License-Identifier: Apache-2.0
// Names of the files of a run, for those who write them and those who read them back. result/tables.h has the columns
// of the tables.
#pragma once

namespace gantry {

inline constexpr const char* kSummaryFile = "summary.json";
inline constexpr const char* kExperimentFile = "experiment.yaml";
inline constexpr const char* kTimingFile = "timing.json";
inline constexpr const char* kTasksFile = "tasks.csv";
inline constexpr const char* kJobsFile = "jobs.csv";
inline constexpr const char* kPicksTable = "picks.csv";
inline constexpr const char* kResidencyTable = "residency.csv";
inline constexpr const char* kFaultsTable = "faults.csv";
inline constexpr const char* kNetworkFaultsTable = "network_faults.csv";
inline constexpr const char* kEdgesFile = "edges.csv";
inline constexpr const char* kRequestsFile = "requests.csv";
inline constexpr const char* kPathFile = "critical_path.csv";
inline constexpr const char* kSlackFile = "slack.csv";
inline constexpr const char* kTraceFile = "trace.json";
inline constexpr const char* kPerfettoFile = "trace.perfetto-trace";
inline constexpr const char* kKonataFile = "pipeline.kanata";
inline constexpr const char* kWavesFile = "waves.vcd";

inline constexpr const char* kLinksFile = "links.csv";
inline constexpr const char* kLinkLoadFile = "link_load.csv";
inline constexpr const char* kControlLinksFile = "control_links.csv";
inline constexpr const char* kControlLinkLoadFile = "control_link_load.csv";
inline constexpr const char* kPacketsFile = "packets.csv";
inline constexpr const char* kNetworkPicture = "network.svg";
inline constexpr const char* kLatencyPicture = "latency.svg";
inline constexpr const char* kLatencyLoadPicture = "latency_load.svg";
inline constexpr const char* kSaturationFolder = "saturation";
inline constexpr const char* kNetworkFile = "network.json";  ///< of `gantry network`

inline constexpr const char* kPicksFile = "picks.txt";  ///< of `gantry pick`

inline constexpr const char* kWhatIfFile = "whatif.json";  ///< of `gantry whatif`
inline constexpr const char* kWhatIfTable = "whatif.csv";
inline constexpr const char* kWhatIfPicture = "whatif.svg";

// Of `gantry sweep`:
inline constexpr const char* kStudyFile = "study.json";
inline constexpr const char* kPointsTable = "points.csv";
inline constexpr const char* kParetoTable = "pareto.csv";
inline constexpr const char* kRepeatsTable = "repeats.csv";
inline constexpr const char* kStudyDatabase = "study.sqlite";
inline constexpr const char* kPointsFolder = "points";
inline constexpr const char* kPointFile = "point.json";  ///< of each point beside its summary

// Of `gantry regress`:
inline constexpr const char* kCasesFolder = "cases";

inline constexpr const char* kLockstepName = "lockstep";  ///< lockstep.stim, lockstep.vcd: where two engines differ
inline constexpr const char* kBlockLockstepName = "lockstep_";     ///< and a block's name: .trace, .vcd and .fst
inline constexpr const char* kBlockAloneName = "alone_";           ///< ... of one that says what it may not
inline constexpr const char* kCoreLockstepName = "lockstep_core";  ///< .trace and .vcd, of the dispatch core

inline constexpr const char* kReportFile = "report.html";  ///< of `gantry report`

inline constexpr const char* kSummarySchema = "gantry-summary-1";

inline constexpr const char* kPickSchema = "gantry-pick-1";
inline constexpr const char* kWhatIfSchema = "gantry-whatif-1";
inline constexpr const char* kStoredSchema = "gantry-stored-1";
inline constexpr const char* kTimingSchema = "gantry-timing-1";

// Of a serving run (docs/serving.md):
inline constexpr const char* kSessionsFile = "sessions.csv";
inline constexpr const char* kBatchesFile = "batches.csv";
inline constexpr const char* kVisitsFile = "visits.csv";
inline constexpr const char* kDecisionsFile = "decisions.csv";

inline constexpr const char* kServingSchema = "gantry-serving-1";
inline constexpr const char* kExplainSchema = "gantry-explain-1";
inline constexpr const char* kNetworkSchema = "gantry-network-1";

}  // namespace gantry
