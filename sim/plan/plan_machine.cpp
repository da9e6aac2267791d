// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_machine.h"

#include <limits>
#include <utility>
#include <vector>

#include "gantry/base/decimal.h"
#include "gantry/platform/processor_list.h"
#include "gantry/scheduler/processor_table.h"
#include "text/yaml_reader.h"
#include "workload/task_defaults.h"

namespace gantry {

using plan::TaskTimes;

namespace {

constexpr std::uint64_t kBillion = 1000000000;

plan::Time sequential_time(const WorkloadTask& task, const ProcessorInfo& processor) {
  const Cycle job = processor.time_for(cycles_on(task, processor.type_name)) + set_up_of(task);
  if (task.jobs != 0 && job > plan::kLongest / task.jobs) return plan::kLongest;
  return job * task.jobs;
}

}  // namespace

std::optional<TaskTimes> task_times(const Workload& workload, const Architecture& architecture,
                                    Diagnostics& diagnostics) {
  const std::vector<ProcessorInfo> processors = list_processors(architecture);
  const std::vector<std::string> types = processor_types(architecture);
  std::vector<plan::Time> times;
  times.reserve(workload.tasks.size() * processors.size());
  const std::size_t before = diagnostics.size();
  for (const WorkloadTask& task : workload.tasks) {
    const auto set = types_for(task, task.cls, types);
    const std::uint64_t bytes = set ? task.job_bytes.value_or(default_job_bytes(architecture, *set)) : 0;
    bool runs = false;
    for (const ProcessorInfo& processor : processors) {
      // An event task needs no processor and no time, so it may be placed anywhere.
      const bool here = task.cls == TaskClass::event ||
                        (set && contains(*set, processor.type_name, types) && bytes <= processor.max_job_bytes);
      times.push_back(here ? sequential_time(task, processor) : TaskTimes::kCannotRun);
      runs = runs || here;
    }
    if (!runs) {
      diagnostics.error(task.where, "task " + in_quotes(task.id) + " runs on no processor of the architecture");
    }
  }
  if (diagnostics.size() != before) return std::nullopt;
  return TaskTimes::table(static_cast<std::uint32_t>(processors.size()), std::move(times));
}

std::optional<std::uint64_t> read_billionths(const std::string& text, const std::string& option, std::uint64_t most,
                                             Diagnostics& diagnostics) {
  const auto number = parse_decimal(text);
  const bool fine = number && number->exponent >= -9 && to_double(*number) <= static_cast<double>(most);
  if (fine) return ceil_product(*number, {1, 0}, kBillion);
  diagnostics.error({option, 0, 0}, "must be a decimal number from 0 to " + std::to_string(most) +
                                        " with at most nine fraction digits, not " + in_quotes(text));
  return std::nullopt;
}

std::vector<std::string> processor_names(const Architecture& architecture) {
  std::vector<std::string> names;
  for (const ProcessorInfo& info : list_processors(architecture)) names.push_back(info.name);
  return names;
}

plan::TransferCost transfer_cost_of(const plan::Values& parameters) {
  plan::TransferCost cost;
  const auto read = [&](const char* name, std::uint64_t& billionths) {
    const plan::Value* value = parameters.find(name);
    if (value == nullptr) return;
    const auto* number = std::get_if<std::uint64_t>(value);
    const auto* text = std::get_if<std::string>(value);
    Diagnostics ignored;
    const auto exact = read_billionths(number != nullptr ? std::to_string(*number)
                                       : text != nullptr ? *text
                                                         : "",
                                       name, plan::kLongest / 1000000000, ignored);
    if (exact) billionths = *exact;
  };
  read("cycles_per_byte", cost.per_byte_billionths);
  read("latency", cost.latency_billionths);
  return cost;
}

}  // namespace gantry
