// SPDX-License-Identifier: Apache-2.0
// The schemas of sim/schemas, which the build turns into text.
#pragma once

namespace gantry {

extern const char* const kSummarySchemaText;
extern const char* const kWorkloadSchemaText;

}  // namespace gantry
