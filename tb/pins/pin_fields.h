// SPDX-License-Identifier: Apache-2.0
// Description of a block's messages at its pins: each message is a struct whose `fields` names member, width and
// meaning, a line each. Pins, comparison, text and the tables of docs/blocks_in_rtl.md use these lines.
//
//   template <class Visitor>
//   void fields(Visitor& f) {
//     f("queue", queue, kQueueBits, "at whose head the task is");
//     f.looked_up("jobs", jobs, 32, "that it has");
//   }
//
// Looked-up fields are no part of the message. Our block reads them in the table of tasks; behind pins they come beside
// the message.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {

struct PinField {
  std::string_view name;
  std::uint32_t bits = 0;  ///< 1..64
  std::string_view meaning;
  bool looked_up = false;
};

/// A message as numbers, in the order of its fields.
struct PinMessage {
  static constexpr std::size_t kMostFields = 10;
  std::uint32_t link = 0;  ///< index among the block's inputs, or among its outputs
  std::array<std::uint64_t, kMostFields> values = {};
};

/// The messages of one direction of a link between two blocks.
struct PinLink {
  std::string_view name;
  std::string_view meaning;
  std::vector<PinField> fields;
  std::uint32_t lanes = 1;  ///< messages per cycle
};

/// A constant that a block needs before its first cycle, a number of 32 bits.
struct PinConstant {
  std::string name;
  std::string meaning;
};

struct BlockPins {
  std::string_view block;
  std::string_view meaning;
  std::vector<PinConstant> config;
  std::vector<PinLink> inputs;
  std::vector<PinLink> outputs;
  /// Table of constants with one row per item, sent during reset, a row per clock edge. Most blocks have none: no
  /// fields.
  PinLink table = {};

  [[nodiscard]] bool has_table() const { return !table.fields.empty(); }
  /// Fields of an output, without looked-up ones.
  [[nodiscard]] static bool on_wire(const PinField& field, bool input) { return input || !field.looked_up; }
};

namespace pin_visitors {

struct Describe {
  std::vector<PinField> fields;
  template <class T>
  void operator()(std::string_view name, const T& /*value*/, std::uint32_t bits, std::string_view meaning) {
    fields.push_back({name, bits, meaning, false});
  }
  template <class T>
  void looked_up(std::string_view name, const T& /*value*/, std::uint32_t bits, std::string_view meaning) {
    fields.push_back({name, bits, meaning, true});
  }
};

struct Pack {
  PinMessage& to;
  std::size_t at = 0;
  template <class T>
  void operator()(std::string_view /*name*/, const T& value, std::uint32_t /*bits*/, std::string_view /*meaning*/) {
    to.values[at++] = static_cast<std::uint64_t>(value);
  }
  template <class T>
  void looked_up(std::string_view name, const T& value, std::uint32_t bits, std::string_view meaning) {
    (*this)(name, value, bits, meaning);
  }
};

struct Unpack {
  const PinMessage& from;
  std::size_t at = 0;
  template <class T>
  void operator()(std::string_view /*name*/, T& value, std::uint32_t /*bits*/, std::string_view /*meaning*/) {
    value = static_cast<T>(from.values[at++]);
  }
  template <class T>
  void looked_up(std::string_view name, T& value, std::uint32_t bits, std::string_view meaning) {
    (*this)(name, value, bits, meaning);
  }
};

}  // namespace pin_visitors

template <class Pinned>
PinLink describe_link(std::string_view name, std::string_view meaning, std::uint32_t lanes = 1) {
  Pinned pinned;
  pin_visitors::Describe visitor;
  pinned.fields(visitor);
  return {name, meaning, std::move(visitor.fields), lanes};
}

template <class Pinned>
PinMessage pack(std::uint32_t link, Pinned pinned) {
  PinMessage message;
  message.link = link;
  pin_visitors::Pack visitor{message};
  pinned.fields(visitor);
  return message;
}

template <class Pinned>
Pinned unpack(const PinMessage& message) {
  Pinned pinned;
  pin_visitors::Unpack visitor{message};
  pinned.fields(visitor);
  return pinned;
}

}  // namespace gantry
