// SPDX-License-Identifier: Apache-2.0
// What travels over the interconnect. It knows how long a message is, where it goes and on which channels; what is in
// it is between sender and receiver. Each machine has kinds of messages of its own, a struct of what it carries for
// each (model/scheduler/machine_messages.h for ours).
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
  std::string_view name;  ///< in packets.csv
  bool response = false;  ///< responses have virtual channels of their own, so that no request can block them
  bool urgent = false;    ///< goes before others, on channels of its own where there are such
};

/// A place where messages enter and leave the interconnect; numbered from 0.
using TerminalId = std::uint32_t;

class Message {
 public:
  static constexpr std::size_t kMostContent = 32;

  Message() = default;
  /// `Content` has its kind as a static member: `static constexpr MessageKind kKind{"name"};`
  template <class Content>
  Message(TerminalId to, std::uint64_t bytes, const Content& content)
      : destination(to), payload_bytes(bytes), kind_(&Content::kKind) {
    static_assert(std::is_trivially_copyable_v<Content> && sizeof(Content) <= kMostContent);
    std::memcpy(content_.data(), &content, sizeof(Content));
  }

  TerminalId source = 0;  ///< the sender's port says it
  TerminalId destination = 0;
  std::uint64_t payload_bytes = 0;

  [[nodiscard]] const MessageKind& kind() const { return *kind_; }
  template <class Content>
  [[nodiscard]] bool is() const {
    return kind_ == &Content::kKind;
  }
  /// Throws std::logic_error when the message is of another kind.
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

/// Takes messages whose last flit has left the interconnect.
class Receiver {
 public:
  virtual ~Receiver() = default;
  /// The message can be seen from cycle `visible` on, which is later than the current one.
  virtual void receive(const Message& message, Cycle visible) = 0;
};

}  // namespace network
}  // namespace gantry
