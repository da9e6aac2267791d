// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/campaign/core_reference.h"

#include "gantry/base/bits.h"

namespace gantry::campaign {

CoreReference::CoreReference(const CoreParameters& parameters, std::vector<CoreProcessor> processors)
    : parameters_(parameters),
      processors_(std::move(processors)),
      of_type_(parameters.types, make_bit_set(parameters.processors)),
      choice_(builtin_processor_choices().find(parameters.choice == 0 ? "first_free" : "least_loaded")->make({})),
      picker_(parameters.picker()),
      eligible_(make_bit_set(parameters.entries)),
      candidates_(make_bit_set(parameters.processors)) {
  for (ProcessorId p = 0; p < parameters.processors; ++p) set_bit(of_type_[processors_[p].type], p);
  reset();
}

void CoreReference::reset() {
  std::vector<ProcessorInfo> infos(parameters_.processors);
  for (ProcessorId p = 0; p < parameters_.processors; ++p) infos[p].queue_depth = processors_[p].depth;
  table_ = std::make_unique<ProcessorTable>(std::move(infos), std::vector<std::uint32_t>(parameters_.processors, 0));
  for (ProcessorId p = 0; p < parameters_.processors; ++p) {
    if (processors_[p].depth == 0) table_->lock(p);  // there is none
  }
  picker_.reset();
  entries_.assign(parameters_.entries, {});
  dispatch_.reset();
}

void CoreReference::round(bool hold) {
  places_ = {};
  const ProcessorView view = table_->view(0, {});
  for (ProcessorId p = 0; p < parameters_.processors; ++p) {
    places_.taken.at(p) = static_cast<std::uint8_t>(view.pending[p]);
    if (test_bit(table_->free(), p)) places_.free.at(p / 64) |= std::uint64_t{1} << (p % 64);
  }
  for (std::uint32_t e = 0; e < parameters_.entries; ++e) {
    assign_bit(eligible_, e,
               any_common(table_->free(), of_type_[entries_[e].type]) &&
                   (parameters_.per_job == 0 || entries_[e].pickable > 0));
  }
  picker_.round(!hold, eligible_);
  dispatch_.reset();
  if (!picker_.winner()) return;
  const Pick& pick = *picker_.winner();
  Entry& entry = entries_[pick.entry];
  for (std::size_t w = 0; w < candidates_.size(); ++w) candidates_[w] = table_->free()[w] & of_type_[entry.type][w];
  const ProcessorId p = choice_->choose(candidates_, view);
  table_->pick(p, false, {}, 0);
  table_->lock(p);
  if (parameters_.per_job != 0) --entry.pickable;
  dispatch_ = Dispatch{pick, p};
}

void CoreReference::end(const CoreInputs& in) {
  std::optional<Add> add;
  if (in.add) {
    add = Add{in.add_entry, {in.add_class, in.add_weight, in.add_jobs, 0}};
    entries_[in.add_entry] = {in.add_type, in.add_jobs, 0};
  }
  picker_.command(in.drop ? std::optional<std::uint32_t>(in.drop_entry) : std::nullopt, add);
  if (in.match) {
    entries_[in.match_entry].unmatched -= in.match_count;
    entries_[in.match_entry].pickable += in.match_count;
  }
  if (in.complete) table_->complete(in.complete_processor);
  for (std::uint32_t port = 0; port < CoreParameters::kMaxPorts; ++port) {
    if (((in.unlock >> port) & 1U) != 0) table_->unlock(in.unlock_processor.at(port));
  }
}

}  // namespace gantry::campaign
