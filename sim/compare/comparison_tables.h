// SPDX-License-Identifier: Apache-2.0
// The tables of a comparison on a terminal, each with an empty line before it; empty where there is nothing to show.
#pragma once

#include <string>

#include "compare/comparison.h"

namespace gantry {

std::string causes_table(const Comparison& comparison);
std::string stages_table(const Comparison& comparison);
std::string tasks_table(const Comparison& comparison);
std::string groups_table(const Comparison& comparison);
std::string links_table(const Comparison& comparison);
std::string streams_table(const Comparison& comparison);

}  // namespace gantry
