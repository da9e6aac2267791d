// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/latency_slices.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "gantry/network/control_config.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace explain {

namespace {

/// What relieves waits without shortening anything itself may be worth half of them.
constexpr double kRelieves = 0.5;

std::uint32_t router_cycles(const InterconnectConfig& net) {
  if (net.router == RouterKind::low_latency) return net.router_cycles;
  return net.channel_allocation_cycles + net.switch_allocation_cycles + net.traversal_cycles;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return std::max(1.0, static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)));
}

}  // namespace

LatencySlices::LatencySlices(const Architecture& architecture, const RunStats& stats) {
  const InterconnectStats& measured = stats.interconnect;
  const InterconnectConfig& net = architecture.interconnect;
  const double flits = ratio(measured.flits, measured.packets);
  const double hops = ratio(measured.flit_hops, measured.flits);
  const std::uint32_t router = router_cycles(net);
  // A flit's place in the next buffer is free again after a round trip.
  const double round = router + net.link_cycles + net.credit_cycles;
  const double interval = std::max(1.0, round / net.buffer_flits);
  routers_ = hops * router;
  links_ = (hops + 1.0) * net.link_cycles;
  flits_ = flits - 1.0;
  credits_ = flits_ * (interval - 1.0);
  queues_ = std::max(0.0, measured.latency.mean - routers_ - links_ - flits_ - credits_);
  const double message = routers_ + links_ + flits_ + credits_ + queues_;
  // A message that waits for another one waits for its credits, too.
  const double trips = credits_ + (interval > 1.0 ? kRelieves * queues_ : 0.0);
  routers_ = (routers_ + trips * router / round) / message;
  links_ = (links_ + trips * (net.link_cycles + net.credit_cycles) / round) / message;
  flits_ /= message;
  credits_ /= message;
  queues_ /= message;

  const MemoryConfig& memory = *architecture.memory;
  const double transfer = static_cast<double>(memory.bytes_per_cycle.time_for(memory.burst_bytes));
  const double all = 2.0 * message + memory.latency_cycles + transfer;
  in_accesses_ = 2.0 * message / all;
  access_ = memory.latency_cycles / all;
  transfer_ = transfer / all;
  add_processors(stats);
  if (stats.control) add_control(*architecture.control, stats.control->totals);
  if (!stats.data) return;
  if (stats.data->store.bytes > 0) add_stores(architecture, message, interval, *stats.data);
  add_capacity(all, *stats.data);
  add_directory(architecture, flits, *stats.data, stats.jobs_issued);
}

void LatencySlices::add_processors(const RunStats& stats) {
  // Computation behind that of another job, where a kind of processor is busy most of the time.
  std::array<double, 2> busy{};  // of cores and of dma engines
  std::array<double, 2> count{};
  for (const ProcessorStats& processor : stats.processors) {
    const std::size_t kind = processor.type == kDmaType ? 1 : 0;
    busy[kind] += static_cast<double>(processor.busy_cycles);
    count[kind] += static_cast<double>(stats.cycles);
  }
  const double all = std::max(1.0, busy[0] + busy[1]);
  cores_ = kRelieves * busy[0] / all * busy[0] / std::max(1.0, count[0]);
  engines_ = kRelieves * busy[1] / all * busy[1] / std::max(1.0, count[1]);
}

void LatencySlices::add_stores(const Architecture& architecture, double message, double flit_cycles,
                               const DataStats& data) {
  const auto part = static_cast<double>(data.store.bytes) / static_cast<double>(data.store.parts);
  const double burst = std::min<double>(architecture.memory->burst_bytes, part);
  std::uint64_t slowest = kNever;
  for (const ProcessorGroup& group : *architecture.processors) {
    if (group.local.bytes > 0) slowest = std::min<std::uint64_t>(slowest, group.local.bytes_per_cycle);
  }
  const double read = std::max(1.0, burst / static_cast<double>(slowest));
  const double sent = flit_cycles * ratio(static_cast<std::uint64_t>(burst), architecture.interconnect.flit_bytes);
  const double bursts = part / burst;
  const double read_out = read + (bursts - 1.0) * std::max(0.0, read - sent);
  from_stores_ = static_cast<double>(data.store.bytes) / static_cast<double>(data.store.bytes + data.memory.bytes);
  read_out_ = read_out / (2.0 * message + read_out + (bursts - 1.0) * std::min(read, sent));
}

