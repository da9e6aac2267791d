// SPDX-License-Identifier: Apache-2.0
#include "compare/machine_changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "gantry/base/quotient.h"

namespace gantry {
namespace {

void add_groups(const ComparedRun& run, std::uint64_t Change::*side, std::vector<GroupChange>& groups) {
  for (const RunSummary::Processor& processor : run.files.summary.processors) {
    auto at = std::find_if(groups.begin(), groups.end(), [&](const GroupChange& g) {
      return g.group == processor.group && g.type == processor.type;
    });
    if (at == groups.end()) at = groups.insert(at, GroupChange{processor.group, processor.type, {}, {}, {}});
    ++(at->processors.*side);
    at->jobs.*side += processor.jobs;
    at->busy_cycles.*side += processor.busy_cycles;
  }
}

double moved(const LinkChange& link) { return std::abs(link.b->utilization - link.a->utilization); }

}  // namespace

std::vector<GroupChange> group_changes(const ComparedRun& a, const ComparedRun& b) {
  std::vector<GroupChange> groups;
  add_groups(a, &Change::a, groups);
  add_groups(b, &Change::b, groups);
  for (GroupChange& group : groups) {
    group.utilization_a = quotient(group.busy_cycles.a, Uint128{group.processors.a} * a.files.summary.cycles);
    group.utilization_b = quotient(group.busy_cycles.b, Uint128{group.processors.b} * b.files.summary.cycles);
  }
  return groups;
}

LinkChanges link_changes(const ComparedRun& a, const ComparedRun& b) {
  using LinkKey = std::tuple<LinkRowKind, std::string_view, std::string_view>;
  const auto key = [](const ComparedLink& link) { return LinkKey{link.kind, link.from, link.to}; };
  std::map<LinkKey, const ComparedLink*> of_b;
  for (const ComparedLink& link : b.links) of_b.emplace(key(link), &link);
  LinkChanges changes;
  for (const ComparedLink& link : a.links) {
    const auto at = of_b.find(key(link));
    if (at == of_b.end()) {
      ++changes.only_in_a;
      continue;
    }
    ++changes.in_both;
    const LinkChange change{&link, at->second};
    if (moved(change) > 0.0) changes.most.push_back(change);
    of_b.erase(at);
  }
  changes.only_in_b = of_b.size();
  std::stable_sort(changes.most.begin(), changes.most.end(),
                   [](const LinkChange& x, const LinkChange& y) { return moved(x) > moved(y); });
  if (changes.most.size() > kMostLinks) changes.most.resize(kMostLinks);
  return changes;
}

}  // namespace gantry
