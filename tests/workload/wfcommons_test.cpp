// SPDX-License-Identifier: Apache-2.0
// WfFormat: every pitfall that we know of, on small texts.
#include <string>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::wfcommons_test {

namespace {

std::string spec(const std::string& tasks, const std::string& files, const std::string& runs) {
  return R"({"name": "w", "schemaVersion": "1.5", "workflow": {"specification": {"tasks": [)" + tasks +
         R"(], "files": [)" + files + R"(]}, "execution": {"makespanInSeconds": 9, "tasks": [)" + runs + "]}}}";
}

std::string flat(const std::string& tasks, const std::string& key = "tasks") {
  return R"({"name": "old", "schemaVersion": "1.3", "workflow": {"makespan": 9, ")" + key + "\": [" + tasks + "]}}";
}

}  // namespace

TEST_CASE("a WfFormat 1.5 file joins specification and execution by id", "[formats]") {
  const std::string text = spec(
      R"({"name": "same", "id": "a", "parents": [], "children": ["b"], "inputFiles": ["in"], "outputFiles": ["x", "y"]},
               {"name": "same", "id": "b", "parents": ["a"], "children": [], "inputFiles": ["x", "in"], "outputFiles": []})",
      R"({"id": "x", "sizeInBytes": 5112425635}, {"id": "y", "sizeInBytes": 1}, {"id": "in", "sizeInBytes": 7})",
      R"({"id": "b", "runtimeInSeconds": 0.0}, {"id": "a", "runtimeInSeconds": 1.25, "coreCount": 2})");
  CHECK(guess(text) == "wfcommons");
  const Workload workload = load("wfcommons", text);
  CHECK(workload.name == "w");
  CHECK(workload.unit == "s");
  CHECK(ids(workload) == Lines{"a", "b"});       // names are not unique, ids are
  CHECK(after(workload, 1) == "a(5112425635)");  // only what the child reads of what the parent writes
  const WorkloadTask& a = workload.tasks[0];
  CHECK(a.cycles == 1250000000);
  CHECK(a.jobs == 1);
  CHECK(a.input_bytes == 7);
  CHECK(a.output_bytes == 5112425636U);
  CHECK(workload.tasks[1].cycles == 0);  // a runtime of 0 is one
  CHECK(workload.tasks[1].input_bytes == 5112425642U);
}

TEST_CASE("cores become jobs that share a WfFormat task's work", "[formats]") {
  const std::string text = spec(R"({"id": "a"}, {"id": "b"}, {"id": "c"})", "",
                                R"({"id": "a", "runtimeInSeconds": 8, "coreCount": 3},
                                   {"id": "b", "runtimeInSeconds": 8, "coreCount": 4.0},
                                   {"id": "c", "runtimeInSeconds": 8})");
  const Workload workload = load("wfcommons", text, "{jobs: cores, cycles_per_unit: 100}");
  CHECK(workload.tasks[0].jobs == 4);  // 3 cores for 800 cycles = 4 jobs of 600
  CHECK(workload.tasks[0].cycles == 600);
  CHECK(workload.tasks[1].jobs == 4);
  CHECK(workload.tasks[1].cycles == 800);
  CHECK(workload.tasks[2].jobs == 1);  // no coreCount is one core
  CHECK(workload.tasks[2].cycles == 800);
}

TEST_CASE("parents or children alone are enough", "[formats]") {
  const std::string runs = R"({"id": "a", "runtimeInSeconds": 1}, {"id": "b", "runtimeInSeconds": 1})";
  CHECK(after(load("wfcommons", spec(R"({"id": "a"}, {"id": "b", "parents": ["a", "a"]})", "", runs)), 1) == "a");
  CHECK(after(load("wfcommons", spec(R"({"id": "a", "children": ["b"]}, {"id": "b"})", "", runs)), 1) == "a");
}

TEST_CASE("parents and children that disagree are reported", "[formats]") {
  const std::string runs = R"({"id": "a", "runtimeInSeconds": 1}, {"id": "b", "runtimeInSeconds": 1})";
  CHECK(errors("wfcommons", spec(R"({"id": "a", "children": []}, {"id": "b", "parents": ["a"]})", "", runs)) ==
        Lines{"f:1:133: error: task 'b' names the parent 'a', which does not list it among its children"});
  CHECK(errors("wfcommons", spec(R"({"id": "a", "children": ["b"]}, {"id": "b", "parents": []})", "", runs)) ==
        Lines{"f:1:105: error: task 'a' names the child 'b', which does not list it among its parents"});
}

