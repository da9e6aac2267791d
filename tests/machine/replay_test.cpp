// SPDX-License-Identifier: Apache-2.0
// Plans on the machine: fixed processors in planned order, the ideal calendar that agrees with the planner to the
// cycle, and what a machine cannot follow.
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "catch.h"
#include "gantry/plan/list/list_scheduler.h"
#include "input_files.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::replay_test {

using Json = nlohmann::json;

namespace {

const char* const kMachine =
    "interconnect: {columns: 3, rows: 3}\n"
    "processors: [{type: core, count: 2}, {type: fast, count: 1, speed: 2}, {type: dma, count: 1}]\n";

/// A random graph whose tasks have all classes, sizes that only the machine's types can take, and bytes on its edges.
std::string random_workload(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const char* const classes[] = {"block", "cluster", "union", "event", "block"};
  std::string text = "tasks:\n";
  const std::uint32_t tasks = 2 + below(30);
  const bool over_time = below(3) == 0;
  for (std::uint32_t t = 0; t < tasks; ++t) {
    const std::string cls = classes[below(5)];
    text += "- {id: t" + std::to_string(t) + ", class: " + cls;
    if (cls != "event") {
      text += ", cycles: " + std::to_string(below(400)) + ", jobs: " + std::to_string(1U << below(3));
      if (below(3) == 0) text += ", processor: core";
    }
    std::string after;
    for (std::uint32_t p = 0; p < t; ++p) {
      if (below(8) != 0) continue;
      after += (after.empty() ? "" : ", ") + ("{task: t" + std::to_string(p)) +
               ", bytes: " + std::to_string(below(300)) + "}";
    }
    if (over_time) text += ", submit: " + std::to_string(below(2) * below(2000));
    text += ", after: [" + after + "]}\n";
  }
  return text;
}

Json summary(const InputFiles& files, const std::string& out) {
  return Json::parse(file_text(files.path(out + "/summary.json")));
}

}  // namespace

TEST_CASE("every planner's schedule is simulated to the cycle when only computing and transfers take time") {
  std::mt19937 random(7);
  const auto& methods = plan::builtin_list_schedulers().entries();
  for (std::size_t i = 0; i < (kSanitized ? 1 : 3) * methods.size(); ++i) {
    const std::string method = methods[i % methods.size()].name;
    INFO(method << ", workload " << i);
    InputFiles files;
    files.write("machine.yaml", std::string(kMachine) + "dispatcher: {mode: per_job}\n");  // a task may have many jobs
    files.write("w.yaml", random_workload(random));
    files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\n");
    ProgramRun plan(files, {"plan", method, "w.yaml", "--architecture", "machine.yaml", "--cycles-per-byte", "0.125",
                            "--latency", "2.5", "-o", "plan.json", "--json"});
    REQUIRE(plan.finish() == 0);
    const Json metrics = Json::parse(plan.out())["metrics"];
    CHECK(ProgramRun(files, {"plan", "check", "plan.json", "w.yaml"}).finish() == 0);

    ProgramRun replayed(files, {"run", "e.yaml", "--set", "timing=ideal", "--out", "ideal"});
    REQUIRE(replayed.finish() == 0);
    CHECK(replayed.peak_bytes() < 1000000000);  // no block of a machine waited, and nobody looks for why
    const Json ideal = summary(files, "ideal");
    CHECK(ideal["cycles"] == metrics["makespan"]);
    CHECK(ideal["plan"]["ratio"] == (metrics["makespan"] == 0 ? Json(nullptr) : Json(1.0)));
    ProgramRun check(files, {"check", "ideal"});
    INFO(check.err());
    CHECK(check.finish() == 0);

    // The machine follows the plan, whatever it adds.
    ProgramRun run(files, {"run", "e.yaml", "--out", "real"});
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    CHECK(ProgramRun(files, {"check", "real"}).finish() == 0);
    const Json real = summary(files, "real");
    std::uint64_t path = 0;
    for (const auto& stretch : real["plan"]["path"].items()) path += stretch.value().get<std::uint64_t>();
    CHECK(path == real["cycles"].get<std::uint64_t>());
  }
}

