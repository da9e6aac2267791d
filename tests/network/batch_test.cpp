// SPDX-License-Identifier: Apache-2.0
// Batches, whose answer is the time until every node's packets are done, and limits of packets under way.
#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "gantry/base/types.h"
#include "input_files.h"
#include "program_run.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::batch_test {

namespace {

using Json = nlohmann::json;

/// The answer for an experiment, whose files are in `net`.
Json answer(const InputFiles& files, const std::string& experiment) {
  files.write("n.yaml", experiment);
  ProgramRun run(files, {"network", "n.yaml", "--out", "net", "--packets"});
  INFO(experiment << run.err());
  REQUIRE(run.finish() == 0);
  ProgramRun check(files, {"check", "net"});
  CHECK(check.finish() == 0);
  CHECK(check.err().empty());
  return Json::parse(file_text(files.path("net/network.json")));
}

/// Two nodes that send to each other: each link has one sender, so packets meet nobody.
Json pair(const InputFiles& files, const std::string& traffic) {
  return answer(files,
                "interconnect: {topology: mesh, columns: 2, rows: 1, virtual_channels: 2, buffer_flits: 16}\n"
                "traffic: {pattern: neighbor, packets_per_cycle: 1, batch: 10" +
                    traffic + "}\n");
}

}  // namespace

TEST_CASE("two nodes that send to each other: cycles of a batch of ten packets") {
  const InputFiles files;
  const Json free = pair(files, "");
  const Cycle alone = free["bounds"]["zero_load_latency"];
  REQUIRE(alone > 2);
  CHECK(free["status"] == "complete");
  CHECK(free["packets"] == 20);
  // Created in cycles 1 to 10, sent at once: the last one arrives `alone` cycles after its own.
  CHECK(free["cycles"] == 10 + alone);
  // One under way: it arrives `alone` cycles after it has left, and the next one leaves in the cycle after.
  CHECK(pair(files, ", max_outstanding: 1")["cycles"] == 10 * (alone + 1));
  // Two: they leave in two cycles in a row, and so do the next two.
  CHECK(pair(files, ", max_outstanding: 2")["cycles"] == 5 * (alone + 1) + 1);
  // As many as a round has cycles are no limit.
  CHECK(pair(files, ", max_outstanding: " + std::to_string(alone + 1))["cycles"] == 10 + alone);
  // With replies a packet is under way until its reply has arrived, which leaves 7 cycles after the request's arrival.
  const Json answered = pair(files, ", max_outstanding: 1, reply: {flits: 1, cycles: 7}");
  CHECK(answered["cycles"] == 10 * (2 * alone + 7 + 1));
  CHECK(answered["packets"] == 40);
  CHECK(answered["round_trip"]["max"] > 9 * (2 * alone + 7));  // the last one has waited at its node
}

TEST_CASE("the check of a collective's answer finds nothing, and neither does that of a batch from a table") {
  const InputFiles files;
  CHECK(answer(files, "interconnect: {columns: 2, rows: 2}\ntraffic: {pattern: collective}\n")["status"] == "complete");
  files.write("t.csv", "from,to,rate\n0,1,2\n2,3,1\n");
  const Json few = answer(files,
                          "interconnect: {columns: 2, rows: 2}\n"
                          "traffic: {pattern: table, table: {path: t.csv}, packets_per_cycle: 0.2, batch: 9}\n");
  CHECK(few["packets"] == 18);  // of two of the four nodes
}

TEST_CASE("a limit without a batch holds the load down, and the load is not stable") {
  const InputFiles files;
  const auto load = [&](const std::string& rate) {
    return answer(files,
                  "interconnect: {topology: mesh, columns: 2, rows: 1}\nmeasured_cycles: 3000\n"
                  "traffic: {pattern: neighbor, max_outstanding: 1, packets_per_cycle: " +
                      rate + "}\n");
  };
  const Json low = load("0.02");
  CHECK(low["status"] == "stable");
  const Json high = load("0.9");
  CHECK(high["status"] == "unstable");
  const double most = 1.0 / (low["bounds"]["zero_load_latency"].get<double>() + 1);
  const double accepted = high["accepted"];
  CHECK(accepted <= most * 1.001);
  CHECK(accepted >= most * 0.999);
}

