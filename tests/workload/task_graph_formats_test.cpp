// SPDX-License-Identifier: Apache-2.0
// SAGA's task graphs and Pegasus' DAX: what they become, and what can be wrong in one.
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::task_graph_formats_test {

namespace {

std::string graph(const std::string& tasks, const std::string& dependences) {
  return "{\"name\": \"g\", \"task_graph\": {\"tasks\": [" + tasks + "],\n\"dependencies\": [" + dependences +
         "]},\n\"network\": {\"nodes\": [{\"name\": \"n\", \"speed\": 1.0}]}}";
}

std::string task(const std::string& name, const std::string& cost = "0.5") {
  return "{\"name\": \"" + name + "\", \"cost\": " + cost + "}";
}

std::string dependence(const std::string& from, const std::string& to, const std::string& size = "64.5") {
  return "{\"source\": \"" + from + "\", \"target\": \"" + to + "\", \"size\": " + size + "}";
}

std::string dax(const std::string& inside) {
  return "<?xml version=\"1.0\"?>\n<adag name=\"d\">\n" + inside + "</adag>\n";
}

const std::string kJobs =
    "<job id=\"a\" runtime=\"1.5\"><uses file=\"x\" link=\"output\" size=\"1000\"/>\n"
    "  <uses file=\"y\" link=\"output\" size=\"5\"/></job>\n"
    "<job id=\"b\" runtime=\"2\"><uses name=\"x\" link=\"input\" size=\"304\"/><uses name=\"c\" "
    "link=\"checkpoint\"/></job>\n";

std::string first_error(const std::string& format, const std::string& text) {
  const Lines found = errors(format, text);
  return found.empty() ? "none" : found[0];
}

struct Case {
  std::string text;
  std::string error;
};

}  // namespace

TEST_CASE("a SAGA graph has costs and sizes, and its network is left out", "[formats]") {
  const std::string text = graph(task("a") + ", " + task("b", "2"), dependence("a", "b"));
  CHECK(guess(text) == "saga");
  const Workload workload = load("saga", text);
  CHECK(workload.name == "g");
  CHECK(workload.tasks[0].cycles == 500000);
  CHECK(after(workload, 1) == "a(65)");
  CHECK(facts(workload).unit_critical_path == 2.5);
}

TEST_CASE("every mistake in a SAGA graph is named with its place", "[formats]") {
  const std::vector<Case> cases = {
      {"{\"task_graph\": 5}", "f:1:16: error: task_graph must be a map, not '5'"},
      {"{\"task_graph\": {\"tasks\": []}}", "f:1:16: error: the key `dependencies` is missing here"},
      {graph("5", ""), "f:1:40: error: a map of keys is needed here, not '5'"},
      {graph(task("a") + ",\n" + task("a"), ""), "f:2:10: error: 'a' is already the name of the task on line 1"},
      {graph(task("a", "-1"), ""), "f:1:62: error: cost must be a number that is not negative, not '-1'"},
      {graph(task("a"), dependence("a", "z")), "f:2:44: error: target: there is no task 'z'"},
      {graph(task("a"), dependence("a", "a")), "f:2:18: error: task 'a' waits for itself"},
      {graph(task("a") + "," + task("b"), dependence("a", "b") + ",\n" + dependence("a", "b")),
       "f:3:1: error: task 'b' waits for 'a' already"},
      {graph(task("a") + "," + task("b"), dependence("a", "b") + "," + dependence("b", "a")),
       "f:1:40: error: these tasks wait for each other: a waits for b waits for a"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error("saga", c.text) == c.error);
  }
}

TEST_CASE("a DAX has jobs, the files that they use, and parents of children", "[formats]") {
  const std::string text =
      "<!-- made by hand -->\n" + dax(kJobs + "<child ref=\"b\"><parent ref=\"a\"/><parent ref=\"a\"/></child>\n");
  CHECK(guess(text) == "dax");
  const Workload workload = load("dax", text);
  CHECK(workload.name == "d");
  CHECK(workload.unit == "s");
  CHECK(workload.tasks[0].cycles == 1500000000);
  CHECK(workload.tasks[0].output_bytes == 1005);
  // Of the sizes that writer and reader give, the largest counts.
  CHECK(after(workload, 1) == "a(1000)");
  CHECK(workload.tasks[1].input_bytes == 1000);
  // A file that goes from job to job makes no edge: what waits for what stands in the children.
  CHECK(facts(load("dax", dax(kJobs))).edges == 0);
  CHECK(guess("<dag name=\"d\"></dag>") == "none");
  CHECK(guess("a <adag>") == "none");
}

TEST_CASE("a DAX that Pegasus plans from has no runtimes and few sizes", "[formats]") {
  const std::string text =
      dax("<file name=\"f\"><metadata key=\"size\" type=\"int\">64</metadata><pfn url=\"file:///f\" "
          "site=\"local\"/></file>\n"
          "<executable name=\"find\" arch=\"x86_64\"><pfn url=\"file:///bin/find\" site=\"local\"/></executable>\n"
          "<job id=\"a\" name=\"find\" runtime=\"\"><argument>-o <file name=\"g\"/></argument>\n"
          "<profile namespace=\"condor\" key=\"runtime\">7</profile><stdout name=\"g\" link=\"output\"/>\n"
          "<uses name=\"f\" link=\"input\" register=\"true\"/><uses name=\"g\" link=\"output\" size=\"\"/><uses "
          "name=\"find\"/></job>\n"
          "<job id=\"b\"><profile namespace=\"pegasus\" key=\"runtime\">\n 2.5 </profile>\n"
          "<profile namespace=\"pegasus\" key=\"cores\">3</profile>"
          "<uses name=\"g\" link=\"input\"><metadata key=\"size\">8</metadata></uses></job>\n"
          "<dax id=\"c\" file=\"inner.dax\"/>\n"
          "<child ref=\"b\"><parent ref=\"a\"/></child>\n<child ref=\"c\"><parent ref=\"b\"/></child>\n");
  Workload workload;
  CHECK(read("dax", text, workload, "{jobs: cores}") ==
        Lines{"f:11:1: note: a workflow inside of this one is one task: its file is not read",
              "f:5:1: note: 2 of 3 tasks have no time, the first of them 'a' (mapping.work gives a default)"});
  CHECK(ids(workload) == Lines{"a", "b", "c"});
  CHECK(workload.tasks[0].work->is_zero());
  CHECK(workload.tasks[0].input_bytes == 64);  // from the list of files
  CHECK(facts(workload).unit_total_work == 2.5);
  CHECK(workload.tasks[1].jobs == 4);  // of 3 cores
  CHECK(after(workload, 1) == "a(8)");
  CHECK(after(workload, 2) == "b");
  CHECK(errors("dax", dax("<job id=\"a\" runtime=\"1\">\n<uses name=\"f\" link=\"input\" size=\"-5\"/></job>\n")) ==
        Lines{"f:4:1: note: a negative size counts as 0"});
}

TEST_CASE("every mistake in a DAX is named with its place", "[formats]") {
  const std::vector<Case> cases = {
      {"<adag><job></adag>", "f:1:14: error: this is no XML: start-end tags mismatch"},
      {"<dag/>", "f:1:1: error: a DAX is an element `adag`, not 'dag'"},
      {dax(""), "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {dax("  <job runtime=\"1\"/>\n"), "f:3:3: error: 'job' has no attribute id"},
      {dax("<job id=\"a\"><profile namespace=\"pegasus\" key=\"cores\">0</profile></job>\n"),
       "f:3:1: error: the cores of a job must be a number from 1 to 65536"},
      {dax("<job id=\"a\">\n<profile namespace=\"pegasus\" key=\"runtime\">long</profile></job>\n"),
       "f:4:1: error: runtime must be a number that is not negative, not 'long'"},
      {dax("<job id=\"\" runtime=\"1\"/>\n"),
       "f:3:1: error: 'job': id must be one line of text without control characters, and not empty"},
      {dax("<job id=\"a\" runtime=\"-1\"/>\n"),
       "f:3:1: error: runtime must be a number that is not negative, not '-1'"},
      {dax(kJobs + kJobs), "f:6:1: error: 'a' is already the id of the task on line 3"},
      {dax(kJobs + "<child ref=\"c\"/>\n"), "f:6:1: error: there is no job 'c' to be a child"},
      {dax(kJobs + "<child ref=\"b\">\n<parent ref=\"c\"/></child>\n"),
       "f:7:1: error: there is no task 'c' to be a parent"},
      {dax(kJobs + "<child ref=\"b\"><parent ref=\"b\"/></child>\n"), "f:6:16: error: task 'b' waits for itself"},
      {dax("<job id=\"a\" runtime=\"1\">\n<uses file=\"f\" link=\"up\"/></job>\n"),
       "f:4:1: error: link must be input, output, inout, checkpoint or none, not 'up'"},
      {dax("<job id=\"a\" runtime=\"1\">\n<uses file=\"f\" link=\"input\" size=\"x\"/></job>\n"),
       "f:4:1: error: size must be a number that is not negative, not 'x'"},
      {dax("<job id=\"a&#10;b\" runtime=\"1\"/>\n"),
       "f:3:1: error: 'job': id must be one line of text without control characters, and not empty"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error("dax", c.text) == c.error);
  }
}

