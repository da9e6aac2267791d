// SPDX-License-Identifier: Apache-2.0
// The interrupt wire of a device.
#pragma once

#include "gantry/device/device_registers.h"
#include "gantry/device/device_wires.h"

namespace gantry {
inline namespace device {

/// The interrupt wire, whose level the registers determine.
class InterruptLine {
 public:
  InterruptLine(const DeviceRegisters& registers, DeviceWires& wires) : registers_(registers), wires_(wires) {}
  /// Sets the wire if the level has changed, visible from cycle `at` on.
  void update(Cycle at) {
    if (registers_.interrupt() == level_) return;
    level_ = !level_;
    wires_.set_interrupt(level_, at);
  }

 private:
  const DeviceRegisters& registers_;
  DeviceWires& wires_;
  bool level_ = false;
};

}  // namespace device
}  // namespace gantry
