// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/campaign/core_bench.h"

#include <sstream>

#include "gantry/base/error.h"

#include "dispatch_core/dispatch_core_recording.h"
#include "gantry/base/bits.h"

namespace gantry::campaign {
namespace {

constexpr std::size_t kLogged = 40;

std::string dispatch_text(const std::optional<Pick>& pick) {
  if (!pick) return "none";
  return "entry " + std::to_string(pick->entry) + " T " + std::to_string(pick->target) + " W " +
         std::to_string(pick->expected_weight) + " H_raw " + std::to_string(pick->history);
}

std::string issue_text(std::uint32_t entry, std::uint32_t processor) {
  return "entry " + std::to_string(entry) + " on processor " + std::to_string(processor);
}

std::string places_text(const CorePlaces& places, std::uint32_t processors) {
  std::string text;
  for (std::uint32_t p = 0; p < processors; ++p) {
    const bool free = ((places.free.at(p / 64) >> (p % 64)) & 1U) != 0;
    text += (p > 0 ? " " : "") + std::to_string(places.taken.at(p)) + (free ? "" : "x");
  }
  return text;
}

}  // namespace

CoreBench::CoreBench(const CoreParameters& parameters, std::vector<CoreProcessor> processors,
                     std::unique_ptr<RtlDispatchCore> rtl)
    : parameters_(parameters),
      rtl_(std::move(rtl)),
      reference_(parameters, processors),
      coverage_(parameters, processors),
      grants_(CoreParameters::kPickLatency),
      issues_(CoreParameters::kPickLatency + CoreParameters::kChoiceLatency) {
  rtl_->configure(processors);
  reference_.round(true);
  before_ = reference_.places();
  reference_.reset();
}

void CoreBench::begin(bool hold) { reference_.round(hold); }

void CoreBench::check_legal(const CoreInputs& in) const {
  const auto require = [](bool legal, const char* what) {
    if (!legal) throw Error(std::string("not a legal stimulus: ") + what);
  };
  const std::optional<std::uint32_t> drop =
      in.drop ? std::optional<std::uint32_t>(in.drop_entry) : std::optional<std::uint32_t>();
  if (in.add) require(reference_.picker().may_add(in.add_entry, drop), "an add to an entry that is used");
  if (in.match) {
    const bool added = in.add && in.add_entry == in.match_entry;
    const Place place = reference_.picker().place(in.match_entry);
    require(parameters_.per_job != 0, "a match without PER_JOB");
    require(added || ((place == Place::member || place == Place::waiting) && drop != in.match_entry),
            "a match of no entry");
    require(in.match_count > 0 && in.match_count <= (added ? in.add_jobs : reference_.unmatched(in.match_entry)),
            "more jobs matched than there are");
  }
  const ProcessorTable& table = reference_.table();
  const ProcessorView view = table.view(0, {});
  if (in.complete) require(view.pending[in.complete_processor] > 0, "a completion of an idle processor");
  for (std::uint32_t port = 0; port < parameters_.ports; ++port) {
    if (((in.unlock >> port) & 1U) == 0) continue;
    require(!test_bit(table.unlocked(), in.unlock_processor.at(port)), "an unlock of a processor that is not locked");
  }
}

void CoreBench::end(const CoreInputs& in) {
  if (!in.rst) check_legal(in);
  if (!vcd_.empty() && cycles_ == trace_from_ && !rtl_->trace(vcd_)) {
    throw Error(vcd_ + " cannot be written", ErrorKind::output);
  }
  coverage_.sample(reference_, in);
  CoreOutputs out;
  rtl_->clock(in, out);
  log_.push_back({cycles_, in, out});
  if (log_.size() > kLogged) log_.pop_front();
  check(out);
  ++cycles_;
  if (reference_.dispatch()) ++rounds_;
  before_ = reference_.places();
  for (auto* due : {&grants_, &issues_}) {
    due->pop_front();
    due->push_back(reference_.dispatch());
  }
  if (!in.rst) {
    reference_.end(in);
    return;
  }
  reference_.reset();
  for (auto* due : {&grants_, &issues_}) {
    for (std::optional<Dispatch>& one : *due) one.reset();
  }
  before_ = {};
  for (ProcessorId p = 0; p < parameters_.processors; ++p) {
    if (reference_.processors()[p].depth > 0) before_.free.at(p / 64) |= std::uint64_t{1} << (p % 64);
  }
}

void CoreBench::check(const CoreOutputs& out) {
  const auto flag = [&](const char* name, bool want, bool got) {
    if (want != got) differ(name, want ? "1" : "0", got ? "1" : "0");
  };
  flag("busy", reference_.picker().busy(), out.busy);
  flag("take", reference_.picker().take(), out.take);
  std::optional<Pick> want;
  if (grants_.front()) want = grants_.front()->pick;
  const std::optional<Pick> got = out.grant ? std::optional<Pick>(out.granted) : std::nullopt;
  if (!(want == got)) differ("grant", dispatch_text(want), dispatch_text(got));
  const std::optional<Dispatch>& issue = issues_.front();
  const std::string issued = out.issue ? issue_text(out.issue_entry, out.issue_processor) : "none";
  const std::string to_issue = issue ? issue_text(issue->pick.entry, issue->processor) : "none";
  if (issued != to_issue) differ("issue", to_issue, issued);
  if (!(out.processors == before_)) {
    differ("places taken (x: no free place)", places_text(before_, parameters_.processors),
           places_text(out.processors, parameters_.processors));
  }
}

void CoreBench::differ(const std::string& what, const std::string& model, const std::string& rtl) const {
  std::ostringstream text;
  text << "cycle " << cycles_ << ", " << what << "\n  model: " << model << "\n  rtl:   " << rtl
       << "\n  the last cycles (inputs: outputs of the RTL):\n";
  for (const Logged& l : log_) {
    const CoreOutputs& out = l.outputs;
    text << "  " << l.cycle << inputs_text(l.inputs) << ':' << (out.busy ? " busy" : "") << (out.take ? " take" : "");
    if (out.grant) text << " grant " << dispatch_text(out.granted);
    if (out.issue) text << " issue " << issue_text(out.issue_entry, out.issue_processor);
    text << '\n';
  }
  throw Error(text.str(), ErrorKind::mismatch);
}

}  // namespace gantry::campaign
