// SPDX-License-Identifier: Apache-2.0
// Traces of MLCommons Chakra: one rank in both forms, several ranks that send to each other, and what can be wrong.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "chakra_bytes.h"
#include "foreign_workload.h"
#include "input_files.h"
#include "shared_folder.h"
#include "workload/chakra_trace.h"

namespace gantry::chakra_test {

using namespace chakra_bytes;

namespace {

struct Loaded {
  Workload workload;
  Lines notes;
  Lines errors;
};

Loaded load_trace(const std::string& content, const std::string& mapping = "") {
  Loaded loaded;
  Diagnostics diagnostics;
  loaded.errors = read("chakra", content, loaded.workload, mapping);
  const auto notes = std::stable_partition(loaded.errors.begin(), loaded.errors.end(), [](const std::string& line) {
    return line.find(": note: ") == std::string::npos;
  });
  loaded.notes.assign(notes, loaded.errors.end());
  loaded.errors.erase(notes, loaded.errors.end());
  return loaded;
}

/// Lines "id: predecessors", in the order of the tasks.
Lines graph(const Workload& workload) {
  Lines lines;
  for (std::size_t t = 0; t < workload.tasks.size(); ++t)
    lines.push_back(workload.tasks[t].id + ": " + after(workload, t));
  return lines;
}

const WorkloadTask& task(const Workload& workload, const std::string& id) {
  const auto found =
      std::find_if(workload.tasks.begin(), workload.tasks.end(), [&](const WorkloadTask& t) { return t.id == id; });
  REQUIRE(found != workload.tasks.end());
  return *found;
}

/// The files x.0.et, x.1.et, ... and what is read from the first.
Loaded load_ranks(const std::vector<std::string>& ranks, const std::string& more = "") {
  const InputFiles files;
  for (std::size_t r = 0; r < ranks.size(); ++r) files.write("x." + std::to_string(r) + ".et", ranks[r]);
  Loaded loaded;
  Diagnostics diagnostics;
  const auto node = parse_yaml("{ranks: " + std::to_string(ranks.size()) + more + '}', "m", diagnostics);
  read_workload(ranks[0], files.path("x.0.et"), "chakra", loaded.workload, diagnostics, nullptr, {&*node});
  loaded.notes = diagnostics.take_notes();
  loaded.errors = files.errors(diagnostics);
  return loaded;
}

std::string json(const std::string& nodes) { return "{\"workload_graph\": [\n" + nodes + "]}"; }

}  // namespace

TEST_CASE("data_deps of a binary trace are edges, and durations are microseconds", "[formats]") {
  if (!has_chakra_wire()) return;
  const std::string text = trace(node(0, kCompute, {}, 3) + node(7, kCompute, {0, 0}, 5, numbers(4, {0, 99})) +
                                 node(2, kMetadata, {7, 9}) + node(9, kCompute, {}, 0, attribute("is_cpu_op", 1, 27)));
  CHECK(guess(text) == "chakra");
  const Loaded loaded = load_trace(text);
  CHECK(loaded.errors == Lines());
  CHECK(loaded.notes == Lines{"f:1:1: note: 1 ctrl_deps name nodes that are not there"});
  CHECK(graph(loaded.workload) == Lines{"0: ", "7: 0", "2: 7 9", "9: "});
  CHECK(loaded.workload.unit == "us");
  CHECK(loaded.workload.by_clock);
  CHECK(loaded.workload.tasks[0].cycles == 3000);
  CHECK(loaded.workload.tasks[2].cls == TaskClass::event);
  CHECK(facts(loaded.workload).unit_critical_path == 8.0);
  // Some files have no GlobalMetadata.
  CHECK(guess(node(1, kCompute, {}, 4)) == "chakra");
  CHECK(ids(load_trace(node(1, kCompute, {}, 4) + node(2, kCompute, {1}, 4)).workload) == Lines{"1", "2"});
}

TEST_CASE("attributes of a node may have any type of number", "[formats]") {
  if (!has_chakra_wire()) return;
  // 5 as a signed number in zigzag, in four and in eight bytes, and as a double.
  const std::string fixed32 = varint(19U << 3U | 5U) + std::string("\x05\0\0\0", 4);
  const std::string fixed64 = varint(21U << 3U | 1U) + std::string("\x05\0\0\0\0\0\0\0", 8);
  const std::string real = varint(3U << 3U | 1U) + std::string("\0\0\0\0\0\0\x14\x40", 8);
  for (const std::string& value : {number(7, 5), number(9, 5), number(11, 5), number(13, 5), number(15, 10),
                                   number(17, 10), fixed32, fixed64, real}) {
    std::vector<ChakraNode> nodes;
    Diagnostics diagnostics;
    CHECK(read_chakra_wire(trace(node(1, kCollective, {}, 0, bytes(10, bytes(1, "comm_size") + value))), "f", nodes,
                           diagnostics));
    REQUIRE(nodes.size() == 1);
    CHECK(nodes[0].bytes == 5);
  }
  std::vector<ChakraNode> nodes;
  Diagnostics diagnostics;
  const std::string some = bytes(10, bytes(1, "involved_dim") + bytes(28, bytes(1, std::string("\1\0", 2))));
  CHECK(read_chakra_wire(trace(node(1, kCollective, {4, 5}, 6,
                                    attribute("pg_name", "tensor") + some + attribute("num_ops", 8) +
                                        attribute("tensor_size", 9, 13) + attribute("op_schema", "ignored"))),
                         "f", nodes, diagnostics));
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0].data_deps == std::vector<std::uint64_t>{4, 5});
  CHECK(nodes[0].micros == 6);
  CHECK(nodes[0].group == "tensor");
  CHECK(nodes[0].some_dimensions);
  CHECK(nodes[0].operations == 8);
  CHECK(nodes[0].tensor == 9);
}

