// SPDX-License-Identifier: Apache-2.0
// Somebody's own pickers in RTL beside ours: those of tests/examples, built from their lists.
#include "picker/named_pickers.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/bits.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"
#include "input_files.h"
#include "picker/lockstep_engine.h"
#include "program_run.h"

namespace gantry::named_picker_test {

namespace {

namespace fs = std::filesystem;

const char* const kExperiment = R"(
architecture:
  dispatcher: {mode: per_job, picker: {entries: 8}}
  processors: [{count: 2, queue_depth: 1}]
workload:
  tasks:
    - {id: late, jobs: 8, cycles: 40, deadline: 9000}
    - {id: never, jobs: 8, cycles: 30}
    - {id: soon, jobs: 8, cycles: 50, deadline: 700}
    - {id: soonest, jobs: 8, cycles: 20, deadline: 600, submit: 300}
policies: {picker: earliest_deadline}
)";

const char* const kStimulus =
    "config slots=16 classes=5\nadd 0 B 1 3 deadline=90\nadd 15 C 1 2 deadline=18446744073709551614 job_cycles=7\n"
    "add 7 U 256 4\nadd 3 B 2 2 deadline=12\npick 3\nblock 0\ncycle 50\npick 1\nunblock 0\ndrop 0\n"
    "add 0 X 5 1 deadline=0\npick 12\n";

struct Ended {
  int status;
  std::string out;
  std::string err;
};

Ended ended(const InputFiles& files, const std::vector<std::string>& arguments) {
  ProgramRun run(files, arguments);
  const int status = run.finish();
  return {status, run.out(), run.err()};
}

/// The files of a run but for the line that names the engine.
std::string files_of(const InputFiles& files, const std::string& directory) {
  std::string text;
  for (const char* file : {"summary.json", "tasks.csv", "jobs.csv", "critical_path.csv"}) {
    std::istringstream lines(file_text(files.path(directory + "/" + file)));
    for (std::string line; std::getline(lines, line);) {
      if (line.find("      \"picker\": \"") != 0) text += line + '\n';
    }
  }
  return text;
}

}  // namespace

TEST_CASE("what is built from a list can be named") {
  const NamedPicker* due = find_named_picker(program_named_pickers(), "due");
  REQUIRE(due != nullptr);
  CHECK(due->policy == "earliest_deadline");
  CHECK(due->models.size() == 2);
  const InputFiles files;
  const std::string listed = ended(files, {"list", "engines"}).out;
  CHECK(listed.find("picker=due ") != std::string::npos);
  CHECK(listed.find("earliest_deadline in RTL of its own: 16, 64 entries\n") != std::string::npos);
  CHECK(listed.find("picker=lockstep:own ") != std::string::npos);
}

TEST_CASE("somebody's own picker gives its policy's rounds, alone and in lockstep") {
  const InputFiles files;
  files.write("s.stim", kStimulus);
  const Ended model = ended(files, {"pick", "s.stim", "--policy", "earliest_deadline"});
  CHECK(model.out.substr(0, 29) == "0 3 B 0 0 0\n1 3 B 0 0 0\n2 0 B");
  for (const char* engine : {"due", "lockstep:due"}) {
    const Ended rtl = ended(files, {"pick", "s.stim", "--engine", engine});
    CHECK(rtl.status == 0);
    CHECK(rtl.err == "");
    CHECK(rtl.out == model.out);
  }
  files.write("w.stim",
              "config slots=16\nadd 0 B 200 3\nadd 1 C 10 50\nadd 2 C 10 50\nadd 15 U 256 7\nadd 7 U 1 90\nblock 1\n"
              "pick 40\ndrop 2\nunblock 1\nadd 2 B 3 5\nadd 3 B 5 5\npick 200\n");
  CHECK(ended(files, {"pick", "w.stim", "--engine", "lockstep:own"}).out == ended(files, {"pick", "w.stim"}).out);
}

