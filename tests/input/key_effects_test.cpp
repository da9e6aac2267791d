// SPDX-License-Identifier: Apache-2.0
// Every key of the tables of docs/ has an effect. Each is set to another value than it has in a small experiment, and
// some output has to change. A key that needs a condition stands in a list here, with the words in which the docs name
// the condition; it is set under that condition.
#include "key_effects.h"

#include "experiment/faults_key.h"
#include "experiment/schemas.h"
#include "gantry/network/traffic_spec.h"
#include "network/network_schemas.h"
#include "serving/serving_keys.h"
#include "serving/serving_schemas.h"

namespace gantry::key_effects_test {

using namespace key_effects;

namespace {

/// 16 independent tasks of three classes, which are ready at the same time.
std::string crowd_text() {
  static const char* const classes[] = {"block", "cluster", "union", "communication"};
  static const int weights[] = {1, 64, 8, 64};
  std::string text = "tasks:\n";
  for (int i = 0; i < 16; ++i) {
    text += "  - {id: c" + std::to_string(i) + ", class: " + classes[i % 4] +
            ", processor: slow, weight: " + std::to_string(weights[i % 3]) + ", jobs: " + std::to_string(4 << (i % 2)) +
            ", cycles: " + std::to_string(20 + i * 7 % 30) + ", deadline: " + std::to_string(400 + i * 97 % 900) +
            "}\n";
  }
  return text;
}

/// Keys under which the picker has a choice in nearly every round, and `also`.
Sets crowd(const Sets& also = {}) {
  Sets sets = {"workload={path: crowd.yaml}",
               "architecture.processors.0.type=slow",
               "architecture.dispatcher.match_against=capable",
               "architecture.dispatcher.picker.entries=16",
               "architecture.monitor.task_ids=32",
               "architecture.decomposer.slots=16",
               "architecture.task_cache.capacity=32",
               "architecture.host.ring_entries=16",
               "architecture.monitor.completion_window=100"};
  sets.insert(sets.end(), also.begin(), also.end());
  return sets;
}

Sets with(Sets sets, const std::string& set) {
  sets.push_back(set);
  return sets;
}

const char* const kPage = "configuration.md";

void add_run_ways(Bench& bench, Ways& ways) {
  bench.files().write("plan.json",
                      R"({"schema": "gantry-plan-1", "method": "own", "placement": [
                          {"task": "a", "processors": [0], "start": 0, "finish": 9},
                          {"task": "b", "processors": [1], "start": 9, "finish": 18}]})");
  const std::string two_tasks = "workload={tasks: [{id: a, cycles: 9}, {id: b, cycles: 9, after: [a]}]}";
  ways["name"] = {{"other"}, {}, {}, {}, Effect::words};
  ways["seed"] = {{"2"}, {"background={packets_per_cycle: 0.02}"}, kPage, "of everything that is random"};
  ways["timing"] = {{"ideal"},
                    {"plan=plan.json", two_tasks,
                     "output={trace: false, pictures: false, links: false, critical_path: "
                     "false}"},
                    kPage,
                    "replays the plan"};
  ways["limits.max_cycles"] = {{"900"}};
  ways["architecture.name"] = {{"other"}, {}, {}, {}, Effect::words};
  ways["architecture.clock_mhz"] = {{}, {}, {}, {}, Effect::cost};
  ways["architecture.cost"] = {{"{node_nm: 45}"}, {}, {}, {}, Effect::cost};
}

