// SPDX-License-Identifier: Apache-2.0
// Random workloads: which keys draw, and what several seeds tell of a changed machine.
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/randomness.h"
#include "explain/whatif_answer.h"
#include "gantry/base/quotient.h"
#include "gantry/base/random.h"
#include "output/mean_of_runs.h"
#include "point/point_run.h"
#include "program_run.h"
#include "text/yaml_reader.h"
#include "whatif/whatif.h"

namespace gantry::repeats_test {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

namespace {

constexpr const char* kTenants = R"(architecture:
  processors: [{count: 3}]
workload:
  streams:
    - name: short
      workload: {tasks: [{id: s, cycles: 300}]}
      arrivals: {process: poisson, interval_cycles: 900}
      count: 40
    - name: long
      workload: {tasks: [{id: l, cycles: 2000, jobs: 2}]}
      arrivals: {process: poisson, interval_cycles: 9000}
      count: 8
)";

constexpr const char* kFixed = R"(architecture: {processors: [{count: 2}]}
workload: {tasks: [{id: a, cycles: 500, jobs: 4}]}
)";

Texts keys_of(const std::string& workload, const std::string& more = "") {
  Diagnostics problems;
  const auto experiment = read_experiment(
      "architecture: {processors: [{count: 2}]}\n" + more + "workload: " + workload + "\n", "e.yaml", {}, problems);
  INFO((problems.ok() ? std::string() : problems.lines().front()));
  REQUIRE(experiment);
  return random_keys(*experiment);
}

constexpr const char* kResponse = "/stream/response_cycles/mean";

/// A number of the summary, by its JSON pointer.
double figure_of(const PointReader& reader, const Texts& sets, std::uint64_t seed, const char* pointer) {
  PointRun run;
  run.sets = sets;
  run.sets.push_back("seed=" + std::to_string(seed));
  run.explained = false;
  const RanPoint ran = simulate_point(reader, run);
  INFO(ran.message);
  REQUIRE(ran.state == PointState::done);
  return Json::parse(ran.summary).at(Json::json_pointer(pointer)).get<double>();
}

}  // namespace

TEST_CASE("the keys that draw random numbers are those whose values differ by seed") {
  CHECK(keys_of("{tasks: [{id: a}]}").empty());
  CHECK(keys_of("{generator: cholesky, tiles: 3}").empty());
  CHECK(keys_of("{generator: poisson, tasks: 9, interval_cycles: 90, cycles: 5}") == Texts{"workload.generator"});
  CHECK(keys_of("{generator: poisson, tasks: 9, interval_cycles: 90, cycles: {uniform: [5, 9]}, jobs: {1: 1, 2: 1}}") ==
        Texts{"workload.generator", "workload.cycles", "workload.jobs"});
  CHECK(keys_of("{generator: poisson, tasks: 9, interval_cycles: 90, cycles: {uniform: [5, 5]}, weight: {3: 1}}") ==
        Texts{"workload.generator"});
  CHECK(keys_of("{generator: bursts, tasks: 9, burst_tasks: 3, burst_interval_cycles: 90, cycles: 5}").empty());
  CHECK(keys_of("{streams: [{name: x, workload: {tasks: [{id: a}]}, count: 2, arrivals: {process: poisson, "
                "interval_cycles: 50}}, {name: y, workload: {tasks: [{id: a}]}, count: 2, arrivals: {process: "
                "periodic, interval_cycles: 50}}]}") == Texts{"workload.streams.x.arrivals"});
  CHECK(keys_of("{tasks: [{id: a}]}", "faults: [{processor: core0, kind: die, at: 9}]\n").empty());
  CHECK(keys_of("{tasks: [{id: a}]}", "faults: [{processor: core, kind: die, mean_cycles: 9000}]\n") ==
        Texts{"faults"});
}

