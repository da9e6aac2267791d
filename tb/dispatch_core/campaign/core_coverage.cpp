// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/campaign/core_coverage.h"

#include <algorithm>

#include "gantry/base/bits.h"

namespace gantry::campaign {
namespace {

enum Name : std::size_t {
  kWaitsForType,
  kAllBusy,
  kOneOfType,
  kTwoOfType,
  kThreeOfType,
  kSameTypeAgain,
  kOtherTypeNext,
  kEightInARow,
  kSecondPlace,
  kLastPlace,
  kTieOfLoad,
  kNotTheLowest,
  kHeld,
  kFreedMeanwhile,
  kLighterMeanwhile,
  kFreedAsLastIsTaken,
  kCompleteOfFull,
  kCompleteWhileLocked,
  kCompleteAndUnlock,
  kCompleteOfWinner,
  kCompleteOfChosen,
  kTwoUnlocks,
  kAllUnlock,
  kAddToLeaver,
  kAddWaits,
  kAddWaitsForBusyType,
  kDropOfBlocked,
  kDropOfWinner,
  kMatchWithAdd,
  kMatchOfWinner,
  kMatchOfBusyType,
  kMatchOfEmpty,
  kAllMatchedPicked,
  kDropOfMatched,
  kReset,
  kCorners
};

}  // namespace

CoreCoverage::CoreCoverage(const CoreParameters& parameters, const std::vector<CoreProcessor>& processors)
    : CornerCounts(std::vector<Corner>(kCorners)), parameters_(parameters) {
  std::vector<std::uint32_t> of_type(parameters.types, 0);
  std::uint32_t deepest = 0;
  for (const CoreProcessor& p : processors) {
    of_type[p.type] += p.depth > 0 ? 1 : 0;
    deepest = std::max(deepest, p.depth);
  }
  const std::uint32_t most = *std::max_element(of_type.begin(), of_type.end());
  const auto used = parameters.types - std::count(of_type.begin(), of_type.end(), 0U);
  const bool deep = deepest > 1;
  const bool loads = parameters.choice == 1 && deep && most > 1;
  const bool per_job = parameters.per_job != 0;
  const auto name = [&](Name corner, const char* text, bool possible = true) {
    corners_[corner] = {text, 0, possible};
  };
  name(kWaitsForType, "an entry could be picked but for a processor, and another is picked", used > 1);
  name(kAllBusy, "no processor has a place, and entries wait");
  name(kOneOfType, "the last free processor of a type is taken");
  name(kTwoOfType, "the last but one of a type is taken", most > 1);
  name(kThreeOfType, "the last but two of a type is taken", most > 2);
  name(kSameTypeAgain, "two rounds in a row for one type", most > 1);
  name(kOtherTypeNext, "two rounds in a row for two types", used > 1);
  name(kEightInARow, "eight rounds in a row", parameters.processors >= 8);
  name(kSecondPlace, "a processor gets its second job", deep);
  name(kLastPlace, "a processor's last place is taken");
  name(kTieOfLoad, "two free processors of the type have the least load", parameters.choice == 1 && most > 1);
  name(kNotTheLowest, "a processor of a higher number has less load", loads);
  name(kHeld, "a round is held up that could be");
  name(kFreedMeanwhile, "a lower processor of the winner's type becomes free in the cycle of the round", most > 1);
  name(kLighterMeanwhile, "a free one of the winner's type becomes lighter in the cycle of the round", loads);
  name(kFreedAsLastIsTaken, "the type's last is taken in the cycle in which another is freed", most > 1);
  name(kCompleteOfFull, "a job of a full processor that is not locked completes");
  name(kCompleteWhileLocked, "a job of a locked processor completes", deep);
  name(kCompleteAndUnlock, "completion and unlock of one processor in one cycle");
  name(kCompleteOfWinner, "a job of the processor that is picked for completes in that cycle", deep);
  name(kCompleteOfChosen, "a job of the processor completes in the cycle of its grant", deep);
  name(kTwoUnlocks, "two ports unlock processors of one type", parameters.ports > 1 && most > 1);
  name(kAllUnlock, "all ports unlock", parameters.processors >= parameters.ports);
  name(kAddToLeaver, "a join into the entry that leaves in this cycle");
  name(kAddWaits, "a join waits for the picker");
  name(kAddWaitsForBusyType, "a join of a type without a free processor");
  name(kDropOfBlocked, "an entry leaves that waits for a processor");
  name(kDropOfWinner, "the winner of this cycle is dropped");
  name(kMatchWithAdd, "jobs are matched in the cycle of the join", per_job);
  name(kMatchOfWinner, "jobs of this cycle's winner are matched", per_job);
  name(kMatchOfBusyType, "jobs of a type without a free processor are matched", per_job);
  name(kMatchOfEmpty, "the only jobs to pick are matched in this cycle", per_job);
  name(kAllMatchedPicked, "the winner's last matched job is picked, and others are left", per_job);
  name(kDropOfMatched, "an entry with matched jobs leaves", per_job);
  name(kReset, "reset while processors are busy");
}

void CoreCoverage::sample(const CoreReference& reference, const CoreInputs& in) {
  if (in.rst) {
    if (reference.table().places_taken() > 0) hit(kReset);
    last_.reset();
    return;
  }
  sample_commands(reference, in);
  sample_events(reference, in);
  sample_round(reference);
  if (in.hold && reference.picker().any_candidate() && !reference.picker().busy()) hit(kHeld);
}

void CoreCoverage::sample_round(const CoreReference& reference) {
  const auto& dispatch = reference.dispatch();
  const CorePlaces& before = reference.places();
  if (!dispatch) {
    bool waits = false;
    for (std::uint32_t e = 0; e < parameters_.entries; ++e)
      waits = waits || reference.picker().place(e) == Place::member;
    if (waits && !reference.picker().busy() && before.free == CoreSet{}) hit(kAllBusy);
    last_.reset();
    rounds_in_a_row_ = 0;
    return;
  }
  const std::uint32_t type = reference.type(dispatch->pick.entry);
  std::uint32_t free = 0;
  std::uint32_t lightest = 0;
  for_each_bit(reference.of_type(type), [&](ProcessorId p) {
    if (((before.free.at(p / 64) >> (p % 64)) & 1U) == 0) return;
    ++free;
    lightest += before.taken.at(p) == before.taken.at(dispatch->processor) ? 1 : 0;
    if (p < dispatch->processor && before.taken.at(p) > before.taken.at(dispatch->processor)) hit(kNotTheLowest);
  });
  if (free == 1) hit(kOneOfType);
  if (free == 2) hit(kTwoOfType);
  if (free == 3) hit(kThreeOfType);
  if (lightest > 1) hit(kTieOfLoad);
  if (before.taken.at(dispatch->processor) == 1) hit(kSecondPlace);
  if (before.taken.at(dispatch->processor) + 1U == reference.processors()[dispatch->processor].depth) hit(kLastPlace);
  for (std::uint32_t e = 0; e < parameters_.entries; ++e) {
    if (reference.picker().place(e) == Place::member && !test_bit(reference.eligible(), e) &&
        reference.type(e) != type) {
      hit(kWaitsForType);
      break;
    }
  }
  if (last_) hit(last_type_ == type ? kSameTypeAgain : kOtherTypeNext);
  if (++rounds_in_a_row_ == 8) hit(kEightInARow);
  const bool left = reference.picker().winner_leaves();
  if (parameters_.per_job != 0 && !left && reference.pickable(dispatch->pick.entry) == 0) hit(kAllMatchedPicked);
  last_ = dispatch;
  last_type_ = type;
  last_free_ = free;
}

void CoreCoverage::sample_events(const CoreReference& reference, const CoreInputs& in) {
  const auto& dispatch = reference.dispatch();
  const std::uint32_t type = dispatch ? reference.type(dispatch->pick.entry) : parameters_.types;
  const ProcessorView view = reference.table().view(0, {});
  std::vector<ProcessorId> freed;  // as far as this event alone goes
  if (in.complete) {
    const ProcessorId p = in.complete_processor;
    const bool locked = !test_bit(reference.table().unlocked(), p);
    if (!locked && view.pending[p] == reference.processors()[p].depth) {
      hit(kCompleteOfFull);
      freed.push_back(p);
    }
    if (locked) hit(kCompleteWhileLocked);
    if (dispatch && dispatch->processor == p) hit(kCompleteOfWinner);
    if (last_ && last_->processor == p) hit(kCompleteOfChosen);
    if (dispatch && p != dispatch->processor && test_bit(reference.of_type(type), p) &&
        test_bit(reference.table().free(), p)) {
      hit(kLighterMeanwhile);
    }
  }
  std::uint32_t ports = 0;
  std::vector<std::uint32_t> types;
  for (std::uint32_t port = 0; port < parameters_.ports; ++port) {
    if (((in.unlock >> port) & 1U) == 0) continue;
    ++ports;
    const ProcessorId p = in.unlock_processor.at(port);
    if (view.pending[p] < reference.processors()[p].depth) freed.push_back(p);
    if (in.complete && in.complete_processor == p) hit(kCompleteAndUnlock);
    types.push_back(reference.processors()[p].type);
  }
  if (ports == parameters_.ports) hit(kAllUnlock);
  std::sort(types.begin(), types.end());
  if (std::adjacent_find(types.begin(), types.end()) != types.end()) hit(kTwoUnlocks);
  for (const ProcessorId p : freed) {
    if (!dispatch || reference.processors()[p].type != type) continue;
    if (p < dispatch->processor) hit(kFreedMeanwhile);
    if (!any_common(reference.table().free(), reference.of_type(type))) hit(kFreedAsLastIsTaken);
  }
}

void CoreCoverage::sample_commands(const CoreReference& reference, const CoreInputs& in) {
  const Reference& picker = reference.picker();
  const auto& winner = picker.winner();
  const auto is_busy = [&](std::uint32_t type) {
    return !any_common(reference.table().free(), reference.of_type(type));
  };
  if (in.add) {
    if (winner && picker.winner_leaves() && winner->entry == in.add_entry) hit(kAddToLeaver);
    if (!picker.take()) hit(kAddWaits);
    if (is_busy(in.add_type)) hit(kAddWaitsForBusyType);
  }
  if (in.drop && picker.place(in.drop_entry) == Place::member) {
    if (!test_bit(reference.eligible(), in.drop_entry)) hit(kDropOfBlocked);
    if (winner && winner->entry == in.drop_entry) hit(kDropOfWinner);
    if (parameters_.per_job != 0 && reference.pickable(in.drop_entry) > 0) hit(kDropOfMatched);
  }
  if (in.match) {
    const bool same = in.add && in.add_entry == in.match_entry;
    if (same) hit(kMatchWithAdd);
    if (winner && winner->entry == in.match_entry && !same) hit(kMatchOfWinner);
    if (!same && is_busy(reference.type(in.match_entry))) hit(kMatchOfBusyType);
    if (!same && reference.pickable(in.match_entry) == 0) hit(kMatchOfEmpty);
  }
}

}  // namespace gantry::campaign
