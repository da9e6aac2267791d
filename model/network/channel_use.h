// SPDX-License-Identifier: Apache-2.0
// Which packets have virtual channels of their own.
#pragma once

#include <cstdint>

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostChannels = 8;  ///< virtual channels per port
inline constexpr std::uint32_t kPacketKinds = 4;   ///< request or response, each ordinary or urgent

/// Division of the virtual channels: all for one kind of packets, or half for requests and half for responses; where
/// packets have two priorities, each of these parts is halved again.
enum class ChannelUse : std::uint8_t { shared, request_response, shared_urgent, request_response_urgent };
constexpr bool has_responses(ChannelUse use) {
  return use == ChannelUse::request_response || use == ChannelUse::request_response_urgent;
}
constexpr bool has_urgent(ChannelUse use) {
  return use == ChannelUse::shared_urgent || use == ChannelUse::request_response_urgent;
}
/// Number of kinds of packets with virtual channels of their own: 1, 2 or 4.
constexpr std::uint32_t kinds_of(ChannelUse use) {
  return (has_responses(use) ? 2U : 1U) * (has_urgent(use) ? 2U : 1U);
}
constexpr ChannelUse channel_use(bool responses, bool urgent) {
  if (responses) return urgent ? ChannelUse::request_response_urgent : ChannelUse::request_response;
  return urgent ? ChannelUse::shared_urgent : ChannelUse::shared;
}

struct PacketTraits {
  bool response = false;
  bool urgent = false;
};

}  // namespace network
}  // namespace gantry
