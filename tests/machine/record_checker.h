// SPDX-License-Identifier: Apache-2.0
// Judges the records of a completed run by the rules of the machine alone, without looking at how the model works.
// Plain and slow on purpose.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gantry/network/control_config.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processor_list.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "recorded_run.h"

namespace gantry {

class RecordChecker {
 public:
  RecordChecker(const Experiment& experiment, const RecordedRun& run)
      : experiment_(experiment), arch_(experiment.architecture), run_(run), info_(list_processors(arch_)) {
    GraphSource source(experiment.workload, arch_);
    for (Task task; source.next(task);) tasks_.push_back(task);
    records_.resize(tasks_.size());
    jobs_.resize(tasks_.size());
  }

  /// Empty when everything holds.
  std::vector<std::string> findings() {
    collect();
    if (!findings_.empty()) return findings_;
    for (std::uint64_t t = 0; t < tasks_.size(); ++t) {
      check_task(t);
      if (tasks_[t].cls != TaskClass::event) check_jobs(t);
    }
    check_submissions();
    check_class_queues();
    check_credits();
    check_processors();
    check_rounds();
    if (dispatcher().preload) check_gangs();
    check_messages();
    check_pools();
    return findings_;
  }

 private:
  template <class... Parts>
  void expect(bool holds, const Parts&... what) {
    if (holds || findings_.size() >= 10) return;
    std::ostringstream text;
    (text << ... << what);
    findings_.push_back(text.str());
  }
  [[nodiscard]] const DispatcherConfig& dispatcher() const { return *arch_.dispatcher; }
  [[nodiscard]] bool gang() const { return dispatcher().mode == MatchMode::gang; }
  [[nodiscard]] std::uint64_t flits(std::uint64_t payload) const {
    const InterconnectConfig& net = job_network();
    return std::max<std::uint64_t>(1, ceil_div(net.header_bytes + payload, net.flit_bytes));
  }
  /// The network of jobs and completions.
  [[nodiscard]] const InterconnectConfig& job_network() const {
    return arch_.control->on() ? *arch_.control : arch_.interconnect;
  }
  [[nodiscard]] bool star() const { return arch_.control->is_star(); }
  [[nodiscard]] std::uint64_t job_flits() const {
    return star() ? 1 : flits(arch_.descriptor->full_bytes + kSplitInfoBytes);
  }

  void collect() {
    expect(run_.end == RunEnd::complete, "the run did not complete");
    expect(run_.records.tasks.size() == tasks_.size(), run_.records.tasks.size(), " task records");
    std::set<std::uint64_t> seen;
    Cycle last = 0;
    for (const TaskRecord& record : run_.records.tasks) {
      expect(record.completed != kNever && record.completed >= last, "task ", record.number,
             " handed over out of order");
      last = record.completed;
      expect(record.number < tasks_.size() && seen.insert(record.number).second, "task ", record.number, " again");
      if (record.number < records_.size()) records_[record.number] = record;
    }
    std::set<std::pair<std::uint64_t, std::uint32_t>> jobs;
    last = 0;
    for (const JobRecord& record : run_.records.jobs) {
      expect(record.completed != kNever && record.completed >= last, "a job of task ", record.task, " out of order");
      last = record.completed;
      const bool known = record.task < tasks_.size() && record.job < tasks_[record.task].jobs;
      expect(known && jobs.emplace(record.task, record.job).second, "job ", record.task, '.', record.job, " again");
      if (known) jobs_[record.task].push_back(record);
    }
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      expect(jobs_[t].size() == tasks_[t].jobs, "task ", t, " ran ", jobs_[t].size(), " jobs");
      std::sort(jobs_[t].begin(), jobs_[t].end(), [](const JobRecord& a, const JobRecord& b) { return a.job < b.job; });
    }
  }

