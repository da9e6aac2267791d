// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "gantry/base/quotient.h"
#include "output/svg.h"
#include "output/traffic_pictures.h"

namespace gantry {
namespace {

constexpr double kLeft = 56.0;
constexpr double kTop = 48.0;
constexpr double kWidth = 640.0;
constexpr double kHeight = 220.0;
constexpr std::uint64_t kMostEven = 64;  ///< bars of equal width

/// Bars of equal width if they resolve the bulk, else four per doubling.
class Bars {
 public:
  explicit Bars(const InterconnectTraffic& traffic, std::uint64_t median) {
    const std::uint64_t first = traffic.latencies.front().first;
    const std::uint64_t last = traffic.latencies.back().first;
    even_ = last <= 16 * std::max<std::uint64_t>(median, 1);
    step_ = (last - first) / kMostEven + 1;
    first_ = even_ ? first : index_of_quarter(first);
    counts_.resize(index(last) + 1);
    for (const auto& [latency, packets] : traffic.latencies) counts_[index(latency)] += packets;
  }

  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  [[nodiscard]] std::uint64_t count(std::size_t bar) const { return counts_[bar]; }
  [[nodiscard]] std::uint64_t highest() const { return *std::max_element(counts_.begin(), counts_.end()); }
  [[nodiscard]] std::size_t index(std::uint64_t latency) const {
    return static_cast<std::size_t>(even_ ? (latency - first_) / step_ : index_of_quarter(latency) - first_);
  }
  /// Smallest latency of a bar.
  [[nodiscard]] std::uint64_t begin(std::size_t bar) const {
    return even_ ? first_ + bar * step_ : begin_of_quarter(first_ + bar);
  }

 private:
  /// 0 to 7 themselves, then 8-9, 10-11, 12-13, 14-15, 16-19, ...
  static std::uint64_t index_of_quarter(std::uint64_t latency) {
    if (latency < 8) return latency;
    std::uint64_t octave = 3;
    while ((latency >> octave) >= 2) ++octave;
    return 8 + (octave - 3) * 4 + ((latency >> (octave - 2)) - 4);
  }
  static std::uint64_t begin_of_quarter(std::uint64_t index) {
    if (index < 8) return index;
    return (4 + index % 4) << ((index - 8) / 4 + 1);
  }

  bool even_ = true;
  std::uint64_t step_ = 1;
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> counts_;
};

struct Summary {
  std::uint64_t packets = 0;
  double mean = 0.0;
  std::uint64_t p50 = 0;
  std::uint64_t p99 = 0;
};

Summary summary_of(const InterconnectTraffic& traffic) {
  Summary summary;
  Uint128 sum = 0;
  for (const auto& [latency, packets] : traffic.latencies) {
    summary.packets += packets;
    sum += Uint128{latency} * packets;
  }
  summary.mean = quotient(sum, summary.packets);
  const auto percentile = [&](std::uint64_t percent) {
    const std::uint64_t rank = (summary.packets * percent + 99) / 100;
    std::uint64_t seen = 0;
    for (const auto& [latency, packets] : traffic.latencies) {
      seen += packets;
      if (seen >= rank) return latency;
    }
    return std::uint64_t{0};
  };
  summary.p50 = percentile(50);
  summary.p99 = percentile(99);
  return summary;
}

}  // namespace

std::string latency_picture(const std::string& title, const InterconnectTraffic& traffic) {
  Svg svg(kLeft + kWidth + 24, kTop + kHeight + 52, title);
  const double bottom = kTop + kHeight;
  if (traffic.latencies.empty()) {
    svg.text(16, 48, "", "no packet has arrived");
    return svg.finish();
  }
  const Summary all = summary_of(traffic);
  const Bars bars(traffic, all.p50);
  const auto share = [&](std::uint64_t packets) {
    return static_cast<double>(packets) / static_cast<double>(all.packets);
  };
  const double most = scale_end(share(bars.highest()));
  for (int i = 0; i <= 4; ++i) {
    const double y = bottom - kHeight * i / 4;
    svg.line(kLeft, y, kLeft + kWidth, y, i == 0 ? "axis" : "grid");
    svg.text(kLeft - 6, y + 4, "s e", fmt::format("{:g} %", 100 * most * i / 4));
  }
  const double width = kWidth / static_cast<double>(bars.size());
  const std::size_t every = bars.size() / 16 + 1;
  for (std::size_t b = 0; b < bars.size(); ++b) {
    const double x = kLeft + width * static_cast<double>(b);
    const double height = kHeight * share(bars.count(b)) / most;
    if (b % every == 0) svg.text(x + width / 2, bottom + 14, "s m", fmt::format("{}", bars.begin(b)));
    if (bars.count(b) == 0) continue;
    const std::uint64_t end = bars.begin(b + 1) - 1;
    const std::string range =
        end == bars.begin(b) ? fmt::format("{}", end) : fmt::format("{} to {}", bars.begin(b), end);
    svg.rect(x + width * 0.05, bottom - height, width * 0.9, height, "bar",
             fmt::format("{} cycles: {} packets, {:.2f} %", range, bars.count(b), 100 * share(bars.count(b))));
  }
  double last = -100.0;
  for (const auto& [name, value] : {std::pair<const char*, std::uint64_t>{"median", all.p50}, {"99 %", all.p99}}) {
    const double x = kLeft + width * (static_cast<double>(bars.index(value)) + 0.5);
    svg.line(x, kTop - 4, x, bottom, "mark");
    const bool room = x - last > 90.0;
    const bool at_end = x > kLeft + kWidth - 80.0;
    svg.text(at_end ? x - 3 : x + 3, room ? kTop + 4 : kTop + 18, at_end ? "s e" : "s",
             fmt::format("{} {}", name, value));
    last = x;
  }
  svg.text(kLeft + kWidth, bottom + 34, "e", "cycles from creation to the last flit at the destination");
  svg.text(kLeft, bottom + 34, "",
           fmt::format("{} packets, mean {:.1f}, longest {}", all.packets, all.mean, traffic.latencies.back().first));
  return svg.finish();
}

}  // namespace gantry
