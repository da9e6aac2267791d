// SPDX-License-Identifier: Apache-2.0
// The firewall of the dispatch core, as verilated_picker.cpp is the picker's: compiled once per model, with
//   GANTRY_RTL_CLASS       Verilator's class of dispatch_core_shell
//   GANTRY_RTL_HEADER      its header
//   GANTRY_RTL_MAKE        name of the function to define
//   GANTRY_RTL_PROCESSORS  PROCESSORS
//   GANTRY_RTL_TRACED      0 or 1: built with waveforms
#include GANTRY_RTL_HEADER

#include "dispatch_core/rtl_dispatch_core.h"
#include "verilated/verilated_top.h"

namespace gantry {
namespace {

class VerilatedDispatchCore final : public VerilatedTop<RtlDispatchCore, GANTRY_RTL_CLASS, GANTRY_RTL_TRACED != 0> {
 public:
  VerilatedDispatchCore() : VerilatedTop("dispatch_core_shell", GANTRY_RTL_HEADER) {}

  void configure(const std::vector<CoreProcessor>& processors) override {
    for (std::uint32_t p = 0; p < GANTRY_RTL_PROCESSORS; ++p) {
      top().type_i[p] = static_cast<CData>(processors[p].type);
      top().depth_i[p] = static_cast<CData>(processors[p].depth);
    }
    CoreInputs reset;
    reset.rst = true;
    set(reset);
    // One edge for the input registers, one for the core, and one for models that register the machine.
    for (int i = 0; i < 3; ++i) edge();
  }

  void clock(const CoreInputs& in, CoreOutputs& out) override {
    set(in);
    edge();
    out.take = top().take_o != 0;
    out.busy = top().busy_o != 0;
    out.grant = top().grant_o != 0;
    if (out.grant) {
      out.granted = {top().grant_entry_o, static_cast<std::int32_t>(top().grant_target_o), top().grant_expected_o,
                     top().grant_history_o};
    }
    out.issue = top().issue_o != 0;
    out.issue_entry = top().issue_entry_o;
    out.issue_processor = top().issue_processor_o;
    out.processors.free = {};
    get_words(top().free_o, out.processors.free);
    for (std::uint32_t p = 0; p < GANTRY_RTL_PROCESSORS; ++p) out.processors.taken.at(p) = top().places_o[p];
  }

  [[nodiscard]] std::uint32_t choice_latency() const override { return top().choice_latency_o; }

 private:
  void set(const CoreInputs& in) {
    top().rst = in.rst;
    top().hold_i = in.hold;
    top().add_i = in.add;
    top().add_entry_i = static_cast<CData>(in.add_entry);
    top().add_class_i = static_cast<CData>(in.add_class);
    top().add_weight_i = static_cast<SData>(in.add_weight);
    top().add_jobs_i = in.add_jobs;
    top().add_type_i = static_cast<CData>(in.add_type);
    top().drop_i = in.drop;
    top().drop_entry_i = static_cast<CData>(in.drop_entry);
    top().match_i = in.match;
    top().match_entry_i = static_cast<CData>(in.match_entry);
    top().match_count_i = in.match_count;
    top().complete_i = in.complete;
    top().complete_processor_i = static_cast<CData>(in.complete_processor);
    top().unlock_i = static_cast<CData>(in.unlock);
    for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
      top().unlock_processor_i[port] = static_cast<CData>(in.unlock_processor.at(port));
    }
  }
};

}  // namespace

std::unique_ptr<RtlDispatchCore> GANTRY_RTL_MAKE();
std::unique_ptr<RtlDispatchCore> GANTRY_RTL_MAKE() { return std::make_unique<VerilatedDispatchCore>(); }

}  // namespace gantry
