// SPDX-License-Identifier: Apache-2.0
// Pickers in RTL that somebody else wrote, each under its own name beside ours (docs/rtl.md); tb/picker/named.cmake
// writes the table.
#pragma once

#include <string>
#include <vector>

#include "picker/rtl_models.h"

namespace gantry {

struct NamedPicker {
  std::string name;    ///< as --engine takes it
  std::string policy;  ///< of the model, which it stands for
  RtlModels models;
  /// Calls from a pick to the next one that may be asked for before its winner is told; 0: none may.
  std::uint32_t pick_interval = 0;
};

using NamedPickers = std::vector<NamedPicker>;
/// Those of the program (GANTRY_RTL_PICKERS), in the order of their lists.
const NamedPickers& program_named_pickers();

/// Null: there is none.
const NamedPicker* find_named_picker(const NamedPickers& pickers, const std::string& name);
/// The smallest of its models that serves: as many entries and classes or more; in the place of the source's policy the
/// same FRAC, QUANT and TIE, too. Null: none.
const RtlModel* find_rtl_model(const NamedPicker& picker, const PickerConfig& config);
/// What to do about it.
std::string no_rtl_model(const NamedPicker& picker, const PickerConfig& config);
/// "ENTRIES=16 CLASSES=5": what a model of it serves.
std::string served_text(const NamedPicker& picker, const RtlParameters& parameters);

}  // namespace gantry
