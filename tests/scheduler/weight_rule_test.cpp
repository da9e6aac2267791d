// SPDX-License-Identifier: Apache-2.0
// The other forms that the source gives its picker: other delay factors (004 [0066] to [0068]), weights that are shares
// of the sum over jobs ([0065]), and target weights that are set beforehand ([0061]). Numbers by hand, with 8 fraction
// bits and targets in whole weights: H is 256 times the history weight.
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "catch.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry::weight_rule_test {

namespace {

constexpr std::uint32_t kUnion = 2;

std::unique_ptr<Picker> make(std::string_view name, const PickerConfig& config) {
  return builtin_pickers().find(name)->make(config);
}

Pick round(Picker& picker) {
  const std::optional<Pick> pick = picker.pick({~std::uint64_t{0}});
  REQUIRE(pick);
  return *pick;
}

}  // namespace

TEST_CASE("a delay factor of 2 halves every history, and gives the winner half of the full weight") {
  PickerConfig config;
  config.own.of(kSourcePicker).set("delay_more", 1);
  const std::unique_ptr<Picker> picker = make(kSourcePicker, config);
  // Equal weights of 1: W = 128 each, H = 1.
  for (const std::uint32_t entry : {0U, 1U}) picker->add(entry, {kUnion, 1, 9});
  // 128 - 1 for both, and the lower entry wins. Then 0.5 + 128 and 0.5.
  CHECK(round(*picker) == Pick{0, 127, 128, 256});
  // -0.5 is -1, 127.5 is 127.
  CHECK(round(*picker) == Pick{1, 127, 128, 128});
  // 64.25 and 0.25 + 128: 63.75 is 63.
  CHECK(round(*picker) == Pick{0, 63, 128, 16448});
}

TEST_CASE("each row of the table is a key: an entry decays by that of its expected weight") {
  struct Row {
    const char* key;
    std::uint32_t weight;  // of 256 in all, so that it is the expected weight too
  };
  for (const Row& row : {Row{"delay_1", 1}, Row{"delay_2", 2}, Row{"delay_4", 3}, Row{"delay_4", 4}, Row{"delay_8", 5},
                         Row{"delay_8", 8}, Row{"delay_more", 9}}) {
    INFO(row.key << ' ' << row.weight);
    PickerConfig config;
    config.own.of(kSourcePicker).set(row.key, 0);  // a factor of 1: the history is that of the last round alone
    const std::unique_ptr<Picker> picker = make(kSourcePicker, config);
    picker->add(0, {kUnion, row.weight, 9});
    picker->add(1, {kUnion, 256 - row.weight, 9});
    const std::optional<Pick> pick = picker->pick({1});
    REQUIRE(pick);
    CHECK(pick->expected_weight == row.weight);
    std::vector<EntryState> entries;
    picker->inspect(entries);
    CHECK(entries[0].history == 256 << 8);
  }
}

TEST_CASE("over jobs, a weight is a share of the weights of all jobs that are to be picked") {
  PickerConfig config;
  config.own.of(kSourcePicker).set("over_jobs", 1);
  const std::unique_ptr<Picker> picker = make(kSourcePicker, config);
  picker->add(0, {kUnion, 1, 3});
  picker->add(1, {kUnion, 1, 1});
  // Four jobs: 256 / 4. H is 1, and 15/16 + 16 after the win.
  CHECK(round(*picker) == Pick{0, 63, 64, 256});
  // Three jobs: 85. 85 - 15/16 is 84.06.
  CHECK(round(*picker) == Pick{1, 84, 85, 240});
  // Two jobs, both of entry 0: 128. 4336 - 4336 / 16 = 4065, and 128 - 15.88 is 112.1.
  CHECK(round(*picker) == Pick{0, 112, 128, 4065});
  SECTION("a last job has all of the weight") { CHECK(round(*picker).expected_weight == 256); }
  SECTION("a drop takes all its jobs with it") {
    picker->add(2, {kUnion, 3, 5});
    picker->drop(2);
    CHECK(round(*picker).expected_weight == 256);
  }
}

TEST_CASE("preset: the largest target weight wins, a task's own before that of its class") {
  PickerConfig config;
  config.own.of("preset").set("U", 7);
  const std::unique_ptr<Picker> picker = make("preset", config);
  PickerEntry entry{kUnion, 1, 1};
  picker->add(0, entry);
  for (const std::uint32_t target : {3U, 9U, 0U}) {
    entry.target = target;
    picker->add(target == 3 ? 1 : target == 9 ? 2 : 3, entry);
  }
  for (const std::uint32_t winner : {2U, 0U, 1U, 3U}) CHECK(round(*picker).entry == winner);
}

}  // namespace gantry::weight_rule_test
