// SPDX-License-Identifier: Apache-2.0
// Small runs that differ in all that a check depends on, for tests of `gantry check`.
#pragma once

#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "input_files.h"
#include "run/simulation.h"

namespace gantry {

/// Runs an experiment of the files into a directory beside them; its path, empty if the experiment cannot be run.
inline std::string run_if_possible(const InputFiles& files, const std::string& name, const std::string& text,
                                   Diagnostics& problems) {
  std::optional<Experiment> experiment = load_experiment(files.write(name + ".yaml", text), {}, problems);
  if (!experiment || !check_feasible(*experiment, problems)) return "";
  SimulationOptions options;
  options.kernel = Kernel::cycle;
  options.directory = files.path(name);
  options.resolved = resolved_experiment(*experiment, options.directory);
  REQUIRE(simulate(*experiment, options, problems).started);
  REQUIRE(problems.ok());
  return options.directory;
}

inline std::string run_into(const InputFiles& files, const std::string& name, const std::string& text) {
  Diagnostics problems;
  std::string directory = run_if_possible(files, name, text, problems);
  INFO((problems.ok() ? std::string() : problems.lines(1).front()));
  REQUIRE(!directory.empty());
  return directory;
}

/// A graph whose gangs fail to match, on few processors with few slots, entries and ids.
inline constexpr const char* kGangExperiment = R"(
architecture:
  interconnect: {columns: 3, rows: 3}
  host: {ring_entries: 3, outstanding_writes: 2, submit_cycles: 3, interrupt_cycles: 7}
  task_cache: {capacity: 7, window: 2}
  decomposer: {slots: 5}
  monitor: {task_ids: 4, completion_window: 9}
  memory: {controllers: 2, burst_bytes: 64, outstanding_bursts: 3}
  dispatcher: {match_timeout: 128, picker: {entries: 3, reweigh_cycles: 2}}
  processors: [{name: core, count: 3}, {name: big, count: 1, speed: 2, queue_depth: 2}, {name: mover, type: dma}]
workload:
  tasks:
    - {id: load, class: communication, job_bytes: 64}
    - {id: a, jobs: 4, cycles: 700, input_bytes: 100, after: [load]}
    - {id: b, jobs: 4, cycles: 300, weight: 5, class: cluster}
    - {id: c, jobs: 2, cycles: 90, output_bytes: 80, class: union, after: [load]}
    - {id: d, jobs: 1, cycles: 20, weight: 2, after: [a, c]}
    - {id: e, class: event, after: [b, c]}
    - {id: f, jobs: 4, cycles: 400, weight: 9, class: cluster, after: [b]}
    - {id: g, jobs: 2, cycles: 60, input_bytes: 64, output_bytes: 64, after: [e]}
    - {id: h, jobs: 1, cycles: 500, class: union}
    - {id: i, jobs: 4, cycles: 10, weight: 3, after: [d, f]}
    - {id: store, class: communication, input_bytes: 200, output_bytes: 200, after: [g, h]}
    - {id: done, class: event, after: [i, store]}
output: {packets: true, picks: true, trace: false, pictures: false}
)";

/// Two tenants, one with deadlines that it misses, on queues of their own.
inline constexpr const char* kTenantsExperiment = R"(
architecture:
  interconnect: {columns: 4, rows: 2, virtual_channels: 4}
  task_cache: {queues_per_class: 2, window: 3, capacity: 16}
  dispatcher: {mode: per_job, send_ports: 2, decisions_per_round: 2}
  processors: [{name: core, count: 3, queue_depth: 2}]
workload:
  streams:
    - name: video
      workload:
        tasks:
          - {id: decode, jobs: 2, cycles: 120, input_bytes: 64}
          - {id: scale, cycles: 60, class: cluster, after: [decode]}
          - {id: show, class: event, after: [scale]}
      arrivals: {process: periodic, interval_cycles: 300}
      count: 9
      weight: 12
      deadline_cycles: 450
    - name: batch
      workload:
        tasks:
          - {id: map, jobs: 4, cycles: 200}
          - {id: reduce, cycles: 100, output_bytes: 64, after: [map]}
      arrivals: {process: poisson, interval_cycles: 500}
      count: 7
      weight: 3
seed: 7
output: {packets: true, picks: true, trace: false, pictures: false}
)";

