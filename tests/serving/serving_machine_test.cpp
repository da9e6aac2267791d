// SPDX-License-Identifier: Apache-2.0
// The machine of inference nodes: cycles derived by hand from docs/serving.md, and what must hold of every run.
#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "catch.h"
#include "gantry/serving/serving_archive.h"
#include "sanitized.h"
#include "serving_run.h"

namespace gantry::serving_machine_test {

TEST_CASE("a lone session, station by station") {
  ServingConfig config = nodes_in_a_row(1);
  config.kinds = {chain({0})};
  ScriptedLoad load;
  load.arrivals = {{1000, 0, 0}};
  ServingRecords records;
  const ServingStats stats = run_serving(config, load, records);
  REQUIRE(records.visits.size() == 1);
  CHECK(records.visits[0].visit.queued == 1008);  // gateway to node, 2 links: L(2,1) = 8
  REQUIRE(records.batches.size() == 1);
  CHECK(records.batches[0].selected ==
        1014);  // its report, 1 link: L(1,1) = 6, decided in the cycle in which it is seen
  CHECK(records.batches[0].started == 1021);  // decide_cycles 1, L(1,1)
  CHECK(records.batches[0].finished() == 1121);
  REQUIRE(records.sessions.size() == 1);
  CHECK(records.sessions[0].completed == 1129);  // L(2,1)
  CHECK(stats.cycles == 1129);
  CHECK(stats.decisions == 2);  // the arrival, the completion
}

TEST_CASE("a chain of engines writes back behind the last one, and the request waits for another batch") {
  ServingConfig config = nodes_in_a_row(1);
  config.nodes[0].engines = {"first", "second"};
  config.scheduler.decide_cycles = 0;
  config.kinds = {chain({0})};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}};
  load.cycles = [](NodeId, std::uint32_t engine, std::uint64_t) { return engine == 0 ? 30 : 70; };
  load.pass_count = [](NodeId) { return 2; };
  ServingRecords records;
  run_serving(config, load, records);
  REQUIRE(records.batches.size() == 2);
  CHECK(records.batches[0].started == 8 + 6 + 6);
  CHECK(records.batches[0].engine_ends == std::vector<Cycle>{50, 120});
  CHECK(records.visits[1].visit.queued == 120);  // in the cycle in which the last engine is done
  CHECK(records.visits[1].visit.pass == 1);
  CHECK(records.batches[1].selected == 126);
  CHECK(records.batches[1].started == 132);
  CHECK(records.sessions[0].completed == 132 + 100 + 8);
}

TEST_CASE("two nodes feed a third, which waits for both") {
  ServingConfig config = nodes_in_a_row(3);
  SessionKind kind;
  kind.visits = {{0, {}, {2}}, {1, {}, {2}}, {2, {0, 1}, {}}};
  config.kinds = {kind};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}};
  load.cycles = [](NodeId node, std::uint32_t, std::uint64_t) { return node == 0 ? 100 : node == 1 ? 50 : 10; };
  ServingRecords records;
  run_serving(config, load, records);
  REQUIRE(records.visits.size() == 3);
  // The gateway's port sends one flit a cycle: the message to n1 follows that to n0.
  CHECK(records.visits[0].node == 1);
  CHECK(records.visits[0].visit.queued == 1 + 10);
  CHECK(records.visits[0].started == 11 + 8 + 1 + 8);
  CHECK(records.visits[0].finished == 78);
  CHECK(records.visits[1].node == 0);
  CHECK(records.visits[1].visit.queued == 8);
  CHECK(records.visits[1].finished == 8 + 6 + 1 + 6 + 100);
  // n1's output is there in 78 + 6, n0's in 121 + 8: a node's ports take turns, and the last to send was the report's.
  CHECK(records.visits[2].visit.queued == 129);
  CHECK(records.batches[2].selected == 129 + 10);
  CHECK(records.batches[2].started == 139 + 1 + 10);
  CHECK(records.sessions[0].completed == 150 + 10 + 12);
}

