// SPDX-License-Identifier: Apache-2.0
// The least hand-over (docs/timing.md): from the end of a job to the start of the one that comes after it, with the
// keys of tight coupling.
#include "behaviour/scenario.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::tight_coupling_test {
namespace {

constexpr std::uint32_t kCounts[] = {1, 2, 5, 16, 33, 64};

/// All keys of tight coupling, and latencies of 0 where there may be.
Scenario tight(std::uint32_t processors) {
  Scenario s = tiny(1);
  Architecture& a = s.architecture;
  a.interconnect.own.set("columns", 9);
  a.interconnect.own.set("rows", 9);
  a.placement->processors.clear();
  a.processors->at(0).count = processors;
  a.control->topology = kStar;
  a.host->push = true;
  a.task_cache->capacity = 512;
  a.task_cache->window = 256;
  a.decomposer->slots = 512;
  a.decomposer->split_cycles = 1;
  a.monitor->early_registration = true;
  a.monitor->task_ids = 512;
  a.dispatcher->picker->entries = 256;
  a.dispatcher->picker->pick_latency_cycles = 0;
  a.dispatcher->collect_cycles = 0;
  a.dispatcher->match_timeout = 10000;  // tasks wait long
  return s;
}

}  // namespace

TEST_CASE("with all keys of tight coupling a task starts 4 cycles after its predecessor's end, on 1 to 64 processors") {
  // A job ends in f. Its completion is at the monitor in f + 1, and the task that waits for it is woken in that cycle.
  // The dispatcher sees it in f + 2, matches it to the processor that is free since then, and it joins its pending set.
  // It is picked in f + 3 and leaves in that cycle. Its processor has it in f + 4.
  for (const MatchAgainst against : {MatchAgainst::idle, MatchAgainst::reserve, MatchAgainst::capable}) {
    for (const std::uint32_t processors : kCounts) {
      INFO(processors << " processors, match_against " << static_cast<int>(against));
      Scenario s = tight(processors);
      s.architecture.dispatcher->match_against = against;
      // As many chains of three tasks as processors. One task is submitted in each cycle, so no two end in one cycle.
      for (std::uint32_t t = 0; t < 3 * processors; ++t) {
        std::vector<std::uint64_t> after;
        if (t >= processors) after.push_back(t - processors);
        s.tasks.push_back(make_task(TaskClass::block, 1, 400, 0, after));
      }
      const Outcome o = run_once(s, processors, 100);
      REQUIRE(o.end == RunEnd::complete);
      for (std::uint32_t t = processors; t < 3 * processors; ++t) {
        CHECK(o.jobs[t][0].started == o.jobs[t - processors][0].finished + 4);
      }
    }
  }
}

TEST_CASE("a job that waits for its processor starts 3 cycles after the end of the one before it") {
  // A job ends in f. Its completion is at the monitor in f + 1. The dispatcher sees the free slot in f + 2 and picks
  // the waiting job, matched against `capable` long ago, in that cycle. It leaves then, and is at the processor in f
  // + 3. Matched against `idle` or `reserve`, the match and the join are in f + 2, and the pick in f + 3.
  for (const MatchAgainst against : {MatchAgainst::idle, MatchAgainst::reserve, MatchAgainst::capable}) {
    const Cycle hand_over = against == MatchAgainst::capable ? 3 : 4;
    for (const std::uint32_t processors : kCounts) {
      INFO(processors << " processors, match_against " << static_cast<int>(against));
      Scenario s = tight(processors);
      s.architecture.dispatcher->match_against = against;
      // Two tasks for each processor. The first ones start one after the other, so no two end in one cycle.
      s.tasks.assign(2 * processors, make_task(TaskClass::block, 1, 400));
      const Outcome o = run_once(s, processors, 100);
      REQUIRE(o.end == RunEnd::complete);
      std::vector<Cycle> finished(processors, 0);
      std::uint32_t handed_over = 0;
      for (const std::vector<JobRecord>& jobs : o.jobs) {
        Cycle& before = finished[jobs[0].processor];
        if (before != 0) {
          CHECK(jobs[0].started == before + hand_over);
          ++handed_over;
        }
        before = jobs[0].finished;
      }
      CHECK(handed_over == processors);
    }
  }
}

TEST_CASE("of successors whose predecessors end in one cycle each waits for those before it") {
  // Four tasks, and one that waits for each: their completions come one a cycle.
  Scenario s = tight(4);
  s.tasks.assign(4, make_task(TaskClass::block, 1, 400));
  for (std::uint64_t t = 0; t < 4; ++t) {
    s.tasks[t].cycles = 400 - t;  // submitted one a cycle, they end in one
    s.tasks.push_back(make_task(TaskClass::block, 1, 50, 0, {t}));
  }
  const Outcome o = run(s);
  const Cycle f = o.jobs[0][0].finished;
  for (std::uint64_t t = 0; t < 4; ++t) {
    CHECK(o.jobs[t][0].finished == f);
    CHECK(o.jobs[t][0].completed == f + 1 + t);
    CHECK(o.jobs[4 + t][0].started == f + 4 + t);
  }
}

}  // namespace gantry::tight_coupling_test
