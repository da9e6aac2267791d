// SPDX-License-Identifier: Apache-2.0
// The dispatch core in Verilog beside the model's dispatcher: whole runs, what a difference leaves behind, what is
// refused, and what was recorded as text.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "blocks/backend_builder.h"
#include "catch.h"
#include "commands/dispatch_core_engine.h"
#include "dispatch_core/dispatch_core_models.h"
#include "dispatch_core/dispatch_core_recording.h"
#include "experiment/experiment.h"
#include "gantry/base/error.h"
#include "input_files.h"
#include "program_run.h"
#include "run/simulation.h"

namespace gantry::dispatch_core_test {

namespace {

namespace fs = std::filesystem;

const char* const kContended = GANTRY_SOURCE_DIR "/sim/experiments/contended.yaml";

/// A machine like the Verilog: what it takes for its answers, and how many entries it has.
std::vector<std::string> like_the_core(const std::string& mode, const std::string& choice,
                                       const std::string& against = "idle") {
  const std::string dispatcher = "architecture.dispatcher.";
  return {dispatcher + "mode=" + mode,
          dispatcher + "match_against=" + against,
          dispatcher + "choice_latency_cycles=1",
          dispatcher + "picker.entries=16",
          dispatcher + "picker.pick_latency_cycles=1",
          dispatcher + "picker.reweigh_cycles=12",
          "policies.processor_choice=" + choice};
}

std::vector<std::string> run_words(const std::vector<std::string>& sets, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"run", kContended};
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The core that the tests build for least_loaded and gang, and one that does not hear of its 100th completion.
const CoreModel& sound_core() {
  CoreParameters asked;
  asked.entries = 16;
  asked.processors = 18;
  const CoreModel* model = find_core_model(program_core_models(), asked);
  REQUIRE(model != nullptr);
  return *model;
}

class Deaf final : public RtlDispatchCore {
 public:
  explicit Deaf(std::unique_ptr<RtlDispatchCore> core) : core_(std::move(core)) {}
  void configure(const std::vector<CoreProcessor>& processors) override { core_->configure(processors); }
  void clock(const CoreInputs& inputs, CoreOutputs& outputs) override {
    CoreInputs heard = inputs;
    if (inputs.complete && ++completions_ == 100) heard.complete = false;
    core_->clock(heard, outputs);
  }
  [[nodiscard]] std::uint32_t choice_latency() const override { return core_->choice_latency(); }
  bool trace(const std::string& path) override { return core_->trace(path); }
  bool end_trace() override { return core_->end_trace(); }