TEST_CASE("a batch takes what is there when the start message arrives") {
  ServingConfig config = nodes_in_a_row(1);
  config.nodes[0].batch_limit = 4;
  config.kinds = {chain({0})};
  ScriptedLoad load;
  // Queued 8 cycles later. The first one's batch starts in 21 and takes those of 8, 11 and 20, not that of 22.
  load.arrivals = {{0, 0, 0}, {3, 0, 0}, {12, 0, 0}, {14, 0, 0}};
  ServingRecords records;
  run_serving(config, load, records);
  REQUIRE(records.batches.size() == 2);
  CHECK(records.batches[0].started == 21);
  CHECK(records.batches[0].requests == 3);
  CHECK(records.batches[1].requests == 1);
  // Of three results and a report in one cycle, the ports take turns: result, report, result, result.
  CHECK(records.batches[1].selected == 121 + 1 + 6);
  CHECK(records.sessions[0].completed == 121 + 8);
  CHECK(records.sessions[1].completed == 121 + 8 + 2);
  CHECK(records.sessions[2].completed == 121 + 8 + 3);
}

TEST_CASE("a batch takes requests of the priority type first, then by arrival, and never more than its limit") {
  ServingConfig config = nodes_in_a_row(1);
  config.nodes[0].batch_limit = 2;
  config.kinds = {chain({0}), chain({0}, true)};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}, {30, 0, 0}, {31, 0, 0}, {32, 1, 0}, {33, 0, 0}, {34, 1, 0}, {35, 1, 0}};
  ServingRecords records;
  run_serving(config, load, records);
  std::vector<std::uint64_t> order;
  for (const ServedVisit& visit : records.visits) order.push_back(visit.visit.session);
  CHECK(order == std::vector<std::uint64_t>{0, 3, 5, 6, 1, 2, 4});
  REQUIRE(records.batches.size() == 4);
  CHECK(records.batches[1].priority_requests == 2);
  CHECK(records.batches[2].priority_requests == 1);
}

TEST_CASE("a batch of no cycles ends where it starts") {
  ServingConfig config = nodes_in_a_row(1);
  config.kinds = {chain({0})};
  ScriptedLoad load;
  load.arrivals = {{0, 0, 0}};
  load.cycles = [](NodeId, std::uint32_t, std::uint64_t) { return 0; };
  ServingRecords records;
  run_serving(config, load, records);
  CHECK(records.batches[0].finished() == 21);
  CHECK(records.sessions[0].completed == 29);
}

TEST_CASE("priority requests without end keep others waiting for ever") {
  // n0 always has a request of the priority type, and one place is rated: n1 is never taken, though its priority is a
  // thousand times as high. By turns it is.
  for (const char* policy : {kSourceSelection, "round_robin"}) {
    ServingConfig config = nodes_in_a_row(2);
    config.nodes[1].weight = to_amount({1000, 0});
    config.scheduler.policy = policy;
    config.scheduler.rated.count = 1;
    config.kinds = {chain({0}, true), chain({1})};
    ScriptedLoad load;
    for (Cycle at = 0; at < 50000; at += 50) load.arrivals.push_back({at, 0, 0});
    load.arrivals.insert(load.arrivals.begin() + 20, {1000, 1, 0});
    ServingRecords records;
    run_serving(config, load, records, 0, 50000);
    const bool starved = std::any_of(records.open.begin(), records.open.end(),
                                     [](const auto& open) { return open.first.node == 1 && open.second == kNever; });
    INFO(policy);
    CHECK(starved == (std::string(policy) == kSourceSelection));
  }
}

