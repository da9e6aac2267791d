// SPDX-License-Identifier: Apache-2.0
// A study that does not get to its end at once: the disk is full.
#include <filesystem>
#include <string>

#include "study_directory.h"

namespace gantry::study_end_test {

namespace {

const char* const kStudy =
    "base:\n"
    "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
    "  workload: {generator: cholesky, tiles: 4}\n"
    "vary:\n"
    "  architecture.processors.c.count: [1, 2, 4]\n"
    "  policies.picker: [fifo, stride, weight_delay]\n";

/// The sweep on a disk that has so many bytes left.
std::string sweep_with(const InputFiles& files, long bytes) {
  files.write("disk", std::to_string(bytes));
  const auto library = std::filesystem::path(GANTRY_PROGRAM).parent_path() / "tests/libgantry_full_disk.so";
  return "GANTRY_DISK=disk ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=\"" + library.string() +
         " $LD_PRELOAD\" '" GANTRY_PROGRAM "' sweep s.yaml --jobs 2 --out parts";
}

}  // namespace

TEST_CASE("on a full disk a study ends with a message, loses no point, and goes on when there is room") {
  const InputFiles files;
  files.write("s.yaml", kStudy);
  ProgramRun whole(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "whole"});
  REQUIRE(whole.finish() == 0);
  const std::size_t point = file_text(files.path("whole/points.csv")).find(",done,");
  const std::size_t bytes = [&] {
    std::size_t sum = 0;
    for (const auto& [file, text] : study_contents(files.path("whole"))) sum += text.size();
    return sum;
  }();
  REQUIRE(point != std::string::npos);
  std::size_t before = 0;
  // Nothing can be written; a table, but no point; half of a point; some points; all but the last tables.
  for (const std::size_t room : {std::size_t{0}, std::size_t{3000}, std::size_t{6000}, bytes / 3, bytes / 3}) {
    ShellRun run(files, sweep_with(files, static_cast<long>(room)));
    INFO(room << ": " << run.err());
    CHECK(run.finish() == 1);
    CHECK(run.err().find("No space left on device") != std::string::npos);
    CHECK(run.err().find("parts/") == 0);
    CHECK(count_whole_points(files.path("parts")) >= before);
    before = count_whole_points(files.path("parts"));
    check_points_of(files, "whole", "parts");
  }
  CHECK(before > 0);
  ProgramRun rest(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "parts"});
  CHECK(rest.finish() == 0);
  CHECK(rest.out().find("; computed " + std::to_string(9 - before) + ", reused " + std::to_string(before) + '\n') !=
        std::string::npos);
  check_same_studies(files, "whole", "parts");
}

}  // namespace gantry::study_end_test
