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
    if (command.kind == StimulusCommand::Kind::cycle) {
      picker_->tell_cycle(command.rounds);
      return true;
    }
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
      case StimulusCommand::Kind::cycle:
        break;
    }
    return true;
  }

  /// One round, metered.
  void round(ServiceMeter& meter) {
    if (const std::optional<Pick> pick = picker_->pick(eligible_)) {
      meter.round(eligible_, pick->entry);
      count(*pick);
    }
  }

  /// Appends the line of one round.
  void round(std::string& text) {
    append(text, counts_.rounds++);
    const std::optional<Pick> pick = picker_->pick(eligible_);
    if (!pick) {
      text += " -\n";
      return;
    }
    text += ' ';
    append(text, pick->entry);
    text += ' ';
    text += entries_.at(pick->entry).letter;
    text += ' ';
    append(text, pick->target);
    text += ' ';
    append(text, pick->expected_weight);
    text += ' ';
    append(text, pick->history);
    text += '\n';
    ++counts_.picks;
    count(*pick);
  }

  [[nodiscard]] const PickCounts& counts() const { return counts_; }

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
};

/// Reads commands and applies them up to the first error; `pick(bench, rounds)` does the rounds, false ends the run.
/// Answers whether the whole stimulus was run. `started` sees the bench before the first command, `added` every add.
template <class Started, class Added, class Rounds>
bool drive(std::istream& in, const std::string& file, const std::function<PickerFactory>& make,
           Diagnostics& diagnostics, Started started, Added added, Rounds rounds) {
  StimulusReader reader(in, file, diagnostics);
  std::optional<Bench> bench;
  const std::size_t errors_before = diagnostics.size();
  while (const std::optional<StimulusCommand> command = reader.next()) {
    if (!bench) {
      bench.emplace(reader.config(), make);
      started(reader.config());
    }
    if (command->kind == StimulusCommand::Kind::pick) {
      if (!rounds(*bench, command->rounds)) return false;
      continue;
    }
    std::string problem;
    try {
      if (!bench->apply(*command, problem)) {
        diagnostics.error(command->where, std::move(problem));
        break;
      }
    } catch (const JobsRefusal& refusal) {
      diagnostics.error({command->where.file, command->where.line, command->jobs_column}, refusal.what());
      break;
    }
    if (command->kind == StimulusCommand::Kind::add) added(*command);
  }
  return diagnostics.size() == errors_before;
}

}  // namespace

bool run_stimulus(std::istream& in, const std::string& file, const std::function<PickerFactory>& make,
                  std::ostream& out, Diagnostics& diagnostics, PickCounts* counts) {
  constexpr std::size_t kChunk = 1 << 16;
  std::string text;
  const auto write = [&] {
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
    return out.good();
  };
  const bool whole = drive(
      in, file, make, diagnostics, [](const PickerConfig& /*config*/) {}, [](const StimulusCommand& /*command*/) {},
      [&](Bench& bench, std::uint64_t rounds) {
        for (std::uint64_t i = 0; i < rounds; ++i) {
          try {
            bench.round(text);
          } catch (...) {
            // The rounds before are good.
            text.resize(text.rfind('\n') + 1);
            write();
            throw;
          }
          if (text.size() >= kChunk && !write()) return false;
        }
        if (counts != nullptr) *counts = bench.counts();
        // Per command, not per chunk: whoever drives the bench through a pipe waits for these rounds.
        return write();
      });
  out.flush();
  return out.good() && whole;
}

std::optional<ServiceMeter> measure_stimulus(std::istream& in, const std::string& file,
                                             const std::function<PickerFactory>& make, Diagnostics& diagnostics) {
  ServiceMeter meter(0);
  const bool whole = drive(
      in, file, make, diagnostics, [&](const PickerConfig& config) { meter = ServiceMeter(config.entries); },
      [&](const StimulusCommand& command) { meter.joined(command.entry, command.what); },
      [&](Bench& bench, std::uint64_t rounds) {
        for (std::uint64_t i = 0; i < rounds; ++i) bench.round(meter);
        return true;
      });
  if (!whole) return std::nullopt;
  return meter;
}

}  // namespace gantry
