// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/archive_network.h"

namespace gantry {
inline namespace network {
namespace {

constexpr std::uint8_t kNoKind = 0xFF;

/// Writes or reads the number of a kind among those of the archive. Returns it; kNoKind: `kind` is nullptr.
std::uint8_t archive_kind(Archive& state, const MessageKind*& kind) {
  const ArchivedKinds* const kinds = state.kinds();
  const std::size_t count = kinds == nullptr ? 0 : kinds->count;
  std::uint8_t number = kNoKind;
  for (std::size_t i = 0; i < count; ++i) {
    if (kinds->first[i].kind == kind) number = static_cast<std::uint8_t>(i);
  }
  if (!state.reads() && kind != nullptr && number == kNoKind) state.fail("a message of an unknown kind");
  state(number);
  if (!state.reads()) return number;
  if (number != kNoKind && number >= count) state.fail("a message of an unknown kind");
  kind = number == kNoKind ? nullptr : kinds->first[number].kind;
  return number;
}

}  // namespace
}  // namespace network

inline namespace base {

void Archived<Message>::members(Archive& state, Message& message) {
  const std::uint8_t kind = archive_kind(state, message.kind_);
  state(message.source, message.destination, message.payload_bytes);
  if (kind != kNoKind) state.kinds()->first[kind].content(state, message.content_.data());
}

void Archived<PacketRecord>::members(Archive& state, PacketRecord& packet) {
  archive_kind(state, packet.kind);
  state(packet.from, packet.to, packet.flits, packet.hops, packet.created, packet.sent, packet.arrived, packet.subject);
}

}  // namespace base
}  // namespace gantry
