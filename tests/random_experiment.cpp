// SPDX-License-Identifier: Apache-2.0
#include "random_experiment.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "architecture/traffic_reader.h"
#include "experiment/feasibility.h"
#include "experiment/graph_source.h"
#include "gantry/base/bits.h"
#include "gantry/base/error.h"
#include "gantry/network/control_config.h"
#include "gantry/network/fabric.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/rtl_times.h"
#include "gantry/scheduler/task_cache_config.h"
#include "gantry/workload/task_load.h"
#include "random_graph.h"
#include "random_keys.h"
#include "random_links.h"

namespace gantry {
namespace {

constexpr std::uint64_t kControlDice = std::uint64_t{1} << 40;
constexpr std::uint64_t kMulticastDice = std::uint64_t{3} << 40;
constexpr std::uint64_t kLoadDice = std::uint64_t{6} << 40;
constexpr std::uint64_t kPreloadDice = std::uint64_t{5} << 40;
constexpr std::uint64_t kJobsDice = std::uint64_t{7} << 40;

class RandomExperiment {
 public:
  explicit RandomExperiment(std::uint64_t seed) : dice_(seed) {
    experiment_.seed = seed;
    experiment_.name = "seed" + std::to_string(seed);
    machine();
    interconnect();
    control();
    policies();
    workload();
    if (dice_.chance(20)) background();
  }
  [[nodiscard]] Experiment take() { return std::move(experiment_); }

 private:
  Architecture& arch() { return experiment_.architecture; }

  /// Every key but the placement, and then what keys ask of each other.
  void machine() {
    // From anything of a range most machines would be dull, or too small for the workloads below.
    const RandomKeys::Values values = {
        {"memory.controllers", {1, 2, 3}},
        {"memory.bytes_per_cycle", {1, 4, 32, 64}},
        {"memory.burst_bytes", {16, 64, 100, 256}},
        {"memory.outstanding_bursts", {1, 2, 8}},
        {"memory.interleave_bytes", {0, 1, 4}},  // bursts
        {"descriptor.full_bytes", {1, 32, 128}},
        {"descriptor.predecessors", {0, 1, 8}},
        {"task_cache.queues_per_class", {1, 1, 2, 3}},
        {"task_cache.reads_in_flight", {1, 2, 8}},
        {"task_cache.window", {1, 1, 2, 5}},
        {"monitor.completion_window", {1, 3, 7, 64, 4096}},
        {"decomposer.retry_cycles", {1, 16, 100}},
        {"dispatcher.match_jobs_per_cycle", {1, 1, 2, 4, 64}},
        {"dispatcher.send_ports", {1, 1, 2, 3}},
        {"dispatcher.picker.classes", {1, 2, 3, 4, 5}},
        {"dispatcher.picker.frac", {0, 4, 8, 8, 16}},
        {"interconnect.flit_bytes", {1, 4, 32, 32, 64}},
        {"interconnect.header_bytes", {0, 8, 8, 17}},
        {"interconnect.virtual_channels", {2, 2, 3, 4, 5, 8}},
        {"interconnect.leaves", {0, 16, 32}},
        {"interconnect.layers", {kAutomatic, 1, 2, 3}},
        {"interconnect.groups", {kAutomatic, kAutomatic, 2, 5}},
        {"interconnect.group_routers", {kAutomatic, 1, 2, 4}},
        {"interconnect.global_links", {kAutomatic, 1, 2}},
        {"interconnect.global_link_cycles", {0, 1, 9}},
        {"interconnect.global_link_bytes", {0, 0, 1}},
        {"interconnect.vertical_link_cycles", {0, 1, 9}},
        {"interconnect.vertical_link_bytes", {0, 0, 1}},
        {"processors.N.count", {1, 1, 2, 3, 4}},
        {"processors.N.word_bytes", {1, 4, 4, 8, 12}},
        {"processors.N.max_job_bytes", {64, 256, 1 << 20}},
        {"processors.N.cluster", {0, 0, 1, 7}},
    };
    // Of tasks with data; what the pins of the dispatcher and the monitor do not tell of.
    RandomKeys keys(
        dice_, values,
        {"processors.N.local", "directory", "memory.writes", "memory.retries", "dispatcher.loader",
         "interconnect.control", "host.push", "host.credit_cycles", "dispatcher.multicast", "dispatcher.preload",
         "dispatcher.go", "monitor.job_timeout", "monitor.quarantine", "monitor.on_failure", "dispatcher.max_retries",
         "monitor.query_wakeups_per_cycle", "monitor.retire_per_cycle"});
    describe(keys, arch());
    arch().memory->interleave_bytes *= arch().memory->burst_bytes;
    TaskCacheConfig& cache = *arch().task_cache;
    cache.capacity = std::max(cache.capacity, cache.queues());
    for (ProcessorGroup& group : *arch().processors) {
      const bool first = &group == &arch().processors->front();
      group.name = "p" + std::to_string(&group - &arch().processors->front());
      group.type = first ? "core" : dice_.element(std::vector<std::string>{"core", "gpu", "dma"});
      processors_ += group.count;
    }
    DispatcherConfig& d = *arch().dispatcher;
    take_rtl_times(*d.picker);
    for (std::uint32_t& cls : d.class_map) cls %= d.picker->classes;
    for (Colocation& c : d.colocation) {
      if (dice_.chance(60)) c = Colocation::none;
    }
  }

