// SPDX-License-Identifier: Apache-2.0
// A picker under a stimulus: its entries, the eligible ones, and the text of a round.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "pick/run.h"
#include "pick/stimulus.h"

namespace gantry {

/// The picker and the state of its entries that a stimulus may query: presence, class, and whether an entry is blocked.
class PickBench {
 public:
  PickBench(const PickerConfig& config, const std::function<PickerFactory>& make)
      : picker_(make(config)), entries_(config.entries), eligible_((config.entries + 63) / 64) {}

  /// Executes a command. Throws Error with its position if it is wrong for the entry's state.
  void apply(const StimulusCommand& command) {
    if (command.kind == StimulusCommand::Kind::cycle) return picker_->tell_cycle(command.rounds);
    const bool adding = command.kind == StimulusCommand::Kind::add;
    if (adding == (entries_[command.entry].jobs > 0)) {
      throw Error(Diagnostic{command.where, "entry " + std::to_string(command.entry) +
                                                (adding ? " is in use (drop it first)" : " is empty (add it first)")});
    }
    switch (command.kind) {
      case StimulusCommand::Kind::add:
        picker_->add(command.entry, command.what);  // first: it may refuse
        entries_[command.entry] = {command.what.jobs, kClassLetters[command.what.cls]};
        set_eligible(command.entry, true);
        break;
      case StimulusCommand::Kind::drop:
        picker_->drop(command.entry);
        leave(command.entry);
        break;
      case StimulusCommand::Kind::block:
        set_eligible(command.entry, false);
        break;
      case StimulusCommand::Kind::unblock:
        set_eligible(command.entry, true);
        break;
      case StimulusCommand::Kind::pick:
      case StimulusCommand::Kind::cycle:
        break;
    }
  }

  /// Runs one round and updates the service meter.
  void round(ServiceMeter& meter) {
    if (const std::optional<Pick> pick = picker_->pick(eligible_)) {
      meter.round(eligible_, pick->entry);
      count(*pick);
    }
  }

  /// Appends the line of one round. `sets`: and a line for every class with an eligible entry.
  void round(std::string& text, bool sets = false) {
    append(text, counts_.rounds++);
    const std::string classes = sets ? class_lines() : std::string();
    const std::optional<Pick> pick = picker_->pick(eligible_);
    if (!pick) {
      text += " -\n";
      return;
    }
    append(text, *pick, entries_.at(pick->entry).letter);
    text += '\n';
    text += classes;
    ++counts_.picks;
    count(*pick);
  }

  [[nodiscard]] const PickCounts& counts() const { return counts_; }

 private:
  struct Entry {
    std::uint64_t jobs = 0;  ///< 0: the entry is empty
    char letter = ' ';
  };

  template <class Integer>
  static void append(std::string& text, Integer value) {
    std::array<char, 24> digits;
    char* const begin = digits.data();
    text.append(begin, std::to_chars(begin, begin + digits.size(), value).ptr);
  }

  /// " entry class-letter T W H_raw"
  static void append(std::string& text, const Pick& pick, char letter) {
    text += ' ';
    append(text, pick.entry);
    text += ' ';
    text += letter;
    text += ' ';
    append(text, pick.target);
    text += ' ';
    append(text, pick.expected_weight);
    text += ' ';
    append(text, pick.history);
  }

  /// For every class "  candidate entry class-letter T W H_raw of entry entry ..."; `-` for a candidate that there is
  /// not, or of which the picker does not tell.
  std::string class_lines() {
    picker_->candidates(eligible_, candidates_);
    std::string text;
    for (const char letter : kClassLetters) {
      std::string members;
      for_each_bit(eligible_, [&](std::uint32_t entry) {
        if (entries_[entry].letter != letter) return;
        members += ' ';
        append(members, entry);
      });
      if (members.empty()) continue;
      const auto candidate = std::find_if(candidates_.begin(), candidates_.end(),
                                          [&](const Pick& of) { return entries_[of.entry].letter == letter; });
      text += "  candidate";
      if (candidate == candidates_.end()) {
        text += " - ";
        text += letter;
      } else {
        append(text, *candidate, letter);
      }
      text += " of" + members + '\n';
    }
    return text;
  }

  void count(const Pick& pick) {
    if (--entries_.at(pick.entry).jobs == 0) leave(pick.entry);
  }

  void leave(std::uint32_t entry) {
    entries_[entry].jobs = 0;
    set_eligible(entry, false);
  }

  void set_eligible(std::uint32_t entry, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << (entry % 64);
    std::uint64_t& word = eligible_[entry / 64];
    word = value ? word | bit : word & ~bit;
  }

  std::unique_ptr<Picker> picker_;
  std::vector<Entry> entries_;
  EntrySet eligible_;
  PickCounts counts_;
  std::vector<Pick> candidates_;
};

}  // namespace gantry
