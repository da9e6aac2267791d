// SPDX-License-Identifier: Apache-2.0
// Every key of the tables of docs/workloads.md has an effect: of the mapping, of the generators of streams of
// graphs, and of tasks.
#include <filesystem>
#include <sstream>

#include "experiment/graph_stream.h"
#include "experiment/schemas.h"
#include "key_effects.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/generator.h"
#include "workload/lowering.h"
#include "workload/mapping.h"
#include "workload/native_writer.h"

namespace gantry::workload_key_effects_test {

using namespace key_effects;

namespace {

KeySection table_of(const std::string& title) {
  for (const KeySection& table : workload_key_tables()) {
    if (table.title == title) return table;
  }
  return {"workloads.md", title, {}};
}

struct Reading {
  bool right = false;
  std::string tasks;  ///< in the native format
  std::vector<std::string> notes;
};

/// Reads a text in a format, with one key of the mapping.
Reading read_with(const std::string& text, const std::string& format, const std::string& mapping) {
  Diagnostics diagnostics;
  const auto node = mapping.empty() ? std::nullopt : parse_yaml(mapping, "m", diagnostics);
  Workload workload;
  Reading reading;
  reading.right = read_workload(text, "f", format, workload, diagnostics, nullptr, {node ? &*node : nullptr});
  std::ostringstream out;
  if (reading.right) write_native(workload, out);
  reading.tasks = out.str();
  reading.notes = diagnostics.take_notes();
  return reading;
}

/// Texts of a format that need no mapping.
std::vector<std::string> texts_of(const std::string& format) {
  const std::map<std::string, std::string> more = {
      {"arrivals", "time,work,size,kind,share,who,when,load\n0,50,64,union,3,x,7,9\n1,70,32,block,5,y,9,8\n"},
      {"dot", "digraph g { a [size=10, load=5, kind=union, share=7]; b [size=20]; a -> b [size=3, load=9]; }"}};
  std::vector<std::string> texts;
  if (more.count(format) == 1) texts.push_back(more.at(format));
  const std::string seeds = std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/" + format;
  for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
    const std::string text = file_text(entry.path().string());
    if (text.rfind("mapping ", 0) != 0 && read_with(text, format, "").right) texts.push_back(text);
  }
  return texts;
}

/// The keys of the first table behind a text of a page.
std::vector<std::string> rows_of_page(const std::string& page, const std::string& text) {
  const std::string all = file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/" + page);
  const std::size_t begin = all.find("\n| `", all.find(text));
  const std::string table = all.substr(begin, all.find("\n\n", begin) - begin);
  constexpr std::size_t kName = 4;  // behind "| `" of a new line
  std::vector<std::string> keys;
  for (std::size_t at = 0; at != std::string::npos; at = table.find("\n| `", at + 1))
    keys.push_back(table.substr(at + kName, table.find('`', at + kName) - at - kName));
  return keys;
}

}  // namespace

