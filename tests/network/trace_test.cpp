// SPDX-License-Identifier: Apache-2.0
// Traces whose packets wait for each other: cycles by hand, the rule on random traces in both formats, what is kept of
// a long one, and what is wrong with a file. Netrace's files are written here from the description of their bytes.
#include <bzlib.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/diagnostics.h"
#include "gantry/network/trace_follow_ups.h"
#include "input_files.h"
#include "network/network_bench.h"
#include "network/network_experiment.h"
#include "program_run.h"
#include "random_keys.h"

namespace gantry::trace_test {

namespace {

struct Row {
  std::uint64_t id = 0;
  Cycle cycle = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool data = false;  // 72 bytes, else 8
  std::vector<std::uint64_t> after;
};

void put(std::string& to, std::uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8U) to += static_cast<char>(value & 0xff);
}

std::string netrace(const std::vector<Row>& rows, unsigned nodes, const std::string& notes = "") {
  std::string text;
  put(text, 0x484a5455, 4);
  put(text, 0x3f800000, 4);
  text += std::string("test") + std::string(26, '\0');
  put(text, nodes, 1);
  put(text, 0, 1);
  put(text, rows.empty() ? 0 : rows.back().cycle, 8);
  put(text, rows.size(), 8);
  put(text, notes.size(), 4);
  put(text, 1, 4);
  put(text, 0, 8);
  text += notes;
  put(text, 0, 8);  // of a region: where it begins, its cycles, its packets
  put(text, rows.empty() ? 0 : rows.back().cycle, 8);
  put(text, rows.size(), 8);
  std::map<std::uint64_t, std::vector<std::uint64_t>> waiters;
  for (const Row& row : rows) {
    for (const std::uint64_t before : row.after) waiters[before].push_back(row.id);
  }
  for (const Row& row : rows) {
    put(text, row.cycle, 8);
    put(text, row.id, 4);
    put(text, 0xabcd, 4);
    put(text, row.data ? 2 : 1, 1);
    put(text, row.from, 1);
    put(text, row.to, 1);
    put(text, 2, 1);
    put(text, waiters[row.id].size(), 1);
    for (const std::uint64_t waiter : waiters[row.id]) put(text, waiter, 4);
  }
  return text;
}

std::string csv(const std::vector<Row>& rows, std::uint64_t flit_bytes, const std::string& delay) {
  std::string text = "id,cycle,from,to,flits,after,delay\n";
  for (const Row& row : rows) {
    std::string after;
    for (const std::uint64_t before : row.after) after += (after.empty() ? "" : " ") + std::to_string(before);
    text += std::to_string(row.id) + ',' + std::to_string(row.cycle) + ',' + std::to_string(row.from) + ',' +
            std::to_string(row.to) + ',' + std::to_string(((row.data ? 72 : 8) + flit_bytes - 1) / flit_bytes) + ',' +
            after + ',' + delay + '\n';
  }
  return text;
}

std::string packed(std::string text) {
  std::string out(text.size() + 1000, '\0');
  auto size = static_cast<unsigned>(out.size());
  REQUIRE(BZ2_bzBuffToBuffCompress(out.data(), &size, text.data(), static_cast<unsigned>(text.size()), 1, 0, 0) ==
          BZ_OK);
  out.resize(size);
  return out;
}

class TraceFiles {
 public:
  /// Deliveries in order of the packets' places.
  std::vector<Delivery> run(const std::string& content, const std::string& keys = "", unsigned nodes = 4) {
    files_.write("t", content);
    Diagnostics diagnostics;
    const auto experiment = read_network_experiment(text(keys, nodes), files_.path("n.yaml"), {}, diagnostics);
    for (const std::string& line : diagnostics.lines()) UNSCOPED_INFO(line);
    REQUIRE(experiment);
    NetworkBench bench(*experiment);
    std::vector<Delivery> arrived;
    bench.on_arrival([&](const Delivery& packet) { arrived.push_back(packet); });
    bench.run_to(kNever);
    std::sort(arrived.begin(), arrived.end(), [](const Delivery& a, const Delivery& b) { return a.tag < b.tag; });
    return arrived;
  }