void LatencySlices::add_capacity(double access, const DataStats& data) {
  const double brought = std::max(1.0, static_cast<double>(data.store.parts + data.memory.parts));
  const auto waits = static_cast<double>(data.room_cycles);
  const auto evicted = static_cast<double>(data.written_back.parts + data.dropped.parts);
  capacity_ = std::max(std::min(1.0, evicted / brought), waits / (waits + brought * access));
}

void LatencySlices::add_directory(const Architecture& architecture, double flits, const DataStats& data,
                                  std::uint64_t jobs) {
  const auto brought = static_cast<double>(data.store.parts + data.memory.parts);
  // A read of a store instead of global memory saves the memory's latency and transfer.
  const auto known = static_cast<double>(std::min(data.unknown, data.memory.parts));
  unknown_reads_ = kRelieves * (access_ + transfer_) * known / std::max(1.0, brought);
  if (architecture.memory->writes == MemoryConfig::Writes::back) {
    unknown_writes_ = static_cast<double>(data.through.parts) / ratio(data.made.parts, 1);
  }
  // The message is at its port when both its look-ups and its collection are over (docs/stores.md).
  const std::uint64_t parts =
      data.own.parts + data.cluster.parts + data.store.parts + data.memory.parts + data.made.parts;
  const double look_ups = ratio(parts, jobs * architecture.directory->parts_per_cycle);
  const DispatcherConfig& dispatcher = *architecture.dispatcher;
  const double early = dispatcher.picker->pick_latency_cycles == 0 ? 1.0 : 0.0;
  const double late = std::max(0.0, early + look_ups - dispatcher.collect_cycles);
  look_up_ = std::min(late, look_ups - 1.0) / (dispatcher.collect_cycles + late + flits);
}

void LatencySlices::add_control(const ControlConfig& control, const InterconnectStats& measured) {
  apart_ = true;
  const double routers = control.is_star() ? 0.0 : ratio(measured.flit_hops, measured.flits);
  const double links = control.is_star() ? 1.0 : routers + 1.0;
  const double way = routers * router_cycles(control) + links * control.link_cycles;
  const double latency = std::max(1.0, measured.latency.mean);
  // Waits for a place in the next buffer are round trips of credits, which shorten as the way does.
  const double round = router_cycles(control) + control.link_cycles + control.credit_cycles;
  const bool waits = !control.is_star() && round > control.buffer_flits;
  control_ = std::min(1.0, waits ? (way + kRelieves * std::max(0.0, latency - way)) / latency : way / latency);
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
      return access_ * (cause == Cause::input ? 1.0 - from_stores_ : 1.0);
    case Slice::transfer:
      return transfer_ * (cause == Cause::input ? 1.0 - from_stores_ : 1.0);
    case Slice::read_out:
      return from_stores_ * read_out_;
    case Slice::capacity:
      return capacity_ * (cause == Cause::input ? 1.0 : kRelieves);
    case Slice::unknown:
      return cause == Cause::output ? unknown_writes_ : unknown_reads_;
    case Slice::look_up:
      return look_up_;
    case Slice::overlap:
      return kRelieves;
    case Slice::control:
      return control_;
    case Slice::cores:
      return cause == Cause::compute ? cores_ : 1.0;
    case Slice::engines:
      return cause == Cause::compute ? engines_ : 1.0;
    default: {
      const bool of_control = cause == Cause::network || cause == Cause::send;
      if (of_control && apart_) return 0.0;
      return of_message(resource.slice) * (of_control ? 1.0 : in_accesses_);
    }
  }
}

}  // namespace explain
}  // namespace gantry
