// SPDX-License-Identifier: Apache-2.0
#include "report/output_directory.h"

#include <array>
#include <filesystem>
#include <system_error>

#include "readback/output_names.h"

namespace gantry {

namespace {

constexpr std::array<const char*, 18> kFiles = {
    kSummaryFile,        kExperimentFile, kTimingFile,   kTasksFile,   kJobsFile,       kEdgesFile,
    kTraceFile,          kWavesFile,      kLinksFile,    kPacketsFile, kNetworkPicture, kLatencyPicture,
    kLatencyLoadPicture, kNetworkFile,    kSessionsFile, kBatchesFile, kVisitsFile,     kPicksFile};

}  // namespace

std::vector<std::string> output_paths(const std::string& directory) {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& file) {
    paths.push_back((std::filesystem::path(directory) / file).string());
  };
  for (const char* file : kFiles) add(file);
  for (const char* ending : {".stim", ".vcd"}) add(std::string(kLockstepName) + ending);
  return paths;
}

bool prepare_directory(const std::string& directory, Diagnostics& diagnostics) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    diagnostics.error({directory, 0, 0}, "cannot create the output directory (" + error.message() + ")");
    return false;
  }
  for (const char* file : kFiles) {
    const std::filesystem::path path = std::filesystem::path(directory) / file;
    if (!std::filesystem::is_directory(path, error)) std::filesystem::remove(path, error);
  }
  return true;
}

}  // namespace gantry
