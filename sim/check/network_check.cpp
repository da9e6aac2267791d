// SPDX-License-Identifier: Apache-2.0
#include "check/network_check.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "check/network_numbers.h"
#include "check/packets_check.h"
#include "check/traffic_check.h"
#include "result/findings.h"
#include "result/network_summary.h"
#include "result/output_names.h"
#include "result/result_reader.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

struct Counted {
  std::set<fs::path> folders;
  std::size_t loads = 0;
  std::size_t links = 0;
  std::size_t packets = 0;
};

/// Of a trace every packet counts; its flits are in the file as a rate.
void add_arrivals(double accepted, std::uint64_t packets, std::uint64_t nodes, TrafficTotals& totals) {
  const double flits = accepted * static_cast<double>(totals.cycles * nodes);
  totals.counts_arrivals = true;
  totals.packets = packets;
  totals.flits = flits >= 0.0 && flits < 1e18 ? static_cast<std::uint64_t>(std::llround(flits)) : 0;
}

/// A load is measured on the packets that are created in the cycles after its warm-up; an unstable one has no latency.
void add_latency(const std::string& where, const NetworkSummary::Measured& load, const NetworkSummary::Spread* spread,
                 TrafficTotals& totals) {
  if (load.status == LoadStatus::unstable) return;
  LatencyStats latency;
  std::optional<std::uint64_t> least;
  if (load.latency) {
    latency = {load.latency->mean.value_or(0.0), load.latency->p50.value_or(0), load.latency->p99.value_or(0),
               load.latency->max.value_or(0)};
    least = load.latency->min;
  }
  totals.latency = LatencyClaim(where, load.packets, latency, least);
  if (spread == nullptr) return;
  const Cycle from = spread->warm_up_cycles + 1;
  totals.latency->limit_to({from, from + spread->measured_cycles});
}

class NetworkCheck {
 public:
  NetworkCheck(const std::string& directory, Findings& findings, Diagnostics& problems)
      : directory_(directory),
        file_((directory_ / kNetworkFile).string()),
        findings_(findings),
        problems_(problems),
        run_(read_results<NetworkSummary>(file_, problems)) {}

  void check();
  [[nodiscard]] bool complete() const { return run_.complete; }
  [[nodiscard]] const Counted& counted() const { return counted_; }

 private:
  /// `spread`: nullptr for a trace.
  void check_load(const std::string& where, double accepted, const NetworkSummary::Measured& load,
                  const NetworkSummary::Spread* spread, const fs::path& directory);

  fs::path directory_;
  std::string file_;
  Findings& findings_;
  Diagnostics& problems_;
  NetworkSummary run_;
  Counted counted_;
};

void NetworkCheck::check_load(const std::string& where, double accepted, const NetworkSummary::Measured& load,
                              const NetworkSummary::Spread* spread, const fs::path& directory) {
  TrafficTotals totals;
  totals.cycles = load.cycles;
  totals.flit_hops = load.flit_hops;
  totals.drained = load.status == LoadStatus::complete;
  totals.counts_arrivals = false;  // of a load the file tells of the measured packets only
  if (totals.drained) add_arrivals(accepted, load.packets, run_.nodes, totals);
  std::error_code error;
  const fs::path packets = directory / kPacketsFile;
  const bool has_packets = fs::exists(packets, error);
  if (has_packets) add_latency(where, load, spread, totals);
  ++counted_.loads;
  counted_.folders.insert(directory.lexically_normal());
  const CheckedLinks links = check_links_file((directory / kLinksFile).string(), totals, findings_, "", problems_);
  counted_.links += links.rows;
  if (has_packets) {
    totals.file = file_;
    counted_.packets +=
        check_packets_file(packets.string(), totals, problems_.ok() ? &links : nullptr, findings_, problems_);
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

void NetworkCheck::check() {
  if (!problems_.ok()) return;
  if (run_.points) {
    for (const NetworkSummary::Load& load : *run_.points) {
      check_load("points[" + std::to_string(counted_.loads) + ']', load.found.accepted, load.found.measured,
                 &load.given.spread, directory_ / fmt::format("{}", load.given.rate.packets_per_cycle));
    }
  } else if (run_.found) {
    check_load("", run_.found->accepted, run_.found->measured, run_.given ? &run_.given->spread : nullptr, directory_);
  }
  if (run_.saturation && run_.saturation->best) {
    const NetworkSummary::Saturation::Best& best = *run_.saturation->best;
    check_load("saturation", 0.0, best.measured, &best.spread, directory_ / kSaturationFolder);
  }
  if (!problems_.ok()) return;
  check_left_over_folders(directory_, counted_, findings_);
  check_network_numbers(run_, file_, findings_);
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
  NetworkCheck check(directory, findings, problems);
  check.check();
  const Counted& counted = check.counted();
  if (!problems.ok()) {
    report.status = 2;
    report.errors = problems.lines();
  } else if (findings.count() > 0) {
    report.status = 1;
    report.errors = findings.lines();
  } else {
    report.result.push_back(fmt::format("ok: {} {}, {} links and routers, {} packets", counted.loads,
                                        counted.loads == 1 ? "load" : "loads", counted.links, counted.packets));
    if (!check.complete()) report.result.emplace_back("skipped: what was not done (the run was interrupted)");
  }
  return report;
}

}  // namespace gantry
