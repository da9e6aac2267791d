// SPDX-License-Identifier: Apache-2.0
// Processors that die, hang or become slow (docs/faults.md). A job alone arrives in cycle 91 (scenario.h) and starts at
// once; its completion is seen 6 cycles after its end.
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/base/random.h"
#include "gantry/platform/processor_faults.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::faults_test {

namespace {

constexpr std::uint64_t kTwoAndAHalf = 2500000;

ProcessorFault hang(ProcessorId p, Cycle at, Cycle cycles) { return {p, FaultKind::hang, at, cycles}; }
ProcessorFault slow(ProcessorId p, Cycle at, Cycle cycles = kNever) {
  return {p, FaultKind::slow, at, cycles, kTwoAndAHalf};
}
ProcessorFault die(ProcessorId p, Cycle at) { return {p, FaultKind::die, at}; }

/// One job of 100 cycles on p0.
Scenario one_job(std::vector<ProcessorFault> faults) {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  s.faults = std::move(faults);
  return s;
}

/// End of its computation.
Cycle finished(std::vector<ProcessorFault> faults) {
  const Outcome o = run(one_job(std::move(faults)));
  CHECK(o.jobs[0][0].started == 91);
  CHECK(o.jobs[0][0].completed == o.jobs[0][0].finished + 6);
  CHECK(o.stats.processors[0].busy_cycles == o.jobs[0][0].finished - 91);
  return o.jobs[0][0].finished;
}

std::uint64_t counter(const Outcome& o, const std::string& name, const std::string& of = "processors") {
  for (const BlockStats& block : o.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == of && counter == name) return value;
    }
  }
  FAIL("no counter " << name);
  return 0;
}

/// The rule, cycle by cycle. A slow processor does the n-th cycle of its work when n times the factor cycles are over.
Cycle slowly(const std::vector<ProcessorFault>& faults, Cycle start, Cycle work, Cycle most) {
  std::uint64_t slow_cycles = 0;
  const ProcessorFault* slowed = nullptr;
  for (Cycle now = start; now < most; ++now) {
    const ProcessorFault* fault = nullptr;
    for (const ProcessorFault& f : faults) {
      if (f.at <= now && now < f.until()) fault = &f;
    }
    if (fault != slowed) slow_cycles = 0;
    slowed = fault;
    if (fault == nullptr) {
      if (work == 0) return now;
      --work;
    } else if (fault->kind == FaultKind::slow) {
      if (work == 0) return now;
      ++slow_cycles;
      // The last one ends in the first cycle in which it is complete.
      const std::uint64_t before = (slow_cycles - 1) * 1000000 / fault->factor;
      if (slow_cycles * 1000000 / fault->factor > before) --work;
    } else if (fault->kind == FaultKind::die) {
      return kNever;
    }
    if (work == 0) return now + 1;
  }
  return kNever;
}

}  // namespace

TEST_CASE("a processor that hangs goes on where it stood") {
  CHECK(finished({hang(0, 100, 50)}) == 91 + 100 + 50);
  // Of a hang that has begun before, the rest counts: 91 to 99.
  CHECK(finished({hang(0, 0, 100)}) == 91 + 100 + 9);
  CHECK(finished({hang(0, 95, 10), hang(0, 150, 7)}) == 91 + 100 + 17);
  // Over when the job starts; begun when it has ended.
  CHECK(finished({hang(0, 0, 91)}) == 191);
  CHECK(finished({hang(0, 191, 50)}) == 191);
}

TEST_CASE("a slow processor needs its factor times as many cycles for the rest of a job") {
  // 9 cycles at full speed, then ceil(91 * 2.5) = 228.
  CHECK(finished({slow(0, 100)}) == 328);
  CHECK(finished({slow(0, 0)}) == 91 + 250);
  // In 20 slow cycles 8 of the job's; 83 are left.
  CHECK(finished({slow(0, 100, 20)}) == 120 + 83);
  // In 21 slow cycles 8, too: a part of a cycle is lost.
  CHECK(finished({slow(0, 100, 21)}) == 121 + 83);
}

TEST_CASE("what faults have cost is counted") {
  Scenario s = one_job({hang(0, 100, 50), hang(1, 0, 1000)});
  s.architecture.processors->at(0).count = 2;
  s.architecture.placement = tiny(2).architecture.placement;
  const Outcome o = run(s);
  CHECK(counter(o, "jobs_hit") == 1);
  CHECK(counter(o, "jobs_lost") == 0);
  CHECK(counter(o, "delay_cycles") == 50);
}

