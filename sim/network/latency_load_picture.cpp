// SPDX-License-Identifier: Apache-2.0
#include "network/latency_load_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "output/svg.h"

namespace gantry {
namespace {

constexpr double kLeft = 56.0;
constexpr double kTop = 84.0;
constexpr double kWidth = 640.0;
constexpr double kHeight = 300.0;
constexpr double kBottom = kTop + kHeight;
// Below: accepted load, and the load that sources can send.
constexpr double kFlowTop = kBottom + 64.0;
constexpr double kFlowHeight = 160.0;
constexpr double kFlowBottom = kFlowTop + kFlowHeight;

/// Of the list and of the search, by load; one that both have is one.
std::vector<LoadSample> samples_of(const NetworkResult& result) {
  std::vector<LoadSample> samples;
  for (const NetworkPoint& point : result.points) samples.push_back(sample_of(point));
  if (result.saturation) {
    samples.insert(samples.end(), result.saturation->tried.begin(), result.saturation->tried.end());
  }
  // Of a load that several searches tried the first is shown.
  std::stable_sort(samples.begin(), samples.end(),
                   [](const LoadSample& a, const LoadSample& b) { return a.rate < b.rate; });
  const auto same = [](const LoadSample& a, const LoadSample& b) { return a.rate == b.rate; };
  samples.erase(std::unique(samples.begin(), samples.end(), same), samples.end());
  return samples;
}

/// Loads from 0 on, with a line every step.
class LoadAxis {
 public:
  explicit LoadAxis(double most) : step_(scale_end(most / 6)) {
    while (steps_ * step_ < most * (1 - 1e-9)) ++steps_;
  }
  [[nodiscard]] double at(double load) const { return kLeft + kWidth * load / (steps_ * step_); }
  void draw(Svg& svg, double top, double bottom) const {
    for (int i = 0; i <= steps_; ++i) {
      const double x = at(i * step_);
      svg.line(x, top, x, bottom, i == 0 ? "axis" : "grid");
      svg.text(x, bottom + 14, "s m", fmt::format("{:g}", i * step_));
    }
    svg.text(kLeft + kWidth, bottom + 32, "e", "offered flits per cycle and node");
  }

 private:
  double step_;
  int steps_ = 1;
};

/// Cycles on a logarithmic scale with lines at 1, 2 and 5 times powers of ten. Between two lines it is even, which the
/// eye does not see and every machine computes alike.
class CycleAxis {
 public:
  CycleAxis(double least, double most) {
    for (std::uint64_t power = 1; lines_.empty() || static_cast<double>(lines_.back().cycles) < most; power *= 10) {
      for (const auto& [step, height] : {std::pair<std::uint64_t, double>{1, 0.0}, {2, 0.30103}, {5, 0.69897}}) {
        if (!lines_.empty() && static_cast<double>(lines_.back().cycles) >= most) break;
        const Line line{step * power, decades_ + height};
        if (static_cast<double>(line.cycles) <= least) lines_.clear();  // the last one below is the first one
        lines_.push_back(line);
      }
      decades_ += 1.0;
    }
    if (lines_.size() == 1) lines_.push_back({lines_[0].cycles * 10, lines_[0].height + 1.0});
  }
  [[nodiscard]] double at(double cycles) const {
    std::size_t i = 1;
    while (i + 1 < lines_.size() && static_cast<double>(lines_[i].cycles) < cycles) ++i;
    const Line& low = lines_[i - 1];
    const Line& high = lines_[i];
    const double share = (cycles - static_cast<double>(low.cycles)) / static_cast<double>(high.cycles - low.cycles);
    return y_of(low.height + (high.height - low.height) * share);
  }
  void draw(Svg& svg) const {
    for (const Line& line : lines_) {
      const double y = y_of(line.height);
      svg.line(kLeft, y, kLeft + kWidth, y, &line == &lines_.front() ? "axis" : "grid");
      svg.text(kLeft - 6, y + 4, "s e", fmt::format("{}", line.cycles));
    }
    svg.text(16, 42, "", "cycles from creation to the last flit at the destination, by load");
  }

 private:
  struct Line {
    std::uint64_t cycles;
    double height;  ///< its logarithm
  };
  [[nodiscard]] double y_of(double height) const {
    const double low = lines_.front().height;
    return kBottom - kHeight * (height - low) / (lines_.back().height - low);
  }

  std::vector<Line> lines_;
  double decades_ = 0.0;
};

/// Flits per cycle and node from 0 on, with a line every step.
class FlowAxis {
 public:
  explicit FlowAxis(double most) : step_(scale_end(most / 4)) {
    while (steps_ * step_ < most * (1 - 1e-9)) ++steps_;
  }
  [[nodiscard]] double at(double flow) const { return kFlowBottom - kFlowHeight * flow / (steps_ * step_); }
  void draw(Svg& svg) const {
    for (int i = 0; i <= steps_; ++i) {
      svg.line(kLeft, at(i * step_), kLeft + kWidth, at(i * step_), i == 0 ? "axis" : "grid");
      svg.text(kLeft - 6, at(i * step_) + 4, "s e", fmt::format("{:g}", i * step_));
    }
    svg.text(16, kFlowTop - 12, "", "flits per cycle and node that get through, by load");
  }

 private:
  double step_;
  int steps_ = 1;
};

class Curves {
 public:
  Curves(const std::string& title, const NetworkResult& result)
      : result_(result),
        samples_(samples_of(result)),
        x_(most_load()),
        y_(least_cycles(), most_cycles()),
        flow_(most_flow()),
        svg_(kLeft + kWidth + 24, kFlowBottom + 64, title) {}

