// SPDX-License-Identifier: Apache-2.0
// Tasks that take their own time on each type of processor, set-up, and what is loaded before.
#include <algorithm>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/loader.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::processor_times_test {

namespace {

/// p0 is a core beside the scheduler, p1 a gpu one link further.
Scenario core_and_gpu() {
  Scenario s = tiny(2);
  ProcessorGroup gpu = s.architecture.processors->at(0);
  s.architecture.processors->at(0).count = gpu.count = 1;
  gpu.type = gpu.name = "gpu";
  s.architecture.processors->push_back(gpu);
  return s;
}

/// One job, by ProcessorType in the order of the groups.
Task timed(std::uint64_t core, std::uint64_t gpu) {
  Task task = make_task(TaskClass::block, 1, std::min(core, gpu));
  task.cycles_by_type = {core, gpu};
  return task;
}

/// A machine whose loader has a price for everything.
Scenario loading(std::uint32_t processors) {
  Scenario s = tiny(processors);
  LoaderConfig& loader = s.architecture.dispatcher->loader;
  loader.task_cycles = 100;
  loader.write_cycles = 10;
  loader.barrier_cycles = 7;
  loader.bytes_per_cycle = Speed{16'000'000};
  loader.unicast_bytes_per_cycle = Speed{20'600'000};
  return s;
}

}  // namespace

TEST_CASE("a job takes its time on the type that it runs on, and earliest_finish knows it") {
  Scenario s = core_and_gpu();
  s.tasks = {timed(400, 60)};
  SECTION("first_free: the core") {
    const Outcome o = run(s);
    // As a job alone (scenario.h) that arrives in 91.
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 491, 497});
  }
  SECTION("earliest_finish: 78 + 1 + 400 on the core, 78 + 2 + 60 on the gpu") {
    s.policies.processor_choice = "earliest_finish";
    const Outcome o = run(s);
    // Two links: 81 + L(2, 5) = 93; the completion + L(2, 1) = 8.
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 93, 93, 153, 161});
  }
  SECTION("speed divides the cycles of its type: 78 + 1 + 400 / 8 on the core is sooner") {
    s.policies.processor_choice = "earliest_finish";
    s.architecture.processors->at(0).speed.millionths = 8000000;
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 141, 147});
  }
}

TEST_CASE("every job takes the set-up of its processor, at any speed, and earliest_finish knows it") {
  Scenario s = tiny(1);
  s.architecture.processors->at(0).set_up_cycles = 30;
  SECTION("one job: 30 cycles and its own 100") {
    s.tasks = {make_task(TaskClass::block, 1, 100)};
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 221, 227});
    CHECK(o.stats.processors[0].busy_cycles == 130);
  }
  SECTION("speed divides the cycles and not the set-up: 30 + 100 / 4") {
    s.architecture.processors->at(0).speed.millionths = 4000000;
    s.tasks = {make_task(TaskClass::block, 1, 100)};
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 91, 146, 152});
  }
  SECTION("what was loaded for a task adds to it: 30 + 7 + 100 / 4") {
    s.architecture.processors->at(0).speed.millionths = 4000000;
    s.tasks = {make_task(TaskClass::block, 1, 100)};
    s.tasks[0].load.set_up_cycles = 7;
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 91, 153, 159});
  }
  SECTION("a job of no cycles takes it too, and a job that waits begins it when the one before has ended") {
    s.architecture.processors->at(0).queue_depth = 2;
    s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 0)};
    const Outcome o = run(s);
    CHECK(o.jobs[0][0].finished == 221);
    CHECK(o.jobs[1][0].arrived < 221);
    CHECK(o.jobs[1][0].started == 221);
    CHECK(o.jobs[1][0].finished == 251);
  }
  SECTION("earliest_finish: 60 cycles on either, and the set-up is on one of them") {
    for (const bool core : {false, true}) {
      Scenario two = core_and_gpu();
      two.policies.processor_choice = "earliest_finish";
      two.architecture.processors->at(core ? 0 : 1).set_up_cycles = 10;
      two.tasks = {timed(60, 60)};
      const Outcome o = run(two);
      CHECK(o.jobs[0][0].processor == (core ? 1 : 0));
      CHECK(o.jobs[0][0].finished - o.jobs[0][0].started == 60);
    }
  }
}

