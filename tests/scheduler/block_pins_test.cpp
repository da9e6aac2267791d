// SPDX-License-Identifier: Apache-2.0
// Blocks of the scheduler behind pins: what stands there computes the same runs, alone or beside the model, and a
// message that is wrong is found where it is.
#include <algorithm>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "blocks/campaign/block_replay.h"
#include "blocks/model_block.h"
#include "blocks/pin_recording.h"
#include "blocks/pin_text.h"
#include "catch.h"
#include "commands/block_engine.h"
#include "csv_table.h"
#include "experiment/experiment.h"
#include "experiment/submission_order.h"
#include "experiment/task_source.h"
#include "gantry/base/error.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "input_files.h"
#include "picker/lockstep_engine.h"
#include "pins/block_pins.h"
#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"
#include "program_run.h"
#include "random_experiment.h"
#include "recorded_run.h"
#include "run/simulation.h"
#include "sanitized.h"
#include "scheduler/block_runs.h"

namespace gantry::block_pins_test {

using namespace block_runs;

namespace {

/// What is wrong with a message that the block behind pins says.
struct Fault {
  std::uint32_t link = 0;
  std::uint32_t number = 0;  ///< which of the link's
  std::uint32_t field = 0;   ///< whose lowest bit is turned; beyond the last: the message is not said
  Cycle late = 0;            ///< it asks for its clocks so much too late
};
Fault fault;

class Faulty final : public PinBlock {
 public:
  explicit Faulty(const BlockPins& pins) : layout_(pins), block_(model_behind_pins(pins).make()) {}
  void reset(const std::vector<PinBits>& config) override { block_->reset(config); }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    const Cycle due = block_->clock(now, in, out);
    std::vector<PinMessage> said;
    layout_.unpack(false, out, said);
    for (std::size_t i = 0; i < said.size(); ++i) {
      if (said[i].link != fault.link || said_++ != fault.number) continue;
      if (fault.field < layout_.pins().outputs[fault.link].fields.size()) {
        said[i].values.at(fault.field) ^= 1U;
      } else {
        said.erase(said.begin() + static_cast<std::ptrdiff_t>(i));
      }
      break;
    }
    layout_.pack(false, said, out);
    return due == kNever ? kNever : due + fault.late;
  }
  bool trace(const std::string& /*path*/) override { return false; }
  bool end_trace() override { return false; }

