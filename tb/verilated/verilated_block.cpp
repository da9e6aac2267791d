// SPDX-License-Identifier: Apache-2.0
// The firewall of a block behind pins, whichever it is: compiled once per model, with
//   GANTRY_RTL_CLASS    Verilator's class of its wrapper
//   GANTRY_RTL_HEADER   its header
//   GANTRY_RTL_MAKE     name of the function to define
//   GANTRY_RTL_TRACED   0 or 1: built with waveforms
#include <verilated.h>

#include GANTRY_RTL_HEADER

#include "blocks/block_model.h"
#include "verilated/waves.h"

namespace gantry {
namespace {

/// A vector of up to 64 bits is a number, a wider one an array of 32-bit words.
template <class Vector>
void set_pins(Vector& pins, const PinBits& bits) {
  if constexpr (std::is_integral_v<Vector>) {
    pins = static_cast<Vector>(bits[0]);
  } else {
    for (std::uint32_t w = 0; w < sizeof(pins) / sizeof(pins[0]); ++w) {
      pins[w] = static_cast<EData>(bits[w / 2] >> (w % 2 * 32));
    }
  }
}

template <class Vector>
void get_pins(const Vector& pins, PinBits& bits) {
  if constexpr (std::is_integral_v<Vector>) {
    bits[0] = pins;
  } else {
    for (std::uint32_t w = 0; w < sizeof(pins) / sizeof(pins[0]); ++w) {
      if (w % 2 == 0) bits[w / 2] = 0;
      bits[w / 2] |= std::uint64_t{pins[w]} << (w % 2 * 32);
    }
  }
}

class VerilatedBlock final : public PinBlock {
 public:
  VerilatedBlock() {
#if GANTRY_RTL_TRACED
    context_.traceEverOn(true);
#endif
    context_.randReset(0);
    top_.clk = 0;
  }

  ~VerilatedBlock() override {
    waves_.end();
    top_.final();
    // Verilator takes what the model registered out of the context last used, which may be another model's.
    Verilated::threadContextp(&context_);
  }

  VerilatedBlock(const VerilatedBlock&) = delete;
  VerilatedBlock& operator=(const VerilatedBlock&) = delete;

  void reset(const PinBits& config) override {
    set_pins(top_.config_i, config);
    top_.rst = 1;
    for (int i = 0; i < 4; ++i) edge();  // for what registers its inputs, too
    top_.rst = 0;
  }

  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    top_.now_i = now;
    set_pins(top_.in_i, in);
    edge();
    get_pins(top_.out_o, out);
    return top_.due_o;
  }

  bool trace(const std::string& path) override { return waves_.begin(top_, path); }
  bool end_trace() override { return waves_.end(); }

 private:
  void edge() {
    // Inputs settle before the edge.
    top_.eval();
    top_.clk = 1;
    eval();
    top_.clk = 0;
    eval();
  }

  void eval() {
    top_.eval();
    waves_.dump();
  }

  VerilatedContext context_;
  GANTRY_RTL_CLASS top_{&context_, "block"};
  Waves<GANTRY_RTL_CLASS, GANTRY_RTL_TRACED != 0> waves_;
};

}  // namespace

std::unique_ptr<PinBlock> GANTRY_RTL_MAKE();
std::unique_ptr<PinBlock> GANTRY_RTL_MAKE() { return std::make_unique<VerilatedBlock>(); }

}  // namespace gantry
