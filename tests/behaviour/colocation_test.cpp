// SPDX-License-Identifier: Apache-2.0
// What a class asks of the clusters its jobs go to.
#include "behaviour/scenario.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::colocation_test {

namespace {

/// The tiny machine with two clusters: `first` processors in cluster 0, the others in cluster 1.
Scenario two_clusters(std::uint32_t first, std::uint32_t second, std::uint32_t queue_depth) {
  Scenario s = tiny(first + second, queue_depth);
  std::vector<ProcessorGroup>& groups = *s.architecture.processors;
  groups[0].count = first;
  groups.push_back(groups[0]);
  groups[1].count = second;
  groups[1].cluster = 1;
  return s;
}

using Ids = std::vector<ProcessorId>;

}  // namespace

TEST_CASE("a gang that asks for one cluster takes one that can hold all of it") {
  Scenario s = two_clusters(1, 2, 1);
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  SECTION("not asked for: the lowest numbers") {
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::processor) == Ids{0, 1});
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 10, 86 + 12});
  }
  SECTION("one_cluster: p0 has no room for two") {
    s.architecture.dispatcher->colocation[0] = Colocation::one_cluster;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::processor) == Ids{1, 2});
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 12, 86 + 12});
  }
}

TEST_CASE("the first job binds a task to its cluster, whatever is idle elsewhere") {
  Scenario s = two_clusters(2, 2, 1);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.architecture.dispatcher->colocation[1] = Colocation::one_cluster;
  s.tasks = {make_task(TaskClass::cluster, 4, 10)};
  const Outcome o = run(s);
  // p0: port 81, arrived 91, finished 101, completed 107, seen 108. p1: port 82, flits 87..91, arrived 98, finished
  // 108, completed 108 + 8 = 116, seen 117.
  CHECK(each(o.jobs[0], &JobRecord::processor) == Ids{0, 1, 0, 1});
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 108, 117});
}

TEST_CASE("all_clusters gives every cluster a job before any gets a second") {
  Scenario s = two_clusters(2, 1, 2);
  s.architecture.dispatcher->colocation[0] = Colocation::all_clusters;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  // Reserved in 78: p0 (any), p2 (the other cluster), then the lowest number with a place: p0 again, p1. Picked in that
  // order among the unlocked: p0 79, p2 80, p1 81; p0 is locked until its last flit, 86, is seen in 87.
  CHECK(each(o.jobs[0], &JobRecord::processor) == Ids{0, 2, 1, 0});
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 81, 87});
  // At the port 81, 82, 83, 89, five flits each.
  CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 87, 92, 97});
}

}  // namespace gantry::colocation_test