namespace {

/// One to four nodes, one to three kinds that walk random graphs, any policy, any rating that lets every node run.
ServingConfig random_config(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  ServingConfig config = nodes_in_a_row(1 + below(4));
  const auto& policies = builtin_selections().entries();
  config.scheduler.policy = policies[below(policies.size())].name;
  config.scheduler.rule.kind = static_cast<PriorityRule::Kind>(below(3));
  config.scheduler.rule.counts = static_cast<PriorityRule::Counts>(below(2));
  config.scheduler.decide_cycles = below(4);
  config.scheduler.rated = {};
  const std::uint32_t rating = below(3);
  if (rating != 0) config.scheduler.rated.count = 1 + below(config.nodes.size());
  if (rating != 1) config.scheduler.rated.compute = to_amount({6 + below(6), 0});
  for (InferenceNodeConfig& node : config.nodes) {
    node.batch_limit = 1 + below(4);
    node.weight = to_amount({1 + below(9), -1});
    node.compute = to_amount({below(7), 0});
    node.output_bytes = below(100);
    if (below(2) == 0) node.engines.emplace_back("second");
    if (node.engines.size() > 1 && below(2) == 0) node.writes_back = 0;
  }
  for (std::uint32_t k = 1 + below(3); k > 0; --k) {
    SessionKind kind;
    kind.priority = below(2) == 0;
    kind.when_complete = kind.priority && below(2) == 0;
    if (below(2) == 0) kind.pushes = 1 + below(4);
    kind.push_interval = below(80);
    for (NodeId n = 0; n < config.nodes.size(); ++n) {
      if (below(3) == 0 && n + 1 < config.nodes.size()) continue;
      const auto v = static_cast<std::uint32_t>(kind.visits.size());
      kind.visits.push_back({n, {}, {}});
      for (std::uint32_t before = 0; before < v; ++before) {
        if (below(2) == 0) continue;
        kind.visits[v].after.push_back(before);
        kind.visits[before].before.push_back(v);
      }
    }
    config.kinds.push_back(kind);
  }
  return config;
}

ScriptedLoad random_load(std::mt19937_64& random, const ServingConfig& config) {
  ScriptedLoad load;
  Cycle at = 0;
  for (int i = 0; i < 40; ++i) {
    at += random() % 3 == 0 ? random() % 200 : 0;
    load.arrivals.push_back({at, static_cast<std::uint32_t>(random() % config.kinds.size()), 0});
  }
  std::stable_sort(load.arrivals.begin(), load.arrivals.end(), [](const SessionArrival& x, const SessionArrival& y) {
    return x.at != y.at ? x.at < y.at : x.kind < y.kind;
  });
  const auto base = static_cast<Cycle>(random() % 60);
  load.cycles = [base](NodeId node, std::uint32_t engine, std::uint64_t requests) {
    return base * node + 7 * requests * engine;
  };
  load.pass_count = [](NodeId node) { return 1 + node % 3; };
  return load;
}

/// The most that was ever busy at the same time, from the decision to the end of the batch.
void check_rating(const ServingConfig& config, const ServingRecords& records) {
  std::vector<std::tuple<Cycle, int, NodeId>> events;  // ends (-1) before decisions (1) of the same cycle
  for (const BatchRecord& batch : records.batches) {
    events.emplace_back(batch.selected, 1, batch.node);
    events.emplace_back(batch.finished(), -1, batch.node);
  }
  std::sort(events.begin(), events.end());
  std::uint64_t places = 0;
  Amount compute = 0;
  std::vector<int> busy(config.nodes.size(), 0);  // batches; two of a node take its slot and its compute once
  const Rating& rated = config.scheduler.rated;
  for (const auto& [at, what, node] : events) {
    busy[node] += what;
    if (what > 0 && busy[node] == 1) {
      ++places;
      compute += config.nodes[node].compute;
    } else if (what < 0 && busy[node] == 0) {
      --places;
      compute -= config.nodes[node].compute;
    }
    if (rated.count) REQUIRE(places <= *rated.count);
    if (rated.compute) REQUIRE((compute <= *rated.compute));
  }
}

/// The state of a run after a cycle, and what it told until then.
struct SavedServing {
  Cycle now = 0;
  std::string state;
  ServingRecords records;
};

/// Runs to the end, from `from` on if it is given, and saves the state after cycle `cut`, if it comes.
ServingStats run_in_parts(const ServingConfig& config, ScriptedLoad load, ServingRecords& records, Cycle cut,
                          std::optional<SavedServing>& saved, const SavedServing* from = nullptr) {
  if (from != nullptr) records = from->records;
  ServingMachine machine(config, load, records);
  REQUIRE(why_not_archived(machine).empty());
  const auto state = [&machine] {
    Archive archive;
    archive_serving(machine, archive);
    return archive.bytes();
  };
  RunControl control;
  control.first_cut = cut;
  control.save = [&](Cycle /*cut*/, Cycle now, Cycle /*next*/) {
    saved = SavedServing{now, state(), records};
    return kNever;
  };
  if (from != nullptr) {
    control.restore = [&] {
      Archive archive(from->state);
      archive_serving(machine, archive);
      REQUIRE(archive.at_end());
      REQUIRE(state() == from->state);
      return from->now;
    };
  }
  Cycle now = 0;
  const RunEnd end = run_cycles(machine, control, {}, now);
  if (end == RunEnd::complete) machine.verify_empty();
  return machine.finish(end, now);
}

}  // namespace

