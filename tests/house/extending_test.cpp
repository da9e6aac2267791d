// SPDX-License-Identifier: Apache-2.0
// The examples of docs/extending.md, compiled and linked as a user's own files would be, in catalogues of their own.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

#include "catch.h"
#include "examples/arrival_column.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/explain/critical_path.h"
#include "gantry/network/pattern.h"
#include "input_files.h"
#include "output/report_set.h"
#include "output/run_directory.h"
#include "output/table_file.h"
#include "recorded_run.h"
#include "workload/format.h"

// Of the examples.
namespace gantry {
inline namespace network {
void add_line(TopologyCatalogue& topologies);
void add_stride(PatternCatalogue& patterns);
}  // namespace network
inline namespace scheduler {
void add_newest(PickerCatalogue& pickers);
void add_fastest(ProcessorChoiceCatalogue& choices);
}  // namespace scheduler
void add_steps(WorkloadFormats& formats);
void add_way(ReportCatalogue& reports);
}  // namespace gantry

namespace gantry::extending_test {

namespace {

/// What is built in, and the examples.
MachineCatalogue with_examples() {
  MachineCatalogue catalogue = builtin_catalogue();
  add_newest(catalogue.pickers);
  add_fastest(catalogue.processor_choices);
  add_line(catalogue.topologies);
  return catalogue;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::filesystem::path kSource = GANTRY_SOURCE_DIR;

/// Three tasks that are ready together and one processor with one place: the picker alone decides the order. The
/// program's reader knows what is built in; other names are set in the machine's description.
constexpr const char* kThreeAtOnce = R"(
architecture:
  processors: [{count: 1, queue_depth: 1}]
  dispatcher: {mode: per_job, match_against: capable}
workload:
  tasks:
    - {id: first, cycles: 5000}
    - {id: second, cycles: 100}
    - {id: third, cycles: 100}
)";

Experiment load(const std::string& text, const std::vector<std::string>& sets) {
  const InputFiles files;
  Diagnostics diagnostics;
  std::optional<Experiment> experiment = load_experiment(files.write("e.yaml", text), sets, diagnostics);
  if (experiment) check_feasible(experiment->architecture, experiment->workload, diagnostics);
  for (const std::string& line : diagnostics.lines()) FAIL_CHECK(line);
  REQUIRE((experiment && diagnostics.ok()));
  return *experiment;
}

/// Host numbers of the tasks in order of completion.
std::vector<std::uint64_t> completion_order(const std::string& picker) {
  Experiment experiment = load(kThreeAtOnce, {});
  experiment.picker = picker;
  experiment.architecture.interconnect.topology = "line";
  CycleKernelOptions options;
  options.verify = true;
  options.shuffle_seed = 7;
  const RecordedRun run = record_run(experiment, options, Stepping::when_due, with_examples());
  REQUIRE(run.end == RunEnd::complete);
  std::vector<std::uint64_t> order;
  for (const TaskRecord& task : run.records.tasks) order.push_back(task.number);
  return order;
}

}  // namespace

TEST_CASE("what is added to a copy of a catalogue is in no other") {
  CHECK(with_examples().pickers.find("newest") != nullptr);
  if (builtin_pickers().find("newest") != nullptr) return;  // a copy of the example, as the page recommends
  CHECK(with_examples().pickers.entries().size() == builtin_pickers().entries().size() + 1);
  CHECK(builtin_pickers().find("newest") == nullptr);
  Experiment experiment = load(kThreeAtOnce, {});
  experiment.picker = "newest";
  CHECK_THROWS_WITH(record_run(experiment, {}), "unknown picker 'newest'");
}

TEST_CASE("a picker of one's own decides who goes next") {
  // The first task takes the only place before the others are there; while it computes, both are admitted.
  CHECK(completion_order("fifo") == std::vector<std::uint64_t>{0, 1, 2});
  CHECK(completion_order("newest") == std::vector<std::uint64_t>{0, 2, 1});
}

TEST_CASE("the links of a topology of one's own are symmetric and its routes arrive") {
  const auto line = with_examples().topologies.find("line")->make(InterconnectConfig{}, 5);
  REQUIRE(line->routers() == 5);
  for (std::uint32_t r = 0; r < line->routers(); ++r) {
    for (std::uint32_t p = 0; p < line->ports(r); ++p) {
      const LinkEnd there = line->neighbour(r, p);
      const LinkEnd back = line->neighbour(there.router, there.port);
      CHECK((back.router == r && back.port == p));
    }
    for (std::uint32_t d = 0; d < line->routers(); ++d) CHECK(line->hops(r, d) == (r > d ? r - d : d - r));
  }
}

TEST_CASE("a topology of one's own has a key of its own") {
  const MachineCatalogue catalogue = with_examples();
  const auto& line = *catalogue.topologies.find("line");
  REQUIRE(has_key(line.keys, "spare"));
  InterconnectConfig config;
  CHECK(line.make(config, 5)->nodes() == 5);
  config.own.set("spare", 3);
  CHECK(line.make(config, 5)->nodes() == 8);
}

TEST_CASE("a pattern of one's own sends where its key says") {
  PatternCatalogue patterns = builtin_patterns();
  add_stride(patterns);
  const auto& stride = *patterns.find("stride");
  PatternValues own;
  RandomBits bits(1, 1);
  CHECK(stride.make(own, {4, 2})->draw(7, bits) == 0);
  own.numbers.set("stride", 3);
  CHECK(stride.make(own, {4, 2})->draw(6, bits) == 1);
  CHECK(stride.make(own, {4, 2})->share(6, 1).part == 1);
}

TEST_CASE("a processor choice of one's own picks the processor") {
  Experiment experiment = load(R"(
architecture: {processors: [{name: slow, count: 2}, {name: fast, speed: 4, count: 1}]}
workload: {tasks: [{id: only, cycles: 400}]}
)",
                               {});
  experiment.processor_choice = "fastest";
  const RecordedRun run = record_run(experiment, {}, Stepping::when_due, with_examples());
  REQUIRE(run.records.jobs.size() == 1);
  CHECK(run.records.jobs[0].processor == 2);
  CHECK(run.records.jobs[0].finished - run.records.jobs[0].started == 100);  // 400 cycles at speed 4
}

