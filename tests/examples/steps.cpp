// SPDX-License-Identifier: Apache-2.0
// steps: a text whose first line is "#steps"; then one task per line, "name cycles predecessor...".
#include <charconv>
#include <map>
#include <sstream>

#include "workload/format.h"

namespace gantry {
namespace {

constexpr std::string_view kFirstLine = "#steps\n";
constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 48;

bool recognises(std::string_view head) { return head.substr(0, kFirstLine.size()) == kFirstLine; }

bool read(const std::string& text, const std::string& file, const Mapping& /*mapping*/, Workload& workload,
          Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  std::map<std::string, std::uint32_t> index;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    WorkloadTask task;
    task.where = {file, number, 1};
    std::string cycles;
    words >> task.id >> cycles;
    const auto end = std::from_chars(cycles.data(), cycles.data() + cycles.size(), task.cycles);
    if (end.ec != std::errc() || *end.ptr != '\0' || task.cycles > kMostCycles) {
      diagnostics.error(task.where, "a line must be `name cycles predecessor...` with cycles from 0 to 2^48");
      continue;
    }
    for (std::string name; words >> name;) {
      const auto at = index.find(name);
      if (at == index.end()) {
        diagnostics.error(task.where, "no task '" + name + "' stands above (predecessors come first)");
      } else {
        task.after.push_back({at->second, 0, false});
      }
    }
    if (!index.emplace(task.id, static_cast<std::uint32_t>(workload.tasks.size())).second) {
      diagnostics.error(task.where, "task '" + task.id + "' is there already (each id once)");
    }
    workload.tasks.push_back(std::move(task));
  }
  return diagnostics.size() == before;
}

}  // namespace

void add_steps(WorkloadFormats& formats) {
  formats.add({"steps", "lines `name cycles predecessor...`", recognises, read, std::nullopt});
}

}  // namespace gantry