  /// Of the topology that was drawn: nodes for every endpoint, or one node for all.
  void interconnect() {
    InterconnectConfig& net = arch().interconnect;
    const auto& keys = builtin_topologies().find(net.topology)->keys;
    const std::uint32_t endpoints = endpoint_count(arch());
    const std::uint32_t wanted = endpoints + dice_.one_of({0, 0, 1, 6});
    if (has_key(keys, "columns")) shape_grid(wanted);
    if (has_key(keys, "graph")) net.graph = random_graph(dice_, wanted);
    for (const OwnKey& key : keys) {
      if (key.right != nullptr && !key.right(key.of(net.own))) net.own.set(key.name, key.usual);
    }
    std::uint32_t nodes = nodes_of_keys();
    if (nodes < endpoints && nodes != 1) {
      for (const OwnKey& key : keys) net.own.set(key.name, key.automatic ? kAutomatic : key.usual);
    }
    const auto topology = make_topology(arch());
    nodes = topology->nodes();
    if (dice_.chance(20)) net.links = random_links(dice_, net, *topology, 30);
    const auto routing = builtin_routings().find(net.routing)->make(*topology);
    if (!routing || 2 * routing->least_channels() > kMostChannels) net.routing = "fixed";
    net.virtual_channels = std::max(net.virtual_channels, 2 * make_routing(net, *topology)->least_channels());
    fit_router(nodes == 1 || net.topology == "crossbar" ? endpoints + 1 : 40);
    if (nodes == 1 || dice_.chance(60)) place(nodes);
  }

  /// Pushed descriptors of some machines, and a control network of every other one, most of them stars. The dice are
  /// their own, so that the rest of a machine does not depend on it.
  void control() {
    Dice dice(experiment_.seed + kControlDice);
    arch().host->push = dice.chance(30);
    arch().host->credit_cycles = dice.one_of({1, 1, 3, 20});
    if (dice.chance(50)) return;
    ControlConfig& control = *arch().control;
    const RandomKeys::Values values = {{"flit_bytes", {1, 8, 32, 64}}, {"virtual_channels", {1, 2, 3, 8}}};
    RandomKeys keys(dice, values);
    describe(keys, control);
    if (!control.on() || dice.chance(60)) control.topology = kStar;
    if (control.is_star()) return;
    for (const OwnKey& key : builtin_topologies().find(control.topology)->keys) {
      control.own.set(key.name, key.automatic ? kAutomatic : key.usual);
    }
    try {
      const auto topology = make_control_topology(arch());
      const auto routing = builtin_routings().find(control.routing)->make(*topology);
      if (!routing || routing->least_channels() > kMostChannels) control.routing = "fixed";
      control.virtual_channels = std::max(control.virtual_channels, make_routing(control, *topology)->least_channels());
      std::vector<std::uint32_t> ports(topology->routers());
      for (std::uint32_t r = 0; r < topology->routers(); ++r) ports[r] = topology->ports(r);
      for (const std::uint32_t node : control_terminal_nodes(arch())) ++ports[topology->router_of(node)];
      if (topology->nodes() >= control_endpoint_count(arch()) &&
          *std::max_element(ports.begin(), ports.end()) <= kMostPorts) {
        return;
      }
    } catch (const Error&) {  // a size that this topology cannot have
    }
    control = {};
    control.topology = kStar;
  }

