// SPDX-License-Identifier: Apache-2.0
// What became of a case.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "regress/stored_values.h"

namespace gantry {

struct CaseVerdict {
  bool ended = true;                   ///< false: a crash, a limit, no process
  std::vector<std::string> broken;     ///< what no stored value makes right
  std::vector<std::string> differing;  ///< from what is stored, old -> new
  std::vector<std::string> missing;    ///< what is not stored yet
  StoredCase values;                   ///< what --update would store
  std::vector<std::size_t> goldens;    ///< numbers of the case's tables whose golden file is missing or differs

  [[nodiscard]] bool right() const { return broken.empty() && differing.empty() && missing.empty(); }
};

/// As text for the way between two processes.
std::string verdict_text(const CaseVerdict& verdict);
CaseVerdict verdict_of(const std::string& text);

}  // namespace gantry
