// SPDX-License-Identifier: Apache-2.0
// Messages at pins as text: "heads queue=0 task=3 waits=1 jobs=5".
#pragma once

#include <string>
#include <vector>

#include "pins/pin_fields.h"

namespace gantry {

/// Returns a message with its link's name, or its fields alone.
[[nodiscard]] std::string message_text(const BlockPins& pins, bool input, const PinMessage& message);
[[nodiscard]] std::string fields_text(const PinLink& link, bool input, const PinMessage& message);
/// Returns several messages, or "none".
[[nodiscard]] std::string messages_text(const PinLink& link, bool input, const std::vector<PinMessage>& messages);

/// Reads the messages of a line. Throws Error, as the following readers do.
[[nodiscard]] std::vector<PinMessage> read_messages(const BlockPins& pins, bool input, const std::string& line);

/// Reads "processor number=0 type=0 ...": a row of the block's table. Precondition: the block has one.
[[nodiscard]] std::string row_text(const BlockPins& pins, const PinMessage& row);
[[nodiscard]] PinMessage read_row(const BlockPins& pins, const std::string& line);
/// Reads "slots=16 split_cycles=4 ...": the constants alone.
[[nodiscard]] std::string config_text(const BlockPins& pins, const std::vector<std::uint32_t>& config);
[[nodiscard]] std::vector<std::uint32_t> read_config(const BlockPins& pins, const std::string& line);

/// Returns the table of the block's pins for docs/blocks_in_rtl.md.
[[nodiscard]] std::string pin_table(const BlockPins& pins);

}  // namespace gantry
