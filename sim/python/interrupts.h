// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while C++ works and Python does not: looked for now and then, in the thread that works.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <optional>

namespace gantry {

class Interrupts {
 public:
  /// Set once Python's handler of a signal has raised something.
  [[nodiscard]] const std::atomic<bool>& stop() const { return stop_; }

  /// Without the lock of the interpreter, as often as one likes. Of signals only the main thread hears.
  void look() {
    const auto now = std::chrono::steady_clock::now();
    if (stop_ || now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
    const pybind11::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0) return;
    raised_.emplace();
    stop_ = true;
  }

  /// With the lock: raises what was raised.
  void raise() {
    if (raised_) throw pybind11::error_already_set(*raised_);
  }

 private:
  std::atomic<bool> stop_{false};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::optional<pybind11::error_already_set> raised_;
};

}  // namespace gantry
