// SPDX-License-Identifier: Apache-2.0
// What a run says of its costs: recomputed from its files, checked, and figures of one's own (docs/cost.md).
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "catch.h"
#include "csv_table.h"
#include "program_run.h"

namespace gantry::cost_report_test {

using Json = nlohmann::json;

namespace {

constexpr const char* kFigures =
    "node_nm: 14\n"
    "figures:\n"
    "  tile_side: {value: 800, unit: um, source: me, node_nm: 14, range: [0.9, 1.1]}\n"
    "processors:\n"
    "  core:\n"
    "    area: {value: 0.5, unit: mm2, source: place and route, node_nm: 14, range: [0.9, 1.1]}\n"
    "    leakage: {value: 2, unit: mW, source: sign-off, node_nm: 14, range: [0.5, 2]}\n"
    "    busy_cycle: {value: 0.02, unit: nJ, source: simulation, node_nm: 14, range: [0.8, 1.2]}\n"
    "host:\n"
    "  task: {value: 5, unit: pJ, source: me, node_nm: 14, range: [1, 1]}\n";

constexpr const char* kExperiment =
    "architecture:\n"
    "  clock_mhz: 500\n"
    "  interconnect: {topology: mesh, columns: 3, rows: 2}\n"
    "  processors: [{count: 3}]\n"
    "  cost: my/figures.yaml\n"
    "workload:\n"
    "  tasks: [{id: a, cycles: 70, jobs: 4, input_bytes: 600}, {id: b, cycles: 30, jobs: 2, after: [a]}]\n";

void write_inputs(const InputFiles& files) {
  std::filesystem::create_directories(files.path("my"));
  files.write("my/figures.yaml", kFigures);
  files.write("e.yaml", kExperiment);
}

Json run_summary(const InputFiles& files, std::vector<std::string> words, const std::string& out) {
  words.insert(words.begin(), "run");
  words.insert(words.end(), {"--kernel", "cycle", "--out", out});
  ProgramRun run(files, words);
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  return Json::parse(file_text(files.path(out + "/summary.json")));
}

const Json& row(const Json& list, const std::string& block, const std::string& event) {
  for (const Json& of : list) {
    if (of["block"] == block && (event.empty() || of["event"] == event)) return of;
  }
  throw std::runtime_error("no row of " + block);
}

/// What a wrong file is refused with.
std::vector<std::string> refused(const std::string& figures) {
  const InputFiles files;
  files.write("f.yaml", figures);
  Diagnostics diagnostics;
  load_architecture(files.write("a.yaml", "processors: [{count: 1}]\ncost: f.yaml\n"), diagnostics);
  return files.errors(diagnostics);
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the energy of a run is what its files add up to") {
  const InputFiles files;
  write_inputs(files);
  const Json summary = run_summary(files, {"e.yaml"}, "out");
  const Json& cost = summary["cost"];
  const Json& events = cost["events"];
  CHECK(cost["node_nm"] == 14);
  CHECK(cost["tile_um"] == 800);

  // The tables alone: cycles of computing, and flits over links that are a tile's side long, to terminals half of it.
  const CsvTable jobs(files.path("out/jobs.csv"));
  std::uint64_t busy = 0;
  for (std::size_t i = 0; i < jobs.rows(); ++i)
    busy += std::stoull(jobs.at(i, "finished")) - std::stoull(jobs.at(i, "started"));
  const CsvTable links(files.path("out/links.csv"));
  std::uint64_t flit_um = 0;
  std::map<std::string, std::uint64_t> ports;
  for (std::size_t i = 0; i < links.rows(); ++i) {
    const std::string& kind = links.at(i, "kind");
    if (kind != "router") flit_um += std::stoull(links.at(i, "flits")) * (kind == "link" ? 800 : 400);
    if (kind == "link" || kind == "exit") ++ports[links.at(i, "from")];
  }
  std::map<std::uint64_t, std::uint64_t> through;
  for (std::size_t i = 0; i < links.rows(); ++i) {
    if (links.at(i, "kind") == "router") through[ports[links.at(i, "from")]] += std::stoull(links.at(i, "flits"));
  }
  CHECK(row(events, "processors core", "busy cycle")["count"] == busy);
  CHECK(row(events, "links", "flit over 1 um")["count"] == flit_um);
  CHECK(through.size() > 1);
  for (const auto& [count, flits] : through)
    CHECK(row(events, "routers of " + std::to_string(count) + " ports", "flit")["count"] == flits);

  // What the blocks have counted.
  const Json& blocks = summary["blocks"];
  CHECK(row(events, "memory", "byte moved")["count"] ==
        blocks["memory"]["counters"]["bytes_read"].get<std::uint64_t>() +
            blocks["memory"]["counters"]["bytes_written"].get<std::uint64_t>());
  CHECK(row(events, "task_cache", "descriptor written")["count"] == 2);
  CHECK(row(events, "picker", "round")["count"] == summary["picker"]["rounds"]);
  CHECK(row(events, "host", "task")["count"] == 2);
  CHECK(row(events, "processors core", "busy cycle")["pj"] == 20);

  double dynamic = 0.0;
  for (const Json& event : events) {
    if (event["pj"].is_null()) {
      CHECK(event["energy_pj"].is_null());
      continue;
    }
    const double energy = event["count"].get<double>() * event["pj"].get<double>();
    CHECK(event["energy_pj"].get<double>() == Catch::Approx(energy));
    dynamic += energy;
  }
  const double us = summary["cycles"].get<double>() / 500;
  double leakage = 0.0;
  double area = 0.0;
  for (const Json& block : cost["blocks"]) {
    if (!block["leakage_mw"].is_null()) leakage += block["leakage_mw"].get<double>();
    if (!block["area_um2"].is_null()) area += block["area_um2"].get<double>();
  }
  CHECK(row(cost["blocks"], "processors core", "")["leakage_mw"] == 6);
  CHECK(row(cost["blocks"], "processors core", "")["area_um2"] == 1.5e6);
  CHECK(cost["area_mm2"].get<double>() == Catch::Approx(area / 1e6));
  CHECK(cost["dynamic_uj"].get<double>() == Catch::Approx(dynamic / 1e6));
  CHECK(cost["leakage_uj"].get<double>() == Catch::Approx(leakage * us / 1e3));  // mW in us are nJ
  CHECK(cost["energy_uj"].get<double>() == Catch::Approx(dynamic / 1e6 + leakage * us / 1e3));
  CHECK(cost["power_mw"].get<double>() == Catch::Approx(cost["energy_uj"].get<double>() / us * 1e3));
  for (const char* sum : {"area_mm2", "leakage_mw", "energy_uj", "dynamic_uj", "power_mw"}) {
    std::string range(sum);
    range.insert(range.find('_'), "_range");
    INFO(range);
    CHECK(cost[range][0].get<double>() < cost[sum].get<double>());
    CHECK(cost[range][1].get<double>() > cost[sum].get<double>());
  }
}

TEST_CASE("check recomputes the cost, and finds each number that is not right", "[figures]") {
  const InputFiles files;
  write_inputs(files);
  const Json summary = run_summary(files, {"e.yaml"}, "out");
  const auto check = [&](const Json& written) {
    files.write("out/summary.json", written.dump(2));
    ProgramRun run(files, {"check", "out"});
    return std::make_pair(run.finish(), run.err() + run.out());
  };
  CHECK(check(summary).first == 0);
  for (const char* sum : {"area_mm2", "leakage_mw", "energy_uj", "dynamic_uj", "leakage_uj", "power_mw"}) {
    Json spoilt = summary;
    spoilt["cost"][sum] = spoilt["cost"][sum].get<double>() * 1.001;
    const auto [status, text] = check(spoilt);
    INFO(text);
    CHECK(status == 1);
    CHECK(text.find(std::string("cost.") + sum + " is ") != std::string::npos);
  }
  for (std::size_t i = 0; i < summary["cost"]["events"].size(); ++i) {
    const Json& event = summary["cost"]["events"][i];
    if (event["pj"].is_null()) continue;
    Json spoilt = summary;
    spoilt["cost"]["events"][i]["count"] = event["count"].get<std::uint64_t>() + 7;
    INFO(event);
    CHECK(check(spoilt).first == 1);
  }
}

TEST_CASE("bytes of local stores cost what their summary counts") {
  const InputFiles files;
  files.write(
      "e.yaml",
      "architecture: {processors: [{count: 2, local: {bytes: 1024, bytes_per_cycle: 8}}]}\n"
      "workload: {data: [{id: d, bytes: 512, parts: 2}, {id: r, bytes: 64}], tasks: [{id: a, jobs: 2, cycles: 9, "
      "reads: [d], writes: [r]}]}\n");
  const Json summary = run_summary(files, {"e.yaml"}, "out");
  // Two parts of 256 bytes come and are read; two results of 32 are written, and read on their way to global memory.
  const Json& events = summary["cost"]["events"];
  CHECK(row(events, "stores of 1024 bytes", "byte read or written")["count"] == 2 * (256 + 256 + 32 + 32));
  CHECK(row(events, "directory", "part looked up")["count"] == 4);
  Json spoilt = summary;
  spoilt["data"]["stores"][0]["bytes_read"] = summary["data"]["stores"][0]["bytes_read"].get<std::uint64_t>() + 1;
  files.write("out/summary.json", spoilt.dump(2));
  ProgramRun run(files, {"check", "out"});
  CHECK(run.finish() == 1);
  CHECK((run.err() + run.out()).find("cost: stores of 1024 bytes, byte read or written: count is ") !=
        std::string::npos);
}

TEST_CASE("a run holds its figures: its own experiment gives the same bytes without their file") {
  const InputFiles files;
  write_inputs(files);
  run_summary(files, {"e.yaml", "--set", "architecture.cost.node_nm=10"}, "first");
  CHECK(file_text(files.path("first/experiment.yaml")).find("  cost:\n    node_nm: 10\n    figures:\n") !=
        std::string::npos);
  std::filesystem::remove_all(files.path("my"));
  run_summary(files, {"first/experiment.yaml"}, "again");
  CHECK(file_text(files.path("again/summary.json")) == file_text(files.path("first/summary.json")));
  CHECK(file_text(files.path("again/experiment.yaml")) == file_text(files.path("first/experiment.yaml")));
}

TEST_CASE("figures change costs and nothing else") {
  const InputFiles files;
  write_inputs(files);
  Json small = run_summary(files, {"e.yaml", "--set", "architecture.cost={node_nm: 7}"}, "small");
  Json large = run_summary(files, {"e.yaml", "--set", "architecture.cost={node_nm: 45}"}, "large");
  // The picker is gates alone: 0.059 of its area (Stillmaker and Baas).
  const auto picker = [](const Json& of) { return row(of["cost"]["blocks"], "picker", "")["area_um2"].get<double>(); };
  CHECK(picker(small) == Catch::Approx(0.059 * picker(large)).epsilon(1e-4));
  CHECK(small["cost"]["energy_uj"] < large["cost"]["energy_uj"]);
  for (Json* of : {&small, &large}) {
    of->erase("cost");
    of->erase("provenance");
  }
  CHECK(small == large);
  CHECK(file_text(files.path("small/tasks.csv")) == file_text(files.path("large/tasks.csv")));
}

TEST_CASE("show --cost says what each part costs, who says so, and what is not modelled") {
  const InputFiles files;
  write_inputs(files);
  ProgramRun run(files, {"show", "e.yaml", "--cost"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const std::string text = run.out();
  INFO(text);
  for (const char* words :
       {"e  at 14 nm", "\n  picker ", "\n  all that is modelled ",
        "place and route; sign-off: area of processors core\n", "\n  clock tree: area, leakage (no figures)\n",
        "\n  host: area, leakage (no figures: cost.host.area, leakage)\n"})
    CHECK(text.find(words) != std::string::npos);

  ProgramRun serving(files,
                     {"show", std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/serving/five_nodes.yaml", "--cost"});
  CHECK(serving.finish() == 2);
  CHECK(serving.err().find(":1:1: error: --cost is of the machine of an experiment with jobs") != std::string::npos);
}

TEST_CASE("runs without a machine of jobs say that they have no cost") {
  const InputFiles files;
  const Json summary = run_summary(
      files,
      {std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/serving/mm1.yaml", "--set", "serving.sessions.0.count=20"},
      "out");
  CHECK(summary["cost"] == Json{{"not_modelled",
                                 {{{"block", "machine"},
                                   {"what", "area, energy, power"},
                                   {"why", "the machine of inference nodes has no figures"}}}}});
}

TEST_CASE("figures that are wrong are refused where they stand") {
  CHECK(refused("node_nm: 22\n").empty());
  CHECK(refused("node_nm: 5\n") == Lines{"f.yaml:1:10: error: node_nm must be a number from 7 to 130, not '5'"});
  CHECK(refused("[1]\n") == Lines{"f.yaml:1:1: error: cost figures must be a map of keys, not a list"});
  CHECK(refused("figures: {gate_aera: {}}\n") ==
        Lines{"f.yaml:1:11: error: unknown key 'figures.gate_aera' (did you mean 'gate_area'?)"});
  CHECK(refused("figures:\n  gate_area: {value: 1, unit: pJ, source: me, node_nm: 45, range: [1, 1]}\n") ==
        Lines{"f.yaml:2:31: error: figures.gate_area.unit must be um2 or mm2, not 'pJ'"});
  CHECK(refused("figures:\n  router_energy: {value: 1, unit: pJ/bit, source: me, node_nm: 45, range: [1, 1]}\n") ==
        Lines{"f.yaml:2:35: error: figures.router_energy.unit must be fJ/byte, pJ/byte or nJ/byte, not 'pJ/bit'"});
  CHECK(refused("figures:\n  gate_area: {value: -1, unit: um2, source: me, node_nm: 45, range: [1, 1]}\n") ==
        Lines{"f.yaml:2:22: error: figures.gate_area.value must be a number from 1e-04 to 10000, not '-1'"});
  CHECK(
      refused("figures:\n  gate_area: {value: .nan, unit: um2, source: me, node_nm: 180, range: [1.5, 2, 3]}\n") ==
      Lines{
          "f.yaml:2:22: error: figures.gate_area.value must be a number from 1e-04 to 10000, not '.nan'",
          "f.yaml:2:60: error: figures.gate_area.node_nm must be a number from 7 to 130, not '180'",
          "f.yaml:2:72: error: figures.gate_area.range must be a list of two factors, such as [0.8, 1.3], not a list"});
  CHECK(
      refused("host: {area: {value: 1, unit: mm2, node_nm: 7, range: [2, 1], by: me}}\n") ==
      Lines{
          "f.yaml:1:14: error: host.area.source is missing (who says so)",
          "f.yaml:1:56: error: host.area.range[0] must be a number from 0 to 1, not '2'",
          "f.yaml:1:63: error: unknown key 'host.area.by' (the keys here are unit, value, source, node_nm and range)"});
  CHECK(refused("sram: []\n") == Lines{"f.yaml:1:7: error: sram must be a list of measured memories, not a list"});
  const std::string memory =
      "  - {bits: 8, word_bits: 8, area_um2: 1, access_pj: 1, leakage_mw: 1, source: me, node_nm: 45, range: [1, 1]}\n";
  CHECK(refused("sram:\n" + memory).empty());
  CHECK(refused("sram:\n" + memory + memory) ==
        Lines{"f.yaml:3:5: error: sram has a memory of 8 bits at 45 nm already (each size of a node once)"});

  CHECK(refused("memory: {type: lpddr5}\n").empty());
  CHECK(refused("memory: {type: sram, bytes: 65536}\n").empty());
  CHECK(
      refused("memory: {type: lpddr6}\n") ==
      Lines{
          "f.yaml:1:16: error: memory.type must be ddr5, hbm3, lpddr5 or sram, not 'lpddr6' (did you mean 'lpddr5'?)"});
  CHECK(refused("memory: {bytes: 65536}\n") ==
        Lines{"f.yaml:1:9: error: memory.type is missing (the standard of global memory)"});
  CHECK(refused("memory: {type: sram}\n") ==
        Lines{"f.yaml:1:9: error: memory.bytes is missing (size of the memory on the chip)"});
  CHECK(refused("memory: {type: ddr5, bytes: 65536}\n") ==
        Lines{"f.yaml:1:29: error: memory.bytes is of the type sram, and the type here is ddr5"});
  const std::string figure = "{value: 1, unit: UNIT, source: me, node_nm: 22, range: [1, 1]}";
  const auto of = [&](const char* unit) { return std::string(figure).replace(figure.find("UNIT"), 4, unit); };
  const std::string gddr6 = "memories: {gddr6: {byte: " + of("pJ/byte") + ", interface: " + of("mm2") +
                            ", channel: " + of("GB/s") + "}}\nmemory: {type: gddr6}\n";
  CHECK(refused(gddr6).empty());
  CHECK(refused("memories: {ddr5: {byte: " + of("nJ/byte") + "}}\n").empty());
  CHECK(refused("memories:\n  gddr6: {byte: " + of("pJ/byte") + "}\n") ==
        Lines{"f.yaml:2:10: error: memories.gddr6.interface is missing (area of a channel's controller and PHY)",
              "f.yaml:2:10: error: memories.gddr6.channel is missing (what a channel carries)"});
  CHECK(refused("memories:\n  sram: {}\n") ==
        Lines{"f.yaml:2:3: error: memories.sram is on the chip: its figures are those of `sram`"});

  const InputFiles files;
  Diagnostics diagnostics;
  load_architecture(files.write("a.yaml", "processors: [{count: 1}]\ncost: none.yaml\n"), diagnostics);
  load_architecture(files.write("b.yaml", "processors: [{count: 1}]\ncost: [1]\n"), diagnostics);
  const auto errors = files.errors(diagnostics);
  REQUIRE(errors.size() == 2);
  CHECK(errors[0] == "a.yaml:2:7: error: there is no cost file none.yaml (paths start beside the file that names it)");
  CHECK(errors[1] == "b.yaml:2:7: error: cost must be a path or a map, not a list");
}

}  // namespace gantry::cost_report_test
