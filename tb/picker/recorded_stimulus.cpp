// SPDX-License-Identifier: Apache-2.0
#include "picker/recorded_stimulus.h"

#include <string_view>

#include "gantry/base/archive.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry {
namespace {

constexpr std::string_view kClassLetters = "BCUEX";

}  // namespace

RecordedStimulus::RecordedStimulus(const PickerConfig& config)
    : config_(config),
      jobs_(config.entries, 0),
      present_(make_bit_set(config.entries)),
      open_(make_bit_set(config.entries)) {}

void RecordedStimulus::add(std::uint32_t entry, const PickerEntry& what) {
  commands_.push_back(
      {Kind::add, static_cast<std::uint8_t>(what.cls), static_cast<std::uint16_t>(what.weight), entry, what.jobs});
  if (what.job_cycles != 0 || what.deadline != kNever) {
    commands_.push_back({Kind::times, 0, 0, entry, times_.size()});
    times_.push_back({what.job_cycles, what.deadline});
  }
  jobs_[entry] = what.jobs;
  set_bit(present_, entry);
  set_bit(open_, entry);
}

void RecordedStimulus::tell_cycle(Cycle now) { commands_.push_back({Kind::cycle, 0, 0, 0, now}); }

void RecordedStimulus::drop(std::uint32_t entry) {
  commands_.push_back({Kind::drop, 0, 0, entry, 0});
  left(entry);
}

void RecordedStimulus::left(std::uint32_t entry) {
  clear_bit(present_, entry);
  clear_bit(open_, entry);
}

void RecordedStimulus::pick(const EntrySet& eligible) {
  for (std::size_t w = 0; w < present_.size(); ++w) {
    const std::uint64_t open = present_[w] & eligible[w];
    for (std::uint64_t changed = open ^ open_[w]; changed != 0; changed &= changed - 1) {
      const std::uint32_t bit = lowest_bit(changed);
      const Kind kind = ((open >> bit) & 1U) != 0 ? Kind::unblock : Kind::block;
      commands_.push_back({kind, 0, 0, static_cast<std::uint32_t>(w * 64 + bit), 0});
    }
    open_[w] = open;
  }
  if (commands_.empty() || commands_.back().kind != Kind::pick) commands_.push_back({});
  ++commands_.back().count;
}

void RecordedStimulus::answered(const std::optional<Pick>& pick) {
  answers_.add(pick ? pick->entry : ~std::uint64_t{0});
  if (!pick) return;
  answers_.add(static_cast<std::uint64_t>(pick->target));
  answers_.add(pick->expected_weight);
  answers_.add(pick->history);
  if (--jobs_[pick->entry] == 0) left(pick->entry);
}

void RecordedStimulus::archive(Archive& state, Picker& recorded) {
  state.section("rtl of the picker");
  if (state.reads()) {
    RecordedStimulus before(*config_);
    state(before.commands_, before.times_);
    before.replay(recorded);
  } else {
    state(commands_, times_);
  }
  answers_.archive(state);
}

void RecordedStimulus::write(std::ostream& out) const {
  out << "config slots=" << config_->entries << " classes=" << config_->classes << " frac=" << config_->frac
      << " quant=" << config_->quantisation()
      << " tie=" << (config_->tie == TieBreak::expected_weight ? "expected_weight" : "history_weight") << '\n';
  for (auto c = commands_.begin(); c != commands_.end(); ++c) {
    switch (c->kind) {
      case Kind::add:
        out << "add " << c->entry << ' ' << kClassLetters[c->cls] << ' ' << c->weight << ' ' << c->count;
        if (c + 1 != commands_.end() && c[1].kind == Kind::times) write_times(out, times_[c[1].count]);
        out << '\n';
        break;
      case Kind::times:
        break;
      case Kind::drop:
        out << "drop " << c->entry << '\n';
        break;
      case Kind::block:
        out << "block " << c->entry << '\n';
        break;
      case Kind::unblock:
        out << "unblock " << c->entry << '\n';
        break;
      case Kind::pick:
        out << "pick " << c->count << '\n';
        break;
      case Kind::cycle:
        out << "cycle " << c->count << '\n';
        break;
    }
  }
}

void RecordedStimulus::write_times(std::ostream& out, const Times& times) {
  if (times.job_cycles != 0) out << " job_cycles=" << times.job_cycles;
  if (times.deadline != kNever) out << " deadline=" << times.deadline;
}

void RecordedStimulus::replay(Picker& picker) const {
  // The complete eligible set is sent, so blocks of entries that have left do no harm.
  EntrySet open = make_bit_set(config_->entries);
  for (auto c = commands_.begin(); c != commands_.end(); ++c) {
    switch (c->kind) {
      case Kind::add: {
        PickerEntry what{c->cls, c->weight, c->count, 0};
        if (c + 1 != commands_.end() && c[1].kind == Kind::times) {
          what.job_cycles = times_[c[1].count].job_cycles;
          what.deadline = times_[c[1].count].deadline;
        }
        picker.add(c->entry, what);
        set_bit(open, c->entry);
        break;
      }
      case Kind::times:
        break;
      case Kind::drop:
        picker.drop(c->entry);
        break;
      case Kind::block:
        clear_bit(open, c->entry);
        break;
      case Kind::unblock:
        set_bit(open, c->entry);
        break;
      case Kind::pick:
        for (std::uint64_t i = 0; i < c->count; ++i) picker.pick(open);
        break;
      case Kind::cycle:
        picker.tell_cycle(c->count);
        break;
    }
  }
}

}  // namespace gantry
