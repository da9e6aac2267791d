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
    : pins_(pins), in_bits_(place(pins.inputs, true, in_)), out_bits_(place(pins.outputs, false, out_)) {}

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

PinBits PinLayout::config(const std::vector<std::uint32_t>& values) const {
  PinBits bits(words_of(config_bits()), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    put_bits(bits, static_cast<std::uint32_t>(i) * kConstantBits, kConstantBits, values[i]);
  }
  return bits;
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
    put_bits(bits, at++, 1, 1);
    for (std::size_t i = 0; i < link.fields.size(); ++i) {
      const PinField& field = link.fields[i];
      if (!BlockPins::on_wire(field, input)) continue;
      if (message.values[i] > ones(field.bits)) {
        throw std::logic_error(std::string(pins_.block) + '.' + std::string(link.name) + ": " +
                               std::string(field.name) + '=' + std::to_string(message.values[i]) + " has more than " +
                               std::to_string(field.bits) + " bits");
      }
      put_bits(bits, at, field.bits, message.values[i]);
      at += field.bits;
    }
  }
}

void PinLayout::unpack(bool input, const PinBits& bits, std::vector<PinMessage>& messages) const {
  const std::vector<Place>& places = input ? in_ : out_;
  for (std::uint32_t l = 0; l < links(input).size(); ++l) {
    const PinLink& link = links(input)[l];
    for (std::uint32_t lane = 0; lane < link.lanes; ++lane) {
      std::uint32_t at = places[l].at + lane * places[l].bits;
      if (get_bits(bits, at++, 1) == 0) continue;
      PinMessage message;
      message.link = l;
      for (std::size_t i = 0; i < link.fields.size(); ++i) {
        const PinField& field = link.fields[i];
        if (!BlockPins::on_wire(field, input)) continue;
        message.values.at(i) = get_bits(bits, at, field.bits);
        at += field.bits;
      }
      messages.push_back(message);
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
                     ", written by block_bench --pins from model/scheduler/block_pins.h. The ports of its wrapper:\n"
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
  text += "// Messages that are seen in this cycle.\n";
  for_each_pin(pins.inputs, true,
               [&](const std::string& name, std::uint32_t first, std::uint32_t bits, const std::string& meaning) {
                 const std::string from =
                     bits == 1 ? std::to_string(first) : std::to_string(first) + "+:" + std::to_string(bits);
                 text += "wire " + range(bits) + name + " = in_i[" + from + "];" + comment(meaning) + '\n';
               });
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