TEST_CASE("every key of a mapping has an effect") {
  Bench bench = machine_bench(machine_text());
  bench.files().write("w.txt", "3 2\n0 A 300\n1 B 200\n2 C 100\n0 1 64 x\n1 2 32 y\n");
  bench.files().write("w.csv",
                      "time,work,size,kind,share,who,when,load\n0,50,64,union,3,x,7,9\n0.000001,70,32,block,5,y,9,8\n");
  bench.files().write("g.dot", "digraph { a -> b }");
  bench.files().write("t.txt", "2 0\n0 A 300\n1 B 200\n");
  // Read in two ways: its first line has the numbers of the columns or the first task ...
  bench.files().write("n.csv", "1,2\n0,50\n0.000001,70\n");
  // ... and both kinds of separators leave a column with this name.
  bench.files().write("s.csv", "time,a;b,c;time\n0,1;2,3;0\n0.000001,1;2,3;0.000003\n");
  bench.files().write("job.txt", "job_name chain\nadd_new_tasks 2\na 0\na HEAD\nb 1\nb TAIL\n");
  bench.files().write("slow.txt", "add_new_resource resource_name core\na 300\nb 500\n");
  bench.files().write("fast.txt", "add_new_resource resource_name core\na 30\nb 50\n");
  bench.files().write("t.csv", "operator,cycles\nproduct,777\n");
  bench.files().write("b.csv", "operator,cycles\nb,777\n");
  bench.files().write("m.onnx", file_text(std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/onnx/block.onnx"));
  bench.files().write("k.json", file_text(std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/kineto/event.json"));
  const std::string trace =
      R"({"workload_graph": [{"Id": 1, "NodeType": 4, "runtime": 1},
          {"Id": 2, "NodeType": 7, "ctrl_deps": [1], "runtime": 9, "comm_type": 0, "comm_size": 64}]})";
  bench.files().write("t.0.json", trace);
  bench.files().write("t.1.json", R"({"workload_graph": [{"Id": 2, "NodeType": 7, "comm_type": 0, "comm_size": 64}]})");
  KeyWalk walk("workload.mapping.");
  Mapping mapping;
  describe(walk, mapping);
  const auto file = [](const std::string& name, const std::string& mapped = "") {
    return Sets{"workload={path: " + name + ", mapping: {" + mapped + "}}"};
  };
  const Sets list = file("w.txt");
  const Sets transfers = file("t.txt", "class: communication");
  const Sets arrivals = file("w.csv");
  const std::string page = "workloads.md";
  const std::string at = "workload.mapping.";
  Ways ways = {
      {at + "cycles_per_unit", {{"7"}, list}},
      {at + "work", {{"7"}, file("g.dot")}},
      {at + "jobs", {{"4"}, list}},
      {at + "bytes_scale", {{"3"}, list}},
      {at + "input_bytes", {{"100"}, list}},
      {at + "output_bytes", {{"100"}, list}},
      {at + "class", {{}, list}},
      {at + "weight", {{}, list}},
      {at + "job_bytes",
       {{"64"},
        transfers,
        page,
        "A communication task (`class: communication`) whose file has no bytes moves `job_bytes`"}},
      {at + "processor", {{"gpu"}, list}},
      {at + "cycles_per_second", {{"100000000"}, arrivals, page, "of times of arrival"}},
      {at + "arrivals", {{}, arrivals, page, "whether times of arrival become `submit`"}},
      {at + "time_unit", {{}, arrivals, page, "of times of arrival that are numbers"}},
      {at + "header",
       {{"false"},
        {"workload={path: n.csv, format: arrivals, mapping: {fields: {time: 1, work: 2}}}"},
        page,
        "whether the first line of a CSV names the columns"}},
      {at + "separator", {{"semicolon"}, file("s.csv", "work: 1"), page, "of a CSV"}},
      {at + "copies", {{}, file("k.json"), page, "what copies and memsets of `kineto` are"}},
      {at + "dimensions", {{"{N: 8}"}, file("m.onnx"), page, "sizes of the named dimensions of a model's inputs"}},
      {at + "resources", {{"fast.txt"}, file("job.txt", "resources: slow.txt"), page, "with the times of `ds3`"}},
      {at + "ranks", {{"2"}, file("t.0.json", "processor: core"), page, "of `chakra`, each with a file"}},
      {at + "same_trace", {{"true"}, file("t.0.json", "ranks: 2, processor: core"), page, "whether all `ranks` have"}},
      {at + "collectives",
       {{"direct"},
        file("t.0.json", "ranks: 3, same_trace: true, processor: core"),
        page,
        "that a collective of several"}},
      {at + "communication", {{"bytes"}, file("t.0.json"), page, "whether communication moves its bytes"}},
      {at + "ctrl_deps", {{"true"}, file("t.0.json"), page, "whether control dependences are edges"}},
  };
  for (const auto& [field, column] : std::map<std::string, std::string>{{"time", "when"},
                                                                        {"work", "load"},
                                                                        {"bytes", "load"},
                                                                        {"class", "kind"},
                                                                        {"weight", "share"},
                                                                        {"id", "who"}})
    ways[at + "fields." + field] = {{column}, arrivals};
  check_keys(bench, walk.keys(), ways);
  check_table(table_of("Mapping"), at, walk.keys());
}

TEST_CASE("every key of a lowering has an effect") {
  Bench bench = machine_bench(machine_text());
  bench.files().write("l.csv", "Layer,M,N,K\na,64,256,512\nb,64,32,256\n");
  bench.files().write("m.onnx", file_text(std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/onnx/block.onnx"));
  bench.files().write("t.csv", "operator,cycles\na,700\nb,900\n");
  bench.files().write("b.csv", "operator,cycles\nb,900\n");
  KeyWalk walk("workload.lowering.");
  Lowering lowering;
  describe(walk, lowering);
  const auto file = [](const std::string& name, const std::string& keys = "") {
    return Sets{"workload={path: " + name + ", lowering: {" + keys + "}}"};
  };
  const std::string at = "workload.lowering.";
  const Ways ways = {{at + "macs_per_cycle", {{"{core: 99}", "99"}, file("l.csv")}},
                     {at + "elements_per_cycle", {{"5"}, file("m.onnx")}},
                     {at + "efficiency", {{"{matrix: 0.5}", "0.25"}, file("l.csv")}},
                     {at + "element_bits", {{"16"}, file("l.csv")}},
                     {at + "job_cycles", {{"999"}, file("l.csv")}},
                     {at + "task_jobs", {{"1"}, file("l.csv", "job_cycles: 4096")}},
                     {at + "local_bytes", {{"16384"}, file("l.csv")}},
                     {at + "cut", {{"channels", "tokens"}, file("l.csv", "job_cycles: 4096")}},
                     {at + "fuse", {{"false"}, file("m.onnx")}},
                     {at + "weights", {{"complete"}, file("l.csv", "job_cycles: 4096")}},
                     {at + "data", {{"objects"}, file("l.csv")}},
                     {at + "times", {{"t.csv"}, file("l.csv")}},
                     {at + "times_unit", {{"us"}, file("l.csv", "times: t.csv")}},
                     // Only operator b has a row.
                     {at + "times_default", {{"work"}, file("l.csv", "times: b.csv, times_default: 3")}}};
  check_keys(bench, walk.keys(), ways);
  check_table(table_of("Lowering"), at, walk.keys());
}

TEST_CASE("a key of the mapping changes a workload of the format, or a note says that it changes nothing") {
  const std::map<std::string, std::string> values = {
      {"copies", "bytes"},        {"dimensions", "{N: 3}"},  {"cycles_per_second", "7"},
      {"arrivals", "false"},      {"time_unit", "us"},       {"header", "false"},
      {"separator", "semicolon"}, {"resources", "none.txt"}, {"fields.time", "when"},
      {"fields.work", "load"},    {"fields.bytes", "load"},  {"fields.class", "kind"},
      {"fields.weight", "share"}, {"fields.id", "who"},      {"ranks", "2"},
      {"same_trace", "true"},     {"collectives", "direct"}, {"communication", "bytes"},
      {"ctrl_deps", "true"},
  };
  // Keys that change nothing alone.
  const std::map<std::string, std::string> together = {{"same_trace", "ranks: 2"},
                                                       {"collectives", "ranks: 3, same_trace: true"}};
  KeyWalk walk;
  Mapping mapping;
  describe(walk, mapping);
  const auto has = [](const std::vector<std::string_view>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (const WorkloadFormat& format : workload_formats().entries()) {
    if (!format.mapping) continue;
    const std::vector<std::string> texts = texts_of(format.name);
    CHECK_FALSE(texts.empty());
    for (const SeenKey& key : walk.keys()) {
      if (has(graph_mapping_keys(), key.path)) continue;
      INFO(format.name << ": " << key.path);
      REQUIRE(values.count(key.path) == 1);
      const std::size_t dot = key.path.find('.');
      const bool turns_on = key.path == "arrivals" && !format.mapping->arrivals;
      const std::string base = together.count(key.path) == 0 ? "" : together.at(key.path);
      const std::string value =
          ": " + (turns_on ? "true" : values.at(key.path)) + (base.empty() ? "" : ", " + base) + '}';
      const std::string given = dot == std::string::npos
                                    ? '{' + key.path + value
                                    : '{' + key.path.substr(0, dot) + ": {" + key.path.substr(dot + 1) + value + '}';
      const bool used = has(format.mapping_keys, key.path);
      bool changed = false;
      for (const std::string& text : texts) {
        const Reading with = read_with(text, format.name, given);
        const std::string without = base.empty() || !used ? "" : '{' + base + '}';
        changed = changed || with.tasks != read_with(text, format.name, without).tasks;
        const bool noted = std::any_of(with.notes.begin(), with.notes.end(), [&](const std::string& note) {
          return note.find("note: mapping." + key.path + " changes nothing in a workload of the format " +
                           format.name) != std::string::npos;
        });
        CHECK(noted != used);
      }
      CHECK(changed == used);
    }
  }
}

TEST_CASE("a key of the mapping that no generator uses is noted, too") {
  const InputFiles files;
  files.write("a.csv", "time,w\n0,3\n0.000001,4\n");
  const auto notes = [&](const std::string& workload) {
    Diagnostics problems;
    const auto read = read_experiment("architecture: {processors: [{count: 1}]}\nworkload: " + workload + "\n",
                                      files.path("e.yaml"), {}, problems);
    CHECK(read);
    return files.errors(problems);
  };
  using Lines = std::vector<std::string>;
  CHECK(notes("{generator: lu, tiles: 3, mapping: {weight: 2, time_unit: us}}") ==
        Lines{"e.yaml:2:58: note: workload.mapping.time_unit changes nothing in a graph of the generator lu"});
  CHECK(
      notes("{generator: trace, path: a.csv, cycles: 9, mapping: {time_unit: ms, jobs: 2, fields: {weight: w}}}") ==
      Lines{"e.yaml:2:79: note: workload.mapping.jobs changes nothing where the file gives times of arrival",
            "e.yaml:2:97: note: workload.mapping.fields.weight changes nothing where the file gives times of arrival"});
}

TEST_CASE("every key of a generator has an effect") {
  Bench bench = machine_bench(machine_text());
  bench.files().write("a.csv", "time\n0\n0.000001\n0.000003\n");
  bench.files().write("b.csv", "time\n0\n0.000002\n0.000003\n");
  const std::map<std::string, std::string> bases = {
      {"cholesky", "tiles: 3, tile_bytes: 64"},
      {"lu", "tiles: 3, tile_bytes: 64"},
      {"qr", "tiles: 3, tile_bytes: 64"},
      {"task_bench", "pattern: nearest, width: 5, steps: 3, bytes: 64"},
      {"poisson", "tasks: 20, interval_cycles: 40, cycles: 100"},
      {"bursts", "tasks: 20, burst_tasks: 5, burst_interval_cycles: 300, cycles: 100"},
      {"trace", "path: a.csv, cycles: 100"},
  };
  const std::string page = "workloads.md";
  for (const WorkloadGenerator& generator : workload_generators().entries()) {
    INFO(generator.name);
    REQUIRE(bases.count(generator.name) == 1);
    const Sets sets = {"workload={generator: " + generator.name + ", " + bases.at(generator.name) + "}"};
    KeyWalk walk("workload.");
    generator.describe(walk);
    const std::map<std::string, std::vector<std::string>> values = {{"tiles", {"2"}},
                                                                    {"width", {"4"}},
                                                                    {"steps", {"2"}},
                                                                    {"pattern", {"fft"}},
                                                                    {"work", {"2"}},
                                                                    {"tasks", {"10"}},
                                                                    {"interval_cycles", {"20"}},
                                                                    {"cycles", {"{uniform: [50, 90]}"}},
                                                                    {"class", {"union"}},
                                                                    {"weight", {"9"}},
                                                                    {"stream", {"1"}},
                                                                    {"jobs", {"2"}},
                                                                    {"job_bytes", {"32"}},
                                                                    {"processor", {"gpu"}},
                                                                    {"burst_tasks", {"4"}},
                                                                    {"burst_interval_cycles", {"200"}},
                                                                    {"path", {"b.csv"}},
                                                                    {"mapping", {"{time_unit: us}"}}};
    Ways ways;
    for (const SeenKey& key : walk.keys()) {
      const std::string name = key.path.substr(key.path.rfind('.') + 1);
      const auto own = values.find(name);
      ways[key.path] = {own != values.end() ? own->second : std::vector<std::string>(), sets};
    }
    if (ways.count("workload.job_bytes") == 1) {
      // Of the others the size only says which processors may run them.
      ways["workload.job_bytes"].sets = {"workload={generator: " + generator.name + ", " + bases.at(generator.name) +
                                         ", class: communication}"};
    }
    if (generator.name == "task_bench") {
      ways["workload.period"].sets = {
          "workload={generator: task_bench, pattern: spread, width: 8, steps: 4, radix: 2, bytes: 64}"};
      ways["workload.period"].page = page;
      ways["workload.period"].words = "of `spread`";
    }
    check_keys(bench, walk.keys(), ways);
    check_table(table_of('`' + generator.name + '`'), "workload.", walk.keys());
  }
}

TEST_CASE("every key of a stream of graphs has an effect") {
  Bench bench = machine_bench(machine_text());
  bench.files().write("a.csv", "time\n0\n0.000001\n0.000003\n");
  bench.files().write("c.csv", "time,size,load\n0,5,50\n0.000002,6,60\n");
  bench.files().write("b.csv", "time\n0\n0.000002\n0.000003\n");
  const std::string graph = "{tasks: [{id: a, cycles: 90}, {id: b, cycles: 60, after: [a]}]}";
  const auto streams = [&](const std::string& arrivals) {
    return Sets{"workload={streams: [{name: one, workload: " + graph + ", arrivals: {" + arrivals +
                "}, count: 3}, {name: two, workload: {tasks: [{id: c, cycles: 50}]}, arrivals: {process: periodic, "
                "interval_cycles: 60}, count: 9}]}"};
  };
  const std::string at = "workload.streams.0.";
  const Sets usual = streams("process: periodic, interval_cycles: 100");
  const Sets loop = {"workload={streams: [{name: one, workload: " + graph +
                     ", arrivals: {process: bursts, burst_tasks: 3, burst_interval_cycles: 9000}, count: 3, repeat: 4, "
                     "merge: {up_to: 2}}]}"};
  const Sets follower = {"workload={streams: [{name: one, workload: " + graph +
                         ", after: {stream: two}}, {name: two, workload: {tasks: [{id: c, cycles: 50}]}, arrivals: "
                         "{process: periodic, interval_cycles: 60}, count: 9}, {name: three, workload: {tasks: [{id: "
                         "d, cycles: 70}]}, arrivals: {process: periodic, interval_cycles: 80}, count: 4}]}"};
  KeyWalk walk(at);
  GraphStream stream;
  describe(walk, stream);
  check_keys(bench, walk.keys(),
             {{at + "name", {{"other"}, usual}},
              {at + "workload", {{"{tasks: [{id: a, cycles: 80}]}"}, usual}},
              {at + "arrivals", {{"{process: periodic, interval_cycles: 200}"}, usual}},
              {at + "count", {{"5"}, usual}},
              {at + "weight", {{"77"}, usual}},
              {at + "deadline_cycles", {{"150"}, usual}},
              {at + "after.stream", {{"three"}, follower}},
              {at + "repeat", {{"3"}, usual}},
              {at + "merge.up_to", {{"1"}, loop}},
              {at + "tokens", {{"0"}, loop}},
              {at + "limits.ttft_cycles", {{"700"}, loop}},
              {at + "limits.tpot_cycles", {{"300"}, loop}},
              {at + "limits.e2e_cycles", {{"2000"}, loop}}});
  check_table(table_of("`streams`"), at, walk.keys());
  const std::map<std::string, std::string> bases = {
      {"periodic", "process: periodic, interval_cycles: 100"},
      {"poisson", "process: poisson, interval_cycles: 100"},
      {"bursts", "process: bursts, burst_tasks: 2, burst_interval_cycles: 300"},
      {"trace", "process: trace, path: a.csv"},
  };
  const std::map<std::string, std::string> values = {{"interval_cycles", "30"}, {"offset_cycles", "70"},
                                                     {"jitter_cycles", "25"},   {"sizes", "{tokens: load}"},
                                                     {"burst_tasks", "3"},      {"burst_interval_cycles", "200"},
                                                     {"path", "b.csv"},         {"mapping", "{time_unit: us}"}};
  for (const ArrivalForm& form : arrival_forms()) {
    INFO(form.name);
    KeyWalk arrivals(at + "arrivals.");
    form.describe(arrivals);
    Ways ways;
    for (const SeenKey& key : arrivals.keys()) {
      const std::string name = key.path.substr(key.path.rfind('.') + 1);
      REQUIRE(values.count(name) == 1);
      ways[key.path] = {{values.at(name)}, streams(bases.at(std::string(form.name)))};
      if (name == "sizes") {
        ways[key.path].sets = {
            "workload={streams: [{name: one, workload: {tasks: [{id: a, cycles: 9 * tokens}]}, count: 3, arrivals: "
            "{process: trace, path: c.csv, sizes: {tokens: size}}}]}"};
      }
    }
    check_keys(bench, arrivals.keys(), ways);
    check_table(table_of("`arrivals` of a stream: `" + std::string(form.name) + '`'), at + "arrivals.",
                arrivals.keys());
  }
}

TEST_CASE("every key of a workload and of its tasks has an effect") {
  Bench bench = machine_bench(machine_text());
  bench.files().write("w.yaml", "tasks: [{id: a, cycles: 50, after: [b]}, {id: b, cycles: 30}, {id: c, cycles: 90}]\n");
  bench.files().write("v.yaml", "tasks: [{id: a, cycles: 60}]\n");
  bench.files().write("l.csv", "Layer,M,N,K\na,64,64,64\n");
  bench.files().write("w.txt", "2 0\n0 A 300\n1 B 200\n");
  bench.files().write("e.txt", "3 2\n0 A 300\n1 B 200\n2 C 100\n0 1 64 x\n1 2 32 y\n");
  const Sets file = {"workload={path: w.yaml}"};
  const Sets tasks = {
      "workload={tasks: [{id: a, jobs: 2, cycles: 50}, {id: b, class: communication, job_bytes: 8}, "
      "{id: c, cycles: 70}]}"};
  const Ways keys = {
      {"path", {{"v.yaml"}, file}},
      {"mapping", {{"{cycles_per_unit: 7}"}, {"workload={path: w.txt}"}}},
      {"lowering", {{"{job_cycles: 10}"}, {"workload={path: l.csv}"}}},
      {"order", {{"rank"}, file}},
      {"edges", {{"data"}, {"workload={path: e.txt}"}}},
      {"part", {{".5"}, file}},
      {"generator", {{"qr"}, {"workload={generator: lu, tiles: 3}"}}},
      {"tasks.0.id", {{"other"}, tasks}},
      {"tasks.0.class", {{"union"}, tasks}},
      {"tasks.0.weight", {{"7"}, tasks}},
      {"tasks.0.jobs", {{"4"}, tasks}},
      {"tasks.0.job_bytes", {{"512"}, {"workload={tasks: [{id: a, class: communication, job_bytes: 8}]}"}}},
      {"tasks.0.cycles", {{"90"}, tasks}},
      {"tasks.0.load", {{"{bytes: 4096}"}, tasks}},
      {"tasks.0.processor", {{"gpu", "core"}, tasks}},
      {"tasks.0.after", {{"[c]"}, tasks}},
      {"tasks.0.submit", {{"500"}, tasks}},
      {"tasks.0.stream", {{"1"}, tasks}},
      {"tasks.0.deadline",
       {{"30"},
        {"workload={tasks: [{id: a, cycles: 50, deadline: 900}, {id: b, cycles: 70, deadline: 700}, {id: c, cycles: "
         "500}]}",
         "workload.order=rank", "architecture.processors=[{queue_depth: 1}]", "architecture.decomposer.slots=16",
         "architecture.task_cache.capacity=32", "policies.picker=earliest_deadline",
         "architecture.dispatcher.match_against=capable"},
        "workloads.md",
        "for the pickers that ask"}},
      {"tasks.0.target",
       {{"9"},
        {"workload={tasks: [{id: a, cycles: 50, target: 1}, {id: b, cycles: 70, target: 5}, {id: c, cycles: 500}]}",
         "workload.order=rank", "architecture.processors=[{queue_depth: 1}]", "architecture.decomposer.slots=16",
         "architecture.task_cache.capacity=32", "policies.picker=preset",
         "architecture.dispatcher.match_against=capable"},
        "workloads.md",
        "No other picker looks at it"}},
      {"tasks.0.input_bytes", {{"300"}, tasks}},
      {"tasks.0.output_bytes", {{"300"}, tasks}},
      {"tasks.0.reads",
       {{"[x]"},
        {"workload={data: [{id: x, bytes: 8}], tasks: [{id: a, cycles: 50}, {id: b, cycles: 70, writes: [x]}]}"}}},
      {"tasks.0.writes",
       {{"[x]"},
        {"workload={data: [{id: x, bytes: 8}], tasks: [{id: a, cycles: 50}, {id: b, cycles: 70, reads: [x]}]}"}}},
  };
  for (const auto& [key, way] : keys) check_key(bench, {"workload." + key, {}}, way);
  CHECK_FALSE(bench.run({"workload={path: w.txt, format: stg}"}).error.empty());
  // The keys of a task, and of where a workload comes from, stand on the pages alone.
  const std::set<std::string> elsewhere = {"format", "sha256"};
  std::size_t known = 0;
  for (const std::string& key : rows_of_page("workloads.md", "and these for each task:")) {
    INFO(key);
    CHECK(keys.count("tasks.0." + key) == 1);
    ++known;
  }
  for (const std::string& key : rows_of_page("configuration.md", "# Experiment\n")) {
    constexpr std::size_t kSection = 9;  // "workload."
    if (key.rfind("workload.", 0) != 0) continue;
    INFO(key);
    CHECK(keys.count(key.substr(kSection)) + elsewhere.count(key.substr(kSection)) == 1);
    ++known;
  }
  CHECK(known == keys.size() + elsewhere.size());
}

}  // namespace gantry::workload_key_effects_test