TEST_CASE("a workload format of one's own is recognised and reports its errors with a position") {
  WorkloadFormats formats = workload_formats();
  add_steps(formats);
  Workload workload;
  Diagnostics diagnostics;
  std::string guessed;
  REQUIRE(read_workload("#steps\nload 10\nadd 20 load\n", "w.txt", "", workload, diagnostics, &guessed, {}, formats));
  CHECK(guessed == "steps");
  CHECK(facts(workload).critical_path == 30);

  Workload wrong;
  CHECK_FALSE(read_workload("#steps\na 1x\na 2 b\n", "w.txt", "", wrong, diagnostics, nullptr, {}, formats));
  CHECK(diagnostics.lines() ==
        std::vector<std::string>{
            "w.txt:2:1: error: a line must be `name cycles predecessor...` with cycles from 0 to 2^48",
            "w.txt:3:1: error: no task 'b' stands above (predecessors come first)"});
}

TEST_CASE("a report of one's own hears every job") {
  Experiment experiment = load(kThreeAtOnce, {});
  experiment.architecture.interconnect.topology = "line";
  GraphSource source(experiment.workload, experiment.architecture);
  ReportCatalogue catalogue = run_reports();
  add_way(catalogue);
  const InputFiles files;
  Diagnostics problems;
  RunDirectory directory(files.path("out"), {}, problems);
  ReportSet reports({}, directory);
  reports.add(*catalogue.find("way"), {});
  Machine machine(experiment.architecture, {}, source, reports.records(), std::nullopt, with_examples());
  reports.listen(machine);
  Cycle now = 0;
  REQUIRE(run_cycles(machine, {}, {}, now) == RunEnd::complete);
  const RunStats stats = machine.finish(RunEnd::complete, now);
  const RanMachine ran{stats.traffic, stats.cycles};
  reports.finish(&ran, problems);
  CHECK(problems.ok());
  CHECK(directory.outputs() == std::vector<std::string>{"way.json"});
  // Scheduler and processor are neighbours on the line (nodes 2 and 3). A job has ceil((8 + 128 + 16) / 32) = 5 flits.
  // The first flit leaves its terminal, then one router and the next 2 cycles later each, and is at the processor's
  // terminal 1 cycle after that; the last one is 4 cycles behind.
  CHECK(read(files.path("out/way.json")) == "{\"jobs\": 3, \"cycles\": 27, \"longest\": 9}\n");
}

