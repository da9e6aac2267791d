// SPDX-License-Identifier: Apache-2.0
// Runs that are ended from outside at random moments, by signals and by a full disk: each checkpoint is complete, the
// last one can be used, a summary is that of the whole run or absent, and a file of another command is the old or new
// one.
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::cut_end_test {

namespace {

namespace fs = std::filesystem;

constexpr int kEnds = kSanitized ? 2 : 5;

const std::string kExperiment =
    "architecture: {interconnect: {topology: mesh, columns: 3, rows: 3}, processors: [{count: 3, queue_depth: 2}]}\n"
    "workload: {generator: cholesky, tiles: 16}\n"
    "output: {packets: true}\n";

const std::string kGraph = GANTRY_SOURCE_DIR "/sim/experiments/workloads/cholesky.yaml";

/// The checkpoints in a directory, by cycle.
std::map<std::uint64_t, std::string> checkpoints(const std::string& directory) {
  std::map<std::uint64_t, std::string> files;
  if (!fs::exists(directory)) return files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    // Not the journal that they share, nor what is not written to its end.
    if (name.rfind("checkpoint-", 0) == 0 && name.find_first_not_of("0123456789", 11) == std::string::npos)
      files[std::stoull(name.substr(11))] = entry.path().string();
  }
  return files;
}

/// What the run left in `cut`: from its last checkpoint on it is the whole run, in `whole`.
void check_left(const InputFiles& files, const std::string& from) {
  INFO(from);
  const std::string summary = file_text(files.path("cut/summary.json"));
  const bool is_whole = summary.empty() || summary == file_text(files.path("whole/summary.json"));
  const bool says_interrupted = summary.find("\"interrupted\"") != std::string::npos;
  CHECK((is_whole || says_interrupted));
  const auto cuts = checkpoints(files.path("cut"));
  if (cuts.empty()) return;
  fs::remove_all(files.path("rest"));
  ProgramRun rest(files, {"run", "e.yaml", "--out", "rest", "--restore", cuts.rbegin()->second});
  CHECK(rest.finish() == 0);
  INFO(rest.err());
  for (const char* file : {"summary.json", "tasks.csv", "jobs.csv", "packets.csv"}) {
    INFO(file);
    const bool same =
        file_text(files.path(std::string("rest/") + file)) == file_text(files.path(std::string("whole/") + file));
    CHECK(same);
  }
}

std::int64_t run_whole(const InputFiles& files, const std::vector<std::string>& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  ProgramRun run(files, arguments);
  REQUIRE(run.finish() == 0);
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("a run that a signal ends at any moment leaves checkpoints that can be used") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  const std::vector<std::string> cut = {"run", "e.yaml", "--out", "cut", "--checkpoint-every", "200000"};
  run_whole(files, {"run", "e.yaml", "--out", "whole"});
  const std::int64_t time = run_whole(files, cut);
  REQUIRE(checkpoints(files.path("cut")).size() > 2);
  RandomBits bits(1, 1);
  std::size_t left = 0;
  for (int i = 0; i < kEnds; ++i) {
    fs::remove_all(files.path("cut"));
    const auto after = static_cast<std::int64_t>(random_below(bits, static_cast<std::uint64_t>(time)));
    const int signal = i % 3 == 0 ? SIGINT : i % 3 == 1 ? SIGTERM : SIGKILL;
    ProgramRun run(files, cut);
    std::this_thread::sleep_for(std::chrono::microseconds(after));
    run.interrupt(signal);
    run.finish();
    left += checkpoints(files.path("cut")).size();
    check_left(files, "signal " + std::to_string(signal) + " after " + std::to_string(after) + " us");
  }
  CHECK((kSanitized || left > 0));
}

TEST_CASE("a run that fills the disk at any moment says so, and leaves checkpoints that can be used") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  run_whole(files, {"run", "e.yaml", "--out", "whole"});
  run_whole(files, {"run", "e.yaml", "--out", "cut", "--checkpoint-every", "200000"});
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(files.path("cut"))) bytes += entry.file_size();
  const auto library = fs::path(GANTRY_PROGRAM).parent_path() / "tests/libgantry_full_disk.so";
  RandomBits bits(1, 2);
  for (int i = 0; i < kEnds; ++i) {
    fs::remove_all(files.path("cut"));
    const std::uint64_t space = random_below(bits, bytes);
    files.write("disk", std::to_string(space));
    ShellRun run(files, "GANTRY_DISK=disk ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=\"" +
                            library.string() +
                            " $LD_PRELOAD\" '" GANTRY_PROGRAM "' run e.yaml --out cut --checkpoint-every 200000");
    CHECK(run.finish() != 0);
    CHECK(run.err().find("No space left on device") != std::string::npos);
    for (const auto& [cycle, file] : checkpoints(files.path("cut"))) CHECK(cycle % 200000 == 0);
    check_left(files, std::to_string(space) + " bytes of space");
  }
}

