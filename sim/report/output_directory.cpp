// SPDX-License-Identifier: Apache-2.0
#include "report/output_directory.h"

#include <filesystem>
#include <system_error>

#include "readback/output_names.h"

namespace gantry {

bool prepare_directory(const std::string& directory, Diagnostics& diagnostics) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    diagnostics.error({directory, 0, 0}, "cannot create the output directory (" + error.message() + ")");
    return false;
  }
  for (const char* file : {kSummaryFile, kExperimentFile, kTimingFile, kTasksFile, kJobsFile, kEdgesFile, kTraceFile,
                           kWavesFile, kLinksFile, kPacketsFile, kNetworkPicture, kLatencyPicture, kLatencyLoadPicture,
                           kNetworkFile, kSessionsFile, kBatchesFile, kVisitsFile}) {
    const std::filesystem::path path = std::filesystem::path(directory) / file;
    if (!std::filesystem::is_directory(path, error)) std::filesystem::remove(path, error);
  }
  return true;
}

}  // namespace gantry
