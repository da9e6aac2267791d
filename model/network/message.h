// SPDX-License-Identifier: Apache-2.0
// Messages between terminals of the interconnect. The interconnect knows length, destination and virtual channels. The
// content is known to sender and receiver only: a struct per kind of message, declared by the machine that uses it
// (model/scheduler/machine_messages.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

struct MessageKind {
  std::string_view name;  ///< as in packets.csv
  bool response = false;  ///< uses the virtual channels of responses, so no request can block it
  bool urgent = false;    ///< goes before others, on virtual channels of its own if the network has them
  bool control = false;   ///< a request that goes over the control network, if the machine has one
};

/// Returns the kind of a control message.
constexpr MessageKind control_kind(std::string_view name) { return {name, false, false, true}; }

/// Number of a terminal, from 0. Messages enter and leave the interconnect at terminals.
using TerminalId = std::uint32_t;

class Message {
  template <class>
  friend struct gantry::Archived;

 public:
  static constexpr std::size_t kMostContent = 32;  ///< bytes

  Message() = default;
  /// Makes a message to a terminal. `bytes`: payload, to which the interconnect adds its header. `Content` is trivially
  /// copyable, has at most kMostContent bytes, and a member `static constexpr MessageKind kKind{"name"};`.
  template <class Content>
  Message(TerminalId to, std::uint64_t bytes, const Content& content)
      : destination(to), payload_bytes(bytes), kind_(&Content::kKind) {
    static_assert(std::is_trivially_copyable_v<Content> && sizeof(Content) <= kMostContent);
    std::memcpy(content_.data(), &content, sizeof(Content));
  }

  TerminalId source = 0;  ///< set by the port that sends it
  TerminalId destination = 0;
  std::uint64_t payload_bytes = 0;

  /// Precondition: the message has content, so it was not made by the default constructor.
  [[nodiscard]] const MessageKind& kind() const { return *kind_; }
  template <class Content>
  [[nodiscard]] bool is() const {
    return kind_ == &Content::kKind;
  }
  /// Returns the content. Throws std::logic_error when the message is of another kind.
  template <class Content>
  [[nodiscard]] Content content() const {
    if (!is<Content>()) throw std::logic_error("a message is read as one of another kind");
    Content content;
    std::memcpy(&content, content_.data(), sizeof(Content));
    return content;
  }

 private:
  const MessageKind* kind_ = nullptr;
  std::array<std::byte, kMostContent> content_{};
};

/// Receiver of the messages that arrive at a terminal.
class Receiver {
 public:
  virtual ~Receiver() = default;
  /// Called once per message when its last flit leaves the last router. The message is visible from cycle `visible` on,
  /// which is later than the current cycle.
  virtual void receive(const Message& message, Cycle visible) = 0;
};

}  // namespace network
}  // namespace gantry
