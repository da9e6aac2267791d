// SPDX-License-Identifier: Apache-2.0
#include "picker/rtl_engine.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/base/one_line.h"

namespace gantry {

RtlEngine::RtlEngine(const RtlModel& model, std::unique_ptr<RtlPicker> picker, const PickerConfig& config)
    : rtl_(std::move(picker)),
      most_jobs_(model.parameters.most_jobs()),
      jobs_(config.entries, 0),
      words_((config.entries + 63) / 64) {}

RtlEngine::RtlEngine(const RtlModel& model, const PickerConfig& config, WaveWindow waves)
    : RtlEngine(model,
                waves.path.empty()             ? model.make()
                : model.make_traced != nullptr ? model.make_traced()
                                               : nullptr,
                config) {
  if (!rtl_) throw EngineRefusal("this picker is built without waveforms");
  waves_ = std::move(waves);
  look_at_window();
}

RtlEngine::~RtlEngine() {
  if (!waves_.path.empty() && rounds_ >= waves_.from) end_waves();
}

void RtlEngine::end_waves() {
  // A last cycle, in which the last round is granted; it is not one of the run.
  rtl_->clock({}, outputs_);
  const bool whole = rtl_->end_trace();
  if (waves_.on_end) waves_.on_end(whole);
  waves_.path.clear();
}

void RtlEngine::look_at_window() {
  if (waves_.path.empty()) return;
  if (rounds_ == waves_.from && !rtl_->trace(waves_.path)) {
    throw EngineRefusal(one_line(std::exchange(waves_.path, {})) + " cannot be written");
  }
  if (rounds_ > waves_.to) end_waves();
}

void RtlEngine::clock(const PickerInputs& inputs) {
  if (before_cycle) before_cycle(*rtl_, cycles_);
  rtl_->clock(inputs, outputs_);
  ++cycles_;
}

void RtlEngine::add(std::uint32_t entry, const PickerEntry& what) {
  if (what.jobs > most_jobs_) {
    throw JobsRefusal(std::to_string(what.jobs) + " jobs do not fit the job counter of the RTL picker (at most " +
                      std::to_string(most_jobs_) + ")");
  }
  jobs_[entry] = what.jobs;
  PickerInputs inputs;
  inputs.add = true;
  inputs.add_entry = static_cast<std::uint8_t>(entry);
  inputs.add_class = static_cast<std::uint8_t>(what.cls);
  inputs.add_weight = static_cast<std::uint16_t>(what.weight);
  inputs.add_jobs = static_cast<std::uint32_t>(what.jobs);
  // The entry may be one that a waiting drop has still to free.
  if (waiting_drop_) settle();
  command(inputs);
}

void RtlEngine::drop(std::uint32_t entry) {
  PickerInputs inputs;
  inputs.drop = true;
  inputs.drop_entry = static_cast<std::uint8_t>(entry);
  command(inputs);
}

void RtlEngine::command(const PickerInputs& inputs) {
  clock(inputs);
  settled_ = false;
  waiting_ = !outputs_.take;
  waiting_drop_ = waiting_ && (waiting_drop_ || inputs.drop);
}

void RtlEngine::settle() {
  // Nothing is eligible meanwhile, so no round is owed before the next reweigh and all that waits is taken together.
  const PickerInputs idle;
  while (!settled_) {
    clock(idle);
    settled_ = !outputs_.busy && !waiting_;
    if (outputs_.take) waiting_ = waiting_drop_ = false;
  }
}

std::optional<Pick> RtlEngine::pick(const EntrySet& eligible) {
  begin_round(eligible);
  return end_round();
}

std::optional<Pick> RtlEngine::pick_and_compare(const EntrySet& eligible, const std::vector<EntryState>& expected,
                                                bool& same, std::vector<EntryState>& held) {
  begin_round(eligible);
  same = !rtl_->tells_state() || rtl_->holds(expected);
  if (!same) rtl_->state(held);
  return end_round();
}

void RtlEngine::begin_round(const EntrySet& eligible) {
  settle();
  PickerInputs inputs;
  inputs.pick = true;
  std::copy_n(eligible.begin(), std::min(words_, eligible.size()), inputs.eligible.begin());
  clock(inputs);
}

std::optional<Pick> RtlEngine::end_round() {
  for (std::uint32_t i = 0; i < rtl_->win_delay(); ++i) clock({});
  const std::optional<Pick> winner = outputs_.win ? std::optional<Pick>(outputs_.winner) : std::nullopt;
  // With its last job the winner's class has changed.
  if (winner) settled_ = --jobs_[winner->entry] != 0;
  ++rounds_;
  look_at_window();
  return winner;
}

void RtlEngine::inspect(std::vector<EntryState>& entries) {
  entries.clear();
  if (!rtl_->tells_state()) return;
  settle();
  clock({});  // shows what the last round left
  rtl_->state(entries);
  entries.resize(jobs_.size());
}

}  // namespace gantry
