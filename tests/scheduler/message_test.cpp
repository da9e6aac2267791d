// SPDX-License-Identifier: Apache-2.0
// What a message carries is between its sender and its receiver.
#include <set>
#include <stdexcept>
#include <string_view>

#include "catch.h"
#include "gantry/network/synthetic_traffic.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry::message_test {

TEST_CASE("a message gives back what was put into it, under its own kind only") {
  const Message message(7, 128, DescriptorWrite{{0x1000, 128}, 42, 5, 3});
  CHECK(message.destination == 7);
  CHECK(message.payload_bytes == 128);
  CHECK(message.is<DescriptorWrite>());
  const auto write = message.content<DescriptorWrite>();
  CHECK(write.access.address == 0x1000);
  CHECK(write.access.bytes == 128);
  CHECK(write.position == 42);
  CHECK(write.task == 5);
  CHECK(write.queue == 3);

  // Alike to the last byte, but another kind.
  CHECK_FALSE(Message(0, 8, InputData{3}).is<OutputAck>());
  CHECK_THROWS_AS(Message(0, 8, InputData{3}).content<OutputAck>(), std::logic_error);
  CHECK_THROWS_AS(Message().content<Doorbell>(), std::logic_error);
}

TEST_CASE("answers of the memory travel as responses, everything else as requests") {
  std::set<std::string_view> responses;
  for (const MessageKind* kind : {&DescriptorWrite::kKind, &DescriptorAck::kKind, &Doorbell::kKind,
                                  &DescriptorRead::kKind, &DescriptorData::kKind, &JobMessage::kKind, &InputRead::kKind,
                                  &InputData::kKind, &OutputWrite::kKind, &OutputAck::kKind, &JobCompletion::kKind,
                                  &TaskInterrupt::kKind, &SyntheticRequest::kKind, &SyntheticResponse::kKind}) {
    if (kind->response) responses.insert(kind->name);
  }
  CHECK(responses == std::set<std::string_view>{"descriptor_ack", "descriptor_data", "input_data", "output_ack",
                                                "synthetic_response"});
}

TEST_CASE("a message fits a cache line") { CHECK(sizeof(Message) <= 64); }

}  // namespace gantry::message_test
