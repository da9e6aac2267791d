// SPDX-License-Identifier: Apache-2.0
// Users' own pickers in RTL, each under its own name beside ours (docs/rtl.md). tb/picker/named.cmake writes the table.
#pragma once

#include <string>
#include <vector>

#include "picker/rtl_models.h"

namespace gantry {

struct NamedPicker {
  std::string name;    ///< name for --engine
  std::string policy;  ///< policy of the model that it implements
  RtlModels models;
  /// Calls from a pick to the next one that is allowed before its winner is known; 0: none is.
  std::uint32_t pick_interval = 0;
};

using NamedPickers = std::vector<NamedPicker>;
/// The pickers of the program (GANTRY_RTL_PICKERS), in the order of their lists.
const NamedPickers& program_named_pickers();

/// Returns the picker of this name; nullptr: none.
const NamedPicker* find_named_picker(const NamedPickers& pickers, const std::string& name);
/// Returns the smallest of its models with at least the required entries and classes. For the source's policy FRAC,
/// QUANT and TIE must be equal, too. nullptr: none.
const RtlModel* find_rtl_model(const NamedPicker& picker, const PickerConfig& config);
/// Returns advice for a missing model.
std::string no_rtl_model(const NamedPicker& picker, const PickerConfig& config);
/// Returns "ENTRIES=16 CLASSES=5": the limits of a model.
std::string served_text(const NamedPicker& picker, const RtlParameters& parameters);

}  // namespace gantry