  /// 0: there can be no such topology.
  std::uint32_t nodes_of_keys() {
    try {
      return make_topology(arch())->nodes();
    } catch (const Error&) {
      return 0;
    }
  }

  void shape_grid(std::uint32_t nodes) {
    switch (dice_.below(7)) {
      case 0:
        return grid(nodes, 1);
      case 1:
        return grid(1, nodes);
      case 2:
        if (arch().interconnect.topology == "mesh") return grid(1, 1);
        return grid(dice_.between(1, 5), kAutomatic);
      case 3:
        return grid(kAutomatic, kAutomatic);
      default: {
        const std::uint32_t columns = dice_.between(1, 5);
        return grid(columns, (nodes + columns - 1) / columns);
      }
    }
  }

  void grid(std::uint32_t columns, std::uint32_t rows) {
    arch().interconnect.own.set("columns", columns);
    arch().interconnect.own.set("rows", rows);
  }

  /// A router has at most 64 ports; `others`: those but for the scheduler's send ports.
  void fit_router(std::uint32_t others) {
    std::uint32_t& ports = arch().dispatcher->send_ports;
    while (others + ports > 64 && ports > 1) --ports;
  }

  /// Every endpoint on a node of its own, or all on the only one.
  void place(std::uint32_t nodes) {
    std::vector<std::uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[dice_.below(i + 1)]);
    std::size_t next = 0;
    const auto take = [&] { return nodes == 1 ? 0 : order[next++]; };
    PlacementConfig& placement = *arch().placement;
    placement.host = take();
    placement.scheduler = take();
    for (std::uint32_t i = 0; i < arch().memory->controllers; ++i) placement.memory.push_back(take());
    for (std::uint32_t i = 0; i < processors_; ++i) placement.processors.push_back(take());
  }

  /// Synthetic traffic beside the machine's, if its terminals fit.
  void background() {
    const InterconnectConfig& net = arch().interconnect;
    const auto topology = make_topology(arch());
    std::vector<std::uint32_t> ports(topology->routers());
    for (std::uint32_t r = 0; r < topology->routers(); ++r) ports[r] = topology->ports(r);
    Architecture one_network = arch();  // whether there is a background does not depend on a control network
    one_network.control = ControlConfig();
    for (const std::uint32_t node : terminal_nodes(one_network, *topology)) ++ports[topology->router_of(node)];
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) ++ports[topology->router_of(node)];
    if (*std::max_element(ports.begin(), ports.end()) > kMostPorts) return;
    BackgroundTraffic& to = experiment_.background.emplace();
    to.seed = experiment_.seed;
    to.grid = node_grid(net, *topology);
    to.traffic.pattern = dice_.element(std::vector<std::string>{"uniform", "tornado", "bit_complement"});
    to.traffic.packet_flits = std::max<std::uint64_t>(ceil_div(net.header_bytes, net.flit_bytes), dice_.one_of({1, 5}));
    to.traffic.packet_flits = std::max<std::uint64_t>(to.traffic.packet_flits, 1);
    to.traffic.rates = {dice_.one_of({100, 10000, 100000})};
    // What has waited at an overloaded source for ever goes before anything new: by age the machine would never end.
    // With buffers of one flit little is an overload, and the machine ends late.
    if (net.arbitration == Arbitration::age || net.buffer_flits == 1) to.traffic.rates = {100};
    const bool room = net.virtual_channels >= 4 * make_routing(net, *topology)->least_channels();
    if (net.arbitration == Arbitration::age && room && dice_.chance(60)) {
      to.traffic.urgent = {dice_.one_of({1000, 300000}), to.traffic.packet_flits};
    }
  }

  void policies() {
    if (dice_.chance(50)) experiment_.picker = dice_.element(builtin_pickers().entries()).name;
    experiment_.processor_choice = dice_.element(builtin_processor_choices().entries()).name;
  }