void add_dispatcher_ways(Bench& bench, Ways& ways) {
  bench.files().write("crowd.yaml", crowd_text());
  const std::string at = "architecture.dispatcher.";
  const Sets fifth_class = {at + "picker.classes=5",
                            at + "class_map={block: 3, cluster: 4, union: 3, communication: 4}"};
  ways["policies.picker"] = {{}, crowd()};
  ways[at + "picker.classes"] = {{"4"}, {}, "cost.md", "an entry, for every class", Effect::cost};
  for (const char* key : {"frac", "quant", "tie"}) ways[at + "picker." + key] = {{}, crowd()};
  ways[at + "picker.least_slack.parallel"] = {
      {}, crowd({"policies.picker=least_slack"}), kPage, "of one task that are taken to run at the same time"};
  for (const char* cls : {"B", "C", "U", "E", "X"}) {
    const bool more = *cls == 'E' || *cls == 'X';
    ways[at + "picker.preset." + cls] = {{"7"},
                                         with(crowd(more ? fifth_class : Sets()), "policies.picker=preset"),
                                         kPage,
                                         "target weight of this picker class"};
  }
  // Weights of 256 in all, of which the largest has no processor most of the time: of the others, for one processor,
  // each has another row of the table of delay factors.
  std::string tasks = "{id: e, weight: 232, jobs: 4, cycles: 99999, processor: gpu}";
  for (const char* weight : {"1", "2", "3", "6", "12"})
    tasks += std::string(", {id: t") + weight + ", weight: " + weight + ", jobs: 8, cycles: 99, processor: core}";
  const Sets weights = {
      "architecture.processors=[{name: one, count: 1}, {name: two, type: gpu, count: 1, queue_depth: 1}]",
      at + "match_against=capable",
      at + "picker.entries=16",
      "architecture.monitor.task_ids=32",
      "architecture.decomposer.slots=16",
      "architecture.task_cache.capacity=32",
      "architecture.host.ring_entries=16",
      "architecture.monitor.completion_window=100",
      "workload={tasks: [" + tasks + "]}"};
  for (const char* key : {"delay_1", "delay_2", "delay_4", "delay_8", "delay_more"})
    ways[at + "picker.weight_delay." + key] = {{"2"}, weights};
  ways[at + "picker.weight_delay.over_jobs"] = {{"1"}, weights};
  const Sets loads = {
      "workload={tasks: [{id: a, cycles: 9, load: {writes: 3, barriers: 2, bytes: 4096, unicast_bytes: 512, fetches: "
      "9, unicasts: 9}}]}"};
  for (const char* key : {"write_cycles", "barrier_cycles", "fetch_cycles", "unicast_cycles", "bytes_per_cycle",
                          "unicast_bytes_per_cycle"})
    ways[at + "loader." + key] = {{}, loads};
  const Sets entries = {
      "workload={tasks: [{id: a, cycles: 999, load: {entry_bytes: 9}}, {id: b, cycles: 9, load: {entry_bytes: 9}}]}"};
  ways[at + "loader.ring_bytes"] = {{"10"}, entries};
  ways[at + "loader.ring_entries"] = {{"1"}, entries};
  ways["output.faults"] = {{}, {"faults=[{processor: slow0, kind: slow, at: 300}]"}};
  const std::string two_engines =
      "architecture.processors=[{name: slow, count: 3, queue_depth: 1}, {name: fast, type: "
      "gpu, count: 2}, {name: x, type: dma}, {name: y, type: dma, cluster: 1}]";
  ways[at + "colocation.communication"] = {{"one_cluster"}, {two_engines}};
}