 private:
  PinLayout layout_;
  std::unique_ptr<PinBlock> block_;
  std::uint32_t said_ = 0;
};

template <std::size_t kBlock>
std::unique_ptr<PinBlock> make_faulty() {
  return std::make_unique<Faulty>(*all_block_pins().at(kBlock));
}

const BlockModel& faulty_behind_pins(const BlockPins& pins) {
  static const BlockModel models[] = {{"", "faulty", {}, make_faulty<0>},
                                      {"", "faulty", {}, make_faulty<1>},
                                      {"", "faulty", {}, make_faulty<2>},
                                      {"", "faulty", {}, make_faulty<3>},
                                      {"", "faulty", {}, make_faulty<4>}};
  return models[number_of(pins)];
}

/// What is booked of a dispatcher behind pins that decides alone: no rounds, entries and matches, and of the shares the
/// picks alone.
RecordedRun without_what_pins_hide(RecordedRun run) {
  for (TaskRecord& task : run.records.tasks) {
    task.entered = task.admitted = kNever;
    task.entry = kNone;
  }
  for (JobRecord& job : run.records.jobs) job.matched = kNever;
  RunStats& stats = run.stats;
  for (BlockStats& block : stats.blocks) {
    if (block.name == "dispatcher") block = {block.name, 0, {}, {}, block.counters};
  }
  stats.picker.rounds = stats.picker.contested = 0;
  stats.picker.rounds_seen = false;
  for (ShareStats& share : stats.shares) {
    share = {share.cls, share.weight, share.picks, share.share, 0.0, 0, 0.0, share.number, true};
  }
  stats.shares.erase(std::remove_if(stats.shares.begin(), stats.shares.end(),
                                    [](const ShareStats& share) { return share.picks == 0; }),
                     stats.shares.end());
  stats.share_batches.clear();
  const auto stage = [](std::string_view name) {
    return static_cast<std::size_t>(std::find(kStageNames.begin(), kStageNames.end(), name) - kStageNames.begin());
  };
  std::uint64_t& pick = stats.waits.cycles.at(stage("pick"));
  stats.waits.cycles.at(stage("match")) += pick;
  pick = 0;
  return run;
}

void check_dispatcher_alone(RecordedRun run, const RecordedRun& plain) {
  RecordedRun wanted = without_what_pins_hide(plain);
  CHECK((run.lives() == wanted.lives()));
  // What is picked in the last cycles of a run that is given up never comes to its port.
  if (plain.end != RunEnd::complete) return;
  for (BlockStats& block : run.stats.blocks) {
    if (block.name != "dispatcher") continue;
    CHECK((block.busy_cycles > 0 || run.records.jobs.empty()));  // a graph of events gives it nothing to do
    block.busy_cycles = 0;
  }
  INFO(first_difference(run.bytes(), wanted.bytes()));
  CHECK((run.bytes() == wanted.bytes()));
}

std::optional<Experiment> random_run(const BlockPins& pins, std::uint64_t seed) {
  return behind_pins(pins, random_experiment(seed));
}

/// Every link carries something: tasks that wait for others, events, queues that are full, matches that fail. `data`:
/// parts are read and written, and leave stores.
Experiment busy(const InputFiles& files, bool data = false) {
  std::string text = data ? "architecture:\n  processors: [{count: 2, local: {bytes: 400, bytes_per_cycle: 32}}]\n  "
                            "directory: {entries: 4, parts_per_cycle: 1}\n"
                          : "architecture:\n  processors: [{count: 2}]\n";
  text += "  dispatcher: {match_timeout: 128}\npolicies: {processor_choice: least_loaded}\nworkload:\n";
  if (data) {
    text += "  data:\n    - {id: w, bytes: 90, parts: 3}\n";
    for (int i = 0; i < 40; ++i) {
      if (i % 5 != 4) text += "    - {id: d" + std::to_string(i) + ", bytes: 100}\n";
    }
  }
  text += "  tasks:\n";
  for (int i = 0; i < 40; ++i) {
    const std::string cls = i % 5 == 4 ? "class: event" : "jobs: " + std::to_string(1 + i % 2) + ", cycles: 200";
    const std::string after = i > 2 && i % 3 == 0 ? ", after: [t" + std::to_string(i - 2) + "]" : "";
    std::string parts;
    if (data && i % 5 != 4) {
      const std::string before = i > 5 ? ", d" + std::to_string((i - 5) / 5 * 5) : "";
      parts = ", reads: [w" + before + "], writes: [d" + std::to_string(i) + ']';
    }
    text += "    - {id: t" + std::to_string(i) + ", " + cls + after + parts + "}\n";
  }
  Diagnostics diagnostics;
  auto experiment = load_experiment(files.write("busy.yaml", text), {}, diagnostics);
  INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
  REQUIRE(experiment);
  return *experiment;
}

}  // namespace

TEST_CASE("whole random runs with the model behind pins give the same bytes, alone and beside the model") {
  const std::uint64_t wanted = kSanitized ? 5 : 30;
  for (const BlockPins* pins : all_block_pins()) {
    if (pins == &directory_pins()) continue;  // its runs have data (directory_pins_test.cpp)
    std::uint64_t runs = 0;
    for (std::uint64_t seed = 1; runs < wanted; ++seed) {
      const auto experiment = random_run(*pins, seed);
      if (!experiment) continue;
      ++runs;
      INFO(pins->block << " seed " << seed);
      const RecordedRun plain = run_with(*experiment, *pins, nullptr, false);
      for (const bool alone : {false, true}) {
        const RecordedRun run = run_with(*experiment, *pins, &model_behind_pins(*pins), alone);
        if (alone && pins == &dispatcher_pins()) {
          check_dispatcher_alone(run, plain);
          continue;
        }
        CHECK((run.lives() == plain.lives()));
        CHECK((run.bytes() == plain.bytes()));
      }
    }
  }
}

TEST_CASE("the decomposer in Verilog, alone and in lockstep, gives the bytes of the model") {
  for (const auto& [name, sets] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"contended.yaml", {}},
           {"contended.yaml", {"architecture.task_cache.window=4", "architecture.decomposer.slots=5"}},
           {"small_tasks.yaml", {}}}) {
    const Experiment experiment = shipped(name, sets);
    INFO(name);
    const RecordedRun plain = run_with(experiment, decomposer_pins(), nullptr, false);
    for (const bool alone : {false, true}) check_in_verilog(experiment, decomposer_pins(), plain, alone);
  }
}

