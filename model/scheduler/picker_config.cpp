// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/picker_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/plug_in_keys.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, PickerConfig& picker) {
  keys.number("entries", picker.entries, {1, 4096}, "tasks", "in all pending sets together");
  keys.number("classes", picker.classes, {1, kMostPickerClasses}, "", "pending sets");
  keys.number("frac", picker.frac, {0, 16}, "bits", "fraction of the history weight");
  keys.optional_number("quant", picker.quant, {0, std::uint64_t{picker.frac} + 8}, "bits", "`frac`",
                       "cut off from the target weight; at most `frac` + 8");
  keys.choice("tie", picker.tie,
              {{"expected_weight", TieBreak::expected_weight}, {"history_weight", TieBreak::history_weight}},
              "what decides between equal target weights");
  keys.choice("timing", picker.times,
              {{"explicit", PickerTimes::explicit_keys},
               {"rtl_shared", PickerTimes::rtl_shared},
               {"rtl_parallel", PickerTimes::rtl_parallel},
               {"rtl_pipelined", PickerTimes::rtl_pipelined}},
              "the next three keys, or what a picker built in Verilog has with so many `entries`, of which they then "
              "may only say the same");
  // What a table tells is not written: another number of entries has other times.
  if (keys.applies(picker.times == PickerTimes::explicit_keys)) {
    keys.number("pick_interval_cycles", picker.pick_interval_cycles, {1, 1000}, "cycles",
                "between the starts of two rounds");
    keys.number("pick_latency_cycles", picker.pick_latency_cycles, {0, 1000}, "cycles", "round to its grant");
    keys.number("reweigh_cycles", picker.reweigh_cycles, {0, 10000}, "cycles",
                "to recompute the expected weights of one class");
  }
  describe_plug_ins(keys, builtin_pickers(), picker.own, "of the picker");
}

}  // namespace scheduler

template class Section<PickerConfig>;

}  // namespace gantry
