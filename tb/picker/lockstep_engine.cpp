// SPDX-License-Identifier: Apache-2.0
#include "picker/lockstep_engine.h"

#include <algorithm>
#include <fstream>

#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
namespace {

std::string text_of(const std::optional<Pick>& pick) {
  if (!pick) return "no winner";
  return "entry " + std::to_string(pick->entry) + ", T " + std::to_string(pick->target) + ", W " +
         std::to_string(pick->expected_weight) + ", H_raw " + std::to_string(pick->history);
}

std::string text_of(const EntryState& entry) {
  if (entry.jobs == 0) return "empty";
  return "W " + std::to_string(entry.expected_weight) + ", H_raw " + std::to_string(entry.history) + ", " +
         std::to_string(entry.jobs) + " jobs";
}

}  // namespace

LockstepEngine::LockstepEngine(std::unique_ptr<Picker> reference, const RtlModel& model, const PickerConfig& config,
                               LockstepOptions options)
    : reference_(std::move(reference)),
      model_(model),
      config_(config),
      options_(std::move(options)),
      rtl_(model, config, options_.waves),
      recorded_(config) {
  rtl_.on_fault = options_.on_difference;
}

void LockstepEngine::add(std::uint32_t entry, const PickerEntry& what) {
  rtl_.add(entry, what);  // first, because it may refuse the entry
  recorded_.add(entry, what);
  reference_->add(entry, what);
}

void LockstepEngine::drop(std::uint32_t entry) {
  recorded_.drop(entry);
  reference_->drop(entry);
  rtl_.drop(entry);
}

void LockstepEngine::tell_cycle(Cycle now) {
  if (rtl_.sees_cycle() || (options_.saved && !options_.waves.path.empty())) recorded_.tell_cycle(now);
  reference_->tell_cycle(now);
  rtl_.tell_cycle(now);
}

std::optional<Pick> LockstepEngine::pick(const EntrySet& eligible) {
  recorded_.pick(eligible);
  // The entries are compared in the RTL's cycle of the round, before the round changes them.
  reference_->inspect(expected_);
  bool same_state = true;
  const std::optional<Pick> rtl = rtl_.pick_and_compare(eligible, expected_, same_state, held_);
  const std::optional<Pick> model = reference_->pick(eligible);
  if (!same_state || !(model == rtl)) differ(model, rtl);
  recorded_.answered(model);
  ++rounds_;
  return model;
}

std::string LockstepEngine::entries_that_differ() const {
  if (held_.empty()) return "";
  std::string text;
  for (std::size_t e = 0; e < expected_.size(); ++e) {
    const bool same = (expected_[e].jobs == 0 && held_[e].jobs == 0) || expected_[e] == held_[e];
    if (same) continue;
    text += "\n  entry " + std::to_string(e) + " before the round: model " + text_of(expected_[e]) + "; " +
            options_.rtl + ' ' + text_of(held_[e]);
  }
  return text;
}

void LockstepEngine::differ(const std::optional<Pick>& model, const std::optional<Pick>& rtl) {
  std::string text = "model and " + options_.rtl + " differ in round " + std::to_string(rounds_) + " (cycle " +
                     std::to_string(rtl_.cycles() - 1) + " of the RTL, " + model_.parameters.text() + ")";
  text += "\n  model: " + text_of(model) + "\n  " + options_.rtl + ": " +
          std::string(options_.rtl.size() < 5 ? 5 - options_.rtl.size() : 0, ' ') + text_of(rtl) +
          entries_that_differ();
  if (!options_.prefix.empty()) text += leave();
  if (options_.on_difference) options_.on_difference(text);
  throw Error(text, ErrorKind::mismatch);
}

std::string LockstepEngine::leave() {
  const std::string stimulus = options_.prefix + ".stim";
  std::ofstream out(stimulus, std::ios::binary);
  recorded_.write(out);
  out.close();
  const std::string inputs = out ? "\n  to reproduce: gantry pick " + stimulus + " --engine " + options_.engine
                                 : "\n  the stimulus cannot be written to " + stimulus;
  return inputs + "\n  " + write_waveform();
}

std::string LockstepEngine::write_waveform() {
  const std::string path = options_.prefix + ".vcd";
  if (model_.make_traced == nullptr) return "no waveform (this model was built without)";
  const std::uint64_t end = rtl_.cycles();
  const std::uint64_t begin = end - std::min(end, options_.waveform_cycles);
  RtlEngine again(model_, model_.make_traced(), *config_);
  bool open = true;
  again.before_cycle = [&](RtlPicker& picker, std::uint64_t cycle) {
    if (cycle == begin) open = picker.trace(path);
  };
  recorded_.replay(again);
  if (!open) return "the waveform cannot be written to " + path;
  return "waveform of the last " + std::to_string(end - begin) + " cycles: " + path;
}

}  // namespace gantry
