// SPDX-License-Identifier: Apache-2.0
#include "sc/unit_module.h"

namespace gantry::sc {

UnitModule::UnitModule(const sc_core::sc_module_name& name, Unit& unit, const ClockPeriod& clock, Breather* breather)
    : sc_core::sc_module(name), unit_(unit), clock_(clock), breather_(breather) {
  unit_.attach(this);
  SC_METHOD(tick);
  dont_initialize();
  sensitive << due_;
}

}  // namespace gantry::sc
