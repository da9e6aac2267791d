// SPDX-License-Identifier: Apache-2.0
// The firewall: the only source that sees what Verilator wrote. Compiled once per model, with
//   GANTRY_RTL_CLASS    Verilator's class of picker_shell
//   GANTRY_RTL_HEADER   its header
//   GANTRY_RTL_MAKE     name of the function to define
//   GANTRY_RTL_ENTRIES  ENTRIES
//   GANTRY_RTL_TRACED   0 or 1: built with waveforms
#include <verilated.h>

#include GANTRY_RTL_HEADER
#if VM_COVERAGE
#include <verilated_cov.h>

#include <cstdlib>
#endif

#include "picker/rtl_picker.h"
#include "verilated/waves.h"

namespace gantry {
namespace {

/// A vector of up to 64 bits is a number, a wider one an array of 32-bit words.
template <class Vector>
void set_bits(Vector& vector, const std::array<std::uint64_t, 4>& words) {
  if constexpr (std::is_integral_v<Vector>) {
    vector = static_cast<Vector>(words[0]);
  } else {
    for (std::uint32_t w = 0; w < (GANTRY_RTL_ENTRIES + 31) / 32; ++w) {
      vector[w] = static_cast<std::uint32_t>(words[w / 2] >> (w % 2 * 32));
    }
  }
}

template <class Vector>
bool bit_of(const Vector& vector, std::uint32_t bit) {
  if constexpr (std::is_integral_v<Vector>) {
    return ((vector >> bit) & 1U) != 0;
  } else {
    return ((vector[bit / 32] >> (bit % 32)) & 1U) != 0;
  }
}

class VerilatedPicker final : public RtlPicker {
 public:
  VerilatedPicker() {
#if GANTRY_RTL_TRACED
    context_.traceEverOn(true);
#endif
    context_.randReset(0);
    top_.clk = 0;
    top_.rst = 1;
    top_.add_i = 0;
    top_.drop_i = 0;
    top_.pick_i = 0;
    top_.read_i = 0;
    // Once into the input registers, once into the picker.
    edge();
    edge();
  }

  ~VerilatedPicker() override {
    waves_.end();
    top_.final();
#if VM_COVERAGE
    // One file per model and process, where `make coverage` says.
    if (const char* const folder = std::getenv("GANTRY_RTL_COVERAGE")) {
      context_.coveragep()->write((std::string(folder) + "/" + GANTRY_RTL_HEADER + ".dat").c_str());
    }
#endif
    // Verilator takes what the model registered out of the context last used, which may be another model's.
    Verilated::threadContextp(&context_);
  }

  VerilatedPicker(const VerilatedPicker&) = delete;
  VerilatedPicker& operator=(const VerilatedPicker&) = delete;

  void clock(const PickerInputs& in, PickerOutputs& out) override {
    top_.rst = in.rst;
    top_.add_i = in.add;
    top_.add_entry_i = in.add_entry;
    top_.add_class_i = in.add_class;
    top_.add_weight_i = in.add_weight;
    top_.add_jobs_i = in.add_jobs;
    top_.drop_i = in.drop;
    top_.drop_entry_i = in.drop_entry;
    top_.pick_i = in.pick;
    top_.read_i = in.read;
    top_.read_entry_i = in.read_entry;
    set_bits(top_.eligible_i, in.eligible);
    edge();
    out.take = top_.take_o != 0;
    out.busy = top_.busy_o != 0;
    out.win = top_.win_o != 0;
    if (out.win) {
      out.winner = {top_.win_entry_o, static_cast<std::int32_t>(top_.win_target_o), top_.win_expected_o,
                    top_.win_history_o};
    }
    out.grant = top_.grant_o != 0;
    if (out.grant) {
      out.granted = {top_.grant_entry_o, static_cast<std::int32_t>(top_.grant_target_o), top_.grant_expected_o,
                     top_.grant_history_o};
    }
    if (in.read) {
      out.read = {};
      if (top_.read_valid_o != 0) out.read = {top_.read_jobs_o, top_.read_expected_o, top_.read_history_o};
    }
  }

  [[nodiscard]] std::uint32_t win_delay() const override { return top_.win_delay_o; }
  [[nodiscard]] bool tells_state() const override { return top_.state_known_o != 0; }

  void state(std::vector<EntryState>& entries) const override {
    entries.assign(GANTRY_RTL_ENTRIES, {});
    for (std::uint32_t e = 0; e < GANTRY_RTL_ENTRIES; ++e) {
      if (bit_of(top_.member_o, e)) entries[e] = at(e);
    }
  }

  [[nodiscard]] bool holds(const std::vector<EntryState>& entries) const override {
    // Asked in every round: most entries are empty on both sides, so those cost one test together.
    std::uint64_t jobs_of_absent = 0;
    for (std::uint32_t e = 0; e < entries.size(); ++e) {
      if (!bit_of(top_.member_o, e)) {
        jobs_of_absent |= entries[e].jobs;
      } else if (entries[e].jobs == 0 || !(entries[e] == at(e))) {
        return false;
      }
    }
    return jobs_of_absent == 0;
  }

  bool trace(const std::string& path) override { return waves_.begin(top_, path); }
  bool end_trace() override { return waves_.end(); }

 private:
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

  [[nodiscard]] EntryState at(std::uint32_t e) const {
    return {top_.jobs_o[e], top_.expected_o[e] + 1U, top_.history_o[e] + std::uint64_t{1}};
  }

  VerilatedContext context_;
  GANTRY_RTL_CLASS top_{&context_, "picker_shell"};
  Waves<GANTRY_RTL_CLASS, GANTRY_RTL_TRACED != 0> waves_;
};

}  // namespace

std::unique_ptr<RtlPicker> GANTRY_RTL_MAKE();
std::unique_ptr<RtlPicker> GANTRY_RTL_MAKE() { return std::make_unique<VerilatedPicker>(); }

}  // namespace gantry