TEST_CASE("a machine without such keys gives the same run with every seed, and one with them does not") {
  const auto document = [](const std::string& text) {
    Diagnostics problems;
    auto parsed = parse_yaml(text, "e.yaml", problems);
    REQUIRE(parsed);
    return std::make_shared<const YamlNode>(std::move(*parsed));
  };
  for (const auto& [workload, random] :
       {std::pair("{generator: bursts, tasks: 30, burst_tasks: 3, burst_interval_cycles: 900, cycles: 300}", false),
        std::pair("{generator: poisson, tasks: 30, interval_cycles: 400, cycles: 300}", true),
        std::pair("{generator: bursts, tasks: 30, burst_tasks: 3, burst_interval_cycles: 900, cycles: "
                  "{exponential: 300}}",
                  true)}) {
    const PointReader reader(
        {document(std::string("architecture: {processors: [{count: 2}]}\nworkload: ") + workload + "\n"),
         "e.yaml",
         {},
         {},
         {}});
    CHECK((figure_of(reader, {}, 1, "/cycles") != figure_of(reader, {}, 2, "/cycles")) == random);
  }
}

TEST_CASE("the interval of paired ratios covers the mean of many seeds as often as it says", "[figures]") {
  constexpr std::uint64_t kSeeds = 100;
  constexpr std::uint64_t kGroup = 5;
  RandomBits bits(7, 0);
  std::size_t groups = 0;
  std::size_t covering = 0;
  for (int machine = 0; machine < 6; ++machine) {
    const std::string text = "architecture: {processors: [{count: " + std::to_string(1 + random_below(bits, 6)) +
                             "}], dispatcher: {send_ports: 1}}\nworkload: {generator: poisson, tasks: 40, "
                             "interval_cycles: " +
                             std::to_string(100 + random_below(bits, 400)) +
                             ", cycles: {exponential: " + std::to_string(100 + random_below(bits, 900)) + "}}\n";
    Diagnostics problems;
    auto parsed = parse_yaml(text, "e.yaml", problems);
    REQUIRE(parsed);
    const PointReader reader({std::make_shared<const YamlNode>(std::move(*parsed)), "e.yaml", {}, {}, {}});
    // A change that every seed shows: of one that few seeds show, most groups would see nothing.
    const Texts turned = {machine % 2 == 0 ? "architecture.processors.0.speed=2"
                                           : "architecture.processors.0.speed=0.5"};
    std::vector<double> ratios;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
      ratios.push_back(figure_of(reader, {}, seed, kResponse) / figure_of(reader, turned, seed, kResponse));
    const double mean = mean_of_runs(ratios).mean;
    for (std::size_t begin = 0; begin < ratios.size(); begin += kGroup) {
      const auto at = ratios.begin() + static_cast<std::ptrdiff_t>(begin);
      const MeanOfRuns few = mean_of_runs({at, at + kGroup});
      ++groups;
      covering += std::abs(few.mean - mean) <= few.half_width + 1e-12 ? 1 : 0;
    }
  }
  // Of 120 groups 114 are expected, with a standard deviation of 2.4.
  INFO(covering << " of " << groups);
  CHECK(groups == 120);
  CHECK(covering >= 105);
  CHECK(covering < 120);
}

