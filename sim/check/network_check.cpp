// SPDX-License-Identifier: Apache-2.0
#include "check/network_check.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "check/packets_check.h"
#include "check/traffic_check.h"
#include "result/findings.h"
#include "result/output_names.h"
#include "result/summary_keys.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Counted {
  std::set<fs::path> folders;
  std::size_t loads = 0;
  std::size_t links = 0;
  std::size_t packets = 0;
};

/// Of a trace every packet counts; its flits are in the file as a rate.
void read_arrivals(Keys& keys, const Json& load, const std::string& where, std::uint64_t nodes, TrafficTotals& totals) {
  const double flits = keys.number(load, where, "accepted") * static_cast<double>(totals.cycles * nodes);
  totals.counts_arrivals = true;
  totals.packets = keys.count(load, where, "packets");
  totals.flits = flits >= 0.0 && flits < 1e18 ? static_cast<std::uint64_t>(std::llround(flits)) : 0;
}

/// A load is measured on the packets that are created in the cycles after its warm-up; an unstable one has no latency.
void read_latency(Keys& keys, const Json& load, const std::string& where, bool trace, TrafficTotals& totals) {
  if (!trace && keys.text(load, where, "status") != "stable") return;
  totals.latency = LatencyClaim::read(keys, load, where);
  if (trace) return;
  const Cycle from = keys.count(load, where, "warm_up_cycles") + 1;
  totals.latency->limit_to({from, from + keys.count(load, where, "measured_cycles")});
}

void check_load(Keys& keys, const Json& load, const std::string& where, std::uint64_t nodes, const fs::path& directory,
                Counted& counted, Findings& findings, Diagnostics& problems) {
  TrafficTotals totals;
  totals.cycles = keys.count(load, where, "cycles");
  totals.flit_hops = keys.count(load, where, "flit_hops");
  totals.drained = keys.text(load, where, "status") == "complete";
  totals.counts_arrivals = false;  // of a load the file tells of the measured packets only
  if (totals.drained) read_arrivals(keys, load, where, nodes, totals);
  std::error_code error;
  const fs::path packets = directory / kPacketsFile;
  const bool has_packets = fs::exists(packets, error);
  if (has_packets) read_latency(keys, load, where, totals.drained, totals);
  if (!problems.ok()) return;
  ++counted.loads;
  counted.folders.insert(directory.lexically_normal());
  const CheckedLinks links = check_links_file((directory / kLinksFile).string(), totals, findings, "", problems);
  counted.links += links.rows;
  if (has_packets) {
    totals.file = keys.path();
    counted.packets +=
        check_packets_file(packets.string(), totals, problems.ok() ? &links : nullptr, findings, problems);
  }
}

/// A load's folder that the file does not tell of would mislead every reader.
void check_left_over_folders(const fs::path& directory, const Counted& counted, Findings& findings) {
  std::error_code error;
  std::set<fs::path> left_over;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const fs::path links = entry.path() / kLinksFile;
    if (fs::exists(links, error) && counted.folders.count(entry.path().lexically_normal()) == 0)
      left_over.insert(links);
  }
  for (const fs::path& links : left_over) {
    findings.add(links.string(), 0, std::string(kNetworkFile) + " has no such load: left over from another run");
  }
}

}  // namespace

bool is_network_run(const std::string& directory) {
  std::error_code error;
  return fs::exists(fs::path(directory) / kNetworkFile, error);
}

CheckReport check_network_run(const std::string& directory) {
  CheckReport report;
  Diagnostics problems;
  Findings findings;
  Counted counted;
  const std::string file = (fs::path(directory) / kNetworkFile).string();
  const auto root = parse_summary(file, problems);
  bool complete = true;
  if (root) {
    Keys keys(file, problems);
    try {
      complete = keys.flag(*root, "", "complete");
      const std::uint64_t nodes = keys.count(*root, "", "nodes");
      if (root->is_object() && root->contains("points")) {
        for (const Json& load : keys.array(*root, "", "points")) {
          const std::string where = "points[" + std::to_string(counted.loads) + ']';
          const std::string name = fmt::format("{}", keys.number(load, where, "packets_per_cycle"));
          check_load(keys, load, where, nodes, fs::path(directory) / name, counted, findings, problems);
        }
      } else if (root->contains("cycles") || (complete && !root->contains("saturation"))) {
        check_load(keys, *root, "", nodes, directory, counted, findings, problems);
      }
      const auto saturation = root->find("saturation");
      if (saturation != root->end() && saturation->contains("cycles")) {
        check_load(keys, *saturation, "saturation", nodes, fs::path(directory) / kSaturationFolder, counted, findings,
                   problems);
      }
      if (problems.ok()) check_left_over_folders(directory, counted, findings);
    } catch (const Json::exception&) {
      keys.fault("a number is out of range");
    }
  }
  if (!problems.ok()) {
    report.status = 2;
    report.errors = problems.lines();
  } else if (findings.count() > 0) {
    report.status = 1;
    report.errors = findings.lines();
  } else {
    report.result.push_back(fmt::format("ok: {} {}, {} links and routers, {} packets", counted.loads,
                                        counted.loads == 1 ? "load" : "loads", counted.links, counted.packets));
    if (!complete) report.result.emplace_back("skipped: what was not done (the run was interrupted)");
  }
  return report;
}

}  // namespace gantry
