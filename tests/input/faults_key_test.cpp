// SPDX-License-Identifier: Apache-2.0
// What the key `faults` takes, and where its mistakes stand.
#include <string>
#include <vector>

#include "catch.h"
#include "good_experiment.h"

namespace gantry::faults_key_test {

namespace {

constexpr const char* kMachine =
    "architecture: {processors: [{count: 2}, {type: gpu}]}\nworkload: {tasks: [{id: a}]}\n";

/// The messages about a list of faults in the third line, without their file.
std::vector<std::string> errors(const std::string& faults, const std::string& more = {}) {
  GoodExperiment files;
  files.write("e.yaml", kMachine + ("faults: " + faults + '\n') + more);
  (void)files.load();
  return files.errors(files.diagnostics);
}

/// A fault with these keys is wrong for one reason, which stands where the fault does.
void one(const std::string& keys, const std::string& message) {
  INFO(keys);
  const std::vector<std::string> lines = errors("[{" + keys + "}]");
  REQUIRE(lines.size() == 1);
  INFO(lines[0]);
  CHECK(lines[0].find("e.yaml:3:") != std::string::npos);
  CHECK(lines[0].find(message) != std::string::npos);
}

/// The faults of a list in which nothing is wrong.
auto faults_of(const std::string& list) {
  GoodExperiment files;
  files.write("e.yaml", kMachine + ("faults: " + list + '\n'));
  const auto experiment = files.load();
  REQUIRE(files.errors(files.diagnostics).empty());
  return experiment->faults;
}

}  // namespace

TEST_CASE("faults are ordered by processor and time") {
  const std::vector<ProcessorFault> faults =
      faults_of(
          "[{processor: gpu0, kind: slow, at: 9, factor: 1.5}, {processor: core1, kind: die, at: 50}, "
          "{processor: core1, kind: hang, at: 20, cycles: 30}]")
          .list;
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].kind == FaultKind::hang);
  CHECK(faults[0].processor == 1);
  CHECK(faults[0].until() == 50);
  CHECK(faults[1].kind == FaultKind::die);
  CHECK(faults[1].until() == kNever);
  CHECK(faults[2].processor == 2);
  CHECK(faults[2].factor == 1500000);
}

TEST_CASE("a rate is for a processor, or for each one of a group") {
  const auto all = faults_of(
      "[{processor: core, kind: hang, mean_cycles: 5000, cycles: 9}, "
      "{processor: gpu0, kind: slow, mean_cycles: 1000, factor: 3}]");
  CHECK(all.list.empty());
  const std::vector<FaultRate>& rates = all.rates;
  REQUIRE(rates.size() == 3);
  CHECK(rates[1].processor == 1);
  CHECK(rates[1].mean == 5000);
  CHECK(rates[1].fault.kind == FaultKind::hang);
  CHECK(rates[1].fault.cycles == 9);
  CHECK(rates[2].processor == 2);
  CHECK(rates[2].fault.cycles == kNever);
}

TEST_CASE("what is wrong with a fault is found where it stands") {
  one("processor: core2, kind: die, at: 5",
      "faults[0].processor is 'core2', and the machine has no such processor (did you mean 'core0'?) (it has core0 to "
      "gpu0)");
  one("processor: core0, kind: melt, at: 5", "faults[0].kind");
  one("kind: die, at: 5",
      "faults[0].processor is missing (the name of a processor; or `link`, `router`, `memory` or `store`)");
  one("processor: core0, kind: die, at: 5, drain: true", "faults[0].drain goes with `link` or `router`");
  one("processor: core0, at: 5", "faults[0].kind is missing (die, hang, slow, fail, error or corrupt)");
  one("processor: core0, kind: die", "faults[0].at is missing (or `mean_cycles`, for faults at random times)");
  one("processor: core0, kind: die, at: 5, mean_cycles: 2000", "faults[0].mean_cycles does not go with `at`");
  one("processor: core0, kind: hang, cycles: 5, mean_cycles: 999", "faults[0].mean_cycles must be 1000 to");
  one("processor: core, kind: die, at: 5", "and the machine has no such processor");
  one("processor: core0, kind: fail, at: 5", "faults[0].kind is `fail`, which needs `dispatcher.max_retries`");
  one("processor: core0, kind: die, at: 5, cycles: 7", "faults[0].cycles goes with `kind: hang`, `slow` or `fail`");
  one("processor: core0, kind: hang, at: 5", "faults[0].cycles is missing");
  one("processor: core0, kind: hang, at: 5, cycles: 7, factor: 2", "faults[0].factor goes with `kind: slow`");
  one("processor: core0, kind: slow, at: 5, factor: 1", "faults[0].factor must be above 1");
  one("processor: core0, kind: die, at: 5, when: 7", "faults[0].when");
  one("processor: core0, kind: error, at: 5", "faults[0].kind is `error`, which goes with `memory`");
}

