// SPDX-License-Identifier: Apache-2.0
// gantry compare --fail-if: every form of a condition, what is wrong with those that are, and the report for CI.
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "metric/condition.h"
#include "program_run.h"

namespace gantry::fail_if_test {

using nlohmann::json;

namespace {

json summary_with(std::uint64_t cycles, double utilization) {
  return {
      {"cycles", cycles},
      {"none", 0},
      {"mean", nullptr},
      {"processors", {{{"name", "p0"}, {"utilization", utilization}}, {{"name", "p 1.x \"y\\"}, {"utilization", 1}}}},
      {"classes", {{{"class", "block"}, {"picks", 7}}, {{"class", "event"}, {"picks", 8}}}},
      {"shares", {{{"class", "block"}, {"picks", 7}}, {{"class", "block"}, {"picks", 8}}}},
      {"queues", json::array()}};
}

bool holds(const std::string& text, const json& a, const json& b) {
  Diagnostics problems;
  const auto condition = read_condition(text, 1, problems);
  INFO(text);
  REQUIRE(condition);
  const auto judged = judge(*condition, 1, a, b, problems);
  REQUIRE(problems.ok());
  return judged->holds;
}

/// From 1000 cycles to `b`.
bool holds_of_cycles(const std::string& text, std::uint64_t b) {
  return holds(text, summary_with(1000, 0.5), summary_with(b, 0.25));
}

std::string fault(const std::string& text, int number = 1) {
  Diagnostics problems;
  if (const auto condition = read_condition(text, number, problems))
    judge(*condition, number, summary_with(1000, 0.5), summary_with(1, 0.5), problems);
  const std::vector<std::string> lines = problems.lines();
  REQUIRE(lines.size() == 1);
  return lines[0];
}

}  // namespace

TEST_CASE("percent are of what A has") {
  CHECK_FALSE(holds_of_cycles("cycles > +2%", 1020));
  CHECK(holds_of_cycles("cycles > +2%", 1021));
  CHECK(holds_of_cycles("cycles >= +2%", 1020));
  CHECK(holds_of_cycles("cycles<-2.5%", 974));
  CHECK_FALSE(holds_of_cycles("cycles < -2.5%", 975));
  CHECK(holds_of_cycles("cycles <= -2.5%", 975));
  CHECK(holds_of_cycles("cycles == +0%", 1000));
  CHECK(holds_of_cycles("cycles != +0%", 1001));
  CHECK(holds("none > +1000%", summary_with(1, 0), [] {
    json b = summary_with(1, 0);
    b["none"] = 1;
    return b;
  }()));
  CHECK_FALSE(holds("none > +0%", summary_with(1, 0), summary_with(1, 0)));
}

TEST_CASE("a number with a sign is a change, one without is the value in B") {
  CHECK(holds_of_cycles("cycles > +20", 1021));
  CHECK_FALSE(holds_of_cycles("cycles > +20", 1020));
  CHECK(holds_of_cycles("cycles < -1", 998));
  CHECK_FALSE(holds_of_cycles("cycles < -1", 999));
  CHECK(holds_of_cycles("cycles > 999", 1000));
  CHECK_FALSE(holds_of_cycles("cycles > 1000.5", 1000));
  CHECK(holds_of_cycles(" \tcycles  ==  0990 ", 990));
  CHECK(holds("processors.0.utilization < -0.2", summary_with(1, 0.5), summary_with(1, 0.25)));
  CHECK_FALSE(holds("processors.p0.utilization < -0.25", summary_with(1, 0.5), summary_with(1, 0.25)));
}

TEST_CASE("counts are compared exactly, however large") {
  constexpr std::uint64_t kLarge = 1000000000000000000;
  const auto is_more = [](const char* text, std::uint64_t a, std::uint64_t b) {
    return holds(text, summary_with(a, 0), summary_with(b, 0));
  };
  CHECK_FALSE(is_more("cycles > +2%", kLarge, kLarge + kLarge / 50));
  CHECK(is_more("cycles > +2%", kLarge, kLarge + kLarge / 50 + 1));
  CHECK(is_more("cycles > +0.000000001%", kLarge, kLarge + 10000001));
  CHECK_FALSE(is_more("cycles > +0.000000001%", kLarge, kLarge + 10000000));
  CHECK(is_more("cycles > +999999999999999999%", 1, 18446744073709551615ULL) == true);
}

TEST_CASE("items of lists go by number, name or class, and names may hold anything in quotes") {
  const json a = summary_with(1000, 0.5);
  CHECK(holds("processors.1.utilization == 1", a, a));
  CHECK(holds("processors.\"p 1.x \\\"y\\\\\".utilization == 1", a, a));
  CHECK(holds("classes.event.picks == 8", a, a));
  CHECK(holds("shares.0.picks == 7", a, a));
}

TEST_CASE("an expression at fault is told with its number and column") {
  CHECK(fault("cylces > +2%") ==
        "--fail-if:1:1: error: unknown metric: 'cylces' in the summary of A: there is none (did you mean 'cycles'?)");
  CHECK(fault(" processors.po.utilization > 1", 3) ==
        "--fail-if:3:13: error: unknown metric: 'po' in processors of the summary of A: there is none (did you mean "
        "'p0'?)");
  CHECK(fault("processors.2.utilization > 1").find("--fail-if:1:12: error: ") == 0);
  CHECK(fault("processors.2.utilization > 1").find("(expected 0 to 1)") != std::string::npos);
  CHECK(fault("queues.0 > 1").find("the list is empty") != std::string::npos);
  CHECK(fault("shares.block.picks > 1").find("several have this name (expected a number from 0)") != std::string::npos);
  CHECK(fault("cycles.mean > 1").find("--fail-if:1:8: error: unknown metric: 'mean' in cycles of") == 0);
  CHECK(fault("classes.block > 1") ==
        "--fail-if:1:9: error: classes.block of the summary of A is no number but an object (would go on with .class, "
        "picks)");
  CHECK(fault("mean > 1") == "--fail-if:1:1: error: mean of the summary of A is no number but null");
  const char* no_metric = "no metric (expected a number of the summary, such as cycles or critical_path.compute)";
  CHECK(fault("") == std::string("--fail-if:1:1: error: ") + no_metric);
  CHECK(fault("processors. > 1") == std::string("--fail-if:1:12: error: ") + no_metric);
  CHECK(fault("\"cycles > 1") == "--fail-if:1:1: error: a name in quotes without an end");
  CHECK(fault("cycles") == "--fail-if:1:7: error: no comparison (expected >, >=, <, <=, == or !=)");
  CHECK(fault("cycles = 1") == "--fail-if:1:8: error: no comparison (expected >, >=, <, <=, == or !=)");
  CHECK(fault("cycles >") == "--fail-if:1:9: error: no number (expected one such as 1000, +20, -0.01 or +2%)");
  CHECK(fault("cycles > +") == "--fail-if:1:10: error: no number (expected one such as 1000, +20, -0.01 or +2%)");
  CHECK(fault("cycles > 1.") == "--fail-if:1:10: error: no number (expected one such as 1000, +20, -0.01 or +2%)");
  CHECK(fault("cycles > 2%") == "--fail-if:1:10: error: a percentage of A needs a sign (expected +2%)");
  CHECK(fault("cycles > 1 2") == "--fail-if:1:12: error: nothing more is expected here, not '2'");
  CHECK(fault("cycles > 1e3") == "--fail-if:1:11: error: nothing more is expected here, not 'e3'");
  CHECK(fault("cycles > 1234567890123456789") ==
        "--fail-if:1:10: error: too many digits (expected at most 18, 9 of them behind the point)");
  CHECK(fault("cycles > 0.0123456789").find("too many digits") != std::string::npos);
  CHECK(fault("cycles\x1b > 1").find('\x1b') == std::string::npos);
}

TEST_CASE("a condition that holds fails the comparison, and JUnit has a case of each") {
  constexpr const char* kStreams = R"(architecture: {processors: [{name: p}]}
workload:
  streams:
    - {name: "<a> & \"b\" ]]>", workload: two.yaml, count: 3, arrivals: {process: periodic, interval_cycles: 5000}}
)";
  const InputFiles files;
  files.write("two.yaml", "tasks: [{id: first, cycles: 900}, {id: second, cycles: 900, after: [first]}]\n");
  files.write("e.yaml", kStreams);
  for (const char* directory : {"a", "b"}) {
    const std::string speed = directory[0] == 'a' ? "3" : "1";
    ProgramRun run(files, {"run", "e.yaml", "--out", directory, "--set", "architecture.processors.0.speed=" + speed});
    REQUIRE(run.finish() == 0);
  }
  const std::string stream = "streams.list.\"<a> & \\\"b\\\" ]]>\".response_cycles.p99 > +600";
  const auto compare = [&](const std::vector<std::string>& conditions, int status) {
    std::vector<std::string> words = {"compare", "a", "b", "--junit", "junit.xml"};
    for (const std::string& condition : conditions) words.insert(words.end(), {"--fail-if", condition});
    ProgramRun run(files, words);
    INFO(run.err());
    CHECK(run.finish() == status);
    return run.out() + run.err();
  };
  // Two jobs of 900 cycles in a row, of 300 at three times the speed: 1200 cycles.
  const std::string text = compare({"processors.p0.jobs != +0", "jobs.total > +0", stream}, 1);
  INFO(text);
  CHECK(text.find("\n  FAIL  " + stream + ": ") != std::string::npos);
  CHECK(text.find("\n  ok    ") != std::string::npos);

