// SPDX-License-Identifier: Apache-2.0
// Runs a picker alone, driven by a text stimulus. Backends are compared with each other by it.
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
  std::uint64_t picks = 0;  ///< rounds with an eligible entry
};

/// Makes a picker from the stimulus's config line, executes the commands, and writes one line per round to `out`:
/// "round entry class-letter T W H_raw" with the winner's values before the update, or "round -". Stops at the first
/// error, which goes to `diagnostics` (named `file`), and when `out` fails. Rounds before it are written. Returns
/// whether the complete stimulus was run. `sets`: after the line of a round, one for every class with an eligible
/// entry, "  candidate entry class-letter T W H_raw of entry entry ...".
bool run_stimulus(std::istream& in, const std::string& file, const std::function<PickerFactory>& make,
                  std::ostream& out, Diagnostics& diagnostics, PickCounts* counts = nullptr, bool sets = false);

/// A picker that continues from one stimulus to the next.
class PickSession {
 public:
  explicit PickSession(std::function<PickerFactory> make);
  PickSession(const PickSession&) = delete;
  PickSession& operator=(const PickSession&) = delete;
  ~PickSession();

  /// As run_stimulus(). A config line may precede only the very first command. Lines are counted from 1 in each
  /// stimulus.
  bool run(std::istream& in, const std::string& file, std::ostream& out, Diagnostics& diagnostics);
  [[nodiscard]] const PickerConfig& config() const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

/// As run_stimulus() without the lines of rounds. Returns the promised and received service of the entries; nothing
/// after an error.
std::optional<ServiceMeter> measure_stimulus(std::istream& in, const std::string& file,
                                             const std::function<PickerFactory>& make, Diagnostics& diagnostics);

}  // namespace gantry
