// SPDX-License-Identifier: Apache-2.0
#include "sweep/point_run.h"

#include <array>
#include <cerrno>
#include <system_error>

#include "experiment/resolved.h"
#include "gantry/base/error.h"
#include "run/simulation.h"

namespace gantry {
namespace {

constexpr std::string_view kCompleteText = "complete";
constexpr std::string_view kUnfinishedText = "unfinished ";
constexpr std::string_view kProblemText = "problem ";

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

}  // namespace

std::string simulate_point(const PointReader& reader, const std::vector<std::string>& sets,
                           const std::string& directory, const std::string& named) {
  Result<Experiment> experiment = reader.read(sets);
  if (!experiment) return std::string(kProblemText) + experiment.error().text;
  SimulationOptions options;
  options.directory = directory;
  options.resolved = resolved_experiment(*experiment, named);
  options.kernel = Kernel::cycle;
  experiment->given.reset();
  Diagnostics diagnostics;
  const SimulationResult result = simulate(*experiment, options, diagnostics);
  if (!diagnostics.ok()) return std::string(kProblemText) + diagnostics.errors().front().text;
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
    try {
      outcome.stored = store.finish(id, complete, message);
      return outcome;
    } catch (const Error& error) {
      outcome.end.message = error.what();
    }
  } else {
    outcome.end.message = result.whole() ? result.text.substr(kProblemText.size()) : result.text;
    if (result.end == ForkedEnd::timeout) outcome.end.state = PointState::timeout;
  }
  outcome.disk_full = says_disk_full(outcome.end.message);
  store.discard(id);
  return outcome;
}

}  // namespace gantry