TEST_CASE("faults of one processor that overlap are refused") {
  const auto overlapping = [](const std::string& list) { return errors("[" + list + "]"); };
  CHECK(overlapping("{processor: core0, kind: hang, at: 5, cycles: 7}, {processor: core0, kind: die, at: 12}").empty());
  CHECK(overlapping("{processor: core0, kind: die, at: 5}, {processor: core1, kind: die, at: 5}").empty());
  const auto lines =
      overlapping("{processor: core0, kind: hang, at: 5, cycles: 7}, {processor: core0, kind: die, at: 11}");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("core0 has a fault from cycle 5 on that is not over in cycle 11") != std::string::npos);
  CHECK(overlapping("{processor: core0, kind: die, at: 5}, {processor: core0, kind: slow, at: 90}").size() == 1);
  const auto both =
      overlapping("{processor: core1, kind: die, at: 5}, {processor: core, kind: slow, mean_cycles: 9000}");
  REQUIRE(both.size() == 1);
  CHECK(both[0].find("core1 has faults at random times and others") != std::string::npos);
}

TEST_CASE("links and routers die, named by their numbers") {
  const auto all = faults_of("[{link: [5, 4], kind: die, at: 9, drain: true}, {router: 15, kind: die, at: 3}]");
  const std::vector<NetworkFault>& faults = all.network;
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].router == 4);
  CHECK(faults[0].other == 5);
  CHECK(faults[0].at == 9);
  CHECK(faults[0].kind == NetworkFaultKind::drain);
  CHECK(faults[1].kind == NetworkFaultKind::die);
  CHECK(faults[1].router == 15);
  CHECK(faults[1].other == kNone);
  CHECK(all.empty());
}

TEST_CASE("what is wrong with a dead link or router is found where it stands") {
  const std::string rest = ", kind: die, at: 5, drain: true";
  one("link: [0, 5]" + rest, "faults[0].link is [0, 5], and the topology mesh has no such link");
  one("link: [0]" + rest, "faults[0].link must be a list of two routers, such as [0, 1]");
  one("link: [0, 16]" + rest, "faults[0].link[1]");
  one("router: 16" + rest, "faults[0].router is 16, and the topology mesh has the routers 0 to 15");
  one("router: 1, link: [0, 1]" + rest, "faults[0].router does not go with `link`");
  one("router: 1, processor: core0" + rest, "faults[0].processor does not go with a link or a router");
  one("router: 1, cycles: 9" + rest, "faults[0].cycles does not go with a link or a router");
  one("router: 1, factor: 3" + rest, "faults[0].factor does not go with a link or a router");
  one("router: 1, mean_cycles: 3000, kind: die, at: 5, drain: true",
      "faults[0].mean_cycles goes with `kind: corrupt` of a link");
  one("router: 1, kind: hang, at: 5, drain: true", "faults[0].kind of a link or a router must be `die`");
  one("router: 1, kind: corrupt, at: 5", "faults[0].kind of a router must be `die`");
  one("link: [0, 1], kind: corrupt", "faults[0].at is missing (or `mean_cycles`, for faults at random times)");
  one("link: [0, 1], kind: corrupt, at: 5, drain: true", "faults[0].drain goes with `kind: die`");
  one("link: [0, 1], kind: corrupt, at: 5, mean_cycles: 3000", "faults[0].mean_cycles does not go with `at`");
  one("link: [0, 1], kind: corrupt, at: 5}, {link: [1, 0], kind: corrupt, mean_cycles: 3000",
      "the link between routers 0 and 1 damages flits at random times, and others");
  one("link: [0, 1], network: control" + rest,
      "faults[0].network is `control`, and the architecture has no control network");
  one("processor: core0, kind: die, at: 5, network: control", "faults[0].network goes with `link` or `router`");
  one("processor: core0, kind: corrupt, at: 5", "faults[0].kind is `corrupt`, which goes with `link`");
  one("router: 1, kind: die, drain: true", "faults[0].at is missing");
  one("link: [0, 1]" + rest + "}, {link: [1, 0], kind: die, at: 9, drain: true",
      "the link between routers 0 and 1 dies twice");
  one("router: 0, kind: die, at: 0, drain: true", "faults leave no way from host to ");
}

TEST_CASE("memory answers with errors, by number of the controller") {
  const auto all = faults_of("[{memory: 0, kind: error, at: 90, cycles: 7}, {memory: 0, kind: error, at: 5}]");
  const std::vector<MemoryFault>& faults = all.memory;
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].at == 5);
  CHECK(faults[0].cycles == 0);
  CHECK(faults[0].mean == 0);
  CHECK(faults[1].at == 90);
  CHECK(faults[1].cycles == 7);
  CHECK(all.empty());
}

