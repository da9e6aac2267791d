// SPDX-License-Identifier: Apache-2.0
// Files of real users, with their counts, from a folder that is not part of this project: $GANTRY_SHARED_WORKLOADS, or
// shared/workloads beside the checkout. Without it these tests say so and check nothing.
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/explain/critical_path.h"
#include "input_files.h"
#include "program_run.h"
#include "run/simulation.h"
#include "serving/serving_simulation.h"
#include "shared_folder.h"
#include "workload/format.h"
#include "workload/native_writer.h"
#include "workload/task_defaults.h"

namespace gantry::shared_workloads_test {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> folder() {
  const fs::path path = shared_path("");
  if (!has_shared(path / "facts.json")) return std::nullopt;
  return path;
}

struct SharedFile {
  std::string name;
  std::string path;
  std::string format;
  nlohmann::json facts;
  std::string mapping;  ///< that it needs
};

std::vector<SharedFile> shared_files() {
  std::vector<SharedFile> files;
  const auto from = folder();
  if (!from) return files;
  std::ifstream in(*from / "facts.json");
  const nlohmann::json all = nlohmann::json::parse(in);
  for (const auto& [name, facts] : all.at("files").items()) {
    const std::string room = name.substr(0, name.find('/'));
    const std::string ending = fs::path(name).extension().string();
    const std::string format = room == "wfcommons"                                                   ? "wfcommons"
                               : ending == ".stg"                                                    ? "stg"
                               : ending == ".graph"                                                  ? "metis"
                               : room == "dot"                                                       ? "dot"
                               : room == "arrivals" && ending == ".csv"                              ? "arrivals"
                               : room == "pipedream"                                                 ? "pipedream"
                               : facts.value("format", "") == "dnnplace"                             ? "dnn-placement"
                               : room == "saga-json"                                                 ? "saga"
                               : room == "ds3" || room == "stomp" || room == "cedr" || room == "dax" ? room
                                                                                                     : "";
    // A profile is read as its training graph.
    const bool profile = facts.contains("training_graph");
    // The times of a DS3 job stand in the file that the facts were made with.
    const std::string resources = name == "ds3/job_Top.txt" ? "SoC.Top.txt" : "SoC.BAL_only.txt";
    if (!format.empty()) {
      files.push_back({name, (*from / name).string(), format, profile ? facts.at("training_graph") : facts,
                       format == "ds3" ? "resources: " + resources : ""});
    }
  }
  CHECK(files.size() >= 30);
  return files;
}

/// Notes are not counted.
bool load(const SharedFile& file, const std::string& format, Workload& workload, Diagnostics& diagnostics,
          std::string* guessed = nullptr) {
  const auto mapping = file.mapping.empty() ? std::nullopt : parse_yaml(file.mapping, "mapping", diagnostics);
  const bool loaded = load_workload(file.path, format, workload, diagnostics, guessed, {mapping ? &*mapping : nullptr});
  diagnostics.take_notes();
  return loaded;
}

/// A machine with a processor of each type that the tasks name, or nothing if they name none.
std::string machine_for(const Workload& workload, std::size_t& processors) {
  std::set<std::string> types;
  for (const WorkloadTask& task : workload.tasks) {
    for (const TypeCycles& on : task.cycles_by_type) types.insert(on.type);
  }
  if (types.empty()) return "";
  processors = types.size();
  std::string text;
  for (const std::string& type : types) text += (text.empty() ? "" : ", ") + ("{type: " + type) + '}';
  return "{processors: [" + text + "]}";
}

std::string topology_of(const std::string& machine) { return machine == "mesh16" ? "mesh" : "tree"; }

std::uint64_t edge_bytes(const Workload& workload) {
  std::uint64_t sum = 0;
  for (const WorkloadTask& task : workload.tasks) {
    for (const WorkloadEdge& edge : task.after) sum += edge.bytes;
  }
  return sum;
}

Catch::Approx about(const nlohmann::json& value) { return Catch::Approx(value.get<double>()).epsilon(1e-9).scale(0); }

}  // namespace

