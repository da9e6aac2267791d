// SPDX-License-Identifier: Apache-2.0
// Random machines and workloads for tests: small, odd ones included, and nearly always feasible. The same seed gives
// the same experiment on every platform.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "architecture/traffic_reader.h"
#include "experiment/experiment.h"
#include "experiment/graph_source.h"
#include "gantry/base/bits.h"
#include "gantry/network/fabric.h"
#include "gantry/network/topology.h"
#include "gantry/platform/seats.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {

/// Integers only: the distributions of the standard library differ between platforms.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  /// 0..n-1
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(below(std::uint64_t{high} - low + 1));
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  std::uint32_t one_of(std::initializer_list<std::uint32_t> values) { return values.begin()[below(values.size())]; }
  template <class T>
  const T& element(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

class RandomExperiment {
 public:
  explicit RandomExperiment(std::uint64_t seed) : dice_(seed) {
    experiment_.seed = seed;
    experiment_.name = "seed" + std::to_string(seed);
    blocks();
    processors();
    dispatcher();
    interconnect();
    policies();
    workload();
    if (dice_.chance(20)) background();
  }
  [[nodiscard]] Experiment take() { return std::move(experiment_); }

 private:
  Architecture& arch() { return experiment_.architecture; }

  void blocks() {
    arch().host = {dice_.one_of({1, 1, 2, 4, 64}), dice_.one_of({1, 2, 8}), dice_.one_of({1, 1, 5, 50}),
                   dice_.one_of({1, 1, 10})};
    arch().memory = {dice_.between(1, 3), dice_.one_of({1, 5, 40}), dice_.one_of({1, 4, 32, 64}),
                     dice_.one_of({1, 1, 2, 16}), dice_.one_of({1, 64, 4096})};
    arch().descriptor.basic_bytes = dice_.one_of({1, 8, 32});
    arch().descriptor.full_bytes = std::max(arch().descriptor.basic_bytes, dice_.one_of({1, 32, 128}));
    arch().task_cache.capacity = dice_.one_of({5, 5, 6, 8, 32});
    arch().decomposer = {dice_.one_of({4, 4, 5, 8, 16}), dice_.one_of({1, 4, 30}), dice_.one_of({1, 16, 100})};
    arch().monitor = {dice_.one_of({1, 1, 2, 5, 64}), dice_.between(1, 4), dice_.between(1, 4)};
  }

  void processors() {
    const std::uint32_t groups = dice_.between(1, 3);
    for (std::uint32_t g = 0; g < groups; ++g) {
      ProcessorGroup group;
      group.name = "p" + std::to_string(g);
      group.type = g == 0 ? "core" : dice_.element(std::vector<std::string>{"core", "gpu", "dma"});
      group.count = dice_.one_of({1, 1, 2, 3, 4});
      group.speed.millionths = dice_.one_of({1000000, 1000000, 999999, 500000, 1500000, 70000000});
      if (dice_.chance(5)) group.speed.millionths = 2000;
      group.word_bytes = dice_.one_of({1, 4, 4, 8, 12});
      group.max_job_bytes = dice_.one_of({64, 256, 1 << 20});
      group.queue_depth = dice_.one_of({1, 1, 2, 2, 5});
      group.cluster = dice_.one_of({0, 0, 1, 7});
      arch().processors.push_back(group);
      processors_ += group.count;
    }
  }

  void dispatcher() {
    DispatcherConfig& d = arch().dispatcher;
    d.mode = dice_.chance(50) ? MatchMode::gang : MatchMode::per_job;
    d.match_against = dice_.chance(60) ? MatchAgainst::idle : MatchAgainst::capable;
    d.match_jobs_per_cycle = dice_.one_of({1, 1, 2, 4, 64});
    d.match_timeout = dice_.one_of({128, 256});
    d.decisions_per_round = dice_.one_of({1, 1, 2, 3, 8});
    d.send_ports = dice_.one_of({1, 1, 2, 3});
    d.collect_cycles = dice_.one_of({1, 1, 2, 7});
    PickerConfig& p = d.picker;
    p.entries = dice_.one_of({1, 1, 2, 3, 64, 65});
    p.classes = dice_.between(1, 5);
    p.frac = dice_.one_of({0, 4, 8, 8, 16});
    if (dice_.chance(30)) p.quant = dice_.between(0, p.frac + 8);
    p.tie = dice_.chance(70) ? TieBreak::expected_weight : TieBreak::history_weight;
    p.pick_interval_cycles = dice_.one_of({1, 1, 2, 5, 40});
    p.pick_latency_cycles = dice_.one_of({0, 1, 1, 3, 20});
    p.reweigh_cycles = dice_.one_of({0, 0, 1, 4, 33});
    // A task whose jobs are matched one by one can time out for ever while its entry is reweighed.
    if (d.mode == MatchMode::per_job) p.reweigh_cycles = std::min(p.reweigh_cycles, 4U);
    for (std::uint32_t& cls : d.class_map) cls = dice_.between(0, p.classes - 1);
    for (Colocation& c : d.colocation) {
      if (dice_.chance(15)) c = dice_.chance(50) ? Colocation::one_cluster : Colocation::all_clusters;
    }
  }

  void interconnect() {
    InterconnectConfig& net = arch().interconnect;
    net.flit_bytes = dice_.one_of({1, 4, 32, 32, 64});
    net.header_bytes = dice_.one_of({0, 8, 8, 17});
    net.virtual_channels = dice_.one_of({2, 2, 3, 4, 5, 8});
    net.buffer_flits = dice_.one_of({1, 1, 2, 3, 8});
    net.router_cycles = dice_.one_of({1, 1, 2, 3, 4});
    net.link_cycles = dice_.one_of({1, 1, 2, 3, 4});
    net.credit_cycles = dice_.one_of({1, 1, 2, 3, 4});
    const std::uint32_t endpoints = 2 + arch().memory.controllers + processors_;
    std::uint32_t nodes = endpoints + dice_.one_of({0, 0, 1, 6});
    switch (dice_.below(7)) {
      case 5:
      case 6:
        nodes = other_topology(nodes, endpoints);
        break;
      case 0: {
        net.topology = "tree";
        const bool sized = dice_.chance(30);
        std::uint32_t leaves = 2;
        while (leaves < (sized ? endpoints : nodes)) leaves *= 2;
        nodes = leaves;
        net.own.set("leaves", sized ? 0 : leaves);
        break;
      }
      case 1:
        grid(nodes, 1);
        break;
      case 2:
        grid(1, nodes);
        break;
      case 3:
        grid(1, 1);
        nodes = 1;
        break;
      default: {
        const std::uint32_t columns = dice_.between(2, 4);
        const std::uint32_t rows = (nodes + columns - 1) / columns;
        grid(columns, rows);
        nodes = columns * rows;
      }
    }
    fit_router(nodes == 1 || net.topology == "crossbar" ? endpoints + 1 : 40);
    if (nodes == 1 || dice_.chance(60)) place(nodes);
  }

  void grid(std::uint32_t columns, std::uint32_t rows) {
    arch().interconnect.own.set("columns", columns);
    arch().interconnect.own.set("rows", rows);
  }

  /// Any topology that is registered, with seats for `nodes` at least; how many it has.
  std::uint32_t other_topology(std::uint32_t nodes, std::uint32_t endpoints) {
    InterconnectConfig& net = arch().interconnect;
    const auto& entry = dice_.element(builtin_topologies().entries());
    net.topology = entry.name;
    net.own.set("arity", dice_.between(2, 4));
    net.own.set("concentration", dice_.between(1, 4));
    const std::uint32_t columns = dice_.between(1, 5);
    grid(columns, (nodes + columns - 1) / columns);
    const auto made = entry.make(net, endpoints);
    net.virtual_channels = std::max(net.virtual_channels, 2 * made->channel_classes());
    return made->nodes();
  }

  /// A router has at most 64 ports; `others`: those but for the scheduler's send ports.
  void fit_router(std::uint32_t others) {
    std::uint32_t& ports = arch().dispatcher.send_ports;
    while (others + ports > 64 && ports > 1) --ports;
  }

  /// Every endpoint on a node of its own, or all on the only one.
  void place(std::uint32_t nodes) {
    std::vector<std::uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[dice_.below(i + 1)]);
    std::size_t next = 0;
    const auto take = [&] { return nodes == 1 ? 0 : order[next++]; };
    PlacementConfig& placement = arch().placement;
    placement.host = take();
    placement.scheduler = take();
    for (std::uint32_t i = 0; i < arch().memory.controllers; ++i) placement.memory.push_back(take());
    for (std::uint32_t i = 0; i < processors_; ++i) placement.processors.push_back(take());
  }

  /// Synthetic traffic beside the machine's, if its terminals fit.
  void background() {
    const InterconnectConfig& net = arch().interconnect;
    const auto topology = make_topology(arch());
    std::vector<std::uint32_t> ports(topology->routers());
    for (std::uint32_t r = 0; r < topology->routers(); ++r) ports[r] = topology->ports(r);
    for (const std::uint32_t node : terminal_nodes(arch(), *topology)) ++ports[topology->router_of(node)];
    for (std::uint32_t node = 0; node < topology->nodes(); ++node) ++ports[topology->router_of(node)];
    if (*std::max_element(ports.begin(), ports.end()) > kMostPorts) return;
    BackgroundTraffic& to = experiment_.background.emplace();
    to.seed = experiment_.seed;
    to.grid = node_grid(net, *topology);
    to.traffic.pattern = dice_.element(
        std::vector<TrafficPattern>{TrafficPattern::uniform, TrafficPattern::tornado, TrafficPattern::bit_complement});
    to.traffic.packet_flits = std::max<std::uint64_t>(ceil_div(net.header_bytes, net.flit_bytes), dice_.one_of({1, 5}));
    to.traffic.packet_flits = std::max<std::uint64_t>(to.traffic.packet_flits, 1);
    to.traffic.rates = {dice_.one_of({100, 10000, 100000})};
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
    const Cycle gap = dice_.chance(60) ? 0 : dice_.one_of({3, 100, 1000});
    for (std::uint32_t t = 0; t < tasks; ++t) {
      WorkloadTask task;
      task.id = "t" + std::to_string(t);
      task.cls = static_cast<TaskClass>(dice_.below(kTaskClasses));
      task.weight = dice_.chance(50) ? dice_.one_of({1, 1, 2, 10, 256}) : dice_.between(1, 256);
      task.submit = gap * dice_.below(t + 1);
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
  }

  void size(WorkloadTask& task, std::uint32_t most_jobs) {
    const ProcessorGroup* group = &dice_.element(arch().processors);
    const bool communication = task.cls == TaskClass::communication;
    if (communication && !has_dma()) {
      task.cls = TaskClass::union_;
    } else if (communication) {
      while (group->type != kDmaType) group = &dice_.element(arch().processors);
    }
    if (task.cls != TaskClass::communication && (group->type == kDmaType || dice_.chance(50))) {
      task.processor = group->type;
    }
    task.jobs = 1;
    while (task.jobs < most_jobs && dice_.chance(50)) task.jobs *= 2;
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
    const auto& groups = experiment_.architecture.processors;
    return std::any_of(groups.begin(), groups.end(), [](const ProcessorGroup& g) { return g.type == kDmaType; });
  }
  [[nodiscard]] std::uint64_t slowest() const {
    std::uint64_t least = Speed{}.millionths;
    for (const ProcessorGroup& g : experiment_.architecture.processors) least = std::min(least, g.speed.millionths);
    return least;
  }

  /// A gang matched against idle processors needs a place per job, in one cluster if it asks for that; a task on all
  /// clusters needs a job for each.
  void fit(WorkloadTask& task, const ProcessorGroup& group) {
    const Colocation colocation = arch().dispatcher.colocation[index(task.cls)];
    if (colocation == Colocation::all_clusters) {
      while (task.jobs < 4) task.jobs *= 2;
    }
    const std::uint64_t places = std::uint64_t{group.count} * group.queue_depth;
    const bool bound =
        arch().dispatcher.mode == MatchMode::gang && arch().dispatcher.match_against == MatchAgainst::idle;
    while (bound && task.jobs > places && task.jobs > 1) task.jobs /= 2;
  }

  Dice dice_;
  Experiment experiment_;
  std::uint32_t processors_ = 0;
};

inline Experiment random_experiment(std::uint64_t seed) { return RandomExperiment(seed).take(); }

}  // namespace gantry
