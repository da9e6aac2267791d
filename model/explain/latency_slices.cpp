// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/latency_slices.h"

#include <algorithm>

#include "gantry/network/interconnect_config.h"
#include "gantry/platform/global_memory_config.h"

namespace gantry {
inline namespace explain {

namespace {

/// What relieves waits without shortening anything itself may be worth half of them.
constexpr double kRelieves = 0.5;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return std::max(1.0, static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)));
}

}  // namespace

LatencySlices::LatencySlices(const Architecture& architecture, const InterconnectStats& measured) {
  const InterconnectConfig& net = architecture.interconnect;
  const double flits = ratio(measured.flits, measured.packets);
  const double hops = ratio(measured.flit_hops, measured.flits);
  const std::uint32_t router =
      net.router == RouterKind::low_latency
          ? net.router_cycles
          : net.channel_allocation_cycles + net.switch_allocation_cycles + net.traversal_cycles;
  // A flit's place in the next buffer is free again after a round trip.
  const double round = router + net.link_cycles + net.credit_cycles;
  const double interval = std::max(1.0, round / net.buffer_flits);
  routers_ = hops * router;
  links_ = (hops + 1.0) * net.link_cycles;
  flits_ = flits - 1.0;
  credits_ = flits_ * (interval - 1.0);
  queues_ = std::max(0.0, measured.latency.mean - routers_ - links_ - flits_ - credits_);
  const double message = routers_ + links_ + flits_ + credits_ + queues_;
  routers_ = (routers_ + credits_ * router / round) / message;
  links_ = (links_ + credits_ * (net.link_cycles + net.credit_cycles) / round) / message;
  flits_ /= message;
  credits_ /= message;
  queues_ /= message;

  const MemoryConfig& memory = *architecture.memory;
  const double transfer = static_cast<double>(memory.burst_bytes) / memory.bytes_per_cycle;
  const double all = 2.0 * message + memory.latency_cycles + transfer;
  in_accesses_ = 2.0 * message / all;
  access_ = memory.latency_cycles / all;
  transfer_ = transfer / all;
}

double LatencySlices::of_message(Slice slice) const {
  switch (slice) {
    case Slice::routers:
      return routers_;
    case Slice::links:
      return links_;
    case Slice::flits:
      return flits_ + credits_ + queues_;
    case Slice::buffers:
      return credits_ + kRelieves * queues_;
    case Slice::channels:
      return kRelieves * queues_;
    default:
      return 0.0;
  }
}

double LatencySlices::share(const Resource& resource, Cause cause) const {
  switch (resource.slice) {
    case Slice::whole:
      return 1.0;
    case Slice::access:
      return access_;
    case Slice::transfer:
      return transfer_;
    case Slice::overlap:
      return kRelieves;
    default:
      return of_message(resource.slice) * (cause == Cause::network || cause == Cause::send ? 1.0 : in_accesses_);
  }
}

}  // namespace explain
}  // namespace gantry
