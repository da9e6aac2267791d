// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "output/svg.h"
#include "text/text_table.h"
#include "whatif/whatif_output.h"

namespace gantry {
namespace {

constexpr double kLeft = 250.0;    ///< left end of the bars; names are left of it
constexpr double kScale = 440.0;   ///< of the whole axis
constexpr double kLabels = 120.0;  ///< right of the longest bar
constexpr double kRow = 22.0;
constexpr double kBar = 13.0;
constexpr double kTop = 84.0;
constexpr std::size_t kMostRows = 24;
constexpr std::size_t kMostPairs = 10;
constexpr double kNothing = 0.0005;  ///< shares below it are not drawn
constexpr double kLowest = -1.0;     ///< left end of the axis at most
constexpr double kCap = 3.0;         ///< half the height of the end of an interval

struct Mark {
  const Outcome* outcome = nullptr;
  double saved = 0.0;  ///< share of the base's cycles (or response); below 0: lost
  double low = 0.0;    ///< ends of the 95 % interval of `saved`; both are `saved`: there is none
  double high = 0.0;
  std::string tip;
};

struct Bar {
  std::string label;
  std::vector<Mark> marks;  ///< doubled, then ideal
  double parts = 0.0;       ///< share that the product of a pair's parts would save
};

double saved_by(double gain) { return gain > 0.0 ? 1.0 - 1.0 / gain : 0.0; }

class Tornado {
 public:
  Tornado(const WhatIf& found, const WhatIfSubject& subject) : found_(found), subject_(subject) {
    for (const ResourceResult& of : found.resources) add(of);
    const auto best = [](const Bar& bar) {
      double most = 0.0;
      for (const Mark& mark : bar.marks) most = std::max(most, std::abs(mark.saved));
      return most;
    };
    bars_.erase(std::remove_if(bars_.begin(), bars_.end(), [&](const Bar& bar) { return best(bar) < kNothing; }),
                bars_.end());
    if (bars_.size() > kMostRows) {
      left_out_ = bars_.size() - kMostRows;
      bars_.resize(kMostRows);
    }
    for (const PairResult& pair : found.pairs) {
      if (pairs_.size() == kMostPairs || found.gain(pair.outcome) < pair.better * (1.0 + kNothing)) continue;
      pairs_.push_back({std::string(pair.first.resource->name) + " + " + std::string(pair.second.resource->name),
                        {mark(pair.outcome, "both")},
                        saved_by(pair.parts)});
    }
    for (const std::vector<Bar>* list : {&bars_, &pairs_}) {
      for (const Bar& bar : *list) {
        for (const Mark& one : bar.marks) lowest_ = std::min(lowest_, one.low);
      }
    }
    lowest_ = std::max(lowest_, kLowest);
  }

  [[nodiscard]] std::string picture() const;

 private:
  void add(const ResourceResult& of) {
    Bar bar{std::string(of.resource->name), {}, 0.0};
    if (of.resource->of == ResourceOf::order) {
      std::string orders;
      for (const TurnResult& turn : of.turns) orders += (orders.empty() ? "" : ", ") + std::string(name(turn.kind));
      bar.label += " (" + orders + ')';
    }
    for (const TurnResult& turn : of.turns) {
      if (turn.outcome.has_cycles()) bar.marks.push_back(mark(turn.outcome, std::string(name(turn.kind))));
    }
    bars_.push_back(std::move(bar));
  }
  [[nodiscard]] Mark mark(const Outcome& outcome, const std::string& what) const {
    const MeanOfRuns gain = found_.gains(outcome);
    std::string tip = fmt::format("{}: {} cycles, x{:.3f}", what, grouped(outcome.cycles), gain.mean);
    if (found_.seeds > 1) tip += fmt::format(" +- {:.3f}", gain.half_width);
    for (const std::string& set : outcome.sets) tip += "\n--set " + set;
    const double saved = saved_by(gain.mean);
    if (gain.half_width == 0.0) return {&outcome, saved, saved, saved, std::move(tip)};
    // An interval may reach down to a gain of nothing, which would save minus infinity.
    const double low = gain.mean - gain.half_width;
    return {&outcome, saved, low > 0.0 ? saved_by(low) : kLowest, saved_by(gain.mean + gain.half_width),
            std::move(tip)};
  }
  [[nodiscard]] double x(double saved) const {
    return kLeft + kScale * (std::max(saved, lowest_) - lowest_) / (1.0 - lowest_);
  }
  void axis(Svg& svg, double bottom) const;
  void row(Svg& svg, double y, const Bar& bar, bool pair) const;
  void interval(Svg& svg, double middle, const Mark& mark) const;