TEST_CASE("the monitor in Verilog, alone and in lockstep, gives the bytes of the model") {
  const std::string monitor = "architecture.monitor.";
  const std::vector<std::string> bounded = {monitor + "query_wakeups_per_cycle=1", monitor + "retire_per_cycle=4"};
  const auto with = [&](const std::vector<std::string>& sets) {
    std::vector<std::string> all = bounded;
    all.insert(all.end(), sets.begin(), sets.end());
    return all;
  };
  for (const auto& [name, sets] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"contended.yaml", bounded},  // the sizes of the usual machine
           {"contended.yaml", with({monitor + "retire_per_cycle=1", monitor + "register_cycles=7"})},
           {"contended.yaml", with({"architecture.task_cache.window=4", monitor + "task_ids=3",
                                    monitor + "completion_window=64", monitor + "retire_per_cycle=2"})},
           {"small_tasks.yaml", bounded}}) {
    const Experiment experiment = shipped(name, sets);
    INFO(name);
    const RecordedRun plain = run_with(experiment, monitor_pins(), nullptr, false);
    for (const bool alone : {false, true}) check_in_verilog(experiment, monitor_pins(), plain, alone);
  }
}

TEST_CASE("whole random runs with the monitor in Verilog give the bytes of the model, alone and in lockstep") {
  const std::uint64_t wanted = kSanitized ? 5 : 30;
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; runs < wanted; ++seed) {
    Experiment drawn = random_experiment(seed);
    MonitorConfig& monitor = *drawn.architecture.monitor;
    monitor.query_wakeups_per_cycle = 1;
    monitor.retire_per_cycle = static_cast<std::uint32_t>(1 + seed % 2);
    monitor.predecessors_per_cycle = std::min(monitor.predecessors_per_cycle, 4U);
    monitor.task_ids = std::min(monitor.task_ids, 16U);
    monitor.completion_window = std::min(monitor.completion_window, 64U);
    const auto experiment = behind_pins(monitor_pins(), std::move(drawn));
    if (!experiment) continue;
    if (5 * experiment->architecture.task_cache->queues_per_class * experiment->architecture.task_cache->window > 20)
      continue;
    ++runs;
    INFO("seed " << seed);
    const RecordedRun plain = run_with(*experiment, monitor_pins(), nullptr, false);
    check_in_verilog(*experiment, monitor_pins(), plain, seed % 4 < 2);
  }
}

