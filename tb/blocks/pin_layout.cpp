// SPDX-License-Identifier: Apache-2.0
#include "blocks/pin_layout.h"

#include <algorithm>
#include <stdexcept>

namespace gantry {
namespace {

std::size_t words_of(std::uint32_t bits) { return (bits + 63) / 64; }

std::uint64_t ones(std::uint32_t bits) { return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

}  // namespace

void put_bits(PinBits& pins, std::uint32_t at, std::uint32_t bits, std::uint64_t value) {
  const std::uint32_t shift = at % 64;
  pins[at / 64] |= value << shift;
  if (shift + bits > 64) pins[at / 64 + 1] |= value >> (64 - shift);
}

std::uint64_t get_bits(const PinBits& pins, std::uint32_t at, std::uint32_t bits) {
  const std::uint32_t shift = at % 64;
  std::uint64_t value = pins[at / 64] >> shift;
  if (shift + bits > 64) value |= pins[at / 64 + 1] << (64 - shift);
  return value & ones(bits);
}

PinLayout::PinLayout(const BlockPins& pins)
    : pins_(pins), in_bits_(place(pins.inputs, true, in_)), out_bits_(place(pins.outputs, false, out_)) {
  if (!pins.has_table()) return;
  std::vector<Place> row;
  place({pins.table}, true, row);
  row_ = row.front();
}

std::uint32_t PinLayout::place(const std::vector<PinLink>& links, bool input, std::vector<Place>& places) {
  std::uint32_t at = 0;
  for (const PinLink& link : links) {
    Place place{at, 1};
    for (const PinField& field : link.fields) {
      if (BlockPins::on_wire(field, input)) place.bits += field.bits;
    }
    at += place.bits * link.lanes;
    places.push_back(place);
  }
  return at;
}

std::size_t row_words(const PinLink& table) {
  std::size_t words = 0;
  for (const PinField& field : table.fields) words += field.bits > 32 ? 2 : 1;
  return words;
}

void append_row(const PinLink& table, const PinMessage& row, std::vector<std::uint32_t>& values) {
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    values.push_back(static_cast<std::uint32_t>(row.values.at(i)));
    if (table.fields[i].bits > 32) values.push_back(static_cast<std::uint32_t>(row.values.at(i) >> 32U));
  }
}

PinMessage row_at(const PinLink& table, const std::vector<std::uint32_t>& values, std::size_t at) {
  PinMessage row;
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    row.values.at(i) = values.at(at++);
    if (table.fields[i].bits > 32) row.values.at(i) |= std::uint64_t{values.at(at++)} << 32U;
  }
  return row;
}

std::vector<PinBits> PinLayout::config(const std::vector<std::uint32_t>& values) const {
  PinBits constants(words_of(config_bits()), 0);
  for (std::size_t i = 0; i < pins_.config.size(); ++i) {
    put_bits(constants, static_cast<std::uint32_t>(i) * kConstantBits, kConstantBits, values.at(i));
  }
  std::vector<PinBits> shown;
  for_each_row(pins_, values, [&](const PinMessage& row) {
    shown.push_back(constants);
    put(pins_.table, true, row, row_at(), shown.back());
  });
  shown.push_back(std::move(constants));
  return shown;
}

std::vector<std::uint32_t> PinLayout::values(const std::vector<PinBits>& config) const {
  std::vector<std::uint32_t> values;
  for (std::uint32_t at = 0; at < row_at(); at += kConstantBits) {
    values.push_back(static_cast<std::uint32_t>(get_bits(config.back(), at, kConstantBits)));
  }
  if (!pins_.has_table()) return values;
  for (const PinBits& shown : config) {
    if (get_bits(shown, row_at(), 1) != 0) append_row(pins_.table, get(pins_.table, true, shown, row_at()), values);
  }
  return values;
}

void PinLayout::put(const PinLink& link, bool input, const PinMessage& message, std::uint32_t at, PinBits& bits) {
  put_bits(bits, at++, 1, 1);
  for (std::size_t i = 0; i < link.fields.size(); ++i) {
    const PinField& field = link.fields[i];
    if (!BlockPins::on_wire(field, input)) continue;
    if (message.values[i] > ones(field.bits)) {
      throw std::logic_error(std::string(link.name) + ": " + std::string(field.name) + '=' +
                             std::to_string(message.values[i]) + " has more than " + std::to_string(field.bits) +
                             " bits");
    }
    put_bits(bits, at, field.bits, message.values[i]);
    at += field.bits;
  }
}

PinMessage PinLayout::get(const PinLink& link, bool input, const PinBits& bits, std::uint32_t at) {
  PinMessage message;
  ++at;
  for (std::size_t i = 0; i < link.fields.size(); ++i) {
    const PinField& field = link.fields[i];
    if (!BlockPins::on_wire(field, input)) continue;
    message.values.at(i) = get_bits(bits, at, field.bits);
    at += field.bits;
  }
  return message;
}