TEST_CASE("a task runs on the types that it names and on no other") {
  Scenario s = core_and_gpu();
  SECTION("matched against idle processors") {}
  SECTION("matched against capable processors") { s.architecture.dispatcher->match_against = MatchAgainst::capable; }
  s.tasks = {timed(JobCycles::kCannotRun, 60), timed(70, JobCycles::kCannotRun)};
  const Outcome o = run(s);
  CHECK(o.jobs[0][0].processor == 1);
  CHECK(o.jobs[0][0].finished - o.jobs[0][0].started == 60);
  CHECK(o.jobs[1][0].processor == 0);
  CHECK(o.jobs[1][0].finished - o.jobs[1][0].started == 70);
}

TEST_CASE(
    "a task is loaded before its job is sent: each part of its load has "
    "its price") {
  Scenario s = loading(1);
  Task task = make_task(TaskClass::block, 1, 100);
  SECTION("every task: 100") {
    s.tasks = {task};
    // Picked in 79 (scenario.h), loaded in 179, at its port then, and 10 cycles later at p0.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 180, 189, 189, 289, 295});
  }
  SECTION("3 writes, and 320 bytes at 16 a cycle: 100 + 30 + 20") {
    task.load = {3, 0, 320, 0, 0, 0, 0};
    s.tasks = {task};
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 230, 239, 239, 339, 345});
  }
  SECTION("2 barriers, 321 bytes, 207 bytes at 20.6 a cycle: 100 + 14 + 21 + 11") {
    task.load = {0, 2, 321, 207, 0, 0, 0};
    s.tasks = {task};
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 226, 235, 235, 335, 341});
  }
  SECTION("5 fetches and 6 writes to one processor: 100 + 5 x 3 + 6 x 2") {
    s.architecture.dispatcher->loader.fetch_cycles = 3;
    s.architecture.dispatcher->loader.unicast_cycles = 2;
    task.load.fetches = 5;
    task.load.unicasts = 6;
    s.tasks = {task};
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 207, 216, 216, 316, 322});
  }
  SECTION("6 writes to one processor of 207 bytes in all: the longer of 6 x 2 and 11, or of 6 x 1 and 11") {
    task.load.unicasts = 6;
    task.load.unicast_bytes = 207;
    s.tasks = {task};
    s.architecture.dispatcher->loader.unicast_cycles = 2;
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 192, 201, 201, 301, 307});
    s.architecture.dispatcher->loader.unicast_cycles = 1;
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 191, 200, 200, 300, 306});
  }
  SECTION(
      "less than the way from the pick to the port takes no cycle: 2 "
      "beside 2") {
    s.architecture.dispatcher->loader.task_cycles = 2;
    s.tasks = {task};
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 91, 191, 197});
  }
}

TEST_CASE("tasks are loaded one after another, while the ones before run") {
  Scenario s = loading(1);
  s.architecture.processors->at(0).queue_depth = 2;
  s.tasks = {make_task(TaskClass::block, 1, 400), make_task(TaskClass::cluster, 1, 10),
             make_task(TaskClass::union_, 1, 10)};
  const Outcome o = run(s);
  const JobRecord& first = o.jobs[0][0];
  const JobRecord& second = o.jobs[1][0];
  const JobRecord& third = o.jobs[2][0];
  // The first is sent from 180 to 184, which drops the lock in 185. The second is matched then, picked in 186, and
  // loaded in 286.
  CHECK(first.issued == 180);
  CHECK(second.picked == 186);
  CHECK(second.issued == 287);
  // It has arrived when the first ends, and begins then.
  CHECK(first.finished == 589);
  CHECK(second.arrived == 296);
  CHECK(second.started == 589);
  // Both places are taken until the first has completed in 595: one is free in 596, matched then, and picked in 597.
  CHECK(third.picked == 597);
  CHECK(third.issued == 698);
}

