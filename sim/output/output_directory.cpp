// SPDX-License-Identifier: Apache-2.0
#include "output/output_directory.h"

#include <array>
#include <filesystem>
#include <system_error>

#include "gantry/scheduler/block_builder.h"
#include "output/run_report.h"
#include "result/output_names.h"

namespace gantry {

namespace {

/// Files that are written beside those of the reports.
constexpr std::array<const char*, 11> kFiles = {kSummaryFile,   kExperimentFile, kTimingFile,  kLatencyLoadPicture,
                                                kNetworkFile,   kSessionsFile,   kBatchesFile, kVisitsFile,
                                                kDecisionsFile, kPicksFile,      kReportFile};

std::vector<std::string> files() {
  std::vector<std::string> all(kFiles.begin(), kFiles.end());
  for (const ReportEntry& report : run_reports().entries()) {
    all.insert(all.end(), report.files.begin(), report.files.end());
  }
  return all;
}

}  // namespace

std::vector<std::string> output_paths(const std::string& directory) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& file) {
    paths.push_back((std::filesystem::path(directory) / file).string());
  };
  for (const std::string& file : files()) add(file);
  for (const char* ending : {".stim", ".vcd"}) add(std::string(kLockstepName) + ending);
  for (const char* ending : {".trace", ".vcd"}) add(std::string(kCoreLockstepName) + ending);
  for (const std::string_view block : kBuiltBlocks) {
    for (const char* ending : {".trace", ".vcd", ".fst"}) {
      for (const char* name : {kBlockLockstepName, kBlockAloneName}) add(name + std::string(block) + ending);
    }
  }
  return paths;
}

bool prepare_directory(const std::string& directory, Diagnostics& diagnostics) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(directory, error);
  if (error) {
    diagnostics.error({directory, 0, 0}, "cannot create the output directory (" + error.message() + ")");
    return false;
  }
  if (made) return true;
  for (const std::string& file : files()) {
    const std::filesystem::path path = std::filesystem::path(directory) / file;
    if (!std::filesystem::is_directory(path, error)) std::filesystem::remove(path, error);
  }
  return true;
}

}  // namespace gantry
