// SPDX-License-Identifier: Apache-2.0
// picks.csv: by hand, and of random machines against the picker alone with the same entries.
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "check/check_run.h"
#include "cost/cost_file.h"
#include "csv_table.h"
#include "experiment/submission_order.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"
#include "input_files.h"
#include "pick/run.h"
#include "pick/stimulus.h"
#include "program_run.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "run/simulation.h"
#include "sanitized.h"

namespace gantry::picks_test {

namespace {

/// Writes down as a stimulus what a machine's picker is told.
class Recorder final : public Picker {
 public:
  Recorder(std::unique_ptr<Picker> picker, const PickerConfig& config, std::string& stimulus)
      : picker_(std::move(picker)), unblocked_(make_bit_set(config.entries)), stimulus_(stimulus) {
    stimulus_ = "config slots=" + std::to_string(config.entries) + " classes=" + std::to_string(config.classes) + '\n';
  }
  void add(std::uint32_t entry, const PickerEntry& what) override {
    picker_->add(entry, what);
    jobs_[entry] = what.jobs;
    set_bit(unblocked_, entry);
    stimulus_ += "add " + std::to_string(entry) + ' ' + kClassLetters[what.cls] + ' ' + std::to_string(what.weight) +
                 ' ' + std::to_string(what.jobs) + " job_cycles=" + std::to_string(what.job_cycles) +
                 (what.deadline == kNever ? "" : " deadline=" + std::to_string(what.deadline)) + '\n';
  }
  void drop(std::uint32_t entry) override {
    picker_->drop(entry);
    jobs_.erase(entry);
    stimulus_ += "drop " + std::to_string(entry) + '\n';
  }
  std::optional<Pick> pick(const EntrySet& eligible) override {
    for (const auto& [entry, jobs] : jobs_) {
      if (test_bit(eligible, entry) == test_bit(unblocked_, entry)) continue;
      stimulus_ += (test_bit(eligible, entry) ? "unblock " : "block ") + std::to_string(entry) + '\n';
      assign_bit(unblocked_, entry, test_bit(eligible, entry));
    }
    stimulus_ += "pick 1\n";
    const auto pick = picker_->pick(eligible);
    if (pick && --jobs_[pick->entry] == 0) jobs_.erase(pick->entry);
    return pick;
  }
  [[nodiscard]] bool reweighs() const override { return picker_->reweighs(); }
  void candidates(const EntrySet& eligible, std::vector<Pick>& candidates) override {
    picker_->candidates(eligible, candidates);
  }

 private:
  std::unique_ptr<Picker> picker_;
  std::map<std::uint32_t, std::uint64_t> jobs_;  ///< by entry that is present
  BitSet unblocked_;
  std::string& stimulus_;
};

/// The lines of `gantry pick --sets` that picks.csv stands for, without the members of a class.
std::string lines_of(const CsvTable& picks) {
  std::string text;
  std::size_t decisions = 0;
  for (std::size_t first = 0; first < picks.rows();) {
    std::string winner;
    std::string candidates;
    std::size_t row = first;
    for (; row < picks.rows() && picks.at(row, "round") == picks.at(first, "round") &&
           picks.at(row, "decision") == picks.at(first, "decision");
         ++row) {
      std::string line = ' ' + picks.at(row, "entry") + ' ' + picks.at(row, "class");
      for (const char* column : {"target", "expected_weight", "history"}) {
        const std::string& value = picks.at(row, column);
        line += ' ' + (value.empty() ? "0" : value);
      }
      if (picks.at(row, "winner") == "yes") winner = line;
      candidates += "  candidate" + line + '\n';
    }
    text += std::to_string(decisions++) + winner + ' ' + picks.at(first, "eligible") + '\n' + candidates;
    first = row;
  }
  return text;
}

/// The output of `gantry pick --sets` in that form: a class without a candidate does not count but for its members.
std::string without_members(const std::string& sets) {
  std::istringstream lines(sets);
  std::string text;
  std::string round;
  std::string candidates;
  std::size_t eligible = 0;
  const auto end_round = [&] {
    if (!round.empty()) text += round + ' ' + std::to_string(eligible) + '\n' + candidates;
    candidates.clear();
    eligible = 0;
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 2, "  ") != 0) {
      end_round();
      round = line;
      continue;
    }
    const std::size_t of = line.find(" of ");
    std::istringstream members(line.substr(of + 4));
    for (std::string member; members >> member;) ++eligible;
    if (line.compare(0, 14, "  candidate - ") != 0) candidates += line.substr(0, of) + '\n';
  }
  end_round();
  return text;
}

std::string replayed(const std::string& stimulus, const std::function<PickerFactory>& make) {
  std::istringstream in(stimulus);
  std::ostringstream out;
  Diagnostics problems;
  const bool done = run_stimulus(in, "s", make, out, problems, nullptr, true);
  for (const std::string& line : problems.lines()) UNSCOPED_INFO(line);
  REQUIRE(done);
  return without_members(out.str());
}

