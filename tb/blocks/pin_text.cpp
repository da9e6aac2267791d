// SPDX-License-Identifier: Apache-2.0
#include "blocks/pin_text.h"

#include <algorithm>
#include <sstream>

#include "gantry/base/error.h"

namespace gantry {
namespace {

/// Reads a word "name=NUMBER" with this name and a number of at most `bits` bits. Returns false for any other.
bool read_number(const std::string& word, std::string_view name, std::uint32_t bits, std::uint64_t& value) {
  const std::size_t equals = word.find('=');
  const std::string digits = equals == std::string::npos ? "" : word.substr(equals + 1);
  if (word.substr(0, equals) != name || digits.empty() || digits.size() > 20 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    return false;
  }
  std::istringstream in(digits);
  return in >> value && (bits == 64 || value >> bits == 0);
}

/// Reads the fields of a message from the following words.
void read_fields(std::istream& in, const PinLink& link, bool input, PinMessage& message) {
  std::string word;
  for (std::size_t i = 0; i < link.fields.size(); ++i) {
    const PinField& field = link.fields[i];
    if (!BlockPins::on_wire(field, input)) continue;
    if (!(in >> word) || !read_number(word, field.name, field.bits, message.values.at(i))) {
      throw Error("behind " + std::string(link.name) + " must stand " + std::string(field.name) + "=NUMBER of " +
                  std::to_string(field.bits) + " bits");
    }
  }
}

}  // namespace

std::string fields_text(const PinLink& link, bool input, const PinMessage& message) {
  std::string text;
  for (std::size_t i = 0; i < link.fields.size(); ++i) {
    if (!BlockPins::on_wire(link.fields[i], input)) continue;
    text += (text.empty() ? "" : " ") + std::string(link.fields[i].name) + '=' + std::to_string(message.values.at(i));
  }
  return text;
}

std::string message_text(const BlockPins& pins, bool input, const PinMessage& message) {
  const PinLink& link = (input ? pins.inputs : pins.outputs)[message.link];
  return std::string(link.name) + ' ' + fields_text(link, input, message);
}

std::string messages_text(const PinLink& link, bool input, const std::vector<PinMessage>& messages) {
  std::string text;
  for (const PinMessage& message : messages) {
    text += (text.empty() ? "" : "; ") + fields_text(link, input, message);
  }
  return text.empty() ? "none" : text;
}

std::vector<PinMessage> read_messages(const BlockPins& pins, bool input, const std::string& line) {
  std::vector<PinMessage> messages;
  const std::vector<PinLink>& links = input ? pins.inputs : pins.outputs;
  std::istringstream in(line);
  std::string word;
  while (in >> word) {
    const auto link = std::find_if(links.begin(), links.end(), [&](const PinLink& of) { return of.name == word; });
    if (link == links.end()) throw Error("the " + std::string(pins.block) + " has no such link: " + word.substr(0, 40));
    PinMessage message;
    message.link = static_cast<std::uint32_t>(link - links.begin());
    const auto of_link = [&](const PinMessage& other) { return other.link == message.link; };
    if (std::count_if(messages.begin(), messages.end(), of_link) == link->lanes) {
      throw Error("has more messages of " + std::string(link->name) + " than a cycle has");
    }
    read_fields(in, *link, input, message);
    messages.push_back(message);
  }
  return messages;
}

std::string row_text(const BlockPins& pins, const PinMessage& row) {
  return std::string(pins.table.name) + ' ' + fields_text(pins.table, true, row);
}

PinMessage read_row(const BlockPins& pins, const std::string& line) {
  std::istringstream in(line);
  std::string word;
  in >> word;  // the table's name
  PinMessage row;
  read_fields(in, pins.table, true, row);
  if (in >> word) throw Error("has more than a row of the table");
  return row;
}

std::string config_text(const BlockPins& pins, const std::vector<std::uint32_t>& config) {
  std::string text;
  for (std::size_t i = 0; i < pins.config.size(); ++i) {
    text += (text.empty() ? "" : " ") + std::string(pins.config[i].name) + '=' + std::to_string(config[i]);
  }
  return text;
}

std::vector<std::uint32_t> read_config(const BlockPins& pins, const std::string& line) {
  std::istringstream in(line);
  std::string word;
  std::vector<std::uint32_t> config;
  for (const PinConstant& constant : pins.config) {
    std::uint64_t value = 0;
    if (!(in >> word) || !read_number(word, constant.name, 32, value)) {
      throw Error("must have " + std::string(constant.name) + "=NUMBER in its place");
    }
    config.push_back(static_cast<std::uint32_t>(value));
  }
  if (in >> word) throw Error("has more than the constants of the block");
  return config;
}

std::string pin_table(const BlockPins& pins) {
  std::string text = "| pins | bits | meaning |\n| --- | ---: | --- |\n";
  const auto row = [&](const std::string& name, const std::string& bits, std::string_view meaning) {
    text += "| " + name + " | " + bits + " | " + std::string(meaning) + " |\n";
  };
  for (const PinConstant& constant : pins.config) row('`' + std::string(constant.name) + '`', "32", constant.meaning);
  const auto rows = [&](const PinLink& link, const std::string& what, bool input) {
    const std::string lanes = link.lanes == 1 ? "" : " x " + std::to_string(link.lanes);
    row(what + " **`" + std::string(link.name) + "`**" + lanes, "1", link.meaning);
    for (const PinField& field : link.fields) {
      if (!BlockPins::on_wire(field, input)) continue;
      const std::string table = field.looked_up ? " (of the task, beside the message)" : "";
      row("`" + std::string(link.name) + '_' + std::string(field.name) + '`', std::to_string(field.bits),
          std::string(field.meaning) + table);
    }
  };
  if (pins.has_table()) rows(pins.table, "table", true);
  for (const PinLink& link : pins.inputs) rows(link, "in", true);
  for (const PinLink& link : pins.outputs) rows(link, "out", false);
  return text;
}

}  // namespace gantry
