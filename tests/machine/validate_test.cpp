// SPDX-License-Identifier: Apache-2.0
// Machines and tasks that are made in C++ get the checks that a file gets.
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/graph_source.h"
#include "gantry/base/error.h"
#include "gantry/base/keys.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/validate.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "sanitized.h"

namespace gantry::validate_test {

namespace {

using Lines = std::vector<std::string>;

/// The problems that a check throws.
template <class Check>
Lines problems(Check check) {
  try {
    check();
  } catch (const Error& error) {
    Lines lines;
    for (const Diagnostic& diagnostic : error.diagnostics().errors()) lines.push_back(diagnostic.text);
    return lines;
  }
  return {};
}

Lines problems_of(const Architecture& architecture) {
  return problems([&] { validate(architecture); });
}

/// Puts the n-th number of a machine out of its range, if it can be.
class Spoil final : public KeyVisitor {
 public:
  Spoil(Architecture& architecture, std::size_t which) : which_(which) { describe(*this, architecture); }
  [[nodiscard]] bool reached() const { return at_ > which_; }
  [[nodiscard]] const std::string& spoilt() const { return spoilt_; }  ///< empty: it cannot be

 private:
  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override {
    if (at_++ != which_) return;
    const bool fits = range.max < std::numeric_limits<std::uint32_t>::max();
    if (range.min == 0 && !fits) return;
    value = fits ? range.max + 1 : range.min - 1;
    spoilt_ = key.name;
  }
  void on_optional_number(const Key& /*key*/, std::optional<std::uint64_t>& /*value*/, KeyRange /*range*/) override {}
  void on_flag(const Key& /*key*/, bool& /*value*/) override {}
  void on_text(const Key& /*key*/, std::string& /*value*/) override {}
  void on_choice(const Key& /*key*/, std::size_t& /*at*/, const KeyNames& /*words*/) override {}
  void on_name(const Key& /*key*/, std::string& /*value*/, const KeyNames& /*known*/,
               std::string_view /*kind*/) override {}
  void on_decimal(const Key& key, Speed& value) override {
    if (at_++ != which_) return;
    value.millionths = 0;
    spoilt_ = key.name;
  }
  void on_numbers(const Key& /*key*/, std::vector<std::uint32_t>& /*value*/, KeyRange /*range*/) override {}
  void on_window(const Key& /*key*/, const KeyWindow& /*window*/) override {}
  void on_form(const Key& /*key*/, const KeyForm& /*form*/) override {}
  [[nodiscard]] bool looks_at_all() const override { return false; }
  bool begin_section(const Key& /*key*/) override { return true; }
  void end_section() override {}
  std::size_t begin_list(const Key& /*key*/, std::size_t items, std::string_view /*item*/) override { return items; }
  bool begin_item(std::size_t /*number*/) override { return true; }
  void end_list() override {}

  const std::size_t which_;
  std::size_t at_ = 0;
  std::string spoilt_;
};

/// A machine of one group of processors.
Architecture usual() {
  Architecture architecture;
  architecture.processors->resize(1);
  return architecture;
}

/// Problems of one task; `change` makes it.
Lines problems_of_task(const std::function<void(Task&)>& change) {
  class One final : public TaskSource {
   public:
    explicit One(const std::function<void(Task&)>& change) : change_(change) {}
    bool next(Task& task) override {
      if (given_) return false;
      given_ = true;
      task = Task();
      change_(task);
      return true;
    }
    [[nodiscard]] std::uint64_t total() const override { return 1; }
    [[nodiscard]] std::string name(std::uint64_t /*number*/) const override { return "t"; }

   private:
    const std::function<void(Task&)>& change_;
    bool given_ = false;
  };
  One source(change);
  return problems([&] { validate(usual(), source); });
}

}  // namespace

TEST_CASE("no machine that runs is refused, and none of its tasks") {
  const std::uint64_t most = kSanitized ? 30 : 300;
  for (std::uint64_t seed = 1; seed <= most; ++seed) {
    const Experiment experiment = random_experiment(seed);
    if (!can_run(experiment)) continue;
    INFO("seed " << seed);
    CHECK(problems_of(experiment.architecture) == Lines());
    if (!experiment.streams.empty()) continue;
    GraphSource source(experiment.workload, experiment.architecture);
    CHECK(problems([&] { validate(experiment.architecture, source); }) == Lines());
  }
}

TEST_CASE("every number out of its range is told by its key") {
  std::size_t told = 0;
  for (std::size_t which = 0;; ++which) {
    Architecture architecture = usual();
    const Spoil spoil(architecture, which);
    if (!spoil.reached()) break;
    if (spoil.spoilt().empty()) continue;
    const Lines lines = problems_of(architecture);
    INFO(spoil.spoilt());
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find('.' + spoil.spoilt() + " must be ") != std::string::npos);
    ++told;
  }
  CHECK(told > 60);
}

