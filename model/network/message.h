// SPDX-License-Identifier: Apache-2.0
// What travels over the interconnect (system.md section 2; docs/timing.md has the table of sizes).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"

namespace gantry {

enum class MessageKind : std::uint8_t {
  descriptor_write,  // host -> memory
  descriptor_ack,    // memory -> host
  doorbell,          // host -> scheduler
  descriptor_read,   // scheduler -> memory
  descriptor_data,   // memory -> scheduler
  job,               // scheduler -> processor
  input_read,        // processor -> memory
  input_data,        // memory -> processor
  output_write,      // processor -> memory
  output_ack,        // memory -> processor
  completion,        // processor -> scheduler
  interrupt,         // scheduler -> host
  // The machine of inference nodes (model/serving):
  session_data,    // gateway or inference node -> inference node or gateway
  pending_report,  // inference node -> batch scheduler
  start_batch,     // batch scheduler -> inference node
  // Synthetic traffic:
  synthetic,
  synthetic_response,  // where requests and responses have channels of their own
};
inline constexpr std::array<std::string_view, 17> kMessageNames = {
    "descriptor_write", "descriptor_ack", "doorbell",     "descriptor_read", "descriptor_data",   "job",
    "input_read",       "input_data",     "output_write", "output_ack",      "completion",        "interrupt",
    "session_data",     "pending_report", "start_batch",  "synthetic",       "synthetic_response"};

/// Responses travel on virtual channels of their own, so that no request can block them.
constexpr bool is_response(MessageKind kind) {
  return kind == MessageKind::descriptor_ack || kind == MessageKind::descriptor_data ||
         kind == MessageKind::input_data || kind == MessageKind::output_ack || kind == MessageKind::synthetic_response;
}

inline constexpr std::uint64_t kPointerBytes = 8;     ///< doorbell, read request, completion, interrupt
inline constexpr std::uint64_t kSplitInfoBytes = 16;  ///< travels with every job

/// A place where messages enter and leave the interconnect; numbered from 0.
using TerminalId = std::uint32_t;

struct Message {
  MessageKind kind = MessageKind::doorbell;
  TaskClass cls = TaskClass::block;  ///< queue that a descriptor, doorbell or interrupt belongs to
  TerminalId source = 0;
  TerminalId destination = 0;
  TaskRef task = kNone;
  JobRef job = kNone;
  std::uint64_t payload_bytes = 0;
  std::uint64_t access_bytes = 0;  ///< bytes that a memory request reads or writes
  std::uint64_t address = 0;
  std::uint64_t value = 0;  ///< queue position: new tail of a doorbell, place of a descriptor in its ring
};

/// Takes messages whose last flit has left the interconnect.
class Receiver {
 public:
  virtual ~Receiver() = default;
  /// The message can be seen from cycle `visible` on, which is later than the current one.
  virtual void receive(const Message& message, Cycle visible) = 0;
};

}  // namespace gantry
