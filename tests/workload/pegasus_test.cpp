// SPDX-License-Identifier: Apache-2.0
// Workflows of Pegasus 5: what they become, and what can be wrong in one.
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::pegasus_test {

namespace {

std::string workflow(const std::string& rest) {
  return "x-pegasus: {apiLang: python}\npegasus: 5.0.4\nname: w\n" + rest;
}

const std::string kJobs =
    "jobs:\n"
    "- type: job\n"
    "  name: preprocess\n"
    "  id: ID1\n"
    "  arguments: [-i, f.a, -T60, 1.5]\n"
    "  uses:\n"
    "  - {lfn: f.b, type: output, stageOut: true, registerReplica: true, metadata: {size: \"2048\"}}\n"
    "  - lfn: f.a\n"
    "    type: input\n"
    "- type: job\n"
    "  name: analyze\n"
    "  id: ID2\n"
    "  uses: [{lfn: f.b, type: input, size: 100}, {lfn: f.c, type: checkpoint}]\n"
    "  profiles: {pegasus: {runtime: \"1.5\", cores: 2}, env: {A: b}}\n";

std::string first_error(const std::string& text) {
  const Lines found = errors("pegasus", text);
  return found.empty() ? "none" : found[0];
}

struct Case {
  std::string text;
  std::string error;
};

}  // namespace

TEST_CASE("a Pegasus workflow has jobs, their files, and the children of jobs", "[formats]") {
  const std::string text = workflow(
      "replicaCatalog:\n  replicas:\n  - {lfn: f.a, pfns: [{site: local, pfn: /f.a}], metadata: "
      "{size: 64}}\n" +
      kJobs + "jobDependencies:\n- id: ID1\n  children: [ID2]\n");
  CHECK(guess(text) == "pegasus");
  const Workload workload = load("pegasus", text, "{jobs: cores, work: 0}");
  CHECK(workload.name == "w");
  CHECK(workload.unit == "s");
  CHECK(ids(workload) == Lines{"ID1", "ID2"});
  CHECK(workload.tasks[0].work->is_zero());
  CHECK(workload.tasks[0].input_bytes == 64);
  CHECK(workload.tasks[1].cycles == 1500000000);
  CHECK(workload.tasks[1].jobs == 2);
  CHECK(after(workload, 1) == "ID1(2048)");  // the larger size
}

TEST_CASE("without dependences a Pegasus job waits for the jobs that write its files", "[formats]") {
  for (const char* none : {"", "jobDependencies: []\n", "jobDependencies:\n"})
    CHECK(after(load("pegasus", workflow(kJobs + none), "{work: 0}"), 1) == "ID1(2048)");
  // Those that change a file follow each other, and who reads it waits for the last before.
  const Workload chain = load("pegasus",
                              workflow("jobs:\n"
                                       "- {id: a, uses: [{lfn: f, type: inout}]}\n"
                                       "- {id: b, uses: [{lfn: f, type: inout}]}\n"
                                       "- {id: c, uses: [{lfn: f, type: input}, {lfn: g, type: input}]}\n"
                                       "- {id: d, uses: [{lfn: g, type: output}]}\n"),
                              "{work: 0}");
  CHECK(after(chain, 0).empty());
  CHECK(after(chain, 1) == "a");
  CHECK(after(chain, 2) == "b d");
}

TEST_CASE("a Pegasus workflow may be JSON, and have workflows inside", "[formats]") {
  const std::string text =
      R"({"pegasus": "5.0", "name": "w", "jobs": [{"type": "job", "id": "a", "uses": []},
          {"type": "pegasusWorkflow", "id": "b", "file": "inner.yml", "uses": []}],
          "jobDependencies": [{"id": "a", "children": ["b"]}]})";
  CHECK(guess(text) == "pegasus");
  Workload workload;
  CHECK(read("pegasus", text, workload, "{work: 0}") ==
        Lines{"f:2:20: note: a workflow inside of this one is one task: its file is not read"});
  CHECK(after(workload, 1) == "a");
  CHECK(guess("pegasus: winged\n") == "none");
  CHECK(guess("pegasus: 5.0\ntasks: []\n") == "native");
}

TEST_CASE("every mistake in a Pegasus workflow is named with its place", "[formats]") {
  const std::string job = "jobs:\n- {id: a, ";
  const std::vector<Case> cases = {
      {workflow(""), "f:1:1: error: the key `jobs` is missing here"},
      {workflow("jobs: 5\n"), "f:4:7: error: jobs must be a list, not '5'"},
      {workflow("jobs: []\n"), "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {workflow("jobs: [5]\n"), "f:4:8: error: a map of keys is needed here, not '5'"},
      {workflow("jobs:\n- {name: a}\n"), "f:5:3: error: the key `id` is missing here"},
      {workflow(job + "type: task}\n"),
       "f:5:17: error: type must be job, pegasusWorkflow or condorWorkflow, not 'task'"},
      {workflow(job + "uses: [{lfn: f}]}\n"), "f:5:18: error: the key `type` is missing here"},
      {workflow(job + "uses: [{lfn: f, type: up}]}\n"),
       "f:5:33: error: type must be input, output, inout, checkpoint or none, not 'up'"},
      {workflow(job + "uses: [{lfn: f, type: input, size: x}]}\n"),
       "f:5:46: error: size must be a number that is not negative, not 'x'"},
      {workflow(job + "profiles: {pegasus: {runtime: -1}}}\n"),
       "f:5:41: error: runtime must be a number that is not negative, not '-1'"},
      {workflow(job + "profiles: {pegasus: {cores: 0}}}\n"),
       "f:5:39: error: cores must be a number from 1 to 65536, not '0'"},
      {workflow(job + "}\n- {id: a}\n"), "f:6:3: error: 'a' is already the id of the task on line 5"},
      {workflow(job + "}\njobDependencies: [{id: b}]\n"), "f:6:24: error: there is no job 'b'"},
      {workflow(job + "}\njobDependencies: [{id: a, children: [b]}]\n"),
       "f:6:38: error: there is no task 'b' to be a child"},
      {workflow(job + "}\njobDependencies: [{id: a, children: [a]}]\n"), "f:6:38: error: task 'a' waits for itself"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error(c.text) == c.error);
  }
}

}  // namespace gantry::pegasus_test
