// SPDX-License-Identifier: Apache-2.0
// A program without Verilog (GANTRY_RTL=OFF): no model is built in, and whoever asks for one is told so.
#include "rtl_models.h"

namespace gantry {

const RtlModels& program_rtl_models() {
  static const RtlModels none;
  return none;
}

}  // namespace gantry
