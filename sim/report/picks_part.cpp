// SPDX-License-Identifier: Apache-2.0
// What the picker decided on: T, W and H of the tasks that were candidates most often.
#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <vector>

#include "gantry/scheduler/picker_config.h"
#include "report/page_parts.h"
#include "result/output_names.h"
#include "result/tables.h"
#include "text/table_rows.h"
#include "text/yaml_node.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Fraction bits of the history weight, by the experiment as it was run.
std::uint32_t frac_of(const std::string& experiment) {
  std::uint32_t frac = PickerConfig().frac;
  Diagnostics ignored;
  const auto document = parse_yaml(experiment, kExperimentFile, ignored);
  const YamlNode* at = document ? &*document : nullptr;
  for (const char* key : {"architecture", "dispatcher", "picker", "frac"}) {
    if (at != nullptr) at = at->find(key);
  }
  if (at != nullptr) std::from_chars(at->text.data(), at->text.data() + at->text.size(), frac);
  return frac;
}

/// The rows of a task.
struct Course {
  std::uint32_t name = 0;  ///< in PageRun::names
  std::uint64_t rows = 0;
  std::uint64_t seen = 0;
  PageJson points = PageJson::array();  ///< [cycle, T, W, H_raw, whether picked]
};

}  // namespace

PageJson picks_part(PageRun& run, const std::string& experiment, Diagnostics& problems) {
  const auto absence = run.missing_table(kPicksTable, "output.picks");
  if (absence) return missing(*absence);
  std::map<std::string, std::size_t, std::less<>> numbers;
  std::vector<Course> courses;
  {
    TableReader<PickCells> table(run.path(kPicksTable), problems);
    for (PickCells row; table.next(row);) {
      if (row.expected_weight == kNone || row.history == kNever || row.target == no_value<std::int64_t>()) continue;
      auto at = numbers.find(row.task);
      if (at == numbers.end()) {
        at = numbers.emplace(std::string(row.task), courses.size()).first;
        courses.emplace_back();
      }
      ++courses[at->second].rows;
    }
  }
  if (courses.empty()) return missing(std::string("No row of ") + kPicksTable + " has weights.");
  std::vector<std::size_t> order(courses.size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return courses[a].rows > courses[b].rows; });
  const std::uint64_t most = std::max<std::uint64_t>(run.limits.stretches / 2, 1);  // rows of a task
  std::uint64_t room = run.limits.jobs;
  std::vector<std::uint64_t> every(courses.size(), 0);  // 0: the task is left out
  std::vector<std::size_t> kept;
  for (const std::size_t c : order) {
    const std::uint64_t stride = (courses[c].rows + most - 1) / most;
    const std::uint64_t points = (courses[c].rows + stride - 1) / stride;
    if (points > room) break;
    room -= points;
    every[c] = stride;
    kept.push_back(c);
  }
  TableReader<PickCells> table(run.path(kPicksTable), problems);
  for (PickCells row; table.next(row);) {
    const auto at = numbers.find(row.task);
    if (at == numbers.end() || row.expected_weight == kNone) continue;
    const std::uint64_t stride = every[at->second];
    Course& course = courses[at->second];
    if (stride == 0 || course.seen++ % stride != 0) continue;
    course.points.push_back({row.cycle, row.target, row.expected_weight, row.history, row.winner ? 1 : 0});
  }
  if (kept.size() < courses.size()) {
    run.leave_out("Picks: " + std::to_string(kept.size()) + " of " + std::to_string(courses.size()) +
                  " tasks, those that were candidates most often. All are in " + kPicksTable + '.');
  }
  PageJson tasks = PageJson::array();
  bool thinned = false;
  for (const std::size_t c : kept) thinned = thinned || every[c] > 1;
  if (thinned)
    run.leave_out(std::string("Picks: of tasks with many rounds only every n-th is drawn; all are in ") + kPicksTable +
                  '.');
  for (const auto& [name, c] : numbers) courses[c].name = every[c] > 0 ? run.names.number(name) : kNone;
  for (const std::size_t c : kept) tasks.push_back({courses[c].name, courses[c].rows, courses[c].points});
  return {{"frac", frac_of(experiment)}, {"tasks", tasks}};
}

}  // namespace gantry