void add_other_ways(Bench& bench, Ways& ways) {
  // With words of 256 bytes a communication task without bytes moves as many.
  bench.files().write("word.yaml", "tasks: [{id: a, class: communication, processor: core}]\n");
  const std::string at = "architecture.";
  ways[at + "memory.interleave_bytes"] = {{"128"}};
  ways[at + "host.credit_cycles"] = {
      {"500"}, {at + "host={push: true}"}, kPage, "with `push`: from a slot of the cache"};
  ways[at + "host.push"] = {{"true"}, {at + "host={submit_cycles: 1}"}};
  // Jobs of a gang leave together on a star.
  ways[at + "dispatcher.multicast"] = {
      {"true"},
      {at + "interconnect.control={topology: star}", at + "dispatcher.decisions_per_round=4"},
      kPage,
      "jobs of one task that one decision picks leave as one message"};
  const Sets gangs = {at + "dispatcher.mode=gang", at + "dispatcher.match_against=reserve"};
  ways[at + "dispatcher.preload"] = {{"true"}, gangs};
  ways[at + "dispatcher.go"] = {
      {"in_turn"}, {gangs[0], gangs[1], at + "dispatcher.preload=true"}, kPage, "of `preload`"};
  ways[at + "memory.retries"] = {
      {"0"}, {"faults=[{memory: 0, kind: error, at: 0}]"}, kPage, "times that a burst is read"};
  ways["output.slowdown"] = {{}, {"faults=[{processor: slow0, kind: slow, at: 300}]"}};
  const Sets overdue = {at + "monitor.job_timeout=100"};
  ways[at + "dispatcher.max_retries"] = {{"2"}, overdue, kPage, "times that a job whose"};
  ways[at + "monitor.quarantine"] = {
      {"job"}, {overdue[0], at + "dispatcher.max_retries=2"}, kPage, "what an overdue job ends"};
  ways[at + "monitor.on_failure"] = {{"cancel"},
                                     {at + "monitor.job_timeout=1", at + "dispatcher.max_retries=1"},
                                     kPage,
                                     "what becomes of a failed task's successors"};
  // Tasks whose predecessors have not completed stand before others.
  ways[at + "task_cache.window"] = {{},
                                    {at + "task_cache.capacity=32", at + "host.ring_entries=16",
                                     at + "monitor.completion_window=100", at + "monitor.task_ids=32"}};
  // Of two tasks that wait for one the second is told a cycle later, if not in the same.
  bench.files().write("woken.yaml",
                      "tasks:\n"
                      "  - {id: a, processor: slow, jobs: 1, cycles: 900}\n"
                      "  - {id: b, class: union, processor: slow, jobs: 1, cycles: 50, after: [a]}\n"
                      "  - {id: c, processor: slow, jobs: 1, cycles: 50, after: [a]}\n");
  const Sets woken = {"workload={path: woken.yaml}", at + "processors.0.type=slow", at + "monitor.task_ids=32",
                      at + "decomposer.slots=16"};
  ways[at + "monitor.early_registration"] = {{}, woken};
  ways[at + "monitor.wakeups_per_cycle"] = {
      {"1"}, with(woken, at + "monitor.early_registration=true"), kPage, "with `early_registration`"};
  // A task that is done late leaves several behind it that are done.
  ways[at + "monitor.retire_per_cycle"] = {{"1"}, {at + "monitor.completion_window=7"}};
  ways[at + "processors.0.name"] = {{"other"}, {}, {}, {}, Effect::words};
  ways[at + "processors.0.type"] = {{"gpu"},
                                    {"workload={tasks: [{id: a, processor: gpu, jobs: 4, cycles: 50}]}"},
                                    kPage,
                                    "the type that a task's `processor` requires"};
  ways[at + "processors.0.word_bytes"] = {
      {"256"}, {"workload={path: word.yaml}"}, "workloads.md", "is the least common multiple of `word_bytes`"};
  ways[at + "processors.0.cluster"] = {
      {"1"}, {at + "dispatcher.colocation.union=one_cluster"}, kPage, "all jobs of a task in the cluster of its first"};
  ways[at + "placement.host"] = {{"7"}};
  ways[at + "placement.scheduler"] = {{"7"}};
  ways[at + "placement.memory"] = {{"[7, 3]"}};
  ways[at + "placement.processors"] = {{"[9, 8, 7, 6, 5, 4]"}};
}

/// Stores that have room for one job at a time, so that parts leave and are needed again.
/// Writes a workload with data objects. Returns the settings of a machine for it, with local stores.
Sets data_sets(Bench& bench) {
  bench.files().write("data.yaml",
                      "data: [{id: w, bytes: 4096, parts: 16}, {id: x, bytes: 1024}, {id: y, bytes: 512}]\n"
                      "tasks:\n"
                      "  - {id: a, processor: slow, jobs: 4, cycles: 50, reads: [w], writes: [x]}\n"
                      "  - {id: b, processor: slow, jobs: 4, cycles: 50, reads: [w, x], writes: [y]}\n"
                      "  - {id: c, processor: slow, jobs: 4, cycles: 50, reads: [{data: x, per_job: whole}, y]}\n");
  return {"workload={path: data.yaml}", "architecture.processors.0.type=slow",
          "architecture.processors.0.local={bytes: 2048, bytes_per_cycle: 8}"};
}

