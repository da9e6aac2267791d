// SPDX-License-Identifier: Apache-2.0
// one_process STUDY.yaml DIRECTORY: every point of a study in this process, one after another, each read, simulated and
// written as `gantry sweep` does it. Prints their number and CPU and wall seconds of them alone: what a study's
// overhead is measured against.
#include <chrono>
#include <ctime>
#include <iostream>
#include <string>

#include "gantry/base/diagnostics.h"
#include "point/point_run.h"
#include "sweep/study.h"
#include "sweep/study_plan.h"
#include "text/text_file.h"

int main(int count, char** words) {
  if (count != 3) return 2;
  using namespace gantry;
  Diagnostics problems;
  const auto text = read_text_file(words[1], problems);
  const auto study = text ? read_study(*text, words[1], problems) : std::nullopt;
  if (!study) return 2;
  StudyPlan plan(*study, "", problems);
  Configuration configuration(study->axes.size(), 0);
  do {
    plan.add(configuration);
  } while (next_configuration(*study, configuration));
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  for (const PlannedRun& run : plan.runs()) {
    const std::string directory = words[2] + ('/' + run.id);
    if (simulate_point(plan.reader(), {run.sets, directory, directory}).state != PointState::done) return 1;
  }
  const std::clock_t cpu = std::clock() - before;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  std::cout << plan.runs().size() << ' ' << static_cast<double>(cpu) / CLOCKS_PER_SEC << ' ' << wall.count() << '\n';
  return problems.ok() ? 0 : 1;
}
