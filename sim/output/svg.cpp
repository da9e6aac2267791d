// SPDX-License-Identifier: Apache-2.0
#include "output/svg.h"

#include <algorithm>
#include <iterator>

namespace gantry {
namespace {

// .l0 to .l6: links, .b0 to .b6: routers and their bars (fill), .s: small, .m and .e: anchors, .o: text on a dark fill,
// .n: text over lines.
constexpr std::string_view kStyle = R"(<style>
text{font:11px system-ui,sans-serif;fill:#24292f}.h{font-size:14px;font-weight:600}.s{font-size:9px}.m{text-anchor:middle}.e{text-anchor:end}
.bg{fill:#fff}.grid{stroke:#d8dee4}.axis{stroke:#57606a}.mark{stroke:#c2410c;stroke-dasharray:4 3}.bar{fill:#2f7abb}.q{fill:#57606a}
.w{stroke:#9aa4af;stroke-width:.5}.o{fill:#fff}.n{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
.l0{stroke:#e1e5ea;fill:#e1e5ea}.l1{stroke:#c3d9ee;fill:#c3d9ee}.l2{stroke:#93c1e2;fill:#93c1e2}.l3{stroke:#5a9fd0;fill:#5a9fd0}
.l4{stroke:#2f7abb;fill:#2f7abb}.l5{stroke:#155697;fill:#155697}.l6{stroke:#0a2f63;fill:#0a2f63}
.b0{fill:#f6f5f3}.b1{fill:#fde3c8}.b2{fill:#fdc58a}.b3{fill:#fb9d4b}.b4{fill:#ec7014}.b5{fill:#c04a02}.b6{fill:#7a2d04}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.bg{fill:#0d1117}.grid{stroke:#30363d}.axis{stroke:#9aa4af}.mark{stroke:#f2a64b}.bar{fill:#529fdc}.q{fill:#9aa4af}
.w{stroke:#57606a}.o{fill:#0d1117}.n{stroke:#0d1117}
.l0{stroke:#2d333b;fill:#2d333b}.l1{stroke:#1d3b5a;fill:#1d3b5a}.l2{stroke:#255a8a;fill:#255a8a}.l3{stroke:#2f7cbb;fill:#2f7cbb}
.l4{stroke:#529fdc;fill:#529fdc}.l5{stroke:#8cc4f0;fill:#8cc4f0}.l6{stroke:#d3e9fc;fill:#d3e9fc}
.b0{fill:#22272e}.b1{fill:#4a2f17}.b2{fill:#6f4313}.b3{fill:#9c5c11}.b4{fill:#cf7d1d}.b5{fill:#f2a64b}.b6{fill:#ffd8a3}
}
</style>
)";

}  // namespace

double scale_end(double value) {
  if (value <= 0.0) return 1.0;
  double power = 1.0;
  while (power * 10.0 <= value) power *= 10.0;
  while (power > value) power /= 10.0;
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= value) return step * power;
  }
  return 10.0 * power;
}

int heat_level(double value, double end) {
  if (value <= 0.0) return 0;
  return std::min(kHeatLevels, 1 + static_cast<int>(value / end * kHeatLevels));
}

Svg::Svg(double width, double height, std::string_view title) {
  fmt::format_to(std::back_inserter(out_),
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
                 "{1:.0f}\">\n<title>",
                 width, height);
  escaped(title);
  out_.append(std::string_view("</title>\n"));
  out_.append(kStyle);
  rect(0, 0, width, height, "bg");
  text(16, 24, "h", title);
}

/// Tenths are exact enough, and whole numbers stay short.
void Svg::number(std::string_view key, double value) {
  std::string digits = fmt::format("{:.1f}", value);
  if (digits.size() > 2 && digits.compare(digits.size() - 2, 2, ".0") == 0) digits.resize(digits.size() - 2);
  fmt::format_to(std::back_inserter(out_), " {}=\"{}\"", key, digits);
}

void Svg::end(std::string_view element, std::string_view tip) {
  if (tip.empty()) {
    out_.append(std::string_view("/>\n"));
    return;
  }
  out_.append(std::string_view("><title>"));
  escaped(tip);
  fmt::format_to(std::back_inserter(out_), "</title></{}>\n", element);
}

void Svg::escaped(std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<':
        out_.append(std::string_view("&lt;"));
        break;
      case '&':
        out_.append(std::string_view("&amp;"));
        break;
      default:
        out_.push_back(static_cast<unsigned char>(c) < 0x20U && c != '\n' ? ' ' : c);
    }
  }
}

void Svg::rect(double x, double y, double width, double height, std::string_view cls, std::string_view tip) {
  fmt::format_to(std::back_inserter(out_), "<rect class=\"{}\"", cls);
  number("x", x);
  number("y", y);
  number("width", width);
  number("height", height);
  end("rect", tip);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view cls, std::string_view tip, double width) {
  fmt::format_to(std::back_inserter(out_), "<line class=\"{}\"", cls);
  if (width > 0.0) fmt::format_to(std::back_inserter(out_), " stroke-width=\"{:.1f}\"", width);
  number("x1", x1);
  number("y1", y1);
  number("x2", x2);
  number("y2", y2);
  end("line", tip);
}

void Svg::arc(double x1, double y1, double by_x, double by_y, double x2, double y2, std::string_view cls,
              std::string_view tip, double width) {
  fmt::format_to(
      std::back_inserter(out_),
      "<path class=\"{}\" style=\"fill:none\" stroke-width=\"{:.1f}\" d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} "
      "{:.1f}\"",
      cls, width, x1, y1, by_x, by_y, x2, y2);
  end("path", tip);
}

void Svg::begin_text(double x, double y, std::string_view cls) {
  fmt::format_to(std::back_inserter(out_), "<text class=\"{}\"", cls);
  number("x", x);
  number("y", y);
}

void Svg::text(double x, double y, std::string_view cls, std::string_view text) {
  begin_text(x, y, cls);
  out_.push_back('>');
  escaped(text);
  out_.append(std::string_view("</text>\n"));
}

void Svg::text_down(double x, double y, std::string_view cls, std::string_view text) {
  begin_text(x, y, cls);
  fmt::format_to(std::back_inserter(out_), " transform=\"rotate(90 {:.1f} {:.1f})\">", x, y);
  escaped(text);
  out_.append(std::string_view("</text>\n"));
}

std::string Svg::finish() {
  out_.append(std::string_view("</svg>\n"));
  return fmt::to_string(out_);
}

}  // namespace gantry
