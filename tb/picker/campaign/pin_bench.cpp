// SPDX-License-Identifier: Apache-2.0
#include "picker/campaign/pin_bench.h"

#include <utility>

namespace gantry::campaign {

PinBench::PinBench(const RtlParameters& parameters, std::unique_ptr<RtlPicker> rtl)
    : Bench(parameters, Reference(parameters), {}), rtl_(std::move(rtl)), grants_(parameters.pick_latency) {}

void PinBench::check(const PickerInputs& in, const PickerOutputs& out) {
  const Reference& r = reference();
  const auto flag = [&](const char* name, bool want, bool got) {
    if (want != got) differ(std::string(name) + ": model " + (want ? "1" : "0") + ", rtl " + (got ? "1" : "0"));
  };
  flag("busy", r.busy(), out.busy);
  flag("take", r.take(), out.take);
  const std::optional<Pick> won = out.win ? std::optional<Pick>(out.winner) : std::nullopt;
  if (!(won == r.winner())) differ("winner: model " + text_of(r.winner()) + ", rtl " + text_of(won));
  const std::optional<Pick> granted = out.grant ? std::optional<Pick>(out.granted) : std::nullopt;
  if (!(granted == grants_.front())) differ("grant: model " + text_of(grants_.front()) + ", rtl " + text_of(granted));
  if (out.busy) {
    check_reweighed();
  } else if (!rtl_->holds(r.before())) {
    differ("entries");
  }
  if (in.read) {
    EntryState want = r.before()[in.read_entry];
    if (out.busy && want.jobs != 0) want.expected_weight = state_[in.read_entry].expected_weight;
    const bool same = want.jobs == 0 ? out.read == EntryState{} : want == out.read;
    if (!same) {
      differ("read-back of entry " + std::to_string(in.read_entry) + ": model " + text_of(want) + ", rtl " +
             text_of(out.read));
    }
  }
  grants_.pop_front();
  grants_.push_back(r.winner());
  if (!in.rst) return;
  for (std::optional<Pick>& grant : grants_) grant.reset();
}

void PinBench::check_reweighed() {
  rtl_->state(state_);
  for (std::uint32_t e = 0; e < parameters().entries; ++e) {
    EntryState want = reference().before()[e];
    if (want.jobs == 0) {
      want = {};
    } else if (reference().may_show(e, state_[e].expected_weight)) {
      want.expected_weight = state_[e].expected_weight;
    }
    if (!(want == state_[e])) differ("entry " + std::to_string(e) + " during a reweigh");
  }
}

}  // namespace gantry::campaign
