// SPDX-License-Identifier: Apache-2.0
// The smallest experiment that still goes wrong in the same way, and an experiment as a file that a user can run.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/network/topology.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "random_keys.h"
#include "text/key_writer.h"

namespace gantry {

/// What goes wrong, empty when nothing does; up to the first colon the kind of problem.
using Trial = std::function<std::string(const Experiment&)>;

class Shrink {
 public:
  explicit Shrink(Trial trial) : trial_(std::move(trial)) {}

  /// Takes away tasks, edges and settings for as long as the same goes wrong, for some seconds at most.
  Experiment smallest(Experiment experiment) {
    best_ = std::move(experiment);
    kind_ = kind(trial_(best_));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    for (bool smaller = true; smaller && std::chrono::steady_clock::now() < end;) {
      smaller = false;
      for (std::size_t t = best_.workload.tasks.size(); t-- > 0;) {
        smaller = without(t) || smaller;
        if (t >= best_.workload.tasks.size()) continue;
        for (std::size_t e = best_.workload.tasks[t].after.size(); e-- > 0;) {
          const auto at = static_cast<std::ptrdiff_t>(e);
          smaller =
              keep([&](Experiment& x) { x.workload.tasks[t].after.erase(x.workload.tasks[t].after.begin() + at); }) ||
              smaller;
        }
        smaller = less_data(t) || smaller;
        smaller = simpler_task(t) || smaller;
      }
      smaller = simpler_machine() || smaller;
    }
    return best_;
  }

 private:
  template <class Change>
  bool keep(Change change) {
    Experiment next = best_;
    change(next);
    if (same(next) || kind(trial_(next)) != kind_) return false;
    best_ = std::move(next);
    return true;
  }

  bool without(std::size_t t) {
    if (best_.workload.tasks.size() == 1) return false;
    return keep([&](Experiment& x) {
      auto& tasks = x.workload.tasks;
      tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(t));
      for (WorkloadTask& task : tasks) {
        std::vector<WorkloadEdge> left;
        for (WorkloadEdge edge : task.after) {
          if (edge.task == t) continue;
          edge.task -= edge.task > t ? 1 : 0;
          left.push_back(edge);
        }
        task.after = left;
      }
    });
  }

  bool simpler_task(std::size_t t) {
    bool smaller = false;
    const auto task = [&](Experiment& x) -> WorkloadTask& { return x.workload.tasks[t]; };
    if (best_.workload.tasks[t].jobs > 1) smaller = keep([&](Experiment& x) { task(x).jobs /= 2; }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).submit = 0; }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).stream = 0; }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).deadline.reset(); }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).cycles = 0; }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).weight = 1; }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).input_bytes = 0; }) || smaller;
    smaller = keep([&](Experiment& x) { task(x).output_bytes = 0; }) || smaller;
    if (best_.workload.tasks[t].cls != TaskClass::event) {
      smaller = keep([&](Experiment& x) { task(x).cls = TaskClass::block; }) || smaller;
      smaller = keep([&](Experiment& x) { task(x).processor.clear(); }) || smaller;
    }
    return smaller;
  }

  /// Takes away what a task reads and writes.
  bool less_data(std::size_t t) {
    bool smaller = false;
    for (std::size_t r = best_.workload.tasks[t].reads.size(); r-- > 0;) {
      const auto at = static_cast<std::ptrdiff_t>(r);
      smaller = keep([&](Experiment& x) { x.workload.tasks[t].reads.erase(x.workload.tasks[t].reads.begin() + at); }) ||
                smaller;
    }
    for (std::size_t w = best_.workload.tasks[t].writes.size(); w-- > 0;) {
      const auto at = static_cast<std::ptrdiff_t>(w);
      smaller =
          keep([&](Experiment& x) { x.workload.tasks[t].writes.erase(x.workload.tasks[t].writes.begin() + at); }) ||
          smaller;
    }
    return smaller;
  }

  bool simpler_machine() {
    bool smaller = false;
    // Keys on which the placement depends stay as they are.
    std::vector<std::string> kept = {"memory.controllers", "interconnect.topology", "processors.", "placement."};
    for (const auto& entry : builtin_topologies().entries()) {
      for (const OwnKey& key : entry.keys) kept.push_back("interconnect." + std::string(key.name));
    }
    Architecture plain;
    ResetKeys keys(kept);
    describe(keys, plain);
    for (const std::string& path : keys.paths()) {
      keys.give(path);
      smaller = keep([&](Experiment& x) { describe(keys, x.architecture); }) || smaller;
    }
    smaller = keep([](Experiment& x) { x.background.reset(); }) || smaller;
    smaller = keep([](Experiment& x) { x.workload.order = SubmissionOrder::file; }) || smaller;
    static const Experiment usual;
    smaller = keep([](Experiment& x) { x.picker = usual.picker; }) || smaller;
    smaller = keep([](Experiment& x) { x.processor_choice = usual.processor_choice; }) || smaller;
    for (std::size_t g = 0; g < best_.architecture.processors->size(); ++g) {
      smaller = keep([&](Experiment& x) { x.architecture.processors->at(g).speed = Speed{}; }) || smaller;
      smaller = keep([&](Experiment& x) { x.architecture.processors->at(g).cluster = 0; }) || smaller;
      smaller = keep([&](Experiment& x) { x.architecture.processors->at(g).queue_depth = 1; }) || smaller;
      if (best_.architecture.placement->processors.empty()) {
        smaller = keep([&](Experiment& x) { x.architecture.processors->at(g).count = 1; }) || smaller;
      }
    }
    return smaller;
  }

  [[nodiscard]] bool same(const Experiment& x) const;
  static std::string kind(const std::string& problem) { return problem.substr(0, problem.find(':')); }

  Trial trial_;
  Experiment best_;
  std::string kind_;
};

