// SPDX-License-Identifier: Apache-2.0
#include "commands/long_work.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

namespace gantry {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

void request_stop(int /*signal*/) { stop_requested.store(true); }

}  // namespace

const std::atomic<bool>& stop_on_interrupt() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  // Under nohup a lost terminal is to be ignored, and stays so.
  if (std::signal(SIGHUP, request_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  return stop_requested;
}

ProgressLine::ProgressLine()
    : seen_(isatty(STDERR_FILENO) != 0), begin_(std::chrono::steady_clock::now()), last_(begin_) {}

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\r{:<78}\r", "");
}

void ProgressLine::show(const std::function<std::string(double seconds)>& line) {
  const auto time = std::chrono::steady_clock::now();
  if (!seen_ || time - last_ < std::chrono::milliseconds(200)) return;
  const std::string text = line(std::chrono::duration<double>(time - last_).count());
  last_ = time;
  if (!shown_ && time - begin_ <= std::chrono::seconds(1)) return;
  fmt::print(stderr, "\r{:<78}", text);  // nothing is left of a longer line
  shown_ = true;
}

}  // namespace gantry
