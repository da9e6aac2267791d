// SPDX-License-Identifier: Apache-2.0
// What the verdict says of larger stores, against the machine with them.
#include "gantry/explain/store_reuse.h"

#include <nlohmann/json.hpp>
#include <regex>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::store_reuse_test {

TEST_CASE("a store keeps what was used last") {
  // Two parts of 10 bytes fit. Part 1 is used again before part 3 comes, so part 2 leaves.
  StoreReuse reuse(20, 1);
  for (const std::uint64_t part : {1U, 2U, 1U, 3U, 1U, 2U}) reuse.read(0, part, 10, false);
  CHECK(reuse.from_memory() == 40);  // 1, 2, 3, and 2 again
}

TEST_CASE("what another store has is not read from memory if a job wrote it, and what fits nowhere always is") {
  StoreReuse reuse(20, 2);
  reuse.write(1, 3, 10);
  reuse.read(0, 3, 10, true);
  CHECK(reuse.from_memory() == 0);
  reuse.read(0, 1, 10, false);
  reuse.read(1, 1, 10, false);
  CHECK(reuse.from_memory() == 20);
  reuse.read(0, 2, 30, false);
  reuse.read(0, 2, 30, false);
  CHECK(reuse.from_memory() == 80);
}

namespace {

/// Four processors of a type each, so that larger stores move no job, and weights that their tasks read again and
/// again.
std::string random_rounds(std::uint64_t seed, std::uint64_t bytes) {
  Dice dice(seed);
  std::string text = "architecture:\n  interconnect: {columns: 4, rows: 2}\n  processors:\n";
  for (int p = 0; p < 4; ++p) {
    text += "    - {type: p" + std::to_string(p) + ", local: {bytes: " + std::to_string(bytes) +
            ", bytes_per_cycle: 32}}\n";
  }
  text += "workload:\n  data:\n";
  const std::uint32_t objects = dice.between(3, 8);
  for (std::uint32_t o = 0; o < objects; ++o) {
    text += "    - {id: w" + std::to_string(o) + ", bytes: " + std::to_string(1024 * dice.between(1, 4)) +
            ", parts: " + std::to_string(dice.between(1, 4)) + "}\n";
  }
  text += "  tasks:\n";
  for (int round = 0; round < 12; ++round) {
    for (int p = 0; p < 4; ++p) {
      const std::string of = "_" + std::to_string(p);
      text += "    - {id: t" + std::to_string(round) + of + ", cycles: " + std::to_string(dice.between(1, 500)) +
              ", processor: p" + std::to_string(p) + ", reads: [{data: w" + std::to_string(dice.below(objects)) +
              ", per_job: whole}]";
      if (round > 0) text += ", after: [t" + std::to_string(round - 1) + of + "]";
      text += "}\n";
    }
  }
  return text;
}

nlohmann::json summary_of(const InputFiles& files, const std::string& text) {
  files.write("run.yaml", text);
  ProgramRun program(files, {"run", "run.yaml", "--out", "out"});
  REQUIRE(program.finish() == 0);
  return nlohmann::json::parse(file_text(files.path("out/summary.json")));
}

std::uint64_t bytes_read(const nlohmann::json& summary) {
  return summary["blocks"]["memory"]["counters"]["bytes_read"].get<std::uint64_t>();
}

}  // namespace

TEST_CASE("the stores that a verdict names remove at least what it says of the memory reads", "[figures]") {
  const InputFiles files;
  int named = 0;
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 4 : 40); ++seed) {
    INFO(seed);
    const nlohmann::json small = summary_of(files, random_rounds(seed, 4096));
    const std::string said = small["verdict"].dump();
    INFO(said);
    std::smatch found;
    if (!std::regex_search(said, found, std::regex("Stores of ([0-9]+) KiB would remove at least ([0-9.]+) %")))
      continue;
    ++named;
    const nlohmann::json large = summary_of(files, random_rounds(seed, 1024 * std::stoull(found[1])));
    // Without the descriptors, which both runs read.
    const std::uint64_t descriptors = 48 * 128;
    const auto before = static_cast<double>(bytes_read(small) - descriptors);
    const auto after = static_cast<double>(bytes_read(large) - descriptors);
    CHECK((before - after) / before * 100.0 >= std::stod(found[2]) - 0.05);
  }
  CHECK(named > (kSanitized ? 0 : 20));
}

}  // namespace gantry::store_reuse_test
