// SPDX-License-Identifier: Apache-2.0
// The RTL behind the interface of every picker: the oracle's golden rounds, what a difference leaves behind, what is
// refused, and whole runs that must not depend on who picks.
#include "picker/rtl_engine.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/bits.h"
#include "gantry/base/error.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"
#include "gantry/scheduler/tie_break.h"
#include "input_files.h"
#include "pick/run.h"
#include "pick/stimulus.h"
#include "picker/lockstep_engine.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry {
const RtlModels& campaign_rtl_models();
}  // namespace gantry

namespace gantry::rtl_engine_test {

namespace {

namespace fs = std::filesystem;

const RtlModel* any_model(const PickerConfig& config) {
  const RtlModel* model = find_rtl_model(program_rtl_models(), config);
  return model != nullptr ? model : find_rtl_model(campaign_rtl_models(), config);
}

std::string rounds_of(const std::string& stimulus, const std::function<PickerFactory>& make) {
  std::istringstream in(stimulus);
  std::ostringstream out;
  Diagnostics diagnostics;
  CHECK(run_stimulus(in, "s", make, out, diagnostics));
  return out.str();
}

PickerConfig sixteen(TieBreak tie) {
  PickerConfig config;
  config.entries = 16;
  config.tie = tie;
  return config;
}

std::uint32_t count_of(const std::string& text, const std::string& what) {
  std::uint32_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

/// Rounds of `count` entries of one class that differ by their weights, with joins, blocks and leaves among them.
void drive(Picker& picker, std::uint32_t entries, std::uint32_t rounds) {
  EntrySet eligible = make_bit_set(entries);
  for (std::uint32_t e = 0; e < entries; ++e) {
    picker.add(e, {0, 1 + 7 * e, 100000, 0});
    set_bit(eligible, e);
  }
  for (std::uint32_t i = 0; i < rounds; ++i) {
    if (i % 50 == 0) eligible[0] ^= 2;
    picker.pick(eligible);
  }
}

}  // namespace

TEST_CASE("the RTL gives the oracle's rounds, alone and in lockstep") {
  std::uint32_t stimuli = 0;
  for (const auto& file : fs::directory_iterator(GANTRY_SOURCE_DIR "/tests/golden/picker")) {
    if (file.path().extension() != ".stim") continue;
    const std::string stimulus = file_text(file.path().string());
    std::istringstream in(stimulus);
    Diagnostics diagnostics;
    const std::string name = "s";
    StimulusReader reader(in, name, diagnostics);
    std::uint64_t most_jobs = 0;
    while (const auto command = reader.next()) most_jobs = std::max(most_jobs, command->what.jobs);
    const RtlModel* model = any_model(reader.config());
    if (model == nullptr || model->parameters.most_jobs() < most_jobs) continue;
    ++stimuli;
    INFO(file.path().filename());
    const std::string want = file_text(fs::path(file.path()).replace_extension(".expected").string());
    CHECK((rounds_of(stimulus, [&](const PickerConfig& config) {
             return std::make_unique<RtlEngine>(*model, model->make(), config);
           }) == want));
    CHECK((rounds_of(stimulus, [&](const PickerConfig& config) {
             return std::make_unique<LockstepEngine>(make_plain_weight_delay(config), *model, config,
                                                     LockstepOptions{});
           }) == want));
  }
  CHECK(stimuli > (kSanitized ? 10 : 30));
}

TEST_CASE("without a place for them a difference leaves no files and speaks of none") {
  const PickerConfig config = sixteen(TieBreak::history_weight);
  const RtlModel* model = find_rtl_model(program_rtl_models(), config);
  REQUIRE(model != nullptr);
  LockstepEngine lockstep(make_plain_weight_delay(sixteen(TieBreak::expected_weight)), *model, config, {});
  std::string what;
  try {
    drive(lockstep, 16, 100000);
  } catch (const Error& difference) {
    what = difference.what();
  }
  CHECK(what.find("differ in round ") != std::string::npos);
  CHECK(what.find("to reproduce") == std::string::npos);
  CHECK(what.find("written") == std::string::npos);
  CHECK(what.find("waveform") == std::string::npos);
}

TEST_CASE("a difference names the round, both answers, and leaves a stimulus and a waveform") {
  const InputFiles files;
  const PickerConfig config = sixteen(TieBreak::history_weight);
  const RtlModel* model = find_rtl_model(program_rtl_models(), config);
  REQUIRE(model != nullptr);
  LockstepOptions options;
  options.prefix = files.path("odd");
  std::string told;
  options.on_difference = [&](const std::string& text) { told = text; };
  // A model that breaks ties otherwise stands for a wrong RTL.
  LockstepEngine lockstep(make_plain_weight_delay(sixteen(TieBreak::expected_weight)), *model, config, options);
  std::string what;
  try {
    drive(lockstep, 16, 100000);
  } catch (const Error& difference) {
    what = difference.what();
  }
  REQUIRE(what != "");
  CHECK(told == what);
  CHECK(what.find("differ in round ") != std::string::npos);
  CHECK(what.find("model: entry ") != std::string::npos);
  CHECK(what.find("rtl:   entry ") != std::string::npos);
  CHECK(what.find("TIE=1") != std::string::npos);

  // The stimulus ends with the round in which the two tie rules part.
  const std::string stimulus = file_text(files.path("odd.stim"));
  const std::string rtl = rounds_of(stimulus, [](const PickerConfig& c) { return make_plain_weight_delay(c); });
  const std::string other = rounds_of(stimulus, [](const PickerConfig& c) {
    PickerConfig expected_weight = c;
    expected_weight.tie = TieBreak::expected_weight;
    return make_plain_weight_delay(expected_weight);
  });
  const std::size_t last = rtl.rfind('\n', rtl.size() - 2) + 1;
  CHECK(rtl.substr(0, last) == other.substr(0, last));
  CHECK(rtl.substr(last) != other.substr(last));

  const std::string waves = file_text(files.path("odd.vcd"));
  CHECK(waves.find("$enddefinitions") != std::string::npos);
  CHECK(waves.find("history_q") != std::string::npos);
}

TEST_CASE("a run that passes shows the rounds that are asked for, as VCD or FST") {
  const InputFiles files;
  files.write("s.stim", "config slots=4\nadd 0 B 10 100\nadd 1 B 20 100\npick 50\n");
  const std::string rounds = ProgramRun(files, {"pick", "s.stim"}).out();
  for (const char* engine : {"rtl", "lockstep"}) {
    ProgramRun run(files, {"pick", "s.stim", "--engine", engine, "--waves", "w.vcd", "--from", "10", "--to", "14"});
    CHECK(run.finish() == 0);
    CHECK(run.out() == rounds);
    const std::string waves = file_text(files.path("w.vcd"));
    CHECK(waves.find("history_q") != std::string::npos);
    // Five rounds, a cycle each, and the one in which the last of them is granted.
    CHECK(count_of(waves, "\n#") == 2 * 6);
    CHECK_FALSE(fs::exists(files.path("w.vcd.tmp.fst")));
  }
  ProgramRun all(files, {"pick", "s.stim", "--engine", "rtl", "--waves", "w.fst"});
  CHECK(all.finish() == 0);
  CHECK(all.out() == rounds);
  // The first block of the format is its header, 329 bytes.
  CHECK(file_text(files.path("w.fst")).substr(0, 9) == std::string("\0\0\0\0\0\0\0\x01\x49", 9));
}

TEST_CASE("a waveform that cannot be is refused") {
  const InputFiles files;
  files.write("s.stim", "add 0 B 10 100\npick 5\n");
  const auto refusal = [&](const std::vector<std::string>& further) {
    std::vector<std::string> arguments = {"pick", "s.stim"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    ProgramRun run(files, arguments);
    CHECK(run.finish() == 2);
    return run.err();
  };
  CHECK(refusal({"--waves", "w.vcd"}) == "error: --waves shows the RTL: it goes with --engine rtl or lockstep\n");
  CHECK(refusal({"--engine", "rtl", "--waves", "w.txt"}) ==
        "error: --waves w.txt: the name must end in .vcd or .fst\n");
  CHECK(refusal({"--engine", "rtl", "--waves", "none/w.fst"}) == "error: --engine rtl: none/w.fst cannot be written\n");
  CHECK(refusal({"--engine", "rtl", "--waves", "w.vcd", "--from", "6"}) ==
        "error: --from 6: the stimulus has no such round, and so no waveform\n");
  CHECK(refusal({"--engine", "rtl", "--waves", "w.vcd", "--from", "3", "--to", "2"}) ==
        "error: --from 3 is after --to 2\n");
}

TEST_CASE("the waveform shows the last cycles only") {
  const InputFiles files;
  const PickerConfig config = sixteen(TieBreak::history_weight);
  const RtlModel* model = find_rtl_model(program_rtl_models(), config);
  REQUIRE(model != nullptr);
  LockstepOptions options;
  options.prefix = files.path("late");
  options.waveform_cycles = 20;
  // The reference counts one job less for the last entry, which shows after 3,000 rounds of the others.
  class Forgetful final : public Picker {
   public:
    explicit Forgetful(std::unique_ptr<Picker> picker) : picker_(std::move(picker)) {}
    void add(std::uint32_t entry, const PickerEntry& what) override { picker_->add(entry, what); }
    void drop(std::uint32_t entry) override { picker_->drop(entry); }
    std::optional<Pick> pick(const EntrySet& eligible) override { return picker_->pick(eligible); }
    void inspect(std::vector<EntryState>& entries) override {
      picker_->inspect(entries);
      if (++rounds_ == 3000) --entries.back().jobs;
    }

   private:
    std::unique_ptr<Picker> picker_;
    std::uint32_t rounds_ = 0;
  };
  LockstepEngine lockstep(std::make_unique<Forgetful>(make_plain_weight_delay(config)), *model, config, options);
  std::string what;
  try {
    drive(lockstep, 16, 5000);
  } catch (const Error& difference) {
    what = difference.what();
  }
  CHECK(what.find("differ in round 2999 ") != std::string::npos);
  CHECK(what.find("entry 15 before the round: model W ") != std::string::npos);
  CHECK(what.find("waveform of the last 20 cycles") != std::string::npos);
  const std::string waves = file_text(files.path("late.vcd"));
  CHECK(count_of(waves, "\n#") == 2 * 20);
}

TEST_CASE("a configuration that was not built is refused with what to do") {
  PickerConfig config;
  config.entries = 100;
  const std::string text = no_rtl_model(program_rtl_models(), config);
  CHECK(find_rtl_model(program_rtl_models(), config) == nullptr);
  CHECK(text.find("RTL_MODELS=100:3:8:8:0") != std::string::npos);
  config.entries = 257;
  CHECK(no_rtl_model(program_rtl_models(), config).find("at most 256 entries") != std::string::npos);
}

TEST_CASE("the program refuses other pickers than the source's beside the RTL") {
  const InputFiles files;
  files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a}]}\n");
  files.write("s.stim", "add 0 B 1 1\npick 1\n");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"run", "e.yaml", "--picker", "rtl", "--set", "policies.picker=stride"},
           {"run", "e.yaml", "--picker", "lockstep", "--set", "policies.picker=fifo"},
           {"run", "e.yaml", "--picker", "rtl", "--set", "architecture.dispatcher.picker.frac=7"},
           {"pick", "s.stim", "--engine", "rtl", "--policy", "stride"}}) {
    ProgramRun run(files, arguments);
    CHECK(run.finish() == 2);
    CHECK(run.out() == "");
    CHECK(run.err().find("RTL") != std::string::npos);
  }
  CHECK_FALSE(fs::exists(files.path("out")));
}

