// SPDX-License-Identifier: Apache-2.0
// Sessions that push data one after the other (source 003 [0073], [0126], [0128]), and engines that write back while
// the ones behind them compute ([0127], [0129]): cycles derived by hand from docs/serving.md.
#include <cstdint>
#include <vector>

#include "catch.h"
#include "serving_run.h"

namespace gantry::serving_streams_test {

namespace {

SessionKind stream(NodeId node, std::uint32_t pushes, Cycle interval) {
  SessionKind kind = chain({node}, true);
  kind.when_complete = true;
  kind.pushes = pushes;
  kind.push_interval = interval;
  return kind;
}

std::vector<NodeId> nodes_of(const ServingRecords& records) {
  std::vector<NodeId> nodes;
  for (const BatchRecord& batch : records.batches) nodes.push_back(batch.node);
  return nodes;
}

/// The node of Fig. 6: the first engine takes 100 cycles and the second 200, and a session makes two passes.
ServingRecords two_passes(std::uint32_t writes_back, std::uint32_t sessions = 1) {
  ServingConfig config = nodes_in_a_row(1);
  config.nodes[0].engines = {"exe1", "exe2"};
  config.nodes[0].writes_back = writes_back;
  config.scheduler.decide_cycles = 0;
  config.kinds = {chain({0})};
  ScriptedLoad load;
  load.arrivals.assign(sessions, {0, 0, 0});
  load.cycles = [](NodeId, std::uint32_t engine, std::uint64_t) { return engine == 0 ? 100 : 200; };
  load.pass_count = [](NodeId) { return 2; };
  ServingRecords records;
  run_serving(config, load, records);
  return records;
}

}  // namespace

TEST_CASE("the data of a session are pending as they arrive, and of the priority type when its pushing ends") {
  ServingConfig config = nodes_in_a_row(1);
  config.nodes[0].batch_limit = 4;
  config.kinds = {stream(0, 3, 40)};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}};
  ServingRecords records;
  const ServingStats stats = run_serving(config, load, records);
  // Pushed in 0, 40 and 80, queued L(2,1) = 8 later. The first one goes alone: 8 + 6 + 1 + 6.
  REQUIRE(records.batches.size() == 2);
  CHECK(records.batches[0].started == 21);
  CHECK(records.batches[0].requests == 1);
  CHECK(records.batches[0].priority_requests == 0);
  // In 121 the other two wait, and with the last of them the session was complete.
  CHECK(records.batches[1].selected == 121 + 6);
  CHECK(records.batches[1].started == 127 + 1 + 6);
  CHECK(records.batches[1].requests == 2);
  CHECK(records.batches[1].priority_requests == 2);
  REQUIRE(records.visits.size() == 3);
  for (std::uint32_t datum = 0; datum < 3; ++datum) {
    CHECK(records.visits[datum].visit.datum == datum);
    CHECK(records.visits[datum].visit.queued == 8 + 40 * datum);
  }
  // One result for the three data.
  REQUIRE(records.sessions.size() == 1);
  CHECK(records.sessions[0].pushed == 80);
  CHECK(records.sessions[0].completed == 134 + 100 + 8);
  CHECK(stats.decisions == 5);  // three arrivals, two completions
}

TEST_CASE("a session whose pushing has ended goes before one that still pushes more") {
  // n2 holds the only slot until its report, which follows its result, is seen in 144: 12 + 10 + 1 + 10 + 100 + 1 + 10.
  // By then n0 has reported four data, queued in 58, 79, 100 and 121, and n1 one. The fifth is queued in 142, reported
  // in 148.
  for (const bool waits : {true, false}) {
    ServingConfig config = nodes_in_a_row(3);
    for (InferenceNodeConfig& node : config.nodes) node.batch_limit = 5;
    config.scheduler.rated.count = 1;
    config.kinds = {stream(0, 5, 21), stream(1, 1, 0), chain({2})};
    if (!waits) {
      for (SessionKind& kind : config.kinds) kind.priority = kind.when_complete = false;
    }
    ScriptedLoad load;
    load.arrivals = {{0, 2, 0}, {50, 0, 0}, {60, 1, 0}};
    ServingRecords records;
    run_serving(config, load, records);
    INFO(waits);
    if (waits) {
      CHECK(nodes_of(records) == std::vector<NodeId>{2, 1, 0});
      CHECK(records.batches[1].selected == 144);
      CHECK(records.batches[2].selected == 144 + 1 + 8 + 100 + 1 + 8);
      CHECK(records.batches[2].priority_requests == 5);
    } else {  // four requests of weight 1 against one
      CHECK(nodes_of(records) == std::vector<NodeId>{2, 0, 1});
      CHECK(records.batches[1].requests == 5);  // the fifth is there when the start message is
    }
  }
}