  void check_task(std::uint64_t t) {
    const TaskRecord& r = records_[t];
    const Task& task = tasks_[t];
    expect(r.cls == task.cls && r.weight == task.weight && r.jobs == task.jobs, "task ", t, " changed");
    expect(r.submitted >= task.submit, "task ", t, " submitted early");
    const bool early = arch_.monitor->early_registration && r.slot_taken < r.ready;
    const Cycle known = early ? r.slot_taken : r.ready;
    expect(r.submitted < r.cached && r.cached < r.shown && r.shown <= known && known < r.registered, "task ", t,
           " stations up to registered");
    for (const std::uint64_t p : task.after) {
      expect(records_[p].completed < (early ? r.ready : r.registered), "task ", t, early ? " ready" : " registered",
             " before its predecessor ", p, " was done");
      for (const JobRecord& job : jobs_[t]) {
        expect(records_[p].completed + 2 <= job.picked, "task ", t, " picked before its predecessor ", p, " was done");
      }
      expect(records_[p].completed < r.completed, "task ", t, " completed before its predecessor ", p);
    }
    if (early) expect(!task.after.empty() || !task.registered_before.empty(), "task ", t, " registered early");
    if (task.cls == TaskClass::event) {
      expect(!early || r.completed == r.ready, "event ", t, " done when it was not ready");
      expect(r.completed >= r.registered, "event ", t, " done before it was registered");
      expect(r.split == kNever && r.admitted == kNever && r.first_issue == kNever && r.last_issue == kNever, "event ",
             t, " was scheduled");
      return;
    }
    expect(r.split == r.registered + arch_.decomposer->split_cycles, "task ", t, " split time");
    expect(r.admitted != kNever && r.admitted > r.split, "task ", t, " admitted");
    expect(r.admitted >= r.ready, "task ", t, " admitted before it was ready");
    Cycle first = kNever;
    Cycle last = 0;
    Cycle done = 0;
    Cycle last_pick = 0;
    for (const JobRecord& job : jobs_[t]) {
      expect(job.picked > r.split, "job ", t, '.', job.job, " picked before the split");
      if (gang()) expect(job.picked > r.admitted, "job ", t, '.', job.job, " picked before its gang was admitted");
      expect(job.picked >= last_pick, "job ", t, '.', job.job, " picked before the one before");
      last_pick = job.picked;
      first = std::min(first, job.issued);
      last = std::max(last, job.issued);
      done = std::max(done, job.completed);
    }
    expect(last_pick > r.admitted, "task ", t, " was admitted again without a pick");
    expect(first == r.first_issue && last == r.last_issue && done == r.completed, "task ", t, " against its jobs");
  }

  /// A head alone (docs/timing.md).
  [[nodiscard]] Cycle way(const InterconnectConfig& net, std::uint32_t hops) const {
    const Cycle links = net.link_cycles + Cycle{hops} * shortest_link_;
    if (net.router == RouterKind::low_latency) return links + (hops + 1) * net.router_cycles + net.link_cycles;
    const Cycle allocation = net.channel_allocation_cycles - (net.speculative ? 1U : 0U);
    const Cycle stages = allocation + net.switch_allocation_cycles + net.traversal_cycles;
    return links + (hops + 1) * stages + net.traversal_cycles + net.link_cycles;
  }

