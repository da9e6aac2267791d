// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/validate.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/error.h"
#include "gantry/base/own_keys.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/number_keys.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/matchable.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace platform {

namespace {

/// Problems of one input. There is no file, so that nothing has a position.
class Problems {
 public:
  void add(std::string text) { diagnostics_.error({}, std::move(text)); }
  void unless(bool right, const std::string& text) {
    if (!right) add(text);
  }
  void raise() {
    if (!diagnostics_.ok()) throw Error(std::move(diagnostics_));
  }
  [[nodiscard]] std::size_t size() const { return diagnostics_.size(); }

 private:
  Diagnostics diagnostics_;
};

void check_numbers(const Architecture& architecture, Problems& problems) {
  const NumberKeys keys(architecture);
  for (const NumberKey& key : keys.all()) {
    if (key.automatic || (key.value >= key.range.min && key.value <= key.range.max)) continue;
    problems.add(key.path + " must be " + key.text(key.range.min) + " to " + key.text(key.range.max) + ", not " +
                 key.text(key.value));
  }
}

template <class Catalogue>
void check_own(const OwnValues& values, const Catalogue& catalogue, const std::string& path, Problems& problems) {
  for (const auto& [name, value] : values.all()) {
    bool known = false;
    for (const auto& entry : catalogue.entries()) known = known || has_key(entry.keys, name);
    problems.unless(known, path + name + " is no key");
  }
}

void check_own_keys(const Architecture& architecture, const MachineCatalogue& catalogue, Problems& problems) {
  check_own(architecture.interconnect.own, catalogue.topologies, "architecture.interconnect.", problems);
  if (architecture.control->on())
    check_own(architecture.control->own, catalogue.topologies, "architecture.interconnect.control.", problems);
  const std::string path = "architecture.dispatcher.picker.";
  for (const auto& [picker, values] : architecture.dispatcher->picker->own.all()) {
    const auto* entry = catalogue.pickers.find(picker);
    problems.unless(entry != nullptr, path + picker + " is no picker");
    for (const auto& [name, value] : values.all())
      problems.unless(entry == nullptr || has_key(entry->keys, name), path + picker + '.' + name + " is no key");
  }
}

void check_sections(const Architecture& architecture, Problems& problems) {
  const TaskCacheConfig& cache = *architecture.task_cache;
  problems.unless(cache.capacity >= cache.queues(), "architecture.task_cache.capacity must be at least " +
                                                        std::to_string(cache.queues()) + ", a place for each queue");
  const MemoryConfig& memory = *architecture.memory;
  problems.unless(memory.interleave() % memory.burst_bytes == 0,
                  "architecture.memory.interleave_bytes must be a multiple of burst_bytes");
  const DispatcherConfig& dispatcher = *architecture.dispatcher;
  for (std::size_t i = 0; i < dispatcher.class_map.size(); ++i) {
    problems.unless(dispatcher.class_map[i] < dispatcher.picker->classes,
                    "architecture.dispatcher.class_map." + std::string(kTaskClassNames[i]) +
                        " must be below picker.classes, which is " + std::to_string(dispatcher.picker->classes));
  }
  check_preload(dispatcher, has_local_stores(*architecture.processors),
                [&](std::string_view key, std::string_view text) {
                  problems.add("architecture.dispatcher." + std::string(key) + ' ' + std::string(text));
                });
  check_retries(dispatcher, architecture.monitor->job_timeout > 0, [&](std::string_view text) {
    problems.add("architecture.dispatcher.max_retries " + std::string(text));
  });
  const bool stores = has_local_stores(*architecture.processors);
  check_failures(*architecture.monitor, architecture.loses_jobs(), stores,
                 [&](std::string_view key, std::string_view text) {
                   problems.add("architecture.monitor." + std::string(key) + ' ' + std::string(text));
                 });
  std::uint64_t processors = 0;
  for (std::size_t i = 0; i < architecture.processors->size(); ++i) {
    const ProcessorGroup& group = architecture.processors->at(i);
    processors += group.count;
    problems.unless(group.local.bytes == 0 || group.local.bytes_per_cycle > 0,
                    "architecture.processors." + std::to_string(i) + ".local has no bytes_per_cycle");
  }
  problems.unless(processors >= 1 && processors <= kMaxProcessors, "architecture.processors must be 1 to " +
                                                                       std::to_string(kMaxProcessors) +
                                                                       " in all, not " + std::to_string(processors));
}

/// Whether the interconnect exists, and has room for all endpoints.
void check_room(const Architecture& architecture, const MachineCatalogue& catalogue, Problems& problems) {
  try {
    const auto topology = make_topology(architecture, catalogue.topologies);
    static_cast<void>(terminal_nodes(architecture, *topology));
    if (architecture.control->on() && !architecture.control->is_star()) {
      static_cast<void>(make_control_topology(architecture, catalogue.topologies));
      static_cast<void>(control_terminal_nodes(architecture));
    }
  } catch (const Error& error) {
    problems.add(error.what());
  }
}

void check_task(const Task& task, const std::string& name, std::uint64_t number, std::uint32_t types,
                Problems& problems) {
  const auto must = [&](bool right, const std::string& what) { problems.unless(right, "task " + name + ' ' + what); };
  const bool event = task.cls == TaskClass::event;
  must(task.weight >= 1 && task.weight <= 256, "has weight " + std::to_string(task.weight) + " (1 to 256)");
  must(event ? task.jobs == 0 : task.jobs >= 1 && task.jobs <= 65536,
       "has " + std::to_string(task.jobs) + " jobs (" + (event ? "an event has none)" : "1 to 65536)"));
  std::uint64_t jobs = 0;
  std::uint64_t cycles = 0;
  task.for_each_group([&](const JobShape& shape, std::uint32_t alike) {
    jobs += alike;
    cycles = std::max(cycles, shape.cycles);
    must(event || shape.job_bytes > 0, "has jobs of no bytes");
    must(event || alike > 0, "has a group of no jobs");
    must(shape.type == kAnyType || shape.type < types, "needs a processor of a type that does not exist");
    must(shape.cycles_by_type.empty() || shape.cycles_by_type.size() == types,
         "has cycles for " + std::to_string(shape.cycles_by_type.size()) + " types of processors, and there are " +
             std::to_string(types));
  });
  must(jobs == task.jobs, "has " + std::to_string(task.jobs) + " jobs, and groups of " + std::to_string(jobs));
  must(cycles == task.cycles,
       "has " + std::to_string(task.cycles) + " cycles, and its longest group " + std::to_string(cycles));
  must(task.stream < kMostStreams, "has stream " + std::to_string(task.stream));
  for (const std::uint64_t before : task.after)
    must(before < number, "waits for task number " + std::to_string(before) + ", which does not come before it");
}

void check_match(const Task& task, const std::string& name, const ProcessorTable& table,
                 const DispatcherConfig& dispatcher, Problems& problems) {
  switch (matchable(task, table, dispatcher)) {
    case Matchable::yes:
      return;
    case Matchable::no_processor:
      return problems.add("task " + name + " has jobs that no processor takes, by their type, size or cluster");
    case Matchable::too_many_jobs:
      return problems.add("task " + name + " has more jobs than can be matched at once, or in time");
    case Matchable::too_few_jobs:
      return problems.add("task " + name + " has fewer jobs than there are clusters");
    case Matchable::different_jobs:
      return problems.add("task " + name + " has jobs that different processors take, and its class a colocation");
  }
}

}  // namespace

void validate(const Architecture& architecture, const MachineCatalogue& catalogue) {
  Problems problems;
  check_numbers(architecture, problems);
  check_own_keys(architecture, catalogue, problems);
  problems.raise();  // what follows computes with them
  check_sections(architecture, problems);
  if (problems.size() == 0) check_room(architecture, catalogue, problems);
  problems.raise();
}

void validate(const Architecture& architecture, TaskSource& tasks) {
  Problems problems;
  const std::vector<ProcessorInfo> processors = list_processors(architecture);
  const std::uint32_t types = count_types(processors);
  const ProcessorTable table(processors, std::vector<std::uint32_t>(processors.size(), 0));
  problems.unless(tasks.objects() == nullptr || architecture.dispatcher->max_retries == 0,
                  "architecture.dispatcher.max_retries needs tasks without data objects");
  Task task;
  for (std::uint64_t number = 0; tasks.next(task); ++number) {
    const std::string name = tasks.name(number);
    const std::size_t before = problems.size();
    check_task(task, name, number, types, problems);
    if (problems.size() == before) check_match(task, name, table, *architecture.dispatcher, problems);
  }
  problems.raise();
}

}  // namespace platform
}  // namespace gantry
