// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/processor_faults.h"

#include <algorithm>

#include "gantry/base/speed.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace platform {

namespace {

constexpr std::uint64_t kOne = 1000000;

/// Cycles for `work` at a slow processor.
Cycle slowed(Cycle work, std::uint64_t factor) {
  const Uint128 cycles = (static_cast<Uint128>(work) * factor + kOne - 1) / kOne;
  return static_cast<Cycle>(std::min<Uint128>(cycles, kMaxJobTime));
}

/// Whole cycles of work that a slow processor does in `cycles`.
Cycle done_in(Cycle cycles, std::uint64_t factor) {
  return static_cast<Cycle>(static_cast<Uint128>(cycles) * kOne / factor);
}

}  // namespace

ProcessorFaults::ProcessorFaults(const std::vector<ProcessorFault>& faults, std::size_t processors)
    : lines_(processors) {
  for (const ProcessorFault& fault : faults) lines_[fault.processor].faults.push_back(fault);
  for (Line& line : lines_) {
    std::sort(line.faults.begin(), line.faults.end(),
              [](const ProcessorFault& a, const ProcessorFault& b) { return a.at < b.at; });
  }
}

Cycle ProcessorFaults::end(ProcessorId p, Cycle start, Cycle work) {
  Line& line = lines_[p];
  while (line.first < line.faults.size() && line.faults[line.first].until() <= start) ++line.first;
  Cycle now = start;
  for (std::size_t i = line.first; i < line.faults.size(); ++i) {
    const ProcessorFault& fault = line.faults[i];
    if (now < fault.at) {
      if (work <= fault.at - now) return now + work;
      work -= fault.at - now;
      now = fault.at;
    }
    if (fault.kind == FaultKind::die) return kNever;
    if (fault.kind == FaultKind::slow) {
      const Cycle needed = slowed(work, fault.factor);
      if (needed <= fault.until() - now) return now + needed;
      work -= done_in(fault.until() - now, fault.factor);
    }
    now = fault.until();
  }
  return now + work;
}

}  // namespace platform
}  // namespace gantry