TEST_CASE("a node behind streams gets one request per session, of the priority type") {
  ServingConfig config = nodes_in_a_row(3);
  SessionKind kind = stream(0, 4, 10);
  kind.visits = {{0, {}, {2}}, {1, {}, {2}}, {2, {0, 1}, {}}};
  config.kinds = {kind};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}, {5, 0, 0}};
  ServingRecords records;
  run_serving(config, load, records);
  std::uint64_t behind = 0;
  std::uint64_t before = 0;
  for (const BatchRecord& batch : records.batches) {
    (batch.node == 2 ? behind : before) += batch.requests;
    if (batch.node == 2) CHECK(batch.priority_requests == batch.requests);
  }
  CHECK(behind == 2);
  CHECK(before == 2 * 2 * 4);
}

TEST_CASE("data of no interval leave the gateway in one cycle, and sessions in order of their numbers") {
  ServingConfig config = nodes_in_a_row(1);
  config.nodes[0].batch_limit = 8;
  config.kinds = {stream(0, 2, 0)};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}, {0, 0, 0}};
  ServingRecords records;
  run_serving(config, load, records);
  // The arrivals send the data 0 of both, then the data 1 follow, a flit a cycle.
  REQUIRE(records.visits.size() == 4);
  std::vector<std::vector<std::uint64_t>> seen;
  for (const ServedVisit& v : records.visits) seen.push_back({v.visit.session, v.visit.datum, v.visit.queued});
  CHECK(seen == std::vector<std::vector<std::uint64_t>>{{0, 0, 8}, {1, 0, 9}, {0, 1, 10}, {1, 1, 11}});
}

TEST_CASE("an inner engine writes back while the one behind it computes") {
  // Two passes through 100 + 200 cycles. Behind the last engine: 300 and 300 in sequence, with 12 cycles of messages
  // between. Behind the first one: the second pass begins while exe2 computes, and has to wait for it.
  const ServingRecords last = two_passes(kNone);
  CHECK(last.batches[1].selected == 8 + 6 + 6 + 300 + 6);
  CHECK(last.sessions[0].completed == 20 + 300 + 12 + 300 + 8);

  const ServingRecords inner = two_passes(0);
  REQUIRE(inner.batches.size() == 2);
  CHECK(inner.batches[0].started == 20);
  CHECK(inner.batches[0].returned == 120);
  CHECK(inner.batches[0].resumed == 120);
  CHECK(inner.batches[0].engine_ends == std::vector<Cycle>{120, 320});
  CHECK(inner.visits[1].visit.pass == 1);
  CHECK(inner.visits[1].visit.queued == 120);
  CHECK(inner.batches[1].selected == 126);  // the node is open: it has told so with the request
  CHECK(inner.batches[1].started == 132);
  CHECK(inner.batches[1].returned == 232);
  CHECK(inner.batches[1].resumed == 320);  // exe2 is free
  CHECK(inner.batches[1].finished() == 520);
  CHECK(inner.sessions[0].completed == 528);  // of 640
}

TEST_CASE("a node holds at most two batches, and takes the third when the second leaves its first engine") {
  const ServingRecords records = two_passes(0, 2);  // batches of one: passes 0 and 0, then 1 and 1
  REQUIRE(records.batches.size() == 4);
  // exe1 of the second batch is done in 232 and waits for exe2 until 320; told in 320, the third begins in 332.
  CHECK(records.batches[1].resumed == 320);
  CHECK(records.batches[2].selected == 326);
  CHECK(records.batches[2].started == 332);
  CHECK(records.batches[2].resumed == 520);
  CHECK(records.batches[3].started == 532);
  CHECK(records.batches[3].resumed == 720);
  CHECK(records.batches[3].finished() == 920);
}

TEST_CASE("two batches of a node take its slot and its compute once") {
  ServingConfig config = nodes_in_a_row(2);
  config.nodes[0].engines = {"exe1", "exe2"};
  config.nodes[0].writes_back = 0;
  config.nodes[0].compute = to_amount({60, 0});
  config.nodes[1].compute = to_amount({60, 0});
  config.scheduler.rated.count = 2;
  config.scheduler.rated.compute = to_amount({100, 0});
  config.kinds = {chain({0}), chain({1})};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}};
  ServingRecords records;
  const ServingStats stats = run_serving(config, load, records);
  CHECK(nodes_of(records) == std::vector<NodeId>{0, 0, 1});
  CHECK(records.batches[1].started < records.batches[0].finished());
  CHECK(records.batches[2].selected > records.batches[1].finished());
  CHECK(stats.most_places == 1);
  CHECK((stats.most_compute == to_amount({60, 0})));
  // Busy from its first batch to the end of its second one.
  CHECK(stats.nodes[0].served.busy_cycles == records.batches[1].finished() - records.batches[0].started);
}

}  // namespace gantry::serving_streams_test
