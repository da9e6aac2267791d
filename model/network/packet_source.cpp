// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/packet_source.h"

#include <algorithm>

namespace gantry {
inline namespace network {

namespace {

/// Returns -ln(1 - chance) = 2 artanh(chance / (2 - chance)) by its series. All operations give equal results on every
/// machine.
double decay_of(double chance) {
  const double z = chance / (2.0 - chance);
  double power = z;
  double sum = 0.0;
  for (double n = 1.0; power / n > 1e-20; n += 2.0, power *= z * z) sum += power / n;
  return 2.0 * sum;
}

CoinIntervals times_on(const Bursts& bursts) {
  return bursts.any() ? CoinIntervals(1, bursts.cycles) : CoinIntervals(1, 1);
}

/// Off periods that make the share of on cycles right.
CoinIntervals times_off(const Bursts& bursts) {
  if (!bursts.any()) return CoinIntervals(1, 1);
  return CoinIntervals(bursts.share, bursts.cycles * (kMillion - bursts.share));
}

/// Urgent packets have one length and no bursts.
TrafficSpec spec_of(const TrafficSpec& all, Priority priority) {
  TrafficSpec spec = all;
  if (priority == Priority::ordinary) return spec;
  spec.packet_flits = all.urgent.flits;
  spec.lengths.clear();
  spec.bursts = {};
  return spec;
}

/// Returns the rate of a priority, in millionths of millionths.
std::uint64_t share_of(const TrafficSpec& all, Priority priority, std::uint64_t rate) {
  return rate * (priority == Priority::urgent ? all.urgent.share : kMillion - all.urgent.share);
}

constexpr std::uint64_t kUrgentStreams = std::uint64_t{1} << 24U;  ///< above the streams of a run's nodes

std::uint64_t first_of(Priority priority, std::uint64_t first_stream) {
  return first_stream + (priority == Priority::urgent ? kUrgentStreams : 0);
}

}  // namespace

CoinIntervals::CoinIntervals(std::uint64_t hits, std::uint64_t of) {
  if (hits == of) return;
  double sum = 0.0;
  const double miss = static_cast<double>(of - hits) / static_cast<double>(of);
  if (miss < 1e-6) {
    // The series converges too slowly near 1. So halve the probability of a miss, and add the decay of each half.
    double left = miss;
    const double half = decay_of(0.5);
    for (; left < 0.5; left *= 2.0) sum += half;
    sum += decay_of(1.0 - left);
  } else {
    sum = decay_of(static_cast<double>(hits) / static_cast<double>(of));
  }
  decay_ = static_cast<std::uint64_t>(sum * static_cast<double>(std::uint64_t{1} << kExponentialBits));
}

Cycle CoinIntervals::draw(RandomBits& bits) const { return decay_ == 0 ? 1 : 1 + random_exponential(bits) / decay_; }

PacketSource::PacketSource(const TrafficSpec& all, const NodeGrid& grid, std::uint64_t rate, std::uint64_t seed,
                           std::uint64_t first_stream, Priority priority)
    : PacketSource(spec_of(all, priority), grid, share_of(all, priority, rate),
                   {seed, first_of(priority, first_stream)}) {}

PacketSource::PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t hits, const Streams& streams)
    : plain_(!spec.ends() && spec.lengths.empty() && !spec.bursts.any()),
      batch_(spec.batch != 0),
      flits_(spec.packet_flits),
      intervals_(hits, spec.most_rate() * kMillion),
      on_(times_on(spec.bursts)),
      off_(times_off(spec.bursts)) {
  if (spec.is_trace()) {
    left_.resize(grid.nodes());
    for (auto packet = spec.trace.rbegin(); packet != spec.trace.rend(); ++packet)
      left_[packet->from].push_back(*packet);
    return;
  }
  pattern_ = builtin_patterns().find(spec.pattern)->make(spec.own, grid);
  set_own_rates(hits, spec.most_rate() * kMillion, grid.nodes());
  nodes_.reserve(grid.nodes());
  for (std::uint32_t node = 0; node < grid.nodes(); ++node)
    nodes_.push_back({RandomBits(streams.seed, streams.first + node), 0, spec.batch});
  for (const LengthShare& length : spec.lengths) {
    up_to_.push_back(length);
    if (up_to_.size() > 1) up_to_.back().millionths += (up_to_.end() - 2)->millionths;
  }
  if (!spec.bursts.any()) return;
  for (Node& at : nodes_) {
    const bool on = random_below(at.bits, kMillion) < spec.bursts.share;
    on_to_.push_back(on ? on_.draw(at.bits) : 0);
  }
}

/// `hits`: packets of the mean node in `of` cycles.
void PacketSource::set_own_rates(std::uint64_t hits, std::uint64_t of, std::uint32_t nodes) {
  bool alike = true;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const RateShare rate = pattern_->rate_of(node);
    alike = alike && rate.part == rate.of;
  }
  if (alike) return;
  plain_ = false;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const RateShare rate = pattern_->rate_of(node);
    // Up to 10^12 x 2^44; at most `of`, which readers check.
    const auto own = static_cast<std::uint64_t>(std::min(Uint128{hits} * rate.part / rate.of, Uint128{of}));
    own_intervals_.push_back(own == 0 ? std::nullopt : std::optional<CoinIntervals>(CoinIntervals(own, of)));
  }
}

/// Draws from explicit packets, batches, bursts, several rates or lengths.
bool PacketSource::next_of_others(std::uint32_t node, SyntheticPacket& packet) {
  if (nodes_.empty()) {
    if (left_[node].empty()) return false;
    packet = left_[node].back();
    left_[node].pop_back();
    return true;
  }
  Node& at = nodes_[node];
  if (batch_ && at.left-- == 0) {
    at.left = 0;
    return false;
  }
  if (!own_intervals_.empty() && !own_intervals_[node]) return false;
  const CoinIntervals& intervals = own_intervals_.empty() ? intervals_ : *own_intervals_[node];
  at.last = on_to_.empty() ? at.last + intervals.draw(at.bits) : next_in_burst(node, at, intervals);
  const std::uint32_t to = pattern_->draw(node, at.bits);
  packet = {at.last, node, to, up_to_.empty() ? flits_ : draw_flits(at.bits)};
  return true;
}

/// Intervals and periods are memoryless, so the rest of an on period may be drawn anew.
Cycle PacketSource::next_in_burst(std::uint32_t node, Node& at, const CoinIntervals& intervals) {
  Cycle cycle = at.last;
  for (Cycle& on_to = on_to_[node];;) {
    const Cycle interval = intervals.draw(at.bits);
    if (cycle < on_to && interval <= on_to - cycle) return cycle + interval;
    cycle = on_to + off_.draw(at.bits);
    on_to = cycle + on_.draw(at.bits);
  }
}

std::uint64_t PacketSource::draw_flits(RandomBits& bits) const {
  const std::uint64_t number = random_below(bits, kMillion);
  const auto first_above =
      std::upper_bound(up_to_.begin(), up_to_.end(), number,
                       [](std::uint64_t value, const LengthShare& length) { return value < length.millionths; });
  return first_above->flits;
}

}  // namespace network
}  // namespace gantry
