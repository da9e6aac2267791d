// SPDX-License-Identifier: Apache-2.0
#include "output/plan_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "output/svg.h"
#include "text/text_table.h"

namespace gantry {
namespace {

constexpr double kPlot = 1120;  ///< width of the time axis
constexpr double kChartTop = 64;
constexpr double kLetter = 5.4;        ///< width of one, in the small type
constexpr double kNameLetter = 6.3;    ///< ... in the type of the names of rows
constexpr double kLeastBar = 0.6;      ///< narrower ones are drawn together
constexpr double kBarGap = 1.6;        ///< between bars that are wide enough for one
constexpr double kLeastLabelled = 11;  ///< smallest height of a row with labels
constexpr std::size_t kMostRows = 4096;
constexpr std::size_t kLongestName = 24;

struct Bar {
  plan::Time start;
  plan::Time finish;
  const plan::Placement* of;
};
using Rows = std::map<std::uint32_t, std::vector<Bar>>;  // by processor

Rows rows_of(const plan::Plan& plan) {
  Rows rows;
  for (const plan::Placement& place : plan.placement) {
    if (!place.start || !place.finish) continue;
    for (const std::uint32_t p : place.processors) rows[p].push_back({*place.start, *place.finish, &place});
    if (place.processors.empty() && place.part) rows[*place.part].push_back({*place.start, *place.finish, &place});
  }
  for (auto& [processor, bars] : rows) {
    std::sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) {
      return std::tie(a.start, a.finish, a.of->task, a.of->copy) < std::tie(b.start, b.finish, b.of->task, b.of->copy);
    });
  }
  return rows;
}

bool is_part(const std::vector<Bar>& row) { return row.front().of->processors.empty(); }

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string shortened(const std::string& text) {
  if (letters(text) <= kLongestName) return text;
  std::size_t end = 0;  // end of a label of this number of letters
  for (std::size_t n = 0; n < kLongestName; ++n) {
    do ++end;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U);
  }
  return text.substr(0, end) + "\xE2\x80\xA6";
}

class Chart {
 public:
  Chart(const plan::Plan& plan, const Workload& workload, const std::vector<std::string>& processors)
      : plan_(plan), workload_(workload), rows_(rows_of(plan)) {
    std::size_t longest = 2;
    for (const auto& [processor, bars] : rows_) {
      names_[processor] =
          shortened(processor < processors.size() ? processors[processor]
                                                  : fmt::format("{}{}", is_part(bars) ? "part " : "p", processor));
      longest = std::max(longest, letters(names_[processor]));
      for (const Bar& bar : bars) end_ = std::max(end_, bar.finish);
      for (const Bar& bar : bars) copies_ = copies_ || bar.of->copy > 0;
    }
    left_ = 24 + kNameLetter * static_cast<double>(longest);
    row_ = std::clamp(1400.0 / static_cast<double>(rows_.size()), 2.0, 26.0);
  }

  std::string draw() {
    const double height = row_ * static_cast<double>(rows_.size());
    Svg svg(left_ + kPlot + 32, kChartTop + height + 40, title());
    draw_axis(svg, height);
    double y = kChartTop;
    double named = -100;  // the last row with a written name
    for (const auto& [processor, bars] : rows_) {
      if (y - named >= 11) {
        svg.text(left_ - 8, y + row_ / 2 + 4, "e", names_[processor]);
        named = y;
      }
      draw_row(svg, y, bars);
      y += row_;
    }
    return svg.finish();
  }

 private:
  [[nodiscard]] std::string title() const {
    const auto period = plan::whole(plan_.metrics, "period");
    const std::string what =
        period ? fmt::format("one period of {} cycles", grouped(*period)) : fmt::format("{} cycles", grouped(end_));
    return fmt::format("{} of {}: {}, {} tasks on {} processors", plan_.method, plan_.workload, what,
                       grouped(plan_.placement.size()), grouped(rows_.size()));
  }

  [[nodiscard]] double x(plan::Time time) const {
    return left_ + kPlot * static_cast<double>(time) / static_cast<double>(std::max<plan::Time>(end_, 1));
  }