TEST_CASE("entities of a DAX stay what they are: nothing is read from elsewhere, and nothing grows", "[formats]") {
  const std::string outside =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE adag [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"
      "<adag><job id=\"&x;\" runtime=\"1\"/></adag>";
  CHECK(guess(outside) == "dax");
  CHECK(ids(load("dax", outside)) == Lines{"&x;"});
  std::string laughs = "<!DOCTYPE adag [<!ENTITY l0 \"ha\">\n";
  for (int i = 1; i < 40; ++i) {
    laughs += "<!ENTITY l" + std::to_string(i) + " \"";
    for (int n = 0; n < 10; ++n) laughs += "&l" + std::to_string(i - 1) + ';';
    laughs += "\">\n";
  }
  laughs += "]>\n<adag><job id=\"&l39;\" runtime=\"1\"/></adag>";
  CHECK(ids(load("dax", laughs)) == Lines{"&l39;"});
}

TEST_CASE("a DAX of a hundred thousand elements within each other is read, not recursed into", "[formats]") {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  CHECK(first_error("dax", "<adag>" + deep).find("f:1:") == 0);
  for (int i = 0; i < 100000; ++i) deep += "</a>";
  CHECK(ids(load("dax", dax(deep + "<job id=\"a\" runtime=\"1\"/>"))) == Lines{"a"});
}

}  // namespace gantry::task_graph_formats_test
