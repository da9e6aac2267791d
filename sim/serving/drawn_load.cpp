// SPDX-License-Identifier: Apache-2.0
#include "serving/drawn_load.h"

#include <algorithm>

#include "gantry/base/archive.h"
#include "gantry/kernel/archive_kernel.h"

namespace gantry {
namespace {

/// Random streams, one per kind of session or node. Results of a seed depend on these numbers.
constexpr std::uint64_t kArrivals = 0x100000;
constexpr std::uint64_t kPasses = 0x200000;
constexpr std::uint64_t kServices = 0x300000;

constexpr std::uint64_t kMostPasses = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 40;

}  // namespace

DrawnLoad::DrawnLoad(const ServingExperiment& experiment) : experiment_(experiment) {
  for (std::uint32_t k = 0; k < experiment.streams.size(); ++k) {
    const SessionStream& from = experiment.streams[k];
    Stream& stream = streams_.emplace_back();
    stream.process = from.arrivals->start(RandomBits(experiment.seed, kArrivals + k));
    stream.left = from.count;
    stream.next.kind = k;
    advance(stream);
    total_ += from.count;
  }
  for (NodeId n = 0; n < experiment.times.size(); ++n) {
    pass_bits_.emplace_back(experiment.seed, kPasses + n);
    service_bits_.emplace_back(experiment.seed, kServices + n);
  }
}

void DrawnLoad::advance(Stream& stream) {
  stream.next.at = kNever;
  if (stream.left == 0) return;
  --stream.left;
  stream.next.at = stream.process->next();
  stream.next.work = stream.process->work();
}

bool DrawnLoad::next(SessionArrival& arrival) {
  const auto earliest = std::min_element(streams_.begin(), streams_.end(),
                                         [](const Stream& x, const Stream& y) { return x.next.at < y.next.at; });
  if (earliest->next.at == kNever) return false;
  arrival = earliest->next;
  ++taken_;
  advance(*earliest);
  return true;
}

bool DrawnLoad::archive(Archive& state) {
  std::uint64_t taken = taken_;
  state(taken, pass_bits_, service_bits_);
  if (taken > total_) state.fail("more sessions than the experiment has");
  for (SessionArrival unused; taken_ < taken;) next(unused);
  return true;
}

std::uint64_t DrawnLoad::passes(NodeId node, std::uint64_t work) {
  const NodeTimes& times = experiment_.times[node];
  const std::uint64_t passes = times.passes_are_work ? work : times.passes.draw(pass_bits_[node], kMostPasses);
  return std::max<std::uint64_t>(1, passes);
}

Cycle DrawnLoad::service_cycles(NodeId node, std::uint32_t engine, std::uint64_t requests) {
  const EngineTime& time = experiment_.times[node].engines[engine];
  if (!time.batch_cycles.empty()) return time.batch_cycles[requests - 1];
  RandomBits& bits = service_bits_[node];
  Cycle cycles = time.cycles.draw(bits, kMostCycles);
  if (time.per_request.kind == Distribution::Kind::constant) return cycles + requests * time.per_request.low;
  for (std::uint64_t i = 0; i < requests; ++i) cycles += time.per_request.draw(bits, kMostCycles);
  return cycles;
}

}  // namespace gantry