TEST_CASE("what is wrong with a fault of memory is found where it stands") {
  one("memory: 1, kind: error, at: 5", "faults[0].memory is 1, and the machine has the controller 0");
  one("memory: 64, kind: error, at: 5", "faults[0].memory must be 0 to 63");
  one("memory: 0, kind: die, at: 5", "faults[0].kind of memory must be `error`");
  one("memory: 0, kind: error", "faults[0].at is missing (or `mean_cycles`, for faults at random times)");
  one("memory: 0, kind: error, at: 5, mean_cycles: 5000", "faults[0].mean_cycles does not go with `at`");
  one("memory: 0, processor: core0, kind: error, at: 5", "faults[0].processor does not go with `memory`");
  one("memory: 0, kind: error, at: 5, factor: 3", "faults[0].factor does not go with `memory`");
  one("memory: 0, kind: error, at: 5, drain: true", "faults[0].drain does not go with `memory`");
  one("memory: 0, router: 1, kind: die, at: 5", "faults[0].memory does not go with a link or a router");
  one("memory: 0, kind: error, at: 5, cycles: 9}, {memory: 0, kind: error, at: 13",
      "memory 0 has a fault from cycle 5 on that is not over in cycle 13");
  one("memory: 0, kind: error, at: 5}, {memory: 0, kind: error, mean_cycles: 5000",
      "memory 0 has faults at random times and others");
}

TEST_CASE("local stores die, by name") {
  GoodExperiment files;
  files.write("e.yaml",
              "architecture: {processors: [{name: p, count: 2, local: {bytes: 512, bytes_per_cycle: 8}}, "
              "{name: q, count: 2, cluster: 3, local: {bytes: 512, bytes_per_cycle: 8, per: cluster}}]}\n"
              "workload: {data: [{id: d, bytes: 64}], tasks: [{id: a, reads: [d]}]}\n"
              "faults: [{store: cluster3, kind: die, at: 9}, {store: p1, kind: die, mean_cycles: 2000}]\n");
  const auto experiment = files.load();
  REQUIRE(files.errors(files.diagnostics).empty());
  const std::vector<StoreFault>& faults = experiment->faults.stores;
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].store == 2);
  CHECK(faults[0].at == 9);
  CHECK(faults[0].mean == 0);
  CHECK(faults[1].store == 1);
  CHECK(faults[1].mean == 2000);
  CHECK(experiment->faults.empty());
}

TEST_CASE("what is wrong with the death of a store is found where it stands") {
  one("store: core0, kind: die, at: 5", "faults[0].store needs processors with a local store (`local` of a group)");
  const std::string machine =
      "architecture: {processors: [{count: 2, local: {bytes: 512, bytes_per_cycle: 8}}]}\nworkload: {data: [{id: d, "
      "bytes: 64}], "
      "tasks: [{id: a, reads: [d]}]}\n";
  const auto one_of = [&](const std::string& keys, const std::string& message) {
    INFO(keys);
    GoodExperiment files;
    files.write("e.yaml", machine + "faults: [{" + keys + "}]\n");
    (void)files.load();
    const std::vector<std::string> lines = files.errors(files.diagnostics);
    REQUIRE(lines.size() == 1);
    INFO(lines[0]);
    CHECK(lines[0].find("e.yaml:3:") != std::string::npos);
    CHECK(lines[0].find(message) != std::string::npos);
  };
  one_of(
      "store: core2, kind: die, at: 5",
      "faults[0].store is 'core2', and the machine has no such store (did you mean 'core0'?) (it has core0 to core1)");
  one_of("store: core0, kind: hang, at: 5", "faults[0].kind of a store must be `die`");
  one_of("store: core0, kind: die", "faults[0].at is missing (or `mean_cycles`, for a random time)");
  one_of("store: core0, kind: die, at: 5, mean_cycles: 5000", "faults[0].mean_cycles does not go with `at`");
  one_of("store: core0, kind: die, at: 5, cycles: 7", "faults[0].cycles does not go with `store`");
  one_of("store: core0, processor: core0, kind: die, at: 5", "faults[0].processor does not go with `store`");
  one_of("store: core0, memory: 0, kind: error, at: 5", "faults[0].store goes alone");
  one_of("store: core0, kind: die, at: 5}, {store: core0, kind: die, at: 7",
         "faults[1].store is 'core0', and that dies already");
}

TEST_CASE("faults are a list") {
  const auto lines = errors("{processor: core0}");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("faults must be a list of maps, not a map") != std::string::npos);
}

}  // namespace gantry::faults_key_test
