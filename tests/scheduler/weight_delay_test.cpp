// SPDX-License-Identifier: Apache-2.0
// The fast forms of weight_delay against the plain statement of the rule, over random configurations, joins, drops and
// eligibility: every winner with its T, W and H.
#include <algorithm>
#include <array>
#include <random>

#include "catch.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"

namespace gantry::weight_delay_test {

namespace {

constexpr int kConfigurations = 200;
constexpr int kStepsEach = 3000;

std::uint32_t below(std::mt19937_64& random, std::uint64_t bound) {
  return static_cast<std::uint32_t>(random() % bound);
}

PickerConfig random_config(std::mt19937_64& random) {
  PickerConfig config;
  config.entries = 1 + below(random, 300);
  config.classes = 1 + below(random, 5);
  config.frac = below(random, 17);
  config.quant = below(random, config.frac + 9);
  return config;
}

PickerEntry random_entry(std::mt19937_64& random, const PickerConfig& config) {
  constexpr std::array<std::uint32_t, 4> kLargestWeight = {1, 4, 32, 256};
  return {below(random, config.classes), 1 + below(random, kLargestWeight[below(random, 4)]), 1 + below(random, 50), 1};
}

/// Steps until the first difference; kStepsEach when there is none.
int steps_alike(std::mt19937_64& random, const PickerConfig& config, Vectors vectors) {
  const auto plain = make_plain_weight_delay(config);
  const auto keyed = make_keyed_weight_delay(config, vectors);
  std::vector<std::uint64_t> jobs(config.entries, 0);
  EntrySet eligible((config.entries + 63) / 64, 0);
  for (int step = 0; step < kStepsEach; ++step) {
    const std::uint32_t entry = below(random, config.entries);
    if (jobs[entry] == 0 && below(random, 3) == 0) {
      const PickerEntry what = random_entry(random, config);
      jobs[entry] = what.jobs;
      plain->add(entry, what);
      keyed->add(entry, what);
    } else if (jobs[entry] != 0 && below(random, 20) == 0) {
      jobs[entry] = 0;
      plain->drop(entry);
      keyed->drop(entry);
    }
    if (below(random, 3) == 0) {
      for (auto& word : eligible) {
        word = random();
        word |= random();  // three of four
      }
    }
    const auto expected = plain->pick(eligible);
    if (!(keyed->pick(eligible) == expected)) return step;
    if (expected) --jobs[expected->entry];
  }
  return kStepsEach;
}

}  // namespace

TEST_CASE("one key per entry gives the winners of the plain rule, in every width of vector") {
  std::mt19937_64 random(4);
  int served = 0;
  while (served < kConfigurations) {
    const PickerConfig config = random_config(random);
    if (!fits_one_key(config)) continue;
    ++served;
    for (const Vectors vectors : {Vectors::baseline, Vectors::widest}) {
      INFO("entries " << config.entries << ", classes " << config.classes << ", frac " << config.frac << ", quant "
                      << *config.quant);
      REQUIRE(steps_alike(random, config, vectors) == kStepsEach);
    }
  }
}

}  // namespace gantry::weight_delay_test
