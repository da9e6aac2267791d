// SPDX-License-Identifier: Apache-2.0
#include "result/written_traffic.h"

#include <algorithm>

#include "gantry/network/control_config.h"
#include "result/output_names.h"

namespace gantry {

namespace {

WrittenTraffic written_traffic(const std::vector<std::string>& outputs, Cycle cycles, bool drained,
                               const InterconnectStats& interconnect) {
  const auto wrote = [&](const char* file) { return std::find(outputs.begin(), outputs.end(), file) != outputs.end(); };
  WrittenTraffic written;
  written.links = wrote(kLinksFile);
  written.link_load = wrote(kLinkLoadFile);
  written.packets = wrote(kPacketsFile);
  TrafficTotals& totals = written.totals;
  totals.cycles = cycles;
  totals.packets = interconnect.packets;
  totals.flits = interconnect.flits;
  totals.flit_hops = interconnect.flit_hops;
  totals.flits_copied = interconnect.flits_copied;
  // Flits of lost packets have come to a router and have not left it.
  totals.sent_again = interconnect.reroutes && interconnect.reroutes->resent > 0;
  totals.drained = drained && !totals.sent_again;
  totals.latency.emplace("interconnect", interconnect.packets, interconnect.latency);
  totals.background.emplace();
  return written;
}

}  // namespace

WrittenTraffic written_traffic(const RunSummary& run) {
  const bool drained = run.complete && (!run.background || run.background->in_flight == 0);
  WrittenTraffic written = written_traffic(run.outputs, run.cycles, drained, run.interconnect);
  if (run.control) {
    TrafficTotals& control = written.control.emplace();
    control.cycles = run.cycles;
    control.packets = run.control->totals.packets;
    control.flits = run.control->totals.flits;
    control.flit_hops = run.control->totals.flit_hops;
    control.flits_copied = run.control->totals.flits_copied;
    const auto& faults = run.control->totals.reroutes;
    control.sent_again = faults && faults->resent > 0;
    control.drained = run.complete && !control.sent_again;
    control.star = run.control->topology == kStar;
    control.latency.emplace("control", run.control->totals.packets, run.control->totals.latency);
  }
  if (!run.background) return written;
  written.totals.background->packets = run.background->packets;
  written.totals.background->flits = run.background->flits;
  written.totals.background->latency.emplace("background", run.background->packets, run.background->latency);
  return written;
}

WrittenTraffic written_traffic(const ServingSummary& run) {
  return written_traffic(run.outputs, run.cycles, run.complete, run.interconnect);
}

}  // namespace gantry
