// SPDX-License-Identifier: Apache-2.0
// The picker against the oracle's golden rounds, and the stimulus reader's errors to the column.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "pick/run.h"
#include "pick/stimulus.h"

namespace gantry::pick_test {

namespace {

using gantry::builtin_pickers;
using gantry::Diagnostics;

struct Outcome {
  bool done = false;
  std::string rounds;
  std::vector<std::string> errors;
};

Outcome run(const std::string& stimulus) {
  const auto* picker = builtin_pickers().find(gantry::kSourcePicker);
  REQUIRE(picker != nullptr);
  std::istringstream in(stimulus);
  std::ostringstream out;
  Diagnostics diagnostics;
  Outcome outcome;
  outcome.done = gantry::run_stimulus(in, "s", picker->make, out, diagnostics);
  outcome.rounds = out.str();
  outcome.errors = diagnostics.lines();
  return outcome;
}

std::string error_of(const std::string& stimulus) {
  const Outcome outcome = run(stimulus);
  CHECK_FALSE(outcome.done);
  REQUIRE(outcome.errors.size() == 1);
  return outcome.errors.front();
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string first_difference(const std::string& got, const std::string& want) {
  std::istringstream got_lines(got);
  std::istringstream want_lines(want);
  std::string got_line;
  std::string want_line;
  while (true) {
    const bool more_got = static_cast<bool>(std::getline(got_lines, got_line));
    const bool more_want = static_cast<bool>(std::getline(want_lines, want_line));
    if (!more_got && !more_want) return "none";
    if (!more_got) return "want '" + want_line + "', got nothing";
    if (!more_want) return "want nothing, got '" + got_line + "'";
    if (got_line != want_line) return "want '" + want_line + "', got '" + got_line + "'";
  }
}

/// A sink that takes `room` characters and then fails, like a full disk.
class FullSink : public std::streambuf {
 public:
  explicit FullSink(std::streamsize room) : room_(room) {}

 protected:
  int_type overflow(int_type c) override { return room_-- > 0 ? c : traits_type::eof(); }
  std::streamsize xsputn(const char*, std::streamsize n) override {
    const std::streamsize taken = std::min(n, room_);
    room_ -= taken;
    return taken;
  }

 private:
  std::streamsize room_;
};

}  // namespace

TEST_CASE("golden stimuli give the oracle's rounds", "[pick]") {
  const std::filesystem::path directory = std::filesystem::path(GANTRY_SOURCE_DIR) / "tests" / "golden" / "picker";
  std::vector<std::filesystem::path> stimuli;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().extension() == ".stim") stimuli.push_back(file.path());
  }
  std::sort(stimuli.begin(), stimuli.end());
  CHECK(stimuli.size() >= 70);
  for (std::filesystem::path path : stimuli) {
    INFO(path.string());
    const Outcome outcome = run(content(path));
    CHECK(outcome.done);
    CHECK(outcome.errors.empty());
    CHECK(first_difference(outcome.rounds, content(path.replace_extension(".expected"))) == "none");
  }
}

TEST_CASE("the rounds before an error are written, none after it", "[pick]") {
  const Outcome outcome = run("add 0 B 10 9\npick 2\ndrop 1\npick 5\n");
  CHECK_FALSE(outcome.done);
  CHECK(outcome.rounds == "0 0 B 246 256 2560\n1 0 B 230 256 6496\n");
  REQUIRE(outcome.errors.size() == 1);
  CHECK(outcome.errors.front() == "s:3:6: error: entry 1 is empty (add it first)");
}

TEST_CASE("entries that are used or empty", "[pick]") {
  CHECK(error_of("add 0 B 1 1\nadd 0 C 1 1") == "s:2:5: error: entry 0 is in use (drop it first)");
  CHECK(error_of("drop 0") == "s:1:6: error: entry 0 is empty (add it first)");
  CHECK(error_of("block 5\n") == "s:1:7: error: entry 5 is empty (add it first)");
  CHECK(error_of("\n\n  unblock   5\n") == "s:3:13: error: entry 5 is empty (add it first)");
  // The last job takes the entry out.
  CHECK(error_of("add 0 B 1 2\npick 2\nblock 0") == "s:3:7: error: entry 0 is empty (add it first)");
}

