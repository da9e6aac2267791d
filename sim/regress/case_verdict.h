// SPDX-License-Identifier: Apache-2.0
// The result of a case.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "regress/stored_values.h"

namespace gantry {

struct CaseVerdict {
  bool ended = true;                   ///< false: a crash, an exceeded limit, or no process
  std::vector<std::string> broken;     ///< violations that no stored value can allow
  std::vector<std::string> differing;  ///< differences from stored values, "old -> new"
  std::vector<std::string> missing;    ///< values without a stored one
  StoredCase values;                   ///< values that --update would store
  std::vector<std::size_t> goldens;    ///< numbers of the case's tables whose golden file is missing or differs

  [[nodiscard]] bool right() const { return broken.empty() && differing.empty() && missing.empty(); }
};

/// Conversion to text and back, to pass it between two processes.
std::string verdict_text(const CaseVerdict& verdict);
CaseVerdict verdict_of(const std::string& text);

}  // namespace gantry