void add_data_ways(Bench& bench, Ways& ways) {
  const std::string at = "architecture.";
  const Sets stores = data_sets(bench);
  ways[at + "memory.writes"] = {{}, stores, kPage, "parts of data objects go from a local store"};
  ways[at + "directory.entries"] = {{"1"}, stores, kPage, "parts of data objects whose local stores it knows"};
  ways[at + "directory.parts_per_cycle"] = {{"1"}, stores, "stores.md", "It exists if tasks have data"};
  ways[at + "processors.0.local.bytes"] = {{"8192"}, stores, kPage, "for parts of [data objects]"};
  ways[at + "processors.0.local.bytes_per_cycle"] = {{"1"}, stores, kPage, "that it reads out for others"};
  ways[at + "processors.0.local.per"] = {{}, stores, kPage, "or all of a `cluster` share one"};
}

/// Keys of a control network: `topology` alone has an effect without another one of them.
Ways control_ways() {
  const std::string at = "architecture.interconnect.control";
  Ways ways = interconnect_ways(at, "concentration: 2, group_routers: 2", 2);
  ways.erase(at + ".graph");
  ways.erase(at + ".links");
  const std::string words = "with keys of its own that mean what they mean in `interconnect`";
  const auto mesh = [&](const std::string& more) {
    return Sets{at + "={topology: mesh, columns: 4, rows: 2" + more + "}"};
  };
  for (const char* key : {"columns", "rows", "flit_bytes", "header_bytes", "buffer_flits", "routing", "router",
                          "router_cycles", "link_cycles", "credit_cycles"}) {
    ways[at + '.' + key] = {{}, mesh(""), kPage, words};
  }
  ways[at + ".columns"].values = ways[at + ".rows"].values = {"5"};
  ways[at + ".header_bytes"].values = {"100"};
  ways[at + ".buffer_flits"].values = {"1"};
  ways[at + ".credit_cycles"] = {{"9"}, mesh(", buffer_flits: 1"), kPage, words};
  ways[at + ".routing"].values = {"valiant"};
  ways[at + ".virtual_channels"] = {{"4"}, mesh(""), kPage, words, Effect::cost};
  // Jobs of four send ports meet at the scheduler's router.
  Sets crowded = crowd(mesh(", flit_bytes: 4"));
  crowded.push_back("architecture.dispatcher.send_ports=4");
  ways[at + ".arbitration"] = {{"age"}, crowded, kPage, words};
  for (const char* stage : {"speculative", "channel_allocation_cycles", "switch_allocation_cycles", "traversal_cycles"})
    ways[at + '.' + stage] = {{}, mesh(", router: pipelined"), kPage, "belong to `pipelined`"};
  return ways;
}

