// SPDX-License-Identifier: Apache-2.0
// Wrapper of a block behind pins, the only source that includes Verilator's output. Compiled once per model, with
//   GANTRY_RTL_CLASS    Verilator's class of its wrapper
//   GANTRY_RTL_HEADER   its header
//   GANTRY_RTL_MAKE     name of the function to define
//   GANTRY_RTL_TRACED   0 or 1: built with waveforms
#include GANTRY_RTL_HEADER

#include <algorithm>
#include <vector>

#include "blocks/block_model.h"
#include "verilated/verilated_top.h"

namespace gantry {
namespace {

class VerilatedBlock final : public VerilatedTop<PinBlock, GANTRY_RTL_CLASS, GANTRY_RTL_TRACED != 0> {
 public:
  explicit VerilatedBlock(std::uint64_t power_up = 0) : VerilatedTop("block", GANTRY_RTL_HEADER, power_up) {}

  void reset(const std::vector<PinBits>& config) override {
    top().rst = 1;
    for (const PinBits& shown : config) {
      set_words(top().config_i, shown);
      settled_edge();
    }
    for (int i = 0; i < 4; ++i) settled_edge();  // also for models with registered inputs
    top().rst = 0;
  }

  void reset_live(const std::vector<PinBits>& config, const std::vector<PinBits>& live, PinBits& out) override {
    top().rst = 1;
    const std::size_t edges = config.size() > 1 ? config.size() + live.size() : live.size();
    for (std::size_t i = 0; i < edges; ++i) {
      set_words(top().config_i, config[std::min(i, config.size() - 1)]);
      set_words(top().in_i, live[i % live.size()]);
      settled_edge();
    }
    get_words(top().out_o, out);
    top().rst = 0;
  }

  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    top().now_i = now;
    set_words(top().in_i, in);
    settled_edge();
    get_words(top().out_o, out);
    return top().due_o;
  }

 private:
  void settled_edge() {
    // Inputs settle before the edge.
    top().eval();
    edge();
  }
};

}  // namespace

std::unique_ptr<PinBlock> GANTRY_RTL_MAKE();
std::unique_ptr<PinBlock> GANTRY_RTL_MAKE() { return std::make_unique<VerilatedBlock>(); }
std::unique_ptr<PinBlock> GANTRY_RTL_MAKE(std::uint64_t power_up);
std::unique_ptr<PinBlock> GANTRY_RTL_MAKE(std::uint64_t power_up) { return std::make_unique<VerilatedBlock>(power_up); }

}  // namespace gantry