TEST_CASE("jobs run where the plan says, and tasks register in planned order on each processor") {
  InputFiles files;
  files.write("machine.yaml", kMachine);
  // Planned against the file's order, across classes: c before b before a, all on processor 1.
  files.write("w.yaml",
              "tasks:\n- {id: a, cycles: 10}\n- {id: b, class: cluster, cycles: 1000}\n- {id: c, class: union, cycles: "
              "500}\n- {id: other, class: cluster, cycles: 5}\n");
  files.write("plan.json",
              R"({"schema": "gantry-plan-1", "method": "hand", "placement": [
{"task": "c", "processors": [1], "start": 0, "finish": 500}, {"task": "b", "processors": [1], "start": 500, "finish": 1500},
{"task": "a", "processors": [1], "start": 1500, "finish": 1510}, {"task": "other", "processors": [2], "start": 0, "finish": 3}]})");
  files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\n");
  REQUIRE(ProgramRun(files, {"run", "e.yaml", "--out", "out"}).finish() == 0);
  const std::string jobs = file_text(files.path("out/jobs.csv"));
  CHECK(jobs.find("\nc,0,core1,") != std::string::npos);
  CHECK(jobs.find("\nb,0,core1,") != std::string::npos);
  CHECK(jobs.find("\na,0,core1,") != std::string::npos);
  CHECK(jobs.find("\nother,0,fast0,") != std::string::npos);
  const std::string tasks = file_text(files.path("out/tasks.csv"));
  std::uint64_t before = 0;
  for (const char* id : {"\nc,", "\nb,", "\na,"}) {
    std::size_t at = tasks.find(id);
    REQUIRE(at != std::string::npos);
    for (int column = 0; column < 6; ++column) at = tasks.find(',', at) + 1;
    const std::uint64_t registered = std::stoull(tasks.substr(at));
    CHECK(registered > before);
    before = registered;
  }
}

TEST_CASE("a window at the head of a queue does not change the planned order on a processor") {
  InputFiles files;
  files.write("machine.yaml", kMachine);
  files.write(
      "w.yaml",
      "tasks:\n- {id: long, cycles: 5000}\n- {id: first, cycles: 10, after: [long]}\n- {id: second, cycles: 10}\n");
  files.write("plan.json",
              R"({"schema": "gantry-plan-1", "method": "hand", "placement": [
{"task": "long", "processors": [0], "start": 0, "finish": 5000}, {"task": "first", "processors": [1], "start": 5000, "finish": 5010},
{"task": "second", "processors": [1], "start": 5010, "finish": 5020}]})");
  files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\n");
  REQUIRE(ProgramRun(files, {"run", "e.yaml", "--set", "architecture.task_cache.window=4", "--out", "out"}).finish() ==
          0);
  const std::string jobs = file_text(files.path("out/jobs.csv"));
  CHECK(jobs.find("\nfirst,") < jobs.find("\nsecond,"));
  CHECK(ProgramRun(files, {"check", "out"}).finish() == 0);
}

