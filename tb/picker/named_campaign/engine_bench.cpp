// SPDX-License-Identifier: Apache-2.0
#include "picker/named_campaign/engine_bench.h"

#include <utility>

#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry::campaign {

PickerConfig policy_config(const RtlParameters& p) {
  PickerConfig config;
  config.entries = p.entries;
  config.classes = p.classes;
  config.frac = p.frac;
  config.quant = p.quant;
  config.tie = p.tie;
  return config;
}

EngineBench::EngineBench(const NamedPicker& picker, const RtlModel& model, std::unique_ptr<RtlPicker> rtl)
    : Bench(model.parameters, Reference(model.parameters, builtin_pickers().find(picker.policy)->make),
            {picker.policy == kSourcePicker, false, true}),
      rtl_(rtl.get()),
      engine_(model, std::move(rtl), policy_config(model.parameters)) {}

void EngineBench::run(const PickerInputs& in, PickerOutputs& out) {
  same_state_ = true;
  try {
    engine_.tell_cycle(cycles());
    if (in.rst) {
      engine_.reset();
      return;
    }
    if (in.pick) {
      static const std::vector<EntryState> kNothing;
      const bool told = reference().tells_state();
      const auto winner =
          engine_.pick_and_compare(eligible(), told ? reference().before() : kNothing, same_state_, held_);
      out.win = winner.has_value();
      if (winner) out.winner = *winner;
    }
    if (in.drop && drop_counts()) engine_.drop(in.drop_entry);
    if (in.add) {
      engine_.add(in.add_entry, {in.add_class, in.add_weight, in.add_jobs, in.add_job_cycles, in.add_deadline});
    }
  } catch (const Error& fault) {
    if (fault.kind() != ErrorKind::mismatch) throw;
    differ(fault.what());
  }
}

void EngineBench::check(const PickerInputs& in, const PickerOutputs& out) {
  if (in.rst) return;
  const std::optional<Pick> won = out.win ? std::optional<Pick>(out.winner) : std::nullopt;
  const std::optional<Pick>& want = reference().winner();
  if (!(won == want)) differ("winner: model " + text_of(want) + ", rtl " + text_of(won));
  if (!same_state_) differ("entries");
}

void EngineBench::state(std::vector<EntryState>& entries) {
  entries.clear();
  if (reference().tells_state() && !same_state_) entries = held_;
}

bool EngineBench::trace(const std::string& path) { return rtl_->trace(path); }

}  // namespace gantry::campaign
