// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_vectors.h"

#include <memory>
#include <ostream>
#include <sstream>
#include <vector>

#include "blocks/block_model.h"
#include "blocks/campaign/block_world.h"
#include "blocks/model_block.h"
#include "blocks/pin_layout.h"
#include "campaign/random.h"
#include "gantry/base/error.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

constexpr Cycle kBegin = (Cycle{1} << 24U) - 1000;  ///< times of 24 bits wrap soon

/// Bits from the highest to the lowest; x where `known` has none.
std::string bits_text(const PinBits& bits, const PinBits& known, std::uint32_t count) {
  std::string text;
  for (std::uint32_t b = count; b-- > 0;) {
    text += get_bits(known, b, 1) == 0 ? 'x' : get_bits(bits, b, 1) == 0 ? '0' : '1';
  }
  return text + '_';
}

std::string all_x(std::uint32_t count) { return std::string(count, 'x') + '_'; }

class Writer {
 public:
  Writer(const BlockPins& pins, const std::vector<std::uint32_t>& config, std::ostream& out)
      : layout_(pins), config_(layout_.config(config)), out_(out) {
    const std::uint32_t bits = layout_.config_bits();
    config_text_ = bits_text(config_.back(), PinBits((bits + 63) / 64, ~std::uint64_t{0}), bits);
  }

  void reset(Cycle now) {
    line(true, now, all_x(layout_.in_bits()), all_x(layout_.out_bits()));
    model_ = make_model_block(layout_.pins());
    model_->reset(config_);
  }

  /// Returns what the model says.
  std::vector<PinMessage> clock(Cycle now, const std::vector<PinMessage>& in) {
    PinBits in_bits;
    PinBits out_bits((layout_.out_bits() + 63) / 64, 0);
    layout_.pack(true, in, in_bits);
    model_->clock(now, in_bits, out_bits);
    std::vector<PinMessage> said;
    layout_.unpack(false, out_bits, said);
    line(false, now, bits_text(in_bits, known(true, in), layout_.in_bits()),
         bits_text(out_bits, known(false, said), layout_.out_bits()));
    return said;
  }

 private:
  void line(bool rst, Cycle now, const std::string& in, const std::string& want) {
    out_ << (rst ? "1_" : "0_") << bits_text({now}, {~std::uint64_t{0}}, 64) << config_text_ << in << want << '\n';
  }

  /// The bits that matter: `valid` of every lane, and the fields of these messages.
  [[nodiscard]] PinBits known(bool input, const std::vector<PinMessage>& messages) const {
    const std::vector<PinLink>& links = input ? layout_.pins().inputs : layout_.pins().outputs;
    std::vector<PinMessage> every;
    for (std::uint32_t link = 0; link < links.size(); ++link) {
      for (std::uint32_t lane = 0; lane < links[link].lanes; ++lane) {
        every.emplace_back();
        every.back().link = link;
      }
    }
    std::vector<PinMessage> ones = messages;
    for (PinMessage& message : ones) {
      const std::vector<PinField>& fields = links[message.link].fields;
      for (std::size_t f = 0; f < fields.size(); ++f) {
        message.values.at(f) = ~std::uint64_t{0} >> (64U - fields[f].bits);
      }
    }
    PinBits valid;
    PinBits bits;
    layout_.pack(input, every, valid);
    layout_.pack(input, ones, bits);
    for (std::size_t w = 0; w < bits.size(); ++w) bits[w] |= valid[w];
    return bits;
  }

  PinLayout layout_;
  std::vector<PinBits> config_;
  std::ostream& out_;
  std::string config_text_;
  std::unique_ptr<PinBlock> model_;
};

/// Throws Error.
BlockModel model_within(const BlockVectors& vectors) {
  BlockModel model;
  model.block = vectors.block;
  model.name = "vectors";
  std::istringstream words(vectors.limits);
  for (std::string word; words >> word;) {
    const std::size_t at = word.find('=');
    const std::string range = at == std::string::npos ? "" : word.substr(at + 1);
    const std::size_t dots = range.find("..");
    std::istringstream least(dots == std::string::npos ? "0" : range.substr(0, dots));
    std::istringstream most(dots == std::string::npos ? range : range.substr(dots + 2));
    BlockLimit limit;
    if (!(least >> limit.least) || !least.eof() || !(most >> limit.most) || !most.eof()) {
      throw Error("limit '" + word + "' is not WHAT=NUMBER or WHAT=NUMBER..NUMBER");
    }
    limit.name = word.substr(0, at);
    model.limits.push_back(limit);
  }
  return model;
}

}  // namespace

int write_block_vectors(const BlockVectors& vectors, std::ostream& out, std::ostream& errors) {
  const BlockPins* pins = find_block_pins(vectors.block);
  const WorldKind* kind = pins == nullptr || pins->has_table() ? nullptr : find_world(*pins);
  if (kind == nullptr) {
    errors << "block_bench: error: no vectors of the block '" << vectors.block << "'\n";
    return 2;
  }
  Random random(vectors.seed);
  std::vector<std::uint32_t> config;
  try {
    config = kind->draw_config(model_within(vectors), random);
  } catch (const Error& none) {
    errors << "block_bench: error: " << none.what() << '\n';
    return 2;
  }
  Writer writer(*pins, config, out);
  std::unique_ptr<BlockWorld> world;
  std::vector<PinMessage> in;
  std::uint64_t reset = 1;  // cycles of it that are left
  std::uint64_t life = 0;   // cycles that are left up to the next
  for (std::uint64_t i = 0; i < vectors.cycles; ++i) {
    const Cycle now = kBegin + i;
    if (reset > 0) {
      writer.reset(now);
      if (--reset == 0) world = kind->make(config, random.bits());
      life = random.between(50, 700);
      continue;
    }
    in.clear();
    world->inputs(now, in);
    world->hear(now, writer.clock(now, in));
    if (--life == 0) reset = random.percent(50) ? 1 : 4;
  }
  return 0;
}

}  // namespace gantry::campaign