TEST_CASE("communication of a rank alone moves its own bytes, or takes its time", "[formats]") {
  if (!has_chakra_wire()) return;
  const std::string text = trace(
      node(1, kCompute, {}, 10) +
      node(2, kCollective, {1}, 30, attribute("comm_type", 0) + attribute("comm_size", 4096)) + send(3, 1, 64, {2}) +
      receive(4, 1, 32, {3}) + node(5, kLoad, {4}, 0, attribute("tensor_size", 16, 13)) + node(6, kCollective, {5}, 7));
  const Loaded loaded = load_trace(text, "{communication: bytes}");
  CHECK(loaded.errors == Lines());
  CHECK(
      loaded.notes ==
      Lines{
          "f:1:1: note: 2 send and receive nodes move their bytes and wait for no other rank (mapping.ranks reads the "
          "other ranks)",
          "f:1:1: note: the durations of 1 communication nodes, 30 us, are left out: their bytes move "
          "(mapping.communication: time takes the durations instead)"});
  CHECK(graph(loaded.workload) == Lines{"1: ", "2: 1", "3: 2", "4: 3", "5: 4", "6: 5"});
  std::vector<std::uint64_t> moved;
  for (const WorkloadTask& t : loaded.workload.tasks) {
    CHECK((t.cls == TaskClass::communication) == (t.input_bytes > 0));
    CHECK(t.input_bytes == t.output_bytes);
    moved.push_back(t.input_bytes);
  }
  CHECK(moved == std::vector<std::uint64_t>{0, 4096, 64, 32, 16, 0});
  // The call that launches the collective has no bytes, and its time counts: 10 + 7.
  CHECK(facts(loaded.workload).unit_total_work == 17.0);
  const Loaded timed = load_trace(text, "{communication: time}");
  CHECK(facts(timed.workload).unit_total_work == 47.0);
  CHECK(task(timed.workload, "2").input_bytes == 0);
  // Of one rank alone the measured time counts, where there is one.
  const Loaded usual = load_trace(text);
  CHECK(facts(usual.workload).unit_total_work == 47.0);
  CHECK(task(usual.workload, "2").input_bytes == 0);
  CHECK(task(usual.workload, "3").input_bytes == 64);
}

