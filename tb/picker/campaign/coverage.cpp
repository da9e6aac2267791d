// SPDX-License-Identifier: Apache-2.0
#include "picker/campaign/coverage.h"

#include <algorithm>

#include "gantry/base/bits.h"
#include "gantry/scheduler/pickers/weight_delay.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry::campaign {
namespace {

enum CornerId : std::size_t {
  kRound,
  kNoCandidate,
  kNoMember,
  kOneCandidate,
  kOneMember,
  kAllCandidates,
  kAllEqual,
  kDecidedByWeight,
  kDecidedByHistory,
  kDecidedByClass,
  kDecidedByEntry,
  kTieOfThree,
  kTargetNegative,
  kTargetZero,
  kTargetPositive,
  kFirstEntryWins,
  kLastEntryWins,
  kFirstClassWins,
  kLastClassWins,
  kSameTwice,
  kBackToBack,
  kWinnerW1,
  kWinnerW2,
  kWinnerW4,
  kWinnerW8,
  kWinnerW9,
  kWinnerW256,
  kLoserW1,
  kLoserW2,
  kLoserW4,
  kLoserW8,
  kLoserW9,
  kHistoryMost,
  kHistoryStuck,
  kBlockedAges,
  kUnblockedWins,
  kSmallestWeight,
  kLargestWeight,
  kOneJob,
  kMostJobs,
  kLastJob,
  kRejoinAfterLastJob,
  kOtherJoinsWithLastJob,
  kDropWithLastJob,
  kDropOfWinner,
  kLeaveDropAdd,
  kDropAddSame,
  kLeavingAddSame,
  kDropOfWaiting,
  kDropOfWaitingTaken,
  kRejoinWaiting,
  kAddWaits,
  kDropWaits,
  kSeveralJoins,
  kJoinsAndDrops,
  kTwoClasses,
  kAllClasses,
  kClassEmptied,
  kOwedHolds,
  kOwedIdle,
  kOwedRoundTakes,
  kPickWhileBusy,
  kResetBusy,
  kResetRound,
  kReadEmpty,
  kReadWaiting,
  kReadMember,
  kReadLeaving,
  kWholeClassLargest,
  kSameDeadline,
  kDeadlineBesideNone,
  kNoDeadlines,
  kDeadlineOver,
  kSameJobCycles,
  kOtherJobCycles,
};

/// Corners of values that only weights have, and of pins that only ours has to have: a range each.
struct Range {
  std::size_t first;
  std::size_t last;
};
constexpr Range kOfWeights[] = {{kAllEqual, kTargetPositive}, {kWinnerW1, kHistoryStuck}};
constexpr Range kOfPins[] = {
    {kLeavingAddSame, kSeveralJoins}, {kAllClasses, kAllClasses}, {kOwedHolds, kResetBusy}, {kReadEmpty, kReadLeaving}};
constexpr Range kOfTimes[] = {{kSameDeadline, kOtherJobCycles}};

std::size_t weight_bin(std::uint32_t expected) {
  return expected <= 2 ? expected - 1 : expected <= 4 ? 2 : expected <= 8 ? 3 : expected <= 255 ? 4 : 5;
}

}  // namespace