  void workload() {
    Workload& workload = experiment_.workload;
    workload.name = experiment_.name;
    const std::uint32_t tasks = dice_.one_of({1, 2, 3, 6, 6, 12, 12, 20, 40});
    const std::uint32_t edge_percent = dice_.one_of({0, 10, 30, 80});
    const std::uint32_t most_jobs = tasks > 12 ? 4 : 16;
    workload.order = dice_.element(
        std::vector<SubmissionOrder>{SubmissionOrder::file, SubmissionOrder::level, SubmissionOrder::rank});
    const Cycle gap = dice_.chance(60) ? 0 : dice_.one_of({3, 100, 1000});
    for (std::uint32_t t = 0; t < tasks; ++t) {
      WorkloadTask task;
      task.id = "t" + std::to_string(t);
      task.cls = static_cast<TaskClass>(dice_.below(kTaskClasses));
      task.weight = dice_.chance(50) ? dice_.one_of({1, 1, 2, 10, 256}) : dice_.between(1, 256);
      task.submit = gap * dice_.below(t + 1);
      if (dice_.chance(40)) task.stream = dice_.one_of({1, 2, 3, 65535});
      for (std::uint32_t p = 0; p < t; ++p) {
        // A predecessor is submitted before: otherwise the order can be one that never finishes.
        if (t - p > 6 || !dice_.chance(edge_percent)) continue;
        task.after.push_back({p, 0, false});
        task.submit = std::max(task.submit, workload.tasks[p].submit);
      }
      if (task.cls == TaskClass::event) {
        task.jobs = 0;
      } else {
        size(task, most_jobs);
      }
      workload.tasks.push_back(std::move(task));
    }
    Dice due(experiment_.seed);
    for (WorkloadTask& task : workload.tasks) {
      if (due.chance(50)) task.deadline = due.one_of({1, 300, 3000});
    }
  }

  void size(WorkloadTask& task, std::uint32_t most_jobs) {
    const ProcessorGroup* group = &dice_.element(*arch().processors);
    const bool communication = task.cls == TaskClass::communication;
    if (communication && !has_dma()) {
      task.cls = TaskClass::union_;
    } else if (communication) {
      while (group->type != kDmaType) group = &dice_.element(*arch().processors);
    }
    if (task.cls != TaskClass::communication && (group->type == kDmaType || dice_.chance(50))) {
      task.processor = group->type;
    }
    task.jobs = 1;
    while (task.jobs < most_jobs && dice_.chance(50)) task.jobs *= 2;
    if (task.jobs > 2 && task.weight % 2 == 0) --task.jobs;  // any number
    task.cycles = dice_.chance(20) ? 0 : dice_.one_of({1, 7, 60, 300});
    if (slowest() < 10000) task.cycles = std::min<std::uint64_t>(task.cycles, 7);
    if (dice_.chance(40)) task.input_bytes = dice_.one_of({1, 16, 100});
    if (dice_.chance(40)) task.output_bytes = dice_.one_of({1, 16, 100});
    // 24 is a multiple of every word; 48 bytes and 192 tell small processors from large ones.
    if (dice_.chance(70)) task.job_bytes = dice_.one_of({24, 48, 192});
    if (task.job_bytes.value_or(24) > group->max_job_bytes) task.job_bytes = 24;
    fit(task, *group);
  }

  [[nodiscard]] bool has_dma() const {
    const auto& groups = *experiment_.architecture.processors;
    return std::any_of(groups.begin(), groups.end(), [](const ProcessorGroup& g) { return g.type == kDmaType; });
  }
  [[nodiscard]] std::uint64_t slowest() const {
    std::uint64_t least = Speed{}.millionths;
    for (const ProcessorGroup& g : *experiment_.architecture.processors) least = std::min(least, g.speed.millionths);
    return least;
  }

  /// A gang matched against free slots needs a place per job, in one cluster if it asks for that; a task on all
  /// clusters needs a job for each.
  void fit(WorkloadTask& task, const ProcessorGroup& group) {
    const Colocation colocation = arch().dispatcher->colocation[index(task.cls)];
    if (colocation == Colocation::all_clusters) {
      while (task.jobs < 4) task.jobs *= 2;
    }
    const std::uint64_t places = std::uint64_t{group.count} * group.queue_depth;
    const bool bound =
        arch().dispatcher->mode == MatchMode::gang && arch().dispatcher->match_against != MatchAgainst::capable;
    while (bound && task.jobs > places && task.jobs > 1) task.jobs /= 2;
  }

  Dice dice_;
  Experiment experiment_;
  std::uint32_t processors_ = 0;
};

}  // namespace

Experiment random_experiment(std::uint64_t seed) { return RandomExperiment(seed).take(); }

