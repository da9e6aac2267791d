// SPDX-License-Identifier: Apache-2.0
// What commands that may take long share: Ctrl-C as a flag, and a line on the terminal that says how far they are.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace gantry {

/// From now on SIGINT, SIGTERM and SIGHUP (a lost terminal) set the flag that is returned, and nothing else.
const std::atomic<bool>& stop_on_interrupt();

/// One line on a terminal that is written over and over, from the first second on; nothing in a pipe.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// Whether the standard error is a terminal.
  [[nodiscard]] bool is_seen() const { return seen_; }
  /// Writes the text of `line`, which is given the seconds since the last call that it was asked, if it is time to.
  void show(const std::function<std::string(double seconds)>& line);

 private:
  bool seen_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_;
  bool shown_ = false;
};

}  // namespace gantry
