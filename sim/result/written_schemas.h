// SPDX-License-Identifier: Apache-2.0
// The schemas of sim/schemas, of what is written and of the native workload, which the build turns into text.
#pragma once

#include <vector>

namespace gantry {

struct WrittenSchema {
  const char* name;  ///< the file's, without its ending
  const char* text;
};
const std::vector<WrittenSchema>& written_schemas();

}  // namespace gantry