  /// What is said of it, without the directory.
  std::string problem(const std::string& content, const std::string& keys = "") {
    files_.write("t", content);
    Diagnostics diagnostics;
    CHECK_FALSE(read_network_experiment(text(keys, 4), files_.path("n.yaml"), {}, diagnostics));
    REQUIRE(!diagnostics.ok());
    std::string line = diagnostics.lines().front();
    const std::string directory = files_.path("");
    for (std::size_t at = line.find(directory); at != std::string::npos; at = line.find(directory)) {
      line.erase(at, directory.size());
    }
    return line;
  }

  const InputFiles& files() const { return files_; }

 private:
  static std::string text(const std::string& keys, unsigned nodes) {
    return "interconnect: {columns: " + std::to_string(nodes) +
           ", rows: 1}\ntraffic: {pattern: trace, trace: {path: t" + keys + "}}\n";
  }
  InputFiles files_;
};

/// Some packets of few nodes, of which most wait for others.
std::vector<Row> random_rows(std::uint64_t seed) {
  Dice dice(seed);
  std::vector<Row> rows;
  std::uint64_t id = dice.between(0, 5);
  Cycle cycle = dice.between(1, 20);
  for (std::uint32_t p = dice.between(50, 400); p > 0; --p) {
    Row row;
    row.id = id;
    row.cycle = cycle;
    row.from = dice.between(0, 3);
    row.to = dice.between(0, 3);
    row.data = dice.chance(50);
    for (std::uint32_t n = dice.between(0, 3); n > 0 && !rows.empty(); --n) {
      const std::size_t back = dice.between(1, dice.chance(80) ? 5 : 100);
      if (back > rows.size()) continue;
      const std::uint64_t before = rows[rows.size() - back].id;
      if (std::find(row.after.begin(), row.after.end(), before) == row.after.end()) row.after.push_back(before);
    }
    std::sort(row.after.begin(), row.after.end());
    rows.push_back(row);
    id += dice.between(1, 3);
    if (dice.chance(30)) cycle += dice.between(0, 40);
  }
  return rows;
}

}  // namespace

TEST_CASE("a packet leaves in its cycle, or its delay after the last of those it waits for, to the cycle") {
  TraceFiles trace;
  const std::vector<Delivery> arrived = trace.run(
      "id,cycle,from,to,flits,after,delay\n"
      "10,5,0,3,2,,\n"
      "11,5,3,0,1,10,7\n"
      "12,6,1,2,1,10 11,\n"
      "15,1000,2,2,4,12,3\n");
  REQUIRE(arrived.size() == 4);
  // docs/timing.md: 2 cycles for each router and 1 to the node, and one for each flit behind the first.
  CHECK(arrived[0].created == 5);
  CHECK(arrived[0].arrived == 5 + 8 + 1 + 1);
  CHECK(arrived[1].created == 15 + 7);
  CHECK(arrived[1].arrived == 22 + 8 + 1);
  CHECK(arrived[2].created == 31 + 1);
  CHECK(arrived[2].arrived == 32 + 4 + 1);
  CHECK(arrived[3].created == 1000);
  CHECK(arrived[3].arrived == 1000 + 2 + 1 + 3);
}

TEST_CASE("every packet of random traces is created by the rule, in both formats and packed alike") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    const std::vector<Row> rows = random_rows(seed);
    TraceFiles trace;
    const std::vector<Delivery> arrived = trace.run(csv(rows, 16, "3"));
    REQUIRE(arrived.size() == rows.size());
    std::map<std::uint64_t, Cycle> arrival;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Cycle created = rows[i].cycle;
      for (const std::uint64_t before : rows[i].after) created = std::max(created, arrival.at(before) + 3);
      CHECK(arrived[i].tag == i);
      CHECK(arrived[i].created == created);
      CHECK(arrived[i].from == rows[i].from);
      CHECK(arrived[i].to == rows[i].to);
      CHECK(arrived[i].flits == (rows[i].data ? 5 : 1));
      arrival[rows[i].id] = arrived[i].arrived;
    }
    const auto same = [&](const std::vector<Delivery>& others) {
      REQUIRE(others.size() == arrived.size());
      for (std::size_t i = 0; i < arrived.size(); ++i) CHECK(others[i].arrived == arrived[i].arrived);
    };
    same(trace.run(netrace(rows, 4, "notes"), ", delay: 3"));
    same(trace.run(packed(netrace(rows, 4)), ", delay: 3, flit_bytes: 16"));
    same(trace.run(packed(csv(rows, 16, "3"))));
  }
}

