// SPDX-License-Identifier: Apache-2.0
// Every key of cost figures, of `gantry select`, of studies and of suites has an effect (docs/cost.md, serving.md,
// exploration.md, regression.md).
#include <sstream>

#include "cost/cost_schemas.h"
#include "experiment/graph_stream.h"
#include "experiment/schemas.h"
#include "gantry/cost/figures.h"
#include "key_effects.h"
#include "network/network_schemas.h"
#include "regress/suite.h"
#include "regress/suite_schemas.h"
#include "select/selection_keys.h"
#include "select/selection_reader.h"
#include "serving/serving_schemas.h"
#include "sweep/study.h"
#include "sweep/study_schemas.h"
#include "workload/generator.h"

namespace gantry::tool_key_effects_test {

using namespace key_effects;

namespace {

/// The keys of a table, as rows of a page have them.
std::vector<std::string> keys_of(const KeySection& table) {
  constexpr std::size_t kName = 3;  // behind "| `"
  std::vector<std::string> keys;
  for (const std::string& row : table.rows) keys.push_back(row.substr(kName, row.find('`', kName) - kName));
  return keys;
}

/// Nests a value: `a.b` and `1` become `{a: {b: 1}}`.
std::string nested(const std::string& key, const std::string& value) {
  const std::size_t dot = key.find('.');
  return '{' + key.substr(0, dot) + ": " + (dot == std::string::npos ? value : nested(key.substr(dot + 1), value)) +
         '}';
}

/// A machine whose links take more than a MiB.
std::string large_experiment() {
  return "architecture: {processors: [{name: c, count: 2}], interconnect: {columns: 64, rows: 64, buffer_flits: "
         "1024}}, "
         "workload: {tasks: [{id: a, cycles: 1}]}";
}

std::string figure(double value, const std::string& unit) {
  return "{value: " + std::to_string(value) + ", unit: " + unit + ", source: a test, node_nm: 40, range: [0.9, 1.1]}";
}

/// A type of memory of its own, in use, with this figure of a key.
std::string memory_with(const std::string& key, double value) {
  std::string figures;
  for (const auto& [name, unit] :
       std::map<std::string, std::string>{{"byte", "pJ/byte"}, {"interface", "mm2"}, {"channel", "GB/s"}}) {
    figures += (figures.empty() ? "" : ", ") + name + ": " + figure(name == key ? value : 1, unit);
  }
  return "{memories: {mine: {" + figures + "}}, memory: {type: mine}}";
}

}  // namespace

TEST_CASE("every figure of area and energy has an effect") {
  Bench bench = machine_bench(machine_text());
  const std::string timing = "architecture.dispatcher.picker.timing=";
  for (const std::string& key : keys_of(cost_key_tables().front())) {
    // Twice the figure counts more than the figure itself.
    std::string name = key;
    std::string unit;
    double value = 1;
    for (const cost::FigureLine& line : cost::kFigureLines) {
      if (key == "figures." + std::string(line.name)) {
        unit = line.unit;
        value = line.max / 4;
      }
    }
    const std::map<std::string, std::string> units = {
        {"area", "um2"}, {"leakage", "mW"}, {"busy_cycle", "pJ"}, {"job", "pJ"}, {"task", "pJ"}};
    if (unit.empty() && units.count(key.substr(key.rfind('.') + 1)) == 1)
      unit = units.at(key.substr(key.rfind('.') + 1));
    if (const std::size_t type = name.find("TYPE"); type != std::string::npos) name.replace(type, 4, "core");
    Way way;
    way.at = "architecture.cost";
    way.effect = Effect::cost;
    if (key == "node_nm") {
      way.values = {"{node_nm: 45}"};
    } else if (key == "sram") {
      way.values = {
          "{sram: [{bits: 8192, word_bits: 64, area_um2: 9000, access_pj: 3, leakage_mw: 1, source: a test, node_nm: "
          "22, range: [0.9, 1.1]}]}"};
      way.sets = {"architecture.task_cache.capacity=4096", "architecture.host.ring_entries=4096"};
    } else if (key == "memory.type") {
      way.sets = {"architecture.cost={memory: {type: lpddr5}}"};
      way.values = {"{memory: {type: hbm3}}"};
    } else if (key == "memory.bytes") {
      way.sets = {"architecture.cost={memory: {type: sram, bytes: 65536}}"};
      way.values = {"{memory: {type: sram, bytes: 131072}}"};
    } else if (key.rfind("memories.", 0) == 0) {
      const std::string last = key.substr(key.rfind('.') + 1);
      way.sets = {"architecture.cost=" + memory_with(last, 1)};
      way.values = {memory_with(last, 2)};
    } else {
      way.sets = {"architecture.cost=" + nested(name, figure(value, unit))};
      way.values = {nested(name, figure(2 * value, unit))};
    }
    if (key.find("dividers") != std::string::npos) way.sets.push_back(timing + "rtl_parallel");
    if (key.find("pipelined") != std::string::npos) way.sets.push_back(timing + "rtl_pipelined");
    check_key(bench, {key, {}}, way);
  }
}

TEST_CASE("every key of a decision of batch serving has an effect") {
  const auto nodes = [](const std::string& first) {
    return "[{name: a, " + first +
           "}, {name: b, pending: 5, weight: 3, compute: 30}, {name: c, pending: 4, compute: 30}]";
  };
  Bench bench({{"rated", "{count: 2, compute: 90}"}, {"nodes", nodes("pending: 9, compute: 40")}}, {{"select"}, {}});
  SelectionRequest request;
  KeyWalk walk;
  describe(walk, request);
  const auto node = [&](const std::string& first) { return Way{{nodes(first)}, {}, {}, {}, Effect::run, "nodes"}; };
  const std::string page = "serving.md";
  check_keys(bench, walk.keys(),
             {{"rated", {{"{count: 1}"}}},
              {"counts", {{"priority_tasks"}, {"nodes=" + nodes("pending: 9, compute: 40, priority_tasks: 1")}}},
              {"a", {{"7"}, {"priority=sum"}, page, "of `sum`: times the requests"}},
              {"b", {{"7"}, {"priority=sum"}, page, "of `sum`: times the weight"}},
              {"nodes.0.name", {{"[{name: d, pending: 9, compute: 40}]"}, {}, {}, {}, Effect::run, "nodes"}},
              {"nodes.0.pending", node("pending: 3, compute: 40")},
              {"nodes.0.priority_tasks", node("pending: 9, compute: 40, priority_tasks: 1")},
              {"nodes.0.weight", node("pending: 9, compute: 40, weight: 7")},
              {"nodes.0.compute", node("pending: 9, compute: 80")},
              {"nodes.0.busy", node("pending: 9, compute: 40, busy: true")}});
  for (const KeySection& table : serving_key_tables()) {
    if (table.title == "Keys of `gantry select`") check_table(table, "", walk.keys());
  }
}

TEST_CASE("every key of a study has an effect") {
  const std::string machine = "architecture: {processors: [{name: c, count: 2}]}";
  const std::string ids = "architecture.monitor.task_ids: [2, 3, 5, 8]";
  Bench bench({{"base", "{" + machine + ", workload: {generator: cholesky, tiles: 3}}"},
               {"vary", "{" + ids + ", architecture.host.ring_entries: [2, 3]}"}},
              {{"sweep"}, {"--out", "out", "--jobs", "1"}});
  bench.files().write("w.yaml", "tasks: [{id: a, cycles: 50}, {id: b, cycles: 30, after: [a]}]\n");
  Study study;
  KeyWalk walk;
  describe(walk, study);
  const auto search = [](const std::string& from, const std::string& to) {
    return Way{{'{' + to + '}'}, {"search={" + from + '}'}, {}, {}, Effect::run, "search"};
  };
  const auto limit = [](const std::string& section, const std::string& keys, const Sets& sets) {
    return Way{{'{' + keys + '}'}, sets, {}, {}, Effect::run, section};
  };
  const std::string stream = ", workload: {generator: poisson, tasks: 1000000000, interval_cycles: 9, cycles: 1}}";
  const Sets endless = {"base={" + machine + stream, "vary={seed: [1]}", "point={timeout_seconds: 1}"};
  const Sets two_endless = {endless[0], "vary={seed: [1, 2]}", endless[2]};
  const Sets large = {"base={" + large_experiment() + "}", "vary={seed: [1]}"};
  const Ways ways = {
      {"name", {{"other"}, {}, {}, {}, Effect::words}},
      {"base", {{"{" + machine + ", workload: w.yaml}"}}},
      {"vary", {{"{" + ids + "}"}}},
      {"zip",
       {{"[[architecture.monitor.task_ids, architecture.host.ring_entries]]"},
        {"vary={architecture.monitor.task_ids: [2, 3], architecture.host.ring_entries: [2, 3]}"}}},
      {"exclude", {{"[architecture.monitor.task_ids < 3]"}}},
      {"derive", {{"{architecture.task_cache.capacity: architecture.host.ring_entries * 4}"}}},
      {"workloads", {{"[w.yaml]"}}},
      {"repeats", {{"2"}}},
      {"objectives", {{"[maximise: cycles]"}}},
      {"metrics", {{"[cost.area_mm2]"}}},
      {"constraints", {{"[cycles < 20300]"}}},
      {"search.method", search("method: all", "method: random, count: 3")},
      {"search.count", search("method: random, count: 3", "method: random, count: 2")},
      {"search.seed", search("method: random, count: 3", "method: random, count: 3, seed: 2")},
      {"search.population", search("method: evolution, count: 7", "method: evolution, count: 7, population: 4")},
      {"search.batch", search("method: guided, count: 7", "method: guided, count: 7, batch: 2")},
      {"search.rounds", search("method: halving, count: 7", "method: halving, count: 7, rounds: 2")},
      {"search.factor", search("method: halving, count: 7", "method: halving, count: 7, factor: 2")},
      {"budget.points", limit("budget", "points: 2", {})},
      {"budget.seconds", limit("budget", "seconds: 1", two_endless)},
      {"point.timeout_seconds", limit("point", "timeout_seconds: 2", endless)},
      {"point.memory_mib", limit("point", "memory_mib: 1", large)},
      {"warm.at", limit("warm", "at: 500", {})},
      {"keep", {{"[tasks]"}}},
  };
  check_keys(bench, walk.keys(), ways);
  check_table(study_key_tables().front(), "", walk.keys());
}

TEST_CASE("every key of a suite has an effect") {
  Bench bench({{"cases", "[{experiment: e.yaml, metrics: [cycles], invariants: false}]"}},
              {{"regress"}, {"--out", "out", "--jobs", "1"}});
  const std::string machine = "architecture: {processors: [{name: c, count: 2}]}\n";
  bench.files().write("e.yaml", machine + "workload: {tasks: [{id: a, cycles: 50}]}\n");
  bench.files().write("f.yaml", machine + "workload: {tasks: [{id: a, cycles: 60}]}\n");
  bench.files().write("large.yaml", '{' + large_experiment() + "}\n");
  bench.files().write("s.yaml", "base: e.yaml\nvary: {seed: [1, 2]}\n");
  bench.files().write("a.stim", "add 0 B 10 2\nadd 1 B 99 2\npick 3\n");
  bench.files().write("endless.yaml", machine +
                                          "workload: {generator: poisson, tasks: 1000000000, interval_cycles: 9, "
                                          "cycles: 1}\n");
  bench.files().write("other.json", R"({"schema": "gantry-stored-1", "cases": {"e": {"metrics": {"cycles": 1}}}})");
  Suite suite;
  suite.cases.resize(1);
  KeyWalk walk;
  describe(walk, suite);
  const auto one = [](const std::string& from, const std::string& to) {
    return Way{{"[{" + to + "}]"}, {"cases=[{" + from + "}]"}, {}, {}, Effect::run, "cases"};
  };
  const auto all = [](const std::string& of, const std::string& keys) {
    return Way{{'{' + keys + '}'}, {"cases=[{" + of + "}]"}, {}, {}, Effect::run, "defaults"};
  };
  const std::string run = "experiment: e.yaml";
  const auto both = [&](Ways& ways, const std::string& key, const std::string& of, const std::string& value) {
    ways["defaults." + key] = all(of, nested(key, value).substr(1, nested(key, value).size() - 2));
    ways["cases.0." + key] = one(of, of + ", " + nested(key, value).substr(1, nested(key, value).size() - 2));
  };
  Ways ways = {
      {"name", {{"other"}}},
      {"stored", {{"other.json"}, {}}},
      {"cases.0.name", one(run, run + ", name: other")},
      {"cases.0.experiment", one(run, "experiment: f.yaml")},
      {"cases.0.study", one(run, "study: s.yaml")},
      {"cases.0.stimulus", one(run, "stimulus: a.stim")},
      {"cases.0.stimuli", one(run, "stimuli: .")},
      // The rounds are the same, by contract.
      {"cases.0.engine",
       {{"[{stimulus: a.stim, engine: picker=rtl}]"}, {"cases=[{stimulus: a.stim}]"}, {}, {}, Effect::words, "cases"}},
      {"cases.0.policy", one("stimulus: a.stim", "stimulus: a.stim, policy: fifo")},
      {"cases.0.exit", one(run, run + ", exit: 1")},
  };
  both(ways, "set", run, "{limits.max_cycles: 9}");
  both(ways, "metrics", run, "[cycles]");
  both(ways, "tables", run, "[tasks.csv]");
  both(ways, "invariants", run, "false");
  const Sets hangs = {"cases=[{experiment: endless.yaml}]", "defaults={limits: {timeout_seconds: 2}}"};
  ways["defaults.limits.timeout_seconds"] = {
      {"{limits: {timeout_seconds: 1}}"}, hangs, {}, {}, Effect::run, "defaults"};
  ways["cases.0.limits.timeout_seconds"] = {
      {"[{experiment: endless.yaml, limits: {timeout_seconds: 1}}]"}, hangs, {}, {}, Effect::run, "cases"};
  both(ways, "limits.memory_mib", "experiment: large.yaml", "1");
  check_keys(bench, walk.keys(), ways);
  check_table(suite_key_tables().front(), "", walk.keys());
}

TEST_CASE("every table of keys is walked by a test of effects") {
  std::set<std::string> walked = {"cost.md: Keys",
                                  "workloads.md: Lowering",
                                  "workloads.md: Mapping",
                                  "workloads.md: `streams`",
                                  "network.md: Keys of an experiment",
                                  "network.md: Keys of `traffic`",
                                  "serving.md: The experiment",
                                  "serving.md: Keys of `gantry select`",
                                  "exploration.md: Keys of a study",
                                  "regression.md: Keys of a suite"};
  for (const KeySection& table : experiment_key_tables()) walked.insert(table.page + ": " + table.title);
  for (const WorkloadGenerator& generator : workload_generators().entries())
    walked.insert("workloads.md: `" + generator.name + '`');
  for (const ArrivalForm& form : arrival_forms())
    walked.insert("workloads.md: `arrivals` of a stream: `" + std::string(form.name) + '`');
  const InputFiles files;
  ProgramRun tables(files, {"schema", "--tables"});
  REQUIRE(tables.finish() == 0);
  std::istringstream lines(tables.out());
  std::string page;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("# docs/", 0) == 0) page = line.substr(std::string("# docs/").size());
    if (line.rfind("## ", 0) != 0) continue;
    INFO(page << ": " << line << ": the tests key_effects, workload_key_effects and tool_key_effects do not know it");
    CHECK(walked.count(page + ": " + line.substr(std::string("## ").size())) == 1);
    ++count;
  }
  CHECK(count == walked.size());
}

}  // namespace gantry::tool_key_effects_test