  std::string draw() {
    y_.draw(svg_);
    x_.draw(svg_, kTop, kBottom);
    if (const std::optional<double> cycles = result_.bounds->zero_load) {
      const double alone = y_.at(*cycles);
      svg_.line(kLeft, alone, kLeft + kWidth, alone, "mark",
                fmt::format("{:g} cycles when nothing is in the way", *cycles));
      svg_.text(kLeft + kWidth - 4, alone - 4, "s e", fmt::format("alone {:.4g}", *cycles));
    }
    draw_mark(result_.bounds->throughput, kTop - 6, "bound");
    if (result_.saturation && result_.saturation->best) {
      draw_mark(result_.saturation->best->offered, kTop - 20, "saturation");
    }
    draw_curve("l3", [](const LoadSample& load) { return static_cast<double>(load.p99); });
    draw_curve("l5", [](const LoadSample& load) { return load.mean; });
    for (const LoadSample& load : samples_) {
      if (load.stable) continue;
      svg_.rect(x_.at(load.offered) - 1.5, kTop, 3, 12, "b5",
                fmt::format("{:g} offered: unstable, {:g} accepted", load.offered, load.accepted));
    }
    draw_legend();
    draw_flows();
    return svg_.finish();
  }

 private:
  [[nodiscard]] double most_load() const {
    double most = result_.bounds->throughput;
    for (const LoadSample& load : samples_) most = std::max(most, load.offered);
    return most;
  }
  [[nodiscard]] double least_cycles() const {
    double least = result_.bounds->zero_load.value_or(std::numeric_limits<double>::max());
    for (const LoadSample& load : samples_) {
      if (load.has_latency) least = std::min(least, load.mean);
    }
    return std::min(least, most_cycles());
  }
  [[nodiscard]] double most_cycles() const {
    double most = result_.bounds->zero_load.value_or(1.0);
    for (const LoadSample& load : samples_) {
      if (load.has_latency) most = std::max({most, load.mean, static_cast<double>(load.p99)});
    }
    return most;
  }

  [[nodiscard]] double most_flow() const {
    double most = 0.0;
    for (const LoadSample& load : samples_) most = std::max({most, load.accepted, load.sent_most});
    return most;
  }

  /// Draws the accepted load as a curve, and at every load a bar from the source that can send least to the one that
  /// sends most.
  void draw_flows() {
    flow_.draw(svg_);
    x_.draw(svg_, kFlowTop, kFlowBottom);
    const LoadSample* before = nullptr;
    for (const LoadSample& load : samples_) {
      const double x = x_.at(load.offered);
      const double top = flow_.at(load.sent_most);
      svg_.rect(x - 2, top, 4, std::max(1.0, flow_.at(load.sent_least) - top), "l3",
                fmt::format("{:g} offered: sources send from {:.4g} to {:.4g}", load.offered, load.sent_least,
                            load.sent_most));
      if (before != nullptr) {
        svg_.line(x_.at(before->offered), flow_.at(before->accepted), x, flow_.at(load.accepted), "l5", "", 1.6);
      }
      before = &load;
    }
    const double y = kFlowBottom + 32;
    svg_.rect(kLeft, y - 8, 8, 8, "l5");
    svg_.text(kLeft + 12, y, "", "arrives");
    svg_.rect(kLeft + 82, y - 8, 4, 8, "l3");
    svg_.text(kLeft + 94, y, "", "from the source that sends least to the one that sends most");
  }

  /// A load with a name, from the label down to the axis.
  void draw_mark(double load, double label, const char* name) {
    const double x = x_.at(load);
    svg_.line(x, label - 8, x, kBottom, "mark");
    const bool right = x < kLeft + kWidth / 2;
    svg_.text(right ? x + 4 : x - 4, label, right ? "s" : "s e", fmt::format("{} {:.4g}", name, load));
  }

  template <typename Cycles>
  void draw_curve(const std::string& cls, Cycles cycles) {
    const LoadSample* before = nullptr;
    for (const LoadSample& load : samples_) {
      if (!load.has_latency) continue;
      const double x = x_.at(load.offered);
      const double y = y_.at(cycles(load));
      if (before != nullptr) {
        svg_.line(x_.at(before->offered), y_.at(cycles(*before)), x, y, cls, "", 1.6);
      }
      before = &load;
    }
    for (const LoadSample& load : samples_) {
      if (!load.has_latency) continue;
      svg_.rect(x_.at(load.offered) - 2.5, y_.at(cycles(load)) - 2.5, 5, 5, cls,
                fmt::format("{:g} offered, {:g} accepted: mean {:.1f}, 99 % within {} cycles", load.offered,
                            load.accepted, load.mean, load.p99));
    }
  }

  void draw_legend() {
    const double y = kBottom + 32;
    double x = kLeft;
    const auto entry = [&](const char* cls, double width, const char* text, double room) {
      svg_.rect(x, y - 8, width, 8, cls);
      svg_.text(x + 12, y, "", text);
      x += room;
    };
    entry("l5", 8, "mean", 70);
    entry("l3", 8, "99 % of the packets are within", 200);
    entry("b5", 3, "unstable load", 0);
  }

  const NetworkResult& result_;
  std::vector<LoadSample> samples_;
  LoadAxis x_;
  CycleAxis y_;
  FlowAxis flow_;
  Svg svg_;
};

}  // namespace

std::string latency_load_picture(const std::string& title, const NetworkResult& result) {
  return Curves(title, result).draw();
}

}  // namespace gantry