TEST_CASE("all jobs of a task wait for one load, and leave one behind the other") {
  Scenario s = loading(4);
  s.architecture.dispatcher->decisions_per_round = 4;
  s.tasks = {make_task(TaskClass::block, 4, 50)};
  const Outcome o = run(s);
  for (std::size_t job = 0; job < 4; ++job) {
    CHECK(o.jobs[0][job].picked == o.jobs[0][0].picked);
    CHECK(o.jobs[0][job].issued == o.jobs[0][0].picked + 101 + 5 * job);
  }
}

TEST_CASE(
    "without costs a load changes no cycle, but its bytes have their "
    "usual rate") {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  const Outcome plain = run(s);
  s.tasks[0].load = {9, 9, 0, 0, 9, 9, 0};
  CHECK(stations(run(s).jobs[0][0]) == stations(plain.jobs[0][0]));
  s.tasks[0].load.bytes = 320;
  // ceil(320 / 32) = 10: loaded in 89 instead of at the port in 81.
  CHECK(run(s).jobs[0][0].issued == plain.jobs[0][0].issued + 8);
}

TEST_CASE("a task waits until the ring has room for it, and room comes free in the order of the tasks") {
  Scenario s = loading(1);
  s.architecture.processors->at(0).queue_depth = 2;
  LoaderConfig& loader = s.architecture.dispatcher->loader;
  s.tasks = {make_task(TaskClass::block, 1, 400), make_task(TaskClass::cluster, 1, 10)};
  SECTION("two entries: the second is loaded while the first runs") {
    loader.ring_entries = 2;
    CHECK(run(s).jobs[1][0].issued == 287);
  }
  SECTION("two entries of 50 bytes in 100") {
    loader.ring_bytes = 100;
    for (Task& task : s.tasks) task.load.entry_bytes = 50;
    CHECK(run(s).jobs[1][0].issued == 287);
  }
  // The request of the second is there in 83 (its descriptor is cached five cycles after the first one's), and the
  // loader prepares it from 179 on, when it is through with the first. The first is complete in 595, which the
  // dispatcher sees in 596: matched then, picked in 597, when it has long been prepared.
  SECTION("one entry") {
    loader.ring_entries = 1;
    CHECK(run(s).jobs[1][0].issued == 600);
  }
  SECTION("one entry, and writes of 40 cycles, which are after the wait: loaded in 637") {
    loader.ring_entries = 1;
    s.tasks[1].load.writes = 4;
    CHECK(run(s).jobs[1][0].issued == 638);
  }
  SECTION("one entry, and a first task that has ended before the second is prepared: 179 + 1000") {
    loader.ring_entries = 1;
    loader.task_cycles = 1000;
    const Outcome o = run(s);
    CHECK(o.jobs[0][0].issued == 1080);
    CHECK(o.jobs[1][0].picked == o.jobs[0][0].completed + 2);
    CHECK(o.jobs[1][0].issued == 2080);
  }
  SECTION("two entries of 51 bytes in 100") {
    loader.ring_bytes = 100;
    for (Task& task : s.tasks) task.load.entry_bytes = 51;
    CHECK(run(s).jobs[1][0].issued == 600);
  }
  SECTION("the second of three ends first, and the third waits for the first") {
    Scenario three = loading(3);
    three.architecture.dispatcher->loader.ring_entries = 2;
    three.tasks = s.tasks;
    three.tasks.push_back(make_task(TaskClass::union_, 1, 10));
    const Outcome o = run(three);
    CHECK(o.jobs[1][0].completed < o.jobs[0][0].completed);
    CHECK(o.jobs[2][0].picked == o.jobs[0][0].completed + 2);
  }
}

