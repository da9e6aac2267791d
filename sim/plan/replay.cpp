// SPDX-License-Identifier: Apache-2.0
#include "plan/replay.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include "gantry/base/saturating.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "plan/plan_machine.h"
#include "plan/store_need.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

using plan::Placement;
using plan::Plan;

/// Begin of the names of the metrics that say a pipeline's memory, in the order of its resources.
constexpr std::string_view kMemoryMetric = "memory ";

class ReplayMaker {
 public:
  ReplayMaker(const Plan& plan, const Workload& workload, const Architecture& architecture, bool ideal,
              SourcePosition where, Diagnostics& diagnostics)
      : plan_(plan),
        workload_(workload),
        architecture_(architecture),
        ideal_(ideal),
        where_(std::move(where)),
        diagnostics_(diagnostics),
        machine_(list_processors(architecture)) {}

  std::optional<Replay> make() {
    const std::size_t before = diagnostics_.size();
    if (ideal_ && plan_.parameters.find("costs") != nullptr)
      fault(
          "was made with the costs of a machine (costs), which ideal timing does not have (timing machine replays it)");
    const auto times = task_times(workload_, architecture_, diagnostics_);
    if (!times || !place_tasks()) return std::nullopt;
    for (std::uint32_t t = 0; t < workload_.tasks.size(); ++t) find_processors(t, *times);
    if (diagnostics_.size() != before) return std::nullopt;
    if (!ideal_ && plan_.method == "pipeline") check_memory();
    if (ideal_) check_times(*times);
    if (diagnostics_.size() != before) return std::nullopt;
    find_order();
    check_order();
    if (diagnostics_.size() != before) return std::nullopt;
    find_registered_before();
    return std::move(replay_);
  }

 private:
  void fault(const std::string& what) { diagnostics_.error(where_, "the plan " + what); }
  [[nodiscard]] std::string name(std::uint32_t task) const { return "task " + in_quotes(workload_.tasks[task].id); }

  /// One placement per task.
  bool place_tasks() {
    place_.assign(workload_.tasks.size(), nullptr);
    for (const Placement& place : plan_.placement) {
      if (place.copy != 0) {
        fault("has several copies of " + name(place.task) + " (a plan of one execution of the graph can be replayed)");
        return false;
      }
      if (place_[place.task] != nullptr) {
        fault("places " + name(place.task) + " twice");
        return false;
      }
      place_[place.task] = &place;
    }
    for (std::uint32_t t = 0; t < place_.size(); ++t) {
      if (place_[t] != nullptr) continue;
      fault("does not place " + name(t));
      return false;
    }
    return true;
  }

  void find_processors(std::uint32_t task, const plan::TaskTimes& times) {
    std::vector<ProcessorId> processors(place_[task]->processors.begin(), place_[task]->processors.end());
    if (processors.empty() && place_[task]->part) processors = cluster(*place_[task]->part);
    std::sort(processors.begin(), processors.end());
    processors.erase(std::unique(processors.begin(), processors.end()), processors.end());
    const WorkloadTask& of = workload_.tasks[task];
    if (processors.empty() && of.cls != TaskClass::event) {
      fault("puts " + name(task) +
            (place_[task]->part
                 ? " into part " + std::to_string(*place_[task]->part) + ", and the machine has fewer clusters"
                 : " on no processor"));
    }
    std::uint64_t places = 0;
    for (const ProcessorId p : processors) {
      if (p >= machine_.size()) {
        fault("puts " + name(task) + " on processor " + std::to_string(p) + ", and the machine has " +
              std::to_string(machine_.size()));
        return;
      }
      if (of.cls != TaskClass::event && times(task, p) == plan::TaskTimes::kCannotRun) {
        fault("puts " + name(task) + " on processor " + std::to_string(p) + " (" + machine_[p].name +
              "), which cannot run it by type or max_job_bytes");
      }
      places += machine_[p].queue_depth;
    }
    const DispatcherConfig& dispatcher = *architecture_.dispatcher;
    const bool gang = dispatcher.mode == MatchMode::gang && dispatcher.match_against != MatchAgainst::capable;
    if (of.cls != TaskClass::event && gang && !processors.empty() && of.jobs > places) {
      fault("gives " + name(task) + " processors with " + std::to_string(places) + " queue slots for its " +
            std::to_string(of.jobs) +
            " jobs, which are matched at once (more queue_depth, or dispatcher.mode per_job)");
    }
    if (of.cls != TaskClass::event && dispatcher.colocation[index(of.cls)] != Colocation::none) {
      fault("decides where " + name(task) + " runs, and so does dispatcher.colocation of its class (none)");
    }
    replay_.processors.push_back(std::move(processors));
  }

  /// Processors of the n-th cluster in ascending order of cluster numbers.
  [[nodiscard]] std::vector<ProcessorId> cluster(std::uint32_t n) const {
    std::vector<std::uint32_t> clusters;
    for (const ProcessorInfo& processor : machine_) clusters.push_back(processor.cluster);
    std::sort(clusters.begin(), clusters.end());
    clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
    std::vector<ProcessorId> members;
    for (ProcessorId p = 0; n < clusters.size() && p < machine_.size(); ++p) {
      if (machine_[p].cluster == clusters[n]) members.push_back(p);
    }
    return members;
  }