TEST_CASE("a column more is written, read back and documented by its line alone") {
  const InputFiles files;
  const std::string path = files.path("tasks.csv");
  TaskRecord record;
  record.arrival = 17;
  record.submitted = 20;
  ArrivalCells row;
  row.task = "a";
  row.stations = record;
  TableFile<ArrivalCells> file(path);
  file.add(row);
  Diagnostics problems;
  file.finish(problems);
  const std::string head = column_header<TaskCells>() + ",arrival\n";
  const std::string written = read(path);
  CHECK(written.substr(0, head.size()) == head);
  CHECK(written.substr(written.rfind(',')) == ",17\n");

  TableReader<ArrivalCells> table(path, problems);
  ArrivalCells again;
  REQUIRE(table.next(again));
  CHECK(again.stations.arrival == 17);
  CHECK(column_name(again, &again.stations.arrival) == "arrival");
  files.write("tasks.csv", written.substr(0, written.size() - 3) + '\n');
  TableReader<ArrivalCells> empty(path, problems);
  CHECK_FALSE(empty.next(again));
  REQUIRE(problems.size() == 1);
  const std::string place = std::to_string(written.size() - 2 - head.size());
  CHECK(problems.lines()[0] ==
        path + ":2:" + place + ": error: arrival is \"\" (expected a whole number from 0 to 18446744073709551614)");

  ColumnTable page;
  describe(page, row);
  CHECK(page.rows().back() == "| `arrival` | cycle | the host could submit it from here on |");
}

TEST_CASE("docs/extending.md quotes lines that stand in the files that it names") {
  const std::string page = read(kSource / "docs/extending.md");
  std::istringstream lines(page);
  std::string file;
  std::string quoted;
  bool inside = false;
  std::size_t quotes = 0;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line == "```") {
      inside = false;
      if (file.empty()) continue;
      INFO(file << ":\n" << quoted);
      CHECK(read(kSource / file).find('\n' + quoted) != std::string::npos);
      ++quotes;
    } else if (inside) {
      quoted += line + '\n';
    } else if (line == "```cpp") {
      inside = true;
      quoted.clear();
    } else if (line.rfind("`model/", 0) == 0 || line.rfind("`sim/", 0) == 0) {
      file = line.substr(1, line.find('`', 1) - 1);
    } else if (!line.empty()) {
      file.clear();  // a block right below a file's name, or below another block of it
    }
  }
  CHECK(quotes == 19);
}

TEST_CASE("docs/extending.md shows the examples as they are compiled here") {
  const std::string page = read(kSource / "docs/extending.md");
  for (const auto& example : std::filesystem::directory_iterator(kSource / "tests/examples")) {
    if (example.is_directory()) continue;  // Verilog, shown by docs/rtl.md, and the programs of docs/embedding.md
    const std::string code = read(example.path());
    INFO(example.path().filename().string());
    CHECK(page.find("```cpp\n" + code + "```\n") != std::string::npos);
  }
}

TEST_CASE("docs/embedding.md shows the programs that tests/install_consumer.sh builds") {
  const std::string page = read(kSource / "docs/embedding.md");
  for (const char* program : {"consumer_core", "consumer_sc"}) {
    INFO(program);
    const std::filesystem::path folder = kSource / "tests/examples" / program;
    CHECK(page.find("```cpp\n" + read(folder / "main.cpp") + "```\n") != std::string::npos);
    CHECK(page.find("```cmake\n" + read(folder / "CMakeLists.txt") + "```\n") != std::string::npos);
  }
}

TEST_CASE("docs/verification_kit.md shows the C program that tests/install_consumer.sh builds") {
  const std::string page = read(kSource / "docs/verification_kit.md");
  const std::filesystem::path folder = kSource / "tests/examples/consumer_dpi";
  CHECK(page.find("```c\n" + read(folder / "main.c") + "```\n") != std::string::npos);
  CHECK(page.find("```cmake\n" + read(folder / "CMakeLists.txt") + "```\n") != std::string::npos);
}

}  // namespace gantry::extending_test
