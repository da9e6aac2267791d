// SPDX-License-Identifier: Apache-2.0
// Reports about the interconnect. packets: packets.csv. links: links.csv and link_load.csv. pictures: network.svg and
// latency.svg.
#include "gantry/network/control_config.h"
#include "gantry/platform/architecture.h"
#include "output/output_file.h"
#include "output/run_directory.h"
#include "output/run_report.h"
#include "output/traffic_pictures.h"
#include "output/traffic_tables.h"
#include "result/output_names.h"

namespace gantry {
namespace {

class PacketsReport final : public RunReport {
 public:
  PacketsReport(const ReportedRun& run, RunDirectory& directory) : table_(directory.file(true, kPacketsFile)) {
    table_.set_task_name(run.task_name);
  }
  [[nodiscard]] bool ok() const override { return table_.ok(); }
  PacketSink* packets(const std::vector<std::string>& terminals) override {
    table_.set_terminals(terminals);
    return &table_;
  }
  void finish(const RanMachine* /*ran*/, Diagnostics& problems) override { table_.finish(problems); }

 private:
  PacketTable table_;
};

class LinksReport final : public RunReport {
 public:
  LinksReport(const ReportedRun& run, RunDirectory& directory)
      : path_(directory.file(true, kLinksFile)),
        load_(directory.file(true, kLinkLoadFile)),
        control_path_(directory.file(has_control(run), kControlLinksFile)),
        control_load_(directory.file(has_control(run), kControlLinkLoadFile)) {}
  [[nodiscard]] bool follows_links() const override { return true; }
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    if (ran == nullptr) return;
    write_links(path_, ran->traffic, ran->cycles, problems);
    write_link_load(load_, ran->traffic, ran->cycles, problems);
    if (ran->control == nullptr) return;
    write_links(control_path_, *ran->control, ran->cycles, problems);
    write_link_load(control_load_, *ran->control, ran->cycles, problems);
  }

 private:
  static bool has_control(const ReportedRun& run) {
    return run.architecture != nullptr && run.architecture->control->on();
  }

  OutputPlace path_;
  OutputPlace load_;
  OutputPlace control_path_;
  OutputPlace control_load_;
};

class PicturesReport final : public RunReport {
 public:
  PicturesReport(const ReportedRun& run, RunDirectory& directory)
      : title_(run.title),
        topology_(run.topology),
        network_(directory.file(true, kNetworkPicture)),
        latency_(directory.file(true, kLatencyPicture)) {}
  void finish(const RanMachine* ran, Diagnostics& problems) override {
    if (ran == nullptr) return;
    write_text(network_, network_picture(title_ + ": " + topology_ + ran->note, ran->traffic, ran->cycles), problems);
    write_text(latency_, latency_picture(title_ + ": latency of messages" + ran->note, ran->traffic), problems);
  }

 private:
  std::string title_;
  std::string topology_;
  OutputPlace network_;
  OutputPlace latency_;
};

ReportEntry of_machine(ReportEntry entry) {
  entry.of_machine = true;
  return entry;
}

}  // namespace

void add_packets(ReportCatalogue& reports) {
  ReportEntry entry{"packets",
                    "write `packets.csv`, a row per message",
                    {kPacketsFile},
                    [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                      return std::make_unique<PacketsReport>(run, directory);
                    }};
  entry.on = false;
  reports.add(of_machine(std::move(entry)));
}

void add_links(ReportCatalogue& reports) {
  reports.add(of_machine({"links",
                          "write `links.csv` and `link_load.csv`",
                          {kLinksFile, kLinkLoadFile, kControlLinksFile, kControlLinkLoadFile},
                          [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                            return std::make_unique<LinksReport>(run, directory);
                          }}));
}

void add_pictures(ReportCatalogue& reports) {
  reports.add(of_machine({"pictures",
                          "write `network.svg` and `latency.svg`",
                          {kNetworkPicture, kLatencyPicture},
                          [](const ReportedRun& run, const ReportSwitch& /*setting*/, RunDirectory& directory) {
                            return std::make_unique<PicturesReport>(run, directory);
                          }}));
}

const ReportCatalogue& traffic_reports() {
  static const ReportCatalogue kReports = [] {
    ReportCatalogue reports;
    add_packets(reports);
    add_links(reports);
    add_pictures(reports);
    return reports;
  }();
  return kReports;
}

}  // namespace gantry
