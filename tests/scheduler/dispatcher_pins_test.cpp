// SPDX-License-Identifier: Apache-2.0
// The dispatcher's pins carry what every policy looks at: whichever runs in the model, the dispatcher behind pins says
// the same.
#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "blocks/pin_layout.h"
#include "blocks/pin_recording.h"
#include "catch.h"
#include "experiment/submission_order.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "input_files.h"
#include "pins/dispatcher_pins.h"
#include "random_experiment.h"
#include "sanitized.h"
#include "scheduler/block_runs.h"

namespace gantry::dispatcher_pins_test {

using namespace block_runs;

namespace {

/// What the dispatcher may be asked to heed: a plan, times that differ by type, clusters.
void vary(Experiment& experiment, std::uint64_t seed) {
  std::vector<std::string> types;
  std::uint32_t processors = 0;
  for (const ProcessorGroup& group : *experiment.architecture.processors) {
    processors += group.count;
    const bool known = std::find(types.begin(), types.end(), group.type) != types.end();
    if (!known && group.type != kDmaType) types.push_back(group.type);
  }
  std::vector<WorkloadTask>& tasks = experiment.workload.tasks;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (!tasks[t].processor.empty() || tasks[t].jobs == 0 || tasks[t].cls == TaskClass::communication) continue;
    for (std::size_t type = 0; (seed + t) % 2 == 0 && type < types.size(); ++type) {
      tasks[t].cycles_by_type.push_back({types[type], tasks[t].cycles + 13 * type});
    }
  }
  if (experiment.processor_choice != kPlannedChoice) return;
  experiment.architecture.dispatcher->colocation.fill(Colocation::none);
  Replay& replay = experiment.replay.emplace();
  for (std::uint32_t t = 0; t < tasks.size(); ++t) {
    const auto of_it = [&](std::uint64_t n) { return static_cast<ProcessorId>(n % processors); };
    std::set<ProcessorId> planned = {of_it(seed + t), of_it(3 * t), of_it(seed * 5 + t / 2)};
    replay.order.push_back(t);
    replay.processors.emplace_back(planned.begin(), planned.end());
    replay.registered_before.emplace_back();
  }
}

}  // namespace

TEST_CASE("every picker with every choice of processors runs beside the dispatcher behind pins") {
  std::uint64_t seed = 1;
  std::uint64_t jobs = 0;
  std::uint64_t failures = 0;
  std::size_t pairs = 0;
  for (const auto& picker : builtin_pickers().entries()) {
    for (const auto& choice : builtin_processor_choices().entries()) {
      for (std::uint32_t way = 0; way < (kSanitized ? 3 : 6); ++way) {
        for (bool ran = false; !ran; ++seed) {
          Experiment experiment = random_experiment(seed);
          experiment.background.reset();
          experiment.max_cycles = 8000;
          experiment.picker = picker.name;
          experiment.processor_choice = choice.name;
          DispatcherConfig& dispatcher = *experiment.architecture.dispatcher;
          dispatcher.mode = way % 2 == 0 ? MatchMode::gang : MatchMode::per_job;
          dispatcher.match_against = static_cast<MatchAgainst>(way % 3);
          // Beyond the pins.
          experiment.architecture.monitor->early_registration = false;
          for (ProcessorGroup& group : *experiment.architecture.processors) group.set_up_cycles = 0;
          vary(experiment, seed);
          if (experiment.workload.tasks.size() < 3 || !can_run(experiment)) continue;
          INFO(picker.name << ", " << choice.name << ", seed " << seed);
          REQUIRE(!beyond_pins(dispatcher_pins(), config_behind_pins(experiment)));
          const RecordedRun run = run_with(experiment, dispatcher_pins(), &model_behind_pins(dispatcher_pins()), false);
          jobs += run.records.jobs.size();
          failures += run.records.failures;
          ran = true;
        }
        ++pairs;
      }
    }
  }
  // It was worth looking.
  CHECK(jobs > 10 * pairs);
  CHECK(failures > pairs / 4);
}

