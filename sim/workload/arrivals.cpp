// SPDX-License-Identifier: Apache-2.0
// arrivals: a CSV, or a JSON object per line, with the time at which each independent task arrives, as of the Azure
// inference traces.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "text/yaml_reader.h"
#include "workload/arrival_table.h"
#include "workload/format.h"

namespace gantry {
namespace {

bool read_arrivals(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                   Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  ArrivalTable table(text, file, mapping, true, diagnostics);
  std::unordered_map<std::string, int> lines;  // of the ids; looked up only
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
  table.read([&](const Arrival& arrival) {
    if (workload.tasks.size() == kMaxForeignTasks) {
      diagnostics.error({file, arrival.line, 1}, "more than " + std::to_string(kMaxForeignTasks) +
                                                     " arrivals (the generator `trace` takes as many as there are)");
      return;
    }
    WorkloadTask task;
    task.where = {file, arrival.line, 1};
    task.id = arrival.id.empty() ? std::to_string(workload.tasks.size()) : std::string(arrival.id);
    task.cls = arrival.cls;
    task.weight = arrival.weight;
    task.work = arrival.work;
    task.input_bytes = arrival.bytes;
    task.submit = arrival.time;
    first = std::min(first, arrival.time);
    last = std::max(last, arrival.time);
    if (!arrival.id.empty()) {
      const auto [same, fresh] = lines.emplace(task.id, arrival.line);
      if (!fresh) {
        diagnostics.error(
            task.where, in_quotes(task.id) + " is already the id of the task on line " + std::to_string(same->second));
      }
    }
    workload.tasks.push_back(std::move(task));
  });
  workload.unit = table.work_name().empty() ? "none" : table.work_name();
  if (diagnostics.size() != before) return false;
  const bool cycles = table.unit() == TimeUnit::cycles;
  for (WorkloadTask& task : workload.tasks) {
    task.submit -= first;
    if (!cycles) task.submit = ceil_product({task.submit, -9}, mapping.cycles_per_second);
  }
  if (!cycles && !workload.tasks.empty()) workload.span = to_double({last - first, -9});
  return true;
}

}  // namespace

void add_arrivals(WorkloadFormats& formats) {
  formats.add({"arrivals",
               "CSV or JSON lines with a time of arrival per task (Azure inference traces and others)",
               begins_as_arrivals,
               read_arrivals,
               Mapping(),
               {"cycles_per_second", "arrivals", "time_unit", "header", "separator", "fields.time", "fields.work",
                "fields.bytes", "fields.class", "fields.weight", "fields.id"}});
}

}  // namespace gantry
