// SPDX-License-Identifier: Apache-2.0
// The bench of blocks behind pins: random machines and traffic against the model of the block, which stands behind pins
// of its own; and the replay of what a run left behind. The first difference ends it.
//   block_bench [--cycles N] [--seed S] [--block BLOCK] [--name NAME]
//   block_bench --replay FILE [--name NAME] [--vcd FILE | --fst FILE] [--from CYCLE]
//   block_bench --pins BLOCK       the include of its wrapper
//   block_bench --table BLOCK      its pins as a table
// Exit status: 0 all equal and every corner met, 1 a difference, 2 wrong command line or file, 3 equal but a corner is
// missing.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include "blocks/block_model.h"
#include "blocks/campaign/decomposer_world.h"
#include "blocks/campaign/possible_inputs.h"
#include "blocks/model_block.h"
#include "blocks/pin_recording.h"
#include "blocks/pin_text.h"
#include "blocks/pinned_engine.h"
#include "campaign/arguments.h"
#include "gantry/scheduler/block_pins.h"

namespace gantry::campaign {
namespace {

struct Options {
  std::uint64_t cycles = 200'000;  ///< clocked, of each model
  std::uint64_t seed = 1;
  std::string block = "decomposer";
  std::string name;
  std::string replay;
  std::string vcd;
  std::string fst;
  std::uint64_t from = 0;
  std::string pins;
  std::string table;
};

std::string text_of(const BlockPins& pins, bool input, const std::vector<PinMessage>& messages) {
  std::string text;
  for (const PinMessage& message : messages) text += ' ' + message_text(pins, input, message);
  return text.empty() ? " none" : text;
}

/// RTL and reference, clocked together.
class Pair {
 public:
  Pair(const BlockPins& pins, const BlockModel& model, const std::vector<std::uint32_t>& config)
      : layout_(pins), rtl_(model.make()), reference_(make_model_block(pins)) {
    rtl_->reset(layout_.config(config));
    reference_->reset(layout_.config(config));
    rtl_out_.assign((layout_.out_bits() + 63) / 64, 0);
  }
  /// Answers what both say, or nothing at a difference, which is printed. Each has a clock if something comes, if it
  /// asked for one, or if it is `unasked`.
  const std::vector<PinMessage>* clock(Cycle now, const std::vector<PinMessage>& in, bool unasked) {
    if (!path_.empty() && now >= from_) {
      if (!rtl_->trace(path_)) std::cerr << path_ << ": cannot be written\n";
      path_.clear();
    }
    layout_.pack(true, in, in_);
    // Of a link without a message the other pins do not matter. Who has no clock says nothing.
    std::vector<PinMessage> rtl;
    if (unasked || !in.empty() || rtl_due_ <= now) {
      rtl_due_ = std::max(rtl_->clock(now, in_, rtl_out_), now + 1);
      layout_.unpack(false, rtl_out_, rtl);
    }
    said_.clear();
    if (unasked || !in.empty() || reference_due_ <= now) {
      reference_due_ = reference_->clock(now, in_, out_);
      layout_.unpack(false, out_, said_);
    }
    const auto same_message = [](const PinMessage& a, const PinMessage& b) {
      return a.link == b.link && a.values == b.values;
    };
    if (std::equal(said_.begin(), said_.end(), rtl.begin(), rtl.end(), same_message)) return &said_;
    std::cout << "cycle " << now << ": model and rtl differ\n  in:   " << text_of(layout_.pins(), true, in)
              << "\n  model:" << text_of(layout_.pins(), false, said_)
              << "\n  rtl:  " << text_of(layout_.pins(), false, rtl) << '\n';
    return nullptr;
  }
  [[nodiscard]] Cycle due() const { return std::min(rtl_due_, reference_due_); }
  void show(const std::string& path, Cycle from) {
    path_ = path;
    from_ = from;
  }
  bool end() { return rtl_->end_trace(); }