namespace {

/// Packets 1 cycle apart, each of which waits for the one so many before it.
class Chain final : public TraceReader {
 public:
  Chain(std::uint64_t packets, std::uint64_t back) : packets_(packets), back_(back) {}
  bool next(TracePacket& packet) override {
    if (read_ == packets_) return false;
    packet = {read_ + 1, 0, 1, 1, 5, {}};
    if (read_ >= back_) packet.after = {read_ - back_};
    ++read_;
    return true;
  }

 private:
  std::uint64_t packets_;
  std::uint64_t back_;
  std::uint64_t read_ = 0;
};

}  // namespace

TEST_CASE("a trace longer than the window keeps its rule as far back as the window reaches") {
  const std::uint64_t packets = kTraceWindow * 2 + 77;
  const std::uint64_t back = kTraceWindow - 1;
  TraceFollowUps trace(std::make_unique<Chain>(packets, back));
  std::uint64_t taken = 0;
  bool right = true;
  for (Cycle now = 0; trace.next() != kNever; now = std::max(now + 1, trace.next() - 1)) {
    trace.advance(now + 1);
    while (trace.next() <= now + 1) {
      const FollowUp next = trace.take();
      right = right && next.tag == taken && next.packet.cycle == taken + 1;
      ++taken;
      trace.arrived({0, 1, 1, next.packet.cycle, next.packet.cycle + 10, next.tag});
    }
  }
  CHECK(right);
  CHECK(taken == packets);
}

TEST_CASE("a packet that does not arrive holds up reading when the window is full, and then it goes on") {
  const std::uint64_t packets = kTraceWindow + 100;
  TraceFollowUps trace(std::make_unique<Chain>(packets, packets));  // none waits for another
  std::uint64_t taken = 0;
  const auto run = [&](Cycle now) {
    for (; trace.next() != kNever; now = std::max(now + 1, trace.next() - 1)) {
      trace.advance(now + 1);
      while (trace.next() <= now + 1) {
        const FollowUp next = trace.take();
        ++taken;
        if (next.tag != 0) trace.arrived({0, 1, 1, next.packet.cycle, now + 10, next.tag});
      }
    }
  };
  run(0);
  CHECK(taken == kTraceWindow);
  const Cycle late = kTraceWindow * 3;
  trace.arrived({0, 1, 1, 1, late, 0});
  CHECK(trace.next() == late + 1);
  run(late);
  CHECK(taken == packets);
}

TEST_CASE("the program runs a trace to its last arrival") {
  const InputFiles files;
  files.write("t.csv", "id,cycle,from,to,flits,after,delay\n1,1,0,3,1,,\n2,1,3,0,5,1,10\n");
  files.write("n.yaml", "interconnect: {columns: 4, rows: 1}\ntraffic: {pattern: trace, trace: {path: t.csv}}\n");
  ProgramRun run(files, {"network", "n.yaml", "--out", "out", "--packets"});
  REQUIRE(run.finish() == 0);
  const auto json = nlohmann::json::parse(run.out());
  CHECK(json["pattern"] == "trace");
  CHECK(json["status"] == "complete");
  CHECK(json["packets"] == 2);
  CHECK(json["cycles"] == 10 + 10 + 9 + 4);
  CHECK(json["latency"]["max"] == 13);
  CHECK(json["latency"]["min"] == 9);
  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
  ProgramRun again(files, {"network", "out/experiment.yaml"});  // which names the file from there
  REQUIRE(again.finish() == 0);
  CHECK(again.out() == run.out());

  files.write("e.yaml",
              "architecture: {interconnect: {columns: 4, rows: 1}, processors: [{count: 1}]}\n"
              "workload: {tasks: [{id: a, cycles: 5000}]}\n"
              "background: {pattern: trace, trace: {path: t.csv}}\noutput: {packets: true}\n");
  ProgramRun machine(files, {"run", "e.yaml", "--kernel", "cycle", "--out", "machine"});
  REQUIRE(machine.finish() == 0);
  const auto summary = nlohmann::json::parse(file_text(files.path("machine/summary.json")));
  CHECK(summary["background"]["packets"] == 2);
}