 private:
  std::unique_ptr<RtlDispatchCore> core_;
  std::uint32_t completions_ = 0;
};

std::unique_ptr<RtlDispatchCore> make_deaf() { return std::make_unique<Deaf>(sound_core().make()); }

/// Cycle of the first clocked one in which a core does not show what the sound one does.
std::optional<Cycle> first_difference(const CoreRecording& recording, RtlDispatchCore& core) {
  const std::unique_ptr<RtlDispatchCore> sound = sound_core().make();
  sound->configure(recording.processors());
  core.configure(recording.processors());
  std::optional<Cycle> first;
  recording.replay([&](Cycle cycle, const CoreInputs& inputs) {
    CoreOutputs want;
    CoreOutputs got;
    sound->clock(inputs, want);
    core.clock(inputs, got);
    const bool same = want.grant == got.grant && want.processors == got.processors;
    if (!first && !same) first = cycle;
  });
  return first;
}

}  // namespace

TEST_CASE("a whole run in lockstep gives the bytes of the model's, and says so") {
  const InputFiles files;
  const std::string against = GENERATE("idle", "capable");
  for (const auto& [mode, choice] :
       std::vector<std::pair<std::string, std::string>>{{"gang", "least_loaded"}, {"per_job", "first_free"}}) {
    const std::vector<std::string> sets = like_the_core(mode, choice, against);
    INFO(mode << ", against " << against);
    CHECK(ProgramRun(files, run_words(sets, {"--out", "model"})).finish() == 0);
    ProgramRun lockstep(files, run_words(sets, {"--out", "both", "--engine", "dispatch_core=lockstep"}));
    CHECK(lockstep.finish() == 0);
    CHECK(lockstep.err() == "");
    for (const char* file : {"tasks.csv", "jobs.csv", "edges.csv"}) {
      CHECK(
          (file_text(files.path(std::string("both/") + file)) == file_text(files.path(std::string("model/") + file))));
    }
    CHECK(file_text(files.path("both/summary.json")).find("\"dispatch_core\": \"lockstep\"") != std::string::npos);
    CHECK(file_text(files.path("model/summary.json")).find("dispatch_core") == std::string::npos);
  }
}

TEST_CASE("where matching fails over and over, traces and waveforms have the same bytes, whichever engine ran") {
  const InputFiles files;
  const std::string text = R"(
architecture:
  processors: [{count: 2, queue_depth: 1}]
  decomposer: {slots: 8}
workload:
  tasks:
    - {id: long, jobs: 1, cycles: 60000}
    - {id: gang, class: cluster, jobs: 2, cycles: 3000}
    - {id: later, class: union, jobs: 2, cycles: 10, submit: 20000}
output: {trace: true, waves: true}
)";
  files.write("e.yaml", text);
  const auto run = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run", "e.yaml", "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    INFO(out);
    CHECK(ProgramRun(files, words).finish() == 0);
  };
  const auto same = [&](const std::string& a, const std::string& b) {
    for (const char* file : {"trace.json", "waves.vcd", "tasks.csv", "jobs.csv", "critical_path.csv"}) {
      INFO(b << '/' << file);
      CHECK((file_text(files.path(a + '/' + file)) == file_text(files.path(b + '/' + file))));
    }
  };
  run("model", {});
  CHECK(file_text(files.path("model/trace.json")).find("match failures") != std::string::npos);
  for (const char* engine : {"decomposer=lockstep", "decomposer=rtl", "picker=lockstep", "picker=rtl"}) {
    run(engine, {"--engine", engine});
    same("model", engine);
  }
  // The core's machine.
  std::vector<std::string> sets;
  for (const std::string& set : like_the_core("per_job", "first_free")) sets.insert(sets.end(), {"--set", set});
  run("core_model", sets);
  sets.insert(sets.end(), {"--engine", "dispatch_core=lockstep"});
  run("core", sets);
  same("core_model", "core");
}

TEST_CASE("a difference says the cycle and both answers, and leaves inputs that show it again and a waveform") {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto experiment = load_experiment(kContended, like_the_core("gang", "least_loaded"), diagnostics);
  REQUIRE(experiment);
  check_dispatch_core(*experiment, {}, diagnostics);
  CHECK(diagnostics.ok());

  const CoreModel deaf{sound_core().parameters, make_deaf};
  const std::vector<std::uint32_t> types = [] {
    std::vector<std::uint32_t> of(18, 0);
    of[16] = of[17] = 1;  // dma
    return of;
  }();
  CoreLockstepOptions options;
  options.prefix = files.path("odd");
  Cycle told = 0;
  options.on_difference = [&](Cycle cycle, const std::string&) { told = cycle; };
  SimulationOptions run;
  run.directory = files.path("out");
  run.kernel = Kernel::cycle;
  run.block_builder = [&] {
    ChosenBackends backends;
    backends.dispatch_core = [&](const ProcessorTable& table) {
      return std::make_unique<DispatchCoreLockstep>(deaf, types, table, options);
    };
    return make_backend_builder(backends);
  };
  std::string what;
  try {
    simulate(*experiment, run, diagnostics);
  } catch (const Error& difference) {
    what = difference.what();
  }
  INFO(what);
  const std::string begin = "cycle " + std::to_string(told) + ", dispatch_core: model and rtl differ in the pick ";
  CHECK(what.compare(0, begin.size(), begin) == 0);
  CHECK(what.find("ENTRIES=16 PROCESSORS=20 ") != std::string::npos);
  CHECK(what.find("\n  model: entry ") != std::string::npos);
  CHECK(what.find("\n  rtl:   none\n") != std::string::npos);
  CHECK(what.find("waveform of the last 1000 clocked cycles: ") != std::string::npos);

  // In memory nothing is left, and nothing said of it.
  options.prefix.clear();
  try {
    simulate(*experiment, run, diagnostics);
  } catch (const Error& difference) {
    CHECK(what.find(difference.what() + std::string("\n  to reproduce: ")) == 0);
  }

  // The text alone shows it, in the same cycle (what a cycle shows is of the one before), and nothing in a sound core.
  std::ifstream in(files.path("odd.trace"));
  CoreRecording recording;
  recording.read(in);
  CHECK(first_difference(recording, *make_deaf()) == std::optional<Cycle>(told + 1));
  CHECK(first_difference(recording, *sound_core().make()) == std::nullopt);

  const std::string waves = file_text(files.path("odd.vcd"));
  CHECK(waves.find("$enddefinitions") != std::string::npos);
  CHECK(std::count(waves.begin(), waves.end(), '#') >= 2 * 1000);
}

