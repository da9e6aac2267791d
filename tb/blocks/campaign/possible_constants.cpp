// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "blocks/campaign/possible_answers.h"
#include "gantry/base/types.h"
#include "pins/block_pins.h"

namespace gantry::campaign {

void check_constants(const BlockPins& pins, const std::vector<std::uint32_t>& config) {
  // Beyond the most that any machine has.
  constexpr std::uint32_t kMost = 1U << 20U;
  constexpr std::uint32_t kMostEntries = 1U << 24U;
  constexpr std::uint32_t kMostCycles = 0xffffffff;
  constexpr std::array<std::string_view, 9> kMayBeNone = {"predecessors",     "stores",       "query_wakeups_per_cycle",
                                                          "retire_per_cycle", "job_timeout",  "max_retries",
                                                          "quarantine",       "watched_jobs", "timers_per_cycle"};
  std::uint64_t queues = 0;
  for (std::size_t i = 0; i < pins.config.size(); ++i) {
    const PinConstant& constant = pins.config[i];
    const bool is_queues = constant.name == "queues_per_class";
    const bool may_be_none = std::find(kMayBeNone.begin(), kMayBeNone.end(), constant.name) != kMayBeNone.end();
    const std::uint32_t least = may_be_none ? 0 : 1;
    const auto others = constant.name == "job_timeout" ? kMostCycles
                        : constant.name == "entries"   ? kMostEntries
                                                       : kMost;
    const auto most = is_queues ? (1U << kQueueBits) / static_cast<std::uint32_t>(kTaskClasses) : others;
    if (config.at(i) < least || config.at(i) > most) {
      throw Error("no " + std::string(pins.block) + " has " + std::string(constant.name) + '=' +
                  std::to_string(config.at(i)) + " (a number in " + std::to_string(least) + ".." +
                  std::to_string(most) + ')');
    }
    if (is_queues) queues = kTaskClasses * std::uint64_t{config.at(i)};
    if (constant.name == "capacity" && config.at(i) < queues) {
      throw Error("no " + std::string(pins.block) + " has capacity=" + std::to_string(config.at(i)) +
                  " (a place for each of its " + std::to_string(queues) + " queues)");
    }
  }
}

}  // namespace gantry::campaign