Coverage::Coverage(const RtlParameters& p, const BenchKind& kind)
    : CornerCounts({
          {"a round", 0, true},
          {"a pick request with nothing eligible", 0, true},
          {"a pick request with no entry at all", 0, true},
          {"a round with a single candidate", 0, true},
          {"a round with a single entry", 0, true},
          {"a round with every entry a candidate", 0, true},
          {"all candidates equal but for their numbers", 0, true},
          {"equal targets, decided by W", 0, p.tie == TieBreak::expected_weight},
          {"equal targets, decided by H", 0, p.tie == TieBreak::history_weight},
          {"equal but for the class", 0, p.classes > 1},
          {"equal but for the entry", 0, true},
          {"three or more equal but for class and entry", 0, true},
          {"a winner's T below 0", 0, true},
          {"a winner's T of 0", 0, true},
          {"a winner's T above 0", 0, p.quant < p.frac + 8},
          {"the first entry wins", 0, true},
          {"the last entry wins", 0, true},
          {"class 0 wins", 0, true},
          {"the last class wins", 0, true},
          {"the same entry wins twice in a row", 0, true},
          {"rounds in two cycles in a row", 0, true},
          {"a winner of W = 1", 0, true},
          {"a winner of W = 2", 0, true},
          {"a winner of W = 3..4", 0, true},
          {"a winner of W = 5..8", 0, true},
          {"a winner of W = 9..255", 0, true},
          {"a winner of W = 256", 0, true},
          {"a loser of W = 1", 0, true},
          {"a loser of W = 2", 0, true},
          {"a loser of W = 3..4", 0, true},
          {"a loser of W = 5..8", 0, true},
          {"a loser of W = 9..256", 0, true},
          {"a winner with H = 256", 0, true},
          {"an entry whose H falls no more", 0, p.frac == 0 || p.job_bits >= 9},
          {"an entry ages while it is blocked", 0, true},
          {"an entry wins in the cycle in which it is eligible again", 0, true},
          {"S = 1 joins", 0, true},
          {"S = 256 joins", 0, true},
          {"an entry of one job joins", 0, true},
          {"an entry of the most jobs joins", 0, true},
          {"the last job is picked", 0, true},
          {"an entry leaves with its last job and joins in the same cycle", 0, true},
          {"one entry leaves with its last job, another joins", 0, true},
          {"an entry is dropped in the cycle of its last pick", 0, true},
          {"an entry is dropped in the cycle in which it wins", 0, true},
          {"last job, drop and add of three entries in one cycle", 0, true},
          {"drop and add of one entry in one cycle", 0, true},
          {"an entry that waited to leave is added as it leaves", 0, true},
          {"a waiting join is taken back", 0, true},
          {"a waiting join is taken back as others take effect", 0, true},
          {"a waiting join is taken back and given anew", 0, true},
          {"a join waits for a reweigh", 0, true},
          {"a drop waits for a reweigh", 0, true},
          {"several joins take effect together", 0, true},
          {"joins and drops take effect together", 0, true},
          {"two classes reweighed in a row", 0, p.classes > 1},
          {"all classes reweighed in a row", 0, true},
          {"a class loses its last entry", 0, true},
          {"commands wait since a round is owed", 0, true},
          {"commands take effect since nothing is eligible for the owed round", 0, true},
          {"the owed round lets commands take effect", 0, true},
          {"a pick request during a reweigh", 0, true},
          {"reset during a reweigh", 0, true},
          {"reset in the cycle of a pick request", 0, true},
          {"read-back of an empty entry", 0, true},
          {"read-back of an entry that waits to join", 0, true},
          {"read-back of an entry", 0, true},
          {"read-back of an entry that waits to leave", 0, true},
          {"a round with every entry in one class and of S = 256", 0, true},
          {"candidates of the same deadline", 0, true},
          {"a candidate with a deadline beside one without", 0, true},
          {"candidates without deadlines alone", 0, true},
          {"a candidate whose deadline is over", 0, true},
          {"candidates of the same time per job", 0, true},
          {"candidates of different times per job", 0, true},
      }),
      parameters_(p),
      kind_(kind) {
  const auto rule_out = [&](bool has, const auto& ranges) {
    for (const Range& range : ranges) {
      for (std::size_t i = range.first; !has && i <= range.last; ++i) corners_[i].possible = false;
    }
  };
  rule_out(kind.weights, kOfWeights);
  rule_out(kind.pins, kOfPins);
  rule_out(kind.times, kOfTimes);
}

