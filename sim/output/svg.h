// SPDX-License-Identifier: Apache-2.0
// A picture as SVG text: plain shapes with classes, colours for light and dark surroundings in one style sheet.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace gantry {

/// A colour per level of a heat map: 0 = nothing, 1 to kHeatLevels.
inline constexpr int kHeatLevels = 6;

/// Smallest of 1, 2 and 5 times a power of ten that is not below `value`; 1 for 0.
double scale_end(double value);
/// Level of a value on a scale from 0 to `end`.
int heat_level(double value, double end);

class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  void rect(double x, double y, double width, double height, std::string_view cls, std::string_view tip = "");
  /// `width`: of the stroke; 0: what the class says.
  void line(double x1, double y1, double x2, double y2, std::string_view cls, std::string_view tip = "",
            double width = 0.0);
  /// From end to end by way of a third point that it bends to and does not reach.
  void arc(double x1, double y1, double by_x, double by_y, double x2, double y2, std::string_view cls,
           std::string_view tip, double width);
  /// `cls` holds "m" (middle) or "e" (end) for other anchors than the beginning.
  void text(double x, double y, std::string_view cls, std::string_view text);
  /// From (x, y) downwards.
  void text_down(double x, double y, std::string_view cls, std::string_view text);

  /// The whole picture, its end included.
  [[nodiscard]] std::string finish();

 private:
  void begin_text(double x, double y, std::string_view cls);
  void number(std::string_view key, double value);
  void end(std::string_view element, std::string_view tip);
  void escaped(std::string_view text);

  fmt::memory_buffer out_;
};

}  // namespace gantry
