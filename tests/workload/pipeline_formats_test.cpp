// SPDX-License-Identifier: Apache-2.0
// PipeDream profiles and DNN placement problems: what they become, and what can be wrong in one.
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"

namespace gantry::pipeline_formats_test {

namespace {

std::string layer(const std::string& id, const std::string& forward, const std::string& activation = "8") {
  return id + " -- Conv2d(3, 4) -- forward_compute_time=" + forward +
         ", backward_compute_time=2.5, activation_size=" + activation + ", parameter_size=16.000";
}

std::string problem(const std::string& nodes, const std::string& edges) {
  return "{\"maxFPGAs\": 2, \"maxCPUs\": 1, \"maxSizePerFPGA\": 100,\n\"nodes\": [" + nodes + "],\n\"edges\": [" +
         edges + "]}";
}

std::string node(const std::string& id, const std::string& time = "1") {
  return "{\"id\": \"" + id + "\", \"cpuLatency\": 4, \"fpgaLatency\": " + time + ", \"size\": 3}";
}

}  // namespace

TEST_CASE("a profile becomes a training graph: forward, backward against the edges, and each layer to itself") {
  const std::string text =
      layer("b", "1.5", "[8; 4.0]") + " -- stage_id=1\n" + layer("a", "0.25") + "\n\ta -- b\n\ta -- b";
  CHECK(guess(text) == "pipedream");
  const Workload workload = load("pipedream", text);
  REQUIRE(workload.tasks.size() == 4);
  CHECK(workload.tasks[0].id == "b.forward");
  CHECK(workload.tasks[3].id == "a.backward");
  // Milliseconds at 1 GHz.
  CHECK(workload.tasks[0].cycles == 1500000);
  CHECK(workload.tasks[3].cycles == 2500000);
  REQUIRE(workload.tasks[0].after.size() == 1);
  CHECK(workload.tasks[0].after[0].task == 1);
  CHECK(workload.tasks[0].after[0].bytes == 8);  // what a has written
  REQUIRE(workload.tasks[3].after.size() == 2);
  CHECK(workload.tasks[3].after[0].task == 2);  // the gradient of b has the size of what a has written
  CHECK(workload.tasks[3].after[0].bytes == 8);
  CHECK(workload.tasks[2].after[0].task == 0);  // b's own activation, both outputs
  CHECK(workload.tasks[2].after[0].bytes == 12);
}

TEST_CASE("a placement problem becomes a graph with the accelerator's times, or the CPU's where it has none") {
  const std::string text =
      problem(node("a", "0.5") +
                  ", {\"id\": \"b\", \"supportedOnFpga\": 0, \"cpuLatency\": 4, \"fpgaLatency\": 1, \"size\": 3}",
              "{\"sourceId\": \"a\", \"destId\": \"b\", \"cost\": 0.125, \"size\": 64}");
  CHECK(guess(text) == "dnn-placement");
  const Workload workload = load("dnn-placement", text);
  REQUIRE(workload.tasks.size() == 2);
  CHECK(workload.tasks[0].cycles == 500000);
  CHECK(workload.tasks[1].cycles == 4000000);
  CHECK(workload.tasks[1].after[0].bytes == 64);
}

TEST_CASE("every mistake in a profile is named with its place") {
  struct Case {
    std::string text;
    std::string error;
  };
  const std::vector<Case> cases = {
      {layer("a", "-1"),
       "f:1:43: error: forward_compute_time must be a number of milliseconds that is not negative, not '-1'"},
      {layer("a", "1", "[8; x]"),
       "f:1:93: error: activation_size must be a number of bytes up to 1099511627776, not 'x'"},
      {layer("a", "1") + "\n" + layer("a", "1"), "f:2:1: error: 'a' is already the id of the layer on line 1"},
      {layer("a", "1") + "\n\ta -- b", "f:2:7: error: there is no layer 'b'"},
      {layer("a", "1") + "\n\ta", "f:2:2: error: an edge is `from -- to`"},
      {layer("a", "1") + "\n\ta -- a", "f:2:2: error: layer 'a' waits for itself"},
      {"a -- Conv",
       "f:1:1: error: a layer is `id -- operator -- forward_compute_time=..., ...`, an edge begins with a tab"},
      {"a -- C -- forward_compute_time=1, colour=2",
       "f:1:35: error: 'colour' is none of forward_compute_time, backward_compute_time, activation_size and "
       "parameter_size"},
      {"a -- C -- forward_compute_time=1", "f:1:11: error: layer 'a' has no backward_compute_time"},
      {"\n", "f:1:1: error: there is no layer in this file"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const Lines found = errors("pipedream", c.text);
    REQUIRE(!found.empty());
    CHECK(found[0] == c.error);
  }
}

TEST_CASE("every mistake in a placement problem is named with its place") {
  const auto first = [](const std::string& text) {
    const Lines found = errors("dnn-placement", text);
    return found.empty() ? std::string("none") : found[0];
  };
  const auto edge = [](const std::string& from, const std::string& to, const std::string& cost) {
    return "{\"sourceId\": \"" + from + "\", \"destId\": \"" + to + "\", \"cost\": " + cost + "}";
  };
  CHECK(first(problem(node("a"), edge("a", "c", "1"))) == "f:3:39: error: destId: there is no node 'c'");
  CHECK(first(problem(node("a"), edge("a", "a", "1"))) == "f:3:11: error: node 'a' waits for itself");
  CHECK(first(problem(node("a") + "," + node("a"), "")).find("'a' is already the id of the node on line 2") !=
        std::string::npos);
  CHECK(first(problem(node("a", "-1"), "")).find("fpgaLatency must be a number that is not negative, not '-1'") !=
        std::string::npos);
  CHECK(first(problem(node("a") + "," + node("b") + "," + node("c"), edge("a", "b", "1") + "," + edge("a", "c", "2")))
            .find("node 'a' has edges of different cost (line 3 has the other)") != std::string::npos);
  CHECK(first("{\"maxFPGAs\": 0, \"maxCPUs\": 0, \"maxSizePerFPGA\": 1, \"nodes\": [], \"edges\": []}") ==
        "f:1:1: error: there is no device: maxFPGAs and maxCPUs are 0");
}

}  // namespace gantry::pipeline_formats_test
