// SPDX-License-Identifier: Apache-2.0
// Reader of architecture files. Their keys and defaults are those of model/platform/architecture.h.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/network/fabric.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/platform/architecture.h"
#include "text/yaml_node.h"
#include "text/yaml_reader.h"

namespace gantry {

/// Returns the hint for a key that belongs to another map of an architecture file (KeyHint).
std::string in_architecture(const YamlNode& key, bool close);

/// Reads an architecture. `path` names its section in messages: "" for a file of its own, "architecture" within an
/// experiment. Reports all problems; returns nothing after one. `elsewhere`: hints for unknown keys.
std::optional<Architecture> read_architecture(const YamlNode& node, const std::string& path, Diagnostics& diagnostics,
                                              const KeyHint& elsewhere = in_architecture);

/// Reads a file that is an architecture and nothing else.
std::optional<Architecture> load_architecture(const std::string& file, Diagnostics& diagnostics);

/// Reads the section `interconnect`. Checks that need the number of endpoints are left to the caller. With
/// ChannelUse::shared one virtual channel is enough, and payload bytes are not checked.
void read_interconnect(MapReader& map, ChannelUse use, InterconnectConfig& to);

/// Returns the name of a processor group from its map, which may still be wrong.
std::string group_name(const YamlNode& group);

/// Sections by which an architecture file is recognised.
bool has_architecture_section(const YamlNode& document);

/// Checks that need several sections: topology, a node for every endpoint, placement. Precondition: each section is
/// valid by itself.
void check_placement(const Architecture& architecture, const YamlNode& node, const std::string& path,
                     Diagnostics& diagnostics);

}  // namespace gantry