TEST_CASE("a processor that dies never answers, and the run says so") {
  SECTION("with a job that computes and another one behind it: both wait for ever") {
    Scenario s = one_job({die(0, 150)});
    s.architecture.processors->at(0).queue_depth = 2;
    s.tasks = {make_task(TaskClass::block, 2, 100), make_task(TaskClass::block, 1, 5, 0, {0})};
    const Outcome o = run_once(s, 0, 100);
    CHECK(o.end == RunEnd::deadlock);
    CHECK(o.stats.tasks_completed == 0);
    CHECK(o.stats.jobs_issued == 2);
    CHECK(counter(o, "jobs_hit") == 1);
    CHECK(counter(o, "jobs_lost") == 1);
    std::string text;
    for (const std::string& line : o.stats.diagnosis) text += line + '\n';
    CHECK(text.find("core0 died with 2 jobs") != std::string::npos);
    // Busy from 91 to the end, as far as anyone can see from outside.
    CHECK(o.stats.processors[0].busy_cycles == o.stats.cycles - 91);
  }
  SECTION("before the job comes") {
    const Outcome o = run_once(one_job({die(0, 0)}), 0, 100);
    CHECK(o.end == RunEnd::deadlock);
    CHECK(counter(o, "jobs_lost") == 1);
  }
  SECTION("after its last job: nobody sees it") {
    const Outcome o = run(one_job({die(0, 191)}));
    CHECK(o.jobs[0][0].finished == 191);
  }
}

/// Three tasks of one job each, far apart, on p0 and p1 with two slots each. The first free processor is taken.
Scenario three_jobs(std::vector<ProcessorFault> faults, std::uint64_t job_timeout) {
  Scenario s = tiny(2, 2);
  for (const Cycle submit : {0, 400, 1300}) s.tasks.push_back(make_task(TaskClass::block, 1, 100, submit));
  s.faults = std::move(faults);
  s.architecture.monitor->job_timeout = job_timeout;
  return s;
}

TEST_CASE("a processor whose job is overdue gets no more jobs until it answers") {
  // The first job is sent from 82 to 86, so that it is overdue in 286. p0 hangs from 100 to 1099 and answers in 1197.
  SECTION("without a time-out the second job waits behind the first") {
    const Outcome o = run(three_jobs({hang(0, 100, 1000)}, 0));
    CHECK(o.jobs[0][0].completed == 1197);
    CHECK(o.jobs[1][0].processor == 0);
    CHECK(o.jobs[1][0].finished == 1291);
  }
  SECTION("with one it goes to p1, and the third one to p0 again") {
    const Outcome o = run(three_jobs({hang(0, 100, 1000)}, 200));
    CHECK(o.jobs[0][0].sent == 86);
    CHECK(o.jobs[0][0].completed == 1197);
    CHECK(o.jobs[1][0].processor == 1);
    // As a job alone 400 cycles later, and two links further: 93 + 400.
    CHECK(stations(o.jobs[1][0]) == Cycles{479, 482, 493, 493, 593, 601});
    CHECK(o.jobs[2][0].processor == 0);
    CHECK(counter(o, "job_timeouts", "monitor") == 1);
  }
  SECTION("a time-out that ends after the second pick comes too late for it") {
    // It is picked in 479. The dispatcher would have to know before: 86 + 392 = 478 at the monitor.
    CHECK(run(three_jobs({hang(0, 100, 1000)}, 391)).jobs[1][0].processor == 1);
    CHECK(run(three_jobs({hang(0, 100, 1000)}, 394)).jobs[1][0].processor == 0);
  }
}

TEST_CASE("a completion in the cycle in which the time is over is in time") {
  // Sent in 86, completed in 197.
  for (const std::uint64_t timeout : {110U, 111U}) {
    Scenario s = one_job({});
    s.architecture.monitor->job_timeout = timeout;
    const Outcome o = run(s);
    CHECK(o.jobs[0][0].completed == 197);
    CHECK(counter(o, "job_timeouts", "monitor") == (timeout == 110 ? 1 : 0));
  }
}

TEST_CASE("a dead processor loses the jobs that it had before it was noticed") {
  const Outcome without = run_once(three_jobs({die(0, 100)}, 0), 0, 100);
  CHECK(without.stats.tasks_completed == 1);  // both slots of p0 are taken by then, and the last job goes to p1
  const Outcome with = run_once(three_jobs({die(0, 100)}, 200), 0, 100);
  CHECK(with.stats.tasks_completed == 2);
  CHECK(with.end == RunEnd::deadlock);
}