TEST_CASE("a WfFormat task may have no time", "[formats]") {
  const std::string specified =
      R"("specification": {"tasks": [{"id": "a", "outputFiles": ["f"]}, {"id": "b", "parents": ["a"], "inputFiles": ["f"]}],
         "files": [{"id": "f", "sizeInBytes": 9}]})";
  for (const char* execution : {"", R"(, "execution": null)", R"(, "execution": {"makespanInSeconds": 3})"}) {
    INFO(execution);
    const Workload workload = load("wfcommons", R"({"workflow": {)" + specified + execution + "}}", "{work: 4}");
    CHECK(facts(workload).unit_total_work == 8);
    CHECK(after(workload, 1) == "a(9)");
  }
  Workload workload;
  CHECK(read("wfcommons",
             R"({"workflow": {)" + specified + R"(, "execution": {"tasks": [{"id": "b", "runtimeInSeconds": 2}]}}})",
             workload) == Lines{"f:1:43: note: 1 of 2 tasks have no entry in workflow.execution.tasks",
                                "f:1:43: note: 1 of 2 tasks has no time: 'a' (mapping.work gives a default)"});
  CHECK(facts(workload).unit_total_work == 2);
  // In the older schemas, too.
  const Workload flat_one =
      load("wfcommons", flat(R"({"name": "a"}, {"name": "b", "runtime": null, "parents": ["a"]})"), "{work: 0}");
  CHECK(facts(flat_one).unit_total_work == 0);
}

TEST_CASE("what is wrong in a WfFormat file is found in one pass", "[formats]") {
  CHECK(errors("wfcommons",
               spec("\n{\"id\": \"a\", \"parents\": [\"zz\"]},\n{\"id\": \"a\"},\n{\"id\": \"b\", "
                    "\"parents\": [\"b\"], \"inputFiles\": [\"gone\"]},\n{\"id\": \"c\"},\n{\"name\": \"d\"}",
                    "\n{\"id\": \"x\", \"sizeInBytes\": -1},\n{\"id\": \"y\", \"sizeInBytes\": 1},\n"
                    "{\"id\": \"y\", \"sizeInBytes\": 2}",
                    "\n{\"id\": \"a\", \"runtimeInSeconds\": -2},\n{\"id\": \"b\"},\n{\"id\": \"b\"},\n"
                    "{\"id\": \"e\"}")) ==
        Lines{"f:3:1: note: 2 of 4 tasks have no entry in workflow.execution.tasks",
              "f:7:28: error: sizeInBytes must be a number of bytes, not '-1'",
              "f:9:1: error: the file 'y' is listed twice", "f:3:1: error: 'a' is already the id of the task on line 2",
              "f:4:46: error: there is no file 'gone' in workflow.specification.files",
              "f:6:1: error: the key `id` is missing here",
              "f:10:33: error: runtimeInSeconds must be a number of seconds that is not negative, not '-2'",
              "f:12:8: error: the execution of task 'b' is a duplicate",
              "f:13:8: error: there is no task 'e' in the specification",
              "f:2:25: error: there is no task 'zz' to be a parent", "f:4:25: error: task 'b' waits for itself"});
  CHECK(errors("wfcommons", "{\"workflow\": {}}") ==
        Lines{"f:1:14: error: workflow must have a map `specification` (schema 1.5) or a list `tasks` or `jobs`"});
  CHECK(errors("wfcommons", "{\"workflow\": 5}") == Lines{"f:1:14: error: workflow must be a map, not '5'"});
  CHECK(errors("wfcommons", "{}") == Lines{"f:1:1: error: workflow is missing (a map is needed)"});
  CHECK(errors("wfcommons", "[1, 2]") == Lines{"f:1:1: error: workflow is missing (a map is needed)"});
  CHECK(errors("wfcommons", spec("", "", "")) ==
        Lines{"f:1:1: error: the workload has no tasks (at least one is needed)"});
}

TEST_CASE("older WfFormat files have all in one list and name their parents", "[formats]") {
  const std::string tasks =
      R"({"name": "a", "runtime": 2, "cores": 1, "files": [{"link": "output", "name": "x", "size": 5}]},
         {"name": "b", "runtimeInSeconds": 3, "parents": ["a"],
          "files": [{"link": "input", "name": "x", "sizeInBytes": 6}, {"link": "input", "name": "in", "size": 4}]})";
  for (const char* key : {"tasks", "jobs"}) {
    CHECK(guess(flat(tasks, key)) == "wfcommons");
    const Workload workload = load("wfcommons", flat(tasks, key));
    CHECK(ids(workload) == Lines{"a", "b"});
    CHECK(after(workload, 1) == "a(6)");  // of two sizes of one file the larger
    CHECK(workload.tasks[1].input_bytes == 10);
    CHECK(workload.tasks[1].cycles == 3000000000);
  }
}

TEST_CASE("names that stand for several old tasks give way to ids", "[formats]") {
  const Workload workload = load("wfcommons", flat(R"({"name": "n", "id": "1", "runtime": 1},
                                                      {"name": "n", "id": "2", "runtime": 1},
                                                      {"name": "m", "id": "3", "runtime": 1, "parents": ["2"]})"));
  CHECK(ids(workload) == Lines{"1", "2", "3"});
  CHECK(after(workload, 2) == "2");
  CHECK(errors("wfcommons", flat(R"({"name": "n", "runtime": 1}, {"name": "n", "runtime": 1})")).size() == 1);
  CHECK(
      errors("wfcommons", flat("\n{\"name\": \"n\", \"id\": \"1\", \"runtime\": 1},\n{\"name\": \"n\", \"id\": \"2\", "
                               "\"runtime\": 1, \"parents\": [\"n\"]}")) ==
      Lines{"f:3:52: error: several tasks have the name 'n' (an id is needed)"});
}

}  // namespace gantry::wfcommons_test
