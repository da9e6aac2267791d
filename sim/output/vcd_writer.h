// SPDX-License-Identifier: Apache-2.0
// waves.vcd: the gauges as a value change dump (IEEE 1364), for GTKWave or Surfer. One scope per block; time in
// picoseconds since reset. The file has no date, so equal runs write equal files. The clock rises at a cycle and falls
// half a cycle later. With a window the clock ticks in all its cycles, else only in cycles with changes, because
// periods of idle cycles would be most of the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output/gauge_changes.h"
#include "output/gauge_fan_out.h"
#include "output/output_file.h"
#include "output/output_place.h"

namespace gantry {

class VcdWriter final : public GaugeRecorder {
 public:
  /// `clock_mhz`: 1..100000. An empty path switches the file off. Covers the cycles `from` to before `to`.
  VcdWriter(const OutputPlace& place, std::uint32_t clock_mhz, Cycle from = 0, Cycle to = kNever);

  /// Adds a wire with the width of the gauge's capacity, or of 64 bits if it is unbounded. Its initial value is the
  /// gauge's current one.
  std::uint32_t add(const Gauge& gauge) override;
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override;

  [[nodiscard]] bool ok() const { return file_.ok(); }
  /// Ends the dump at cycle `end`. Call once.
  void finish(Cycle end, Diagnostics& problems);

 private:
  struct Wire {
    std::string block;
    std::string name;
    std::string code;  // identifier in the file
    unsigned bits;
  };

  void write_header();
  /// Returns a time in half cycles.
  void write_time(Cycle halves);
  void write_clock(Cycle cycle);
  void write_cycle(Cycle cycle);
  void end_period();
  void write_value(const Wire& wire, std::uint64_t value);
  void write_change(Cycle cycle, std::uint32_t id, std::uint64_t value);

  OutputFile file_;
  std::uint32_t clock_mhz_;
  Cycle from_;
  Cycle to_;
  bool every_cycle_;  ///< the clock ticks in every cycle
  std::vector<Wire> wires_;
  GaugeChanges changes_;
  std::vector<std::uint64_t> before_;  ///< values at the begin of the window
  std::string clock_;                  ///< identifier of the clock
  bool started_ = false;               ///< no more wires can be added
  bool header_written_ = false;        ///< the header is written, and the first period is open
  Cycle time_ = 0;                     ///< cycle of the last period
};

}  // namespace gantry
