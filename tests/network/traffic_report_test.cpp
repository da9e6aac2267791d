// SPDX-License-Identifier: Apache-2.0
// What a run tells of its traffic: links.csv, packets.csv and the pictures, and what `gantry check` makes of them.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "input_files.h"
#include "lone_interconnect.h"
#include "output/svg.h"
#include "program_run.h"

namespace gantry::traffic_report_test {

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The program in a directory of its own; its exit status.
int run(const InputFiles& files, const std::vector<std::string>& arguments) {
  ProgramRun program(files, arguments);
  const int status = program.finish();
  INFO(program.err());
  return status;
}

std::string check_error(const InputFiles& files) {
  ProgramRun program(files, {"check", "out"});
  CHECK(program.finish() == 1);
  return program.err().substr(0, program.err().find('\n'));
}

void replace_in(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = read(path);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  std::ofstream(path, std::ios::binary) << text;
}

/// Two nodes side by side; 3 flits from each to the other, and a packet of 2 from node 0 to itself.
constexpr const char* kPair = R"(interconnect: {columns: 2, rows: 1}
traffic: {pattern: trace, packets: [[1, 0, 1, 3], [1, 1, 0, 3], [9, 0, 0, 2]]}
)";

}  // namespace

namespace {

/// Cycles that packets of one flit spend in links and routers beyond what they need, by their records alone.
struct Waits final : PacketSink {
  void packet_done(const PacketRecord& packet) override {
    cycles += packet.arrived - packet.sent - (packet.hops + 1) * per_router - per_end;
  }
  Cycle per_router = 0;
  Cycle per_end = 0;
  Cycle cycles = 0;
};

}  // namespace

TEST_CASE("flits of their own stand in buffers for as long as their packets are late") {
  for (const bool pipelined : {false, true}) {
    InterconnectConfig config = mesh(3, 2);
    config.buffer_flits = 2;
    Waits waits;
    if (pipelined) {
      make_pipelined(config, false, 3);
      waits.per_router = 3;  // switch allocation, traversal, link; a head stands in its buffer for its own stage
      waits.per_end = 2;     // traversal and link from the terminal
    } else {
      set_times(config, 1, 2, 1);
      waits.per_router = 3;  // link and router
      waits.per_end = 2;     // the link to the terminal
    }
    LoneInterconnect net(config, every_node(6));
    net.listen(&waits);
    for (std::uint32_t i = 0; i < 200; ++i) net.send(i % 6, i * 7 % 5, 1, i, i % 3 == 0);
    REQUIRE(net.drain());
    std::uint64_t buffered = 0;
    std::uint64_t lost = 0;
    for (const RouterStats& router : net.net().traffic(net.now()).routers) {
      buffered += router.buffered;
      lost += router.switch_stalls;
    }
    CHECK(buffered == waits.cycles);
    INFO(buffered << " flit cycles, " << lost << " of them lost to others");
    CHECK(buffered > 100);
    CHECK(lost > 0);
    CHECK(lost <= buffered);
  }
}

TEST_CASE("a trace of three packets is on the links where it was") {
  const InputFiles files;
  files.write("n.yaml", kPair);
  REQUIRE(run(files, {"network", "n.yaml", "--out", "out", "--packets"}) == 0);
  // The last flit arrives in cycle 9 + 2 x 1 + 1 + 2 - 1 = 13 (docs/timing.md: sent in the cycle of its creation).
  CHECK(read(files.path("out/links.csv")) ==
        "kind,from,to,flits,utilization,buffered_cycles,switch_stalls,channel_stalls,flit_cycles\n"
        "entry,node0,0,5,0.38461538461538464,,,,1\n"
        "entry,node1,1,3,0.23076923076923078,,,,1\n"
        "link,0,1,3,0.23076923076923078,,,,1\n"
        "link,1,0,3,0.23076923076923078,,,,1\n"
        "exit,0,node0,5,0.38461538461538464,,,,1\n"
        "exit,1,node1,3,0.23076923076923078,,,,1\n"
        "router,0,,8,0.3076923076923077,0,0,0,\n"
        "router,1,,6,0.23076923076923078,0,0,0,\n");
  CHECK(read(files.path("out/packets.csv")) ==
        "kind,from,to,flits,hops,created,sent,arrived,task,job\n"
        "synthetic,node1,node0,3,1,1,1,8,,\n"
        "synthetic,node0,node1,3,1,1,1,8,,\n"
        "synthetic,node0,node0,2,0,9,9,13,,\n");
  CHECK(run(files, {"check", "out"}) == 0);
}