 private:
  PinLayout layout_;
  std::unique_ptr<PinBlock> rtl_;
  std::unique_ptr<PinBlock> reference_;
  PinBits in_;
  PinBits out_;
  PinBits rtl_out_;
  std::vector<PinMessage> said_;
  Cycle rtl_due_ = kNever;
  Cycle reference_due_ = kNever;
  std::string path_;
  Cycle from_ = 0;
};

int replay(const Options& options) {
  PinRecording recording;
  std::ifstream in(options.replay, std::ios::binary);
  const std::string wrong = in ? recording.read(in) : "cannot be read";
  if (!wrong.empty()) {
    std::cerr << options.replay << ": " << wrong << '\n';
    return 2;
  }
  const std::string name = options.name.empty() ? "rtl" : options.name;
  const BlockModel* model = find_block_model(program_block_models(), recording.pins(), name, recording.config());
  if (model == nullptr) {
    std::cerr << options.replay << ": "
              << no_block_model(program_block_models(), recording.pins(), name, recording.config()) << '\n';
    return 2;
  }
  Pair pair(recording.pins(), *model, recording.config());
  pair.show(options.vcd.empty() ? options.fst : options.vcd, options.from);
  bool same = true;
  PossibleInputs possible(recording.pins(), recording.config());
  std::string impossible;
  const auto clock = [&](Cycle cycle, const std::vector<PinMessage>& inputs) {
    const std::vector<PinMessage>* said = pair.clock(cycle, inputs, false);
    same = said != nullptr;
    if (same) possible.hear(*said);
  };
  recording.replay([&](Cycle cycle, const std::vector<PinMessage>& inputs) {
    // A file that somebody wrote need not name the cycles in between.
    while (same && pair.due() < cycle) clock(pair.due(), {});
    if (!same || !impossible.empty()) return;
    impossible = possible.wrong(inputs);
    if (impossible.empty()) {
      clock(cycle, inputs);
    } else {
      impossible = "cycle " + std::to_string(cycle) + ": no block is told this: " + impossible;
    }
  });
  if (!impossible.empty()) {
    std::cerr << options.replay << ": " << impossible << '\n';
    return 2;
  }
  if (!pair.end()) std::cerr << "the waveform is not whole\n";
  if (same) std::cout << recording.cycles() << " clocked cycles: equal\n";
  return same ? 0 : 1;
}

/// What it serves at most; `otherwise` if it does not say.
std::uint32_t limit_of(const BlockModel& model, const std::string& what, std::uint32_t otherwise) {
  for (const BlockLimit& limit : model.limits) {
    if (limit.name == what) return static_cast<std::uint32_t>(limit.most);
  }
  return otherwise;
}

int run(const Options& options) {
  const BlockPins* pins = find_block_pins(options.block);
  if (pins != &decomposer_pins()) {
    std::cerr << "block_bench: error: there is no traffic for the block '" << options.block
              << "' (would be decomposer)\n";
    return 2;
  }
  std::optional<DecomposerCorners> all;
  std::uint64_t models = 0;
  std::uint64_t cycles = 0;
  std::uint64_t tasks = 0;
  for (const BlockModel& model : program_block_models()) {
    if (model.block != options.block || (!options.name.empty() && model.name != options.name)) continue;
    constexpr std::uint64_t kMachines = 40;
    for (std::uint64_t machine = 0; machine < kMachines; ++machine) {
      Random random(options.seed * 100000 + models * kMachines + machine);
      const std::vector<std::uint32_t> config = DecomposerWorld::draw_config(
          limit_of(model, "5*queues_per_class", 20), limit_of(model, "window", 8), limit_of(model, "slots", 64),
          limit_of(model, "5*queues_per_class*window+capacity", 256), random);
      DecomposerWorld world(config, random.bits());
      Pair pair(*pins, model, config);
      std::vector<PinMessage> in;
      Cycle now = 1;
      bool unasked = true;
      for (std::uint64_t clocked = 0; clocked < options.cycles / kMachines; ++clocked) {
        in.clear();
        world.inputs(now, in);
        const std::vector<PinMessage>* out = pair.clock(now, in, unasked);
        if (out == nullptr) {
          std::cout << "  " << model.block << ' ' << model.name << ' ' << config_text(*pins, config)
                    << "\n  to reproduce: "
                    << "block_bench --seed " << options.seed << " --cycles " << options.cycles << std::endl;
          return 1;
        }
        world.hear(now, *out);
        ++cycles;
        // Now and then a clock that nobody asked for, which must not matter.
        const Cycle next = std::min(world.next(), pair.due());
        const Cycle early = random.percent(5) ? now + 1 + random.below(2) * (next - now - 1) / 2 : next;
        unasked = early < next;
        now = early;
      }
      tasks += world.tasks();
      if (all) {
        all->merge(world.corners());
      } else {
        all.emplace(world.corners());
      }
    }
    ++models;
  }
  if (models == 0) {
    std::cerr << "block_bench: error: no such block in Verilog is built\n";
    return 2;
  }
  all->print(std::cout);
  const std::vector<std::string> missing = all->missing();
  for (const std::string& name : missing) std::cout << "corner not met: " << name << '\n';
  std::cout << tasks << " tasks in " << cycles << " clocked cycles of " << models << " models, seed " << options.seed
            << ": equal; " << missing.size() << " corners missing" << std::endl;
  return missing.empty() ? 0 : 3;
}

int print(const std::string& block, std::string (*text)(const BlockPins&)) {
  const BlockPins* pins = find_block_pins(block);
  if (pins == nullptr) {
    std::cerr << "block_bench: error: there is no block '" << block << "' with pins\n";
    return 2;
  }
  std::cout << text(*pins);
  return 0;
}

}  // namespace
}  // namespace gantry::campaign

int main(int argc, char** argv) {
  using namespace gantry;
  campaign::Options options;
  if (!campaign::read_arguments(argc, argv,
                                {{"--cycles", &options.cycles},
                                 {"--seed", &options.seed},
                                 {"--block", nullptr, &options.block},
                                 {"--name", nullptr, &options.name},
                                 {"--replay", nullptr, &options.replay},
                                 {"--vcd", nullptr, &options.vcd},
                                 {"--fst", nullptr, &options.fst},
                                 {"--from", &options.from},
                                 {"--pins", nullptr, &options.pins},
                                 {"--table", nullptr, &options.table}})) {
    std::cerr << "usage: block_bench [--cycles N] [--seed S] [--block BLOCK] [--name NAME]\n"
                 "       block_bench --replay FILE [--name NAME] [--vcd FILE | --fst FILE] [--from CYCLE]\n"
                 "       block_bench --pins BLOCK | --table BLOCK\n";
    return 2;
  }
  if (!options.pins.empty()) {
    return campaign::print(options.pins, [](const BlockPins& pins) { return verilog_pins(PinLayout(pins)); });
  }
  if (!options.table.empty()) return campaign::print(options.table, pin_table);
  return options.replay.empty() ? campaign::run(options) : campaign::replay(options);
}