TEST_CASE("what is wrong with a trace is said with its place") {
  TraceFiles trace;
  const std::string head = "id,cycle,from,to,flits,after,delay\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "t:1:1: error: the first line is \"\" (expected \"id,cycle,from,to,flits,after,delay\")"},
      {head, "t:1:1: error: a trace without packets"},
      {head + "1,0,0,1,1,,\n", "t:2:3: error: cycle is 0 (expected a whole number from 1)"},
      {head + "1,5,0,1,1,,\n1,5,0,1,1,,\n",
       "t:3:1: error: id is 1, and the row before has 1 (numbers go up from row to row)"},
      {head + "1,5,0,1,1,,\n2,4,0,1,1,,\n",
       "t:3:3: error: cycle is 4, and the row before has 5 (rows are in order of cycles)"},
      {head + "1,5,0,4,1,,\n", "t:2:7: error: to is \"4\" (expected a whole number from 0 to 3)"},
      {head + "1,5,0,1,0,,\n", "t:2:9: error: flits is 0 (expected at least 1)"},
      {head + "1,5,0,1,1,,\n2,5,0,1,1,2,\n",
       "t:3:11: error: after is 2, which is not among the 1048575 packets before"},
      {head + "1,5,0,1,1,,\n2,5,0,1,1,1 1,\n", "t:3:11: error: after is 1 twice"},
      {head + "1,5,0,1,1,,\n2,5,0,1,1,1;,\n", "t:3:11: error: after is no list of numbers with a space between them"},
      {head + "1,5,0,1,1,,0\n", "t:2:12: error: delay is 0 (expected a whole number from 1)"},
      {head + "1,5,0,1,1,,", "t:2:12: error: the last line has no end: the file is cut off"},
  };
  for (const auto& [content, message] : wrong) {
    INFO(content);
    CHECK(trace.problem(content).substr(0, message.size()) == message);
  }
  CHECK(trace.problem(head + "1,5,0,1,1,,\n", ", delay: 3") ==
        "n.yaml:2:51: error: traffic.trace.delay has no effect: the file has flits and delays");

  const std::vector<Row> rows = {{3, 5, 0, 1, false, {}}, {4, 9, 1, 0, true, {3}}};
  const std::string right = netrace(rows, 4);
  const auto with = [&](std::size_t at, char value) {
    std::string text = right;
    text.at(at) = value;
    return text;
  };
  const std::size_t first = 72 + 24;
  const std::size_t second = first + 25;
  const std::vector<std::pair<std::string, std::string>> broken = {
      {right.substr(0, 60), "t:1:1: error: the trace ends in its head"},
      {right.substr(0, 80), "t:1:1: error: the trace ends in its head"},
      {with(4, 1), "t:1:1: error: the trace is not of Netrace's version 1.0"},
      {with(38, 5), "t:1:1: error: the trace is of 5 nodes, and there are 4"},
      {with(first + 16, 7), "t:1:97: error: packet 0 of the trace: it is of type 7, which there is not"},
      {with(first + 21, 3), "t:1:97: error: packet 0 of the trace: it is waited for by 3, which is no later packet"},
      {with(second, 4), "t:1:122: error: packet 1 of the trace: it is of cycle 4, the one before of 5"},
      {with(second + 8, 3), "t:1:122: error: packet 1 of the trace: it has the id 3, the one before 3"},
      {with(second + 18, 4), "t:1:122: error: packet 1 of the trace: it goes from node 1 to 4, and there are 4"},
      {right.substr(0, second + 20), "t:1:122: error: packet 1 of the trace: it ends in the midst of a packet"},
      {right.substr(0, second), "t:1:122: error: the trace ends after 1 packets, but its header announces 2"},
      {packed(right).substr(0, 60), "t:1:1: error: the packed content of this file is damaged or cut"},
  };
  for (const auto& [content, message] : broken) CHECK(trace.problem(content).substr(0, message.size()) == message);
  std::string flipped = packed(csv(random_rows(1), 16, "1"));
  flipped.at(flipped.size() / 2) ^= 0x40;
  CHECK(trace.problem(flipped).find("t:1:1: error: ") == 0);

  Diagnostics diagnostics;
  CHECK_FALSE(
      read_network_experiment("traffic: {pattern: trace, trace: {path: /nowhere/t}}\n", "n.yaml", {}, diagnostics));
  REQUIRE(diagnostics.lines().size() == 1);
  CHECK(diagnostics.lines().front() ==
        "n.yaml:1:41: error: traffic.trace.path names /nowhere/t, which is no file that can be read twice");
}

}  // namespace gantry::trace_test