TEST_CASE("a run's files do not depend on whose picker picks, and the provenance names it") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  CHECK(ended(files, {"run", "e.yaml", "--out", "model"}).status == 0);
  for (const std::string engine : {"due", "lockstep:due"}) {
    const Ended rtl = ended(files, {"run", "e.yaml", "--engine", "picker=" + engine, "--out", "rtl"});
    CHECK(rtl.status == 0);
    CHECK(rtl.err == "");
    CHECK(files_of(files, "rtl") == files_of(files, "model"));
    CHECK(file_text(files.path("rtl/summary.json")).find("\"picker\": \"" + engine + "\"\n") != std::string::npos);
  }
}

TEST_CASE("a run that passes shows the cycles that are asked for, as VCD or FST") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  const auto run = [&](std::vector<std::string> further) {
    std::vector<std::string> arguments = {"run", "e.yaml", "--out", "o"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    return ended(files, arguments);
  };
  const Ended all = run({"--engine", "picker=due", "--waves", "picker"});
  CHECK(all.status == 0);
  CHECK(all.out.find("\nwaveform of picker: o/picker.fst\n") != std::string::npos);
  CHECK(file_text(files.path("o/picker.fst")).substr(0, 9) == std::string("\0\0\0\0\0\0\0\x01\x49", 9));
  CHECK(run({"--engine", "picker=lockstep:due", "--waves", "picker=w.vcd", "--waves-from", "300"}).status == 0);
  const std::string late = file_text(files.path("w.vcd"));
  CHECK(run({"--engine", "picker=lockstep:due", "--waves", "picker=w.vcd"}).status == 0);
  const std::string whole = file_text(files.path("w.vcd"));
  CHECK(whole.find("enter_order") != std::string::npos);
  CHECK(whole.find(" late ") != std::string::npos);
  CHECK(whole.size() > late.size());
  CHECK(whole.substr(whole.rfind("\n#")) == late.substr(late.rfind("\n#")));

  const auto refusal = [&](std::vector<std::string> further) {
    const Ended end = run(std::move(further));
    CHECK(end.status == 2);
    return end.err;
  };
  CHECK(refusal({"--waves", "picker"}) ==
        "--waves picker: error: waveforms show RTL, and the engine of 'picker' is the model (--engine picker=rtl or "
        "lockstep)\n");
  CHECK(refusal({"--engine", "picker=due", "--waves", "picker=w.txt"}) ==
        "--waves picker=w.txt: error: w.txt: the name must end in .vcd or .fst\n");
  CHECK(refusal({"--engine", "picker=due", "--waves", "picker=none/w.vcd"}).find("there is no directory ") !=
        std::string::npos);
  CHECK(refusal({"--engine", "picker=due", "--waves", "picker=o/waves.vcd"}).find("is the run's own") !=
        std::string::npos);
  CHECK(refusal({"--engine", "picker=due", "--waves", "picker", "--waves-from", "9", "--waves-to", "8"}) ==
        "error: --waves-from 9 is after --waves-to 8\n");
  const Ended never = run({"--engine", "picker=due", "--waves", "picker=n.vcd", "--waves-from", "999999"});
  CHECK(never.status == 1);
  CHECK(never.err.find("--waves picker=n.vcd: error: no waveform: the RTL has no work from cycle 999999") == 0);
}

TEST_CASE("what somebody's own picker cannot do is refused with the reason") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  files.write("jobs.stim", "add 0 B 1 1048576\npick 1\n");
  files.write("big.stim", "config slots=65\nadd 0 B 1 1\npick 1\n");
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const Ended end = ended(files, arguments);
    CHECK(end.status == 2);
    CHECK(end.out == "");
    return end.err;
  };
  CHECK(refusal({"run", "e.yaml", "--engine", "picker=due", "--set", "policies.picker=fifo"}) ==
        "--engine picker=due: error: the RTL due is the picker earliest_deadline and cannot replace fifo (use "
        "earliest_deadline, or the engine model)\n");
  CHECK(refusal({"run", "e.yaml", "--engine", "picker=lockstep:deu"}).find("did you mean 'lockstep:due'?") !=
        std::string::npos);
  CHECK(refusal({"pick", "big.stim", "--engine", "due"}) ==
        "error: --engine due: the RTL picker due is not built for ENTRIES=65 CLASSES=3 (built, each also for fewer "
        "entries and classes: [ENTRIES=16 CLASSES=5] [ENTRIES=64 CLASSES=5]; its gantry_rtl.list names more, "
        "docs/rtl.md)\n");
  CHECK(refusal({"pick", "jobs.stim", "--engine", "due"}) ==
        "jobs.stim:1:11: error: 1048576 jobs do not fit the job counter of the RTL picker (at most 1048575)\n");
}