TEST_CASE("what sections say against each other is told") {
  CHECK(problems_of(Architecture()) == Lines{"architecture.processors must be 1 to 4096 in all, not 0"});
  Architecture architecture = usual();
  architecture.task_cache->queues_per_class = 2;
  architecture.task_cache->capacity = 9;
  architecture.memory->interleave_bytes = 300;
  architecture.dispatcher->class_map[1] = 4;
  CHECK(problems_of(architecture) ==
        Lines{"architecture.task_cache.capacity must be at least 10, a place for each queue",
              "architecture.memory.interleave_bytes must be a multiple of burst_bytes",
              "architecture.dispatcher.class_map.cluster must be below picker.classes, which is 3"});
  architecture = usual();
  architecture.interconnect.own.set("colums", 3);
  architecture.dispatcher->picker->own.of("preset").set("Z", 1);
  architecture.dispatcher->picker->own.of("presett").set("B", 1);
  CHECK(problems_of(architecture) == Lines{"architecture.interconnect.colums is no key",
                                           "architecture.dispatcher.picker.preset.Z is no key",
                                           "architecture.dispatcher.picker.presett is no picker"});
  architecture = usual();
  architecture.interconnect.own.set("columns", 2);
  architecture.interconnect.own.set("rows", 1);
  CHECK(problems_of(architecture).size() == 1);  // no room for the endpoints
}

TEST_CASE("what is wrong with a task is told") {
  CHECK(problems_of_task([](Task&) {}) == Lines());
  CHECK(problems_of_task([](Task& task) { task.weight = 0; }) == Lines{"task t has weight 0 (1 to 256)"});
  CHECK(problems_of_task([](Task& task) { task.jobs = 65537; }) == Lines{"task t has 65537 jobs (1 to 65536)"});
  CHECK(problems_of_task([](Task& task) { task.cls = TaskClass::event; }) ==
        Lines{"task t has 1 jobs (an event has none)"});
  CHECK(problems_of_task([](Task& task) { task.after = {0}; }) ==
        Lines{"task t waits for task number 0, which does not come before it"});
  CHECK(problems_of_task([](Task& task) { task.type = 3; }) ==
        Lines{"task t needs a processor of a type that does not exist"});
  CHECK(problems_of_task([](Task& task) { task.job_bytes = std::uint64_t{1} << 60; }) ==
        Lines{"task t has jobs that no processor takes, by their type, size or cluster"});
  CHECK(problems_of_task([](Task& task) { task.jobs = 4096; }) ==
        Lines{"task t has more jobs than can be matched at once, or in time"});
}

TEST_CASE("a machine that nothing can be computed of is not built") {
  class Nothing final : public TaskSource {
   public:
    bool next(Task& /*task*/) override { return false; }
    [[nodiscard]] std::uint64_t total() const override { return 0; }
    [[nodiscard]] std::string name(std::uint64_t /*number*/) const override { return ""; }
  };
  Nothing tasks;
  Records records;
  CHECK_THROWS_AS(Machine(Architecture(), {}, tasks, records), Error);
  Architecture architecture = usual();
  architecture.memory->burst_bytes = 0;
  CHECK_THROWS_AS(Machine(architecture, {}, tasks, records), Error);
}

}  // namespace gantry::validate_test
