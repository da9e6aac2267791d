// SPDX-License-Identifier: Apache-2.0
// A picker on its own, driven by a text stimulus: the bench on which engines are compared with each other.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker.h"
#include "pick/service_meter.h"

namespace gantry {

struct PickCounts {
  std::uint64_t rounds = 0;
  std::uint64_t picks = 0;  ///< rounds in which something was eligible
};

/// Makes a picker for the stimulus's config line, feeds it the commands and writes one line per round to `out`:
/// "round entry class-letter T W H_raw" with the winner's values before the update, or "round -".
/// Stops at the first error, which goes to `diagnostics` (named `file`); the rounds before it have been written. Also
/// stops when `out` fails. Returns whether the whole stimulus was run.
bool run_stimulus(std::istream& in, const std::string& file, const std::function<PickerFactory>& make,
                  std::ostream& out, Diagnostics& diagnostics, PickCounts* counts = nullptr);

/// A picker that goes on from one stimulus to the next.
class PickSession {
 public:
  explicit PickSession(std::function<PickerFactory> make);
  PickSession(const PickSession&) = delete;
  PickSession& operator=(const PickSession&) = delete;
  ~PickSession();

  /// As run_stimulus(). A config line may come before the first command of all; lines are counted from 1 each time.
  bool run(std::istream& in, const std::string& file, std::ostream& out, Diagnostics& diagnostics);
  [[nodiscard]] const PickerConfig& config() const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

/// As run_stimulus() without the rounds: answers what the entries were promised and got. Nothing after an error.
std::optional<ServiceMeter> measure_stimulus(std::istream& in, const std::string& file,
                                             const std::function<PickerFactory>& make, Diagnostics& diagnostics);

}  // namespace gantry