void PinLayout::pack(bool input, const std::vector<PinMessage>& messages, PinBits& bits) const {
  const std::vector<Place>& places = input ? in_ : out_;
  bits.assign(words_of(input ? in_bits_ : out_bits_), 0);
  for (const PinMessage& message : messages) {
    const PinLink& link = links(input)[message.link];
    std::uint32_t at = places[message.link].at;
    std::uint32_t lane = 0;
    while (lane < link.lanes && get_bits(bits, at, 1) != 0) {
      at += places[message.link].bits;
      ++lane;
    }
    if (lane == link.lanes) {
      throw std::logic_error(std::string(pins_.block) + '.' + std::string(link.name) +
                             ": more messages in a cycle than " + std::to_string(link.lanes));
    }
    put(link, input, message, at, bits);
  }
}

void PinLayout::unpack(bool input, const PinBits& bits, std::vector<PinMessage>& messages) const {
  const std::vector<Place>& places = input ? in_ : out_;
  for (std::uint32_t l = 0; l < links(input).size(); ++l) {
    const PinLink& link = links(input)[l];
    for (std::uint32_t lane = 0; lane < link.lanes; ++lane) {
      const std::uint32_t at = places[l].at + lane * places[l].bits;
      if (get_bits(bits, at, 1) == 0) continue;
      messages.push_back(get(link, input, bits, at));
      messages.back().link = l;
    }
  }
}

namespace {

std::string range(std::uint32_t bits) {
  const std::string text = bits == 1 ? "" : '[' + std::to_string(bits - 1) + ":0] ";
  return text + std::string(text.size() < 7 ? 7 - text.size() : 0, ' ');
}

/// A lane's fields with names, the valid bit first: calls `visit(name, at, bits, meaning)`.
template <class Visit>
void for_each_pin(const std::vector<PinLink>& links, bool input, Visit visit) {
  std::uint32_t at = 0;
  for (const PinLink& link : links) {
    for (std::uint32_t lane = 0; lane < link.lanes; ++lane) {
      const std::string name = std::string(link.name) + (link.lanes == 1 ? "" : std::to_string(lane));
      visit(name + "_valid", at++, 1U, std::string(link.meaning));
      for (const PinField& field : link.fields) {
        if (!BlockPins::on_wire(field, input)) continue;
        visit(name + '_' + std::string(field.name), at, field.bits, std::string(field.meaning));
        at += field.bits;
      }
    }
  }
}

std::string comment(const std::string& meaning) { return meaning.empty() ? "" : "  // " + meaning; }

}  // namespace

std::string verilog_pins(const PinLayout& layout) {
  const BlockPins& pins = layout.pins();
  const std::string block(pins.block);
  std::string upper = block;
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  std::string text = "// SPDX-License-Identifier: Apache-2.0\n// The pins of the " + block +
                     ", written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:\n"
                     "//   input clk, rst; input [63:0] now_i; input [" +
                     upper + "_CONFIG-1:0] config_i; input [" + upper + "_IN-1:0] in_i; output [" + upper +
                     "_OUT-1:0] out_o; output [63:0] due_o\n"
                     "// Include it twice: before the module for the widths, and with " +
                     upper + "_PINS defined within it for the names.\n";
  text += "`ifndef " + upper + "_CONFIG\n`define " + upper + "_CONFIG " + std::to_string(layout.config_bits()) +
          "\n`define " + upper + "_IN " + std::to_string(layout.in_bits()) + "\n`define " + upper + "_OUT " +
          std::to_string(layout.out_bits()) + "\n`endif\n\n`ifdef " + upper + "_PINS\n";
  text += "// Stand still from the reset on.\n";
  std::uint32_t at = 0;
  for (const PinConstant& constant : pins.config) {
    text += "wire " + range(32) + std::string(constant.name) + " = config_i[" + std::to_string(at) + "+:32];" +
            comment(std::string(constant.meaning)) + '\n';
    at += PinLayout::kConstantBits;
  }
  const auto name_pins = [&](const std::vector<PinLink>& links, const std::string& port, std::uint32_t begin) {
    for_each_pin(links, true,
                 [&](const std::string& name, std::uint32_t first, std::uint32_t bits, const std::string& meaning) {
                   const std::string from = std::to_string(begin + first);
                   const std::string part = bits == 1 ? from : from + "+:" + std::to_string(bits);
                   text += "wire " + range(bits) + name + " = " + port + '[' + part + "];" + comment(meaning) + '\n';
                 });
  };
  if (pins.has_table()) {
    text += "// A table: one row with every edge of the reset, where it is valid.\n";
    name_pins({pins.table}, "config_i", at);
  }
  text += "// Messages that are seen in this cycle.\n";
  name_pins(pins.inputs, "in_i", 0);
  text += "// Messages that others see in the next cycle; the wrapper assigns them.\n";
  std::string all;
  for_each_pin(pins.outputs, false,
               [&](const std::string& name, std::uint32_t /*first*/, std::uint32_t bits, const std::string& meaning) {
                 text += "wire " + range(bits) + name + ';' + comment(meaning) + '\n';
                 all = name + (all.empty() ? "" : ", ") + all;
               });
  text += "assign out_o = {" + all + "};\n`endif\n";
  return text;
}

}  // namespace gantry
