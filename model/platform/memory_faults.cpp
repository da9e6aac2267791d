// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/memory_faults.h"

#include <algorithm>

#include "gantry/base/error.h"
#include "gantry/base/speed.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace platform {

namespace {

constexpr std::size_t kMostErrors = std::size_t{1} << 20;
constexpr std::uint64_t kFirstErrors = std::uint64_t{3} << 61;  ///< number of the random stream of the first rate

}  // namespace

MemoryFaults::MemoryFaults(const FaultPlan& plan, std::uint32_t controllers) : last_(plan.last), lines_(controllers) {
  for (const MemoryFault& fault : plan.memory) {
    Line& line = lines_[fault.controller];
    if (fault.mean > 0) {
      line.draw.emplace(Draw{RandomBits(plan.seed, kFirstErrors + fault.controller), fault});
    } else {
      line.faults.push_back({fault, fault.cycles > 0 ? fault.at + fault.cycles : kNever});
    }
  }
  for (Line& line : lines_) {
    std::stable_sort(line.faults.begin(), line.faults.end(),
                     [](const MemoryFaultRecord& a, const MemoryFaultRecord& b) { return a.fault.at < b.fault.at; });
  }
}

bool MemoryFaults::has(Line& line, std::size_t fault) const {
  if (fault < line.faults.size()) return true;
  if (!line.draw) return false;
  const MemoryFault& rate = line.draw->rate;
  const Cycle from = line.faults.empty() ? 0 : line.faults.back().fault.at + rate.cycles;
  const Uint128 gap = (static_cast<Uint128>(random_exponential(line.draw->bits)) * rate.mean) >> kExponentialBits;
  MemoryFault next = rate;
  next.at = static_cast<Cycle>(std::min<Uint128>(Uint128{from} + 1 + gap, kMaxJobTime));
  if (next.at > last_ || next.at == kMaxJobTime) {
    line.draw.reset();
    return false;
  }
  if (line.faults.size() == kMostErrors)
    throw Error("memory has more than 1048576 faults at random times (a larger mean_cycles, or a lower max_cycles)");
  line.faults.push_back({next, next.cycles > 0 ? next.at + next.cycles : kNever});
  return true;
}

bool MemoryFaults::hits(std::uint32_t controller, Cycle now) {
  Line& line = lines_[controller];
  while (has(line, line.first) && line.faults[line.first].until <= now) ++line.first;
  if (!has(line, line.first) || line.faults[line.first].fault.at > now) return false;
  MemoryFaultRecord& record = line.faults[line.first];
  ++record.reads;
  if (record.fault.cycles == 0) {
    record.until = now + 1;
    ++line.first;
  }
  return true;
}

std::vector<MemoryFaultRecord> MemoryFaults::records(Cycle last) {
  std::vector<MemoryFaultRecord> records;
  for (Line& line : lines_) {
    for (std::size_t i = 0; has(line, i) && line.faults[i].fault.at <= last; ++i) records.push_back(line.faults[i]);
  }
  std::stable_sort(records.begin(), records.end(),
                   [](const MemoryFaultRecord& a, const MemoryFaultRecord& b) { return a.fault.at < b.fault.at; });
  return records;
}

}  // namespace platform
}  // namespace gantry