/// Winners of random rounds of a picker whose candidates are looked at, or not.
std::string random_rounds(Picker& picker, std::uint64_t seed, bool look) {
  constexpr std::uint32_t kEntries = 70;
  Dice dice(seed);
  std::map<std::uint32_t, PickerEntry> present;
  std::vector<Pick> candidates;
  std::string text;
  for (int round = 0; round < 600; ++round) {
    for (std::uint64_t changes = dice.below(4); changes > 0; --changes) {
      const auto entry = static_cast<std::uint32_t>(dice.below(kEntries));
      if (present.erase(entry) > 0) {
        picker.drop(entry);
        continue;
      }
      PickerEntry what;
      what.cls = static_cast<std::uint32_t>(dice.below(5));
      what.weight = static_cast<std::uint32_t>(dice.between(1, 256));
      what.jobs = dice.between(1, 9);
      what.job_cycles = dice.between(0, 100);
      if (dice.chance(50)) what.deadline = dice.between(0, 5000);
      picker.add(entry, what);
      present[entry] = what;
    }
    EntrySet eligible = make_bit_set(kEntries);
    for (const auto& [entry, what] : present) assign_bit(eligible, entry, dice.chance(70));
    if (look) picker.candidates(eligible, candidates);
    const auto pick = picker.pick(eligible);
    if (!pick) {
      if (look) CHECK(candidates.empty());
      continue;
    }
    text += std::to_string(pick->entry) + ' ' + std::to_string(pick->target) + ' ' + std::to_string(pick->history);
    if (look) {
      std::size_t same = 0;
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        REQUIRE(test_bit(eligible, candidates[c].entry));
        if (c > 0) REQUIRE(present[candidates[c - 1].entry].cls < present[candidates[c].entry].cls);
        if (candidates[c] == *pick) ++same;
      }
      REQUIRE(same == 1);
    }
    text += '\n';
    if (--present[pick->entry].jobs == 0) present.erase(pick->entry);
  }
  return text;
}

}  // namespace

TEST_CASE("the winner of a round is one of its candidates, and looking at them changes nothing") {
  PickerConfig config;
  config.entries = 70;
  config.classes = 5;
  for (const PickerCatalogue::Entry& entry : builtin_pickers().entries()) {
    INFO(entry.name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const auto looked_at = entry.make(config);
      const auto alone = entry.make(config);
      CHECK(random_rounds(*looked_at, seed, true) == random_rounds(*alone, seed, false));
    }
  }
}

TEST_CASE("picks.csv of random machines are the picks of the picker alone") {
  const std::size_t wanted = kSanitized ? 8 : 60;
  std::size_t runs = 0;
  std::size_t rows = 0;
  std::map<std::string, std::size_t> pickers;
  for (std::uint64_t seed = 1; runs < wanted && seed < 2000; ++seed) {
    Experiment experiment = random_experiment(seed);
    Diagnostics problems;
    if (!can_run(experiment)) continue;
    // The experiments draw a picker for half of them; here each has its turn.
    const auto& all = builtin_pickers().entries();
    experiment.picker = all[runs % all.size()].name;
    if (runs % 3 == 0) experiment.architecture.dispatcher->decisions_per_round = 3;
    experiment.background.reset();
    experiment.cost = default_cost_figures();
    experiment.max_cycles = 3000000;
    experiment.output["picks"].on = true;
    experiment.output["trace"].on = false;
    INFO("seed " << seed << ", picker " << experiment.picker);

    const InputFiles files;
    std::string stimulus;
    PickerConfig config;
    const auto& make = builtin_pickers().find(experiment.picker)->make;
    SimulationOptions options;
    options.kernel = Kernel::cycle;
    options.directory = files.path("out");
    const SimulationResult plain = simulate(experiment, options, problems);
    REQUIRE(plain.started);
    const std::string written = file_text(files.path("out/picks.csv"));
    {
      const CheckReport report = check_run(files.path("out"));
      for (const std::string& line : report.errors) UNSCOPED_INFO(line);
      CHECK(report.status == 0);
    }
    options.picker_engine = [&](const PickerConfig& given) {
      config = given;
      return std::make_unique<Recorder>(make(given), given, stimulus);
    };
    options.shuffle_seed = seed;
    options.fast_forward = false;
    const SimulationResult recorded = simulate(experiment, options, problems);
    CHECK(recorded.stats.cycles == plain.stats.cycles);
    CHECK(file_text(files.path("out/picks.csv")) == written);

    const CsvTable picks(files.path("out/picks.csv"));
    const std::string expected = replayed(stimulus, [&](const PickerConfig& /*read*/) {
      return experiment.picker == kSourcePicker ? make_plain_weight_delay(config) : make(config);
    });
    CHECK(lines_of(picks) == expected);
    ++runs;
    rows += picks.rows();
    pickers[experiment.picker] += picks.rows();
  }
  CHECK(runs == wanted);
  CHECK(rows > (kSanitized ? 6 : 9) * wanted);
  CHECK(pickers.size() == std::min(wanted, builtin_pickers().entries().size()));
}