TEST_CASE("what several seeds say is what their runs give, whatever the number of workers", "[figures]") {
  const InputFiles files;
  files.write("e.yaml", kTenants);
  const auto made = [&](const std::string& jobs, const std::string& out) {
    ProgramRun program(files, {"whatif", "e.yaml", "--repeats", "3", "--pairs", "2", "--jobs", jobs, "--out", out});
    REQUIRE(program.finish() == 0);
    CHECK(program.err() == "");
    return program.out() + file_text(files.path(out + "/whatif.json")) + file_text(files.path(out + "/whatif.csv")) +
           file_text(files.path(out + "/whatif.svg"));
  };
  const std::string one = made("1", "one");
  CHECK(one == made("3", "three"));
  CHECK(one.find("e  seeds 1 to 3, ") == 0);
  const Json found = Json::parse(file_text(files.path("one/whatif.json")));
  CHECK(found.at("repeats") == 3);
  const Json& base = found.at("base").at("seed_cycles");
  REQUIRE(base.size() == 3);
  std::size_t checked = 0;
  for (const Json& turn : found.at("turns")) {
    if (turn.at("state") != "done") continue;
    std::vector<Precise> ratios;
    Uint128 product = 1;  // of all cycles: the common denominator
    for (const Json& cycles : turn.at("seed_cycles")) product *= cycles.get<std::uint64_t>();
    Uint128 sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto with_turn = turn.at("seed_cycles")[i].get<std::uint64_t>();
      sum += product / with_turn * base[i].get<std::uint64_t>();
      ratios.push_back(static_cast<Precise>(base[i].get<std::uint64_t>()) / static_cast<Precise>(with_turn));
    }
    const MeanOfRuns expected = mean_of_quotients(ratios);
    CHECK(turn.at("speedup") == quotient(sum, product * 3));
    CHECK(turn.at("speedup_half_width") == expected.half_width);
    const double gain = turn.at("response_speedup");
    const double half = turn.at("response_speedup_half_width");
    CHECK(turn.at("distinguishable") == (std::abs(gain - 1.0) >= half));
    if (checked++ > 2) continue;
    // A run with the second seed has these cycles.
    Texts words = {"run", "e.yaml", "--out", "run", "--seed", "2", "--set", "output.trace=false"};
    for (const Json& set : turn.at("set")) words.insert(words.end(), {"--set", set.get<std::string>()});
    ProgramRun program(files, words);
    REQUIRE(program.finish() == 0);
    CHECK(Json::parse(file_text(files.path("run/summary.json"))).at("cycles") == turn.at("seed_cycles")[1]);
  }
  CHECK(checked > 10);
  CHECK(one.find("(not distinguishable)") != std::string::npos);
}

TEST_CASE("nothing random is run once, and one seed of what is random is told") {
  const InputFiles files;
  files.write("fixed.yaml", kFixed);
  files.write("random.yaml", kTenants);
  ProgramRun once(files, {"whatif", "fixed.yaml", "--pairs", "0"});
  REQUIRE(once.finish() == 0);
  CHECK(once.err() == "");
  ProgramRun often(files, {"whatif", "fixed.yaml", "--pairs", "0", "--repeats", "4"});
  REQUIRE(often.finish() == 0);
  CHECK(often.out() == once.out());
  CHECK(often.err() ==
        "fixed.yaml: note: nothing is random, so that every seed gives the same run: each is made once (--repeats "
        "4)\n");
  ProgramRun one(files, {"whatif", "random.yaml", "--pairs", "0", "--seed", "7"});
  REQUIRE(one.finish() == 0);
  CHECK(one.err().find("random.yaml: note: arrivals or times are random (workload.streams.short.arrivals, "
                       "workload.streams.long.arrivals), and all runs have the seed 7: ") == 0);
  const Json found = whatif(files, {"random.yaml", "--pairs", "0", "--seed", "7"});
  CHECK(found.count("repeats") == 0);
  CHECK(found.at("turns")[0].count("seed_cycles") == 0);
}

TEST_CASE("compare notes that a difference may be luck") {
  const InputFiles files;
  files.write("random.yaml", kTenants);
  files.write("fixed.yaml", kFixed);
  const auto compared = [&](const std::string& experiment) {
    for (const char* seed : {"1", "2"}) {
      ProgramRun run(files, {"run", experiment, "--out", std::string("run") + seed, "--seed", seed});
      REQUIRE(run.finish() == 0);
    }
    ProgramRun compare(files, {"compare", "run1", "run2"});
    REQUIRE(compare.finish() == 0);
    return compare.err();
  };
  CHECK(compared("fixed.yaml") == "");
  CHECK(compared("random.yaml")
            .find("note: arrivals or times are random (workload.streams.short.arrivals, "
                  "workload.streams.long.arrivals), and the runs have one seed each, 1 and 2: ") == 0);
}

}  // namespace gantry::repeats_test
