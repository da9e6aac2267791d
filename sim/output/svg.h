// SPDX-License-Identifier: Apache-2.0
// A picture as SVG text: simple shapes with classes, and one style sheet for light and dark backgrounds.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace gantry {

/// Levels of a heat map with a colour each: 0 for zero, 1 to kHeatLevels.
inline constexpr int kHeatLevels = 6;

/// Returns the smallest of 1, 2 and 5 times a power of ten that is not below `value`; 1 for 0.
double scale_end(double value);
/// Returns the level of a value on a scale from 0 to `end`.
int heat_level(double value, double end);

class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  void rect(double x, double y, double width, double height, std::string_view cls, std::string_view tip = "");
  /// `width`: of the stroke; 0: the default of the class.
  void line(double x1, double y1, double x2, double y2, std::string_view cls, std::string_view tip = "",
            double width = 0.0);
  /// Draws a curve between two ends; a third point bends it and is not on it.
  void arc(double x1, double y1, double by_x, double by_y, double x2, double y2, std::string_view cls,
           std::string_view tip, double width);
  /// `cls` contains "m" (middle) or "e" (end) for these anchors; default: the begin.
  void text(double x, double y, std::string_view cls, std::string_view text);
  /// Writes text downwards from (x, y).
  void text_down(double x, double y, std::string_view cls, std::string_view text);

  /// Returns the complete picture.
  [[nodiscard]] std::string finish();

 private:
  void begin_text(double x, double y, std::string_view cls);
  void number(std::string_view key, double value);
  void end(std::string_view element, std::string_view tip);
  void escaped(std::string_view text);

  fmt::memory_buffer out_;
};

}  // namespace gantry
