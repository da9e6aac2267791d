// SPDX-License-Identifier: Apache-2.0
#include "network/network_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "architecture/architecture_reader.h"
#include "gantry/base/speed.h"
#include "network/latency_load_picture.h"
#include "output/output_directory.h"
#include "output/output_guard.h"
#include "result/output_names.h"

namespace gantry {

namespace fs = std::filesystem;

namespace {

std::string folder_of(std::uint64_t rate) { return fmt::format("{}", static_cast<double>(rate) / kMillion); }

bool is_folder_of_load(const std::string& name) {
  const auto rate = parse_speed(name);
  return rate && folder_of(rate->millionths) == name;
}

/// An earlier run may have left it: nothing in it is to look like the result of one that is cut short.
void forget(const fs::path& folder, Diagnostics& problems) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return;
  prepare_directory(folder.string(), problems);
  fs::remove(folder, ignored);  // unless there is something else in it
}

}  // namespace

NetworkOutput::NetworkOutput(const NetworkExperiment& experiment, const std::string& resolved,
                             const std::string& directory, Diagnostics& problems)
    : experiment_(experiment), path_(directory), problems_(problems) {
  std::vector<std::string> folders = {(fs::path(path_) / kSaturationFolder).string()};
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path_, ignored)) {
    if (is_folder_of_load(entry.path().filename().string())) folders.push_back(entry.path().string());
  }
  std::vector<std::string> files;
  for (const std::string& folder : folders) {
    const std::vector<std::string> more = output_paths(folder);
    files.insert(files.end(), more.begin(), more.end());
  }
  if (!check_outputs(files, experiment.inputs, problems)) return;
  directory_.emplace(path_, experiment.inputs, problems);
  if (!directory_->ready()) return;
  for (const std::string& folder : folders) forget(folder, problems);
  directory_->write(kExperimentFile, resolved, problems);
}

RunDirectory& NetworkOutput::open(const std::string& folder) {
  folder_path_ = (fs::path(path_) / folder).string();
  return folder_.emplace(folder_path_, std::vector<std::string>(), problems_);
}

void NetworkOutput::begin_reports(const std::string& load, const OutputOptions& output, RunDirectory& directory) {
  reports_.reset();  // its files are closed before they are opened again
  ReportedRun run;
  run.title = experiment_.name + load;
  run.topology = experiment_.interconnect.topology;
  run.of_machine = true;
  reports_.emplace(std::move(run), directory);
  for (const ReportEntry& report : output.reports().entries()) reports_->add(report, output[report.name]);
}

void NetworkOutput::begin_load(std::uint64_t rate, NetworkBench& bench) {
  const std::string packets = folder_of(rate);
  folder_.reset();
  const std::string load = rate == 0 ? "" : ", " + packets + " packets per cycle and node";
  begin_reports(load, experiment_.output, experiment_.traffic.rates.size() > 1 ? open(packets) : *directory_);
  reports_->listen(bench);
}

void NetworkOutput::end_load(const NetworkPoint& point) {
  const RanMachine ran{point.traffic, point.cycles, nullptr, point.stable ? "" : " (unstable)"};
  reports_->finish(&ran, problems_);
  reports_.reset();
}

void NetworkOutput::drop_load() {
  reports_.reset();
  std::error_code ignored;
  fs::remove(fs::path(folder_ ? folder_path_ : path_) / kPacketsFile, ignored);
  if (folder_) fs::remove(folder_path_, ignored);  // unless there is something else in it
}

void NetworkOutput::write_saturation(const NetworkPoint& point) {
  OutputOptions output = experiment_.output;
  output["packets"].on = false;  // the search observes no packets
  begin_reports(", saturation at " + folder_of(point.rate) + " packets per cycle and node", output,
                open(kSaturationFolder));
  end_load(point);
}

void NetworkOutput::finish(const NetworkResult& result, const std::string& json) {
  if (experiment_.traffic.rates.size() > 1 || experiment_.saturation) {
    const std::string title =
        experiment_.name + ": " + experiment_.interconnect.topology + (result.complete ? "" : " (interrupted)");
    directory_->write(kLatencyLoadPicture, latency_load_picture(title, result), problems_);
  }
  const SimulatedRuns simulated = result.simulated();
  const CoveredRuns covered{simulated.runs, simulated.cycles};
  directory_->close(kNetworkFile, json, timer_, problems_, &covered);
}

}  // namespace gantry
