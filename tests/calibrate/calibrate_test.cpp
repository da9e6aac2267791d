// SPDX-License-Identifier: Apache-2.0
// `gantry calibrate`: it finds the constants of a machine in a table that this machine made, and rows that are held out
// do not help it.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry::calibrate_test {

using Json = nlohmann::json;

namespace {

/// Tasks in sequence from a host; a crossbar, so that every message is as long on its way as the next.
constexpr const char* kMachine = R"(architecture:
  interconnect: {topology: crossbar}
  processors: [{name: worker, count: 2}]
workload: {generator: bursts, tasks: 4, burst_tasks: 4, burst_interval_cycles: 0, cycles: 100}
policies: {picker: fifo}
)";

const std::string kLatency = "architecture.memory.latency_cycles";
const std::string kSubmit = "architecture.host.submit_cycles";
const std::string kSpeed = "architecture.processors.worker.speed";

/// What a run with these overrides takes.
std::string cycles(const InputFiles& files, const std::vector<std::string>& sets) {
  std::vector<std::string> words = {"run", "e.yaml", "--out", "run", "--set", "output.trace=false"};
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  ProgramRun program(files, words);
  REQUIRE(program.finish() == 0);
  return Json::parse(file_text(files.path("run/summary.json"))).at("cycles").dump();
}

/// A row of each of these, measured on the machine with `hidden`.
std::string table(const InputFiles& files, const std::vector<std::string>& hidden) {
  std::string text = "use,workload.tasks,workload.cycles,measured\n";
  const std::vector<std::vector<std::string>> rows = {{"fit", "1", "100"},  {"fit", "12", "10"}, {"fit", "3", "2000"},
                                                      {"fit", "20", "300"}, {"", "30", "50"},    {"", "2", "5000"},
                                                      {"", "9", "700"}};
  for (const std::vector<std::string>& row : rows) {
    std::vector<std::string> sets = hidden;
    sets.push_back("workload.tasks=" + row[1]);
    sets.push_back("workload.cycles=" + row[2]);
    text += row[0] + ',' + row[1] + ',' + row[2] + ',' + cycles(files, sets) + '\n';
  }
  return text;
}

Json calibrate(const InputFiles& files, std::vector<std::string> words, int status = 0) {
  words.insert(words.begin(), {"calibrate", "t.csv", "--experiment", "e.yaml", "--json"});
  ProgramRun program(files, words);
  REQUIRE(program.finish() == status);
  return Json::parse(program.out());
}

std::vector<std::string> found(const Json& answer) {
  std::vector<std::string> values;
  for (const Json& key : answer.at("keys"))
    values.push_back(key.at("key").get<std::string>() + '=' + key.at("found").get<std::string>());
  return values;
}

/// What is reported, without a result.
std::string complaint(const InputFiles& files, const std::string& text, std::vector<std::string> words) {
  files.write("t.csv", text);
  words.insert(words.begin(), {"calibrate", "t.csv", "--experiment", "e.yaml"});
  ProgramRun program(files, words);
  CHECK(program.finish() == 2);
  CHECK(program.out().empty());
  return program.err();
}

}  // namespace