TEST_CASE("values out of range", "[pick]") {
  CHECK(error_of("add 64 B 1 1") == "s:1:5: error: entry '64' is out of range (0..63)");
  CHECK(error_of("config slots=2\nadd 2 B 1 1") == "s:2:5: error: entry '2' is out of range (0..1)");
  CHECK(error_of("add 0 E 1 1") == "s:1:7: error: class 'E' is out of range (B C U with classes=3)");
  CHECK(error_of("add 0 Z 1 1") == "s:1:7: error: class 'Z' is no class (B C U with classes=3)");
  CHECK(error_of("add 0 BC 1 1") == "s:1:7: error: class 'BC' is no class (B C U with classes=3)");
  CHECK(error_of("add 0 B 0 1") == "s:1:9: error: weight '0' is out of range (1..256)");
  CHECK(error_of("add 0 B 257 1") == "s:1:9: error: weight '257' is out of range (1..256)");
  CHECK(error_of("add 0 B 1 0") == "s:1:11: error: the number of jobs '0' is out of range (from 1)");
  CHECK(error_of("add -1 B 1 1") == "s:1:5: error: entry is '-1' (an integer in 0..63)");
  CHECK(error_of("pick 1.5") == "s:1:6: error: the number of rounds is '1.5' (an integer from 0)");
}

TEST_CASE("an entry may come with the time of its jobs and its deadline", "[pick]") {
  CHECK(run("add 0 B 1 1 deadline=5 job_cycles=18446744073709551614\ncycle 7\npick 1\n").done);
  CHECK(error_of("add 0 B 1 1 deadline=x") == "s:1:22: error: deadline is 'x' (an integer from 0)");
  CHECK(error_of("add 0 B 1 1 due=5") ==
        "s:1:13: error: 'due=5' is no time of a job (job_cycles=CYCLES or deadline=CYCLE)");
  CHECK(error_of("add 0 B 1 1 deadline=1 job_cycles=1 deadline=1") ==
        "s:1:37: error: add takes 4 values, not 7 (add ENTRY CLASS WEIGHT JOBS)");
  CHECK(error_of("add 0 B 1 1 deadline=1 deadline=1") == "s:1:24: error: 'deadline' is set twice");
  CHECK(error_of("cycle -1") == "s:1:7: error: the cycle is '-1' (an integer from 0)");
}

TEST_CASE("lines that are no commands", "[pick]") {
  CHECK(error_of("# fine\nfoo 1 # not\n") ==
        "s:2:1: error: unknown command 'foo' (config, add, drop, block, unblock, pick or cycle)");
  CHECK(error_of("pick") == "s:1:1: error: pick takes 1 value, not 0 (pick ROUNDS)");
  CHECK(error_of("add 0 B 1") == "s:1:1: error: add takes 4 values, not 3 (add ENTRY CLASS WEIGHT JOBS)");
  CHECK(error_of("drop 0 1 2") == "s:1:8: error: drop takes 1 value, not 3 (drop ENTRY)");
  CHECK(error_of(std::string("a\0b", 3)) ==
        "s:1:1: error: unknown command 'a?b' (config, add, drop, block, unblock, pick or cycle)");
  CHECK(error_of(std::string(70000, ' ')) == "s:1:1: error: the line is too long (at most 65535 bytes)");
  CHECK(run(std::string(65535, ' ') + "\npick 1\r\n").rounds == "0 -\n");
}

