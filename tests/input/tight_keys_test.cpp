// SPDX-License-Identifier: Apache-2.0
// Control networks and pushed descriptors that there cannot be are refused with their place, and keys without effect
// are told.
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "input_files.h"

namespace gantry::tight_keys_test {

namespace {

using Lines = std::vector<std::string>;

/// The errors of a machine whose second line this is.
Lines errors(const std::string& line, const std::string& processors = "processors: [{count: 4}]\n") {
  const InputFiles files;
  Diagnostics diagnostics;
  load_architecture(files.write("a.yaml", processors + line + '\n'), diagnostics);
  return files.errors(diagnostics);
}

Lines of_control(const std::string& keys) { return errors("interconnect: {control: {" + keys + "}}"); }

std::string first(const Lines& lines) { return lines.empty() ? "no error" : lines.front(); }

}  // namespace

TEST_CASE("a control network is a star, or any topology that keys describe", "[config]") {
  for (const char* topology : {"star", "mesh", "ring, virtual_channels: 2", "tree", "crossbar", "fat_tree"}) {
    INFO(topology);
    CHECK(of_control(std::string("topology: ") + topology).empty());
  }
  for (const char* other : {"graph", "stars"}) {
    const std::string error = first(of_control(std::string("topology: ") + other));
    INFO(error);
    CHECK(error.rfind("a.yaml:2:36: error: interconnect.control.topology must be none, star, ", 0) == 0);
    CHECK(error.find(std::string("not '") + other) != std::string::npos);
  }
}

TEST_CASE("keys of a control network that has none of them are refused", "[config]") {
  CHECK(of_control("topology: star, link_cycles: 2, header_bytes: 4").empty());
  CHECK(of_control("topology: star, flit_bytes: 4") ==
        Lines{"a.yaml:2:54: error: interconnect.control.flit_bytes is of networks with routers, and the topology here "
              "is star"});
  CHECK(of_control("link_cycles: 2") ==
        Lines{"a.yaml:2:39: error: interconnect.control.link_cycles is of a control network, and the topology here is "
              "none"});
  CHECK(of_control("topology: tree, columns: 2") ==
        Lines{"a.yaml:2:51: error: interconnect.control.columns is of the topologies concentrated_mesh, "
              "flattened_butterfly, mesh, mesh3d and torus, and the topology here is tree"});
  CHECK(of_control("topology: mesh, speculative: true") ==
        Lines{"a.yaml:2:55: error: interconnect.control.speculative is of the router pipelined, and the router here is "
              "low_latency"});
  CHECK(of_control("topology: star, link_cycles: 0") ==
        Lines{"a.yaml:2:55: error: interconnect.control.link_cycles must be 1 to 16, not 0"});
  CHECK(of_control("topology: star, wires: 2").size() == 1);
}

TEST_CASE("a control network has a node for host, scheduler and each processor", "[config]") {
  CHECK(of_control("topology: mesh, columns: 3, rows: 2").empty());
  CHECK(of_control("topology: mesh, columns: 2, rows: 2") ==
        Lines{"a.yaml:2:25: error: the control network needs 6 nodes (host, scheduler, 4 processors); "
              "interconnect.control has 4"});
  // Its messages are of one kind, so a ring needs two channels and not four.
  const std::string ring = first(of_control("topology: ring, virtual_channels: 1"));
  CHECK(ring.find("a.yaml:2:") == 0);
  CHECK(ring.find("interconnect.control.virtual_channels") != std::string::npos);
  const std::string crossbar = first(errors("interconnect: {columns: auto, rows: auto, control: {topology: crossbar}}",
                                            "processors: [{count: 100}]\n"));
  CHECK(crossbar.find("error: router 0 has 103 ports; a router has at most 64") != std::string::npos);
}

TEST_CASE("pushed descriptors have no rings, and rings no credits", "[config]") {
  CHECK(errors("host: {push: true, credit_cycles: 3}").empty());
  CHECK(errors("host: {push: true, ring_entries: 4}") ==
        Lines{"a.yaml:2:34: error: host.ring_entries is of rings in memory, and with push: true there are none"});
  CHECK(errors("host: {push: true, outstanding_writes: 4}") ==
        Lines{"a.yaml:2:40: error: host.outstanding_writes is of rings in memory, and with push: true there are none"});
  CHECK(errors("host: {credit_cycles: 4}") ==
        Lines{"a.yaml:2:23: error: host.credit_cycles is of pushed descriptors, and push is false"});
}

TEST_CASE("--set with pushed descriptors lets the keys of rings in a file fall away", "[config]") {
  const InputFiles files;
  files.write("e.yaml", "architecture: a.yaml\nworkload: {tasks: [{id: a}]}\n");
  files.write("a.yaml", "processors: [{}]\nhost: {ring_entries: 4}\ntask_cache: {reads_in_flight: 2}\n");
  const auto lines = [&](const std::vector<std::string>& sets) {
    Diagnostics diagnostics;
    CHECK(load_experiment(files.path("e.yaml"), sets, diagnostics));
    return files.errors(diagnostics);
  };
  const std::string push = "architecture.host.push=true";
  const std::string reads = "architecture.task_cache.reads_in_flight=3";
  CHECK(lines({reads}).empty());
  CHECK(lines({push}) == Lines{"a.yaml:2:22: note: host.ring_entries falls away: it is of rings in memory, and with "
                               "push: true there are none"});
  CHECK(lines({push, reads}).front() ==
        "--set " + reads + ":1:41: note: task_cache.reads_in_flight changes nothing: host.push is true");
}

TEST_CASE("a machine with both is shown as it is read", "[config]") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {processors: [{count: 4}], host: {push: true, credit_cycles: 3},\n"
              "  interconnect: {control: {topology: mesh, columns: auto, rows: 3, flit_bytes: 16}}}\n"
              "workload: {tasks: [{id: a}]}\n");
  Diagnostics diagnostics;
  auto experiment = load_experiment(files.path("e.yaml"), {}, diagnostics);
  REQUIRE(experiment);
  const std::string shown = resolved_experiment(*experiment, "");
  for (const char* line :
       {"    control:\n      topology: mesh\n      columns: 2\n      rows: 3\n      flit_bytes: 16\n",
        "    push: true\n    credit_cycles: 3\n"}) {
    INFO(shown);
    CHECK(shown.find(line) != std::string::npos);
  }
  CHECK(shown.find("\n    ring_entries") == std::string::npos);
  files.write("e.yaml", shown);
  auto again = load_experiment(files.path("e.yaml"), {}, diagnostics);
  REQUIRE(again);
  CHECK(resolved_experiment(*again, "") == shown);
}

TEST_CASE("an order that waits for itself is refused with pushed descriptors, too", "[feasibility]") {
  // Task a waits for b, which is submitted behind it. Both are of one queue, of which one task is visible.
  const InputFiles files;
  const auto feasible = [&](const std::string& cache) {
    files.write("e.yaml", "architecture: {processors: [{count: 2}], host: {push: true}, task_cache: {" + cache +
                              "}}\nworkload: {tasks: [{id: b, submit: 9}, {id: a, after: [b]}]}\n");
    Diagnostics diagnostics;
    const auto experiment = load_experiment(files.path("e.yaml"), {}, diagnostics);
    REQUIRE(experiment);
    return check_feasible(*experiment, diagnostics);
  };
  CHECK_FALSE(feasible("window: 1"));
  CHECK(feasible("window: 2"));
  CHECK_FALSE(feasible("window: 2, capacity: 5"));
}

}  // namespace gantry::tight_keys_test