/// Synthetic packets beside a machine with a pipelined, adaptive interconnect.
inline constexpr const char* kBackgroundExperiment = R"(
architecture:
  interconnect: {columns: 3, rows: 3, router: pipelined, virtual_channels: 4, routing: adaptive, buffer_flits: 4}
  dispatcher: {mode: gang, class_map: {union: 1, communication: 1}, picker: {classes: 2}}
  processors: [{name: core, count: 4}]
workload:
  tasks:
    - {id: a, jobs: 4, cycles: 100, input_bytes: 256}
    - {id: b, jobs: 2, cycles: 50, output_bytes: 300, after: [a], weight: 4}
    - {id: c, jobs: 2, cycles: 70, class: cluster}
    - {id: d, jobs: 8, cycles: 30, class: union, after: [c]}
    - {id: e, jobs: 1, cycles: 10, after: [b, d], submit: 900}
background: {pattern: uniform, packet_flits: 3, packets_per_cycle: 0.02}
output: {packets: true, picks: true, trace: false, pictures: false}
)";

/// Matched against capable processors of two types, cycles by type, several ports and controllers.
inline constexpr const char* kCapableExperiment = R"(
architecture:
  interconnect: {topology: torus, columns: 4, rows: 3, virtual_channels: 4, flit_bytes: 16}
  host: {submit_cycles: 20}
  memory: {controllers: 3, bytes_per_cycle: 8, outstanding: 2}
  decomposer: {slots: 6, split_cycles: 9}
  dispatcher:
    mode: per_job
    match_against: capable
    match_latency_cycles: 3
    choice_latency_cycles: 2
    send_ports: 2
    picker: {pick_latency_cycles: 2, pick_interval_cycles: 3, entries: 4}
  processors: [{name: core, count: 3}, {name: fast, type: gpu, count: 2, speed: 1.5, queue_depth: 3}]
policies: {picker: fifo, processor_choice: least_loaded}
workload:
  tasks:
    - {id: t0, jobs: 4, cycles: {core: 90, gpu: 40}, input_bytes: 96}
    - {id: t1, jobs: 2, cycles: 33, processor: gpu, output_bytes: 48, class: cluster}
    - {id: t2, jobs: 8, cycles: 25, after: [t0]}
    - {id: t3, jobs: 1, cycles: {core: 200, gpu: 150}, class: union, after: [t1]}
    - {id: t4, class: event, after: [t2, t3]}
    - {id: t5, jobs: 4, cycles: 60, processor: gpu, input_bytes: 40, output_bytes: 40, after: [t4]}
    - {id: t6, jobs: 2, cycles: 7, class: cluster, after: [t0, t1, t3]}
    - {id: t7, jobs: 1, cycles: 0, after: [t5]}
output: {packets: true, picks: true, trace: false, pictures: false}
)";

/// Parts that are brought, written back, dropped and that die, in stores of processors and of a cluster.
inline constexpr const char* kStoresExperiment = R"(
architecture:
  interconnect: {columns: 4, rows: 3}
  directory: {parts_per_cycle: 1}
  dispatcher: {mode: per_job}
  processors:
    - {name: core, count: 3, local: {bytes: 2304, bytes_per_cycle: 16}}
    - {name: pair, count: 2, cluster: 1, local: {bytes: 3072, bytes_per_cycle: 8, per: cluster}}
    - {name: bare, count: 1}
policies: {processor_choice: locality}
workload:
  data: [{id: w, bytes: 4096, parts: 16}, {id: x, bytes: 2048}, {id: y, bytes: 1024, keep: true}, {id: z, bytes: 64}]
  tasks:
    - {id: a, jobs: 8, cycles: 60, reads: [w], writes: [x]}
    - {id: b, jobs: 8, cycles: 90, reads: [w, x], writes: [y], input_bytes: 40}
    - {id: c, jobs: 4, cycles: 40, class: cluster, reads: [w]}
    - {id: d, jobs: 2, cycles: 30, reads: [{data: y, per_job: whole}, x], writes: [z]}
    - {id: e, jobs: 8, cycles: 20, reads: [w, y], after: [d]}
output: {residency: true, picks: true, trace: false, pictures: false}
)";

struct NamedRun {
  const char* name;
  const char* experiment;
};
inline const std::vector<NamedRun>& corruption_runs() {
  static const std::vector<NamedRun> runs = {{"gang", kGangExperiment},
                                             {"tenants", kTenantsExperiment},
                                             {"background", kBackgroundExperiment},
                                             {"capable", kCapableExperiment},
                                             {"stores", kStoresExperiment}};
  return runs;
}

}  // namespace gantry