TEST_CASE("a difference names whose RTL it is, and its stimulus has the times of the jobs") {
  const InputFiles files;
  PickerConfig config;
  config.entries = 16;
  const RtlModel* model = find_rtl_model(*find_named_picker(program_named_pickers(), "due"), config);
  REQUIRE(model != nullptr);
  LockstepOptions options;
  options.prefix = files.path("odd");
  options.rtl = "due";
  options.engine = "lockstep:due";
  // Another policy stands for a wrong RTL.
  LockstepEngine lockstep(builtin_pickers().find("fifo")->make(config), *model, config, options);
  const EntrySet both = {3};
  lockstep.tell_cycle(77);
  lockstep.add(0, {1, 1, 5, 0, 100});
  lockstep.add(1, {0, 1, 5, 12, 90});
  std::string what;
  try {
    lockstep.pick(both);
  } catch (const Error& difference) {
    what = difference.what();
  }
  CHECK(what.find("model and due differ in round 0 ") == 0);
  CHECK(what.find("\n  model: entry 0, ") != std::string::npos);
  CHECK(what.find("\n  due:   entry 1, ") != std::string::npos);
  CHECK(what.find("--engine lockstep:due\n") != std::string::npos);
  CHECK(file_text(files.path("odd.stim"))
            .find("cycle 77\nadd 0 C 1 5 deadline=100\nadd 1 B 1 5 job_cycles=12 deadline=90\n") != std::string::npos);
  CHECK(fs::exists(files.path("odd.vcd")));
}

TEST_CASE("RTL that does what cannot be is told, and nothing hangs") {
  // Pins of a picker that is always busy, or picks whom it likes.
  class Wild final : public RtlPicker {
   public:
    explicit Wild(PickerOutputs outputs) : outputs_(outputs) {}
    void clock(const PickerInputs& /*inputs*/, PickerOutputs& outputs) override { outputs = outputs_; }
    [[nodiscard]] std::uint32_t win_delay() const override { return 0; }
    [[nodiscard]] bool sees_cycle() const override { return false; }
    [[nodiscard]] bool tells_state() const override { return false; }
    void state(std::vector<EntryState>& /*entries*/) const override {}
    [[nodiscard]] bool holds(const std::vector<EntryState>& /*entries*/) const override { return true; }
    bool trace(const std::string& /*path*/) override { return false; }
    bool end_trace() override { return true; }

   private:
    PickerOutputs outputs_;
  };
  const auto fault = [](PickerOutputs outputs) -> std::string {
    PickerConfig config;
    config.entries = 4;
    RtlModel model{{}, nullptr, nullptr};
    RtlEngine engine(model, std::make_unique<Wild>(outputs), config);
    std::string told;
    engine.on_fault = [&](const std::string& text) { told = text; };
    engine.add(2, {});
    try {
      engine.pick({15});
    } catch (const Error& found) {
      CHECK(told == found.what());
    }
    return told;
  };
  PickerOutputs outputs;
  outputs.take = true;
  CHECK(fault(outputs) == "the RTL picked nobody, although entry 2 is eligible, in round 0 (cycle 2 of the RTL)");
  outputs.win = true;
  outputs.winner.entry = 200;
  CHECK(fault(outputs) == "the RTL picked entry 200, which is not eligible, in round 0 (cycle 2 of the RTL)");
  outputs.winner.entry = 2;
  CHECK(fault(outputs) == "");
  outputs.busy = true;
  CHECK(fault(outputs).find("the RTL has been busy for 1000000 cycles") == 0);
}

}  // namespace gantry::named_picker_test