TEST_CASE("every shared file has the facts that are known of it", "[shared]") {
  for (const SharedFile& file : shared_files()) {
    INFO(file.name);
    Workload workload;
    Diagnostics diagnostics;
    std::string guessed;
    const bool loaded = load(file, "", workload, diagnostics, &guessed);
    CHECK(guessed == file.format);
    const nlohmann::json& want = file.facts;
    if (want.value("acyclic", true) == false) {
      CHECK_FALSE(loaded);
      REQUIRE(diagnostics.size() == 1);
      CHECK(diagnostics.lines()[0].find("these tasks wait for each other: ") != std::string::npos);
      continue;
    }
    CHECK(diagnostics.lines().empty());
    const WorkloadFacts have = facts(workload);
    if (file.format == "metis") {
      CHECK(have.tasks == want.at("vertices").get<std::uint64_t>());
      CHECK(have.edges == want.at("edges").get<std::uint64_t>());
      CHECK(have.total_work == want.at("vertex_weight").get<std::uint64_t>());
      CHECK(edge_bytes(workload) == want.at("edge_weight").get<std::uint64_t>());
      continue;
    }
    CHECK(have.tasks == want.at("tasks").get<std::uint64_t>());
    CHECK(have.edges == want.at("edges").get<std::uint64_t>());
    if (file.format == "arrivals") {
      CHECK(workload.span == want.at("span").get<double>());
      CHECK(have.unit_total_work == want.at("generated_tokens").get<double>());
      CHECK(have.unit_critical_path == want.at("max_generated").get<double>());
      std::uint64_t context = 0;
      for (const WorkloadTask& task : workload.tasks) context += task.input_bytes;
      CHECK(context == want.at("context_tokens").get<std::uint64_t>());
      continue;
    }
    if (file.format == "stomp") {
      CHECK(have.unit_total_work == want.at("sum_of_fastest").get<double>());
      for (const auto& [server, known] : want.at("service").items()) {
        std::uint64_t rows = 0;
        std::uint64_t sum = 0;
        for (const WorkloadTask& task : workload.tasks) {
          for (const TypeCycles& on : task.cycles_by_type) {
            if (on.type != server) continue;
            ++rows;
            sum += on.cycles;
          }
        }
        CHECK(rows == known.at("rows").get<std::uint64_t>());
        CHECK(sum == known.at("sum").get<std::uint64_t>());
      }
      CHECK(workload.tasks.back().submit == want.at("last_arrival").get<std::uint64_t>());
      continue;
    }
    CHECK(have.depth == want.at("depth").get<std::uint64_t>());
    CHECK(have.widest_level == want.at("level_width").get<std::uint64_t>());
    CHECK(have.unit_critical_path == about(want.at("critical_path")));
    CHECK(have.unit_total_work == about(want.at("total_work")));
    for (const char* sum : {"edge_bytes", "edge_size_sum", "edge_cost_sum", "volume_sum"}) {
      if (want.contains(sum)) CHECK(edge_bytes(workload) == static_cast<std::uint64_t>(want.at(sum).get<double>()));
    }
  }
}

TEST_CASE("every shared file becomes a native one", "[shared]") {
  for (const SharedFile& file : shared_files()) {
    if (file.facts.value("acyclic", true) == false) continue;
    INFO(file.name);
    Workload workload;
    Workload native;
    Diagnostics diagnostics;
    load(file, file.format, workload, diagnostics);
    std::stringstream text;
    write_native(workload, text);
    read_workload(text.str(), "native", "native", native, diagnostics);
    CHECK(diagnostics.lines().empty());
    const WorkloadFacts before = facts(workload);
    const WorkloadFacts after = facts(native);
    CHECK(before.tasks == after.tasks);
    CHECK(before.edges == after.edges);
    CHECK(before.total_work == after.total_work);
    CHECK(before.critical_path == after.critical_path);
    CHECK(edge_bytes(workload) == edge_bytes(native));
    for (std::size_t t = 0; t < workload.tasks.size(); ++t) {
      for (const TypeCycles& on : workload.tasks[t].cycles_by_type)
        REQUIRE(cycles_on(native.tasks[t], on.type) == on.cycles);
    }
  }
}