void Coverage::sample(const Seen& s) {
  const Reference& r = s.reference;
  const std::vector<EntryState>& before = r.before();
  if (s.reset) {
    if (r.busy()) hit(kResetBusy);
    if (s.pick) hit(kResetRound);
    return;
  }
  const std::optional<Pick>& winner = r.winner();
  if (s.pick && r.busy()) hit(kPickWhileBusy);
  if (s.pick && !r.busy() && !r.any_candidate()) {
    std::uint32_t members = 0;
    for (const EntryState& e : before) members += e.jobs != 0 ? 1 : 0;
    hit(members == 0 ? kNoMember : kNoCandidate);
  }
  if (winner) sample_round(s);
  sample_commands(s);
  if (s.read) {
    switch (s.read_place) {
      case Place::empty:
        hit(kReadEmpty);
        break;
      case Place::waiting:
        hit(kReadWaiting);
        break;
      case Place::member:
        hit(kReadMember);
        break;
      case Place::leaving:
        hit(kReadLeaving);
        break;
    }
  }
}

void Coverage::sample_round(const Seen& s) {
  const Reference& r = s.reference;
  const Pick& winner = *r.winner();
  const std::vector<EntryState>& before = r.before();
  const std::uint32_t cls = s.winner_class;
  hit(kRound);
  std::uint32_t members = 0;
  std::uint32_t candidates = 0;
  for (std::uint32_t e = 0; e < before.size(); ++e) {
    if (before[e].jobs == 0) continue;
    ++members;
    if (test_bit(r.candidates(), e)) {
      ++candidates;
    } else {
      hit(kBlockedAges);
    }
  }
  if (candidates == 1) hit(kOneCandidate);
  if (members == 1) hit(kOneMember);
  if (candidates == before.size()) hit(kAllCandidates);
  if (members == before.size()) {
    bool whole = true;
    for (std::uint32_t e = 0; e < members; ++e) whole = whole && s.entry_class(e) == cls && s.entry_weight(e) == 256;
    if (whole) hit(kWholeClassLargest);
  }
  if (winner.entry == 0) hit(kFirstEntryWins);
  if (winner.entry + 1 == before.size()) hit(kLastEntryWins);
  if (cls == 0) hit(kFirstClassWins);
  if (cls + 1 == parameters_.classes) hit(kLastClassWins);
  if (s.last_winner) hit(kBackToBack);
  if (s.last_winner == winner.entry) hit(kSameTwice);
  if (!test_bit(*s.eligible_before, winner.entry)) hit(kUnblockedWins);
  if (r.winner_leaves()) hit(kLastJob);
  if (kind_.weights) sample_weights(s, candidates);
  if (kind_.times) sample_times(s);
}

void Coverage::sample_weights(const Seen& s, std::uint32_t candidates) {
  const Reference& r = s.reference;
  const Pick& winner = *r.winner();
  const std::vector<EntryState>& before = r.before();
  const EntryState& won = before[winner.entry];
  std::uint32_t equal = 0;   // to the winner but for class and entry
  std::uint32_t target = 0;  // same target, not the same W (or H)
  bool other_class = false;
  bool same_class = false;
  for (std::uint32_t e = 0; e < before.size(); ++e) {
    const EntryState& entry = before[e];
    if (entry.jobs == 0) continue;
    if (entry.history >> delay_shift(entry.expected_weight) == 0) hit(kHistoryStuck);
    if (e == winner.entry) continue;
    hit(kLoserW1 + std::min<std::size_t>(weight_bin(entry.expected_weight), 4));
    if (!test_bit(r.candidates(), e)) continue;
    const std::int64_t t = (static_cast<std::int64_t>(std::uint64_t{entry.expected_weight} << parameters_.frac) -
                            static_cast<std::int64_t>(entry.history)) >>
                           parameters_.quant;
    if (t != winner.target) continue;
    const bool tie = parameters_.tie == TieBreak::expected_weight ? entry.expected_weight == won.expected_weight
                                                                  : entry.history == won.history;
    if (!tie) {
      ++target;
    } else {
      ++equal;
      (s.entry_class(e) == s.winner_class ? same_class : other_class) = true;
    }
  }
  if (candidates > 1 && equal == candidates - 1 && !other_class) hit(kAllEqual);
  if (target > 0) hit(parameters_.tie == TieBreak::expected_weight ? kDecidedByWeight : kDecidedByHistory);
  if (other_class) hit(kDecidedByClass);
  if (same_class) hit(kDecidedByEntry);
  if (equal >= 2) hit(kTieOfThree);
  hit(winner.target < 0 ? kTargetNegative : winner.target == 0 ? kTargetZero : kTargetPositive);
  hit(kWinnerW1 + weight_bin(winner.expected_weight));
  if (winner.history == std::uint64_t{256} << parameters_.frac) hit(kHistoryMost);
}