TEST_CASE("the tables of a machine's traffic add up with its summary on every topology") {
  for (const char* interconnect :
       {"topology: mesh", "topology: torus, virtual_channels: 4", "topology: ring, virtual_channels: 4",
        "topology: crossbar", "topology: tree", "topology: fat_tree, arity: 2",
        "topology: concentrated_mesh, columns: 2, rows: 2", "topology: mesh3d, columns: 2, rows: 2, layers: 2",
        "topology: flattened_butterfly, columns: 2, rows: 2, concentration: 2",
        "topology: dragonfly, concentration: 1, group_routers: 3, virtual_channels: 4",
        "topology: graph, graph: {routers: 5, nodes: [0, 0, 1, 1, 2, 3, 4, 4], links: "
        "[[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]}",
        "topology: torus, virtual_channels: 4, router: pipelined",
        "topology: mesh, columns: 3, rows: 3, links: [{between: [0, 1], cycles: 20, bytes: 4}, {between: [3, 4], "
        "bytes: 9}]",
        "topology: mesh3d, columns: 2, rows: 2, layers: 2, router: pipelined, vertical_link_bytes: 8"}) {
    INFO(interconnect);
    const InputFiles files;
    files.write("e.yaml", std::string("architecture:\n  interconnect: {") + interconnect +
                              "}\n  processors: [{count: 4}]\n"
                              "workload:\n  tasks:\n    - {id: a, jobs: 4, cycles: 50, input_bytes: 300}\n"
                              "    - {id: b, jobs: 4, cycles: 20, output_bytes: 100, after: [a]}\n"
                              "output: {packets: true}\n");
    REQUIRE(run(files, {"run", "e.yaml", "--out", "out"}) == 0);
    ProgramRun check(files, {"check", "out"});
    CHECK(check.finish() == 0);
    INFO(check.err());
    CHECK(check.out().find(" packets, ") != std::string::npos);
    for (const char* picture : {"out/network.svg", "out/latency.svg"}) {
      const std::string svg = read(files.path(picture));
      CHECK(svg.rfind("<svg xmlns=", 0) == 0);
      CHECK(svg.find("</svg>\n") == svg.size() - 7);
      CHECK(svg.size() < 40000);
    }
  }
}

TEST_CASE("the picture names the endpoints of a machine whatever its shape") {
  const InputFiles files;
  for (const char* topology : {"tree", "fat_tree", "ring", "mesh", "torus", "concentrated_mesh", "crossbar"}) {
    for (const char* count : {"5", "50", "250"}) {
      std::string shape;
      if (std::string(topology).find("mesh") != std::string::npos || std::string(topology) == "torus") {
        shape = std::string(count) == "50" ? ", columns: 60, rows: 1" : ", columns: 20, rows: 13";
      }
      if (std::string(topology) == "crossbar" && std::string(count) != "5") continue;
      INFO(topology << ' ' << count << shape);
      files.write("e.yaml", "architecture: {interconnect: {topology: " + std::string(topology) +
                                ", virtual_channels: 4" + shape + "}, processors: [{name: p, count: " + count +
                                "}]}\nworkload: {tasks: [{id: a, cycles: 50}]}\n");
      REQUIRE(run(files, {"run", "e.yaml", "--out", "out"}) == 0);
      const std::string svg = read(files.path("out/network.svg"));
      // The first terminal of each router has its name there, the others are counted behind it.
      CHECK(svg.find(">host") != std::string::npos);
      const bool last = svg.find(">p" + std::to_string(std::stoi(count) - 1)) != std::string::npos;
      const bool shared = svg.find(" +") != std::string::npos;
      CHECK((last || shared));
    }
  }
}

TEST_CASE("the picture shows which links are narrow") {
  const InputFiles files;
  const auto picture = [&](const std::string& links) {
    files.write("n.yaml", "interconnect: {columns: 3, rows: 1, flit_bytes: 32" + links +
                              "}\ntraffic: {pattern: trace, packets: [[1, 0, 2, 5]]}\n");
    REQUIRE(run(files, {"network", "n.yaml", "--out", "out"}) == 0);
    return read(files.path("out/network.svg"));
  };
  // A quarter of a flit wide, a quarter as thick: a column is 72 wide, and a link 0.11 of it.
  const std::string narrow = picture(", links: [{between: [0, 1], bytes: 8}]");
  const auto line = [&](const std::string& tip) {
    const std::size_t end = narrow.find("<title>" + tip);
    REQUIRE(end != std::string::npos);
    const std::size_t begin = narrow.rfind("<line", end);
    return narrow.substr(begin, narrow.find("</title>", end) - begin);
  };
  for (const char* way : {"router 0 to 1", "router 1 to 0"}) {
    CHECK(line(way).find(" stroke-width=\"2.0\"") != std::string::npos);
    CHECK(line(way).find("\nnarrow: a flit in 4 cycles") != std::string::npos);
  }
  CHECK(line("router 1 to 2").find(" stroke-width=\"7.9\"") != std::string::npos);
  CHECK(line("router 1 to 2").find("narrow") == std::string::npos);
  CHECK(narrow.find(">thin: a narrow link, which takes several cycles for a flit (4 at most)<") != std::string::npos);
  CHECK(picture("").find("narrow") == std::string::npos);
}