  void check_jobs(std::uint64_t t) {
    const Task& task = tasks_[t];
    const InterconnectConfig& net = job_network();
    std::set<std::uint32_t> clusters;
    for (const JobRecord& j : jobs_[t]) {
      const ProcessorInfo& p = info_.at(j.processor);
      const PickerConfig& picker = *dispatcher().picker;
      const Cycle at_port = j.picked + picker.pick_latency_cycles + dispatcher().collect_cycles;
      expect(j.issued >= at_port + (star() ? 0 : 1), "job ", t, '.', j.job, " issued at once");
      if (star()) {
        expect(j.sent == j.issued && j.arrived == j.issued + net.link_cycles, "job ", t, '.', j.job,
               " took another time than its wire");
        expect(j.completed >= j.written + net.link_cycles, "job ", t, '.', j.job, " completed too fast");
      } else {
        expect(j.arrived >= j.issued + way(net, hops(j.processor)) + job_flits() - 1, "job ", t, '.', j.job,
               " arrived too fast");
      }
      expect(j.started >= j.arrived, "job ", t, '.', j.job, " started before it arrived");
      const JobShape& needs = task.shape_of(j.job);
      if (needs.input_bytes > 0) {
        expect(j.started > j.arrived + arch_.memory->latency_cycles, "job ", t, '.', j.job,
               " did not wait for its input");
      }
      expect(j.finished == j.started + p.time_for(needs.cycles) + task.load.set_up_cycles, "job ", t, '.', j.job,
             " compute time");
      const Cycle write = needs.output_bytes > 0 ? arch_.memory->latency_cycles : 0;
      expect(j.completed > j.finished + write, "job ", t, '.', j.job, " completed at once");
      const bool type_fits = needs.type == kAnyType ? p.type_name != kDmaType : p.type == needs.type;
      expect(type_fits && p.max_job_bytes >= needs.job_bytes, "job ", t, '.', j.job,
             " on a processor that cannot run it");
      clusters.insert(p.cluster);
    }
    const Colocation colocation = dispatcher().colocation[index(task.cls)];
    if (colocation == Colocation::one_cluster) expect(clusters.size() == 1, "task ", t, " left its cluster");
    if (colocation == Colocation::all_clusters) {
      std::set<std::uint32_t> all;
      for (const ProcessorInfo& p : info_) all.insert(p.cluster);
      expect(clusters == all, "task ", t, " is not on all clusters");
    }
  }

  [[nodiscard]] std::uint32_t hops(ProcessorId processor) {
    if (!topology_) {
      const bool apart = arch_.control->on();
      const auto endpoints = static_cast<std::uint32_t>(2 + (apart ? 0 : arch_.memory->controllers) + info_.size());
      topology_ = builtin_topologies().find(job_network().topology)->make(job_network(), endpoints);
      if (apart) {
        placement_.scheduler = 1;
        for (std::uint32_t p = 0; p < info_.size(); ++p) placement_.processors.push_back(2 + p);
      } else {
        placement_ = place_endpoints(arch_, topology_->nodes());
      }
      shortest_link_ = kMostOwnLinkCycles;
      for (std::uint32_t r = 0; r < topology_->routers(); ++r) {
        for (std::uint32_t p = 0; p < topology_->ports(r); ++p) {
          shortest_link_ = std::min(shortest_link_, link_times(job_network(), *topology_, r, p).cycles);
        }
      }
    }
    return topology_->hops(topology_->router_of(placement_.scheduler),
                           topology_->router_of(placement_.processors[processor]));
  }

  void check_submissions() {
    const std::uint64_t window = arch_.monitor->completion_window;
    for (std::size_t t = window; t < records_.size(); ++t) {
      for (std::size_t p = 0; p <= t - window; ++p) {
        expect(records_[p].completed < records_[t].submitted, "task ", t, " submitted beyond the completion window");
      }
    }
    for (std::size_t t = 1; t < records_.size(); ++t) {
      expect(records_[t].submitted >= records_[t - 1].submitted + arch_.host->submit_cycles, "task ", t,
             " submitted too soon after the one before");
    }
  }

