// SPDX-License-Identifier: Apache-2.0
// waves.vcd, and the order in time of the changes that it is written from.
#include <cstddef>
#include <cstdint>
#include <string>

#include "catch.h"
#include "output/gauge_changes.h"
#include "output/gauge_fan_out.h"
#include "output/vcd_writer.h"
#include "report_records.h"

namespace gantry::waves_test {

TEST_CASE("waves hold the last value of each cycle, in order of time") {
  const InputFiles dir;
  VcdWriter waves(dir.path("waves.vcd"), 3);
  Gauge cached("task_cache", "block", 8);
  Gauge busy("dispatcher", "send port", 1);
  Gauge read_ahead("task_cache", "reads");
  Gauge same_name("task_cache", "block", 2);
  GaugeFanOut fan_out;
  fan_out.add_recorder(waves);
  for (Gauge* gauge : {&cached, &busy, &read_ahead, &same_name}) fan_out.add(*gauge);
  cached.set(5, 1);
  busy.set(4, 1);
  cached.set(5, 2);
  busy.set(6, 0);
  busy.set(6, 1);
  read_ahead.set(7, 3);
  Diagnostics problems;
  waves.finish(9, problems);
  CHECK(problems.ok());
  CHECK(read(dir.path("waves.vcd")) ==
        "$version Gantry $end\n"
        "$timescale 1 ps $end\n"
        "$scope module gantry $end\n"
        "$var wire 1 % clock $end\n"
        "$scope module task_cache $end\n"
        "$var wire 4 ! block [3:0] $end\n"
        "$var wire 64 # reads [63:0] $end\n"
        "$var wire 2 $ block_2 [1:0] $end\n"
        "$upscope $end\n"
        "$scope module dispatcher $end\n"
        "$var wire 1 \" send_port $end\n"
        "$upscope $end\n"
        "$upscope $end\n"
        "$enddefinitions $end\n"
        "#0\n"
        "$dumpvars\n"
        "1%\n"
        "b0 !\n0\"\nb0 #\nb0 $\n"
        "$end\n"
        // The clock stands still from cycle 0 to 4, in which nothing changes.
        "#166666\n0%\n"
        "#1333333\n1%\n1\"\n"
        "#1500000\n0%\n"
        "#1666666\n1%\nb10 !\n"
        "#1833333\n0%\n"
        "#2333333\n1%\nb11 #\n"
        "#2500000\n0%\n"
        "#3000000\n");
}

TEST_CASE("in a window the clock never stands still, and nothing of other cycles is there") {
  const InputFiles dir;
  VcdWriter waves(dir.path("waves.vcd"), 1000, 10, 14);
  Gauge level("task_cache", "level", 8);
  GaugeFanOut fan_out;
  fan_out.add_recorder(waves);
  fan_out.add(level);
  level.set(3, 5);
  level.set(12, 6);
  level.set(20, 7);
  Diagnostics problems;
  waves.finish(30, problems);
  const std::string text = read(dir.path("waves.vcd"));
  CHECK(text.substr(text.find("#10000\n")) ==
        "#10000\n$dumpvars\n1\"\nb101 !\n$end\n"
        "#10500\n0\"\n#11000\n1\"\n"
        "#11500\n0\"\n#12000\n1\"\nb110 !\n"
        "#12500\n0\"\n#13000\n1\"\n"
        "#13500\n0\"\n#14000\n");
}

TEST_CASE("late changes beyond the tolerance never turn time back") {
  GaugeChanges changes;
  changes.add(0);
  changes.add(0);
  Cycle latest = 0;
  std::size_t count = 0;
  const auto emit = [&](Cycle cycle, std::uint32_t, std::uint64_t) {
    CHECK(cycle >= latest);
    latest = cycle;
    ++count;
  };
  for (Cycle cycle = 0; cycle < 20000; ++cycle) {
    changes.changed(0, cycle, cycle + 1, emit);
    changes.changed(1, cycle / 2, cycle + 1, emit);
  }
  CHECK(count > 0);  // memory is bounded: some have been handed out
  changes.drain(kNever, emit);
  CHECK(changes.written(0) == 20000);
  CHECK(changes.written(1) == 20000);
}

}  // namespace gantry::waves_test
