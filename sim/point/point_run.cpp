// SPDX-License-Identifier: Apache-2.0
#include "point/point_run.h"

#include <map>
#include <string_view>
#include <utility>

#include "experiment/resolved.h"
#include "result/output_names.h"
#include "run/simulation.h"

namespace gantry {
namespace {

// A run's end as the text that its process hands over: one of these words, the message, a line end, the summary.
constexpr std::string_view kComplete = "complete ";
constexpr std::string_view kUnfinished = "unfinished ";
constexpr std::string_view kProblem = "problem ";

RanPoint refused(std::string message) { return {PointState::failed, false, std::move(message), {}}; }

std::string text_of(const RanPoint& ran) {
  const std::string_view word = !ran.ended ? kProblem : ran.state == PointState::done ? kComplete : kUnfinished;
  return std::string(word) + ran.message + '\n' + ran.summary;
}

RanPoint ran_of(const ForkedResult& result) {
  if (!result.whole()) {
    RanPoint ran = refused(result.text);
    if (result.end == ForkedEnd::timeout) ran.state = PointState::timeout;
    return ran;
  }
  const std::string& text = result.text;
  const std::size_t line = text.find('\n');
  const std::size_t word = text.find(' ') + 1;
  RanPoint ran = refused(text.substr(word, line - word));
  ran.ended = text.compare(0, kProblem.size(), kProblem) != 0;
  if (text.compare(0, kComplete.size(), kComplete) == 0) ran.state = PointState::done;
  ran.summary = text.substr(line + 1);
  return ran;
}

RanPoint simulate_experiment(const Experiment& experiment, const SimulationOptions& options) {
  Diagnostics diagnostics;
  const SimulationResult result = simulate(experiment, options, diagnostics);
  if (!diagnostics.ok()) return refused(diagnostics.errors().front().text);
  RanPoint ran;
  ran.ended = true;
  if (result.stats.end == RunEnd::complete) {
    ran.state = PointState::done;
    return ran;
  }
  const auto& diagnosis = result.stats.diagnosis;
  ran.message = diagnosis.empty() ? "unfinished" : diagnosis.front();
  return ran;
}

}  // namespace

RanPoint simulate_point(const PointReader& reader, const PointRun& run) {
  SimulationOptions options;
  options.kernel = Kernel::cycle;
  options.explained = run.explained;
  KeptOutputs kept;
  if (run.directory.empty()) {
    options.kept = &kept;
  } else {
    options.directory = run.directory;
  }
  RanPoint ran;
  if (run.experiment) {
    ran = simulate_experiment(*run.experiment, options);
  } else {
    Result<Experiment> experiment = reader.read(run.sets);
    if (!experiment) return refused(experiment.error().text);
    if (!run.directory.empty()) options.resolved = resolved_experiment(*experiment, run.named);
    if (run.warm) {
      options.checkpoints =
          warm_checkpoint(*run.warm, *experiment, [&](Experiment& start) { return reader.id(start); });
    }
    experiment->given.reset();
    ran = simulate_experiment(*experiment, options);
  }
  if (ran.ended) ran.summary = std::move(kept[kSummaryFile]);
  return ran;
}

bool run_points(const PointReader& reader, const PointWork& work, const ForkedOptions& options) {
  std::map<std::size_t, PointRun> under_way;
  std::size_t begun = 0;
  ForkedWork forked;
  forked.next = [&]() -> std::optional<std::size_t> {
    auto run = work.next();
    if (!run) return std::nullopt;
    under_way.emplace(begun, std::move(*run));
    return begun++;
  };
  forked.run = [&](std::size_t number) { return text_of(simulate_point(reader, under_way.at(number))); };
  forked.done = [&](std::size_t number, const ForkedResult& result) {
    under_way.erase(number);
    work.done(number, ran_of(result));
  };
  forked.idle = work.idle;
  return run_forked(forked, options);
}

}  // namespace gantry
