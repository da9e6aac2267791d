// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_config.h"

#include <algorithm>

#include "blocks/pin_layout.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "gantry/scheduler/tie_break.h"
#include "pins/block_pins.h"
#include "pins/directory_pins.h"
#include "pins/dispatcher_pins.h"

namespace gantry {

namespace {

/// Its number; as many as there are: it has none.
std::uint32_t number_among(const std::vector<std::string_view>& names, std::string_view name) {
  return static_cast<std::uint32_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Value of a policy's own key.
std::uint32_t own_value(const pins::dispatcher::OwnConstant& own, const DispatcherConfig& config) {
  return own.key->of((own.of_picker ? config.picker->own : config.choices).of(own.policy));
}

/// Longest monitor.job_timeout at the pins, in cycles.
constexpr std::uint64_t kMostTimeout = 0xffffffff;

/// Constants of the monitor's timers; all 0: no timer runs.
struct TimerConstants {
  std::uint32_t timeout = 0;
  std::uint32_t retries = 0;
  std::uint32_t quarantine = 0;
  std::uint32_t jobs = 0;
  std::uint32_t per_cycle = 0;
};

TimerConstants timer_constants(const BlockConfig& all) {
  const MonitorConfig& monitor = *all.scheduler.monitor;
  const DispatcherConfig& dispatcher = *all.scheduler.dispatcher;
  if (monitor.job_timeout == 0) return {};
  std::uint32_t jobs = 0;
  for (const pins::Processor& processor : all.processors) jobs += processor.places;
  return {static_cast<std::uint32_t>(monitor.job_timeout), dispatcher.max_retries,
          monitor.quarantine == Quarantine::processor ? 1U : 0U, jobs,
          dispatcher.send_ports * (dispatcher.multicast ? dispatcher.decisions_per_round : 1)};
}

Diagnostic refusal(std::string text) {
  Diagnostic diagnostic;
  diagnostic.text = std::move(text);
  return diagnostic;
}

std::optional<Diagnostic> beyond_directory(const BlockConfig& config) {
  namespace pin = pins::directory;
  if (!config.data) return refusal("there is no directory in this run (expected tasks that have data objects)");
  if (config.most_parts > pin::kMostParts) {
    return refusal("the pins of the directory cannot tell " + std::to_string(config.most_parts) +
                   " parts of a job (at most " + std::to_string(pin::kMostParts) + ", told with its completion)");
  }
  const std::uint64_t distances = std::uint64_t{config.stores} * config.processors.size();
  if (distances > pin::kMostDistances) {
    return refusal("the table of the directory cannot tell the distances of " + std::to_string(config.stores) +
                   " stores from " + std::to_string(config.processors.size()) + " processors (at most " +
                   std::to_string(pin::kMostDistances) + " rows)");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> beyond_pins(const BlockPins& pins, const BlockConfig& config) {
  namespace pin = pins::dispatcher;
  if (&pins == &directory_pins()) return beyond_directory(config);
  if (config.scheduler.monitor->early_registration && &pins != &task_cache_pins()) {
    return refusal("the pins of the " + std::string(pins.block) +
                   " have no messages for monitor.early_registration: true (false, or the model of this block)");
  }
  if (config.scheduler.monitor->job_timeout > 0 && &pins == &dispatcher_pins()) {
    return refusal(
        "the pins of the dispatcher have no messages for monitor.job_timeout (0, or the model of this block)");
  }
  if (config.scheduler.monitor->job_timeout > kMostTimeout && &pins == &monitor_pins()) {
    return refusal("the pins of the monitor cannot tell monitor.job_timeout of " +
                   std::to_string(config.scheduler.monitor->job_timeout) + " cycles (at most " +
                   std::to_string(kMostTimeout) + ')');
  }
  if (config.scheduler.monitor->on_failure == OnFailure::cancel &&
      (&pins == &decomposer_pins() || &pins == &monitor_pins())) {
    return refusal("the pins of the " + std::string(pins.block) +
                   " have no messages for monitor.on_failure: cancel (run, or the model of this block)");
  }
  if (config.read_errors && &pins == &task_cache_pins()) {
    return refusal("the pins of the task cache have no messages for errors of memory (no fault of kind error)");
  }
  if (config.stores_die && &pins == &monitor_pins()) {
    return refusal("the pins of the monitor have no messages for failed jobs (no fault of a store)");
  }
  if (&pins == &task_cache_pins() && config.ring_entries == 0) {
    return refusal("the pins of the task cache read descriptors, and with host.push: true there are none to read");
  }
  if (&pins != &dispatcher_pins()) return std::nullopt;
  if (config.data) {
    return refusal(
        "tasks with data objects need a dispatcher that asks the directory about each picked job, and the pins of the "
        "dispatcher have no such message");
  }
  if (config.scheduler.dispatcher->multicast) {
    return refusal(
        "the pins of the dispatcher have one job in a message (dispatcher.multicast: false, or the model of this "
        "block)");
  }
  if (config.scheduler.dispatcher->preload) {
    return refusal(
        "the pins of the dispatcher have no go words (dispatcher.preload: false, or the model of this block)");
  }
  std::uint32_t types = 0;
  for (const pins::Processor& processor : config.processors) types = std::max(types, processor.type + 1);
  if (types <= pin::kMostTypes) return std::nullopt;
  return refusal("the pins of the dispatcher cannot tell " + std::to_string(types) + " types of processors (at most " +
                 std::to_string(pin::kMostTypes) +
                 ", on each of which a task may take other times, told beside its request)");
}

std::vector<std::uint32_t> block_config(const BlockPins& pins, const BlockConfig& all) {
  const TaskSchedulerConfig& config = all.scheduler;
  const DispatcherConfig& dispatcher = *config.dispatcher;
  const PickerConfig& picker = *dispatcher.picker;
  const TimerConstants timers = timer_constants(all);
  std::vector<std::uint32_t> values;
  for (const PinConstant& constant : pins.config) {
    const std::pair<std::string_view, std::uint32_t> known[] = {
        {"queues_per_class", config.task_cache->queues_per_class},
        {"window", config.task_cache->window},
        {"capacity", config.task_cache->capacity},
        {"slots", config.decomposer->slots},
        {"split_cycles", config.decomposer->split_cycles},
        {"retry_cycles", config.decomposer->retry_cycles},
        {"task_ids", config.monitor->task_ids},
        {"query_cycles", config.monitor->query_cycles},
        {"register_cycles", config.monitor->register_cycles},
        {"predecessors_per_cycle", config.monitor->predecessors_per_cycle},
        {"completion_window", config.monitor->completion_window},
        {"query_wakeups_per_cycle", config.monitor->query_wakeups_per_cycle},
        {"retire_per_cycle", config.monitor->retire_per_cycle},
        {"job_timeout", timers.timeout},
        {"max_retries", timers.retries},
        {"quarantine", timers.quarantine},
        {"watched_jobs", timers.jobs},
        {"timers_per_cycle", timers.per_cycle},
        {"reads_in_flight", config.task_cache->reads_in_flight},
        {"full_bytes", config.descriptor->full_bytes},
        {"predecessors", config.descriptor->predecessors},
        {"ring_entries", all.ring_entries},
        {"burst_bytes", all.bursts.burst_bytes},
        {"outstanding_bursts", all.bursts.outstanding},
        {"processors", static_cast<std::uint32_t>(all.processors.size())},
        {"match_per_job", dispatcher.mode == MatchMode::per_job ? 1 : 0},
        {"match_against", static_cast<std::uint32_t>(dispatcher.match_against)},
        {"match_jobs_per_cycle", dispatcher.match_jobs_per_cycle},
        {"match_timeout", dispatcher.match_timeout},
        {"match_latency_cycles", dispatcher.match_latency_cycles},
        {"choice_latency_cycles", dispatcher.choice_latency_cycles},
        {"decisions_per_round", dispatcher.decisions_per_round},
        {"send_ports", dispatcher.send_ports},
        {"collect_cycles", dispatcher.collect_cycles},
        {"block_class", dispatcher.class_map[index(TaskClass::block)]},
        {"cluster_class", dispatcher.class_map[index(TaskClass::cluster)]},
        {"union_class", dispatcher.class_map[index(TaskClass::union_)]},
        {"communication_class", dispatcher.class_map[index(TaskClass::communication)]},
        {"block_colocation", static_cast<std::uint32_t>(dispatcher.colocation[index(TaskClass::block)])},
        {"cluster_colocation", static_cast<std::uint32_t>(dispatcher.colocation[index(TaskClass::cluster)])},
        {"union_colocation", static_cast<std::uint32_t>(dispatcher.colocation[index(TaskClass::union_)])},
        {"communication_colocation",
         static_cast<std::uint32_t>(dispatcher.colocation[index(TaskClass::communication)])},
        {"entries", &pins == &directory_pins() ? config.directory->entries : picker.entries},
        {"parts_per_cycle", config.directory->parts_per_cycle},
        {"stores", all.stores},
        {"classes", picker.classes},
        {"frac", picker.frac},
        {"quant", picker.quantisation()},
        {"tie_history", picker.tie == TieBreak::history_weight ? 1 : 0},
        {"pick_interval_cycles", picker.pick_interval_cycles},
        {"pick_latency_cycles", picker.pick_latency_cycles},
        {"reweigh_cycles", picker.reweigh_cycles},
        {"picker", number_among(pins::dispatcher::pickers(), all.picker)},
        {"choice", number_among(pins::dispatcher::choices(), all.choice)}};
    for (const auto& [name, value] : known) {
      if (name == constant.name) values.push_back(value);
    }
    if (&pins != &dispatcher_pins()) continue;
    for (const pins::dispatcher::OwnConstant& own : pins::dispatcher::own_constants()) {
      if (own.name() == constant.name) values.push_back(own_value(own, dispatcher));
    }
  }
  if (&pins == &dispatcher_pins()) {
    for (const pins::Processor& processor : all.processors) append_row(pins.table, pack(0, processor), values);
  }
  if (&pins == &directory_pins()) {
    for (const pins::Distance& distance : all.distances) append_row(pins.table, pack(0, distance), values);
  }
  return values;
}

}  // namespace gantry