TEST_CASE("time-outs without faults change no job where every answer is in time") {
  Scenario s = tiny(3, 2);
  for (std::uint32_t i = 0; i < 12; ++i) s.tasks.push_back(make_task(TaskClass::block, 1 + i % 3, 20 + 7 * i, 30 * i));
  const Outcome plain = run(s);
  s.architecture.monitor->job_timeout = 1000;
  const Outcome watched = run(s);
  for (std::size_t t = 0; t < s.tasks.size(); ++t) CHECK(stations(plain.tasks[t]) == stations(watched.tasks[t]));
  CHECK(counter(watched, "job_timeouts", "monitor") == 0);
}

TEST_CASE("the end of a job is that of a clock that counts every cycle") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    INFO(seed);
    RandomBits bits(seed, 0);
    std::vector<ProcessorFault> faults;
    Cycle at = 0;
    const std::uint64_t count = random_below(bits, 5);
    for (std::uint64_t i = 0; i < count; ++i) {
      at += random_below(bits, 30);
      const Cycle cycles = 1 + random_below(bits, 40);
      const auto kind = static_cast<FaultKind>(random_below(bits, i + 1 == count ? 3 : 2) == 0 ? 1 : 2);
      faults.push_back({0, kind, at, cycles, 1000001 + random_below(bits, 5000000)});
      at += cycles;
    }
    if (random_below(bits, 4) == 0) faults.push_back(die(0, at + random_below(bits, 20)));
    ProcessorFaults plan({faults, {}}, 1);
    Cycle start = random_below(bits, 20);
    for (int job = 0; job < 6 && start != kNever; ++job) {
      const Cycle work = random_below(bits, 50);
      const Cycle end = plan.end(0, start, work);
      CHECK(end == slowly(faults, start, work, 100000));
      start = end;
    }
  }
}

TEST_CASE("faults at random times are those of the seed and the processor, whatever it computes") {
  ProcessorFault hang_for_9 = hang(0, 0, 9);
  FaultPlan plan;
  plan.seed = 3;
  plan.rates = {{0, 5000, hang_for_9}, {1, 5000, hang_for_9}};
  std::vector<std::vector<Cycle>> begins;
  for (const Cycle work : {Cycle{1}, Cycle{777}, Cycle{100000}}) {
    ProcessorFaults faults(plan, 2);
    for (const ProcessorId p : {0U, 1U}) {
      for (Cycle start = 0; start < 20000000;) {
        const Cycle end = faults.end(p, start, work);
        start = work == 1 ? end + 4000 : end;
      }
    }
    std::vector<Cycle>& of = begins.emplace_back();
    for (const FaultRecord& record : faults.records(20000000)) {
      CHECK(record.fault.cycles == 9);
      of.push_back(record.fault.at * 2 + record.fault.processor);
    }
  }
  CHECK(begins[0] == begins[1]);
  CHECK(begins[0] == begins[2]);
  // Two processors, 5009.5 cycles from begin to begin in the mean: 7985 with a deviation of 89.
  CHECK(begins[0].size() > 7985 - 4 * 89);
  CHECK(begins[0].size() < 7985 + 4 * 89);
  std::size_t of_first = 0;
  for (const Cycle begin : begins[0]) of_first += begin % 2 == 0 ? 1 : 0;
  CHECK(of_first > 3700);
  CHECK(of_first < 4300);
}

TEST_CASE("what each fault has cost is what all have cost together") {
  Scenario s = tiny(2);
  s.tasks = std::vector<Task>(40, make_task(TaskClass::block, 1, 60));
  s.faults = {hang(0, 300, 50), slow(0, 400, 100), hang(1, 350, 7), slow(1, 1000)};
  const Outcome o = run(s);
  Cycle delay = 0;
  std::uint64_t jobs = 0;
  REQUIRE(o.stats.faults.size() == 4);
  for (const FaultRecord& record : o.stats.faults) {
    delay += record.delay_cycles;
    jobs += record.jobs;
  }
  CHECK(delay == counter(o, "delay_cycles"));
  CHECK(jobs >= counter(o, "jobs_hit"));
  CHECK(o.stats.faults[0].delay_cycles == 50);
}

}  // namespace gantry::faults_test
