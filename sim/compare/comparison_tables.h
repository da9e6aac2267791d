// SPDX-License-Identifier: Apache-2.0
// Tables of a comparison for a terminal, each with an empty line before it. An empty table is an empty text.
#pragma once

#include <string>

namespace gantry {

struct Comparison;

std::string causes_table(const Comparison& comparison);
std::string stages_table(const Comparison& comparison);
std::string tasks_table(const Comparison& comparison);
std::string groups_table(const Comparison& comparison);
std::string links_table(const Comparison& comparison);
std::string streams_table(const Comparison& comparison);

}  // namespace gantry