TEST_CASE("a narrow link is checked to carry what it can") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 2, rows: 1, links: [{between: [0, 1], bytes: 8}]}\n"
              "traffic: {pattern: trace, packets: [[1, 0, 1, 5]]}\n");
  REQUIRE(run(files, {"network", "n.yaml", "--out", "out"}) == 0);
  const std::string good = read(files.path("out/links.csv"));
  const std::size_t at = good.find("link,0,1,5,");
  REQUIRE(at != std::string::npos);
  const std::size_t end = good.find('\n', at);
  CHECK(good.substr(end - 2, 2) == ",4");
  std::string spoilt = good;
  spoilt.replace(end - 1, 1, "9");
  files.write("out/links.csv", spoilt);
  CHECK(check_error(files).find("more flits than one in 9 cycles") != std::string::npos);
}

TEST_CASE("what links carried over time is checked against what they carried in all") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {processors: [{count: 2}]}\nworkload: {tasks: [{id: a, jobs: 2, cycles: 50, input_bytes: "
              "300}]}\n");
  REQUIRE(run(files, {"run", "e.yaml", "--out", "out"}) == 0);
  CHECK(run(files, {"check", "out"}) == 0);
  const std::string good = read(files.path("out/link_load.csv"));
  const std::string head = "begin,end,kind,from,to,flits\n";
  const std::string first = "0,16,entry,host,0,5\n";
  REQUIRE(good.rfind(head + first, 0) == 0);
  const auto spoilt = [&](const std::string& row) {
    files.write("out/link_load.csv", head + row + good.substr(head.size() + first.size()));
    return check_error(files);
  };
  CHECK(spoilt("0,16,entry,host,0,4\n").find("link_load.csv:1:1: error: flits from host to 0 are ") !=
        std::string::npos);
  CHECK(spoilt("0,16,entry,host,0,17\n") == "out/link_load.csv:2:1: error: more flits than one a cycle");
  CHECK(spoilt("0,0,entry,host,0,5\n") == "out/link_load.csv:2:1: error: no stretch of time");
  CHECK(spoilt("0,12,entry,host,0,5\n") == "out/link_load.csv:3:1: error: no stretch of time like the others");
}

TEST_CASE("loads of another run do not stay in a directory, and the check finds those that do") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 2, rows: 1}\nmeasured_cycles: 100\ntraffic: {packets_per_cycle: [0.1, 0.2]}\n");
  REQUIRE(run(files, {"network", "n.yaml", "--out", "out"}) == 0);
  const std::string links = read(files.path("out/0.1/links.csv"));
  REQUIRE(run(files, {"network", "n.yaml", "--set", "traffic.packets_per_cycle=[0.2, 0.3]", "--out", "out"}) == 0);
  CHECK_FALSE(std::filesystem::exists(files.path("out/0.1")));
  CHECK(run(files, {"check", "out"}) == 0);
  std::filesystem::create_directory(files.path("out/0.1"));
  files.write("out/0.1/links.csv", links);
  CHECK(check_error(files) ==
        "out/0.1/links.csv:1:1: error: network.json has no such load: left over from another run");
}

TEST_CASE("the check finds a flit that is gone, a link too busy, and packets that cannot be") {
  const InputFiles files;
  files.write("n.yaml", kPair);
  const auto fresh = [&] { REQUIRE(run(files, {"network", "n.yaml", "--out", "out", "--packets"}) == 0); };
  fresh();
  replace_in(files.path("out/links.csv"), "link,0,1,3,0.23076923076923078", "link,0,1,2,0.15384615384615385");
  CHECK(check_error(files) == "out/links.csv:8:1: error: router 0 has 8 flits and its outputs 7");
  fresh();
  replace_in(files.path("out/links.csv"), "0.23076923076923078", "0.5");
  CHECK(check_error(files) == "out/links.csv:3:1: error: utilization is 0.5 (expected 0.23076923076923078)");
  fresh();
  replace_in(files.path("out/packets.csv"), ",9,9,13", ",9,9,10");
  CHECK(check_error(files) == "out/packets.csv:4:1: error: arrived before its last flit could have");
  fresh();
  replace_in(files.path("out/packets.csv"), ",8,,\n", ",14,,\n");
  CHECK(check_error(files) == "out/packets.csv:3:1: error: arrived before the row above");
}

