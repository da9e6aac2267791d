// SPDX-License-Identifier: Apache-2.0
#include "study/point_run.h"

#include <array>
#include <cerrno>
#include <system_error>

#include "experiment/resolved.h"
#include "run/simulation.h"

namespace gantry {
namespace {

constexpr std::string_view kCompleteText = "complete";
constexpr std::string_view kUnfinishedText = "unfinished ";
constexpr std::string_view kProblemText = "problem ";

/// What a file says that could not be written ends with the system's reason.
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

}  // namespace

std::string simulate_point(const PointReader& reader, const std::vector<std::string>& sets,
                           const std::string& directory, const std::string& named) {
  ReadPoint point = reader.read(sets);
  if (!point.experiment) return std::string(kProblemText) + point.message;
  SimulationOptions options;
  options.directory = directory;
  options.resolved = resolved_experiment(*point.experiment, named);
  options.kernel = Kernel::cycle;
  point.experiment->given.reset();
  Diagnostics diagnostics;
  const SimulationResult result = simulate(*point.experiment, options, diagnostics);
  if (!diagnostics.ok()) return std::string(kProblemText) + first_problem(diagnostics);
  if (result.stats.end == RunEnd::complete) return std::string(kCompleteText);
  const auto& diagnosis = result.stats.diagnosis;
  return std::string(kUnfinishedText) + (diagnosis.empty() ? std::string("unfinished") : diagnosis.front());
}

ForkedLimits limits_of(const Study& study) {
  return {static_cast<double>(study.point.timeout_seconds), study.point.memory_mib << 20U};
}

PointOutcome settle_point(PointStore& store, const std::string& id, const ForkedResult& result) {
  PointOutcome outcome;
  const bool complete = result.whole() && result.text == kCompleteText;
  const bool unfinished = result.whole() && result.text.rfind(kUnfinishedText, 0) == 0;
  if (complete || unfinished) {
    const std::string message = complete ? "" : result.text.substr(kUnfinishedText.size());
    outcome.stored = store.finish(id, complete, message, outcome.end.message);
    if (outcome.stored) return outcome;
  } else {
    outcome.end.message = result.whole() ? result.text.substr(kProblemText.size()) : result.text;
    if (result.end == ForkedEnd::timeout) outcome.end.state = PointState::timeout;
  }
  outcome.disk_full = says_disk_full(outcome.end.message);
  store.discard(id);
  return outcome;
}

}  // namespace gantry
