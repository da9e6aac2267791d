// SPDX-License-Identifier: Apache-2.0
#include "check/written_traffic.h"

#include <filesystem>
#include <system_error>

#include "report/output_names.h"

namespace gantry {

WrittenTraffic read_written_traffic(Keys& keys, const Keys::Json& root) {
  WrittenTraffic written;
  for (const Keys::Json& entry : keys.array(root, "", "outputs")) {
    written.links = written.links || entry == kLinksFile;
    written.packets = written.packets || entry == kPacketsFile;
  }
  if (!written.links && !written.packets) return written;
  TrafficTotals& totals = written.totals;
  totals.cycles = keys.count(root, "", "cycles");
  const Keys::Json& net = keys.object(root, "", "interconnect");
  totals.packets = keys.count(net, "interconnect", "packets");
  totals.flits = keys.count(net, "interconnect", "flits");
  totals.flit_hops = keys.count(net, "interconnect", "flit_hops");
  totals.drained = keys.flag(root, "", "complete");
  totals.background.emplace();
  if (!root.contains("background")) return written;
  const Keys::Json& background = keys.object(root, "", "background");
  totals.background->packets = keys.count(background, "background", "packets");
  totals.background->flits = keys.count(background, "background", "flits");
  totals.drained = keys.count(background, "background", "in_flight") == 0 && totals.drained;
  return written;
}

TrafficRows check_written_traffic(const std::string& directory, const WrittenTraffic& written, Findings& findings,
                                  Diagnostics& problems) {
  const std::string links = directory + '/' + kLinksFile;
  const std::string packets = directory + '/' + kPacketsFile;
  check_left_over(links, written.links, findings);
  check_left_over(packets, written.packets, findings);
  TrafficRows rows;
  if (written.links) rows.links = check_links_file(links, written.totals, findings, problems);
  if (written.packets) rows.packets = check_packets_file(packets, written.totals, findings, problems);
  return rows;
}

void check_left_over(const std::string& path, bool written, Findings& findings) {
  std::error_code error;
  if (written || !std::filesystem::exists(path, error)) return;
  findings.add(path, 0, "the summary does not list it among the outputs: left over from another run");
}

}  // namespace gantry