TEST_CASE("a wrong message of any link is found by its name and cycle, and its trace shows it again") {
  const InputFiles files;
  const Experiment plain = busy(files);
  const Experiment with_data = busy(files, true);
  std::vector<std::pair<const BlockPins*, std::uint32_t>> links;
  for (const BlockPins* pins : all_block_pins()) {
    for (std::uint32_t link = 0; link < pins->outputs.size(); ++link) links.emplace_back(pins, link);
  }
  for (const auto& [block, link] : links) {
    const BlockPins& pins = *block;
    const BlockModel& faulty = faulty_behind_pins(pins);
    const PinLink& of = pins.outputs[link];
    const Experiment& experiment = &pins == &directory_pins() ? with_data : plain;
    // Every field wrong, and the message missing.
    for (std::uint32_t field = 0; field <= of.fields.size(); ++field) {
      if (field < of.fields.size() && of.fields[field].looked_up) continue;
      fault = {link, field, field};
      BlockEngineOptions options;
      options.prefix = files.path("odd");
      Cycle told = 0;
      options.on_difference = [&](Cycle cycle, const std::string&) { told = cycle; };
      std::string what;
      try {
        run_with(experiment, pins, &faulty, false, options);
      } catch (const Error& difference) {
        what = difference.what();
      }
      INFO(pins.block << '.' << of.name << ' ' << field << ": " << what);
      REQUIRE(what != "");
      const std::string begin = "cycle " + std::to_string(told) + ", " + std::string(pins.block) +
                                ": model and rtl differ in the link " + std::string(of.name) +
                                "\n  model: " + std::string(of.fields[0].name) + '=';
      CHECK(what.compare(0, begin.size(), begin) == 0);
      CHECK((what.find("\n  rtl:   none") != std::string::npos) == (field == of.fields.size()));

      // The trace alone shows it in this cycle, and nothing before it.
      std::ifstream in(files.path("odd.trace"));
      PinRecording recording;
      recording.read(in);
      BlockBackend sound(pins, model_behind_pins(pins), recording.config());
      BlockBackend odd(pins, faulty, recording.config());
      std::optional<Cycle> first;
      recording.replay([&](Cycle cycle, const std::vector<PinMessage>& inputs) {
        std::vector<PinMessage> want;
        std::vector<PinMessage> got;
        sound.clock(cycle, inputs, want);
        odd.clock(cycle, inputs, got);
        const bool same =
            std::equal(want.begin(), want.end(), got.begin(), got.end(),
                       [](const auto& a, const auto& b) { return a.link == b.link && a.values == b.values; });
        if (!first && !same) first = cycle;
      });
      CHECK(first == std::optional<Cycle>(told));
      // ... and so does the bench, which knows what a block may be told.
      for (const bool is_faulty : {false, true}) {
        const BlockModel model = {
            std::string(pins.block), "odd", {}, (is_faulty ? faulty : model_behind_pins(pins)).make};
        std::ostringstream out;
        std::ostringstream errors;
        CHECK(campaign::replay_block({files.path("odd.trace"), "odd", {}}, {model}, out, errors) ==
              (is_faulty ? 1 : 0));
        CHECK(errors.str().empty());
      }
    }
  }
}

TEST_CASE("a block that asks for its clock too late is found, though the model would have woken it") {
  const InputFiles files;
  const Experiment experiment = busy(files);
  for (const BlockPins* pins : all_block_pins()) {
    // These have nothing to do here but when they are told something.
    if (pins == &task_cache_pins() || pins == &directory_pins()) continue;
    INFO(pins->block);
    fault = {~std::uint32_t{0}, 0, 0, 3};
    BlockEngineOptions options;
    options.prefix = files.path("late");
    std::string what;
    try {
      run_with(experiment, *pins, &faulty_behind_pins(*pins), false, options);
    } catch (const Error& difference) {
      what = difference.what();
    }
    INFO(what);
    CHECK(what.find("model and rtl differ in the link") != std::string::npos);
    CHECK(what.find("\n  rtl:   none (not clocked: due_o said ") != std::string::npos);
    try {
      run_with(experiment, *pins, &faulty_behind_pins(*pins), false, {});
    } catch (const Error& difference) {  // nowhere to leave anything, and nothing is said of it
      CHECK(what.find(difference.what() + std::string("\n  to reproduce: ")) == 0);
    }
  }
}

