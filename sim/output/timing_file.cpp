// SPDX-License-Identifier: Apache-2.0
#include "output/timing_file.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <iterator>

#include "output/output_file.h"
#include "result/output_names.h"

namespace gantry {

namespace {

rusage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used;
}

double cpu_now() {
  const rusage used = usage();
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

RunTimer::RunTimer() : begun_(std::chrono::steady_clock::now()), cpu_begun_(cpu_now()) {}

double RunTimer::wall_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

double RunTimer::cpu_seconds() const { return cpu_now() - cpu_begun_; }

void write_timing_json(const OutputPlace& place, const RunTimer& timer, const CoveredRuns* covered,
                       Diagnostics& problems) {
  OutputFile file(place);
  fmt::format_to(std::back_inserter(file.text()),
                 "{{\n  \"schema\": \"{}\",\n  \"wall_seconds\": {:.6f},\n  \"cpu_seconds\": {:.6f},\n"
                 "  \"peak_memory_bytes\": {}",
                 kTimingSchema, timer.wall_seconds(), timer.cpu_seconds(),
                 static_cast<std::uint64_t>(usage().ru_maxrss) * 1024);
  if (covered != nullptr) {
    fmt::format_to(std::back_inserter(file.text()), ",\n  \"runs\": {},\n  \"cycles\": {}", covered->runs,
                   covered->cycles);
  }
  fmt::format_to(std::back_inserter(file.text()), "\n}}\n");
  file.finish(problems);
}

}  // namespace gantry
