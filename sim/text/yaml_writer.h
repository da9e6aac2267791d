// SPDX-License-Identifier: Apache-2.0
// YAML that our reader reads back as it was.
#pragma once

#include <string>
#include <string_view>

#include "text/yaml_node.h"

namespace gantry {

/// Text as a scalar: plain where every reader takes it for the same text, else in double quotes.
std::string yaml_text(std::string_view text);

/// A tree as YAML in flow style, on one line; quoted scalars stay quoted.
std::string yaml_flow(const YamlNode& node);

/// The keys of a map as lines that begin with `indent` spaces, maps in it as blocks, all else in flow style.
std::string yaml_block(const YamlNode& map, std::size_t indent);

}  // namespace gantry
