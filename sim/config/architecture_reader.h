// SPDX-License-Identifier: Apache-2.0
// The architecture file: its keys are the members of core/architecture.h, and so are its defaults.
#pragma once

#include <optional>
#include <string>

#include "config/yaml_node.h"
#include "config/yaml_reader.h"
#include "core/architecture.h"
#include "core/diagnostics.h"
#include "core/fabric.h"

namespace gantry {

/// Most endpoints (host, scheduler, memory controllers, processors) that an interconnect seats.
inline constexpr std::uint32_t kMaxEndpoints = 4096;
inline constexpr std::uint32_t kMaxProcessors = 4096;

/// `path` names the section in messages: "" for a file of its own, "architecture" inside of an experiment. All
/// problems are reported; nothing is returned if there is one.
std::optional<Architecture> read_architecture(const YamlNode& node, const std::string& path, Diagnostics& diagnostics);

/// A file of its own.
std::optional<Architecture> load_architecture(const std::string& file, Diagnostics& diagnostics);

/// The keys of the section `interconnect`; what needs the number of endpoints is left to others. With
/// ChannelUse::shared one virtual channel is enough, and bytes do not matter.
void read_interconnect(MapReader& map, ChannelUse use, InterconnectConfig& to);

/// Sections of an architecture file, to recognise one.
bool has_architecture_section(const YamlNode& document);

/// Exact decimal with up to 6 fraction digits, 0.000001..1000000.
std::optional<Speed> parse_speed(std::string_view text);

/// What needs several sections at once: topology, seats for every endpoint, placement. Precondition: each section is
/// right in itself.
void check_placement(const Architecture& architecture, const YamlNode& node, const std::string& path,
                     Diagnostics& diagnostics);

}  // namespace gantry