TEST_CASE("the constants of a machine are found in a table that it made") {
  const InputFiles files;
  files.write("e.yaml", kMachine);
  const std::vector<std::string> hidden = {kLatency + "=57", kSubmit + "=113", kSpeed + "=0.75"};
  const std::string text = table(files, hidden);
  files.write("t.csv", text);
  const std::vector<std::string> words = {"--fit", kLatency, "--fit", kSubmit, "--fit", kSpeed, "--on", "use=fit"};
  const Json answer = calibrate(files, words);
  CHECK(found(answer) == hidden);
  CHECK(answer.at("fitted").at("rows") == 4);
  CHECK(answer.at("fitted").at("worst") == 0.0);
  CHECK(answer.at("held_out").at("rows") == 3);
  CHECK(answer.at("held_out").at("worst") == 0.0);
  CHECK(answer.at("before").at("worst") > 0.1);

  SECTION("as often as it is asked, with one process or three") {
    std::vector<std::string> again = words;
    again.insert(again.end(), {"--jobs", "1"});
    const Json one = calibrate(files, again);
    again.back() = "3";
    CHECK(one == calibrate(files, again));
    CHECK(one == answer);
  }
  SECTION("what a row that is held out measured changes its error, and nothing else") {
    files.write("t.csv", text.substr(0, text.rfind(',') + 1) + "77777\n");
    Json other = calibrate(files, words);
    CHECK(other.at("rows")[6].at("measured") == 77777);
    CHECK(other.at("rows")[6].at("value") == answer.at("rows")[6].at("value"));
    CHECK(other.at("held_out").at("worst_line") == 8);
    for (const char* key : {"keys", "runs", "before", "fitted"}) CHECK(other.at(key) == answer.at(key));
    for (int row = 0; row < 6; ++row) CHECK(other.at("rows")[row] == answer.at("rows")[row]);
  }
  SECTION("the experiment that it writes runs, and is the machine that made the table") {
    std::vector<std::string> writing = words;
    writing.insert(writing.end(), {"--out", "deep/er"});
    calibrate(files, writing);
    ProgramRun shown(files, {"show", "deep/er/calibrated.yaml"});
    REQUIRE(shown.finish() == 0);
    CHECK(shown.out().find("latency_cycles: 57") != std::string::npos);
    const InputFiles none;
    none.write("e.yaml", file_text(files.path("deep/er/calibrated.yaml")));
    CHECK(table(none, {}) == text);
    CHECK(file_text(files.path("deep/er/calibration.csv"))
              .find("use,workload.tasks,workload.cycles,measured,fitted_on,value,error\nfit,1,100,") == 0);
    CHECK(Json::parse(file_text(files.path("deep/er/calibration.json"))) == answer);
  }
  SECTION("rows by number are the same rows, and a range keeps a value in it") {
    const Json one =
        calibrate(files, {"--fit", kLatency, "--fit", kSubmit, "--fit", kSpeed, "--on", "1-3", "--on", "4"});
    CHECK(found(one) == hidden);
    const Json kept = calibrate(files, {"--fit", kLatency + "=10..30", "--on", "1-4"});
    CHECK(kept.at("keys")[0].at("low") == "10");
    CHECK(kept.at("keys")[0].at("found") == "30");
  }
}

TEST_CASE("without keys to fit, every row is held out") {
  const InputFiles files;
  files.write("e.yaml", kMachine);
  const std::string whole = cycles(files, {"workload.tasks=5"});
  files.write("t.csv", "name,n,measured\na,5," + whole + "\nb,5," + std::to_string(2 * std::stoi(whole)) + "\n");
  const Json answer = calibrate(files, {"--map", "n=workload.tasks"});
  CHECK(answer.at("keys").empty());
  CHECK(answer.at("fitted").at("rows") == 0);
  CHECK(answer.at("held_out").at("rows") == 2);
  CHECK(answer.at("runs") == 2);
  CHECK(answer.at("rows")[0].at("error") == 0.0);
  CHECK(answer.at("rows")[1].at("error") == -0.5);
  // An expression over the summary and the table's columns.
  const Json each = calibrate(files, {"--map", "n=workload.tasks", "--metric", "cycles / n + jobs.total - n"});
  CHECK(each.at("rows")[0].at("value") == std::stod(whole) / 5);
}

TEST_CASE("a row that cannot be run has no value, and says why") {
  const InputFiles files;
  files.write("e.yaml", kMachine);
  files.write("t.csv", "limits.max_cycles,measured\n0,500\n20,500\n");
  const Json answer = calibrate(files, {}, 1);
  CHECK(answer.at("held_out").at("rows") == 1);
  CHECK(answer.at("held_out").at("absent") == 1);
  CHECK(answer.at("rows")[1].at("value").is_null());
  CHECK(answer.at("rows")[1].at("message").get<std::string>().find("cycle") != std::string::npos);
}

TEST_CASE("a search ends at its number of runs, and says so") {
  const InputFiles files;
  files.write("e.yaml", kMachine);
  files.write("t.csv", "workload.tasks,measured\n3,700\n4,800\n");
  const Json answer = calibrate(files, {"--fit", kLatency, "--on", "1", "--runs", "1"});
  CHECK(answer.at("exhausted") == true);
  CHECK(answer.at("runs") == 2);
  CHECK(answer.at("keys")[0].at("found") == answer.at("keys")[0].at("before"));
}