TEST_CASE("no task waits for ever for the ring, and there is never more in it than it holds") {
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 20 : 150); ++seed) {
    INFO("seed " << seed);
    Dice dice(seed);
    Scenario s = loading(4);
    DispatcherConfig& dispatcher = *s.architecture.dispatcher;
    dispatcher.loader.task_cycles = static_cast<std::uint32_t>(dice.below(90));
    dispatcher.loader.ring_entries = static_cast<std::uint32_t>(dice.below(4));
    dispatcher.loader.ring_bytes = dice.chance(50) ? 100 : 0;
    dispatcher.mode = dice.chance(50) ? MatchMode::gang : MatchMode::per_job;
    dispatcher.match_against = static_cast<MatchAgainst>(dice.below(3));
    dispatcher.match_timeout = static_cast<std::uint32_t>(1 + dice.below(200));
    dispatcher.decisions_per_round = static_cast<std::uint32_t>(1 + dice.below(2));
    s.architecture.monitor->early_registration = dice.chance(50);
    s.architecture.processors->at(0).queue_depth = static_cast<std::uint32_t>(1 + dice.below(2));
    for (std::uint64_t t = 0; t < 16; ++t) {
      Task task = make_task(static_cast<TaskClass>(dice.below(3)), std::uint32_t{1} << dice.below(3), dice.below(300));
      task.load.entry_bytes = dice.below(101);
      if (t > 0 && dice.chance(40)) task.after = {dice.below(t)};
      s.tasks.push_back(task);
    }
    const Outcome o = run(s);
    for (std::size_t t = 0; t < s.tasks.size(); ++t) {
      const Cycle picked = o.jobs[t][0].picked;
      std::uint64_t entries = 0;
      std::uint64_t bytes = 0;
      for (std::size_t u = 0; u < s.tasks.size(); ++u) {
        Cycle ended = 0;
        for (const JobRecord& job : o.jobs[u]) ended = std::max(ended, job.completed);
        if (o.jobs[u][0].picked > picked || ended < picked) continue;
        ++entries;
        bytes += s.tasks[u].load.entry_bytes;
      }
      if (dispatcher.loader.ring_entries > 0) CHECK(entries <= dispatcher.loader.ring_entries);
      if (dispatcher.loader.ring_bytes > 0) CHECK(bytes <= dispatcher.loader.ring_bytes);
    }
  }
}

TEST_CASE("whatever is picked when, jobs leave as the rules of loading and sending say") {
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 20 : 150); ++seed) {
    Dice dice(seed);
    Scenario s = loading(static_cast<std::uint32_t>(1 + dice.below(4)));
    LoaderConfig& config = s.architecture.dispatcher->loader;
    config.task_cycles = static_cast<std::uint32_t>(dice.below(90));
    config.fetch_cycles = static_cast<std::uint32_t>(dice.below(40));
    config.unicast_cycles = static_cast<std::uint32_t>(dice.below(9));
    s.architecture.processors->at(0).queue_depth = static_cast<std::uint32_t>(1 + dice.below(3));
    s.architecture.dispatcher->mode = dice.chance(50) ? MatchMode::gang : MatchMode::per_job;
    for (std::uint64_t t = 0; t < 12; ++t) {
      Task task = make_task(dice.chance(50) ? TaskClass::block : TaskClass::cluster, 1, dice.below(300));
      if (dice.chance(70)) {
        task.load = {static_cast<std::uint32_t>(dice.below(4)),
                     static_cast<std::uint32_t>(dice.below(3)),
                     dice.below(900),
                     dice.below(300),
                     static_cast<std::uint32_t>(dice.below(5)),
                     0};
      }
      s.tasks.push_back(task);
    }
    const Outcome o = run(s);
    std::vector<std::size_t> by_pick(s.tasks.size());
    for (std::size_t t = 0; t < by_pick.size(); ++t) by_pick[t] = t;
    std::sort(by_pick.begin(), by_pick.end(),
              [&](std::size_t a, std::size_t b) { return o.jobs[a][0].picked < o.jobs[b][0].picked; });
    const Loader costs(config);
    Cycle loaded = 0;
    Cycle free = 0;  // of the send port
    for (const std::size_t t : by_pick) {
      const JobRecord& job = o.jobs[t][0];
      const Cycle time = costs.time_for(s.tasks[t].load);
      if (time > 0) loaded = std::max(loaded, job.picked) + time;
      const Cycle at_port = std::max(job.picked + 2, time > 0 ? loaded : 0);
      INFO("seed " << seed << ", task " << t);
      CHECK(job.issued == std::max(at_port, free) + 1);
      free = job.sent;
    }
  }
}

}  // namespace gantry::processor_times_test
