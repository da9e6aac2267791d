// SPDX-License-Identifier: Apache-2.0
#include "picker/named_campaign/flight_bench.h"

#include <algorithm>
#include <sstream>

#include "gantry/base/bits.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"
#include "picker/named_campaign/engine_bench.h"

namespace gantry::campaign {
namespace {

constexpr std::size_t kLoggedCalls = 40;
constexpr std::uint32_t kMostSettling = 1'000'000;

}  // namespace

FlightBench::FlightBench(const NamedPicker& picker, const RtlModel& model, std::uint64_t seed)
    : picker_(picker),
      parameters_(model.parameters),
      random_(seed),
      rtl_(model.make_powered_up(seed)),
      jobs_(parameters_.entries, 0),
      eligible_((parameters_.entries + 63) / 64) {
  reset();
}

/// Resets also in the middle of rounds, whose winners are then lost.
void FlightBench::reset() {
  PickerInputs inputs;
  inputs.rst = true;
  in_flight_.clear();
  call(inputs);
  call(inputs);  // a wrapper may have a register before it
  model_ = builtin_pickers().find(picker_.policy)->make(policy_config(parameters_));
  std::fill(jobs_.begin(), jobs_.end(), 0);
  waiting_ = waiting_drop_ = left_ = false;
}

void FlightBench::run(std::uint64_t rounds) {
  while (rounds_ < rounds) {
    if (random_.below(300) == 0) reset();
    for (std::uint32_t i = random_.below(8); i > 0; --i) command();
    settle();
    for (std::uint32_t i = random_.between(1, 40); i > 0; --i) {
      pick();
      if (picker_.pick_interval == 0) {
        land();
        if (left_) settle();
      } else {
        const std::uint32_t more = random_.percent(20) ? random_.below(4) : 0;
        for (std::uint32_t gap = picker_.pick_interval - 1 + more; gap > 0; --gap) call({});
        if (random_.percent(10)) command();
        if (waiting_ || outputs_.busy) settle();
      }
    }
    if (random_.percent(70)) land();
  }
  land();
}

void FlightBench::call(PickerInputs inputs) {
  inputs.now = calls_;
  if (!inputs.rst) {
    model_->tell_cycle(calls_);
    move_what_means_nothing(inputs);
  }
  rtl_->clock(inputs, outputs_);
  log_.push_back({calls_, inputs, outputs_});
  if (log_.size() > kLoggedCalls) log_.pop_front();
  // A pick in a call in which it is busy is no round.
  if (inputs.pick && !outputs_.busy) take_round(inputs);
  compare();
  ++calls_;
}

std::uint64_t FlightBench::random_entries() {
  const std::uint64_t some = random_.bits();
  return random_.percent(30) ? ~std::uint64_t{0} : random_.percent(50) ? some : some & random_.bits() & random_.bits();
}

/// Changes inputs that must be ignored: numbers without their valid bit, and eligible entries while a winner is awaited
/// and no round is requested.
void FlightBench::move_what_means_nothing(PickerInputs& inputs) {
  if (!inputs.add) {
    inputs.add_entry = static_cast<std::uint8_t>(random_.below(parameters_.entries));
    inputs.add_class = static_cast<std::uint8_t>(random_.below(parameters_.classes));
    inputs.add_weight = static_cast<std::uint16_t>(random_.between(1, 256));
    inputs.add_jobs = static_cast<std::uint32_t>(random_.bits());
    inputs.add_job_cycles = random_.bits();
    inputs.add_deadline = random_.bits();
  }
  if (!inputs.drop) inputs.drop_entry = static_cast<std::uint8_t>(random_.below(parameters_.entries));
  if (inputs.pick || in_flight_.empty()) return;
  for (std::size_t w = 0; w < eligible_.size(); ++w) inputs.eligible[w] = random_entries();
}

void FlightBench::take_round(const PickerInputs& inputs) {
  for (std::size_t w = 0; w < eligible_.size(); ++w) eligible_[w] = inputs.eligible[w];
  Round round{calls_ + rtl_->win_delay(), model_->pick(eligible_), false};
  if (round.winner) {
    round.leaves = --jobs_[round.winner->entry] == 0;
    left_ = left_ || round.leaves;
    ++rounds_;
  }
  can_overlap_ = can_overlap_ || (picker_.pick_interval != 0 && rtl_->win_delay() >= picker_.pick_interval);
  in_flight_.push_back(round);
  most_in_flight_ = std::max(most_in_flight_, in_flight_.size());
}

void FlightBench::compare() {
  if (in_flight_.empty() || in_flight_.front().told != calls_) return;
  const std::optional<Pick> won = outputs_.win ? std::optional<Pick>(outputs_.winner) : std::nullopt;
  const std::optional<Pick> want = in_flight_.front().winner;
  if (!(won == want)) differ("winner: model " + text_of(want) + ", rtl " + text_of(won));
  in_flight_.pop_front();
}

/// Runs until all winners are received.
void FlightBench::land() {
  while (!in_flight_.empty()) call({});
}

/// Until all commands have taken effect and nothing is being reweighed.
void FlightBench::settle() {
  bool quiet = false;
  for (std::uint32_t calls = 0; !quiet; ++calls) {
    if (calls == kMostSettling) differ("it is busy, or takes no command, for " + std::to_string(calls) + " calls");
    call({});
    quiet = !outputs_.busy && !waiting_;
    if (outputs_.take) waiting_ = waiting_drop_ = false;
  }
  left_ = false;
}

/// An entry that has left may be added when its winner was received.
bool FlightBench::may_add(std::uint32_t entry) const {
  return jobs_[entry] == 0 && std::none_of(in_flight_.begin(), in_flight_.end(), [&](const Round& round) {
           return round.leaves && round.winner->entry == entry;
         });
}

void FlightBench::command() {
  if (picker_.pick_interval == 0) land();
  const std::uint32_t entry = random_.below(parameters_.entries);
  if (may_add(entry)) {
    // It may be one that a waiting drop has still to free.
    if (waiting_drop_) settle();
    return add(entry);
  }
  if (jobs_[entry] == 0 || random_.percent(60)) return;
  PickerInputs inputs;
  inputs.drop = true;
  inputs.drop_entry = static_cast<std::uint8_t>(entry);
  call(inputs);
  model_->drop(entry);
  jobs_[entry] = 0;
  waiting_ = !outputs_.take;
  waiting_drop_ = waiting_;
}

void FlightBench::add(std::uint32_t entry) {
  PickerEntry what;
  what.cls = random_.below(parameters_.classes);
  what.weight = random_.percent(50) ? random_.between(1, 256) : random_.between(1, 3);
  const std::uint64_t some = random_.percent(70) ? random_.between(1, 3) : random_.between(1, 1000);
  what.jobs = std::min(some, parameters_.most_jobs());
  what.job_cycles = random_.below(5);
  what.deadline = random_.percent(30) ? kNever : calls_ + random_.below(500);
  PickerInputs inputs;
  inputs.add = true;
  inputs.add_entry = static_cast<std::uint8_t>(entry);
  inputs.add_class = static_cast<std::uint8_t>(what.cls);
  inputs.add_weight = static_cast<std::uint16_t>(what.weight);
  inputs.add_jobs = static_cast<std::uint32_t>(what.jobs);
  inputs.add_job_cycles = what.job_cycles;
  inputs.add_deadline = what.deadline;
  call(inputs);
  model_->add(entry, what);
  jobs_[entry] = what.jobs;
  const bool drop_waits = waiting_drop_;
  waiting_ = !outputs_.take;
  waiting_drop_ = waiting_ && drop_waits;
}

void FlightBench::pick() {
  PickerInputs inputs;
  inputs.pick = true;
  for (std::size_t w = 0; w < eligible_.size(); ++w) inputs.eligible[w] = random_entries();
  if (parameters_.entries % 64 != 0)
    inputs.eligible[eligible_.size() - 1] &= (std::uint64_t{1} << (parameters_.entries % 64)) - 1;
  call(inputs);
}

void FlightBench::differ(const std::string& what) const {
  std::ostringstream text;
  text << "call " << calls_ << ", round " << rounds_ << ", " << what << '\n'
       << "  the last calls (inputs: outputs of the RTL):\n";
  for (const Logged& l : log_) {
    const PickerInputs& in = l.inputs;
    text << "  " << l.call << (in.rst ? " rst" : "");
    if (in.drop) text << " drop " << int{in.drop_entry};
    if (in.add) {
      text << " add " << int{in.add_entry} << " class " << int{in.add_class} << " S " << in.add_weight << " jobs "
           << in.add_jobs << " job_cycles " << in.add_job_cycles;
      if (in.add_deadline != kNever) text << " deadline " << in.add_deadline;
    }
    if (in.pick) text << " pick";
    text << " eligible " << std::hex;
    for (std::size_t w = eligible_.size(); w > 0; --w) text << in.eligible.at(w - 1) << (w > 1 ? "_" : "");
    text << std::dec << ':' << (l.outputs.busy ? " busy" : "") << (l.outputs.take ? " take" : "");
    if (l.outputs.win) text << " winner " << text_of(l.outputs.winner);
    text << '\n';
  }
  throw Error(text.str(), ErrorKind::mismatch);
}

}  // namespace gantry::campaign
