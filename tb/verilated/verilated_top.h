// SPDX-License-Identifier: Apache-2.0
// Common part of all wrappers of Verilated models: context, clock edge, waveform, and access to vectors of any width.
#pragma once

#include <verilated.h>
#if VM_COVERAGE
#include <verilated_cov.h>

#include <cstdlib>
#endif

#include <cstdint>
#include <string>
#include <type_traits>

#include "verilated/waves.h"

namespace gantry {

/// A vector of up to 64 bits is a number, a wider one an array of 32-bit words.
template <class Vector, class Words>
void set_words(Vector& vector, const Words& words) {
  if constexpr (std::is_integral_v<Vector>) {
    vector = static_cast<Vector>(words[0]);
  } else {
    for (std::uint32_t w = 0; w < sizeof(vector) / sizeof(vector[0]); ++w) {
      vector[w] = static_cast<EData>(words[w / 2] >> (w % 2 * 32));
    }
  }
}

/// Further words, which the vector does not have, stay unchanged.
template <class Vector, class Words>
void get_words(const Vector& vector, Words& words) {
  if constexpr (std::is_integral_v<Vector>) {
    words[0] = vector;
  } else {
    for (std::uint32_t w = 0; w < sizeof(vector) / sizeof(vector[0]); ++w) {
      if (w % 2 == 0) words[w / 2] = 0;
      words[w / 2] |= std::uint64_t{vector[w]} << (w % 2 * 32);
    }
  }
}

/// `Interface` has trace() and end_trace(). `Top`: Verilator's class, with a port `clk`.
template <class Interface, class Top, bool kTraced>
class VerilatedTop : public Interface {
 public:
  VerilatedTop(const VerilatedTop&) = delete;
  VerilatedTop& operator=(const VerilatedTop&) = delete;

  bool trace(const std::string& path) override { return waves_.begin(top_, path); }
  bool end_trace() override { return waves_.end(); }

 protected:
  /// `name`: of the model in waveforms. `file`: prefix for `make coverage`. `power_up`: seed of the registers' initial
  /// values, if the model is built for that; 0: zeros.
  VerilatedTop(const char* name, const char* file, std::uint64_t power_up = 0)
      : top_(prepare(context_, power_up), name), file_(file) {
    if (kTraced) context_.traceEverOn(true);
    top_.clk = 0;
  }

  ~VerilatedTop() override {
    waves_.end();
    top_.final();
#if VM_COVERAGE
    // One file per model and process, in the directory of `make coverage`.
    if (const char* const folder = std::getenv("GANTRY_RTL_COVERAGE")) {
      context_.coveragep()->write((std::string(folder) + "/" + file_ + ".dat").c_str());
    }
#endif
    // Verilator uses the context of the last call, which may be another model's.
    Verilated::threadContextp(&context_);
  }

  [[nodiscard]] Top& top() { return top_; }
  [[nodiscard]] const Top& top() const { return top_; }

  void edge() {
    top_.clk = 1;
    eval();
    top_.clk = 0;
    eval();
  }

 private:
  static VerilatedContext* prepare(VerilatedContext& context, std::uint64_t power_up) {
    context.randReset(power_up == 0 ? 0 : 2);
    context.randSeed(static_cast<int>(1 + power_up % 0x7ffffffe));
    return &context;
  }
  void eval() {
    top_.eval();
    waves_.dump();
  }

  VerilatedContext context_;
  Top top_;
  Waves<Top, kTraced> waves_;
  [[maybe_unused]] const char* file_;
};

}  // namespace gantry
