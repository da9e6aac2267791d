// SPDX-License-Identifier: Apache-2.0
// Bench of blocks behind pins: random machines and traffic, compared with the model's block behind pins of its own; and
// the replay of a recorded run. It stops at the first difference, and writes PREFIX.trace, PREFIX.vcd and PREFIX.fst.
//   block_bench [--cycles N] [--seed S] [--block BLOCK] [--name NAME] [--out PREFIX]
//   block_bench --replay FILE [--name NAME] [--vcd FILE | --fst FILE] [--from CYCLE]
//   block_bench --pins BLOCK       the include file of its wrapper
//   block_bench --table BLOCK      its pins as a table
//   block_bench --vectors BLOCK [--limits "WHAT=NUMBER ..."] [--cycles N] [--seed S]
//                                  traffic as bits, for simulators with four states
// Exit status: 0 all equal and every corner reached, 1 a difference, 2 wrong command line or file, 3 equal but a corner
// is missing.
#include <algorithm>
#include <iostream>
#include <string>

#include "blocks/block_model.h"
#include "blocks/campaign/block_campaign.h"
#include "blocks/campaign/block_replay.h"
#include "blocks/campaign/block_vectors.h"
#include "blocks/pin_layout.h"
#include "blocks/pin_text.h"
#include "campaign/arguments.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

struct Options {
  std::uint64_t cycles = BlockCampaign().cycles;
  std::uint64_t seed = BlockCampaign().seed;
  std::string block;
  std::string name;
  std::string out = BlockCampaign().prefix;
  std::string replay;
  std::string vcd;
  std::string fst;
  std::uint64_t from = 0;
  std::string pins;
  std::string table;
  std::string vectors;
  std::string limits;
};

int replay(const Options& options) {
  BlockReplay what;
  what.file = options.replay;
  if (!options.name.empty()) what.name = options.name;
  what.waves.path = options.vcd.empty() ? options.fst : options.vcd;
  what.waves.from = options.from;
  return replay_block(what, program_block_models(), std::cout, std::cerr);
}

/// Of one block, or of each that has a model of that name; the first that is not equal ends it.
int run(const Options& options) {
  if (!options.block.empty()) {
    return run_block_campaign({options.block, options.name, options.cycles, options.seed, options.out},
                              program_block_models(), std::cout, std::cerr);
  }
  int status = 0;
  std::uint64_t blocks = 0;
  for (const BlockPins* pins : all_block_pins()) {
    const BlockModels& models = program_block_models();
    const bool built = std::any_of(models.begin(), models.end(), [&](const BlockModel& model) {
      return !model.other && model.block == pins->block && (options.name.empty() || model.name == options.name);
    });
    if (!built) continue;
    ++blocks;
    status = std::max(
        status, run_block_campaign({std::string(pins->block), options.name, options.cycles, options.seed, options.out},
                                   models, std::cout, std::cerr));
    if (status == 1 || status == 2) return status;
  }
  if (blocks > 0) return status;
  std::cerr << "block_bench: error: no such block in Verilog is built\n";
  return 2;
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
                                 {"--out", nullptr, &options.out},
                                 {"--replay", nullptr, &options.replay},
                                 {"--vcd", nullptr, &options.vcd},
                                 {"--fst", nullptr, &options.fst},
                                 {"--from", &options.from},
                                 {"--pins", nullptr, &options.pins},
                                 {"--table", nullptr, &options.table},
                                 {"--vectors", nullptr, &options.vectors},
                                 {"--limits", nullptr, &options.limits}})) {
    std::cerr << "usage: block_bench [--cycles N] [--seed S] [--block BLOCK] [--name NAME] [--out PREFIX]\n"
                 "       block_bench --replay FILE [--name NAME] [--vcd FILE | --fst FILE] [--from CYCLE]\n"
                 "       block_bench --pins BLOCK | --table BLOCK\n"
                 "       block_bench --vectors BLOCK [--limits \"WHAT=NUMBER ...\"] [--cycles N] [--seed S]\n";
    return 2;
  }
  if (!options.pins.empty()) {
    return campaign::print(options.pins, [](const BlockPins& pins) { return verilog_pins(PinLayout(pins)); });
  }
  if (!options.table.empty()) return campaign::print(options.table, pin_table);
  if (!options.vectors.empty()) {
    return campaign::write_block_vectors({options.vectors, options.limits, options.cycles, options.seed}, std::cout,
                                         std::cerr);
  }
  return options.replay.empty() ? campaign::run(options) : campaign::replay(options);
}
