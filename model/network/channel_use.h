// SPDX-License-Identifier: Apache-2.0
// Who has virtual channels of his own.
#pragma once

#include <cstdint>

namespace gantry {
inline namespace network {

inline constexpr std::uint32_t kMostChannels = 8;  ///< virtual channels per port
inline constexpr std::uint32_t kPacketKinds = 4;   ///< requests and responses, ordinary and urgent ones

/// Which kinds of packets have lanes of their own: one kind uses all of them, or requests and responses have half of
/// them each, or ordinary and urgent packets have half of those.
enum class ChannelUse : std::uint8_t { shared, request_response, shared_urgent, request_response_urgent };
constexpr bool has_responses(ChannelUse use) {
  return use == ChannelUse::request_response || use == ChannelUse::request_response_urgent;
}
constexpr bool has_urgent(ChannelUse use) {
  return use == ChannelUse::shared_urgent || use == ChannelUse::request_response_urgent;
}
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