TEST_CASE("every load has a directory of its own, and packets need one") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 3, rows: 3}\nmeasured_cycles: 500\n"
              "traffic: {packet_flits: 2, packets_per_cycle: [0.01, 0.1]}\n");
  REQUIRE(run(files, {"network", "n.yaml", "--out", "out"}) == 0);
  CHECK(std::filesystem::exists(files.path("out/0.01/links.csv")));
  CHECK(std::filesystem::exists(files.path("out/0.1/network.svg")));
  CHECK_FALSE(std::filesystem::exists(files.path("out/0.1/packets.csv")));
  CHECK(run(files, {"check", "out"}) == 0);
  CHECK(run(files, {"network", "n.yaml", "--packets"}) == 2);
  // A directory that cannot be made is said before anything runs.
  ProgramRun refused(files, {"network", "n.yaml", "--out", "n.yaml/out"});
  CHECK(refused.finish() == 2);
  CHECK(refused.out() == "");
  CHECK(refused.err().find("n.yaml/out: error: cannot create the output directory") == 0);
}

TEST_CASE("a search for saturation leaves the files of its best load and a curve of all loads", "[figures]") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {columns: 4, rows: 4}\nmeasured_cycles: 2000\nsaturation: true\nruns: 1\n"
              "traffic: {packet_flits: 2, packets_per_cycle: 0.01}\n");
  ProgramRun program(files, {"network", "n.yaml", "--out", "out", "--packets"});
  REQUIRE(program.finish() == 0);
  const auto json = nlohmann::json::parse(program.out());
  const auto& found = json.at("saturation");
  // The same load as one of a list gives the same files.
  const std::string rate = found.at("packets_per_cycle").dump();
  REQUIRE(run(files, {"network", "n.yaml", "--out", "alone", "--set", "saturation=false", "--set",
                      "traffic.packets_per_cycle=" + rate}) == 0);
  CHECK(read(files.path("out/saturation/links.csv")) == read(files.path("alone/links.csv")));
  const auto alone = nlohmann::json::parse(read(files.path("alone/network.json")));
  for (const char* key : {"accepted", "latency", "cycles", "flit_hops"}) CHECK(found.at(key) == alone.at(key));
  CHECK(std::filesystem::exists(files.path("out/links.csv")));  // of the load of the list
  CHECK(std::filesystem::exists(files.path("out/saturation/network.svg")));
  CHECK_FALSE(std::filesystem::exists(files.path("out/saturation/packets.csv")));
  CHECK_FALSE(std::filesystem::exists(files.path("alone/latency_load.svg")));  // one point is no curve

  // Two squares per load with a latency, one tick per unstable one, a line between neighbours on each curve.
  const std::string svg = read(files.path("out/latency_load.svg"));
  const auto count = [&](const std::string& what) {
    std::size_t times = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++times;
    return times;
  };
  std::size_t stable = 1;
  for (const auto& load : found.at("tried")) stable += load.at("status") == "stable" ? 1 : 0;
  const std::size_t unstable = found.at("tried").size() + 1 - stable;
  CHECK(stable > 3);
  CHECK(unstable > 1);
  CHECK(count(" accepted: mean ") == 2 * stable);
  // Squares, lines and the legend; below lines between all loads and a legend.
  CHECK(count("class=\"l5") == 2 * stable + found.at("tried").size() + 1);
  CHECK(count(" offered: sources send from ") == found.at("tried").size() + 1);
  CHECK(count(" offered: unstable, ") == unstable);
  CHECK(count(">saturation ") == 1);
  CHECK(count(">bound ") == 1);

  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
  CHECK(check.out().find("ok: 2 loads") == 0);
  // What the next run does not write again is gone, and what is the user's stays.
  std::ofstream(files.path("out/saturation/notes.txt")) << "mine";
  REQUIRE(run(files, {"network", "n.yaml", "--out", "out", "--set", "saturation=false"}) == 0);
  CHECK_FALSE(std::filesystem::exists(files.path("out/saturation/links.csv")));
  CHECK_FALSE(std::filesystem::exists(files.path("out/latency_load.svg")));
  CHECK(read(files.path("out/saturation/notes.txt")) == "mine");
  REQUIRE(run(files, {"network", "n.yaml", "--out", "out"}) == 0);
  replace_in(files.path("out/saturation/links.csv"), "entry,node0,0,", "entry,node0,0,1");
  ProgramRun wrong(files, {"check", "out"});
  CHECK(wrong.finish() == 1);
}

TEST_CASE("scales of pictures end at 1, 2 or 5, and their levels cover them", "[figures]") {
  CHECK(scale_end(0.0) == 1.0);
  CHECK(scale_end(0.013) == Catch::Approx(0.02));
  CHECK(scale_end(0.7) == Catch::Approx(1.0));
  CHECK(scale_end(7.0) == 10.0);
  CHECK(scale_end(20.0) == 20.0);
  CHECK(heat_level(0.0, 1.0) == 0);
  CHECK(heat_level(0.001, 1.0) == 1);
  CHECK(heat_level(1.0, 1.0) == kHeatLevels);
}

}  // namespace gantry::traffic_report_test
