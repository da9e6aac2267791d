// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_campaign.h"

#include <algorithm>
#include <memory>
#include <ostream>
#include <vector>

#include "blocks/campaign/block_pair.h"
#include "blocks/campaign/block_world.h"
#include "blocks/pin_text.h"
#include "gantry/base/error.h"
#include "pins/block_pins.h"

namespace gantry::campaign {
namespace {

constexpr std::uint64_t kMachines = 40;  ///< of each model

constexpr std::uint64_t kShownCycles = 1000;  ///< by a waveform

/// Cycle after `now` in which a machine begins, or begins again: often just before a power of two or a multiple of
/// 2^24, where counters and compared times wrap.
Cycle begin(Cycle now, Random& random) {
  const Cycle one = Cycle{1} << random.between(20, 40);
  const Cycle multiple = ((now >> 24U) + 1) << 24U;
  const Cycle wrap = random.percent(50) && one > now ? one : multiple;
  return random.percent(50) ? now + 1 : std::max(now + 1, wrap - random.below(1000));
}

/// One edge or four from any state. A block that is not ours is promised four.
PinReset draw_reset(const BlockModel& model, Random& random) {
  return {model.name == "rtl" && random.percent(50) ? 1U : 4U, random.between(1, 1U << 31U)};
}

constexpr std::uint64_t kIdle = 100;  ///< cycles in which nothing happens, for each of the others at most

/// Clocks both up to a reset or the end: so many cycles with a message or a request for a clock. Returns whether they
/// differ; `now` is then the cycle.
bool run_until_reset(BlockWorld& world, BlockPair& pair, Cycle& now, std::uint64_t cycles, Random& random) {
  std::vector<PinMessage> in;
  bool unasked = true;
  std::uint64_t clocked = 0;
  for (std::uint64_t step = 0; clocked < cycles && step < kIdle * cycles; ++step) {
    in.clear();
    world.inputs(now, in);
    if (!in.empty() || pair.due() <= now) ++clocked;
    const std::vector<PinMessage>* said = pair.clock(now, in, unasked);
    if (said == nullptr) return true;
    world.hear(now, *said);
    // Sometimes a clock without a request, which must not matter.
    const Cycle next = std::min(world.next(), pair.due());
    const Cycle early = random.percent(5) ? now + 1 + random.below(2) * (next - now - 1) / 2 : next;
    unasked = early < next;
    now = early;
  }
  return false;
}

}  // namespace

int run_block_campaign(const BlockCampaign& campaign, const BlockModels& models, std::ostream& out,
                       std::ostream& errors) {
  const BlockPins* pins = find_block_pins(campaign.block);
  const WorldKind* kind = pins == nullptr ? nullptr : find_world(*pins);
  if (kind == nullptr) {
    errors << "block_bench: error: there is no traffic for the block '" << campaign.block << "' (expected "
           << blocks_with_worlds() << ")\n";
    return 2;
  }
  std::unique_ptr<CornerCounts> all;
  std::uint64_t served = 0;
  std::uint64_t cycles = 0;
  std::uint64_t tasks = 0;
  for (const BlockModel& model : models) {
    if (model.other || model.block != campaign.block || (!campaign.name.empty() && model.name != campaign.name))
      continue;
    for (std::uint64_t machine = 0; machine < kMachines; ++machine) {
      Random random(campaign.seed * 100000 + served * kMachines + machine);
      std::vector<std::uint32_t> config;
      try {
        config = kind->draw_config(model, random);
      } catch (const Error& none) {
        errors << "block_bench: error: " << none.what() << '\n';
        return 2;
      }
      BlockPair pair(*pins, model, config, {}, draw_reset(model, random));
      const std::uint64_t each = campaign.cycles / kMachines;
      Cycle now = begin(0, random);
      for (std::uint64_t left = each; left > 0;) {
        const std::unique_ptr<BlockWorld> world = kind->make(config, random.bits());
        // Some machines are reset in whatever they are doing, from time to time.
        const std::uint64_t most = machine % 3 == 2 ? std::min<std::uint64_t>(left, random.between(1, 300)) : left;
        bool differ = run_until_reset(*world, pair, now, most, random);
        tasks += world->tasks();
        if (all) {
          all->merge(world->corners());
        } else {
          all = std::make_unique<CornerCounts>(world->corners());
        }
        left -= most;
        if (!differ && left > 0) differ = !pair.reset(now, draw_reset(model, random));
        if (!differ) {
          now = begin(now, random);
          continue;
        }
        out << "cycle " << now << ", seed " << campaign.seed << ": " << pair.difference()
            << pair.leave(campaign.prefix, kShownCycles) << "\n  machine " << machine << " of " << model.block << ' '
            << model.name << ": " << config_text(*pins, config) << std::endl;
        return 1;
      }
      cycles += each;
    }
    ++served;
  }
  if (served == 0) {
    errors << "block_bench: error: no such " << campaign.block << " in Verilog is built\n";
    return 2;
  }
  all->print(out);
  const std::vector<std::string> missing = all->missing();
  for (const std::string& name : missing) out << "corner not met: " << name << '\n';
  out << tasks << " tasks in " << cycles << " clocked cycles of " << served << " models of the " << campaign.block
      << ", seed " << campaign.seed << ": equal; " << missing.size() << " corners missing" << std::endl;
  return missing.empty() ? 0 : 3;
}

}  // namespace gantry::campaign
