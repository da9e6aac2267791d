// SPDX-License-Identifier: Apache-2.0
// `vary` and `zip` of a study: what is varied, and how.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "sweep/study.h"

namespace gantry {

/// Paths that stand in the study start beside it, and as overrides of the base beside that.
struct StudyPlaces {
  std::string study;  ///< directories
  std::string base;
};

/// The override of a key by a value that stands in the study.
KeyOverride key_override(const std::string& key, const YamlNode& value, const StudyPlaces& places);

/// Every axis, one for each that `zip` joins.
std::vector<StudyAxis> read_axes(const YamlNode* vary, const YamlNode* zip, const StudyPlaces& places,
                                 Diagnostics& diagnostics);

}  // namespace gantry
