// SPDX-License-Identifier: Apache-2.0
// What `gantry whatif` tells: a table for a terminal, JSON, CSV and a picture (docs/whatif.md).
#pragma once

#include <string>

#include "result/provenance.h"
#include "whatif/whatif.h"

namespace gantry {

/// Of which experiment.
struct WhatIfSubject {
  std::string experiment;
  std::string architecture;
  std::uint64_t seed = 0;
  Provenance provenance;
};

/// A pair's gain by the product of its parts' gains; 0 if it has none.
double beyond_parts(const WhatIf& found, const PairResult& pair);

std::string whatif_table(const WhatIf& found, const WhatIfSubject& subject);
std::string whatif_json(const WhatIf& found, const WhatIfSubject& subject);
std::string whatif_csv(const WhatIf& found);
/// A tornado: a bar per resource, as long as the share of the makespan (or response) that it saves.
std::string whatif_picture(const WhatIf& found, const WhatIfSubject& subject);

}  // namespace gantry
