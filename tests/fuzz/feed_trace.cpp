// SPDX-License-Identifier: Apache-2.0
#include "feed_trace.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <queue>
#include <sstream>
#include <utility>

#include "architecture/trace_reader.h"
#include "gantry/network/trace_follow_ups.h"
#include "gantry/network/traffic_spec.h"
#include "require.h"

namespace gantry {
namespace {

constexpr std::uint32_t kNodes = 64;
constexpr Cycle kWay = 20;

struct Later {
  bool operator()(const Delivery& a, const Delivery& b) const { return a.arrived > b.arrived; }
};

}  // namespace

void feed_trace(const std::string& input) {
  const OpenFile open = [&] { return std::make_unique<std::stringbuf>(input, std::ios::in); };
  Diagnostics diagnostics;
  const CheckedTrace checked = check_trace(open, "fuzz", {kNodes}, diagnostics);
  require(diagnostics.ok() == (checked.trace != nullptr), "a trace with problems, or none and no problem");
  if (checked.trace == nullptr) return;
  std::uint64_t packets = 0;
  const auto reader = checked.trace->open();
  for (TracePacket packet; reader->next(packet); ++packets) {
    require(packet.from < kNodes && packet.to < kNodes, "a node that there is not");
    require(packet.flits >= 1 && packet.flits <= kMostPacketFlits, "a packet of no length");
    for (const std::uint64_t before : packet.after) {
      require(before < packets && packets - before < kTraceWindow, "a packet waits for one that is not behind it");
    }
  }
  TraceFollowUps trace(checked.trace->open());
  std::priority_queue<Delivery, std::vector<Delivery>, Later> under_way;
  std::uint64_t taken = 0;
  for (;;) {
    const Cycle arrival = under_way.empty() ? kNever : under_way.top().arrived;
    if (arrival == kNever && trace.next() == kNever) break;
    if (arrival < trace.next()) {
      trace.arrived(under_way.top());
      under_way.pop();
      continue;
    }
    const Cycle now = trace.next();
    trace.advance(now);
    while (trace.next() <= now) {
      const FollowUp next = trace.take();
      require(next.packet.cycle <= now && next.packet.cycle >= 1, "a packet before its time");
      under_way.push({next.packet.from, next.packet.to, next.packet.flits, next.packet.cycle, now + kWay, next.tag});
      ++taken;
    }
  }
  require(taken == packets, "a packet that never sets out");
}

}  // namespace gantry