TEST_CASE("what the machine cannot follow is refused before anything runs") {
  InputFiles files;
  files.write("machine.yaml", kMachine);
  files.write("w.yaml", "tasks:\n- {id: a, cycles: 10, jobs: 4, processor: core}\n- {id: b, cycles: 1, after: [a]}\n");
  const auto errors = [&](const std::string& placement, const std::string& more = "") {
    files.write("plan.json", R"({"schema": "gantry-plan-1", "method": "hand", "placement": [)" + placement + "]}");
    files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\n" + more);
    ProgramRun run(files, {"run", "e.yaml", "--out", "out"});
    CHECK(run.finish() == 2);
    return run.err();
  };
  const std::string a = R"({"task": "a", "processors": [0, 1], "start": 0, "finish": 20})";
  const std::string b = R"({"task": "b", "processors": [2], "start": 20, "finish": 21})";
  CHECK(errors(a) == "e.yaml:3:7: error: the plan does not place task 'b'\n");
  CHECK(errors(a + "," + a + "," + b) == "e.yaml:3:7: error: the plan places task 'a' twice\n");
  CHECK(errors(R"({"task": "a", "processors": [2]}, )" + b)
            .find("puts task 'a' on processor 2 (fast0), which cannot run it") != std::string::npos);
  CHECK(errors(R"({"task": "a", "processors": [9]}, )" + b) ==
        "e.yaml:3:7: error: the plan puts task 'a' on processor 9, and the machine has 4\n");
  CHECK(errors(R"({"task": "a", "processors": [0]}, )" + b).find("2 queue slots for its 4 jobs") != std::string::npos);
  CHECK(errors(R"({"task": "a", "part": 3}, )" + b).find("into part 3, and the machine has fewer clusters") !=
        std::string::npos);
  CHECK(errors(R"({"task": "a", "processors": [0, 1], "start": 9}, {"task": "b", "processors": [2], "start": 3})") ==
        "e.yaml:3:7: error: the plan starts task 'b' before its predecessor, task 'a', which would be submitted after "
        "it\n");
  CHECK(errors(a + "," + b, "policies: {processor_choice: nearest}\n") ==
        "e.yaml:4:30: error: policies.processor_choice is 'nearest', but the plan says where jobs run (set "
        "policies.processor_choice to fixed or leave it out; for 'nearest' to decide, leave out the key `plan`)\n");
  CHECK(errors(a + R"(, {"task": "z", "processors": [0]})") ==
        "plan.json:1:133: error: placement[1].task names 'z', which is no task of the workload\n");

  files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\ntiming: ideal\n");
  ProgramRun alone(files, {"run", "e.yaml"});
  CHECK(alone.finish() == 2);
  CHECK(alone.err() == "e.yaml:3:9: error: timing ideal goes with a `plan` to replay\n");
  files.write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\npolicies: {processor_choice: fixed}\n");
  ProgramRun fixed(files, {"run", "e.yaml"});
  CHECK(fixed.finish() == 2);
  CHECK(fixed.err() ==
        "e.yaml:3:30: error: policies.processor_choice is fixed, which takes the processors of a plan (name its file "
        "with the key `plan`, or choose another one of `gantry list processor_choices`)\n");
}

TEST_CASE("wrong command lines and files of the planners end with status 2") {
  InputFiles files;
  files.write("machine.yaml", kMachine);
  files.write("w.yaml", "tasks:\n- {id: a, cycles: 10, processor: gpu}\n");
  const auto error = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "plan");
    ProgramRun run(files, words);
    CHECK(run.finish() == 2);
    const std::string text = run.err();
    const std::size_t note = text.find("(guessed; --format names it)\n");
    return note == std::string::npos ? text : text.substr(text.find('\n') + 1);
  };
  CHECK(error({"heft", "w.yaml"}) == "--processors: error: give either --processors or --architecture\n");
  CHECK(error({"heft", "w.yaml", "--processors", "0"}).find("--processors") != std::string::npos);
  CHECK(error({"heft", "w.yaml", "--processors", "2", "--latency", "-1"})
            .find("--latency: error: must be a decimal number from 0") == 0);
  CHECK(error({"heft", "w.yaml", "--architecture", "machine.yaml"}) ==
        "w.yaml:2:3: error: task 'a' runs on no processor of the architecture\n");
  CHECK(error({"heft", "nothing.yaml", "--processors", "2"}).find("nothing.yaml: error: ") == 0);
  CHECK(error({"heft", "w.yaml", "--processors", "2", "-o", "no/such/plan.json"}) ==
        "no/such/plan.json: error: the file cannot be written: No such file or directory\n");
  files.write("plan.json", "{\"schema\": \"other\", \"placement\": 3}");
  CHECK(error({"check", "plan.json", "w.yaml"}).find("plan.json:1:12: error: schema must be gantry-plan-1") !=
        std::string::npos);
  files.write("plan.yaml",
              "{\"schema\": \"gantry-plan-1\", \"method\": \"m\", \"metrics\": {\"gap\": 1e999},\n"
              "\"placement\": [{\"task\": \"a\", \"processors\": [0]}]}");
  CHECK(error({"check", "plan.yaml", "w.yaml"}).find("plan.yaml:1:63: error: metrics.gap is too large a number") == 0);
}

}  // namespace gantry::replay_test
