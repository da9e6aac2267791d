// SPDX-License-Identifier: Apache-2.0
// Pickers and processor choices as units: the documented order and ties. The source's picker has its golden stimuli
// (pick_test), stride its promises (stride_test).
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/processor_choice.h"
#include "picker_rounds.h"
#include "random_experiment.h"
#include "random_keys.h"

namespace gantry::policy_test {

namespace {

constexpr std::uint64_t kEndless = std::uint64_t{1} << 40;

std::unique_ptr<Picker> make_picker(const std::string& name, std::uint32_t entries = 130) {
  PickerConfig config;
  config.entries = entries;
  config.classes = 5;
  const auto* found = builtin_pickers().find(name);
  REQUIRE(found != nullptr);
  return found->make(config);
}

}  // namespace

TEST_CASE("every picker serves whom it may and nobody else") {
  for (const auto& entry : builtin_pickers().entries()) {
    INFO(entry.name);
    const auto picker = make_picker(entry.name);
    const EntrySet all = all_entries();
    CHECK(picks(*picker, all, 1) == Winners{kNone});

    picker->add(3, {0, 10, 2, 5});
    picker->add(129, {1, 200, 1, 5});
    CHECK(picks(*picker, make_bit_set(130), 2) == Winners{kNone, kNone});
    EntrySet only = make_bit_set(130);
    set_bit(only, 3);
    set_bit(only, 64);  // empty
    CHECK(picks(*picker, only, 3) == Winners{3, 3, kNone});
    CHECK(picks(*picker, all, 2) == Winners{129, kNone});

    picker->add(3, {2, 1, 1, 5});  // its place can be used again
    picker->add(64, {0, 1, kEndless, 5});
    picker->drop(64);
    CHECK(picks(*picker, all, 2) == Winners{3, kNone});
  }
}

TEST_CASE("every picker gives out exactly the jobs that were asked for") {
  for (const auto& entry : builtin_pickers().entries()) {
    Dice dice(7);
    const auto picker = make_picker(entry.name, 40);
    std::vector<std::uint64_t> left(40, 0);
    std::uint64_t wrong = 0;
    for (int step = 0; step < 5000; ++step) {
      const std::uint32_t e = dice.between(0, 39);
      if (left[e] == 0 && dice.chance(40)) {
        left[e] = dice.between(1, 30);
        picker->add(e, {dice.between(0, 4), dice.between(1, 256), left[e], dice.between(0, 100)});
      } else if (left[e] > 0 && dice.chance(3)) {
        left[e] = 0;
        picker->drop(e);
      }
      EntrySet eligible = make_bit_set(40);
      bool any = false;
      for (std::uint32_t i = 0; i < 40; ++i) {
        if (!dice.chance(70)) continue;
        set_bit(eligible, i);
        any = any || left[i] > 0;
      }
      const auto pick = picker->pick(eligible);
      wrong += pick.has_value() != any ? 1 : 0;
      if (!pick) continue;
      wrong += !test_bit(eligible, pick->entry) || left[pick->entry] == 0 ? 1 : 0;
      if (left[pick->entry] > 0) --left[pick->entry];
    }
    INFO(entry.name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("fifo serves in order of admission, whatever the weights") {
  const auto picker = make_picker("fifo");
  picker->add(70, {0, 1, 2, 0});
  picker->add(5, {4, 256, 1, 0});
  picker->add(0, {1, 256, 1, 0});
  EntrySet without = all_entries();
  clear_bit(without, 70);
  CHECK(picks(*picker, all_entries(), 1) == Winners{70});
  CHECK(picks(*picker, without, 1) == Winners{5});
  picker->add(5, {0, 9, 1, 0});  // again: now the last
  CHECK(picks(*picker, all_entries(), 4) == Winners{70, 0, 5, kNone});
}

namespace {

struct SomeProcessors {
  std::vector<std::uint32_t> pending;
  std::vector<std::uint32_t> hops;
  std::vector<Cycle> busy_until;
  std::vector<Cycle> reserved_cycles;
  std::vector<std::uint64_t> speed;
  std::vector<ProcessorType> type;

  explicit SomeProcessors(std::size_t count)
      : pending(count, 0),
        hops(count, 0),
        busy_until(count, 0),
        reserved_cycles(count, 0),
        speed(count, Speed{}.millionths),
        type(count, 0) {}

  /// The processor that `name` chooses among `candidates`.
  [[nodiscard]] ProcessorId choose(const std::string& name, const std::vector<ProcessorId>& candidates, Cycle now = 0,
                                   std::uint64_t job_cycles = 0) const {
    const auto* found = builtin_processor_choices().find(name);
    REQUIRE(found != nullptr);
    ProcessorSet set = make_bit_set(pending.size());
    for (const ProcessorId p : candidates) set_bit(set, p);
    return found->make({})->choose(set, {now, {job_cycles}, pending, hops, busy_until, reserved_cycles, speed, type});
  }
};

}  // namespace

TEST_CASE("every processor choice takes a candidate, of equal ones the lowest") {
  const SomeProcessors equal(200);
  for (const auto& entry : builtin_processor_choices().entries()) {
    INFO(entry.name);
    CHECK(equal.choose(entry.name, {199}, 10, 5) == 199);
    CHECK(equal.choose(entry.name, {70, 64, 199}, 10, 5) == 64);
  }
}

TEST_CASE("processor choices look at what their name says") {
  SomeProcessors p(4);
  p.pending = {3, 1, 1, 2};
  p.hops = {5, 4, 3, 3};
  CHECK(p.choose("first_free", {3, 1}) == 1);
  CHECK(p.choose("least_loaded", {0, 1, 2, 3}) == 1);
  CHECK(p.choose("least_loaded", {0, 3}) == 3);
  CHECK(p.choose("nearest", {0, 1, 2, 3}) == 2);
  CHECK(p.choose("nearest", {0, 1}) == 1);
}

TEST_CASE("earliest_finish adds what is known: busy until, reservations, hops, job time") {
  SomeProcessors p(3);
  p.busy_until = {100, 90, 40};
  // In cycle 50: 100 + 10, 90 + 10, 50 + 10.
  CHECK(p.choose("earliest_finish", {0, 1, 2}, 50, 10) == 2);
  p.reserved_cycles = {0, 0, 41};  // 110, 100, 101
  CHECK(p.choose("earliest_finish", {0, 1, 2}, 50, 10) == 1);
  p.reserved_cycles = {0, 0, 0};
  p.hops = {0, 0, 41};
  CHECK(p.choose("earliest_finish", {0, 1, 2}, 50, 10) == 1);
  p.speed = {10 * Speed{}.millionths, Speed{}.millionths, Speed{}.millionths};  // 101, 100, 101
  CHECK(p.choose("earliest_finish", {0, 1, 2}, 50, 10) == 1);
  CHECK(p.choose("earliest_finish", {0, 2}, 50, 10) == 0);
  CHECK(p.choose("earliest_finish", {0, 1, 2}, 50, 100) == 0);  // 110, 190, 191
}

namespace {

/// First words of the indented lines that `gantry list KIND` prints.
std::set<std::string> listed(const std::string& kind) {
  std::set<std::string> names;
  FILE* pipe = popen((std::string(GANTRY_PROGRAM) + " list " + kind).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 512> line{};
  while (fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr) {
    const std::string text = line.data();
    if (text.rfind("  ", 0) == 0 && text[2] != ' ') names.insert(text.substr(2, text.find(' ', 2) - 2));
  }
  CHECK(pclose(pipe) == 0);
  return names;
}

/// Names of the files of a folder that add to a catalogue of this type.
std::set<std::string> plug_ins(const std::string& folder, const std::string& catalogue) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(GANTRY_SOURCE_DIR) + folder)) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::size_t at = text.find("void add_" + entry.path().stem().string() + "(" + catalogue + "& ");
    if (at == std::string::npos) continue;
    names.insert(entry.path().stem().string());
  }
  return names;
}

}  // namespace

TEST_CASE("gantry list names one policy per file") {
  CHECK(listed("pickers") == plug_ins("/model/scheduler/pickers", "PickerCatalogue"));
  CHECK(listed("processor_choices") == plug_ins("/model/scheduler/choices", "ProcessorChoiceCatalogue"));
  CHECK(listed("routings") == plug_ins("/model/network/routings", "RoutingCatalogue"));
  CHECK(listed("patterns") == plug_ins("/model/network/patterns", "PatternCatalogue"));
  // The folder names shapes in full.
  CHECK(listed("topologies").size() == plug_ins("/model/network/topologies", "TopologyCatalogue").size());
}

}  // namespace gantry::policy_test
