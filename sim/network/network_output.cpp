// SPDX-License-Identifier: Apache-2.0
#include "network/network_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "architecture/architecture_reader.h"
#include "network/latency_load_picture.h"
#include "report/output_directory.h"
#include "report/output_file.h"
#include "report/output_guard.h"
#include "report/traffic_pictures.h"
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

NetworkOutput::NetworkOutput(const NetworkExperiment& experiment, const std::string& resolved, std::string directory,
                             bool packets, Diagnostics& problems)
    : experiment_(experiment), directory_(std::move(directory)), packets_(packets) {
  std::vector<std::string> folders = {(fs::path(directory_) / kSaturationFolder).string()};
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory_, ignored)) {
    if (is_folder_of_load(entry.path().filename().string())) folders.push_back(entry.path().string());
  }
  std::vector<std::string> files = output_paths(directory_);
  for (const std::string& folder : folders) {
    const std::vector<std::string> more = output_paths(folder);
    files.insert(files.end(), more.begin(), more.end());
  }
  std::vector<std::string> inputs = experiment.inputs;
  inputs.push_back(experiment.path);
  if (!check_outputs(files, inputs, problems)) return;
  prepare_directory(directory_, problems);
  for (const std::string& folder : folders) forget(folder, problems);
  write_text((fs::path(directory_) / kExperimentFile).string(), resolved, problems);
}

PacketSink* NetworkOutput::begin_point(std::uint64_t rate, Diagnostics& problems) {
  const std::string packets = folder_of(rate);
  here_ = directory_;
  if (experiment_.traffic.rates.size() > 1) {
    here_ = (fs::path(directory_) / packets).string();
    prepare_directory(here_, problems);
  }
  load_ = rate == 0 ? "" : ", " + packets + " packets per cycle and node";
  if (!packets_) return nullptr;
  table_.emplace((fs::path(here_) / kPacketsFile).string());
  std::vector<std::string> names;
  for (std::uint32_t node = 0; node < experiment_.grid.nodes(); ++node) {
    names.push_back("node" + std::to_string(node));
  }
  table_->set_terminals(names);
  return &*table_;
}

void NetworkOutput::end_point(const NetworkPoint& point, Diagnostics& problems) {
  if (table_) table_->finish(problems);
  table_.reset();
  write_traffic(point, problems);
}

void NetworkOutput::drop_point() {
  std::error_code ignored;
  if (table_) {
    table_.reset();
    fs::remove(fs::path(here_) / kPacketsFile, ignored);
  }
  if (here_ != directory_) fs::remove(here_, ignored);  // unless there is something else in it
}

void NetworkOutput::write_saturation(const NetworkPoint& point, Diagnostics& problems) {
  here_ = (fs::path(directory_) / kSaturationFolder).string();
  prepare_directory(here_, problems);
  load_ = ", saturation at " + folder_of(point.rate) + " packets per cycle and node";
  write_traffic(point, problems);
}

void NetworkOutput::write_traffic(const NetworkPoint& point, Diagnostics& problems) const {
  const auto path = [&](const char* file) { return (fs::path(here_) / file).string(); };
  const std::string title = experiment_.name + ": " + experiment_.interconnect.topology + load_;
  write_links(path(kLinksFile), point.traffic, point.cycles, problems);
  write_link_load(path(kLinkLoadFile), point.traffic, point.cycles, problems);
  write_text(path(kNetworkPicture), network_picture(title, point.traffic, point.cycles), problems);
  write_text(path(kLatencyPicture), latency_picture(title + (point.stable ? "" : " (unstable)"), point.traffic),
             problems);
}

void NetworkOutput::finish(const NetworkResult& result, const std::string& json, Diagnostics& problems) {
  const auto path = [&](const char* file) { return (fs::path(directory_) / file).string(); };
  if (experiment_.traffic.rates.size() > 1 || experiment_.saturation) {
    const std::string title =
        experiment_.name + ": " + experiment_.interconnect.topology + (result.complete ? "" : " (interrupted)");
    write_text(path(kLatencyLoadPicture), latency_load_picture(title, result), problems);
  }
  write_text(path(kNetworkFile), json, problems);
  write_timing_json(path(kTimingFile), timer_, problems);
}

}  // namespace gantry