TEST_CASE("what no block may say ends a run in which it decides alone, with its cycle and link") {
  const InputFiles files;
  Experiment experiment = shipped("contended.yaml", {});
  experiment.max_cycles = 1'000'000;
  const auto complaint = [&](const BlockPins& pins, const Fault& of) {
    fault = of;
    BlockEngineOptions options;
    options.prefix = files.path("odd");
    try {
      run_with(experiment, pins, &faulty_behind_pins(pins), true, options);
    } catch (const Error& difference) {
      const std::string what = difference.what();
      return what.substr(what.find(", "), what.find('\n') - what.find(", "));
    }
    return std::string("nothing");
  };
  const auto begins = [&](const BlockPins& pins, const Fault& of, const std::string& link) {
    const std::string begin = ", " + std::string(pins.block) + ": the rtl sent what no block may send: " + link + ": ";
    std::string what = complaint(pins, of);
    INFO(what);
    CHECK(what.find(begin) == 0);
    return what;
  };
  const auto says = [](const std::string& what, const std::string& reason) {
    INFO(what);
    CHECK(what.find(reason) != std::string::npos);
  };
  {
    namespace pin = pins::decomposer;
    const BlockPins& block = decomposer_pins();
    begins(block, {pin::monitor_requests, 3, 0}, "monitor_requests");
    says(begins(block, {pin::monitor_requests, 3, 2}, "monitor_requests"), "is not at its head");
    begins(block, {pin::schedule_requests, 3, 0}, "schedule_requests");
    says(begins(block, {pin::schedule_requests, 3, 2}, "schedule_requests"), " jobs, not ");
    says(begins(block, {pin::cache_updates, 3, 2}, "cache_updates"), "that the cache has not heard of");
  }
  {
    namespace pin = pins::task_cache;
    const BlockPins& block = task_cache_pins();
    says(begins(block, {pin::heads, 3, 0}, "heads"), "is not the next one that is there");
    says(begins(block, {pin::heads, 3, 1}, "heads"), "is not the next one that is there");
    says(begins(block, {pin::reads, 3, 1}, "reads"), "is not the next, and has nothing left to ask for");
    says(begins(block, {pin::reads, 3, 2}, "reads"), "continues with ");
    says(begins(block, {pin::reads, 3, 3}, "reads"), "continues with ");
  }
  {
    namespace pin = pins::monitor;
    const BlockPins& block = monitor_pins();
    says(begins(block, {pin::registrations, 3, 0}, "registrations"), "has not asked for an id");
    says(begins(block, {pin::processor_updates, 3, 0}, "processor_updates"), "has completed no job that was not told");
    begins(block, {pin::interrupts, 3, 1}, "interrupts");
    says(begins(block, {pin::interrupts, 3, 2}, "interrupts"), "is not the one at position ");
    says(begins(block, {pin::interrupts, 3, 3}, "interrupts"), " as the oldest that is not done, not ");
  }
  {
    namespace pin = pins::dispatcher;
    const BlockPins& block = dispatcher_pins();
    says(begins(block, {pin::jobs, 9, 0}, "jobs"), ", which there is not");
    says(begins(block, {pin::jobs, 9, 1}, "jobs"), "is not asked for");
    says(begins(block, {pin::jobs, 9, 2}, "jobs"), "goes before job ");
    says(begins(block, {pin::jobs, 9, 3}, "jobs"), "is not asked for");
    says(begins(block, {pin::jobs, 9, 4}, "jobs"), "is for processor ");
    begins(block, {pin::verdicts, 3, 0}, "verdicts");
    begins(block, {pin::verdicts, 3, 1}, "verdicts");
  }
  {
    namespace pin = pins::monitor;
    const BlockPins& block = monitor_pins();
    experiment = busy(files);  // has tasks that wait for others
    says(begins(block, {pin::query_answers, 1, 1}, "query_answers"), "has not asked for anything");
  }
  {
    namespace pin = pins::directory;
    const BlockPins& block = directory_pins();
    experiment = busy(files, true);
    // The first job reads three parts and writes one.
    says(begins(block, {pin::sources, 1, 0}, "sources"), "goes before part 1 of job ");
    says(begins(block, {pin::sources, 1, 1}, "sources"), "goes before part 1 of job ");
    says(begins(block, {pin::sources, 1, 2}, "sources"), "is in store 4294967294, which there is not");
    says(begins(block, {pin::sources, 1, 3}, "sources"), "is read, and goes to global memory");
    says(begins(block, {pin::sources, 1, 4}, "sources"), "goes before part 1 of job ");
    says(begins(block, {pin::sources, 3, 2}, "sources"), "is written, and has a store");
  }
}

TEST_CASE("a block that is slower or quicker than the model brings a run alone to its end") {
  const InputFiles files;
  Experiment experiment = busy(files);
  experiment.max_cycles = 1'000'000;
  const auto run_alone = [&](const BlockPins& pins, const BlockModel& model, const std::vector<std::string>& sets,
                             std::uint32_t value) {
    ChosenBackend backend = backend_of(experiment, pins, model, true);
    for (std::size_t i = 0; i < pins.config.size(); ++i) {
      if (std::find(sets.begin(), sets.end(), std::string(pins.config[i].name)) != sets.end()) {
        backend.config[i] = value;
      }
    }
    return run_with(experiment, {backend});
  };
  const RecordedRun plain = run_with(experiment, monitor_pins(), nullptr, false);
  const RecordedRun slow =
      run_alone(monitor_pins(), model_behind_pins(monitor_pins()), {"query_cycles", "register_cycles"}, 9);
  const RecordedRun few = run_alone(monitor_pins(), model_behind_pins(monitor_pins()), {"task_ids"}, 2);
  const RecordedRun one_read =
      run_alone(task_cache_pins(), model_behind_pins(task_cache_pins()), {"reads_in_flight"}, 1);
  for (const RecordedRun* run : {&slow, &few, &one_read}) {
    CHECK(run->end == RunEnd::complete);
    CHECK(run->stats.tasks_completed == plain.stats.tasks_completed);
  }
  CHECK(slow.stats.cycles > plain.stats.cycles);
  CHECK(few.stats.cycles > plain.stats.cycles);
}

