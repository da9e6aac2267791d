// SPDX-License-Identifier: Apache-2.0
#include "picker/rtl_engine.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/base/bits.h"
#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
namespace {

/// Cycles after which commands count as stuck: many times ours at 256 entries.
constexpr std::uint32_t kMostSettling = 1000000;

}  // namespace

RtlEngine::RtlEngine(const RtlModel& model, std::unique_ptr<RtlPicker> picker, const PickerConfig& config)
    : rtl_(std::move(picker)),
      most_jobs_(model.parameters.most_jobs()),
      jobs_(config.entries, 0),
      words_((config.entries + 63) / 64) {}

RtlEngine::RtlEngine(const RtlModel& model, const PickerConfig& config, WaveWindow waves, bool reweighs)
    : RtlEngine(model,
                waves.path.empty()             ? model.make()
                : model.make_traced != nullptr ? model.make_traced()
                                               : nullptr,
                config) {
  if (!rtl_) throw Error("this picker is built without waveforms", ErrorKind::unsupported);
  reweighs_ = reweighs;
  waves_ = std::move(waves);
  look_at_window();
}

RtlEngine::~RtlEngine() {
  if (open_) end_waves();
}

void RtlEngine::end_waves() {
  // A last cycle, in which the last round is granted; it is not one of the run.
  rtl_->clock({}, outputs_);
  const bool whole = rtl_->end_trace();
  if (waves_.on_end) waves_.on_end(whole);
  waves_.path.clear();
  open_ = false;
}

void RtlEngine::look_at_window() {
  if (waves_.path.empty()) return;
  const std::uint64_t at = waves_.in_cycles ? now_ : rounds_;
  if (!open_ && at >= waves_.from && at <= waves_.to) {
    open_ = rtl_->trace(waves_.path);
    if (!open_) {
      const std::string path = std::exchange(waves_.path, {});
      if (!waves_.in_cycles) throw Error(one_line(path) + " cannot be written", ErrorKind::unsupported);
      if (waves_.on_end) waves_.on_end(false);  // a run goes on without
      return;
    }
  }
  if (open_ && at > waves_.to) end_waves();
}

void RtlEngine::tell_cycle(Cycle now) {
  now_ = now;
  if (waves_.in_cycles) look_at_window();
}

void RtlEngine::clock(PickerInputs inputs) {
  inputs.now = now_;
  if (before_cycle) before_cycle(*rtl_, cycles_);
  rtl_->clock(inputs, outputs_);
  ++cycles_;
}

void RtlEngine::add(std::uint32_t entry, const PickerEntry& what) {
  if (what.jobs > most_jobs_) {
    throw Error(std::to_string(what.jobs) + " jobs do not fit the job counter of the RTL picker (at most " +
                    std::to_string(most_jobs_) + ")",
                ErrorKind::unsupported);
  }
  jobs_[entry] = what.jobs;
  PickerInputs inputs;
  inputs.add = true;
  inputs.add_entry = static_cast<std::uint8_t>(entry);
  inputs.add_class = static_cast<std::uint8_t>(what.cls);
  inputs.add_weight = static_cast<std::uint16_t>(what.weight);
  inputs.add_jobs = static_cast<std::uint32_t>(what.jobs);
  inputs.add_job_cycles = what.job_cycles;
  inputs.add_deadline = what.deadline;
  // The entry may be one that a waiting drop has still to free.
  if (waiting_drop_) settle();
  command(inputs);
}

void RtlEngine::drop(std::uint32_t entry) {
  jobs_[entry] = 0;
  PickerInputs inputs;
  inputs.drop = true;
  inputs.drop_entry = static_cast<std::uint8_t>(entry);
  command(inputs);
}

void RtlEngine::reset() {
  PickerInputs inputs;
  inputs.rst = true;
  clock(inputs);
  clock(inputs);  // a wrapper may have a register before it
  std::fill(jobs_.begin(), jobs_.end(), 0);
  settled_ = waiting_ = waiting_drop_ = false;
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
  for (std::uint32_t cycles = 0; !settled_; ++cycles) {
    if (cycles == kMostSettling) {
      fault((outputs_.busy ? "has been busy for " : "has taken no command for ") + std::to_string(cycles) + " cycles");
    }
    clock(idle);
    settled_ = !outputs_.busy && !waiting_;
    if (outputs_.take) waiting_ = waiting_drop_ = false;
  }
}

std::optional<Pick> RtlEngine::pick(const EntrySet& eligible) {
  begin_round(eligible);
  const std::vector<std::uint64_t>& jobs = jobs_;
  const auto may_win = [&](std::size_t e) { return jobs[e] != 0 && test_bit(eligible, e); };
  std::string problem;
  const std::optional<Pick> winner = read_winner();
  if (winner && (winner->entry >= jobs.size() || !may_win(winner->entry))) {
    problem = "picked entry " + std::to_string(winner->entry) + ", which is not eligible,";
  }
  for (std::size_t e = 0; !winner && e < jobs.size(); ++e) {
    if (may_win(e)) problem = "picked nobody, although entry " + std::to_string(e) + " is eligible,";
  }
  if (!problem.empty()) fault(problem + " in round " + std::to_string(rounds_));
  end_round(winner);
  return winner;
}

std::optional<Pick> RtlEngine::pick_and_compare(const EntrySet& eligible, const std::vector<EntryState>& expected,
                                                bool& same, std::vector<EntryState>& held) {
  begin_round(eligible);
  same = !rtl_->tells_state() || rtl_->holds(expected);
  if (!same) rtl_->state(held);
  const std::optional<Pick> winner = read_winner();
  end_round(winner);
  return winner;
}

void RtlEngine::begin_round(const EntrySet& eligible) {
  settle();
  PickerInputs inputs;
  inputs.pick = true;
  std::copy_n(eligible.begin(), std::min(words_, eligible.size()), inputs.eligible.begin());
  clock(inputs);
}

std::optional<Pick> RtlEngine::read_winner() {
  for (std::uint32_t i = 0; i < rtl_->win_delay(); ++i) clock({});
  return outputs_.win ? std::optional<Pick>(outputs_.winner) : std::nullopt;
}

void RtlEngine::end_round(const std::optional<Pick>& winner) {
  // With its last job the winner's class has changed. In lockstep it may be anybody.
  if (winner && winner->entry < jobs_.size() && jobs_[winner->entry] != 0) settled_ = --jobs_[winner->entry] != 0;
  ++rounds_;
  look_at_window();
}

void RtlEngine::fault(const std::string& what) {
  const std::string text = "the RTL " + what + " (cycle " + std::to_string(cycles_ - 1) + " of the RTL)";
  if (on_fault) on_fault(text);
  throw Error(text, ErrorKind::mismatch);
}

void RtlEngine::inspect(std::vector<EntryState>& entries) {
  entries.clear();
  if (!rtl_->tells_state()) return;
  settle();
  clock({});  // shows the result of the last round
  rtl_->state(entries);
  entries.resize(jobs_.size());
}

}  // namespace gantry