void Coverage::sample_times(const Seen& s) {
  const PickerEntry& won = (*s.entries)[s.reference.winner()->entry];
  bool due = won.deadline != kNever;
  for (std::uint32_t e = 0; e < s.entries->size(); ++e) {
    if (!test_bit(s.reference.candidates(), e)) continue;
    const PickerEntry& entry = (*s.entries)[e];
    due = due || entry.deadline != kNever;
    if (entry.deadline < s.cycle) hit(kDeadlineOver);
    if (e == s.reference.winner()->entry) continue;
    if (entry.deadline == won.deadline && won.deadline != kNever) hit(kSameDeadline);
    if ((entry.deadline == kNever) != (won.deadline == kNever)) hit(kDeadlineBesideNone);
    hit(entry.job_cycles == won.job_cycles ? kSameJobCycles : kOtherJobCycles);
  }
  if (!due) hit(kNoDeadlines);
}

void Coverage::sample_commands(const Seen& s) {
  const Reference& r = s.reference;
  const std::optional<Pick>& winner = r.winner();
  if (s.add) {
    const PickerEntry& what = s.add->what;
    if (what.weight == 1) hit(kSmallestWeight);
    if (what.weight == 256) hit(kLargestWeight);
    if (what.jobs == 1) hit(kOneJob);
    if (what.jobs == parameters_.most_jobs()) hit(kMostJobs);
    if (r.winner_leaves()) hit(winner->entry == s.add->entry ? kRejoinAfterLastJob : kOtherJoinsWithLastJob);
    if (s.drop == s.add->entry) hit(s.drop_place == Place::waiting ? kRejoinWaiting : kDropAddSame);
    if (s.add_place == Place::leaving && s.drop != s.add->entry) hit(kLeavingAddSame);
    if (!r.take() && r.busy()) hit(kAddWaits);
  }
  if (s.drop) {
    if (winner && winner->entry == *s.drop) hit(r.winner_leaves() ? kDropWithLastJob : kDropOfWinner);
    if (s.drop_place == Place::waiting) hit(r.take() ? kDropOfWaitingTaken : kDropOfWaiting);
    if (s.drop_place == Place::member && r.busy()) hit(kDropWaits);
    if (r.winner_leaves() && s.add && winner->entry != *s.drop && winner->entry != s.add->entry &&
        *s.drop != s.add->entry && s.drop_place == Place::member) {
      hit(kLeaveDropAdd);
    }
  }
  const bool taken_back = s.drop && s.drop_place == Place::waiting;
  const std::uint32_t joins = s.joins_waiting + (s.add ? 1 : 0) - (taken_back ? 1 : 0);
  const std::uint32_t drops = s.drops_waiting + (s.drop && s.drop_place == Place::member ? 1 : 0);
  if (r.take()) {
    if (joins > 1) hit(kSeveralJoins);
    if (joins > 0 && drops > 0) hit(kJoinsAndDrops);
    const std::uint32_t classes = count_bits(r.classes_changed());
    if (classes == 2) hit(kTwoClasses);
    if (classes == parameters_.classes) hit(kAllClasses);
    for (std::uint32_t c = 0; c < parameters_.classes; ++c) {
      if (((r.classes_changed() >> c) & 1U) == 0) continue;
      bool any = false;
      for (std::uint32_t e = 0; e < parameters_.entries; ++e) {
        any = any || (r.place(e) == Place::member && r.entry(e).cls == c);
      }
      if (!any) hit(kClassEmptied);
    }
  }
  const bool waiting = s.joins_waiting + s.drops_waiting > 0;
  if (waiting && s.owed && !r.busy()) {
    hit(!r.take() ? kOwedHolds : winner ? kOwedRoundTakes : kOwedIdle);
  }
}

}  // namespace gantry::campaign