TEST_CASE("what is wrong with a table or the words is told with its place before anything runs") {
  const InputFiles files;
  files.write("e.yaml", kMachine);
  const std::string good = "family,workload.tasks,measured\na,3,700\nb,4,800\n";
  const auto with = [&](const std::string& text, std::vector<std::string> words = {}) {
    const std::string all = complaint(files, text, std::move(words));
    return all.substr(0, all.find('\n'));
  };
  CHECK(with("family,workload.tasks,measured\na,3,fast\n") == "t.csv:2:5: error: measured is no number");
  CHECK(with("family,workload.tasks,measured\na,3,0\n") ==
        "t.csv:2:5: error: measured is '0' (expected a number above 0)");
  CHECK(with("family,workload.tasks,measured\na,0,7\n").find("t.csv:2:3: error: ") == 0);
  CHECK(with("family,workload.task,measured\na,3,7\n").find("t.csv:2:3: error: ") == 0);
  CHECK(with("family,workload.tasks,measured\na,3\n") == "t.csv:2:1: error: 2 fields (expected 3)");
  CHECK(with("family,family,measured\na,3,7\n") == "t.csv:1:8: error: two columns have the name 'family'");
  CHECK(with("family,,measured\na,3,7\n") == "t.csv:1:8: error: a column has no name");
  CHECK(with("family,measured\n").find("t.csv:1:1: error: no row follows") == 0);
  CHECK(with("family,workload.tasks\na,3\n")
            .find("t.csv:1:1: error: the column 'workload.tasks' with what was measured is a key") == 0);
  CHECK(with(good, {"--measured", "measure"}) ==
        "--measured measure: error: no column 'measure' in t.csv (family, workload.tasks or measured) (did you mean "
        "'measured'?)");
  CHECK(with(good, {"--map", "family"}) == "--map family: error: not of the form COLUMN=KEY");
  CHECK(with(good, {"--map", "family=workload.tasks"}) == "t.csv:1:1: error: two columns set the key 'workload.tasks'");
  CHECK(with(good, {"--on", "3"}) ==
        "--on 3: error: '3' is no row (expected numbers from 1 to 2, FROM-TO, or COLUMN=CELL)");
  CHECK(with(good, {"--on", "2-1"}).find("--on 2-1: error: '2-1' is no row") == 0);
  CHECK(with(good, {"--on", "family=c"}) == "--on family=c: error: no row has this in the column 'family'");
  CHECK(with(good, {"--by", "fam"}).find("--by fam: error: no column 'fam' in t.csv") == 0);
  CHECK(with(good, {"--fit", "memory.latency_cycles", "--on", "1"})
            .find("(did you mean 'architecture.memory.latency_cycles'?)") != std::string::npos);
  CHECK(with(good, {"--fit", kLatency + "=9..3", "--on", "1"})
            .find("'9..3' is no range of this key (expected LOW..HIGH within ") != std::string::npos);
  CHECK(with(good, {"--fit", kLatency, "--fit", kLatency, "--on", "1-2"}) ==
        "--fit " + kLatency + ": error: the key is named twice");
  CHECK(with(good, {"--fit", kLatency, "--fit", kSubmit, "--on", "1"}) ==
        "error: 2 keys cannot be fitted on 1 row (expected as many rows as keys, or more: --on)");
  CHECK(with(good,
             {"--fit", "architecture.decomposer.slots", "--map", "family=architecture.decomposer.slots", "--on", "1"})
            .find("--fit architecture.decomposer.slots: error: the column 'family' of t.csv sets this key") == 0);
  CHECK(with(good, {"--metric", "cycle"}).find("--metric:1:1: error: unknown metric: 'cycle' in the summary") == 0);
  CHECK(with(good, {"--metric", "cycles +"}).find("--metric:1:") == 0);
  CHECK(with(good, {"--out", "t.csv"}) != "");
  CHECK(file_text(files.path("t.csv")) == good);
}

}  // namespace gantry::calibrate_test