TEST_CASE("computations without durations are lowered from their operations", "[formats]") {
  // 512000 operations are 256000 multiply-accumulates, 1000 cycles at 256 in a cycle; as jobs of at most 300 cycles, 4.
  const std::string node = "{\"Id\": 1, \"NodeType\": 4, \"num_ops\": 512000, \"tensor_size\": 4096}";
  const Loaded loaded = load_trace(json(node + ", {\"Id\": 2, \"NodeType\": 7, \"comm_size\": 8, \"data_deps\": [1]}"));
  CHECK(loaded.errors == Lines());
  CHECK(loaded.workload.tasks[0].cycles == 1000);
  CHECK(loaded.workload.tasks[0].input_bytes == 4096);
  CHECK(loaded.workload.tasks[1].input_bytes == 8);
  Workload workload;
  Diagnostics diagnostics;
  const auto lowering = parse_yaml("{job_cycles: 300}", "l", diagnostics);
  WorkloadKeys keys;
  keys.lowering = &*lowering;
  read_workload(json(node), "f", "chakra", workload, diagnostics, nullptr, keys);
  CHECK(diagnostics.lines() == Lines());
  CHECK(workload.tasks[0].jobs == 4);
  CHECK(workload.tasks[0].cycles == 250);
  CHECK(workload.tasks[0].input_bytes == 1024);
  // Beside nodes with durations the operations do not count.
  CHECK(load_trace(json(node + ", {\"Id\": 2, \"NodeType\": 4, \"runtime\": 3}")).workload.tasks[0].cycles == 0);
}

TEST_CASE("the JSON form has the same nodes under other names", "[formats]") {
  const std::string text = json(
      "{\"Id\": 216, \"Name\": \"a\", \"NodeType\": 4, \"ctrlDeps\": [3], \"data_deps\": [], \"runtime\": 318, "
      "\"is_cpu_op\": true},\n"
      "{\"id\": \"217\", \"type\": \"COMM_COLL_NODE\", \"dataDeps\": [\"216\"], \"durationMicros\": \"2\", "
      "\"comm_type\": 2, \"comm_size\": 8}");
  CHECK(guess(text) == "chakra");
  const Loaded loaded = load_trace(text, "{communication: bytes}");
  CHECK(loaded.errors == Lines());
  CHECK(graph(loaded.workload) == Lines{"216: ", "217: 216"});
  CHECK(loaded.workload.tasks[0].cycles == 318000);
  CHECK(loaded.workload.tasks[1].input_bytes == 8);
  CHECK(loaded.workload.tasks[1].where.line == 3);
}

TEST_CASE("control dependences are edges on request, and a note says when there are no others", "[formats]") {
  const std::string text = json(
      "{\"Id\": 1, \"NodeType\": 4, \"runtime\": 3}, {\"Id\": 2, \"NodeType\": 4, \"runtime\": 4, \"ctrl_deps\": [1]}");
  const Loaded loaded = load_trace(text);
  CHECK(loaded.notes == Lines{"f:1:1: note: no node has data_deps; 1 ctrl_deps order nothing (mapping.ctrl_deps: true "
                              "makes them edges)"});
  CHECK(graph(loaded.workload) == Lines{"1: ", "2: "});
  CHECK(graph(load_trace(text, "{ctrl_deps: true}").workload) == Lines{"1: ", "2: 1"});
}

TEST_CASE("a receive of another rank waits for its send, in the order of each channel", "[formats]") {
  if (!has_chakra_wire()) return;
  const Loaded loaded =
      load_ranks({trace(node(1, kCompute, {}, 5) + send(2, 1, 64, {1}) + send(3, 1, 32, {1}) + send(4, 1, 8, {}, 9)),
                  trace(receive(1, 0, 8, {}, 9) + receive(2, 0, 64) + receive(3, 0, 32) + node(4, kCompute, {2}, 6))});
  CHECK(loaded.errors == Lines());
  CHECK(loaded.notes == Lines());
  CHECK(graph(loaded.workload) ==
        Lines{"r0.1: ", "r0.2: r0.1", "r0.3: r0.1", "r0.4: ", "r1.1: r0.4", "r1.2: r0.2", "r1.3: r0.3", "r1.4: r1.2"});
  // The bytes move once.
  CHECK(task(loaded.workload, "r0.2").cls == TaskClass::communication);
  CHECK(task(loaded.workload, "r0.2").output_bytes == 64);
  CHECK(task(loaded.workload, "r1.2").cls == TaskClass::event);
  CHECK(task(loaded.workload, "r0.1").processor == "rank0");
  CHECK(task(loaded.workload, "r1.4").processor == "rank1");
  CHECK(task(loaded.workload, "r0.2").processor == "dma");
  CHECK(loaded.workload.beside.size() == 1);
}