TEST_CASE("picks.csv is not written unless it is wished for") {
  const InputFiles files;
  files.write("e.yaml", "architecture: {processors: [{count: 2}]}\nworkload: {tasks: [{id: a, jobs: 2, cycles: 9}]}\n");
  ProgramRun off(files, {"run", "--kernel", "cycle", "--out", "off", "e.yaml"});
  REQUIRE(off.finish() == 0);
  CHECK_FALSE(std::filesystem::exists(files.path("off/picks.csv")));
  ProgramRun on(files, {"run", "--kernel", "cycle", "--out", "on", "--set", "output.picks=true", "e.yaml"});
  REQUIRE(on.finish() == 0);
  // In cycle 79 and, with its class weighed anew in no time, 80 (tests/behaviour/scenario.h has the way there for other
  // times): the cycles are those of jobs.csv, the weights H = 1 and then H - H / 16 + 16.
  const CsvTable jobs(files.path("on/jobs.csv"));
  const std::string first = jobs.at(jobs.find({{"job", "0"}}), "picked");
  const std::string second = jobs.at(jobs.find({{"job", "1"}}), "picked");
  CHECK(file_text(files.path("on/picks.csv")) ==
        "cycle,round,decision,class,task,entry,target,expected_weight,history,winner,job,processor,eligible\n" + first +
            ",0,0,B,a,0,255,256,256,yes,0," + jobs.at(jobs.find({{"job", "0"}}), "processor") + ",1\n" + second +
            ",1,0,B,a,0,239,256,4336,yes,1," + jobs.at(jobs.find({{"job", "1"}}), "processor") + ",1\n");
}

TEST_CASE("the sets of a stimulus show every class's candidate") {
  const InputFiles files;
  files.write("s.stim",
              "add 0 B 10 1\nadd 4 B 30 2\nadd 2 C 20 4\nblock 2\npick 1\nunblock 2\npick 1\ndrop 2\ndrop 4\n"
              "pick 2\n");
  ProgramRun run(files, {"pick", "--sets", "s.stim"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  // W = 64 and 192 of block, 256 of cluster; H = S, and in raw values 2560, 7680, 5120. T = (W * 256 - H) >> 8.
  // Round 1: 2560 - 160, 7680 - 480 + 4096, 5120 - 320. Round 2: 0 is alone in its class, 2400 - 150.
  CHECK(run.out() ==
        "0 4 B 162 192 7680\n"
        "  candidate 4 B 162 192 7680 of 0 4\n"
        "1 2 C 237 256 4800\n"
        "  candidate 4 B 147 192 11296 of 0 4\n"
        "  candidate 2 C 237 256 4800 of 2\n"
        "2 0 B 247 256 2250\n"
        "  candidate 0 B 247 256 2250 of 0\n"
        "3 -\n");
}

TEST_CASE("gantry check holds picks.csv against jobs.csv and the summary") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {processors: [{count: 1}], dispatcher: {match_against: capable}}\n"
              "workload:\n  tasks:\n    - {id: a, jobs: 4, cycles: 90}\n"
              "    - {id: b, class: cluster, jobs: 4, cycles: 90, weight: 40}\noutput: {picks: true}\n");
  ProgramRun run(files, {"run", "--kernel", "cycle", "--out", "out", "e.yaml"});
  REQUIRE(run.finish() == 0);
  const std::string directory = files.path("out");
  REQUIRE(check_run(directory).status == 0);
  CHECK(check_run(directory).result.back().find("8 picks") != std::string::npos);
  const CsvTable picks(directory + "/picks.csv");
  const std::size_t loser = picks.find({{"winner", "no"}});
  const std::size_t winner = picks.find({{"winner", "yes"}, {"eligible", "2"}});
  const auto found = [&](const std::string& what) {
    std::string all;
    for (const std::string& line : check_run(directory).errors) all += line + '\n';
    INFO(all);
    CHECK(all.find(what) != std::string::npos);
    picks.restore();
  };
  picks.put(winner, "cycle", "1");
  found("was picked in cycle");
  picks.put(winner, "job", "3");
  found("by jobs.csv");
  picks.put(winner, "processor", "core1");
  found("ran on core0 by jobs.csv");
  picks.put(winner, "winner", "no");
  found("0 winners of one decision (expected 1)");
  picks.put(loser, "winner", "yes");
  found("2 winners of one decision (expected 1)");
  picks.put(loser, "target", "256");
  found("target 256 is larger than the winner's");
  picks.put(loser, "history", "");
  found("without some of target, expected_weight and history");
  picks.put(loser, "eligible", "0");
  found("eligible");
  picks.put(loser, "class", "B");
  found("classes of a decision are not in order, each once");
  picks.put(loser, "class", "X");
  found("task b was of class X before");
  picks.put(loser, "task", "c");
  found("task c is not in tasks.csv");
  picks.put(loser, "target", "-");
  found("target is");
  picks.remove(0);
  found("no row of picks.csv has it as winner");
  picks.repeat(winner);
  found("2 winners of one decision");
}

}  // namespace gantry::picks_test