TEST_CASE("an interconnect whose run is killed at any moment leaves its whole answer or none") {
  const InputFiles files;
  files.write("n.yaml",
              "interconnect: {topology: mesh, columns: 4, rows: 4}\n"
              "traffic: {packets_per_cycle: [0.01, 0.02, 0.05, 0.1]}\n");
  const std::int64_t time = run_whole(files, {"network", "n.yaml", "--out", "whole"});
  RandomBits bits(1, 3);
  for (int i = 0; i < kEnds; ++i) {
    fs::remove_all(files.path("cut"));
    const auto after = static_cast<std::int64_t>(random_below(bits, static_cast<std::uint64_t>(time)));
    ProgramRun run(files, {"network", "n.yaml", "--out", "cut"});
    std::this_thread::sleep_for(std::chrono::microseconds(after));
    run.interrupt(SIGKILL);
    run.finish();
    INFO("killed after " << after << " us");
    const std::string answer = file_text(files.path("cut/network.json"));
    const bool whole_or_none = answer.empty() || answer == file_text(files.path("whole/network.json"));
    CHECK(whole_or_none);
  }
}

TEST_CASE("a command that is killed at any moment leaves the file of before or the whole new one") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  run_whole(files, {"run", "e.yaml", "--out", "run"});
  const std::vector<std::vector<std::string>> commands = {
      {"report", "run", "-o", "file"}, {"workload", "convert", kGraph, "--to", "native", "-o", "file"}};
  RandomBits bits(1, 4);
  for (const std::vector<std::string>& command : commands) {
    INFO(command[0]);
    const std::int64_t time = run_whole(files, command);
    const std::string whole = file_text(files.path("file"));
    REQUIRE(whole.size() > 10000);
    for (int i = 0; i < kEnds; ++i) {
      files.write("file", "of before");
      ProgramRun run(files, command);
      const auto after = static_cast<std::int64_t>(random_below(bits, static_cast<std::uint64_t>(time)));
      std::this_thread::sleep_for(std::chrono::microseconds(after));
      run.interrupt(SIGKILL);
      run.finish();
      INFO("killed after " << after << " us");
      const std::string left = file_text(files.path("file"));
      const bool before_or_whole = left == "of before" || left == whole;
      CHECK(before_or_whole);
    }
  }
}

TEST_CASE("a file that does not fit on the disk leaves the one of before") {
  const InputFiles files;
  files.write("e.yaml", kExperiment);
  run_whole(files, {"run", "e.yaml", "--out", "run"});
  files.write("page.html", "of before");
  ShellRun run(files, "ulimit -f 8; '" GANTRY_PROGRAM "' report run -o page.html");
  CHECK(run.finish() == 1);
  CHECK(run.err() == "page.html: error: the file cannot be written: File too large\n");
  CHECK(file_text(files.path("page.html")) == "of before");
  CHECK_FALSE(fs::exists(files.path("page.html.new")));
}

}  // namespace gantry::cut_end_test