void add_multicast(Experiment& experiment) {
  Dice dice(experiment.seed + kMulticastDice);
  Architecture& a = experiment.architecture;
  a.dispatcher->multicast = true;
  a.dispatcher->decisions_per_round = dice.one_of({2, 3, 4, 8, 64});
  if (a.control->is_star()) return;
  if (dice.chance(30)) {
    a.control = ControlConfig();
    a.control->topology = kStar;
    a.control->link_cycles = dice.one_of({1, 1, 2, 9});
    return;
  }
  InterconnectConfig& net = a.control->on() ? *a.control : a.interconnect;
  net.routing = "fixed";
  const std::uint64_t bytes = net.header_bytes + a.descriptor->full_bytes + dice.between(2, 4) * kSplitInfoBytes;
  net.buffer_flits = std::max(net.buffer_flits, static_cast<std::uint32_t>(ceil_div(bytes, net.flit_bytes)));
}

void add_preload(Experiment& experiment) {
  Dice dice(experiment.seed + kPreloadDice);
  DispatcherConfig& dispatcher = *experiment.architecture.dispatcher;
  dispatcher.preload = true;
  dispatcher.mode = MatchMode::gang;
  dispatcher.match_against = MatchAgainst::reserve;
  dispatcher.go = dice.chance(50) ? GangGo::in_turn : GangGo::sent;
}

void add_loads(Experiment& experiment) {
  Dice dice(experiment.seed + kLoadDice);
  LoaderConfig& loader = experiment.architecture.dispatcher->loader;
  loader.task_cycles = dice.one_of({0, 5, 90, 400});
  loader.write_cycles = dice.one_of({0, 3, 20});
  loader.barrier_cycles = dice.one_of({0, 7, 60});
  loader.bytes_per_cycle = Speed{dice.one_of({500000, 8000000, 32000000})};
  loader.ring_entries = dice.one_of({0, 1, 2, 4});
  loader.ring_bytes = dice.one_of({0, 100, 300});
  for (WorkloadTask& task : experiment.workload.tasks) {
    if (task.cls == TaskClass::event || dice.chance(20)) continue;
    TaskLoad load;
    load.writes = dice.one_of({0, 1, 4});
    load.barriers = dice.one_of({0, 1});
    load.bytes = dice.one_of({0, 64, 1000});
    load.entry_bytes = dice.one_of({0, 40, 100});
    load.set_up_cycles = dice.one_of({0, 0, 50});
    task.load = std::make_shared<TaskLoad>(load);
  }
}

namespace {

/// Some of the jobs of a task, which may need another processor than the others.
WorkloadJobGroup draw_group(Dice& dice, const WorkloadTask& task, const Architecture& architecture,
                            std::uint32_t jobs) {
  WorkloadJobGroup group;
  static_cast<WorkloadJobShape&>(group) = task;
  group.jobs = jobs;
  if (dice.chance(60)) group.cycles = dice.one_of({0, 1, 7, 60, 300});
  if (dice.chance(40)) group.input_bytes = dice.one_of({0, 1, 16, 100});
  if (dice.chance(40)) group.output_bytes = dice.one_of({0, 1, 16, 100});
  if (dice.chance(50)) group.job_bytes = dice.one_of({24, 48, 192});
  if (task.cls == TaskClass::communication || !dice.chance(60)) return group;
  const ProcessorGroup& on = dice.element(*architecture.processors);
  group.processor = dice.chance(30) && on.type != kDmaType ? "" : on.type;
  return group;
}

}  // namespace

void add_different_jobs(Experiment& experiment) {
  Dice dice(experiment.seed + kJobsDice);
  for (WorkloadTask& task : experiment.workload.tasks) {
    if (task.jobs < 2 || dice.chance(20)) continue;
    const WorkloadTask alike = task;
    std::vector<WorkloadJobGroup> groups;
    for (std::uint32_t left = task.jobs; left > 0; left -= groups.back().jobs)
      groups.push_back(draw_group(dice, task, experiment.architecture, dice.between(1, left)));
    static_cast<WorkloadJobShape&>(task) = WorkloadJobShape();
    for (const WorkloadJobGroup& group : groups) task.cycles = std::max(task.cycles, group.cycles);
    task.groups = std::make_shared<const std::vector<WorkloadJobGroup>>(std::move(groups));
    Workload alone;
    alone.tasks = {task};
    alone.tasks.front().after.clear();
    Diagnostics refused;
    if (!check_feasible(experiment.architecture, alone, refused)) task = alike;
  }
}

bool can_run(const Experiment& experiment) {
  Diagnostics refused;
  return topological_order(experiment.workload).cycle.empty() &&
         check_feasible(experiment.architecture, experiment.workload, refused);
}

}  // namespace gantry