/// Of the keys of traffic, those of one pattern or way to send.
Ways traffic_ways(const std::string& at, int nodes, const InputFiles& files) {
  for (const int shift : {1, 2}) {
    std::string text = "from,to\n";
    for (int node = 0; node < nodes; ++node)
      text += std::to_string(node) + ',' + std::to_string((node + shift) % nodes) + '\n';
    files.write("shift" + std::to_string(shift) + ".csv", text);
  }
  files.write("rates1.csv", "from,to,rate\n0,1,2\n1,2,1\n");
  files.write("rates2.csv", "from,to,rate\n0,2,2\n1,2,3\n");
  files.write("t.csv", "id,cycle,from,to,flits,after,delay\n1,1,0,3,2,,\n2,4,3,0,1,1,5\n");
  files.write("u.csv", "id,cycle,from,to,flits,after,delay\n1,1,0,5,2,,\n2,4,3,0,1,1,5\n");
  const std::string page = "network.md";
  const auto set = [&](const std::string& keys) { return at + "={" + keys + "}"; };
  const std::string rate = ", packet_flits: 3, packets_per_cycle: 0.1";
  const Ways ways = {
      {"hotspot",
       {{"{node: 2, fraction: 0.5}"},
        {set("pattern: hotspot, hotspot: {node: 1, fraction: 0.5}" + rate)},
        page,
        "required by `hotspot`"}},
      {"permutation",
       {{"{path: shift2.csv}"},
        {set("pattern: permutation, permutation: {path: shift1.csv}" + rate)},
        page,
        "required by `permutation`"}},
      {"table",
       {{"{path: rates2.csv}"},
        {set("pattern: table, table: {path: rates1.csv}" + rate)},
        page,
        "required by `table`"}},
      {"packets", {{"[[1, 0, 4, 2]]"}, {set("pattern: trace, packets: [[1, 0, 3, 2]]")}, page, "required by `trace`"}},
      {"trace", {{"{path: u.csv}"}, {set("pattern: trace, trace: {path: t.csv}")}, page, "required by `trace`"}},
      {"packet_lengths",
       {{"[{flits: 1, share: .5}, {flits: 5, share: .5}]"},
        {set("packets_per_cycle: 0.1")},
        page,
        "instead of `packet_flits`"}},
      {"packets_per_cycle", {{"0.2"}}},
      {"bursts", {{"{cycles: 20, share: 0.5}"}}},
      {"reply", {{"{flits: 2, cycles: 5}"}}},
  };
  Ways placed;
  for (const auto& [key, way] : ways) placed[at + '.' + key] = way;
  for (const auto& [key, value] : std::map<std::string, std::string>{{"operation", "all_gather"},
                                                                     {"algorithm", "direct"},
                                                                     {"bytes", "3000"},
                                                                     {"flit_bytes", "8"},
                                                                     {"packet_flits", "2"},
                                                                     {"delay", "9"},
                                                                     {"root", "2"}}) {
    const std::string operation = key == "root" ? "broadcast" : "all_reduce";
    placed[at + ".collective." + key] = {
        {value},
        {set("pattern: collective, collective: {bytes: 1000, operation: " + operation + "}")},
        page,
        "of the pattern `collective`"};
  }
  return placed;
}

}  // namespace

TEST_CASE("every key of an experiment and of its machine has an effect") {
  Bench bench = machine_bench(machine_text());
  Diagnostics problems;
  auto base = read_experiment(machine_text(), "e.yaml", {}, problems);
  for (const std::string& line : problems.lines()) UNSCOPED_INFO(line);
  REQUIRE(base);
  KeyWalk walk;
  describe(walk, *base);
  Ways ways = interconnect_ways("architecture.interconnect", "concentration: 2", 3);
  ways.merge(control_ways());
  add_run_ways(bench, ways);
  add_dispatcher_ways(bench, ways);
  add_other_ways(bench, ways);
  add_data_ways(bench, ways);
  check_keys(bench, walk.keys(), ways);
  for (const KeySection& table : experiment_key_tables()) {
    if (table.page == "faults.md") continue;  // below
    const bool section = table.title[0] == '`';
    const std::string name = section ? table.title.substr(1, table.title.size() - 2) : "";
    check_table(table,
                section                         ? "architecture." + name + (name == "processors" ? ".0." : ".")
                : table.title == "Architecture" ? "architecture."
                                                : "",
                walk.keys());
  }
}

TEST_CASE("a key of a picker that does not decide is noted where --set gives it") {
  const std::string file =
      "architecture: {processors: [{count: 1}], dispatcher: {picker: {preset: {B: 7}}}}\nworkload: {tasks: [{id: "
      "a}]}\n";
  const auto notes = [&](const Sets& sets) {
    Diagnostics problems;
    CHECK(read_experiment(file, "e.yaml", sets, problems));
    return problems.lines();
  };
  using Lines = std::vector<std::string>;
  const Sets both = {"architecture.dispatcher.picker.preset.C=3",
                     "architecture.dispatcher.picker.least_slack.parallel=2"};
  CHECK(notes({}) == Lines());
  CHECK(notes({both[0], "policies.picker=preset"}) == Lines());
  CHECK(notes(both) == Lines{"--set architecture.dispatcher.picker.least_slack.parallel=2:1:53: note: "
                             "architecture.dispatcher.picker.least_slack.parallel changes nothing: policies.picker is "
                             "weight_delay",
                             "--set architecture.dispatcher.picker.preset.C=3:1:41: note: "
                             "architecture.dispatcher.picker.preset.C changes nothing: policies.picker is "
                             "weight_delay"});
}