TEST_CASE("a machine of inference nodes that is cut anywhere goes on as if it had not been cut") {
  std::mt19937_64 random(7);
  int cuts = 0;
  for (int i = 0; i < (kSanitized ? 20 : 100); ++i) {
    INFO("machine " << i);
    const ServingConfig config = random_config(random);
    const ScriptedLoad load = random_load(random, config);
    ServingRecords uncut;
    std::optional<SavedServing> none;
    const ServingStats whole = run_in_parts(config, load, uncut, kNever, none);
    for (int part = 0; part < 3; ++part) {
      const Cycle cut = random() % whole.cycles;
      INFO("cut after cycle " << cut);
      std::optional<SavedServing> saved;
      ServingRecords watched;
      run_in_parts(config, load, watched, cut, saved);
      REQUIRE(watched.text() == uncut.text());
      REQUIRE(saved);
      ServingRecords rest;
      const ServingStats stats = run_in_parts(config, load, rest, kNever, none, &*saved);
      REQUIRE(rest.text() == uncut.text());
      REQUIRE(stats.cycles == whole.cycles);
      REQUIRE(stats.decisions == whole.decisions);
      for (std::size_t b = 0; b < whole.blocks.size(); ++b) {
        REQUIRE(stats.blocks[b].busy_cycles == whole.blocks[b].busy_cycles);
        for (std::size_t q = 0; q < whole.blocks[b].queues.size(); ++q)
          REQUIRE(stats.blocks[b].queues[q].mean == whole.blocks[b].queues[q].mean);
      }
      ++cuts;
    }
  }
  CHECK(cuts == (kSanitized ? 60 : 300));
}

TEST_CASE("what holds of every run, on 300 random machines") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    INFO("machine " << i);
    const ServingConfig config = random_config(random);
    const ScriptedLoad load = random_load(random, config);
    ServingRecords records;
    ScriptedLoad first = load;
    const ServingStats stats = run_serving(config, first, records);
    REQUIRE(stats.end == RunEnd::complete);
    REQUIRE(records.sessions.size() == load.arrivals.size());

    // Every datum is served exactly once, on every node that its session visits and in every pass.
    std::set<std::tuple<std::uint64_t, NodeId, std::uint32_t, std::uint64_t>> served;
    for (const ServedVisit& v : records.visits) {
      REQUIRE(served.emplace(v.visit.session, v.node, v.visit.datum, v.visit.pass).second);
      REQUIRE(v.visit.queued <= v.started);
    }
    std::size_t wanted = 0;
    for (const SessionRecord& session : records.sessions) {
      for (const SessionKind::Visit& visit : config.kinds[session.kind].visits) {
        const std::uint32_t data = visit.after.empty() ? config.kinds[session.kind].pushes : 1;
        for (std::uint32_t datum = 0; datum < data; ++datum) {
          for (std::uint64_t pass = 0; pass < 1 + visit.node % 3; ++pass, ++wanted)
            REQUIRE(served.count({session.number, visit.node, datum, pass}) == 1);
        }
      }
    }
    REQUIRE(served.size() == wanted);

    // A node serves one batch at a time, or one in front of the engine that writes back and one behind it. None is
    // above its limit.
    std::vector<Cycle> free_from(config.nodes.size(), 0);
    std::vector<Cycle> back_free_from(config.nodes.size(), 0);
    for (const BatchRecord& batch : records.batches) {
      REQUIRE(batch.requests >= 1);
      REQUIRE(batch.requests <= config.nodes[batch.node].batch_limit);
      REQUIRE(batch.selected >= free_from[batch.node]);
      REQUIRE(batch.started >= batch.selected);
      free_from[batch.node] = batch.finished();
      if (config.nodes[batch.node].overlaps()) {
        REQUIRE(batch.returned >= batch.started);
        REQUIRE(batch.resumed == std::max(batch.returned, back_free_from[batch.node]));
        free_from[batch.node] = batch.resumed;
        back_free_from[batch.node] = batch.finished();
      }
    }
    check_rating(config, records);

    // The order in which units are evaluated cannot be seen.
    ScriptedLoad again = load;
    ServingRecords shuffled;
    run_serving(config, again, shuffled, 1 + static_cast<std::uint64_t>(i));
    REQUIRE(shuffled.text() == records.text());
  }
}

}  // namespace gantry::serving_machine_test