  /// First in, first out per queue but for the window; the host never has more of a class in its ring than the ring
  /// takes.
  void check_class_queues() {
    const TaskCacheConfig& cache = *arch_.task_cache;
    const ClassQueues numbers{cache.queues_per_class};
    for (QueueId q = 0; q < numbers.count(); ++q) {
      std::vector<std::uint64_t> queue;
      for (std::uint64_t t = 0; t < tasks_.size(); ++t) {
        if (numbers.of(tasks_[t].cls, tasks_[t].stream) == q) queue.push_back(t);
      }
      for (std::size_t i = 1; i < queue.size(); ++i) {
        const TaskRecord& task = records_[queue[i]];
        // With one controller, one read at a time or one way back answers come in order.
        const bool push = arch_.host->push;
        const bool in_order = push ? star() || job_network().virtual_channels < (arch_.control->on() ? 2 : 4)
                                   : cache.reads_in_flight == 1 ||
                                         (arch_.memory->controllers == 1 && arch_.interconnect.virtual_channels < 4);
        expect(!in_order || task.cached > records_[queue[i - 1]].cached, "task ", queue[i], " read out of order");
        expect(task.shown > records_[queue[i - 1]].shown, "task ", queue[i], " shown out of order");
        std::uint32_t overtaken = 0;
        for (std::size_t k = 0; k < i; ++k) overtaken += records_[queue[k]].registered >= task.registered;
        expect(overtaken < cache.window, "task ", queue[i], " overtook ", overtaken, " in its queue");
        std::uint32_t before = 0;
        for (std::size_t k = 0; k < i; ++k) before += records_[queue[k]].registered >= task.shown;
        expect(before < cache.window, "task ", queue[i], " was shown beyond the window");
      }
      for (std::size_t i = arch_.host->ring_entries; i < queue.size() && !arch_.host->push; ++i) {
        bool room = false;
        for (std::size_t k = i - arch_.host->ring_entries; k < i; ++k) {
          room = room || records_[queue[k]].completed < records_[queue[i]].submitted;
        }
        expect(room, "task ", queue[i], " submitted into a full ring");
      }
    }
  }

  /// A pushed descriptor has a slot of the cache, its queue's own or a shared one, as far as the host can know.
  void check_credits() {
    const TaskCacheConfig& cache = *arch_.task_cache;
    const ClassQueues numbers{cache.queues_per_class};
    for (std::size_t t = 0; t < records_.size() && arch_.host->push; ++t) {
      std::vector<std::uint32_t> used(numbers.count());
      for (std::size_t p = 0; p <= t; ++p) {
        const TaskRecord& r = records_[p];
        const Cycle free = (r.cls == TaskClass::event ? r.registered : r.slot_freed) + 1 + arch_.host->credit_cycles;
        used[numbers.of(tasks_[p].cls, tasks_[p].stream)] += free > records_[t].submitted;
      }
      std::uint32_t shared = 0;
      for (const std::uint32_t count : used) shared += count > 0 ? count - 1 : 0;
      expect(shared <= cache.capacity - numbers.count(), "task ", t, " pushed without a credit");
    }
  }