/// Everything that the file of an experiment says about this one.
inline std::string experiment_text(const Experiment& x) {
  std::ostringstream out;
  const auto list = [&](const auto& items) {
    out << '[';
    for (std::size_t i = 0; i < items.size(); ++i) out << (i > 0 ? ", " : "") << items[i];
    out << ']';
  };
  out << "name: " << x.name << "\npolicies: {picker: " << x.picker << ", processor_choice: " << x.processor_choice
      << "}\nlimits: {max_cycles: " << x.max_cycles << "}\n";
  KeyWriter machine;
  Architecture architecture = x.architecture;
  machine.section("architecture", architecture, "");
  out << machine.text();
  if (x.background) {
    const TrafficSpec& t = x.background->traffic;
    const std::string millionths = std::to_string(kMillion + t.rates.at(0)).substr(1);
    out << "seed: " << x.background->seed << "\nbackground: {pattern: " << t.pattern
        << ", packet_flits: " << t.packet_flits << ", packets_per_cycle: 0." << millionths << "}\n";
  }
  const Workload& workload = x.streams.empty() ? x.workload : x.streams.front().workload;
  for (const GraphStream& stream : x.streams) out << "# stream " << stream.name << ", " << stream.count << " times\n";
  out << "workload:\n  order: " << kSubmissionOrderNames[static_cast<std::size_t>(workload.order)] << '\n';
  if (!workload.data.empty()) out << "  data:\n";
  for (const DataObject& object : workload.data) {
    out << "    - {id: " << object.id << ", bytes: " << object.bytes << ", parts: " << object.parts
        << (object.keep ? ", keep: true}\n" : "}\n");
  }
  out << "  tasks:\n";
  for (const WorkloadTask& t : workload.tasks) {
    out << "    - {id: " << t.id << ", class: " << name(t.cls);
    const auto shape = [&](const WorkloadJobShape& jobs) {
      out << ", cycles: " << jobs.cycles << ", input_bytes: " << jobs.input_bytes
          << ", output_bytes: " << jobs.output_bytes;
      if (jobs.job_bytes) out << ", job_bytes: " << *jobs.job_bytes;
      if (!jobs.processor.empty()) out << ", processor: " << jobs.processor;
    };
    if (t.cls != TaskClass::event) out << ", weight: " << t.weight;
    if (t.groups) {
      for (const WorkloadJobGroup& group : *t.groups) {
        out << (&group == &t.groups->front() ? ", jobs: [" : ", ") << "{count: " << group.jobs;
        shape(group);
        out << '}';
      }
      out << ']';
    } else if (t.cls != TaskClass::event) {
      out << ", jobs: " << t.jobs;
      shape(t);
    }
    if (t.load) {
      out << ", load: {writes: " << t.load->writes << ", barriers: " << t.load->barriers << ", bytes: " << t.load->bytes
          << ", entry_bytes: " << t.load->entry_bytes << ", set_up_cycles: " << t.load->set_up_cycles << '}';
    }
    std::vector<std::string> after;
    for (const WorkloadEdge& edge : t.after) after.push_back(workload.tasks[edge.task].id);
    out << ", submit: " << t.submit << ", stream: " << t.stream;
    if (t.deadline) out << ", deadline: " << *t.deadline;
    out << ", after: ";
    list(after);
    std::vector<std::string> reads;
    for (const WorkloadRead& read : t.reads) {
      reads.push_back("{data: " + workload.data[read.object].id + ", per_job: " + (read.whole ? "whole}" : "split}"));
    }
    std::vector<std::string> writes;
    for (const WorkloadWrite& write : t.writes) writes.push_back(workload.data[write.object].id);
    if (!reads.empty()) out << ", reads: ";
    if (!reads.empty()) list(reads);
    if (!writes.empty()) out << ", writes: ";
    if (!writes.empty()) list(writes);
    out << "}\n";
  }
  return out.str();
}

inline bool Shrink::same(const Experiment& x) const { return experiment_text(x) == experiment_text(best_); }

}  // namespace gantry