TEST_CASE("a machine that the Verilog cannot be is refused before cycle 0, with what would be right") {
  const InputFiles files;
  const auto complaint = [&](const std::vector<std::string>& sets) {
    ProgramRun run(files, run_words(sets, {"--engine", "dispatch_core=lockstep", "--out", "refused"}));
    CHECK(run.finish() == 2);
    CHECK(run.out() == "");
    return run.err();
  };
  const std::string asked = "--engine dispatch_core=lockstep: error: ";
  // All that is wrong with the machine as it is shipped; its policies first.
  CHECK(complaint({"architecture.dispatcher.match_against=reserve"}) ==
        asked + "the dispatch core needs architecture.dispatcher.match_against=idle or capable, which is reserve\n");
  std::vector<std::string> sets = like_the_core("gang", "least_loaded");
  const auto with = [&](const std::string& set) {
    std::vector<std::string> all = sets;
    all.push_back(set);
    return complaint(all);
  };
  CHECK(with("policies.picker=stride") ==
        asked + "the dispatch core needs policies.picker=weight_delay, which is stride\n");
  CHECK(with("policies.processor_choice=nearest") ==
        asked + "the dispatch core needs policies.processor_choice=first_free or least_loaded, which is nearest\n");
  CHECK(with("architecture.monitor.early_registration=true") ==
        asked + "the dispatch core needs architecture.monitor.early_registration=false, which is true\n");
  CHECK(with("architecture.monitor.job_timeout=9") ==
        asked + "the dispatch core needs architecture.monitor.job_timeout=0, which is 9\n");
  CHECK(with("architecture.dispatcher.decisions_per_round=2") ==
        asked + "the dispatch core needs architecture.dispatcher.decisions_per_round=1, which is 2\n");
  CHECK(with("architecture.dispatcher.colocation.block=one_cluster").find("colocation=none for all classes") !=
        std::string::npos);
  CHECK(with("architecture.dispatcher.picker.reweigh_cycles=0") ==
        asked + "the dispatch core needs architecture.dispatcher.picker.reweigh_cycles=12, which is 0\n");
  CHECK(with("architecture.dispatcher.picker.pick_interval_cycles=3") ==
        asked + "the dispatch core needs architecture.dispatcher.picker.pick_interval_cycles=1, which is 3\n");
  CHECK(with("architecture.dispatcher.choice_latency_cycles=2") ==
        asked + "the dispatch core needs architecture.dispatcher.choice_latency_cycles=1, which is 2\n");
  const std::string entries = with("architecture.dispatcher.picker.entries=100");
  CHECK(entries.find("is not built for ENTRIES=100 PROCESSORS=18 TYPES=2 ") != std::string::npos);
  CHECK(entries.find("CORE_MODELS=100:18:2:1:0:3:8:8:0:3:1`") != std::string::npos);
  CHECK(with("architecture.dispatcher.picker.entries=1000").find("at most 256 entries") != std::string::npos);
  CHECK_FALSE(fs::exists(files.path("refused")));

  // A task for any type of processor beside one for the first of them.
  const std::string overlap = files.write("overlap.yaml", R"(
architecture:
  dispatcher: {match_against: capable, choice_latency_cycles: 1, picker: {entries: 16, reweigh_cycles: 12}}
  processors: [{name: a, type: core, count: 2}, {name: b, type: other, count: 2}]
workload: {tasks: [{id: any}, {id: some, processor: core}]}
policies: {processor_choice: first_free}
)");
  ProgramRun run(files, {"run", overlap, "--engine", "dispatch_core=lockstep"});
  CHECK(run.finish() == 2);
  CHECK(run.err() == asked +
                         "the dispatch core needs tasks that run on exactly one type of processors: task 'any' may "
                         "run on 'a', 'b', and task 'some' on 'a'\n");
}