TEST_CASE("collectives of ranks are matched in order and become transfers", "[formats]") {
  if (!has_chakra_wire()) return;
  const std::string rank = trace(node(1, kCompute, {}, 5) + node(2, kCompute, {}, 6) + collective(3, 0, 10, {1, 2}) +
                                 node(4, kCompute, {3}, 7));
  const Loaded loaded = load_ranks({rank, rank});
  CHECK(loaded.errors == Lines());
  CHECK(graph(loaded.workload) ==
        Lines{"r0.1: ", "r0.2: ", "r0.3: r0.3.step0.r1 r1.3.step0.r0 r0.3.step1.r1 r1.3.step1.r0", "r0.4: r0.3",  //
              "r1.1: ", "r1.2: ", "r1.3: r0.3.step0.r1 r1.3.step0.r0 r0.3.step1.r1 r1.3.step1.r0", "r1.4: r1.3",  //
              "r0.3.start: r0.1 r0.2", "r1.3.start: r1.1 r1.2", "r0.3.step0.r1: r0.3.start",
              "r1.3.step0.r0: r1.3.start", "r0.3.step1.r1: r0.3.start r1.3.step0.r0",
              "r1.3.step1.r0: r1.3.start r0.3.step0.r1"});
  CHECK(task(loaded.workload, "r0.3").cls == TaskClass::event);
  CHECK(task(loaded.workload, "r0.3.step0.r1").input_bytes == 5);
  // A rank alone in its group only goes on.
  const std::string alone = trace(node(1, kCompute, {}, 5) + collective(3, 0, 10, {1}, attribute("pg_name", "a")));
  const std::string other = trace(node(1, kCompute, {}, 5) + collective(3, 0, 10, {1}, attribute("pg_name", "b")));
  CHECK(graph(load_ranks({alone, other}).workload) == Lines{"r0.1: ", "r0.3: r0.1", "r1.1: ", "r1.3: r1.1"});
}

TEST_CASE("a rank that only receives a broadcast still waits for its own predecessors", "[formats]") {
  if (!has_chakra_wire()) return;
  const std::string rank = trace(node(1, kCompute, {}, 5) + collective(2, 5, 10, {1}));
  CHECK(graph(load_ranks({rank, rank}, ", collectives: direct").workload) ==
        Lines{"r0.1: ", "r0.2: r0.2.step0.r1", "r1.1: ", "r1.2: r0.2.step0.r1 r1.1", "r0.2.step0.r1: r0.1"});
}

TEST_CASE("all ranks may have one trace, and processors follow rank and device", "[formats]") {
  const std::string text = json(
      "{\"Id\": 1, \"NodeType\": 4, \"runtime\": 3, \"is_cpu_op\": true}, {\"Id\": 2, \"NodeType\": 7, \"data_deps\": "
      "[1], "
      "\"comm_type\": 9}");
  const Loaded loaded =
      load_trace(text, "{ranks: 3, same_trace: true, collectives: direct, processor: 'node{rank}_{device}'}");
  CHECK(loaded.errors == Lines());
  CHECK(loaded.workload.tasks.size() == 6 + 6);
  CHECK(task(loaded.workload, "r2.1").processor == "node2_cpu");
  const Loaded one = load_trace(text, "{processor: 'node{rank}'}");
  CHECK(task(one.workload, "1").processor == "node0");
}

