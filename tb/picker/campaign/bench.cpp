// SPDX-License-Identifier: Apache-2.0
#include "picker/campaign/bench.h"

#include <sstream>

#include "gantry/base/error.h"

namespace gantry::campaign {
namespace {

constexpr std::size_t kLogged = 40;

}  // namespace

std::string text_of(const std::optional<Pick>& pick) {
  if (!pick) return "none";
  return "entry " + std::to_string(pick->entry) + " T " + std::to_string(pick->target) + " W " +
         std::to_string(pick->expected_weight) + " H_raw " + std::to_string(pick->history);
}

std::string text_of(const EntryState& entry) {
  if (entry.jobs == 0) return "empty";
  return "W " + std::to_string(entry.expected_weight) + " H_raw " + std::to_string(entry.history) + " jobs " +
         std::to_string(entry.jobs);
}

Bench::Bench(const RtlParameters& parameters, Reference reference, const BenchKind& kind)
    : parameters_(parameters),
      kind_(kind),
      reference_(std::move(reference)),
      coverage_(parameters, kind),
      eligible_((parameters.entries + 63) / 64),
      eligible_before_(eligible_),
      places_(parameters.entries, Place::empty),
      entries_(parameters.entries) {}

void Bench::begin(bool pick, const EntrySet& eligible) {
  for (std::uint32_t e = 0; e < parameters_.entries; ++e) {
    places_[e] = reference_.place(e);
    entries_[e] = reference_.entry(e);
  }
  pick_ = pick;
  owed_ = reference_.owes_round();
  eligible_before_.swap(eligible_);
  eligible_ = eligible;
  reference_.round(pick, eligible);
}

void Bench::end(std::optional<std::uint32_t> drop, const std::optional<Add>& add, std::optional<std::uint32_t> read) {
  PickerInputs inputs;
  inputs.pick = pick_;
  for (std::size_t w = 0; w < eligible_.size(); ++w) inputs.eligible[w] = eligible_[w];
  Seen seen{parameters_, reference_};
  seen.pick = pick_;
  seen.owed = owed_;
  seen.last_winner = last_winner_;
  seen.eligible_before = &eligible_before_;
  seen.entries = &entries_;
  seen.cycle = cycles_;
  if (reference_.winner()) seen.winner_class = entries_[reference_.winner()->entry].cls;
  for (const Place place : places_) {
    seen.joins_waiting += place == Place::waiting ? 1 : 0;
    seen.drops_waiting += place == Place::leaving ? 1 : 0;
  }
  drop_counts_ = drop && reference_.place(*drop) != Place::empty;
  if (drop) {
    inputs.drop = true;
    inputs.drop_entry = static_cast<std::uint8_t>(*drop);
    seen.drop = drop;
    seen.drop_place = reference_.place(*drop);
  }
  if (add) {
    if (!reference_.may_add(add->entry, drop) || add->what.jobs > parameters_.most_jobs()) {
      throw std::logic_error("the stimulus is not legal");
    }
    inputs.add = true;
    inputs.add_entry = static_cast<std::uint8_t>(add->entry);
    inputs.add_class = static_cast<std::uint8_t>(add->what.cls);
    inputs.add_weight = static_cast<std::uint16_t>(add->what.weight);
    inputs.add_jobs = static_cast<std::uint32_t>(add->what.jobs);
    inputs.add_job_cycles = add->what.job_cycles;
    inputs.add_deadline = add->what.deadline;
    seen.add = add;
    seen.add_place = reference_.place(add->entry);
  }
  if (read) {
    inputs.read = true;
    inputs.read_entry = static_cast<std::uint8_t>(*read);
    seen.read = true;
    seen.read_place = places_[*read];
  }
  reference_.command(drop, add);
  finish(inputs);
  coverage_.sample(seen);
  last_winner_.reset();
  if (reference_.winner()) last_winner_ = reference_.winner()->entry;
}

void Bench::reset(bool pick, const EntrySet& eligible, const PickerInputs& live) {
  begin(pick, eligible);
  PickerInputs inputs = live;
  inputs.rst = true;
  inputs.pick = pick;
  for (std::size_t w = 0; w < eligible_.size(); ++w) inputs.eligible[w] = eligible_[w];
  finish(inputs);
  Seen seen{parameters_, reference_};
  seen.pick = pick;
  seen.reset = true;
  coverage_.sample(seen);
  reference_.reset();
  last_winner_.reset();
}

void Bench::finish(const PickerInputs& inputs) {
  if (!vcd_.empty() && cycles_ == trace_from_ && !trace(vcd_))
    throw Error(vcd_ + " cannot be written", ErrorKind::output);
  log_.push_back({cycles_, inputs, {}});
  if (log_.size() > kLogged) log_.pop_front();
  run(inputs, log_.back().outputs);
  check(inputs, log_.back().outputs);
  ++cycles_;
  if (reference_.winner()) ++rounds_;
}

void Bench::differ(const std::string& what) {
  std::ostringstream text;
  text << "cycle " << cycles_ << ", round " << rounds_ << ", " << what << '\n';
  std::vector<EntryState> rtl;
  state(rtl);
  for (std::uint32_t e = 0; e < parameters_.entries && !rtl.empty(); ++e) {
    const EntryState& model = reference_.before()[e];
    if (model == rtl[e]) continue;
    text << "  entry " << e << " before the round: model " << text_of(model) << ", rtl " << text_of(rtl[e]) << '\n';
  }
  text << "  the last cycles (inputs: outputs of the RTL):\n";
  for (const Logged& l : log_) {
    const PickerInputs& in = l.inputs;
    text << "  " << l.cycle << (in.rst ? " rst" : "");
    if (in.drop) text << " drop " << int{in.drop_entry};
    if (in.add) {
      text << " add " << int{in.add_entry} << " class " << int{in.add_class} << " S " << in.add_weight << " jobs "
           << in.add_jobs;
      if (in.add_job_cycles != 0) text << " job_cycles " << in.add_job_cycles;
      if (in.add_deadline != kNever) text << " deadline " << in.add_deadline;
    }
    if (in.pick) text << " pick";
    text << " eligible " << std::hex;
    for (std::size_t w = eligible_.size(); w > 0; --w) text << in.eligible.at(w - 1) << (w > 1 ? "_" : "");
    text << std::dec << ':' << (l.outputs.busy ? " busy" : "") << (l.outputs.take ? " take" : "");
    if (l.outputs.win) text << " winner " << text_of(l.outputs.winner);
    if (l.outputs.grant) text << " grant " << text_of(l.outputs.granted);
    text << '\n';
  }
  throw Error(text.str(), ErrorKind::mismatch);
}

}  // namespace gantry::campaign