TEST_CASE("every shared file runs to the end on mesh and tree", "[shared]") {
  const InputFiles files;
  const std::string machines = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/architectures/";
  for (const SharedFile& file : shared_files()) {
    if (file.facts.value("acyclic", true) == false) continue;
    // Graphs for partitioning say nothing of a machine, and the largest of them takes a minute.
    if (file.format == "metis") continue;
    // A second, or 10^6 flops, is 1000 cycles, and a megabyte one byte, so that the run is short.
    const std::string work = file.format == "dot" ? "0.001" : file.format == "stomp" ? "1" : "1000";
    Workload read;
    Diagnostics ignored;
    load(file, file.format, read, ignored);
    std::size_t processors = 16;
    const std::string own_machine = machine_for(read, processors);
    files.write("e.yaml", "architecture: " + (own_machine.empty() ? "{}" : own_machine) + "\nworkload:\n  path: " +
                              file.path + "\n  format: " + file.format + "\n  mapping: {cycles_per_unit: " + work +
                              ", bytes_scale: 0.000001, cycles_per_second: 1000" +
                              (file.mapping.empty() ? "" : ", " + file.mapping) + "}\noutput: {trace: false}\n");
    for (const char* machine : {"mesh16", "tree32"}) {
      INFO(file.name + " on " + machine);
      Diagnostics diagnostics;
      std::vector<std::string> sets = {"architecture=" + machines + machine + ".yaml"};
      if (!own_machine.empty()) sets = {"architecture.interconnect.topology=" + topology_of(machine)};
      const auto experiment = load_experiment(files.path("e.yaml"), sets, diagnostics);
      diagnostics.take_notes();
      REQUIRE(experiment);
      check_feasible(*experiment, diagnostics);
      SimulationOptions options;
      options.directory = files.path("out");
      options.kernel = Kernel::cycle;
      const SimulationResult result = simulate(*experiment, options, diagnostics);
      CHECK(diagnostics.lines().empty());
      CHECK(result.stats.end == RunEnd::complete);
      // Neither faster than the longest path nor slower than one task after the other with its overheads.
      const WorkloadFacts known = facts(experiment->workload);
      CHECK(result.stats.cycles >= known.critical_path);
      CHECK(result.stats.cycles >= (known.total_work + processors - 1) / processors);
      if (file.format != "arrivals" && own_machine.empty())
        CHECK(result.stats.cycles <= known.total_work + known.tasks * 5000);
    }
  }
}

TEST_CASE("recorded requests are served with a pass for every token that they generated", "[shared]") {
  const auto from = folder();
  if (!from) return;
  std::ifstream in(*from / "facts.json");
  const nlohmann::json all = nlohmann::json::parse(in).at("files");
  const InputFiles files;
  for (const auto& [name, unit, tokens] :
       {std::make_tuple("arrivals/azure_llm_2023_conv_first2000.csv", "s", "generated_tokens"),
        std::make_tuple("arrivals/mooncake_conversation_first600.jsonl", "ms", "output_tokens")}) {
    INFO(name);
    const std::string arrivals = std::string("{generator: trace, mapping: {time_unit: ") + unit +
                                 ", cycles_per_second: 1000000}, path: " + (*from / name).string() + "}";
    Diagnostics diagnostics;
    const auto experiment = load_serving_experiment(
        std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/serving/assistants.yaml",
        {"serving.nodes.2.passes=work", "serving.sessions.0.count=1", "serving.sessions.1.arrivals=" + arrivals,
         "serving.sessions.1.count=" + std::to_string(all.at(name).at("tasks").get<std::uint64_t>()),
         "output={trace: false, visits: false, batches: false}"},
        diagnostics);
    CHECK(diagnostics.lines() == std::vector<std::string>{});
    REQUIRE(experiment);
    SimulationOptions options;
    options.directory = files.path("out");
    options.kernel = Kernel::cycle;
    const ServingResult result = simulate_serving(*experiment, options, diagnostics);
    CHECK(result.stats.end == RunEnd::complete);
    CHECK(result.stats.nodes[2].served.requests == all.at(name).at(tokens).get<std::uint64_t>());
  }
}

TEST_CASE("the HEFT paper's example comes out of its DS3 files as published", "[shared]") {
  const auto from = folder();
  if (!from) return;
  const InputFiles files;
  files.write("a.yaml", "processors: [{type: P1}, {type: P2}, {type: P3}]\n");
  const std::vector<std::pair<const char*, const char*>> known = {{"heft", "80"}, {"cpop", "86"}};
  for (const auto& [method, makespan] : known) {
    INFO(method);
    ProgramRun plan(files, {"plan", method, (*from / "ds3/job_Top.txt").string(), "--set",
                            "mapping.resources=SoC.Top.txt", "--architecture", "a.yaml", "-o", "plan.json", "--json"});
    CHECK(plan.finish() == 0);
    CHECK(plan.out().find(std::string("\"makespan\": ") + makespan + ",") != std::string::npos);
  }
}

}  // namespace gantry::shared_workloads_test