  const WhatIf& found_;
  const WhatIfSubject& subject_;
  std::vector<Bar> bars_;
  std::vector<Bar> pairs_;
  std::size_t left_out_ = 0;
  double lowest_ = 0.0;
};

void Tornado::axis(Svg& svg, double bottom) const {
  const int first = -10 * static_cast<int>(-lowest_ * 10.0);
  for (int percent = first; percent <= 100; percent += lowest_ < -0.3 ? 20 : 10) {
    const double at = x(percent / 100.0);
    svg.line(at, kTop - 6, at, bottom, percent == 0 ? "axis" : "grid");
    svg.text(at, bottom + 14, "s m", fmt::format("{} %", percent));
  }
  svg.text(kLeft + kScale, bottom + 30, "e",
           found_.by_response ? "response saved, as a share of the base's (left of 0: slower)"
                              : "cycles saved, as a share of the base's (left of 0: slower)");
}

/// A line from end to end. An end that lies left of the axis has no cap.
void Tornado::interval(Svg& svg, double middle, const Mark& mark) const {
  if (mark.low == mark.high) return;
  svg.line(x(mark.low), middle, x(mark.high), middle, "axis", mark.tip, 1.5);
  for (const double end : {mark.low, mark.high}) {
    if (end >= lowest_) svg.line(x(end), middle - kCap, x(end), middle + kCap, "axis", "", 1.5);
  }
}

void Tornado::row(Svg& svg, double y, const Bar& bar, bool pair) const {
  const double middle = y + kRow / 2;
  svg.text(kLeft - 8, middle + 4, "e", bar.label);
  double end = x(0.0);
  std::string label;
  for (std::size_t i = bar.marks.size(); i-- > 0;) {
    const Mark& mark = bar.marks[i];
    const bool thin = i > 0;
    const double from = std::min(x(0.0), x(mark.saved));
    const double width = std::abs(x(mark.saved) - x(0.0));
    const double height = thin ? kBar : pair ? kBar : kBar * 0.62;
    const char* cls = mark.saved < 0.0 ? (thin ? "b2" : "b4") : thin ? "l2" : pair ? "l5" : "l4";
    if (width >= 0.05) svg.rect(from, middle - height / 2, width, height, cls, mark.tip);
    end = std::max({end, x(mark.saved), x(mark.high)});
  }
  for (const Mark& mark : bar.marks) {
    interval(svg, middle, mark);
    label += (label.empty() ? "x" : ", x") + fmt::format("{:.3f}", 1.0 / (1.0 - mark.saved));
  }
  if (pair) {
    svg.line(x(bar.parts), middle - kBar / 2 - 3, x(bar.parts), middle + kBar / 2 + 3, "mark",
             fmt::format("product of its parts: x{:.3f}", 1.0 / (1.0 - bar.parts)), 2.0);
    end = std::max(end, x(bar.parts));
  }
  svg.text(end + 6, middle + 4, "s", label);
}

std::string Tornado::picture() const {
  const double gap = pairs_.empty() ? 0.0 : 30.0;
  const double bottom = kTop + kRow * static_cast<double>(bars_.size() + pairs_.size()) + gap;
  Svg svg(kLeft + kScale + kLabels, bottom + 44, subject_.experiment + ": what if");
  svg.text(16, 44, "",
           fmt::format("makespan {} cycles; {} runs{}", grouped(found_.base.cycles), found_.runs,
                       left_out_ == 0 ? "" : fmt::format("; {} smaller ones are left out", left_out_)));
  svg.rect(16, 57, 22, kBar * 0.62, "l4");
  svg.text(44, 65, "s", "doubled");
  svg.rect(110, 55, 22, kBar, "l2");
  svg.text(138, 65, "s", "ideal");
  svg.rect(190, 57, 22, kBar * 0.62, "b4");
  svg.text(218, 65, "s", "slower");
  if (found_.seeds > 1) {
    svg.line(270, 61, 292, 61, "axis", "", 1.5);
    for (const double end : {270.0, 292.0}) svg.line(end, 61 - kCap, end, 61 + kCap, "axis", "", 1.5);
    svg.text(298, 65, "s", fmt::format("95 % interval from {} seeds", found_.seeds));
  }
  axis(svg, bottom);
  double y = kTop;
  for (const Bar& bar : bars_) {
    row(svg, y, bar, false);
    y += kRow;
  }
  if (!pairs_.empty()) {
    svg.text(kLeft - 8, y + 20, "e", "pairs of doublings");
    svg.line(kLeft + 6, y + 10, kLeft + 6, y + 24, "mark", "", 2.0);
    svg.text(kLeft + 14, y + 20, "s n", "what its two parts multiply to");
    y += gap;
  }
  for (const Bar& bar : pairs_) {
    row(svg, y, bar, true);
    y += kRow;
  }
  return svg.finish();
}

}  // namespace

std::string whatif_picture(const WhatIf& found, const WhatIfSubject& subject) {
  return Tornado(found, subject).picture();
}

}  // namespace gantry
