// SPDX-License-Identifier: Apache-2.0
// Configuration of the control network: the section `interconnect.control`. Every default is defined here only.
#pragma once

#include <string>
#include <string_view>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/section.h"
#include "gantry/network/interconnect_config.h"

namespace gantry {
inline namespace network {

/// Values of ControlConfig::topology beside the topologies of the interconnect.
inline constexpr std::string_view kNoControl = "none";
inline constexpr std::string_view kStar = "star";

/// The network of control messages. A star has `link_cycles` and `header_bytes` alone. Any other topology has the keys
/// of an interconnect whose messages are all of one kind, on all of its virtual channels.
struct ControlConfig : InterconnectConfig {
  ControlConfig() { topology = kNoControl; }

  /// Whether control messages have a network of their own.
  [[nodiscard]] bool on() const { return topology != kNoControl; }
  [[nodiscard]] bool is_star() const { return topology == kStar; }
};

/// Whether a topology of the interconnect may be that of a control network: all but those that a file describes.
[[nodiscard]] bool is_control_topology(std::string_view name);

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, ControlConfig& control);

}  // namespace network

extern template class Section<ControlConfig>;

}  // namespace gantry
