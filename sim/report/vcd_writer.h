// SPDX-License-Identifier: Apache-2.0
// waves.vcd: the gauges as a value change dump (IEEE 1364), for GTKWave or Surfer. One scope per block, time in
// picoseconds since reset. There is no date in it, so that equal runs give equal files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/gauge_changes.h"
#include "report/gauge_fan_out.h"
#include "report/output_file.h"

namespace gantry {

class VcdWriter final : public GaugeRecorder {
 public:
  /// `clock_mhz` 1..100000; an empty path means off.
  VcdWriter(const std::string& path, std::uint32_t clock_mhz);

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
  void write_time(Cycle cycle);
  void write_value(const Wire& wire, std::uint64_t value);
  void write_change(Cycle cycle, std::uint32_t id, std::uint64_t value);

  OutputFile file_;
  std::uint32_t clock_mhz_;
  std::vector<Wire> wires_;
  GaugeChanges changes_;
  bool header_written_ = false;
  Cycle time_ = 0;  // cycle of the last time stamp
};

}  // namespace gantry