  /// Memory that a pipeline's plan counts for its resources, and what its tasks need here so that parameters stay.
  void check_memory() {
    const StoreList stores = list_stores(architecture_);
    std::vector<std::uint64_t> planned(stores.stores.size(), 0);
    ProcessorId p = 0;
    for (const auto& [name, value] : plan_.metrics.items()) {
      const auto* bytes = std::get_if<std::uint64_t>(&value);
      if (name.rfind(kMemoryMetric, 0) != 0 || bytes == nullptr || p >= machine_.size()) continue;
      const StoreId store = stores.of_processor[p++];
      if (store != kNone) planned[store] = saturating_add(planned[store], *bytes);
    }
    const std::vector<StoreNeed> needs = store_needs(workload_, replay_.processors, stores);
    for (StoreId store = 0; store < planned.size(); ++store) {
      const StoreInfo& of = stores.stores[store];
      const std::string has = ", and the local store " + in_quotes(of.name) + " holds " + std::to_string(of.bytes);
      if (planned[store] > of.bytes) {
        fault("needs " + std::to_string(planned[store]) + " bytes of memory at once" + has +
              " (a larger store, or a plan with less memory per resource)");
      } else if (needs[store].bytes() > of.bytes) {
        fault("keeps " + std::to_string(needs[store].kept) + " bytes of parameters, and " + name(needs[store].task) +
              " reads and writes " + std::to_string(needs[store].job) + " bytes beside them" + has);
      }
    }
  }

  /// The first task that was planned with another time than it has here, and how many there are.
  void check_times(const plan::TaskTimes& times) {
    const Placement* first = nullptr;
    std::uint64_t others = 0;
    for (const Placement* place : place_) {
      const std::vector<ProcessorId>& on = replay_.processors[place->task];
      if (!place->start || !place->finish || on.size() != 1) continue;
      if (*place->finish - *place->start == time_of(place->task, times)) continue;
      if (first == nullptr) {
        first = place;
      } else {
        ++others;
      }
    }
    if (first == nullptr) return;
    const ProcessorId p = replay_.processors[first->task].front();
    fault("gives " + name(first->task) + " " + std::to_string(*first->finish - *first->start) +
          " cycles, and on processor " + std::to_string(p) + " (" + machine_[p].name + ") it takes " +
          std::to_string(time_of(first->task, times)) +
          (others > 0 ? "; so it is with " + std::to_string(others) + " more" : std::string()) +
          " (an ideal replay takes the workload and the processors that were planned for; `gantry plan pipeline` "
          "writes the workload of its plan with --workload-out)");
  }
  [[nodiscard]] plan::Time time_of(std::uint32_t task, const plan::TaskTimes& times) const {
    return workload_.tasks[task].cls == TaskClass::event ? 0 : times(task, replay_.processors[task].front());
  }

  void find_order() {
    replay_.order = topological_order(workload_).order;
    std::stable_sort(replay_.order.begin(), replay_.order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto key = [&](std::uint32_t t) {
        return std::make_pair(place_[t]->start.value_or(0), place_[t]->finish.value_or(0));
      };
      return key(a) < key(b);
    });
  }

  /// Tasks register in this order: one that came before its predecessor would wait for ever.
  void check_order() {
    std::vector<std::uint32_t> number(replay_.order.size());
    for (std::uint32_t n = 0; n < number.size(); ++n) number[replay_.order[n]] = n;
    for (std::uint32_t t = 0; t < number.size(); ++t) {
      for (const WorkloadEdge& edge : workload_.tasks[t].after) {
        if (number[edge.task] < number[t]) continue;
        fault("starts " + name(t) + " before its predecessor, " + name(edge.task) +
              ", which would be submitted after it");
      }
    }
  }

  /// Whether the queues see to it that one task registers before the other.
  [[nodiscard]] bool in_order(std::uint32_t first, std::uint32_t second) const {
    const TaskCacheConfig& cache = *architecture_.task_cache;
    const ClassQueues queues{cache.queues_per_class};
    const auto queue = [&](std::uint32_t t) { return queues.of(workload_.tasks[t].cls, workload_.tasks[t].stream); };
    // Registered early they may wait for different predecessors.
    return !architecture_.monitor->early_registration && cache.window == 1 && queue(first) == queue(second);
  }

  void find_registered_before() {
    replay_.registered_before.resize(workload_.tasks.size());
    std::vector<std::uint32_t> last(machine_.size(), kNone);
    for (const std::uint32_t task : replay_.order) {
      std::vector<std::uint32_t>& before = replay_.registered_before[task];
      for (const ProcessorId p : replay_.processors[task]) {
        if (last[p] != kNone && !in_order(last[p], task)) before.push_back(last[p]);
        last[p] = task;
      }
      std::sort(before.begin(), before.end());
      before.erase(std::unique(before.begin(), before.end()), before.end());
    }
  }

  const Plan& plan_;
  const Workload& workload_;
  const Architecture& architecture_;
  const bool ideal_;
  const SourcePosition where_;
  Diagnostics& diagnostics_;
  std::vector<ProcessorInfo> machine_;
  std::vector<const Placement*> place_;
  Replay replay_;
};

}  // namespace

std::optional<std::uint64_t> predicted_cycles(const Plan& plan) {
  const auto cycles = plan::whole(plan.metrics, "predicted_cycles");
  return cycles ? cycles : plan::whole(plan.metrics, "makespan");
}

std::optional<Replay> make_replay(const Plan& plan, const Workload& workload, const Architecture& architecture,
                                  bool ideal, const SourcePosition& where, Diagnostics& diagnostics) {
  return ReplayMaker(plan, workload, architecture, ideal, where, diagnostics).make();
}

}  // namespace gantry
