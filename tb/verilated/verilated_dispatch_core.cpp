// SPDX-License-Identifier: Apache-2.0
// The firewall of the dispatch core, as verilated_picker.cpp is the picker's: compiled once per model, with
//   GANTRY_RTL_CLASS       Verilator's class of dispatch_core_shell
//   GANTRY_RTL_HEADER      its header
//   GANTRY_RTL_MAKE        name of the function to define
//   GANTRY_RTL_PROCESSORS  PROCESSORS
//   GANTRY_RTL_TRACED      0 or 1: built with waveforms
#include <verilated.h>

#include GANTRY_RTL_HEADER

#include "dispatch_core/rtl_dispatch_core.h"
#include "verilated/waves.h"

namespace gantry {
namespace {

/// A vector of up to 64 bits is a number, a wider one an array of 32-bit words.
template <class Vector>
void get_bits(const Vector& vector, CoreSet& words) {
  if constexpr (std::is_integral_v<Vector>) {
    words[0] = vector;
  } else {
    words = {};
    for (std::uint32_t w = 0; w < (GANTRY_RTL_PROCESSORS + 31) / 32; ++w) {
      words.at(w / 2) |= std::uint64_t{vector[w]} << (w % 2 * 32);
    }
  }
}

class VerilatedDispatchCore final : public RtlDispatchCore {
 public:
  VerilatedDispatchCore() {
#if GANTRY_RTL_TRACED
    context_.traceEverOn(true);
#endif
    context_.randReset(0);
    top_.clk = 0;
  }

  ~VerilatedDispatchCore() override {
    waves_.end();
    top_.final();
    // Verilator takes what the model registered out of the context last used, which may be another model's.
    Verilated::threadContextp(&context_);
  }

  VerilatedDispatchCore(const VerilatedDispatchCore&) = delete;
  VerilatedDispatchCore& operator=(const VerilatedDispatchCore&) = delete;

  void configure(const std::vector<CoreProcessor>& processors) override {
    for (std::uint32_t p = 0; p < GANTRY_RTL_PROCESSORS; ++p) {
      top_.type_i[p] = static_cast<CData>(processors[p].type);
      top_.depth_i[p] = static_cast<CData>(processors[p].depth);
    }
    CoreInputs reset;
    reset.rst = true;
    set(reset);
    // Once into the input registers, once into the core; and once more for what registers the machine.
    for (int i = 0; i < 3; ++i) edge();
  }

  void clock(const CoreInputs& in, CoreOutputs& out) override {
    set(in);
    edge();
    out.take = top_.take_o != 0;
    out.busy = top_.busy_o != 0;
    out.grant = top_.grant_o != 0;
    if (out.grant) {
      out.granted = {top_.grant_entry_o, static_cast<std::int32_t>(top_.grant_target_o), top_.grant_expected_o,
                     top_.grant_history_o};
    }
    out.issue = top_.issue_o != 0;
    out.issue_entry = top_.issue_entry_o;
    out.issue_processor = top_.issue_processor_o;
    get_bits(top_.free_o, out.processors.free);
    for (std::uint32_t p = 0; p < GANTRY_RTL_PROCESSORS; ++p) out.processors.taken.at(p) = top_.places_o[p];
  }

  [[nodiscard]] std::uint32_t choice_latency() const override { return top_.choice_latency_o; }

  bool trace(const std::string& path) override { return waves_.begin(top_, path); }
  bool end_trace() override { return waves_.end(); }

 private:
  void set(const CoreInputs& in) {
    top_.rst = in.rst;
    top_.hold_i = in.hold;
    top_.add_i = in.add;
    top_.add_entry_i = static_cast<CData>(in.add_entry);
    top_.add_class_i = static_cast<CData>(in.add_class);
    top_.add_weight_i = static_cast<SData>(in.add_weight);
    top_.add_jobs_i = in.add_jobs;
    top_.add_type_i = static_cast<CData>(in.add_type);
    top_.drop_i = in.drop;
    top_.drop_entry_i = static_cast<CData>(in.drop_entry);
    top_.match_i = in.match;
    top_.match_entry_i = static_cast<CData>(in.match_entry);
    top_.match_count_i = in.match_count;
    top_.complete_i = in.complete;
    top_.complete_processor_i = static_cast<CData>(in.complete_processor);
    top_.unlock_i = static_cast<CData>(in.unlock);
    for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
      top_.unlock_processor_i[port] = static_cast<CData>(in.unlock_processor.at(port));
    }
  }

  void edge() {
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
  GANTRY_RTL_CLASS top_{&context_, "dispatch_core_shell"};
  Waves<GANTRY_RTL_CLASS, GANTRY_RTL_TRACED != 0> waves_;
};

}  // namespace

std::unique_ptr<RtlDispatchCore> GANTRY_RTL_MAKE();
std::unique_ptr<RtlDispatchCore> GANTRY_RTL_MAKE() { return std::make_unique<VerilatedDispatchCore>(); }

}  // namespace gantry
