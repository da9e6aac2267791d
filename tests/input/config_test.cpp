// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "catch.h"
#include "experiment/resolved.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/tie_break.h"
#include "good_experiment.h"
#include "input_files.h"

namespace gantry::config_test {

namespace {

/// The errors of an architecture file.
Lines architecture_errors(const std::string& text) {
  const InputFiles files;
  Diagnostics diagnostics;
  load_architecture(files.write("a.yaml", text), diagnostics);
  return files.errors(diagnostics);
}

std::string first(const Lines& lines) { return lines.empty() ? "no error" : lines.front(); }

}  // namespace

TEST_CASE("an architecture says only what differs from the defaults", "[config]") {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto path = files.write("a.yaml",
                                "name: small\n"
                                "clock_mhz: 800\n"
                                "interconnect: {topology: tree, flit_bytes: 16}\n"
                                "descriptor:\n"
                                "dispatcher:\n"
                                "  mode: per_job\n"
                                "  match_timeout: 128\n"
                                "  class_map: {communication: 0}\n"
                                "  colocation: {cluster: one_cluster}\n"
                                "  picker: {frac: 10, quant: 18, tie: history_weight}\n"
                                "processors: [{count: 3, speed: 0.25, cluster: 7}, {name: x, type: dma}]\n"
                                "placement: {host: 3, memory: [0]}\n");
  const auto read = load_architecture(path, diagnostics);
  REQUIRE(files.errors(diagnostics).empty());
  REQUIRE(read);
  CHECK(read->name == "small");
  CHECK(read->clock_mhz == 800);
  CHECK(read->interconnect.topology == "tree");
  CHECK(read->interconnect.flit_bytes == 16);
  CHECK(read->interconnect.buffer_flits == InterconnectConfig().buffer_flits);
  CHECK(read->descriptor->full_bytes == DescriptorConfig().full_bytes);
  CHECK(read->dispatcher->mode == MatchMode::per_job);
  CHECK(read->dispatcher->match_timeout == 128);
  CHECK(read->dispatcher->class_map == std::array<std::uint32_t, 4>{0, 1, 2, 0});
  CHECK(read->dispatcher->colocation[1] == Colocation::one_cluster);
  CHECK(read->dispatcher->picker->quantisation() == 18);
  CHECK(read->dispatcher->picker->tie == TieBreak::history_weight);
  REQUIRE(read->processors->size() == 2);
  CHECK(read->processors->at(0).name == "core");
  CHECK(read->processors->at(0).speed.millionths == 250000);
  CHECK(read->processors->at(0).cluster == 7);
  CHECK(read->processors->at(1).name == "x");
  CHECK(read->placement->host == 3U);
  CHECK(read->placement->memory == std::vector<std::uint32_t>{0});
  CHECK_FALSE(read->placement->scheduler);
}

TEST_CASE("all problems of an architecture are found in one pass", "[config]") {
  CHECK(architecture_errors("clok_mhz: 5\n"
                            "interconnect: {columns: 65, rows: 1.5, flit_bytes: 32B, link_cycles: \"4\"}\n"
                            "host: [1]\n"
                            "dispatcher: {mode: gangs}\n"
                            "processors:\n"
                            "  - {speed: 1.1234567}\n") ==
        Lines{"a.yaml:2:25: error: interconnect.columns must be 1 to 64 or auto, not 65",
              "a.yaml:2:35: error: interconnect.rows must be a whole number from 1 to 64 or auto, not '1.5'",
              "a.yaml:2:52: error: interconnect.flit_bytes must be a whole number from 1 to 4096, not '32B' (write the "
              "number "
              "alone, it counts bytes)",
              "a.yaml:2:70: error: interconnect.link_cycles must be a whole number from 1 to 16, not '4' in quotes "
              "(write the "
              "number without them)",
              "a.yaml:3:7: error: host must be a map of keys, not a list",
              "a.yaml:4:20: error: dispatcher.mode must be gang or per_job, not 'gangs' (did you mean 'gang'?)",
              "a.yaml:6:13: error: processors[0].speed must be a decimal number from 0.000001 to 1000000 with at most "
              "6 fraction "
              "digits, not '1.1234567'",
              "a.yaml:1:1: error: unknown key 'clok_mhz' (did you mean 'clock_mhz'?)"});
}

TEST_CASE("a whole number is written in digits", "[config]") {
  const auto error = [](const std::string& number) {
    return first(architecture_errors("memory: {latency_cycles: " + number + "}\nprocessors: [{}]\n"));
  };
  CHECK(error("100000") == "no error");
  CHECK(error("100001") == "a.yaml:1:26: error: memory.latency_cycles must be 1 to 100000, not 100001");
  CHECK(error("-1") == "a.yaml:1:26: error: memory.latency_cycles must be 1 to 100000, not -1");
  CHECK(error("99999999999999999999") ==
        "a.yaml:1:26: error: memory.latency_cycles must be 1 to 100000, not 99999999999999999999");
  CHECK(error("5ms") ==
        "a.yaml:1:26: error: memory.latency_cycles must be a whole number from 1 to 100000, not '5ms' (write the "
        "number alone, it "
        "counts cycles)");
  CHECK(error("007") ==
        "a.yaml:1:26: error: memory.latency_cycles must be a whole number from 1 to 100000, not '007' (write it "
        "without leading "
        "zeros)");
  for (const std::string text : {"1e3", "0x10", "1_000", "+5", "1.0", "true"}) {
    CHECK(error(text) ==
          "a.yaml:1:26: error: memory.latency_cycles must be a whole number from 1 to 100000, not '" + text + "'");
  }
  CHECK(error("[5]") ==
        "a.yaml:1:26: error: memory.latency_cycles must be a whole number from 1 to 100000, not a list");
  CHECK(error("") == "a.yaml:1:26: error: memory.latency_cycles must be a whole number from 1 to 100000, not nothing");
}

TEST_CASE("a number of cycles of an architecture may be a time, which its clock makes cycles", "[config]") {
  const auto latency = [](const std::string& time, const std::string& mhz) {
    const InputFiles files;
    Diagnostics diagnostics;
    const auto read = load_architecture(
        files.write("a.yaml", "memory: {latency_cycles: " + time + "}\nclock_mhz: " + mhz + "\nprocessors: [{}]\n"),
        diagnostics);
    CHECK(files.errors(diagnostics).empty());
    return read ? read->memory->latency_cycles : 0;
  };
  CHECK(latency("40ns", "1000") == 40);
  CHECK(latency("40 ns", "2500") == 100);
  CHECK(latency("'40ns'", "250") == 10);
  // A part of a cycle is a cycle: 40 ns are 13.32 cycles of 333 MHz, and 0.1 ns is less than one of any clock.
  CHECK(latency("40ns", "333") == 14);
  CHECK(latency("0.1ns", "1000") == 1);
  CHECK(latency("1.5us", "1000") == 1500);
  CHECK(latency("1e-1us", "20") == 2);

  CHECK(architecture_errors("memory: {latency_cycles: 101us}\nprocessors: [{}]\n") ==
        Lines{"a.yaml:1:26: error: memory.latency_cycles must be 1 to 100000 cycles, and 101us at 1000 MHz is 101000"});
  CHECK(architecture_errors("memory: {burst_bytes: 64ns}\nprocessors: [{}]\n").size() == 1);
  // The wrong clock alone is reported.
  CHECK(architecture_errors("memory: {latency_cycles: 40ns}\nclock_mhz: 0\nprocessors: [{}]\n") ==
        Lines{"a.yaml:2:12: error: clock_mhz must be 1 to 100000, not 0"});
}

TEST_CASE("a run's own experiment has the cycles of its times", "[config]") {
  GoodExperiment files;
  auto experiment = files.load({"architecture.memory.latency_cycles=40ns", "architecture.clock_mhz=500"});
  REQUIRE(experiment);
  CHECK(experiment->architecture.memory->latency_cycles == 20);
  CHECK(resolved_experiment(*experiment, ".").find("latency_cycles: 20\n") != std::string::npos);
}

TEST_CASE("a key given twice is an error", "[config]") {
  CHECK(architecture_errors("processors: [{}]\nhost:\n  ring_entries: 2\n  ring_entries: 4\n") ==
        Lines{"a.yaml:4:3: error: the key 'host.ring_entries' is given twice (first on line 3)"});
}

TEST_CASE("sections are checked against each other", "[config]") {
  const std::string machine = "processors: [{count: 4}]\n";
  CHECK(architecture_errors(machine + "task_cache: {queues_per_class: 7}\n") ==
        Lines{"a.yaml:2:32: error: task_cache.queues_per_class does not fit: capacity is 32 and must be at least 35, a "
              "place for each queue of 5 classes"});
  CHECK(architecture_errors(machine + "dispatcher: {class_map: {union: 3}}\n") ==
        Lines{"a.yaml:2:33: error: dispatcher.class_map.union is 3 and must be below picker.classes, which is 3"});
  CHECK(architecture_errors(machine + "dispatcher: {picker: {classes: 2}, class_map: {communication: 1}}\n") ==
        Lines{"a.yaml:2:32: error: dispatcher.class_map.union is 2 and must be below picker.classes, which is 2"});
  CHECK(architecture_errors(machine + "dispatcher: {picker: {frac: 4, quant: 13}}\n") ==
        Lines{"a.yaml:2:39: error: dispatcher.picker.quant must be 0 to 12 or auto, not 13"});
  CHECK(architecture_errors("processors: [{}, {speed: 2}]\n") ==
        Lines{"a.yaml:1:18: error: processors[1] has the same name 'core' as processors[0] (give each group a `name` "
              "of its own; "
              "without one it is its type)"});
  CHECK(architecture_errors("host: {}\n") ==
        Lines{"a.yaml:1:1: error: processors must list at least one group of processors"});
  CHECK(
      architecture_errors("processors:\n  - {count: 4000}\n  - {name: b, count: 97}\n") ==
      Lines{"a.yaml:3:5: error: processors must have at most 4096 processors in all; with this group there are 4097"});
}

TEST_CASE("processors of different groups have different names", "[config]") {
  // core1 and 0, or core and 10?
  CHECK(architecture_errors("processors:\n  - {count: 11}\n  - {name: core1}\n") ==
        Lines{"a.yaml:3:5: error: processors[1] has a processor called 'core10', and so has an earlier group (a "
              "processor is called by the name of its group and its number within it)"});
  CHECK(architecture_errors("processors:\n  - {count: 10}\n  - {name: core1}\n").empty());
}

TEST_CASE("every endpoint needs a node of its own", "[config]") {
  const auto error = [](const std::string& interconnect, const std::string& placement) {
    return first(architecture_errors("processors: [{count: 4}]\ninterconnect: {" + interconnect + "}\nplacement: {" +
                                     placement + "}\n"));
  };
  CHECK(error("", "host: 15, processors: [0, 1, 2, 3]") == "no error");
  CHECK(error("columns: 3, rows: 2", "") ==
        "a.yaml:2:15: error: the machine needs 7 nodes (host, scheduler, 1 memory, 4 processors); interconnect has 6 "
        "(columns and rows may be auto)");
  CHECK(error("topology: tree, leaves: 4", "") ==
        "a.yaml:2:15: error: the machine needs 7 nodes (host, scheduler, 1 memory, 4 processors); interconnect has 4");
  CHECK(error("topology: tree, leaves: 12", "") ==
        "a.yaml:2:40: error: interconnect.leaves must be a power of two from 2 to 4096, or 0 for the smallest that "
        "fits, not 12");
  CHECK(error("topology: tree, columns: 4", "") ==
        "a.yaml:2:41: error: interconnect.columns is of the topologies concentrated_mesh, flattened_butterfly, mesh, "
        "mesh3d and torus, and the "
        "topology here is tree");
  CHECK(error("leaves: 8", "") ==
        "a.yaml:2:24: error: interconnect.leaves is of the topology tree, and the topology here is mesh");
  CHECK(error("topology: mash, leaves: 8", "").rfind("a.yaml:2:26: error: interconnect.topology must be ", 0) == 0);
  CHECK(error("topology: mash", "").rfind("a.yaml:2:26: error: interconnect.topology must be ", 0) == 0);
  CHECK(error("topology: mash", "").find("not 'mash' (did you mean 'mesh'?)") != std::string::npos);
  CHECK(error("", "host: 16") ==
        "a.yaml:3:19: error: placement.host must be a node of the interconnect, 0 to 15, not 16");
  CHECK(error("", "host: 3, memory: [3]") ==
        "a.yaml:3:31: error: placement.memory[0] is on node 3, where host already is (one endpoint per node)");
  CHECK(error("", "processors: [1, 2]") ==
        "a.yaml:3:25: error: placement.processors lists 2 nodes and must list one for each of the 4 processors (2 "
        "more; or auto, or no list at all, for free nodes)");
}

TEST_CASE("with another count of processors they are placed again, unless their nodes are listed", "[config]") {
  GoodExperiment files;
  const std::vector<std::string> more = {"architecture.processors.core.count=4"};
  files.write("a.yaml", "processors: [{count: 2}]\nplacement: {host: 5, memory: [0]}\n");
  CHECK(files.load(more));
  files.write("a.yaml", "processors: [{count: 2}]\nplacement: {processors: [4, 3]}\n");
  CHECK(files.load_errors(more) ==
        Lines{"a.yaml:2:25: error: placement.processors lists 2 nodes and must list one for each of the 4 processors "
              "(2 more; or auto, or no list at all, for free nodes)"});
}

TEST_CASE("auto stands for the grid and the nodes that seat whatever there is", "[config]") {
  GoodExperiment files;
  const std::string rest =
      "processors: [{count: 2}]\nmemory: {controllers: 3}\n"
      "placement: {host: 4, scheduler: auto, memory: \"auto\", processors: auto}\n";
  files.write("a.yaml", "interconnect: {columns: auto, rows: auto}\n" + rest);
  for (const std::uint32_t count : {2, 16, 100, 3000}) {
    auto experiment = files.load({"architecture.processors.core.count=" + std::to_string(count)});
    REQUIRE(experiment);
    CHECK(experiment->architecture.placement->host == 4U);
    CHECK_FALSE(experiment->architecture.placement->scheduler);
    const std::uint32_t nodes = make_topology(experiment->architecture)->nodes();
    CHECK(nodes >= count + 5);
    const std::string shown = resolved_experiment(*experiment, "");
    CHECK(shown.find("auto") == std::string::npos);
    if (count == 16) CHECK(shown.find("    columns: 5\n    rows: 5\n") != std::string::npos);
  }
  files.write("a.yaml", "interconnect: {columns: auto, rows: 1}\n" + rest);
  CHECK(files.load_errors({"architecture.processors.core.count=62"}) ==
        Lines{"a.yaml:1:15: error: the machine needs 67 nodes (host, scheduler, 3 memory, 62 processors); interconnect "
              "has 64 (columns and rows may be auto)"});
  files.write("a.yaml",
              "interconnect: {columns: automatic, flit_bytes: auto}\nplacement: {memory: all}\n" + rest.substr(0, 25));
  CHECK(files.load_errors() ==
        Lines{"a.yaml:1:25: error: interconnect.columns must be a whole number from 1 to 64 or auto, not 'automatic'",
              "a.yaml:1:48: error: interconnect.flit_bytes must be a whole number from 1 to 4096, not 'auto'",
              "a.yaml:2:21: error: placement.memory must be a list of numbers or auto, not 'all'"});
}

TEST_CASE("blocks of memory are whole bursts, and one burst unless they are said", "[config]") {
  GoodExperiment files;
  files.write("a.yaml", "processors: [{}]\nmemory: {interleave_bytes: 4000, burst_bytes: 512}\n");
  CHECK(files.load_errors() ==
        Lines{"a.yaml:2:28: error: memory.interleave_bytes must be a multiple of burst_bytes, which is 512, not 4000"});
  files.write("a.yaml", "processors: [{}]\n");
  auto experiment = files.load({"architecture.memory.burst_bytes=512"});
  REQUIRE(experiment);
  CHECK(resolved_experiment(*experiment, "").find("    interleave_bytes: 512\n") != std::string::npos);
}

TEST_CASE("the timing of the picker is its keys', or that of an RTL", "[config]") {
  GoodExperiment files;
  const auto picker = [&](const std::string& keys) {
    files.write("a.yaml", "processors: [{}]\ndispatcher:\n  picker: {" + keys + "}\n");
    files.write("e.yaml", "architecture: a.yaml\nworkload: {tasks: [{id: a}]}\n");
  };
  picker("timing: rtl_shared, entries: 16, reweigh_cycles: 178");
  auto experiment = files.load();
  REQUIRE(experiment);
  CHECK(experiment->architecture.dispatcher->picker->reweigh_cycles == 178);
  // Resolved it takes the times anew, so that `entries` alone may be set; and it is the same again.
  const std::string shown = resolved_experiment(*experiment, "");
  CHECK(shown.find("timing: rtl_shared\n") != std::string::npos);
  CHECK(shown.find("reweigh_cycles") == std::string::npos);
  files.write("e.yaml", shown);
  auto again = files.load();
  REQUIRE(again);
  CHECK(again->architecture.dispatcher->picker->reweigh_cycles == 178);
  CHECK(resolved_experiment(*again, "") == shown);
  CHECK(files.load({"architecture.dispatcher.picker.entries=32"})->architecture.dispatcher->picker->reweigh_cycles ==
        354);

  picker("timing: rtl_pipelined, pick_latency_cycles: 2, reweigh_cycles: 12");
  const std::string with = " with the timing rtl_pipelined and 64 entries, not ";
  const std::string explicitly = " (timing: explicit goes by the keys)";
  CHECK(files.load_errors() ==
        Lines{"a.yaml:3:56: error: dispatcher.picker.pick_latency_cycles must be 1" + with + "2" + explicitly,
              "a.yaml:3:75: error: dispatcher.picker.reweigh_cycles must be 76" + with + "12" + explicitly});
  picker("timing: rtl_parallel, entries: 257");
  CHECK(
      files.load_errors() ==
      Lines{"a.yaml:3:43: error: dispatcher.picker.entries must be at most 256 with the timing rtl_parallel, not 257"});
  // --set decides: what a file says of other times falls away.
  picker("pick_latency_cycles: 1, reweigh_cycles: 4");
  CHECK(files.load_errors({"architecture.dispatcher.picker.timing=rtl_parallel"}) ==
        Lines{"a.yaml:3:52: note: dispatcher.picker.reweigh_cycles falls away: it must be 12 with the timing "
              "rtl_parallel and 64 entries, not 4" +
              explicitly});
  CHECK(first(files.load_errors({"architecture.dispatcher.picker.timing=rtl_shared",
                                 "architecture.dispatcher.picker.reweigh_cycles=12"})) ==
        "--set architecture.dispatcher.picker.reweigh_cycles=12:1:47: error: "
        "dispatcher.picker.reweigh_cycles must be 706 with the timing rtl_shared and 64 entries, not 12" +
            explicitly);
}

TEST_CASE("a key in the wrong map is told where it belongs", "[config]") {
  const std::string machine = "processors: [{}]\n";
  CHECK(architecture_errors(machine + "flit_bytes: 8\n") ==
        Lines{"a.yaml:2:1: error: unknown key 'flit_bytes' (did you mean 'interconnect.flit_bytes'?)"});
  CHECK(architecture_errors(machine + "dispatcher: {frac: 8, count: 2}\n") ==
        Lines{"a.yaml:2:14: error: unknown key 'dispatcher.frac' (did you mean 'dispatcher.picker.frac'?)",
              "a.yaml:2:23: error: unknown key 'dispatcher.count' (did you mean 'processors.N.count'?)"});
  // A place here comes before one that is only like it elsewhere; and the key of another topology has its place, too.
  CHECK(architecture_errors(machine + "host: {ring_entrie: 8, aritys: 2}\n") ==
        Lines{"a.yaml:2:8: error: unknown key 'host.ring_entrie' (did you mean 'ring_entries'?)",
              "a.yaml:2:24: error: unknown key 'host.aritys' (did you mean 'interconnect.arity'?)"});

  // In an experiment the paths start there, but not in a file of its own; --set starts there in any case.
  GoodExperiment files;
  files.write("e.yaml", "architecture: {processors: [{}], row: 3, cluster: 1}\nworkload: w.yaml\nmatch_timeout: 128\n");
  CHECK(files.load_errors({"picker=fifo"}) ==
        Lines{"e.yaml:1:34: error: unknown key 'architecture.row' (did you mean 'architecture.interconnect.rows'?)",
              "e.yaml:1:42: error: unknown key 'architecture.cluster' (did you mean "
              "'architecture.dispatcher.class_map.cluster', 'architecture.dispatcher.colocation.cluster' or "
              "'architecture.processors.N.cluster'?)",
              "e.yaml:3:1: error: unknown key 'match_timeout' (did you mean 'architecture.dispatcher.match_timeout'?)",
              "--set picker=fifo:1:1: error: unknown key 'picker' (did you mean 'policies.picker' or "
              "'architecture.dispatcher.picker'?)"});
  files.write("e.yaml", "architecture: a.yaml\nworkload: w.yaml\n");
  files.write("a.yaml", machine + "rows: 3\n");
  CHECK(files.load_errors({"architecture.columns=3"}) ==
        Lines{"a.yaml:2:1: error: unknown key 'rows' (did you mean 'interconnect.rows'?)",
              "--set architecture.columns=3:1:14: error: unknown key 'columns' (did you mean "
              "'architecture.interconnect.columns'?)"});
}

TEST_CASE("a speed is an exact decimal", "[config]") {
  CHECK(parse_speed("1.5")->millionths == 1500000);
  CHECK(parse_speed("0.000001")->millionths == 1);
  CHECK(parse_speed("1000000")->millionths == 1000000000000);
  CHECK(parse_speed("1.")->millionths == 1000000);
  for (const char* text : {"0", "0.0", "1000000.000001", "1.1234567", ".", "1e13", "-1", "", "99999999999"})
    CHECK_FALSE(parse_speed(text));
}

TEST_CASE("compute time is cycles over speed, rounded up", "[config]") {
  CHECK(Speed{1500000}.time_for(3) == 2);
  CHECK(Speed{1500000}.time_for(4) == 3);
  CHECK(Speed{3}.time_for(1) == 333334);
  CHECK(Speed{}.time_for(0) == 0);
  CHECK(Speed{1000000000000}.time_for(std::uint64_t{1} << 48) == ceil_div(std::uint64_t{1} << 48, 1000000));
  // 2^48 x 10^6 has no room in 64 bits.
  CHECK(Speed{1}.time_for(std::uint64_t{1} << 48) == kMaxJobTime);
}

}  // namespace gantry::config_test
