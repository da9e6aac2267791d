// SPDX-License-Identifier: Apache-2.0
// The library's side: its tables, which tb/CMakeLists.txt writes.
#include "program/model_library.h"

extern "C" const gantry::ModelTables* gantry_model_tables(std::uint64_t layout);

const gantry::ModelTables* gantry_model_tables(std::uint64_t layout) {
  static const gantry::ModelTables tables = {&gantry::program_rtl_models(), &gantry::program_named_pickers(),
                                             &gantry::program_core_models(), &gantry::program_block_models()};
  return layout == gantry::model_layout() ? &tables : nullptr;
}