TEST_CASE("every key of background traffic has an effect") {
  std::string text = machine_text();
  text.insert(0, "background: {packet_flits: 3, packets_per_cycle: 0.01}\n");
  Bench bench = machine_bench(text);
  TrafficSpec traffic;
  TrafficKeys keys{traffic};
  KeyWalk walk("background.");
  describe(walk, keys);
  Ways ways = traffic_ways("background", 12, bench.files());
  ways["background.urgent"] = {{"{share: 0.3, flits: 1}"},
                               {"architecture.interconnect.arbitration=age"},
                               "network.md",
                               "needs `arbitration: age`"};
  check_keys(bench, walk.keys(), ways);
}

TEST_CASE("every key of a fault has an effect") {
  Bench bench = machine_bench("faults: [{processor: slow0, kind: slow, at: 300}]\n" + machine_text());
  KeyWalk walk("faults.0.");
  FaultKeys keys;
  describe(walk, keys);
  Ways ways;
  ways["faults.0.processor"].values = {"slow1"};
  ways["faults.0.kind"].values = {"die"};
  ways["faults.0.at"].values = {"0", "900"};
  ways["faults.0.cycles"].values = {"50"};
  ways["faults.0.mean_cycles"] = {{"3000"}, {"faults=[{processor: slow0, kind: slow, mean_cycles: 1000}]"}};
  const Way link = {{"[{link: [0, 1], kind: die, at: 30, drain: true}]"}, {}, {}, {}, Effect::run, "faults"};
  const Way router = {{"[{router: 0, kind: die, at: 30, drain: true}]"}, {}, {}, {}, Effect::run, "faults"};
  ways["faults.0.link"] = ways["faults.0.drain"] = link;
  ways["faults.0.router"] = router;
  ways["faults.0.memory"] = {{"[{memory: 0, kind: error, at: 30}]"}, {}, {}, {}, Effect::run, "faults"};
  ways["faults.0.store"] = {{"[{store: slow0, kind: die, at: 300}]"}, data_sets(bench), {}, {}, Effect::run, "faults"};
  ways["faults.0.network"] = {{"[{link: [0, 1], kind: corrupt, at: 30, network: control}]"},
                              {"architecture.interconnect.control={topology: mesh, columns: 4, rows: 2}"},
                              {},
                              {},
                              Effect::run,
                              "faults"};
  ways["faults.0.factor"] = {{"3.5"}, {}, "faults.md", "of `slow`: a job needs so many times its cycles"};
  check_keys(bench, walk.keys(), ways);
  for (const KeySection& table : experiment_key_tables()) {
    if (table.page == "faults.md") check_table(table, "faults.0.", walk.keys());
  }
}

TEST_CASE("every key of a network experiment has an effect") {
  const std::string text =
      "name: base\ninterconnect: {columns: 3, rows: 3, virtual_channels: 4, buffer_flits: 2}\nmeasured_cycles: 300\n"
      "output: {pictures: false}\ntraffic: {pattern: uniform, packet_flits: 3, packets_per_cycle: 0.1}\n";
  Bench bench = network_bench(text);
  Diagnostics problems;
  auto base = read_network_experiment(text, "n.yaml", {}, problems);
  REQUIRE(base);
  KeyWalk walk;
  describe(walk, *base);
  const std::string page = "network.md";
  Ways ways = interconnect_ways("interconnect", "concentration: 2", 3);
  ways.merge(traffic_ways("traffic", 9, bench.files()));
  ways.merge(Ways{
      {"name", {{"other"}, {}, {}, {}, Effect::words}},
      {"nodes",
       {{"9"},
        {"interconnect={topology: ring, virtual_channels: 4}", "nodes=8"},
        page,
        "of a topology that sizes itself"}},
      {"runs", {{}, {"saturation=true"}, page, "of the search for saturation"}},
      {"cost", {{"{node_nm: 45}"}, {}, {}, {}, Effect::cost}},
      {"interconnect.flit_bytes", {{}, {}, page, "`flit_bytes` matters for energy", Effect::cost}},
      {"traffic.urgent",
       {{"{share: 0.3, flits: 1}"}, {"interconnect.arbitration=age"}, page, "needs `arbitration: age`"}},
  });
  check_keys(bench, walk.keys(), ways);
  for (const KeySection& table : network_key_tables())
    check_table(table, table.title == "Keys of `traffic`" ? "traffic." : "", walk.keys());
}