  pugi::xml_document document;
  REQUIRE(document.load_file(files.path("junit.xml").c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  CHECK(suite.attribute("name").value() == std::string("gantry compare a b"));
  CHECK(suite.attribute("tests").as_int() == 3);
  CHECK(suite.attribute("failures").as_int() == 1);
  std::vector<std::string> names;
  std::vector<std::string> failures;
  for (const pugi::xml_node test : suite.children("testcase")) {
    names.emplace_back(test.attribute("name").value());
    if (test.child("failure")) failures.emplace_back(test.child("failure").attribute("message").value());
  }
  CHECK(names == std::vector<std::string>{"processors.p0.jobs != +0", "jobs.total > +0", stream});
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].find("response_cycles.p99: ") != std::string::npos);
  CHECK(failures[0].find("(+1,200, ") != std::string::npos);

  compare({"jobs.total > +0"}, 0);
  CHECK(file_text(files.path("junit.xml")).find("failures=\"0\"") != std::string::npos);
  // What XML cannot hold, in a name that only an error tells, and a report over a file that is read.
  CHECK(compare({"streams.list.\"\x01\xff\".share > 1"}, 2).find("--fail-if:1:14: error: unknown metric") == 0);
  ProgramRun over(files, {"compare", "a", "b", "--junit", "a/summary.json"});
  CHECK(over.finish() == 2);
  CHECK(file_text(files.path("a/summary.json"))[0] == '{');
}

TEST_CASE("what a condition says is in the JSON answer, with both values") {
  const InputFiles files;
  files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: one, cycles: 100}]}\n");
  ProgramRun run(files, {"run", "e.yaml", "--out", "a"});
  REQUIRE(run.finish() == 0);
  ProgramRun compared(files, {"compare", "a", "a", "--json", "--fail-if", "processors.0.busy_cycles >= 100"});
  CHECK(compared.finish() == 1);
  CHECK(json::parse(compared.out())["fail_if"] == json::array({{{"expression", "processors.0.busy_cycles >= 100"},
                                                                {"metric", "processors.0.busy_cycles"},
                                                                {"a", 100},
                                                                {"b", 100},
                                                                {"holds", true}}}));
}

}  // namespace gantry::fail_if_test
