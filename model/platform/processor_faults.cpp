// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/processor_faults.h"

#include <algorithm>

#include "gantry/base/error.h"
#include "gantry/base/speed.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace platform {

namespace {

constexpr std::uint64_t kOne = 1000000;
constexpr std::size_t kMostFaults = std::size_t{1} << 20;
constexpr std::uint64_t kFirstRate = std::uint64_t{1} << 62;  ///< number of the random stream of the first rate

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

ProcessorFaults::ProcessorFaults(const FaultPlan& plan, std::size_t processors) : last_(plan.last), lines_(processors) {
  for (const ProcessorFault& fault : plan.list) lines_[fault.processor].faults.push_back({fault});
  for (const FaultRate& rate : plan.rates)
    lines_[rate.processor].draw.emplace(Draw{RandomBits(plan.seed, kFirstRate + rate.processor), rate});
  for (Line& line : lines_) {
    std::sort(line.faults.begin(), line.faults.end(),
              [](const FaultRecord& a, const FaultRecord& b) { return a.fault.at < b.fault.at; });
  }
}

bool ProcessorFaults::has(Line& line, std::size_t fault) const {
  if (fault < line.faults.size()) return true;
  if (!line.draw) return false;
  const FaultRate& rate = line.draw->rate;
  const Cycle from = line.faults.empty() ? 0 : line.faults.back().fault.until();
  const Uint128 gap = (static_cast<Uint128>(random_exponential(line.draw->bits)) * rate.mean) >> kExponentialBits;
  FaultRecord next{rate.fault};
  next.fault.processor = rate.processor;
  next.fault.at = static_cast<Cycle>(std::min<Uint128>(Uint128{from} + 1 + gap, kMaxJobTime));
  if (next.fault.at > last_ || next.fault.at == kMaxJobTime) {
    line.draw.reset();
    return false;
  }
  if (line.faults.size() == kMostFaults)
    throw Error(
        "a processor has more than 1048576 faults at random times (a larger mean_cycles, or a lower max_cycles)");
  line.faults.push_back(next);
  if (next.fault.until() == kNever) line.draw.reset();
  return true;
}

Cycle ProcessorFaults::end(ProcessorId p, Cycle start, Cycle work) {
  Line& line = lines_[p];
  while (has(line, line.first) && line.faults[line.first].fault.until() <= start) ++line.first;
  Cycle now = start;
  for (std::size_t i = line.first; has(line, i); ++i) {
    FaultRecord& record = line.faults[i];
    const ProcessorFault& fault = record.fault;
    if (now < fault.at) {
      if (work <= fault.at - now) return now + work;
      work -= fault.at - now;
      now = fault.at;
    }
    if (fault.kind == FaultKind::fail) {
      if (fault.until() == kNever || work <= fault.until() - now) return now + work;
      work -= fault.until() - now;
      now = fault.until();
      continue;
    }
    if (work == 0 && fault.kind == FaultKind::slow) return now;
    ++record.jobs;
    if (fault.kind == FaultKind::die) {
      ++record.lost;
      return kNever;
    }
    Cycle done = 0;
    if (fault.kind == FaultKind::slow) {
      const Cycle needed = slowed(work, fault.factor);
      if (needed <= fault.until() - now) {
        record.delay_cycles += needed - work;
        return now + needed;
      }
      done = done_in(fault.until() - now, fault.factor);
    }
    work -= done;
    record.delay_cycles += fault.until() - now - done;
    now = fault.until();
  }
  return now + work;
}

bool ProcessorFaults::fails(ProcessorId p, Cycle end) {
  Line& line = lines_[p];
  for (std::size_t i = line.first; has(line, i) && line.faults[i].fault.at < end; ++i) {
    FaultRecord& record = line.faults[i];
    if (record.fault.kind != FaultKind::fail || end > record.fault.until()) continue;
    ++record.jobs;
    ++record.failed;
    return true;
  }
  return false;
}

std::vector<FaultRecord> ProcessorFaults::records(Cycle last) {
  std::vector<FaultRecord> records;
  for (Line& line : lines_) {
    for (std::size_t i = 0; has(line, i) && line.faults[i].fault.at <= last; ++i) records.push_back(line.faults[i]);
  }
  std::stable_sort(records.begin(), records.end(),
                   [](const FaultRecord& a, const FaultRecord& b) { return a.fault.at < b.fault.at; });
  return records;
}

}  // namespace platform
}  // namespace gantry
