// SPDX-License-Identifier: Apache-2.0
// A program without Verilog (GANTRY_RTL=OFF): no model is built in, and requests for one get a message.
#include "blocks/block_model.h"
#include "dispatch_core/dispatch_core_models.h"
#include "picker/named_pickers.h"
#include "picker/rtl_models.h"
#include "program/program_models.h"

namespace gantry {

const RtlModels& program_rtl_models() {
  static const RtlModels none;
  return none;
}

const NamedPickers& program_named_pickers() {
  static const NamedPickers none;
  return none;
}

const CoreModels& program_core_models() {
  static const CoreModels none;
  return none;
}

const BlockModels& program_block_models() {
  static const BlockModels none;
  return none;
}

std::optional<std::string> missing_models() {
  return "this program was built without models in Verilog (GANTRY_RTL=OFF)";
}

}  // namespace gantry