TEST_CASE("more jobs than the job counter holds are refused") {
  const InputFiles files;
  files.write("fits.stim", "add 0 B 1 4294967295\npick 1\n");
  files.write("odd.stim", "add 0 B 1 5\npick 1\nadd 1 B 1 4294967296\npick 1\n");
  for (const char* engine : {"rtl", "lockstep"}) {
    ProgramRun fits(files, {"pick", "fits.stim", "--engine", engine});
    CHECK(fits.finish() == 0);
    CHECK(fits.out() == "0 0 B 255 256 256\n");
    ProgramRun odd(files, {"pick", "odd.stim", "--engine", engine});
    CHECK(odd.finish() == 2);
    CHECK(odd.err().find("4294967296 jobs do not fit") != std::string::npos);
    CHECK(odd.err().find("at most 4294967295") != std::string::npos);
  }
  ProgramRun model(files, {"pick", "odd.stim"});
  CHECK(model.finish() == 0);
}

TEST_CASE("a run's outputs do not depend on who picks, and the provenance says whose times the picker has") {
  const InputFiles files;
  const std::string experiment = GANTRY_SOURCE_DIR "/sim/experiments/cholesky.yaml";
  int timed = 0;
  const auto outputs = [&](const std::string& picker, const std::string& kernel) {
    ProgramRun run(files, {"run", experiment, "--picker", picker, "--kernel", kernel, "--out", picker, "--set",
                           "architecture.dispatcher.picker.timing=rtl_pipelined"});
    CHECK(run.finish() == 0);
    CHECK(run.err().find("not those of the RTL") == std::string::npos);
    std::string text;
    for (const char* file : {"summary.json", "tasks.csv", "jobs.csv", "edges.csv", "trace.json"}) {
      std::istringstream lines(file_text(files.path(picker + "/" + file)));
      for (std::string line; std::getline(lines, line);) {
        // The provenance names the engine, once.
        if (line.rfind("      \"picker\": \"" + picker + '"', 0) == 0) line = "engine";
        if (line == "      \"picker_timing\": \"rtl_pipelined\"") {
          ++timed;
        } else {
          text += line + '\n';
        }
      }
    }
    return text;
  };
  const std::string model = outputs("model", "systemc");
  CHECK(model.size() > 10000);
  CHECK(timed == 0);
  CHECK((outputs("rtl", "systemc") == model));
  CHECK((outputs("lockstep", "cycle") == model));
  CHECK(timed == 2);
}

}  // namespace gantry::rtl_engine_test
