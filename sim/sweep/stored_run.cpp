// SPDX-License-Identifier: Apache-2.0
#include "sweep/stored_run.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gantry/base/error.h"
#include "metric/metric.h"
#include "output/run_report.h"
#include "sweep/search.h"

namespace gantry {
namespace {

/// The message about a file that cannot be written ends with the system's reason.
bool says_disk_full(const std::string& message) {
  constexpr std::array<int, 2> kFull = {ENOSPC, EDQUOT};
  for (const int number : kFull) {
    const std::string reason = ": " + std::generic_category().message(number);
    if (message.size() > reason.size() && message.compare(message.size() - reason.size(), reason.size(), reason) == 0) {
      return true;
    }
  }
  return false;
}

bool asks_for_causes(const Study& study) {
  const auto asks = [](const Expression& expression) {
    return std::any_of(expression.names().begin(), expression.names().end(),
                       [](const ExpressionName& name) { return needs_critical_path(name.path); });
  };
  return std::any_of(study.metrics.begin(), study.metrics.end(),
                     [&](const StudyMetric& metric) { return asks(metric.expression); }) ||
         std::any_of(study.constraints.begin(), study.constraints.end(), asks);
}

}  // namespace

PointBase point_base(const Study& study, std::string version) {
  PointBase base{study.base, study.base_path, {}, study.keep, std::move(version)};
  const SearchEntry* search = searches().find(study.search.method);
  if (search != nullptr) base.reports.insert(base.reports.end(), search->reports.begin(), search->reports.end());
  if (asks_for_causes(study)) base.reports.emplace_back("critical_path");
  return base;
}

ForkedLimits limits_of(const Study& study) {
  return {static_cast<double>(study.point.timeout_seconds), study.point.memory_mib << 20U};
}

PointRun run_into(const PointStore& store, const Study& study, const std::string& id,
                  const std::vector<std::string>& sets) {
  PointRun run{sets, store.working_directory(id), store.directory(id)};
  if (study.warm.at > 0) {
    const std::filesystem::path points(store.folder());
    run.warm = WarmStart{study.warm.at, (points.parent_path() / "warm").string()};
  }
  return run;
}

PointOutcome settle_point(PointStore& store, const std::string& id, const RanPoint& ran) {
  PointOutcome outcome;
  if (ran.ended) {
    try {
      outcome.stored = store.finish(id, ran.state == PointState::done, ran.message);
      return outcome;
    } catch (const Error& error) {
      outcome.end.message = error.what();
    }
  } else {
    outcome.end = {ran.state, ran.message};
  }
  outcome.disk_full = says_disk_full(outcome.end.message);
  store.discard(id);
  return outcome;
}

}  // namespace gantry
