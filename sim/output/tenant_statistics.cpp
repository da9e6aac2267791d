// SPDX-License-Identifier: Apache-2.0
#include "output/tenant_statistics.h"

#include <algorithm>
#include <utility>

namespace gantry {
namespace {

/// Whether response times grow without bound. If so, they grow in proportion to the instances: by two thirds from the
/// second quarter to the third, and by two fifths to the last. Half of that exceeds the random variation of a stable
/// stream.
bool grows(const SteadyState& response) {
  const double second = response.mean_between(0.25, 0.5);
  const double third = response.mean_between(0.5, 0.75);
  const double last = response.mean_between(0.75, 1.0);
  return third > 1.33 * second && last > 1.2 * third;
}

}  // namespace

double jain_index(const std::vector<Precise>& values) {
  Precise sum = 0;
  Precise squares = 0;
  for (const Precise value : values) {
    sum += value;
    squares += value * value;
  }
  return squares > 0 ? static_cast<double>(sum * sum / (static_cast<Precise>(values.size()) * squares)) : 1.0;
}

TenantStatistics::TenantStatistics(std::vector<Tenant> tenants) {
  for (Tenant& tenant : tenants) accounts_.emplace_back().tenant = std::move(tenant);
}

void TenantStatistics::task_done(const TaskRecord& task) {
  if (task.completed == kNever) return;  // of an unfinished run
  Account& account = accounts_[task.stream];
  while (account.oldest + account.live.size() <= task.instance) account.live.push_back({account.tenant.tasks, 0});
  Live& live = account.live[static_cast<std::size_t>(task.instance - account.oldest)];
  live.latest = std::max(live.latest, task.completed);
  if (--live.left == 0) instance_done(account, live.latest - (task.arrival - task.offset));
  while (!account.live.empty() && account.live.front().left == 0) {
    account.live.pop_front();
    ++account.oldest;
  }
}

void TenantStatistics::instance_done(Account& account, Cycle response) {
  ++account.done;
  account.response.add(response);
  account.percentiles.add(response);
  if (!account.tenant.deadline || response <= *account.tenant.deadline) return;
  const Cycle late = response - *account.tenant.deadline;
  ++account.misses;
  account.tardiness += late;
  account.most_tardy = std::max(account.most_tardy, late);
}

void TenantStatistics::job_done(const JobRecord& job) {
  accounts_[job.stream].processor_cycles += job.finished - job.started;
}

TenantsStats TenantStatistics::stats() const {
  TenantsStats all;
  std::uint64_t busy = 0;
  for (const Account& account : accounts_) busy += account.processor_cycles;
  std::vector<Precise> by_weight;
  std::vector<Precise> slowdowns;
  for (const Account& account : accounts_) {
    TenantStats& to = all.tenants.emplace_back();
    to.tenant = account.tenant;
    to.done = account.done;
    to.warm_up = account.response.warm_up();
    to.response = account.response.estimate(to.warm_up);
    if (to.done > 0) to.mean_of_all = account.response.estimate(0).mean;
    to.p50 = account.percentiles.percentile(50);
    to.p95 = account.percentiles.percentile(95);
    to.p99 = account.percentiles.percentile(99);
    to.max = account.percentiles.max();
    if (account.done >= kFewestToJudge) to.stable = !grows(account.response);
    to.misses = account.misses;
    to.tardiness = account.tardiness;
    to.most_tardy = account.most_tardy;
    to.processor_cycles = account.processor_cycles;
    to.share = quotient(account.processor_cycles, busy);
    if (to.done > 0 && to.tenant.alone && *to.tenant.alone > 0 && to.stable.value_or(true)) {
      slowdowns.push_back(account.response.precise_mean(to.warm_up) / static_cast<Precise>(*to.tenant.alone));
      to.slowdown = static_cast<double>(slowdowns.back());
    }
    by_weight.push_back(static_cast<Precise>(to.processor_cycles) / static_cast<Precise>(to.tenant.weight.value_or(1)));
  }
  all.fairness_of_share = jain_index(by_weight);
  if (slowdowns.size() == accounts_.size()) all.fairness_of_slowdown = jain_index(slowdowns);
  return all;
}

}  // namespace gantry