TEST_CASE("the files of a run with a block alone are whole, and those of the model but for what no pin tells") {
  const InputFiles files;
  const auto run_into = [&](const std::string& folder, const BlockPins* pins, bool data = false) {
    const Experiment experiment = busy(files, data);
    SimulationOptions options;
    options.directory = files.path(folder);
    options.kernel = Kernel::cycle;
    if (pins != nullptr) {
      options.block_engines.emplace_back(pins->block, "model");
      options.block_builder = [&] {
        return make_backend_builder({{backend_of(experiment, *pins, model_behind_pins(*pins), true)}});
      };
    }
    Diagnostics diagnostics;
    const SimulationResult result = simulate(experiment, options, diagnostics);
    REQUIRE(diagnostics.ok());
    REQUIRE(result.stats.end == RunEnd::complete);
    ProgramRun check(files, {"check", options.directory});
    INFO(check.out() << check.err());
    CHECK(check.finish() == 0);
    ProgramRun explain(files, {"explain", options.directory});
    INFO(explain.out() << explain.err());
    CHECK(explain.finish() == 0);
  };
  const auto text_of = [&](const std::string& folder, const char* file) {
    return file_text(files.path(folder) + '/' + file);
  };
  run_into("plain", nullptr);
  run_into("data", nullptr, true);
  for (const BlockPins* pins : all_block_pins()) {
    const std::string folder(pins->block);
    INFO(folder);
    const bool data = pins == &directory_pins();
    run_into(folder, pins, data);
    if (pins != &dispatcher_pins()) {
      for (const char* file : {"tasks.csv", "jobs.csv", "critical_path.csv", "trace.json"}) {
        INFO(file);
        CHECK((text_of(folder, file) == text_of(data ? "data" : "plain", file)));
        CHECK(text_of(folder, file).size() > 100);
      }
      continue;
    }
    const CsvTable jobs(files.path(folder) + "/jobs.csv");
    const CsvTable jobs_before(files.path("plain") + "/jobs.csv");
    REQUIRE(jobs.rows() == jobs_before.rows());
    for (std::size_t row = 0; row < jobs.rows(); ++row) {
      for (const char* column : {"task", "job", "processor", "picked", "issued", "started", "completed"}) {
        CHECK(jobs.at(row, column) == jobs_before.at(row, column));
      }
    }
    const std::string summary = text_of(folder, "summary.json");
    for (const char* absent :
         {"\"rounds\"", "\"contested\"", "\"expected_share\"", "\"longest_wait\"", "pending_entries"}) {
      INFO(absent);
      CHECK(summary.find(absent) == std::string::npos);
      CHECK(text_of("plain", "summary.json").find(absent) != std::string::npos);
    }
  }
}

TEST_CASE("the wrapper's include and the tables of the guide are what the descriptions say") {
  REQUIRE(all_block_pins().size() == kBuiltBlocks.size());
  for (std::size_t i = 0; i < kBuiltBlocks.size(); ++i) CHECK(all_block_pins()[i]->block == kBuiltBlocks[i]);
  for (const BlockPins* pins : all_block_pins()) {
    const std::string block(pins->block);
    const PinLayout layout(*pins);
    // block_bench --pins BLOCK writes it.
    CHECK((file_text(GANTRY_SOURCE_DIR "/tb/verilated/" + block + "_pins.vh") == verilog_pins(layout)));
    // block_bench --table BLOCK
    const std::string guide = file_text(GANTRY_SOURCE_DIR "/docs/blocks_in_rtl.md");
    CHECK(guide.find(pin_table(*pins)) != std::string::npos);
    for (const bool input : {true, false}) {
      for (const PinLink& link : input ? pins->inputs : pins->outputs) {
        CHECK(link.fields.size() <= PinMessage::kMostFields);
      }
    }
  }
}

