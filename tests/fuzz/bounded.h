// SPDX-License-Identifier: Apache-2.0
// Inputs that are right but cost time or reach outside: not worth a fuzzer's executions.
#pragma once

#include <string>

#include "text/yaml_node.h"

namespace gantry {

/// Whether a stimulus asks for millions of looks at an entry: long or wide on purpose.
bool is_long_stimulus(const std::string& text);

/// Whether a document names something in another folder, or asks a generator for a large graph.
bool reaches_far(const YamlNode& node);

/// The same for `a.b=value`, which is not parsed for it: more is left out than need be.
bool may_reach_far(const std::string& set);

}  // namespace gantry