  void draw_axis(Svg& svg, double height) const {
    const double step = std::max(1.0, scale_end(static_cast<double>(end_) / 8));
    for (double at = 0; at <= static_cast<double>(end_); at += step) {
      const double line = x(static_cast<plan::Time>(at));
      svg.line(line, kChartTop - 6, line, kChartTop + height, "grid");
      svg.text(line, kChartTop - 12, "m", grouped(static_cast<std::uint64_t>(at)));
    }
    svg.line(left_, kChartTop + height, left_ + kPlot, kChartTop + height, "axis");
    svg.text(left_ + kPlot, kChartTop + height + 20, "e", "cycles");
    if (const auto period = plan::whole(plan_.metrics, "period"); period && *period <= end_)
      svg.line(x(*period), kChartTop - 6, x(*period), kChartTop + height, "mark", "the next period begins");
  }

  void draw_row(Svg& svg, double y, const std::vector<Bar>& bars) const {
    for (std::size_t i = 0; i < bars.size();) {
      std::size_t last = i;  // of those that are drawn as one
      plan::Time finish = bars[i].finish;
      while (last + 1 < bars.size() && is_narrow(bars[last]) && is_narrow(bars[last + 1]) &&
             x(bars[last + 1].start) - x(finish) < kLeastBar) {
        finish = std::max(finish, bars[++last].finish);
      }
      if (last > i) {
        draw_bar(svg, y, bars[i].start, finish, "q",
                 fmt::format("{} tasks, {} to {}", grouped(last - i + 1), grouped(bars[i].start), grouped(finish)));
      } else {
        draw_task(svg, y, bars[i]);
      }
      i = last + 1;
    }
  }

  [[nodiscard]] bool is_narrow(const Bar& bar) const { return x(bar.finish) - x(bar.start) < kLeastBar; }

  void draw_bar(Svg& svg, double y, plan::Time start, plan::Time finish, const std::string& cls,
                const std::string& tip) const {
    const double wide = x(finish) - x(start);
    const double gap = wide > 3 * kBarGap ? kBarGap : 0;
    const double inset = row_ >= 8 ? 1 : 0;
    svg.rect(x(start), y + inset, std::max(wide - gap, kLeastBar), row_ - 2 * inset, cls, tip);
  }

  void draw_task(Svg& svg, double y, const Bar& bar) const {
    const std::size_t level = 1 + std::size_t{bar.of->task} * kHeatLevels / workload_.tasks.size();
    std::string name = workload_.tasks[bar.of->task].id;
    if (copies_) name += fmt::format(" #{}", bar.of->copy);
    std::string tip = fmt::format("{}, {} to {}", name, grouped(bar.start), grouped(bar.finish));
    if (bar.of->retiming) tip += fmt::format(", {} periods ahead", *bar.of->retiming);
    draw_bar(svg, y, bar.start, bar.finish, fmt::format("l{}", level), tip);
    const double wide = x(bar.finish) - x(bar.start);
    if (row_ < kLeastLabelled || kLetter * static_cast<double>(letters(name)) + 3 > wide) return;
    svg.text(x(bar.start) + wide / 2, y + row_ / 2 + 3, level >= 4 ? "s m o" : "s m", name);
  }

  const plan::Plan& plan_;
  const Workload& workload_;
  const Rows rows_;
  std::map<std::uint32_t, std::string> names_;
  plan::Time end_ = 0;
  bool copies_ = false;
  double left_ = 0;
  double row_ = 0;
};

}  // namespace

std::optional<Diagnostic> why_no_picture(const plan::Plan& plan) {
  const Rows rows = rows_of(plan);
  if (rows.empty())
    return Diagnostic{{}, "does not say when tasks run on which processor, so there is nothing to draw"};
  if (rows.size() > kMostRows)
    return Diagnostic{{}, fmt::format("is for {} processors (a picture has rows for {})", rows.size(), kMostRows)};
  return std::nullopt;
}

std::string plan_picture(const plan::Plan& plan, const Workload& workload, const std::vector<std::string>& processors) {
  return Chart(plan, workload, processors).draw();
}

}  // namespace gantry