  void check_processors() {
    std::map<ProcessorId, std::vector<JobRecord>> by_processor;
    for (const JobRecord& job : run_.records.jobs) by_processor[job.processor].push_back(job);
    for (auto& [p, jobs] : by_processor) {
      std::sort(jobs.begin(), jobs.end(), [](const JobRecord& a, const JobRecord& b) { return a.picked < b.picked; });
      Cycle busy = 0;
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        busy += jobs[i].finished - jobs[i].started;
        if (i > 0) {
          // The lock holds until the last flit of the job before has left.
          expect(jobs[i].picked > jobs[i - 1].issued + job_flits() - 1, "processor ", p, " picked while locked");
          // Messages from several ports or on several channels may overtake each other.
          const std::uint32_t one_channel = arch_.control->on() ? 2 : 4;
          const bool one_way = star() || (dispatcher().send_ports == 1 && job_network().virtual_channels < one_channel);
          expect(!one_way || jobs[i].arrived > jobs[i - 1].arrived, "processor ", p, " jobs arrived out of order");
        }
        std::uint32_t held = 0;
        for (const JobRecord& other : jobs) held += other.picked <= jobs[i].picked && jobs[i].picked <= other.completed;
        expect(held <= info_[p].queue_depth, "processor ", p, " has ", held, " jobs in cycle ", jobs[i].picked);
      }
      std::sort(jobs.begin(), jobs.end(), [](const JobRecord& a, const JobRecord& b) { return a.arrived < b.arrived; });
      for (std::size_t i = 1; i < jobs.size(); ++i) {
        expect(jobs[i].arrived > jobs[i - 1].arrived, "processor ", p, " got two last flits in cycle ",
               jobs[i].arrived);
      }
      // Jobs pass others that wait for the go of their gang.
      const Cycle JobRecord::*order = dispatcher().preload ? &JobRecord::started : &JobRecord::arrived;
      std::stable_sort(jobs.begin(), jobs.end(),
                       [&](const JobRecord& a, const JobRecord& b) { return a.*order < b.*order; });
      for (std::size_t i = 1; i < jobs.size(); ++i) {
        expect(jobs[i].started >= jobs[i - 1].finished, "processor ", p,
               " computes out of order or two jobs at a time");
      }
      expect(run_.stats.processors.at(p).jobs == jobs.size(), "processor ", p, " counts its jobs wrongly");
      expect(run_.stats.processors.at(p).busy_cycles == busy, "processor ", p, " counts its busy cycles wrongly");
    }
  }

  /// No job starts before its gang has left, and its processor is not idle after that. Gangs in turn do not overlap.
  void check_gangs() {
    std::map<Cycle, std::uint64_t> by_go;
    for (std::uint64_t t = 0; t < tasks_.size(); ++t) {
      Cycle sent = 0;
      for (const JobRecord& job : jobs_[t]) sent = std::max(sent, job.sent);
      for (const JobRecord& job : jobs_[t]) {
        expect(job.go >= sent + 2, "job ", t, '.', job.job, " got its go before its gang was sent");
        const Cycle can_start = std::max(job.ready, job.go);
        expect(job.started >= can_start, "job ", t, '.', job.job, " started without a go");
        bool busy = job.started == can_start;
        for (const JobRecord& other : run_.records.jobs) {
          busy = busy || (other.processor == job.processor && other.finished == job.started);
        }
        expect(busy, "job ", t, '.', job.job, " let its processor wait");
      }
      if (!jobs_[t].empty())
        by_go[std::min_element(jobs_[t].begin(), jobs_[t].end(), [](const auto& a, const auto& b) {
                return a.go < b.go;
              })->go] = t;
    }
    Cycle done = 0;
    for (const auto& [go, t] : by_go) {
      if (dispatcher().go == GangGo::in_turn) expect(go >= done + 2, "gang ", t, " started before its turn");
      for (const JobRecord& job : jobs_[t]) done = std::max(done, job.completed);
    }
  }

  /// Whether a message with so many jobs goes as one packet.
  [[nodiscard]] bool goes_as_one(std::uint64_t jobs) const {
    const InterconnectConfig& net = job_network();
    const std::uint64_t bytes = net.header_bytes + arch_.descriptor->full_bytes + jobs * kSplitInfoBytes;
    return star() || ceil_div(bytes, net.flit_bytes) <= net.buffer_flits;
  }

  /// With multicast the jobs of one task and round leave as one message. No other two leave a port in one cycle.
  void check_messages() {
    std::map<std::pair<std::uint64_t, Cycle>, std::uint64_t> jobs;
    for (const JobRecord& job : run_.records.jobs) ++jobs[{job.task, job.picked}];
    std::map<std::pair<std::uint32_t, Cycle>, const JobRecord*> by_port;
    std::map<std::pair<std::uint64_t, Cycle>, const JobRecord*> by_pick;
    for (const JobRecord& job : run_.records.jobs) {
      const JobRecord& same_port = *by_port.emplace(std::pair{job.port, job.issued}, &job).first->second;
      const bool one = same_port.task == job.task && same_port.picked == job.picked;
      expect(&same_port == &job || (dispatcher().multicast && one), "job ", job.task, '.', job.job, " left port ",
             job.port, " in cycle ", job.issued, " with another message");
      if (!dispatcher().multicast) continue;
      const JobRecord& same_pick = *by_pick.emplace(std::pair{job.task, job.picked}, &job).first->second;
      const bool together = same_pick.issued == job.issued || !goes_as_one(jobs[{job.task, job.picked}]);
      expect(same_pick.port == job.port && together, "job ", job.task, '.', job.job,
             " left without the jobs that were picked with it");
    }
  }

  void check_rounds() {
    std::map<Cycle, std::uint32_t> rounds;
    for (const JobRecord& job : run_.records.jobs) ++rounds[job.picked];
    Cycle before = kNever;
    for (const auto& [cycle, picks] : rounds) {
      expect(picks <= dispatcher().decisions_per_round, picks, " picks in cycle ", cycle);
      if (before != kNever) {
        expect(cycle - before >= dispatcher().picker->pick_interval_cycles, "a round in cycle ", cycle,
               " is too early");
      }
      before = cycle;
    }
    expect(run_.stats.picker.rounds == rounds.size(), "rounds ", run_.stats.picker.rounds, ", seen ", rounds.size());
    std::set<std::pair<Cycle, std::uint32_t>> messages;
    for (const JobRecord& job : run_.records.jobs) messages.emplace(job.issued, job.port);
    std::vector<Cycle> issues;
    for (const auto& [cycle, port] : messages) issues.push_back(cycle);
    const std::uint32_t ports = dispatcher().send_ports;
    for (std::size_t i = ports; i < issues.size(); ++i) {
      expect(issues[i] >= issues[i - ports] + job_flits(), "more messages in cycle ", issues[i], " than send ports");
    }
  }

  /// Most tasks that are in [from, to) of their lives at once.
  template <class From, class To>
  [[nodiscard]] std::uint64_t most_at_once(From from, To to, bool events) const {
    std::map<Cycle, std::int64_t> change;
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      if (tasks_[t].cls == TaskClass::event && !events) continue;
      if (from(t) >= to(t)) continue;
      ++change[from(t)];
      --change[to(t)];
    }
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const auto& [cycle, by] : change) most = std::max(most, now += by);
    return static_cast<std::uint64_t>(most);
  }

  void check_pools() {
    const auto event = [&](std::size_t t) { return tasks_[t].cls == TaskClass::event; };
    const auto last_pick = [&](std::size_t t) { return jobs_[t].back().picked; };
    expect(most_at_once([&](std::size_t t) { return records_[t].registered - arch_.monitor->register_cycles; },
                        [&](std::size_t t) { return records_[t].completed; }, true) <= arch_.monitor->task_ids,
           "more tasks than ids");
    expect(most_at_once([&](std::size_t t) { return records_[t].registered; },
                        [&](std::size_t t) { return records_[t].last_issue; }, false) <= arch_.decomposer->slots,
           "more tasks than decomposer slots");
    expect(most_at_once([&](std::size_t t) { return records_[t].cached; },
                        [&](std::size_t t) { return event(t) ? records_[t].registered : records_[t].last_issue; },
                        true) <= arch_.task_cache->capacity,
           "more descriptors than the cache takes");
    expect(most_at_once([&](std::size_t t) { return records_[t].admitted; }, last_pick, false) <=
               dispatcher().picker->entries,
           "more tasks in the pending sets than entries");
  }

  const Experiment& experiment_;
  const Architecture& arch_;
  const RecordedRun& run_;
  std::vector<ProcessorInfo> info_;
  std::vector<Task> tasks_;
  std::vector<TaskRecord> records_;
  std::vector<std::vector<JobRecord>> jobs_;
  std::unique_ptr<Topology> topology_;
  std::uint32_t shortest_link_ = 0;
  EndpointPlacement placement_;
  std::vector<std::string> findings_;
};

}  // namespace gantry