TEST_CASE("on random networks each packet arrives once, and no node has more under way than its limit") {
  const int networks = kSanitized ? 3 : 12;
  for (int i = 0; i < networks; ++i) {
    Dice dice(static_cast<std::uint64_t>(i) + 1);
    const std::uint64_t batch = 1 + dice.below(30);
    const std::uint64_t limit = 1 + dice.below(5);
    const std::uint64_t columns = 2 + dice.below(3);
    const bool replies = dice.chance(50);
    const bool urgent = dice.chance(30);
    const std::string text =
        "seed: " + std::to_string(i) +
        "\ninterconnect: {topology: torus, virtual_channels: 8, columns: " + std::to_string(columns) + ", rows: 3" +
        (urgent ? ", arbitration: age" : "") + (dice.chance(50) ? ", router: pipelined" : "") +
        "}\ntraffic: {pattern: uniform, packet_lengths: [{flits: 1, share: 0.5}, {flits: 4, share: 0.5}], "
        "packets_per_cycle: 0." +
        std::to_string(1 + dice.below(9)) + ", batch: " + std::to_string(batch) +
        ", max_outstanding: " + std::to_string(limit) + (replies ? ", reply: {flits: 3, cycles: 5}" : "") +
        (urgent ? ", urgent: {share: 0.3, flits: 1}" : "") + "}\n";
    const InputFiles files;
    const Json result = answer(files, text);
    INFO(text);
    CHECK(result["packets"] == batch * columns * 3 * (urgent ? 2 : 1) * (replies ? 2 : 1));
    // By node and priority: cycles in which a packet of it leaves (false) and in which the node knows of its end
    // (true). Another packet leaves in the cycle after that at the earliest.
    std::map<std::string, std::vector<std::pair<Cycle, bool>>> changes;
    std::map<std::string, std::uint64_t> created;
    const CsvTable table(files.path("net/packets.csv"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::string kind = table.at(row, "kind");
      const bool is_reply = replies && kind.find("response") != std::string::npos;
      const std::string node =
          table.at(row, is_reply ? "to" : "from") + (kind.find("urgent") != std::string::npos ? " urgent" : "");
      if (!is_reply) {
        ++created[node];
        changes[node].emplace_back(std::stoull(table.at(row, "sent")), false);
      }
      if (is_reply || !replies) changes[node].emplace_back(std::stoull(table.at(row, "arrived")), true);
    }
    for (auto& [node, steps] : changes) {
      INFO(node);
      CHECK(created[node] == batch);
      std::sort(steps.begin(), steps.end());
      int under_way = 0;
      int most = 0;
      for (const auto& [cycle, over] : steps) most = std::max(most, under_way += over ? -1 : 1);
      CHECK(under_way == 0);
      CHECK(most <= static_cast<int>(limit));
    }
  }
}

TEST_CASE("a batch has one rate and an end") {
  const InputFiles files;
  const auto refusal = [&](const std::string& text) {
    files.write("n.yaml", text);
    ProgramRun run(files, {"network", "n.yaml"});
    CHECK(run.finish() == 2);
    return run.err();
  };
  const std::string net = "interconnect: {columns: 2, rows: 2}\n";
  CHECK(refusal(net + "traffic: {batch: 5, packets_per_cycle: [0.1, 0.2]}\n") ==
        "n.yaml:2:40: error: traffic.packets_per_cycle must be one number: the batch is run once\n");
  CHECK(refusal(net + "saturation: true\ntraffic: {batch: 5, packets_per_cycle: 1}\n") ==
        "n.yaml:3:18: error: traffic.batch ends, and a load at saturation does not (saturation: false)\n");
  CHECK(refusal(net + "traffic: {pattern: trace, packets: [[1, 0, 1, 1]], batch: 5}\n")
            .find("traffic.batch has no effect: a trace has all packets") != std::string::npos);
  CHECK(refusal(net + "traffic: {pattern: trace, packets: [[1, 0, 1, 1]], max_outstanding: 5}\n")
            .find("traffic.max_outstanding has no effect: a trace has the cycle of each packet") != std::string::npos);
}

}  // namespace gantry::batch_test
