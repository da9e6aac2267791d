// SPDX-License-Identifier: Apache-2.0
// Support for long commands: Ctrl-C as a flag, and a progress line on the terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace gantry {

/// Makes SIGINT, SIGTERM and SIGHUP (a lost terminal) set the returned flag and do nothing else.
const std::atomic<bool>& stop_on_interrupt();

/// A line of a terminal that is overwritten, from the first second on. Writes nothing into a pipe.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// Whether the standard error is a terminal.
  [[nodiscard]] bool is_seen() const { return seen_; }
  /// If it is time for an update, writes the text of `line`, which receives the seconds since its last call.
  void show(const std::function<std::string(double seconds)>& line);

 private:
  bool seen_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_;
  bool shown_ = false;
};

}  // namespace gantry
