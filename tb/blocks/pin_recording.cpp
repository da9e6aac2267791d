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

// First word of a cycle: number of messages, whether it is unasked or a reset, and the distance from the last cycle.
constexpr std::uint32_t kCountBits = 8;
constexpr std::uint32_t kUnasked = 1U << kCountBits;
constexpr std::uint32_t kIsReset = 2U << kCountBits;
constexpr std::uint32_t kGapAt = kCountBits + 2;
constexpr std::uint32_t kFarAway = (1U << (32 - kGapAt)) - 1;  ///< two words follow
constexpr const char* kUnaskedWord = "unasked";
constexpr const char* kResetWord = "reset";
constexpr const char* kPowerUpWord = "power_up";

std::string reset_text(const PinReset& reset) {
  return "edges=" + std::to_string(reset.edges) + " seed=" + std::to_string(reset.seed);
}

PinReset read_reset(std::istream& in) {
  PinReset reset;
  std::string edges;
  std::string seed;
  std::string more;
  if (in >> edges >> seed && !(in >> more) && edges.rfind("edges=", 0) == 0 && seed.rfind("seed=", 0) == 0) {
    std::istringstream edges_in(edges.substr(6));
    std::istringstream seed_in(seed.substr(5));
    if (edges_in >> reset.edges && edges_in.eof() && seed_in >> reset.seed && seed_in.eof() && reset.edges > 0 &&
        reset.edges <= 1000) {
      return reset;
    }
  }
  throw Error("behind a reset must stand edges=NUMBER (1..1000) seed=NUMBER");
}

}  // namespace

void PinRecording::add_head(Cycle cycle, std::uint32_t what) {
  const Cycle gap = cycle - last_;
  last_ = cycle;
  ++cycles_;
  const bool is_far = gap >= kFarAway;
  words_.push_back(what | ((is_far ? kFarAway : static_cast<std::uint32_t>(gap)) << kGapAt));
  if (is_far) words_.insert(words_.end(), {static_cast<std::uint32_t>(gap), static_cast<std::uint32_t>(gap >> 32U)});
}

void PinRecording::add_reset(Cycle cycle, const PinReset& reset) {
  add_head(cycle, kIsReset);
  words_.insert(words_.end(), {reset.edges, reset.seed});
}

void PinRecording::add(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
  add_head(cycle, static_cast<std::uint32_t>(inputs.size()) | (unasked ? kUnasked : 0));
  for (const PinMessage& message : inputs) {
    words_.push_back(message.link);
    const std::vector<PinField>& fields = pins_->inputs[message.link].fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      words_.push_back(static_cast<std::uint32_t>(message.values.at(i)));
      if (fields[i].bits > 32) words_.push_back(static_cast<std::uint32_t>(message.values.at(i) >> 32U));
    }
  }
}

std::size_t PinRecording::read(std::size_t at, Cycle& cycle, std::vector<PinMessage>& inputs, bool& unasked,
                               std::optional<PinReset>& reset) const {
  const auto take = [&] { return words_[at++]; };
  const std::uint32_t head = take();
  unasked = (head & kUnasked) != 0;
  Cycle gap = head >> kGapAt;
  if (gap == kFarAway) {
    gap = take();
    gap |= Cycle{take()} << 32U;
  }
  cycle += gap;
  reset.reset();
  if ((head & kIsReset) != 0) {
    reset = PinReset{words_[at], words_[at + 1]};
    return at + 2;
  }
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
  if (power_up_.seed != 0) out << kPowerUpWord << ' ' << reset_text(power_up_) << '\n';
  const auto clock = [&](Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    out << cycle;
    if (unasked) out << ' ' << kUnaskedWord;
    for (const PinMessage& message : inputs) out << ' ' << message_text(*pins_, true, message);
    out << '\n';
  };
  replay(clock, [&](Cycle cycle, const PinReset& reset) {
    out << cycle << ' ' << kResetWord << ' ' << reset_text(reset) << '\n';
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
  } else if (cycles_ == 0 && line.substr(0, line.find(' ')) == kPowerUpWord) {
    words >> word;
    power_up_ = read_reset(words);
  } else {
    Cycle cycle = 0;
    if (!(words >> cycle) || (cycles_ > 0 && cycle <= last_)) throw Error("must begin with an ascending cycle");
    std::getline(words, rest);
    std::istringstream first(rest);
    const bool named = static_cast<bool>(first >> word);
    if (named && word == kResetWord) return add_reset(cycle, read_reset(first));
    const bool unasked = named && word == kUnaskedWord;
    if (unasked && first >> word) throw Error("a clock that nobody asked for has no messages");
    add(cycle, unasked ? std::vector<PinMessage>() : read_messages(*pins_, true, rest), unasked);
  }
}

}  // namespace gantry
