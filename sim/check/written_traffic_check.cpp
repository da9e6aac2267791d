// SPDX-License-Identifier: Apache-2.0
// The tables of traffic that a machine's run wrote, and those that it did not write.
#include <filesystem>
#include <optional>
#include <system_error>

#include "check/packets_check.h"
#include "result/output_names.h"

namespace gantry {

TrafficRows check_written_traffic(const std::string& directory, const WrittenTraffic& written, Findings& findings,
                                  Diagnostics& problems, const PacketVisit& visit) {
  const std::string links = directory + '/' + kLinksFile;
  const std::string load = directory + '/' + kLinkLoadFile;
  const std::string packets = directory + '/' + kPacketsFile;
  check_left_over(links, written.links, findings);
  check_left_over(load, written.link_load, findings);
  check_left_over(packets, written.packets, findings);
  TrafficRows rows;
  CheckedLinks checked;
  if (written.links)
    checked = check_links_file(links, written.totals, findings, written.link_load ? load : "", problems);
  rows.links = checked.rows;
  CheckedLinks control_links;
  std::optional<TrafficTotals> control = written.control;
  const std::string of_control = directory + '/' + kControlLinksFile;
  const std::string control_load = directory + '/' + kControlLinkLoadFile;
  const bool apart = control && written.links;
  check_left_over(of_control, apart, findings);
  check_left_over(control_load, apart && written.link_load, findings);
  if (control) control->file = directory + '/' + kSummaryFile;
  if (apart) {
    control_links = check_links_file(of_control, *control, findings, written.link_load ? control_load : "", problems);
    rows.links += control_links.rows;
  }
  if (written.packets) {
    TrafficTotals totals = written.totals;
    totals.file = directory + '/' + kSummaryFile;
    const bool has_links = written.links && problems.ok();
    std::optional<ControlTraffic> own;
    if (control) own.emplace(ControlTraffic{*control, has_links ? &control_links : nullptr});
    rows.packets = check_packets_file(packets, totals, has_links ? &checked : nullptr, findings, problems, visit,
                                      own ? &*own : nullptr);
  }
  return rows;
}

void check_left_over(const std::string& path, bool written, Findings& findings) {
  std::error_code error;
  if (written || !std::filesystem::exists(path, error)) return;
  findings.add(path, 0, "the summary does not list it among the outputs: left over from another run");
}

}  // namespace gantry