TEST_CASE("a hundred processors of several types, speeds and clusters stand behind the dispatcher's pins") {
  const InputFiles files;
  std::string text = R"(
architecture:
  interconnect: {topology: mesh, columns: auto, rows: auto}
  processors:
    - {type: core, count: 60, cluster: 0, queue_depth: 1}
    - {type: gpu, count: 25, cluster: 1, queue_depth: 3, speed: 2.5}
    - {type: npu, count: 15, cluster: 7, queue_depth: 2, speed: 0.7}
  dispatcher: {send_ports: 2, mode: per_job}
workload:
  tasks:
)";
  for (int i = 0; i < 60; ++i) {
    const std::string where = i % 3 == 0   ? "cycles: {gpu: 900, npu: 500}"
                              : i % 3 == 1 ? "cycles: {core: 700, npu: 1500, gpu: 650}"
                                           : "cycles: 800";
    text += "    - {id: t" + std::to_string(i) + ", class: " + (i % 2 == 0 ? "cluster" : "block") +
            ", jobs: " + std::to_string(4 << i % 3) + ", deadline: " + std::to_string(20000 - 150 * i) + ", " + where +
            "}\n";
  }
  const std::string path = files.write("hundred.yaml", text);
  for (const std::string choice : {"first_free", "least_loaded", "nearest", "earliest_finish"}) {
    for (const std::string against : {"idle", "reserve", "capable"}) {
      for (const std::string together : {"none", "one_cluster", "all_clusters"}) {
        INFO(choice << ' ' << against << ' ' << together);
        Diagnostics diagnostics;
        const auto experiment =
            load_experiment(path,
                            {"policies.picker=least_slack", "architecture.dispatcher.picker.least_slack.parallel=4",
                             "policies.processor_choice=" + choice, "architecture.dispatcher.match_against=" + against,
                             "architecture.dispatcher.colocation.cluster=" + together},
                            diagnostics);
        INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
        REQUIRE(experiment);
        const RecordedRun plain = run_with(*experiment, dispatcher_pins(), nullptr, false);
        const RecordedRun run = run_with(*experiment, dispatcher_pins(), &model_behind_pins(dispatcher_pins()), false);
        CHECK((run.bytes() == plain.bytes()));
        CHECK(run.records.jobs.size() == 560);
        const auto beyond_first_mask = [](const JobRecord& job) { return job.processor >= 64; };
        CHECK(std::any_of(run.records.jobs.begin(), run.records.jobs.end(), beyond_first_mask));
      }
    }
  }
}

TEST_CASE("every picker and every choice of processors has its number behind pins, and its keys are constants") {
  namespace pin = pins::dispatcher;
  CHECK(pin::pickers().size() == builtin_pickers().entries().size());
  CHECK(pin::choices().size() == builtin_processor_choices().entries().size());
  Experiment experiment =
      shipped("contended.yaml", {"policies.picker=preset", "architecture.dispatcher.picker.preset.C=77"});
  const std::vector<std::uint32_t> config = config_of(dispatcher_pins(), experiment);
  const auto constant = [&](std::string_view name) {
    const std::vector<PinConstant>& all = dispatcher_pins().config;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].name == name) return config.at(i);
    }
    return ~std::uint32_t{0};
  };
  CHECK(pin::pickers().at(constant("picker")) == "preset");
  CHECK(constant("preset_C") == 77);
  CHECK(constant("least_slack_parallel") == 1);
}

TEST_CASE("the table of processors is told while the dispatcher is reset, and its trace has it") {
  const BlockPins& pins = dispatcher_pins();
  const std::vector<std::uint32_t> config = config_of(pins, shipped("contended.yaml", {}));
  const PinLayout layout(pins);
  const std::vector<PinBits> shown = layout.config(config);
  std::uint32_t rows = 0;
  for_each_row(pins, config, [&](const PinMessage& row) { CHECK(row.values[0] == rows++); });
  CHECK(rows == config.at(1));
  CHECK(shown.size() == rows + 1);  // the last without a row
  CHECK((layout.values(shown) == config));
  const PinRecording recording(pins, config);
  std::ostringstream out;
  recording.write(out);
  PinRecording again;
  std::istringstream in(out.str());
  again.read(in);
  CHECK((again.config() == config));
  std::string odd = out.str();
  odd.replace(odd.find("hops="), 5, "hop=");
  std::istringstream odd_in(odd);
  CHECK_THROWS_WITH(again.read(odd_in), "line 4: behind processor must stand hops=NUMBER of 32 bits");
}

TEST_CASE("a machine that the pins of the dispatcher cannot tell is refused with the reason") {
  const InputFiles files;
  const auto refusal = [&](int types) {
    std::string text = "architecture:\n  interconnect: {topology: mesh, columns: auto, rows: auto}\n  processors:\n";
    for (int type = 0; type < types; ++type) text += "    - {type: type" + std::to_string(type) + ", count: 1}\n";
    text += "workload:\n  tasks: [{id: a, jobs: 1, cycles: 5}]\n";
    Diagnostics diagnostics;
    const auto experiment = load_experiment(files.write("types.yaml", text), {}, diagnostics);
    INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
    REQUIRE(experiment);
    check_block_engine({"dispatcher", "theirs", false}, *experiment, {}, diagnostics);
    return diagnostics.errors().front().text;
  };
  CHECK(refusal(64) == "there is no dispatcher in Verilog of the name 'theirs' in this program");
  CHECK(refusal(65) ==
        "the pins of the dispatcher cannot tell 65 types of processors (at most 64, on each of which a task may take "
        "other times, told beside its request)");
}

}  // namespace gantry::dispatcher_pins_test