TEST_CASE("what the pins were given is written, read and replayed as it was") {
  CoreParameters parameters;
  parameters.entries = 16;
  parameters.processors = 3;
  parameters.types = 2;
  parameters.per_job = 1;
  parameters.ports = 4;
  CoreRecording recording(parameters, {{0, 1}, {1, 7}, {0, 0}});
  CoreInputs add;
  add.add = true;
  add.add_entry = 15;
  add.add_class = 4;
  add.add_weight = 256;
  add.add_jobs = 4294967295U;
  add.add_type = 1;
  add.match = true;
  add.match_entry = 15;
  add.match_count = 3;
  CoreInputs events;
  events.hold = true;
  events.drop = true;
  events.drop_entry = 2;
  events.complete = true;
  events.complete_processor = 1;
  events.unlock = 9;
  events.unlock_processor = {2, 0, 0, 1};
  CoreInputs reset;
  reset.rst = true;
  recording.add(7, {});
  recording.add(8, {});
  recording.add(9, add);
  recording.add(Cycle{1} << 40U, events);
  recording.add((Cycle{1} << 40U) + 1, reset);
  std::ostringstream out;
  recording.write(out);
  const std::string text = out.str();
  CHECK(text.substr(text.find('\n') + 1) ==
        "core ENTRIES=16 PROCESSORS=3 TYPES=2 CHOICE=1 PER_JOB=1 CLASSES=5 FRAC=8 QUANT=8 TIE=0 DEPTH_BITS=3 PORTS=4 "
        "JOB_BITS=32 DIVIDER=1\n"
        "processors 0:1 1:7 0:0\n"
        "7\n8\n9 add 15 class 4 weight 256 jobs 4294967295 type 1 match 15 jobs 3\n"
        "1099511627776 hold drop 2 complete 1 unlock 0 processor 2 unlock 3 processor 1\n1099511627777 reset\n");
  std::istringstream in(text);
  CoreRecording again;
  again.read(in);
  std::ostringstream copy;
  again.write(copy);
  CHECK(copy.str() == text);

  const auto problem = [&](const std::string& from, const std::string& to) -> std::string {
    std::string odd = text;
    odd.replace(odd.find(from), from.size(), to);
    std::istringstream odd_in(odd);
    CoreRecording refused;
    try {
      refused.read(odd_in);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(problem("PROCESSORS", "P") == "line 2: must be `core ENTRIES=... DIVIDER=...`");
  CHECK(problem(" 0:0\n", "\n") == "line 3: must be `processors TYPE:DEPTH ...`");
  CHECK(problem("\n8\n", "\n7\n") == "line 5: must begin with an ascending cycle");
  CHECK(problem("drop 2", "drop 16") == "line 7: is no inputs of a cycle");
  CHECK(problem("reset", "rest") == "line 8: is no inputs of a cycle");
}

}  // namespace gantry::dispatch_core_test
