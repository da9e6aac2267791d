// SPDX-License-Identifier: Apache-2.0
// Reader of the keys `vary` and `zip` of a study, which define its axes.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "sweep/study.h"

namespace gantry {

/// Moves relative paths from the study's directory to that of the base, for overrides.
struct StudyPlaces {
  std::string study;  ///< directories of the study and of the base
  std::string base;
};

/// Returns the override of a key by a value of the study.
KeyOverride key_override(const std::string& key, const YamlNode& value, const StudyPlaces& places);

/// Reads all axes, one for each `zip` group.
std::vector<StudyAxis> read_axes(const YamlNode* vary, const YamlNode* zip, const StudyPlaces& places,
                                 Diagnostics& diagnostics);

}  // namespace gantry