TEST_CASE("what the ranks of a trace do not agree on is named", "[formats]") {
  if (!has_chakra_wire()) return;
  const auto first = [](const Loaded& loaded) { return loaded.errors.empty() ? "" : loaded.errors[0]; };
  const std::string idle = trace(node(1, kCompute, {}, 1));
  CHECK(first(load_ranks({trace(send(5, 1, 8, {}, 3)), idle})) ==
        "x.0.et:1:9: error: node 5 of rank 0 sends to rank 1 with tag 3, and that rank has no receive for it");
  CHECK(first(load_ranks({idle, trace(receive(5, 0, 8))})) ==
        "x.1.et:1:9: error: node 5 of rank 1 receives from rank 0 with tag 0, and that rank has no send for it");
  CHECK(first(load_ranks({trace(send(5, 2, 8)), idle})) ==
        "x.0.et:1:9: error: node 5 of rank 0: comm_dst must be a rank from 0 to 1, not 2");
  CHECK(first(load_ranks({trace(send(5, 1, 8)), trace(receive(6, 0, 9))})) ==
        "x.1.et:1:9: error: node 6 of rank 1 receives 9 bytes from rank 0 with tag 0, and that rank sends 8 in node 5");
  CHECK(first(load_ranks({trace(collective(5, 0, 8)), idle + collective(6, 0, 8) + collective(7, 0, 8)})) ==
        "x.1.et:1:59: error: rank 0 has 1 collectives and rank 1 has 2 (node 7 of rank 1 is the first without a "
        "counterpart)");
  CHECK(
      first(load_ranks({trace(collective(5, 0, 8)), trace(collective(6, 2, 8))})) ==
      "x.1.et:1:9: error: collective 0 is all-gather of 8 bytes in node 6 of rank 1 and all-reduce of 8 bytes in node "
      "5 of rank 0");
  const std::string reduce = trace(collective(5, 0, 8));
  CHECK(first(load_ranks({reduce, reduce, reduce}, ", collectives: halving_doubling")) ==
        "x.0.et:1:9: error: node 5: halving_doubling needs a power of two of ranks, not 3 (ring and direct take any "
        "number)");
  const std::string waits = trace(receive(1, 1, 8) + send(2, 1, 8, {1}));
  CHECK(first(load_ranks({waits, trace(receive(1, 0, 8) + send(2, 0, 8, {1}))}))
            .find(": error: these tasks wait for each other: r0.1 waits for r1.2 waits for r1.1 waits for r0.2 waits "
                  "for r0.1") != std::string::npos);
}

TEST_CASE("files of ranks are found by the number in the name", "[formats]") {
  if (!has_chakra_wire()) return;
  const auto ranks = [](const std::string& file, const std::string& mapping) {
    const InputFiles files;
    files.write(file, json("{\"Id\": 1, \"NodeType\": 4}"));
    Workload workload;
    Diagnostics diagnostics;
    const auto node = parse_yaml(mapping, "m", diagnostics);
    read_workload(json("{\"Id\": 1, \"NodeType\": 4}"), files.path(file), "chakra", workload, diagnostics, nullptr,
                  {&*node});
    return files.errors(diagnostics);
  };
  CHECK(ranks("x.0.json", "{ranks: 2}") ==
        Lines{"m:1:9: error: there is no trace file x.1.json (paths start beside the workload's file)"});
  CHECK(ranks("x.json", "{ranks: 2}") ==
        Lines{"m:1:9: error: mapping.ranks needs a file with the number of its rank, 0 to 1, in its name (as in "
              "x.0.et), not 'x.json' (or mapping.same_trace: true)"});
  CHECK(ranks("x.2.json", "{ranks: 2}").size() == 1);
  CHECK(ranks("x.json", "{ranks: 2, same_trace: true}") ==
        Lines{"x.json:1:1: note: no task has a time (mapping.work gives a default)"});
}

