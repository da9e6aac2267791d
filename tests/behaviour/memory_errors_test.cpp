// SPDX-License-Identifier: Apache-2.0
// Reads that memory answers with an error, and that are read again (docs/faults.md, "Memory"). The job of scenario.h
// arrives at p0 in 91. p0 and memory are 2 links apart: L(2, F) = F + 7. Its input of 64 bytes is one burst of 3 flits:
// requested in 91, at memory in 99, sent 14 cycles later, in 113, and at p0 in 123. Reading it again takes 32 cycles.
// The read of its descriptor is at memory in 46, and the descriptor at the scheduler in 70.
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::memory_errors_test {

namespace {

/// A job of 100 cycles with an input of one burst. `cycles`: 0: one read.
Scenario failing(Cycle at, Cycle cycles = 0, std::uint32_t processors = 1) {
  Scenario s = tiny(processors);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  s.tasks[0].input_bytes = 64;
  s.errors = {{0, at, cycles}};
  return s;
}

std::uint64_t counter(const Outcome& o, const std::string& name) {
  for (const BlockStats& block : o.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == "memory" && counter == name) return value;
    }
  }
  FAIL("no counter " << name);
  return 0;
}

std::string diagnosis(const Outcome& o) {
  std::string text;
  for (const std::string& line : o.stats.diagnosis) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("an input whose read is answered with an error is read again at once") {
  SECTION("the first read from the fault's cycle on has the error") {
    for (const Cycle at : {47U, 90U, 99U}) {
      const Outcome o = run(failing(at));
      CHECK(o.tasks[0].cached == 70);
      CHECK(o.jobs[0][0].arrived == 91);
      CHECK(o.jobs[0][0].started == 123 + 32);
      CHECK(counter(o, "read_errors") == 1);
      CHECK(counter(o, "reads_again") == 1);
      CHECK(counter(o, "reads_lost") == 0);
      REQUIRE(o.stats.memory_faults.size() == 1);
      CHECK(o.stats.memory_faults[0].reads == 1);
      CHECK(o.stats.memory_faults[0].until == 100);
    }
  }
  SECTION("and a fault after the last read has none") {
    const Outcome o = run(failing(100));
    CHECK(o.jobs[0][0].started == 123);
    CHECK(counter(o, "read_errors") == 0);
    REQUIRE(o.stats.memory_faults.size() == 1);
    CHECK(o.stats.memory_faults[0].until == kNever);
  }
  SECTION("with `cycles` all reads of that time have it") {
    // Those of 99 and 131, and not that of 163.
    CHECK(run(failing(99, 64)).jobs[0][0].started == 123 + 64);
    CHECK(run(failing(99, 65)).jobs[0][0].started == 123 + 96);
  }
}

TEST_CASE("only the burst with the error is read again") {
  // Three bursts of 256 bytes, of 9 flits, asked for in 91 to 93 and at memory in 99 to 101. The first begins to move
  // in 112, is sent with its first bytes, and is at p0 in 129, behind it one every 9 cycles. The error of the second
  // one is there in 138: at memory in 146, moving in 159, at p0 in 176.
  Scenario s = failing(100);
  s.tasks[0].input_bytes = 3 * 256;
  const Outcome o = run(s);
  Scenario sound = s;
  sound.errors = {};
  const Outcome without = run(sound);
  CHECK(counter(o, "reads") == counter(without, "reads") + 1);
  CHECK(counter(o, "bytes_read") == counter(without, "bytes_read") + 256);
  CHECK(without.jobs[0][0].started == 129 + 18);
  CHECK(o.jobs[0][0].started == 138 + 38);
}

TEST_CASE("a descriptor whose read is answered with an error is read again") {
  // The error is there in 70: at memory in 76, sent in 90, cached in 100.
  const Outcome o = run(failing(46));
  CHECK(o.tasks[0].cached == 100);
  CHECK(o.jobs[0][0].arrived == 91 + 30);
  CHECK(o.jobs[0][0].started == 123 + 30);
  CHECK(counter(o, "read_errors") == 1);
}

TEST_CASE("a job whose input cannot be read fails, and is issued again") {
  // Read in 99 and in 131: the second error is there in 155, and the job answers at once. The monitor has it in 161,
  // the dispatcher knows it in 162, and chooses p1: there in 162 + 2 + L(2, 5) = 176. p1 is 3 links from memory:
  // L(3, 1) + 14 + L(3, 3) = 10 + 14 + 12.
  Scenario s = failing(99, 40, 2);
  s.architecture.memory->retries = 1;
  s.architecture.monitor->job_timeout = 1000;
  s.architecture.dispatcher->max_retries = 1;
  const Outcome o = run(s);
  const JobRecord& job = o.jobs[0][0];
  CHECK(job.attempt == 1);
  CHECK(job.processor == 1);
  CHECK(job.picked == 162);
  CHECK(job.arrived == 176);
  CHECK(job.started == 176 + 36);
  CHECK(counter(o, "read_errors") == 2);
  CHECK(counter(o, "reads_again") == 1);
  CHECK(counter(o, "reads_lost") == 1);
  REQUIRE(o.stats.losses);
  CHECK(o.stats.losses->jobs_lost == 1);
  CHECK(o.stats.losses->jobs_failed == 0);
  // p0 has computed nothing.
  CHECK(o.stats.processors[0].busy_cycles == 0);
}

TEST_CASE("without retries of jobs such a job waits for ever, and the run says so") {
  Scenario s = failing(99);
  s.architecture.memory->retries = 0;
  const Outcome o = run_once(s, 0, 100);
  CHECK(o.end == RunEnd::deadlock);
  CHECK(diagnosis(o).find("job 0 of task 0 at core0 waits for input that memory could not read") != std::string::npos);
  CHECK(counter(o, "reads_lost") == 1);
}

TEST_CASE("a descriptor that cannot be read ends the run, which names it") {
  Scenario s = failing(0);
  s.architecture.memory->retries = 0;
  const Outcome o = run_once(s, 0, 100);
  CHECK(o.end == RunEnd::deadlock);
  CHECK(diagnosis(o).find("memory could not read descriptor 0 of block") != std::string::npos);
}

TEST_CASE("faults that begin after the run change no cycle") {
  Scenario s = failing(1000000);
  const Outcome late = run(s);
  s.errors = {};
  const Outcome none = run(s);
  CHECK(stations(late.jobs[0][0]) == stations(none.jobs[0][0]));
  CHECK(late.stats.cycles == none.stats.cycles);
}

}  // namespace gantry::memory_errors_test
