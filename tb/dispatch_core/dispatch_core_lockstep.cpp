// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/dispatch_core_lockstep.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "gantry/base/archive.h"
#include "gantry/base/bits.h"
#include "gantry/base/error.h"

namespace gantry {

inline namespace base {

template <>
struct Archived<CoreRecording> {
  static void members(Archive& state, CoreRecording& recording) {
    state(recording.words_, recording.idle_at_, recording.last_, recording.cycles_);
  }
};

}  // namespace base

namespace {

/// After this number of cycles without inputs, work or outputs the core's registers hold nothing in transit.
constexpr std::uint32_t kSettled = 4 + CoreParameters::kPickLatency + CoreParameters::kChoiceLatency;

std::string pick_text(const Pick& pick) {
  return "entry " + std::to_string(pick.entry) + ", T " + std::to_string(pick.target) + ", W " +
         std::to_string(pick.expected_weight) + ", H_raw " + std::to_string(pick.history);
}

std::string set_text(const CoreSet& set, std::uint32_t processors) {
  std::string text;
  for (std::uint32_t p = 0; p < processors; ++p) {
    if (((set.at(p / 64) >> (p % 64)) & 1U) != 0) text += (text.empty() ? "" : " ") + std::to_string(p);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

DispatchCoreLockstep::DispatchCoreLockstep(const CoreModel& model, const std::vector<std::uint32_t>& types,
                                           const ProcessorTable& table, CoreLockstepOptions options)
    : model_(model),
      table_(table),
      options_(std::move(options)),
      rtl_(model.make()),
      types_(types),
      places_(model.parameters.processors) {
  std::vector<CoreProcessor> processors(model.parameters.processors);
  for (ProcessorId p = 0; p < table.count(); ++p) {
    processors[p] = {types[p], table.info(p).queue_depth};
    places_[p].depth = table.info(p).queue_depth;
    show(p);
  }
  rtl_->configure(processors);
  if (rtl_->choice_latency() != CoreParameters::kChoiceLatency) {
    throw std::logic_error("the dispatch core in Verilog chooses in " + std::to_string(rtl_->choice_latency()) +
                           " cycles and not in " + std::to_string(CoreParameters::kChoiceLatency));
  }
  before_ = now_;
  recording_ = CoreRecording(model.parameters, std::move(processors));
}

void DispatchCoreLockstep::completed(ProcessorId p, Cycle now) {
  open(now - 1);  // so that the round of `now` sees it
  inputs_.complete = true;
  inputs_.complete_processor = p;
}

void DispatchCoreLockstep::unlocked(std::uint32_t port, ProcessorId p, Cycle now) {
  open(now - 1);
  inputs_.unlock |= 1U << port;
  inputs_.unlock_processor.at(port) = p;
}

void DispatchCoreLockstep::picked(const Pick& pick, ProcessorId p, Cycle now) {
  open(now);
  pick_ = Choice{now, pick, p};
  // The inputs so far must agree with the dispatcher's table. Otherwise the comparison would be meaningless.
  for (ProcessorId other = 0; other < table_.count(); ++other) {
    const bool is_free = other != p && ((now_.free.at(other / 64) >> (other % 64)) & 1U) != 0;
    if (is_free != test_bit(table_.free(), other)) throw std::logic_error("dispatch core: not told of a processor");
  }
}

void DispatchCoreLockstep::joined(std::uint32_t entry, const PickerEntry& what, const ProcessorSet& capable,
                                  Cycle now) {
  open(now);
  const std::size_t word = static_cast<std::size_t>(
      std::find_if(capable.begin(), capable.end(), [](std::uint64_t bits) { return bits != 0; }) - capable.begin());
  CoreInputs add;
  add.add = true;
  add.add_entry = entry;
  add.add_class = what.cls;
  add.add_weight = what.weight;
  add.add_jobs = static_cast<std::uint32_t>(what.jobs);
  add.add_type = types_[word * 64 + lowest_bit(capable[word])];
  adds_.push_back(add);
  if (inputs_.add) return;
  // The core takes one a cycle; more come together only while commands wait.
  take_add();
}

void DispatchCoreLockstep::take_add() {
  const CoreInputs& add = adds_.front();
  inputs_.add = true;
  inputs_.add_entry = add.add_entry;
  inputs_.add_class = add.add_class;
  inputs_.add_weight = add.add_weight;
  inputs_.add_jobs = add.add_jobs;
  inputs_.add_type = add.add_type;
  adds_.pop_front();
}

void DispatchCoreLockstep::dropped(std::uint32_t entry, Cycle now) {
  open(now);
  inputs_.drop = true;
  inputs_.drop_entry = entry;
}

void DispatchCoreLockstep::matched(std::uint32_t entry, std::uint32_t jobs, Cycle now) {
  open(now);
  inputs_.match = true;
  inputs_.match_entry = entry;
  inputs_.match_count = jobs;
}

void DispatchCoreLockstep::finished(Cycle now) {
  if (!open_) return;
  open(now + 1);
  // No round follows, but results in transit come out.
  for (std::uint32_t i = 0; i < kSettled; ++i) {
    inputs_.hold = true;
    clock();
  }
}

bool DispatchCoreLockstep::awake() const { return quiet_ < kSettled || !adds_.empty(); }

void DispatchCoreLockstep::open(Cycle cycle) {
  if (!open_) {
    open_ = cycle;
    return;
  }
  while (*open_ < cycle) {
    clock();
    if (!awake()) open_ = cycle;
  }
}

void DispatchCoreLockstep::clock_core(Cycle cycle, const CoreInputs& inputs) {
  recording_.add(cycle, inputs);
  rtl_->clock(inputs, outputs_);
  const CoreOutputs& out = outputs_;
  for (const std::uint64_t value :
       {std::uint64_t{out.take}, std::uint64_t{out.busy}, std::uint64_t{out.grant}, std::uint64_t{out.issue},
        std::uint64_t{out.issue_entry}, std::uint64_t{out.issue_processor}, out.processors.free.front()}) {
    answers_.add(value);
  }
}

bool DispatchCoreLockstep::archive(Archive& state) {
  state.section("rtl of the dispatch core");
  if (state.reads()) {
    CoreRecording recorded(model_.parameters, recording_.processors());
    state(recorded);
    recorded.replay([&](Cycle cycle, const CoreInputs& inputs) { clock_core(cycle, inputs); });
  } else {
    state(recording_);
  }
  answers_.archive(state);
  state(open_, inputs_, pick_, adds_, granting_, choosing_, places_, now_, before_, quiet_);
  return true;
}

void DispatchCoreLockstep::clock() {
  clock_core(*open_, inputs_);
  compare(inputs_);
  update_places(inputs_);
  const bool works =
      inputs_.any() || pick_ || granting_ || !choosing_.empty() || outputs_.busy || outputs_.grant || outputs_.issue;
  quiet_ = works ? 0 : quiet_ + 1;
  granting_.swap(pick_);
  pick_.reset();
  inputs_ = {};
  if (!adds_.empty()) take_add();
  ++*open_;
}

void DispatchCoreLockstep::compare(const CoreInputs& inputs) {
  compare_grant();
  compare_issue();
  compare_free();
  if (inputs.add && outputs_.take && !adds_.empty()) {
    differ(*open_, "joins of a cycle", std::to_string(1 + adds_.size()) + " take effect together",
           "takes one a cycle, but for those that wait");
  }
}

void DispatchCoreLockstep::compare_grant() {
  const Cycle round = *open_ - CoreParameters::kPickLatency;
  const bool same = outputs_.grant == granting_.has_value() && (!granting_ || outputs_.granted == granting_->pick);
  if (!same) {
    differ(round, "pick", granting_ ? pick_text(granting_->pick) : "none",
           outputs_.grant ? pick_text(outputs_.granted) : "none");
  }
  if (granting_) choosing_.push_back(*granting_);
}

void DispatchCoreLockstep::compare_issue() {
  constexpr Cycle kLatency = CoreParameters::kPickLatency + CoreParameters::kChoiceLatency;
  const bool due = !choosing_.empty() && choosing_.front().picked + kLatency <= *open_;
  const bool same = outputs_.issue == due && (!due || (outputs_.issue_entry == choosing_.front().pick.entry &&
                                                       outputs_.issue_processor == choosing_.front().processor));
  const auto text = [](std::uint32_t entry, std::uint32_t processor) {
    return "entry " + std::to_string(entry) + " on processor " + std::to_string(processor);
  };
  if (!same) {
    differ(*open_ - kLatency, "processor of a pick",
           due ? text(choosing_.front().pick.entry, choosing_.front().processor) : "none",
           outputs_.issue ? text(outputs_.issue_entry, outputs_.issue_processor) : "none");
  }
  if (due) choosing_.pop_front();
}

void DispatchCoreLockstep::compare_free() {
  if (before_ == outputs_.processors) return;
  const std::uint32_t processors = model_.parameters.processors;
  if (before_.free != outputs_.processors.free) {
    differ(*open_ - 1, "free processors", set_text(before_.free, processors),
           set_text(outputs_.processors.free, processors));
  }
  const auto at = std::mismatch(before_.taken.begin(), before_.taken.end(), outputs_.processors.taken.begin());
  const std::string p = "processor " + std::to_string(at.first - before_.taken.begin()) + " has ";
  differ(*open_ - 1, "places taken", p + std::to_string(*at.first), p + std::to_string(*at.second));
}

void DispatchCoreLockstep::update_places(const CoreInputs& inputs) {
  before_ = now_;
  if (pick_) {
    ++places_[pick_->processor].taken;
    places_[pick_->processor].locked = true;
    show(pick_->processor);
  }
  if (inputs.complete) {
    --places_[inputs.complete_processor].taken;
    show(inputs.complete_processor);
  }
  for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
    if (((inputs.unlock >> port) & 1U) == 0) continue;
    places_[inputs.unlock_processor.at(port)].locked = false;
    show(inputs.unlock_processor.at(port));
  }
}

void DispatchCoreLockstep::show(ProcessorId p) {
  const Place& place = places_[p];
  const std::uint64_t bit = std::uint64_t{1} << (p % 64);
  now_.taken.at(p) = static_cast<std::uint8_t>(place.taken);
  std::uint64_t& word = now_.free.at(p / 64);
  word = place.taken < place.depth && !place.locked ? word | bit : word & ~bit;
}

void DispatchCoreLockstep::differ(Cycle cycle, const std::string& what, const std::string& model,
                                  const std::string& rtl) {
  std::string text = "dispatch_core: model and rtl differ in the " + what + " (" + model_.parameters.text() +
                     ")\n  model: " + model + "\n  rtl:   " + rtl;
  if (!options_.prefix.empty()) text += leave();
  if (options_.on_difference) options_.on_difference(cycle, text);
  throw Error("cycle " + std::to_string(cycle) + ", " + text, ErrorKind::mismatch);
}

std::string DispatchCoreLockstep::leave() {
  const std::string path = options_.prefix + ".trace";
  std::ofstream out(path, std::ios::binary);
  recording_.write(out);
  out.close();
  const std::string inputs =
      out ? "\n  to reproduce: dispatch_core_campaign --replay " + path : "\n  the inputs cannot be written to " + path;
  return inputs + "\n  " + write_waveform();
}

std::string DispatchCoreLockstep::write_waveform() {
  const std::string path = options_.prefix + ".vcd";
  const std::uint64_t end = recording_.cycles();
  const std::uint64_t begin = end - std::min(end, options_.waveform_cycles);
  const std::unique_ptr<RtlDispatchCore> again = model_.make();
  again->configure(recording_.processors());
  bool open = true;
  std::uint64_t at = 0;
  recording_.replay([&](Cycle /*cycle*/, const CoreInputs& inputs) {
    if (at++ == begin) open = again->trace(path);
    again->clock(inputs, outputs_);
  });
  if (!again->end_trace() || !open) return "the waveform cannot be written to " + path;
  return "waveform of the last " + std::to_string(end - begin) + " clocked cycles: " + path;
}

}  // namespace gantry