TEST_CASE("every key of an experiment of batch serving has an effect") {
  const std::string text = R"(name: base
output: {trace: false, pictures: false}
serving:
  interconnect: {columns: 3, rows: 2, virtual_channels: 4, flit_bytes: 8, buffer_flits: 2}
  scheduler: {rated: {compute: 100}}
  nodes:
    - {name: speech, weight: 1.5, compute: 60, batch_limit: 4, output_bytes: 256, cycles: 400, per_request_cycles: 50}
    - {name: text, compute: 50, batch_limit: 4, output_bytes: 128, cycles: 300, per_request_cycles: 70}
    - {name: vision, weight: 2, compute: 50, batch_limit: 2, cycles: 200}
  sessions:
    - {name: spoken, count: 40, input_bytes: 512, arrivals: {generator: poisson, interval_cycles: 300},
       graph: [speech, text]}
    - {name: seen, count: 80, arrivals: {generator: poisson, interval_cycles: 200}, graph: [vision, text]}
)";
  Bench bench = serving_bench(text);
  Diagnostics problems;
  auto base = read_serving_experiment(text, "s.yaml", {}, problems);
  REQUIRE(base);
  KeyWalk walk;
  describe(walk, *base);
  const std::string page = "serving.md";
  const std::string node = "serving.nodes.0={name: speech, compute: 60, batch_limit: 2, ";
  const Sets sum = {"serving.scheduler.priority=sum"};
  Ways ways = interconnect_ways("serving.interconnect", "concentration: 1, group_routers: 3", 2);
  ways.merge(Ways{
      {"name", {{"other"}, {}, {}, {}, Effect::words}},
      {"limits.max_cycles", {{"2000"}}},
      {"serving.scheduler.a", {{"0", "1000"}, sum, page, "of `sum`: times the requests"}},
      {"serving.scheduler.b", {{"0", "1000"}, sum, page, "of `sum`: times the weight"}},
      {"serving.scheduler.counts", {{"priority_tasks"}, {"serving.sessions.0.priority=true"}}},
      {"serving.scheduler.rated", {{"{count: 1}"}}},
      {"serving.nodes.0.name", {{"other"}, {"serving.sessions.0.graph=[text]"}, {}, {}, Effect::words}},
      {"serving.nodes.0.weight", {{"9"}}},
      {"serving.nodes.0.compute", {{"20"}}},
      {"serving.nodes.0.cycles", {{"500"}}},
      {"serving.nodes.0.per_request_cycles", {{"90"}}},
      {"serving.nodes.0.batch_cycles", {{"[50, 60]"}, {node + "batch_cycles: [50, 90]}"}, page, "instead of both"}},
      {"serving.nodes.0.engines",
       {{"[{name: a, cycles: 40}, {name: b, cycles: 60}]"},
        {node + "engines: [{name: a, cycles: 40}]}"},
        page,
        "in the place of the three keys above"}},
      {"serving.nodes.0.passes", {{"3"}}},
      {"serving.sessions.0.name", {{"other"}, {}, {}, {}, Effect::words}},
      {"serving.sessions.0.pushes", {{"{count: 3, interval_cycles: 50}"}}},
      {"serving.sessions.0.graph", {{"[text]"}}},
      {"serving.sessions.0.count", {{"30"}}},
      {"serving.sessions.0.arrivals", {{"{generator: poisson, interval_cycles: 90}"}}},
  });
  check_keys(bench, walk.keys(), ways);
  for (const KeySection& table : serving_key_tables()) {
    if (table.title == "The experiment") check_table(table, "", walk.keys());
  }
}

}  // namespace gantry::key_effects_test
