// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/link_damage.h"

#include <algorithm>

#include "gantry/base/error.h"
#include "gantry/base/speed.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace network {

namespace {

constexpr std::uint64_t kFirstStream = std::uint64_t{1} << 61;  ///< number of the random stream of the first link
constexpr std::size_t kMostFaults = std::size_t{1} << 20;

}  // namespace

LinkDamage::LinkDamage(const std::vector<NetworkFault>& faults, RandomTimes times, const Topology& topology)
    : times_(times) {
  for (const NetworkFault& fault : faults) {
    if (fault.kind != NetworkFaultKind::corrupt) continue;
    Line& line = line_of(fault, topology);
    if (fault.mean == 0) {
      line.faults.push_back({fault});
    } else {
      line.bits.emplace(times.seed, kFirstStream + (std::uint64_t{fault.router} << 32U) + fault.other);
      line.faults.push_back(drawn(*line.bits, fault));
    }
  }
  for (Line& line : lines_) {
    std::stable_sort(line.faults.begin(), line.faults.end(),
                     [](const NetworkFaultRecord& a, const NetworkFaultRecord& b) { return a.fault.at < b.fault.at; });
    if (line.bits) continue;
    NetworkFaultRecord none{line.faults.front().fault};
    none.fault.at = kNever;
    line.faults.push_back(none);
  }
  find_next();
}

/// Returns the line of a fault's link; adds it if there is none.
LinkDamage::Line& LinkDamage::line_of(const NetworkFault& fault, const Topology& topology) {
  for (Line& line : lines_) {
    const NetworkFault& first = line.faults.front().fault;
    if (first.router == fault.router && first.other == fault.other) return line;
  }
  Line& line = lines_.emplace_back();
  for (const auto& [from, to] : {std::pair(fault.router, fault.other), std::pair(fault.other, fault.router)}) {
    for (std::uint32_t port = 0; port < topology.ports(from); ++port) {
      if (topology.neighbour(from, port).router == to) line.ways.push_back({from, port, 0});
    }
  }
  return line;
}

/// Returns the fault after another one of a link with faults at random times. One that would begin too late never does.
NetworkFaultRecord LinkDamage::drawn(RandomBits& bits, const NetworkFault& before) const {
  NetworkFaultRecord next{before};
  const Uint128 gap = (static_cast<Uint128>(random_exponential(bits)) * before.mean) >> kExponentialBits;
  const Uint128 at = Uint128{before.at} + 1 + gap;
  next.fault.at = at > std::min(times_.last, kMaxJobTime) ? kNever : static_cast<Cycle>(at);
  return next;
}

void LinkDamage::advance(Line& line) {
  if (line.bits) {
    if (line.faults.size() == kMostFaults)
      throw Error("a link has more than 1048576 faults at random times (a larger mean_cycles, or a lower max_cycles)");
    line.faults.push_back(drawn(*line.bits, line.faults.back().fault));
  }
  ++line.next;
}

void LinkDamage::find_next() {
  next_ = kNever;
  for (const Line& line : lines_) next_ = std::min(next_, line.faults[line.next].fault.at);
}

void LinkDamage::watch(const Fabric& fabric, Cycle now) {
  for (Line& line : lines_) {
    if (line.faults[line.next].fault.at > now) continue;
    for (Way& way : line.ways) way.flits = fabric.flits_over(way.router, way.port);
  }
}

/// Returns the first way of the line that has carried a flit since watch(); nullptr: none.
const LinkDamage::Way* LinkDamage::way_of_flit(const Fabric& fabric, const Line& line) {
  const auto way = std::find_if(line.ways.begin(), line.ways.end(),
                                [&](const Way& of) { return fabric.flits_over(of.router, of.port) != of.flits; });
  return way == line.ways.end() ? nullptr : &*way;
}

std::vector<NetworkFaultRecord> LinkDamage::records(Cycle last) const {
  std::vector<NetworkFaultRecord> records;
  for (const Line& line : lines_) {
    for (const NetworkFaultRecord& record : line.faults) {
      if (record.fault.at <= last) records.push_back(record);
    }
    if (!line.bits) continue;
    RandomBits bits = *line.bits;
    for (NetworkFaultRecord next = drawn(bits, line.faults.back().fault); next.fault.at <= last;
         next = drawn(bits, next.fault))
      records.push_back(next);
  }
  return records;
}

}  // namespace network
}  // namespace gantry
