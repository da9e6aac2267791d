// SPDX-License-Identifier: Apache-2.0
// decisions.csv and its check, importance from figures of the nodes, and the keys of streams and of engines that write
// back, as a user meets them.
#include <functional>
#include <string>
#include <vector>

#include "catch.h"
#include "check/check_run.h"
#include "input_files.h"
#include "program_run.h"
#include "serving/serving_experiment.h"
#include "serving/serving_simulation.h"

namespace gantry::serving_decisions_test {

namespace {

/// Two streams and a kind without, an inner engine that writes back, and a device that holds two of three nodes.
constexpr const char* kStreams = R"(serving:
  interconnect: {columns: 5, rows: 1}
  scheduler: {rated: {count: 2, compute: 6}, decide_cycles: 3}
  nodes:
    - {name: speech, batch_limit: 4, compute: 2, weight: 1.5, passes: 2,
       engines: [{name: exe1, cycles: 100, writes_back: true}, {name: exe2, cycles: 60, per_request_cycles: 20}]}
    - {name: text, batch_limit: 3, compute: 3, cycles: 90}
    - {name: merge, batch_limit: 2, compute: 4, cycles: 50}
  sessions:
    - {name: spoken, count: 25, priority: when_complete, pushes: {count: 3, interval_cycles: 70},
       arrivals: {generator: poisson, interval_cycles: 400}, graph: {speech: [], text: [], merge: [speech, text]}}
    - {name: seen, count: 20, graph: [text],
       arrivals: {generator: bursts, burst_tasks: 4, burst_interval_cycles: 2000}}
)";

/// Runs the experiment into `out`.
void run(const InputFiles& files, const std::vector<std::string>& sets, const std::string& text = kStreams) {
  Diagnostics diagnostics;
  auto experiment = read_serving_experiment(text, "e.yaml", sets, diagnostics);
  REQUIRE(experiment);
  RunOptions options;
  options.directory = files.path("out");
  options.kernel = Kernel::cycle;
  options.resolved = resolved_serving_experiment(*experiment, ".");
  simulate_serving(*experiment, options, diagnostics);
  REQUIRE(diagnostics.ok());
}

std::string problems(const std::string& piece, const std::string& by) {
  std::string text = kStreams;
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  Diagnostics diagnostics;
  CHECK_FALSE(read_serving_experiment(text.replace(at, piece.size(), by), "e.yaml", {}, diagnostics));
  return diagnostics.lines().empty() ? std::string() : diagnostics.lines()[0];
}

std::vector<std::string> weights(const std::string& importance, const std::vector<std::string>& more = {}) {
  Diagnostics diagnostics;
  std::vector<std::string> sets{"serving.scheduler.importance=" + importance};
  sets.insert(sets.end(), more.begin(), more.end());
  const auto experiment = read_serving_experiment(kStreams, "e.yaml", sets, diagnostics);
  INFO(importance);
  REQUIRE(experiment);
  std::vector<std::string> all;
  for (const InferenceNodeConfig& node : experiment->config.nodes) all.push_back(to_text(node.weight));
  return all;
}

bool says(const std::string& text, const std::string& what) {
  UNSCOPED_INFO(text);
  return text.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("decisions.csv has every node of every decision, and gantry check recomputes it") {
  for (const char* scheduler :
       {"serving.scheduler.policy=inference_priority", "serving.scheduler.counts=priority_tasks",
        "serving.scheduler.priority=tie_break", "serving.scheduler.priority=sum", "serving.scheduler.policy=fifo",
        "serving.scheduler.policy=largest_batch", "serving.scheduler.policy=round_robin"}) {
    const InputFiles files;
    run(files, {scheduler, "output.decisions=true", "output.packets=true"});
    const std::string table = file_text(files.path("out/decisions.csv"));
    CHECK(says(table,
               "decision,cycle,node,state,pending,priority_requests,oldest,weight,compute,priority,chosen,"
               "compute_used\n"));
    const CheckReport report = check_run(files.path("out"));
    INFO(scheduler);
    CHECK(report.status == 0);
    CHECK(report.errors == std::vector<std::string>{});
    REQUIRE(report.result.size() == 1);
    CHECK(says(report.result[0], "ok: 45 sessions, "));
  }
}

TEST_CASE("the first decision of a run, by hand") {
  // One node with a stream of two data: the gateway is two links away, the scheduler one.
  const InputFiles files;
  run(files, {"output.decisions=true"}, R"(serving:
  interconnect: {columns: 3, rows: 1}
  scheduler: {rated: {compute: 2.5}}
  nodes: [{name: n, weight: 1.5, compute: 2.5, cycles: 100}]
  sessions:
    - {graph: [n], count: 1, priority: when_complete, pushes: {count: 2, interval_cycles: 10},
       arrivals: {generator: poisson, interval_cycles: 1}}
)");
  const std::string sessions = file_text(files.path("out/sessions.csv"));
  const std::size_t row = sessions.find("0,kind0,") + 8;
  const auto arrived = std::stoull(sessions.substr(row));
  // Datum 0 is queued 8 cycles after it was pushed, reported 6 later. Datum 1, 10 cycles behind it, completes the
  // session. The node is busy then: the one batch of datum 0 began in 21 and ends in 121, and its report comes in 127.
  const auto at = [&](Cycle cycle) { return std::to_string(arrived + cycle); };
  CHECK(file_text(files.path("out/decisions.csv")) ==
        "decision,cycle,node,state,pending,priority_requests,oldest,weight,compute,priority,chosen,compute_used\n"
        "0," +
            at(14) + ",n,idle,1,0," + at(8) + ",1.5,2.5,1.5,0,2.5\n" + "1," + at(24) + ",n,busy,2,2," + at(8) +
            ",1.5,2.5,3,,2.5\n" + "2," + at(127) + ",n,idle,1,1," + at(18) + ",1.5,2.5,1.5,0,2.5\n" + "3," + at(241) +
            ",n,idle,0,0,,1.5,2.5,0,,0\n");
}

TEST_CASE("gantry check finds a decision that the other tables do not bear out") {
  const InputFiles files;
  run(files, {"output.decisions=true", "output.packets=true"});
  const std::string good = file_text(files.path("out/decisions.csv"));
  const auto spoilt = [&](std::size_t row, std::size_t field, const std::string& value) {
    std::size_t at = 0;
    for (std::size_t r = 0; r < row; ++r) at = good.find('\n', at) + 1;
    for (std::size_t f = 0; f < field; ++f) at = good.find(',', at) + 1;
    std::string bad = good;
    bad.replace(at, good.find_first_of(",\n", at) - at, value);
    files.write("out/decisions.csv", bad);
    const CheckReport report = check_run(files.path("out"));
    CHECK(report.status == 1);
    return report.errors.empty() ? std::string() : report.errors[0];
  };
  CHECK(says(spoilt(2, 0, "7"), "expected decision 0 and the node text"));
  CHECK(says(spoilt(4, 1, "1"), "cycle is 1 behind"));
  CHECK(says(spoilt(1, 4, "99"), "priority is"));
  std::size_t chosen = 1;  // the first row with a node that is taken
  for (std::size_t at = good.find('\n') + 1; good[good.rfind(',', good.find('\n', at)) - 1] == ','; ++chosen)
    at = good.find('\n', at) + 1;
  CHECK(says(spoilt(chosen, 10, ""), "when by decisions.csv its node was not chosen"));
  CHECK(says(spoilt(chosen, 10, "1"), "taken as 1 (the rule: taken as 0)"));
  CHECK(says(spoilt(3, 11, "1"), "compute_used is 1"));
  CHECK(says(spoilt(1, 6, "1"), "by the last report"));
  CHECK(says(spoilt(2, 3, "open"), ""));
  files.write("out/decisions.csv", good.substr(0, good.rfind('\n', good.size() - 2) + 1));
  CHECK(says(check_run(files.path("out")).errors.at(0), "rows (expected"));
  files.write("out/decisions.csv", good);
  CHECK(check_run(files.path("out")).status == 0);
}

TEST_CASE("tables of streams and of inner engines are checked, and have their columns only there") {
  const InputFiles files;
  run(files, {"output.packets=true"});
  CHECK(says(file_text(files.path("out/sessions.csv")), "session,kind,arrived,completed,pushed\n"));
  CHECK(says(file_text(files.path("out/visits.csv")), "session,node,pass,queued,started,finished,batch,datum\n"));
  CHECK(says(file_text(files.path("out/batches.csv")), ",requests,priority_requests,returned\n"));
  CHECK(check_run(files.path("out")).status == 0);
  const auto spoilt = [&](const std::string& file, const std::string& word, const std::string& by) {
    const std::string good = file_text(files.path("out/" + file));
    const std::size_t at = good.find(word);
    REQUIRE(at != std::string::npos);
    std::string bad = good;
    files.write("out/" + file, bad.replace(at, word.size(), by));
    const CheckReport report = check_run(files.path("out"));
    files.write("out/" + file, good);
    return report.status == 1 ? report.errors.at(0) : std::string();
  };
  const std::string visits = file_text(files.path("out/visits.csv"));
  const std::size_t last = visits.find(",2\n");
  const std::size_t row = visits.rfind('\n', last) + 1;
  const std::string line = visits.substr(row, last + 2 - row);
  CHECK(says(spoilt("visits.csv", line, line.substr(0, line.size() - 1) + "5"), "lacks the datum before it"));
  CHECK(spoilt("sessions.csv", file_text(files.path("out/sessions.csv")).substr(38, 2), "9,").empty() == false);
  run(files,
      {"serving.sessions.0.pushes={count: 1, interval_cycles: 0}", "serving.nodes.0.engines.0.writes_back=false"});
  CHECK(says(file_text(files.path("out/sessions.csv")), "session,kind,arrived,completed\n"));
  CHECK(says(file_text(files.path("out/visits.csv")), ",finished,batch\n"));
  CHECK(says(file_text(files.path("out/batches.csv")), ",requests,priority_requests\n"));
}

TEST_CASE("a weight can follow from response time, batch gain, device share or I/O share") {
  using Weights = std::vector<std::string>;
  CHECK(weights("weight") == Weights{"1.5", "1", "1"});
  // A lone request takes 100 + 60 + 20 cycles and two passes: 360. Then 90 and 50.
  CHECK(weights("response_time") == Weights{"1.5", "0.25", "0.138888888889"});
  // A full batch of 4 takes 240 cycles: 4 x 180 / 240 = 3 requests in the time of one. Those of 3 and of 2 take no
  // longer than one: 3 and 2.
  CHECK(weights("batch_gain") == Weights{"1.5", "1", "0.666666666667"});
  CHECK(weights("device_share") == Weights{"0.75", "0.75", "1"});
  // In and out: 8 + 8 bytes; text of `seen` likewise; merge takes two outputs and sends one.
  CHECK(weights("io_share") == Weights{"1", "0.666666666667", "1"});
}

TEST_CASE("what is wrong with streams, engines and importance is said with its position") {
  CHECK(says(problems("when_complete", "later"), "serving.sessions[0].priority must be false, true or when_complete"));
  CHECK(says(problems("{count: 3, interval_cycles: 70}", "{count: 3}"), "pushes.interval_cycles is missing"));
  CHECK(says(problems("{count: 3, interval_cycles: 70}", "{count: 0, interval_cycles: 1}"), "pushes.count must be"));
  CHECK(says(problems("{count: 3, interval_cycles: 70}", "3"), "serving.sessions[0].pushes must be"));
  CHECK(says(problems("name: exe2,", "name: exe2, writes_back: true,"), "is true of an earlier engine, too"));
  CHECK(says(problems("decide_cycles: 3", "policy: fifo, counts: pending"), "is of the policy inference_priority"));
  CHECK(says(problems("decide_cycles: 3", "importance: size"), "serving.scheduler.importance must be"));
}

}  // namespace gantry::serving_decisions_test
