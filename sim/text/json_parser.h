// SPDX-License-Identifier: Apache-2.0
// The JSON front end of parse_yaml(). It makes loading of long workloads fast.
#pragma once

#include <string>

#include "text/yaml_node.h"

namespace gantry {

/// Whether the text is one complete JSON object or array.
bool is_json(const std::string& text);

/// Parses a JSON text. Precondition: is_json(text). Throws Error.
YamlNode parse_json(const std::string& text, const std::string& file, const YamlStream& stream);

/// Reports the first problem of a text that is not JSON.
void explain_json(const std::string& text, const std::string& file, Diagnostics& diagnostics);

}  // namespace gantry