TEST_CASE("every mistake in a Chakra trace is named with its place", "[formats]") {
  struct Case {
    std::string text;
    std::string error;
  };
  std::vector<Case> cases = {
      {json("{\"NodeType\": 4}"), "f:2:1: error: the key `Id` is missing here"},
      {json("{\"Id\": 1}"), "f:2:1: error: the key `NodeType` is missing here"},
      {json("{\"Id\": 1, \"NodeType\": 8}"),
       "f:2:23: error: NodeType must be a number from 0 to 7 or one of INVALID_NODE, METADATA_NODE, MEM_LOAD_NODE, "
       "MEM_STORE_NODE, COMP_NODE, COMM_SEND_NODE, COMM_RECV_NODE or COMM_COLL_NODE, not '8'"},
      {json("{\"Id\": 1, \"NodeType\": 0}"), "f:2:1: error: node 1 has no type"},
      {json("{\"Id\": 1, \"NodeType\": 4, \"runtime\": -1}"),
       "f:2:37: error: runtime must be a whole number, not '-1'"},
      {json("{\"Id\": 1, \"NodeType\": 4, \"data_deps\": [2]}"),
       "f:2:1: error: node 1: data_deps names node 2, which is not there"},
      {json("{\"Id\": 1, \"NodeType\": 4, \"data_deps\": [1]}"), "f:2:1: error: node 1 waits for itself"},
      {json("{\"Id\": 1, \"NodeType\": 4},\n{\"Id\": 1, \"NodeType\": 4}"),
       "f:3:1: error: node 1 is there already (each id once), on line 2, column 1"},
      {json("{\"Id\": 1, \"NodeType\": 7, \"comm_size\": \"x\"}"),
       "f:2:1: error: node 1: comm_size must be a whole number that is not negative"},
      {json("{\"Id\": 1, \"NodeType\": 7, \"comm_size\": 1099511627777}"),
       "f:2:1: error: task '1' reads bytes per job beyond 1099511627776 (a smaller mapping.bytes_scale)"},
      {"{\"workload_graph\": 3}", "f:1:20: error: workload_graph must be a list, not '3'"},
      {json(""), "f:1:1: error: the workload has no tasks (at least one is needed)"},
  };
  if (has_chakra_wire()) {
    const std::string whole = trace(node(1, kCompute, {}, 4));
    cases.push_back(
        {whole.substr(0, whole.size() - 1), "f:1:9: error: the file ends within the message that begins here"});
    cases.push_back(
        {trace(message(number(3, 9))), "f:1:9: error: this is no node: its bytes are not those of the schema"});
    cases.push_back({trace(message("\x0b")), "f:1:9: error: this is no node: its bytes are not those of the schema"});
    cases.push_back(
        {trace(message(number(1, 1) + number(3, 4) + number(12, 5))),
         "f:1:9: error: this node has fields of a schema before 0.0.4 (only from there on are files read)"});
    cases.push_back({trace(node(1, kCollective, {}, 0, attribute("comm_size", ~std::uint64_t{0}))),
                     "f:1:9: error: node 1: comm_size must be a whole number that is not negative"});
  }
  for (const Case& c : cases) {
    INFO(c.error);
    const Loaded loaded = load_trace(c.text);
    CHECK((loaded.errors.empty() ? "" : loaded.errors[0]) == c.error);
  }
}

TEST_CASE("published traces have the known facts", "[shared]") {
  if (!has_chakra_wire()) return;
  namespace fs = std::filesystem;
  const fs::path folder = shared_path("models");
  if (!has_shared(folder / "chakra-et" / "facts.jsonl")) return;
  std::ifstream in(folder / "chakra-et" / "facts.jsonl");
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json known = nlohmann::json::parse(line);
    const fs::path path = folder / known.at("file").get<std::string>();
    INFO(path);
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    CHECK(guess(content) == "chakra");
    const Loaded moved = load_trace(content, "{communication: bytes}");
    const Loaded timed = load_trace(content);
    CHECK(moved.errors == Lines());
    std::uint64_t bytes = 0;
    for (const WorkloadTask& t : moved.workload.tasks) bytes += t.input_bytes;
    CHECK(bytes == known.at("comm_size_sum").get<std::uint64_t>() + known.at("tensor_size_sum").get<std::uint64_t>());
    const nlohmann::json& want = known.at("data_deps_only");
    const WorkloadFacts have = facts(timed.workload);
    CHECK(have.tasks == want.at("tasks").get<std::uint64_t>());
    CHECK(have.edges == want.at("edges").get<std::uint64_t>());
    CHECK(have.depth == want.at("depth").get<std::uint64_t>());
    CHECK(have.widest_level == want.at("wide").get<std::uint64_t>());
    CHECK(have.unit_critical_path == want.at("cp").get<double>());
    CHECK(have.unit_total_work == want.at("work").get<double>());
    const auto missing = known.at("dangling").get<std::uint64_t>();
    CHECK(std::any_of(timed.notes.begin(), timed.notes.end(), [&](const std::string& note) {
            return note.find(std::to_string(missing) + " ctrl_deps name nodes that are not there") != std::string::npos;
          }) == (missing > 0));
  }
}

}  // namespace gantry::chakra_test
