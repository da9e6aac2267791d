// SPDX-License-Identifier: Apache-2.0
// The architecture file: its keys are the members of model/platform/architecture.h, and so are its defaults.
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

/// Of a key that stands in the wrong map of an architecture's file (KeyHint).
std::string in_architecture(const YamlNode& key, bool close);

/// `path` names the section in messages: "" for a file of its own, "architecture" inside of an experiment. All
/// problems are reported; nothing is returned if there is one. `elsewhere`: of keys that a map does not have.
std::optional<Architecture> read_architecture(const YamlNode& node, const std::string& path, Diagnostics& diagnostics,
                                              const KeyHint& elsewhere = in_architecture);

/// A file of its own.
std::optional<Architecture> load_architecture(const std::string& file, Diagnostics& diagnostics);

/// The keys of the section `interconnect`; what needs the number of endpoints is left to others. With
/// ChannelUse::shared one virtual channel is enough, and bytes do not matter.
void read_interconnect(MapReader& map, ChannelUse use, InterconnectConfig& to);

/// What a group of processors is called, by its map that may not be right yet.
std::string group_name(const YamlNode& group);

/// Sections of an architecture file, to recognise one.
bool has_architecture_section(const YamlNode& document);

/// What needs several sections at once: topology, nodes for every endpoint, placement. Precondition: each section is
/// right in itself.
void check_placement(const Architecture& architecture, const YamlNode& node, const std::string& path,
                     Diagnostics& diagnostics);

}  // namespace gantry
