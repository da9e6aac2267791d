// SPDX-License-Identifier: Apache-2.0
// waves.vcd: the gauges as a value change dump (IEEE 1364), for GTKWave or Surfer. One scope per block, time in
// picoseconds since reset. There is no date in it, so that equal runs give equal files. The clock rises at a cycle and
// falls half a cycle later: in every cycle of the window that was asked for, and without one in every cycle in which
// something changes, since a period for each of ten million cycles would be most of the file.
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
  /// `clock_mhz` 1..100000; an empty path means off. The cycles `from` up to, not including, `to`.
  VcdWriter(const OutputPlace& place, std::uint32_t clock_mhz, Cycle from = 0, Cycle to = kNever);

  /// A wire as wide as the gauge's capacity needs, 64 bits if it is unbounded. The gauge's value now is the initial
  /// one.
  std::uint32_t add(const Gauge& gauge) override;
  void changed(std::uint32_t id, Cycle now, std::uint64_t value) override;

  [[nodiscard]] bool ok() const { return file_.ok(); }
  /// The dump ends at cycle `end`. Call once.
  void finish(Cycle end, Diagnostics& problems);

 private:
  struct Wire {
    std::string block;
    std::string name;
    std::string code;  // identifier within the file
    unsigned bits;
  };

  void write_header();
  /// In half cycles.
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
  bool every_cycle_;  ///< the clock does not stand still
  std::vector<Wire> wires_;
  GaugeChanges changes_;
  std::vector<std::uint64_t> before_;  ///< values as the window begins
  std::string clock_;                  ///< its identifier
  bool started_ = false;               ///< no wire can be added any more
  bool header_written_ = false;        ///< and the first period is open
  Cycle time_ = 0;                     ///< cycle of the last period
};

}  // namespace gantry
