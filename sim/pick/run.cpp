// SPDX-License-Identifier: Apache-2.0
#include "pick/run.h"

#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <vector>

#include "pick/stimulus.h"

namespace gantry {
namespace {

/// The picker beside what a stimulus may ask about its entries: who is there, of which class, and who is blocked.
class Bench {
 public:
  Bench(const PickerConfig& config, const std::function<PickerFactory>& make)
      : picker_(make(config)), entries_(config.entries), eligible_((config.entries + 63) / 64) {}

  /// False: the command is wrong for the entry's state; `problem` says why.
  bool apply(const StimulusCommand& command, std::string& problem) {
    const bool adding = command.kind == StimulusCommand::Kind::add;
    if (adding == (entries_[command.entry].jobs > 0)) {
      problem = "entry " + std::to_string(command.entry) +
                (adding ? " is in use (drop it first)" : " is empty (add it first)");
      return false;
    }
    switch (command.kind) {
      case StimulusCommand::Kind::add:
        entries_[command.entry] = {command.what.jobs, kClassLetters[command.what.cls]};
        picker_->add(command.entry, command.what);
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
        break;
    }
    return true;
  }

  /// Appends the line of one round.
  void round(std::string& text) {
    append(text, rounds_++);
    const std::optional<Pick> pick = picker_->pick(eligible_);
    if (!pick) {
      text += " -\n";
      return;
    }
    Entry& winner = entries_.at(pick->entry);
    text += ' ';
    append(text, pick->entry);
    text += ' ';
    text += winner.letter;
    text += ' ';
    append(text, pick->target);
    text += ' ';
    append(text, pick->expected_weight);
    text += ' ';
    append(text, pick->history);
    text += '\n';
    if (--winner.jobs == 0) leave(pick->entry);
  }

 private:
  struct Entry {
    std::uint64_t jobs = 0;  ///< 0 = empty
    char letter = ' ';
  };

  template <class Integer>
  static void append(std::string& text, Integer value) {
    std::array<char, 24> digits;
    char* const begin = digits.data();
    text.append(begin, std::to_chars(begin, begin + digits.size(), value).ptr);
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
  std::uint64_t rounds_ = 0;
};

}  // namespace

bool run_stimulus(std::istream& in, const std::string& file, const std::function<PickerFactory>& make,
                  std::ostream& out, Diagnostics& diagnostics) {
  constexpr std::size_t kChunk = 1 << 16;
  StimulusReader reader(in, file, diagnostics);
  std::optional<Bench> bench;
  std::string text;
  const auto write = [&] {
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
    return out.good();
  };
  const std::size_t errors_before = diagnostics.size();
  while (const std::optional<StimulusCommand> command = reader.next()) {
    if (!bench) bench.emplace(reader.config(), make);
    if (command->kind != StimulusCommand::Kind::pick) {
      std::string problem;
      if (!bench->apply(*command, problem)) {
        diagnostics.error(command->where, std::move(problem));
        break;
      }
      continue;
    }
    for (std::uint64_t i = 0; i < command->rounds; ++i) {
      bench->round(text);
      if (text.size() >= kChunk && !write()) return false;
    }
    // Per command, not per chunk: whoever drives the bench through a pipe waits for these rounds.
    if (!write()) return false;
  }
  out.flush();
  return out.good() && diagnostics.size() == errors_before;
}

}  // namespace gantry