TEST_CASE("the config line", "[pick]") {
  const std::string late = "config comes too late (it is the first command, and there is at most one)";
  CHECK(error_of("pick 1\nconfig slots=2") == "s:2:1: error: " + late);
  CHECK(error_of("config\nconfig") == "s:2:1: error: " + late);
  CHECK(error_of("config size=2") == "s:1:8: error: unknown setting 'size' (slots, classes, frac, quant or tie)");
  CHECK(error_of("config slots") == "s:1:8: error: 'slots' is no setting (KEY=VALUE)");
  CHECK(error_of("config frac=1 frac=1") == "s:1:15: error: 'frac' is set twice");
  CHECK(error_of("config slots=0") == "s:1:14: error: slots '0' is out of range (1..1048576)");
  CHECK(error_of("config classes=6") == "s:1:16: error: classes '6' is out of range (1..5)");
  CHECK(error_of("config frac=17") == "s:1:13: error: frac '17' is out of range (0..16)");
  CHECK(error_of("config quant=12 frac=3") == "s:1:8: error: quant 12 is out of range (0..11, frac + 8)");
  CHECK(error_of("config tie=entry") == "s:1:12: error: 'entry' is no tie rule (expected_weight or history_weight)");
  CHECK(run("config quant=11 frac=3\n").done);
  CHECK(run("config slots=65536 classes=5\nadd 65535 X 1 1\npick 1\n").rounds == "0 65535 X 255 256 256\n");
}

TEST_CASE("a number of jobs beyond 64 bits is held at the largest", "[pick]") {
  std::istringstream in("add 0 B 1 18446744073709551616\n");
  Diagnostics diagnostics;
  const std::string name = "s";
  gantry::StimulusReader reader(in, name, diagnostics);
  const auto command = reader.next();
  REQUIRE(command);
  CHECK(command->what.jobs == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("endless rounds stop when the output fails", "[pick]") {
  std::istringstream in("pick 18446744073709551615\n");
  FullSink sink(100000);
  std::ostream out(&sink);
  Diagnostics diagnostics;
  const auto* picker = builtin_pickers().find(gantry::kSourcePicker);
  REQUIRE(picker != nullptr);
  CHECK_FALSE(gantry::run_stimulus(in, "s", picker->make, out, diagnostics));
  CHECK(diagnostics.ok());
}

TEST_CASE("a report tells promise, share, lag and longest wait", "[pick]") {
  // Turns are taken: 0 1 0 1 0, then entry 1 is blocked and owed nothing while entry 0 gets two more. Entry 1 is
  // promised 3/4 of the first five rounds and has one pick when the fifth is over but two before it: 3.75 - 2 is
  // behind.
  const auto* picker = builtin_pickers().find("round_robin");
  std::istringstream in("add 0 B 1 100\nadd 1 B 3 100\npick 5\nblock 1\npick 2\n");
  gantry::Diagnostics diagnostics;
  const auto meter = gantry::measure_stimulus(in, "s", picker->make, diagnostics);
  REQUIRE(meter);
  CHECK(meter->csv() ==
        "entry,class,weight,picks,expected_share,measured_share,lag,longest_wait\n"
        "0,B,1,5,0.464286,0.714286,0.000,2\n"
        "1,B,3,2,0.750000,0.400000,1.750,2\n");
}

TEST_CASE("a report compares entries of one class only", "[pick]") {
  const auto* picker = builtin_pickers().find("strict_priority");
  std::istringstream in("add 3 U 9 2\nadd 1 C 8 100\npick 4\n");
  gantry::Diagnostics diagnostics;
  const auto meter = gantry::measure_stimulus(in, "s", picker->make, diagnostics);
  REQUIRE(meter);
  // Entry 3 has both of its jobs first; alone in its class, either entry is promised all of its class's rounds.
  CHECK(meter->csv() ==
        "entry,class,weight,picks,expected_share,measured_share,lag,longest_wait\n"
        "1,C,8,2,1.000000,1.000000,0.000,3\n"
        "3,U,9,2,1.000000,1.000000,0.000,1\n");
}

TEST_CASE("no report after an error", "[pick]") {
  const auto* picker = builtin_pickers().find("round_robin");
  std::istringstream in("add 0 B 1 1\npick 3\ndrop 0\n");
  gantry::Diagnostics diagnostics;
  CHECK_FALSE(gantry::measure_stimulus(in, "s", picker->make, diagnostics));
  CHECK_FALSE(diagnostics.ok());
}

}  // namespace gantry::pick_test
