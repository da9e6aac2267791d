// SPDX-License-Identifier: Apache-2.0
#include "blocks/pin_recording.h"

#include <istream>
#include <ostream>
#include <sstream>

#include "blocks/pin_layout.h"
#include "blocks/pin_text.h"
#include "gantry/base/error.h"
#include "pins/block_pins.h"

namespace gantry {
namespace {

// First word of a cycle: number of messages, whether it is unasked, and the distance from the last cycle.
constexpr std::uint32_t kCountBits = 8;
constexpr std::uint32_t kUnasked = 1U << kCountBits;
constexpr std::uint32_t kGapAt = kCountBits + 1;
constexpr std::uint32_t kFarAway = (1U << (32 - kGapAt)) - 1;  ///< two words follow
constexpr const char* kUnaskedWord = "unasked";

}  // namespace

void PinRecording::add(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
  const Cycle gap = cycle - last_;
  last_ = cycle;
  ++cycles_;
  const bool is_far = gap >= kFarAway;
  words_.push_back(static_cast<std::uint32_t>(inputs.size()) | (unasked ? kUnasked : 0) |
                   ((is_far ? kFarAway : static_cast<std::uint32_t>(gap)) << kGapAt));
  if (is_far) words_.insert(words_.end(), {static_cast<std::uint32_t>(gap), static_cast<std::uint32_t>(gap >> 32U)});
  for (const PinMessage& message : inputs) {
    words_.push_back(message.link);
    const std::vector<PinField>& fields = pins_->inputs[message.link].fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      words_.push_back(static_cast<std::uint32_t>(message.values.at(i)));
      if (fields[i].bits > 32) words_.push_back(static_cast<std::uint32_t>(message.values.at(i) >> 32U));
    }
  }
}

std::size_t PinRecording::read(std::size_t at, Cycle& cycle, std::vector<PinMessage>& inputs, bool& unasked) const {
  const auto take = [&] { return words_[at++]; };
  const std::uint32_t head = take();
  unasked = (head & kUnasked) != 0;
  Cycle gap = head >> kGapAt;
  if (gap == kFarAway) {
    gap = take();
    gap |= Cycle{take()} << 32U;
  }
  cycle += gap;
  inputs.assign(head & ((1U << kCountBits) - 1), {});
  for (PinMessage& message : inputs) {
    message.link = take();
    const std::vector<PinField>& fields = pins_->inputs[message.link].fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      message.values.at(i) = take();
      if (fields[i].bits > 32) message.values.at(i) |= std::uint64_t{take()} << 32U;
    }
  }
  return at;
}

void PinRecording::write(std::ostream& out) const {
  out << "# What the pins of a block were given, a line per clocked cycle; block_bench --replay takes it.\nblock "
      << pins_->block << '\n'
      << "config " << config_text(*pins_, config_) << '\n';
  for_each_row(*pins_, config_, [&](const PinMessage& row) { out << row_text(*pins_, row) << '\n'; });
  replay([&](Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    out << cycle;
    if (unasked) out << ' ' << kUnaskedWord;
    for (const PinMessage& message : inputs) out << ' ' << message_text(*pins_, true, message);
    out << '\n';
  });
}

void PinRecording::read(std::istream& in) {
  std::uint64_t number = 0;
  std::uint64_t contents = 0;
  try {
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (!line.empty() && line[0] != '#') read_line(line, ++contents);
    }
    if (contents < 2) throw Error("is the end of a file without `block` and `config`");
  } catch (const Error& error) {
    throw Error("line " + std::to_string(number) + ": " + error.what());
  }
}

/// `contents`: lines that say something, this one among them.
void PinRecording::read_line(const std::string& line, std::uint64_t contents) {
  std::istringstream words(line);
  std::string word;
  std::string rest;
  if (contents == 1) {
    words >> word >> rest;
    pins_ = word == "block" ? find_block_pins(rest) : nullptr;
    if (pins_ == nullptr) throw Error("must be `block NAME`, with the name of a block that has pins");
  } else if (contents == 2) {
    words >> word;
    std::getline(words, rest);
    if (word != "config") throw Error("must be `config NAME=NUMBER ...`");
    config_ = read_config(*pins_, rest);
  } else if (cycles_ == 0 && pins_->has_table() && line.substr(0, line.find(' ')) == pins_->table.name) {
    append_row(pins_->table, read_row(*pins_, line), config_);
  } else {
    Cycle cycle = 0;
    if (!(words >> cycle) || (cycles_ > 0 && cycle <= last_)) throw Error("must begin with an ascending cycle");
    std::getline(words, rest);
    std::istringstream first(rest);
    const bool unasked = first >> word && word == kUnaskedWord;
    if (unasked && first >> word) throw Error("a clock that nobody asked for has no messages");
    add(cycle, unasked ? std::vector<PinMessage>() : read_messages(*pins_, true, rest), unasked);
  }
}

}  // namespace gantry