TEST_CASE("what the pins of a block were given is written, read and replayed as it was") {
  namespace pin = pins::decomposer;
  PinRecording recording(decomposer_pins(), {1, 2, 32, 16, 4, 16});
  pins::Head head;
  head.queue = 1023;
  head.task = 4294967295U;
  head.waits = true;
  head.jobs = 9;
  pins::Verdict verdict;
  verdict.kind = ScheduleVerdict::Kind::match_failed;
  verdict.slot = 4095;
  verdict.jobs_left = 3;
  recording.add(5, {});
  recording.add(6, {pack(pin::heads, head), pack(pin::verdicts, verdict)});
  recording.add(Cycle{1} << 40U, {pack(pin::verdicts, verdict)});
  std::ostringstream out;
  recording.write(out);
  const std::string text = out.str();
  CHECK(text.substr(text.find('\n') + 1) ==
        "block decomposer\n"
        "config queues_per_class=1 window=2 capacity=32 slots=16 split_cycles=4 retry_cycles=16\n"
        "5\n6 heads queue=1023 task=4294967295 waits=1 jobs=9 verdicts failed=1 slot=4095 jobs_left=3\n"
        "1099511627776 verdicts failed=1 slot=4095 jobs_left=3\n");
  std::istringstream in(text);
  PinRecording again;
  again.read(in);
  std::ostringstream copy;
  again.write(copy);
  CHECK(copy.str() == text);

  const auto problem = [&](const std::string& from, const std::string& to) -> std::string {
    std::string odd = text;
    odd.replace(odd.find(from), from.size(), to);
    std::istringstream odd_in(odd);
    PinRecording refused;
    try {
      refused.read(odd_in);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(problem("decomposer\n", "composer\n") ==
        "line 2: must be `block NAME`, with the name of a block that has pins");
  CHECK(problem("slots=16", "slots=x") == "line 3: must have slots=NUMBER in its place");
  CHECK(problem("\n6 ", "\n5 ") == "line 5: must begin with an ascending cycle");
  CHECK(problem("queue=1023", "queue=1024") == "line 5: behind heads must stand queue=NUMBER of 10 bits");
  CHECK(problem("verdicts", "verdict") == "line 5: the decomposer has no such link: verdict");
  CHECK(problem("verdicts", "heads queue=1 task=1 waits=0 jobs=1 verdicts") ==
        "line 5: has more messages of heads than a cycle has");
}

TEST_CASE("how a block powers up and is reset in the middle of work is written, read and replayed") {
  namespace pin = pins::decomposer;
  PinRecording recording(decomposer_pins(), {1, 2, 32, 16, 4, 16});
  recording.set_power_up({1, 77});
  recording.add(5, {});
  recording.add_reset(6, {4, 4294967295U});
  recording.add_reset(Cycle{1} << 40U, {1, 3});
  recording.add((Cycle{1} << 40U) + 1, {pack(pin::heads, pins::Head())});
  std::ostringstream out;
  recording.write(out);
  const std::string text = out.str();
  CHECK(text.substr(text.find("retry_cycles")) ==
        "retry_cycles=16\npower_up edges=1 seed=77\n5\n6 reset edges=4 seed=4294967295\n1099511627776 reset edges=1 "
        "seed=3\n"
        "1099511627777 heads queue=0 task=0 waits=0 jobs=0\n");
  std::istringstream in(text);
  PinRecording again;
  again.read(in);
  std::ostringstream copy;
  again.write(copy);
  CHECK(copy.str() == text);

  for (const char* odd : {"reset", "reset edges=0 seed=3", "reset edges=1", "reset edges=x seed=3",
                          "reset seed=3 edges=1", "reset edges=1 seed=3 more"}) {
    INFO(odd);
    std::string wrong = text;
    wrong.replace(wrong.find("reset edges=1 seed=3"), 20, odd);
    std::istringstream wrong_in(wrong);
    CHECK_THROWS_WITH(PinRecording().read(wrong_in),
                      "line 7: behind a reset must stand edges=NUMBER (1..1000) seed=NUMBER");
  }
}

TEST_CASE("blocks without pins for early registration are refused, and the others see no difference") {
  Experiment experiment;
  experiment.architecture.processors->emplace_back();
  experiment.architecture.monitor->early_registration = true;
  for (const BlockPins* pins : all_block_pins()) {
    if (pins == &directory_pins()) continue;  // it exists if tasks have data
    const auto beyond = beyond_pins(*pins, config_behind_pins(experiment));
    const bool refused = pins == &decomposer_pins() || pins == &monitor_pins() || pins == &dispatcher_pins();
    CHECK(beyond.has_value() == refused);
    if (beyond) CHECK(beyond->text.find("monitor.early_registration") != std::string::npos);
  }
}

TEST_CASE("a dispatcher without pins for time-outs is refused, and the others see no difference") {
  Experiment experiment;
  experiment.architecture.processors->emplace_back();
  experiment.architecture.monitor->job_timeout = 1000;
  for (const BlockPins* pins : all_block_pins()) {
    if (pins == &directory_pins()) continue;  // it exists if tasks have data
    const auto beyond = beyond_pins(*pins, config_behind_pins(experiment));
    CHECK(beyond.has_value() == (pins == &dispatcher_pins()));
    if (beyond) CHECK(beyond->text.find("monitor.job_timeout") != std::string::npos);
  }
  // A constant has 32 bits.
  experiment.architecture.monitor->job_timeout = 0xffffffff;
  CHECK(!beyond_pins(monitor_pins(), config_behind_pins(experiment)));
  experiment.architecture.monitor->job_timeout = 0x100000000;
  const auto beyond = beyond_pins(monitor_pins(), config_behind_pins(experiment));
  REQUIRE(beyond);
  CHECK(beyond->text ==
        "the pins of the monitor cannot tell monitor.job_timeout of 4294967296 cycles (at most 4294967295)");
}

TEST_CASE("a task cache behind pins reads descriptors, and no other block sees whether they are pushed") {
  Experiment experiment;
  experiment.architecture.processors->emplace_back();
  experiment.architecture.host->push = true;
  experiment.architecture.control->topology = kStar;
  for (const BlockPins* pins : all_block_pins()) {
    if (pins == &directory_pins()) continue;  // it exists if tasks have data
    const auto beyond = beyond_pins(*pins, config_behind_pins(experiment));
    CHECK(beyond.has_value() == (pins == &task_cache_pins()));
    if (beyond) CHECK(beyond->text.find("with host.push: true there are none to read") != std::string::npos);
  }
}

TEST_CASE("a machine that no decomposer and no monitor in Verilog can be is refused with the reason") {
  const auto refusals = [](const std::vector<std::string>& sets, const BlockChoice& choice) -> std::string {
    Diagnostics found;
    check_block_engine(choice, shipped("contended.yaml", sets), {}, found);
    return found.ok() ? "" : found.errors().front().text;
  };
  CHECK(refusals({}, {"decomposer", "rtl", true}) == "");
  CHECK(refusals({"architecture.decomposer.slots=4096"}, {"decomposer", "rtl", true})
            .find("the decomposer in Verilog is not built for slots of 4096 (at most ") == 0);
  const std::string wakeups = "architecture.monitor.query_wakeups_per_cycle=1";
  const std::string retire = "architecture.monitor.retire_per_cycle=";
  CHECK(refusals({wakeups, retire + "4"}, {"monitor", "rtl", true}) == "");
  const std::string not_built = "the monitor in Verilog is not built for ";
  const std::string no_wakeups = "query_wakeups_per_cycle of 0 (1..1)";
  const BlockChoice alone = {"monitor", "rtl", true};
  CHECK(refusals({retire + "4"}, alone) == not_built + no_wakeups);
  CHECK(refusals({wakeups}, alone) == not_built + "retire_per_cycle of 0 (1..4)");
  CHECK(refusals({}, alone) == not_built + "retire_per_cycle of 0 (1..4), " + no_wakeups);
  CHECK(refusals({wakeups, retire + "5"}, {"monitor", "rtl", false}) == not_built + "retire_per_cycle of 5 (1..4)");
  CHECK(refusals({wakeups, retire + "4", "architecture.monitor.completion_window=8192"}, alone) ==
        not_built + "completion_window of 8192 (at most 4096)");
  CHECK(refusals({}, {"decomposer", "theirs", false}) ==
        "there is no decomposer in Verilog of the name 'theirs' in this program");
  CHECK(refusals({}, {"host", "rtl", false}) == "the block 'host' has no pins");
}

}  // namespace gantry::block_pins_test
