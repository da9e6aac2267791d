// SPDX-License-Identifier: Apache-2.0
// Studies whose points share their first cycles (docs/checkpoints.md): the same bytes as from cycle 0.
#include <filesystem>
#include <string>

#include "catch.h"
#include "program_run.h"
#include "study_directory.h"

namespace gantry::warm_test {

namespace {

namespace fs = std::filesystem;

/// Faults in cycle 2000 and later. Jobs of 900 cycles are under way in every cycle.
std::string study(const std::string& more) {
  std::string text =
      "base:\n  name: b\n"
      "  architecture:\n    interconnect: {topology: mesh, columns: 3, rows: 3}\n"
      "    processors: [{name: c, count: 3, queue_depth: 2}]\n"
      "    monitor: {job_timeout: 2500}\n    dispatcher: {max_retries: 3}\n"
      "  limits: {max_cycles: 100000}\n"
      "  faults: [{processor: c0, kind: hang, at: 2000, cycles: 1500}]\n"
      "  workload:\n    tasks:\n";
  for (int t = 0; t < 24; ++t) {
    text += "      - {id: t" + std::to_string(t) + ", jobs: 2, cycles: " + std::to_string(500 + t % 3 * 200) +
            ", input_bytes: 100, output_bytes: 100" +
            (t > 3 ? ", after: [t" + std::to_string(t - 4) + "]" : std::string()) + "}\n";
  }
  return text +
         "vary:\n"
         "  which:\n"
         "    hangs: {}\n"
         "    dies: {faults: [{processor: c1, kind: die, at: 2000}]}\n"
         "    fails: {faults: [{processor: c2, kind: fail, at: 2000, cycles: 900}]}\n"
         "    link: {faults: [{link: [0, 1], kind: die, at: 2000}]}\n"
         "    drains: {faults: [{link: [3, 4], kind: die, drain: true, at: 2000}, {processor: c0, kind: die, at: "
         "2100}]}\n"
         "  faults.0.at: [1001, 2000, 4000]\n"
         "keep: [tasks, jobs]\n" +
         more;
}

std::size_t checkpoints(const std::string& directory) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    count += entry.path().filename().string().rfind("checkpoint-", 0) == 0 ? 1 : 0;
  }
  return count;
}

void sweep(const InputFiles& files, const std::string& more, const std::string& out) {
  files.write("s.yaml", study(more));
  ProgramRun run(files, {"sweep", "s.yaml", "--jobs", "2", "--out", out});
  const int status = run.finish();
  INFO(run.err());
  REQUIRE(status == 0);
}

}  // namespace

TEST_CASE("points that share their first cycles have the bytes of points from cycle 0") {
  const InputFiles files;
  sweep(files, "", "cold");
  sweep(files, "warm: {at: 1000}\n", "warm");
  check_same_studies(files, "cold", "warm");
  // One for each kind of faults: those of processors, those with failing jobs, those of links, and two of them.
  CHECK(checkpoints(files.path("warm/warm")) == 4);
}

TEST_CASE("points with earlier faults, and runs that end before, begin at cycle 0") {
  const InputFiles files;
  sweep(files, "", "cold");
  sweep(files, "warm: {at: 2500}\n", "partly");
  check_same_studies(files, "cold", "partly");
  CHECK(checkpoints(files.path("partly/warm")) > 0);
  sweep(files, "warm: {at: 50000}\n", "never");
  check_same_studies(files, "cold", "never");
  CHECK(!fs::exists(files.path("never/warm")));
}

}  // namespace gantry::warm_test
