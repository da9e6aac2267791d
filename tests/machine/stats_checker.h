// SPDX-License-Identifier: Apache-2.0
// Counts from the records of a completed run what its statistics have to say.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "recorded_run.h"

namespace gantry {

class StatsChecker {
 public:
  StatsChecker(const Experiment& experiment, const RecordedRun& run) : arch_(experiment.architecture), run_(run) {
    GraphSource source(experiment.workload, arch_);
    for (Task task; source.next(task);) tasks_.push_back(task);
    if (experiment.background) packet_flits_ = experiment.background->traffic.packet_flits;
  }

  /// Empty when everything holds. Precondition: RecordChecker found nothing.
  std::vector<std::string> findings() {
    for (const TaskRecord& record : run_.records.tasks) {
      count_waits(record);
      count_messages(tasks_[record.number]);
      jobs_ += record.jobs;
      last_ = std::max(last_, record.completed);
    }
    count_copies();
    count_go_words();
    for (std::uint64_t d = counter("host", "doorbells"); d > 0; --d) notice(kPointerBytes);
    compare();
    return findings_;
  }

 private:
  void expect(bool holds, const std::string& what) {
    if (!holds) findings_.push_back(what);
  }

  void count_waits(const TaskRecord& r) {
    const bool runs = r.cls != TaskClass::event;
    const Cycle split = runs ? r.split : r.completed;
    const Cycle first = runs ? r.first_issue : r.completed;
    const Cycle matched = runs ? std::min(r.admitted, first) : r.completed;
    const Cycle issued = runs ? r.last_issue : r.completed;
    std::array<Cycle, kStages> stages = {r.cached - r.submitted, r.shown - r.cached,   r.ready - r.shown,
                                         r.registered - r.ready, split - r.registered, matched - split,
                                         first - matched,        issued - first,       r.completed - issued};
    if (r.slot_taken < r.ready) {  // registered early
      const Cycle has_all = runs ? r.split : r.registered;
      const Cycle waits = r.ready > has_all ? r.ready - has_all : 0;
      stages[2] = waits;
      stages[3] = r.registered - r.shown;
      stages[4] = has_all - r.registered;
      stages[5] = matched - has_all - waits;
    }
    for (std::size_t i = 0; i < kStages; ++i) waits_.cycles[i] += stages[i];
    waits_.lifetime += r.completed - r.submitted;
  }

  /// Messages with the jobs of a task and round, each of which every processor receives.
  void count_copies() {
    if (!arch_.dispatcher->multicast) return;
    std::map<std::pair<std::uint64_t, Cycle>, std::uint64_t> messages;
    for (const JobRecord& job : run_.records.jobs) ++messages[{job.task, job.picked}];
    const ControlConfig& control = *arch_.control;
    const InterconnectConfig& net = control.on() ? control : arch_.interconnect;
    for (const auto& [round, jobs] : messages) {
      const std::uint64_t payload = arch_.descriptor->full_bytes + jobs * kSplitInfoBytes;
      for (std::uint64_t j = 0; j < jobs; ++j) notice(payload);
      const std::uint64_t flits =
          control.is_star() ? 1 : std::max<std::uint64_t>(1, ceil_div(net.header_bytes + payload, net.flit_bytes));
      if (control.is_star() || flits <= net.buffer_flits) copied_flits_ += flits * (jobs - 1);
    }
  }

  /// Go words of preloaded gangs: one to each processor, copies of one message with multicast.
  void count_go_words() {
    if (!arch_.dispatcher->preload) return;
    std::map<std::uint64_t, std::set<ProcessorId>> gangs;
    for (const JobRecord& job : run_.records.jobs) gangs[job.task].insert(job.processor);
    const InterconnectConfig& net = arch_.control->on() ? *arch_.control : arch_.interconnect;
    for (const auto& [task, processors] : gangs) {
      for (std::size_t p = 0; p < processors.size(); ++p) notice(kPointerBytes);
      const std::uint64_t flits =
          arch_.control->is_star() ? 1 : ceil_div(net.header_bytes + kPointerBytes, net.flit_bytes);
      if (arch_.dispatcher->multicast && (arch_.control->is_star() || flits <= net.buffer_flits))
        copied_flits_ += flits * (processors.size() - 1);
    }
  }

  /// A control message, or a doorbell.
  void notice(std::uint64_t payload) {
    if (!arch_.control->on()) return message(payload);
    const ControlConfig& net = *arch_.control;
    ++control_messages_;
    control_flits_ +=
        net.is_star() ? 1 : std::max<std::uint64_t>(1, ceil_div(net.header_bytes + payload, net.flit_bytes));
  }

  void message(std::uint64_t payload) {
    ++messages_;
    const InterconnectConfig& net = arch_.interconnect;
    flits_ += std::max<std::uint64_t>(1, ceil_div(net.header_bytes + payload, net.flit_bytes));
  }

  /// A message with a burst of it, and one the other way.
  void transfer(std::uint64_t bytes, std::uint64_t other_way) {
    const std::uint64_t burst = arch_.memory->burst_bytes;
    for (std::uint64_t begin = 0; begin < bytes; begin += burst) {
      message(std::min(burst, bytes - begin));
      message(other_way);
    }
  }

  void count_messages(const Task& task) {
    const std::uint64_t descriptor = arch_.descriptor->bytes(task.after.size(), task.groups.size());
    if (arch_.host->push) {
      notice(descriptor);
    } else {
      transfer(descriptor, 0);              // write, and its acknowledgement
      transfer(descriptor, kPointerBytes);  // read
    }
    notice(kPointerBytes);  // interrupt
    for (std::uint32_t j = 0; j < task.jobs; ++j) {
      if (!arch_.dispatcher->multicast) notice(arch_.descriptor->full_bytes + kSplitInfoBytes);
      notice(kPointerBytes);  // completion
      transfer(task.shape_of(j).input_bytes, kPointerBytes);
      transfer(task.shape_of(j).output_bytes, 0);
    }
  }

  void compare() {
    const RunStats& s = run_.stats;
    std::uint64_t sum = 0;
    for (const std::uint64_t cycles : s.waits.cycles) sum += cycles;
    expect(sum == s.waits.lifetime, "waits do not sum to the lifetimes");
    expect(s.waits.lifetime == waits_.lifetime && s.waits.cycles == waits_.cycles,
           "waits are not those of the records");
    expect(s.tasks_submitted == tasks_.size() && s.tasks_completed == tasks_.size() && s.tasks_unfinished == 0,
           "task counts");
    expect(s.jobs_total == jobs_ && s.jobs_issued == jobs_ && s.jobs_completed == jobs_ && s.picker.picks == jobs_,
           "job counts");
    expect(s.schedule_failures == run_.records.failures, "matching failures");
    expect(s.cycles > last_, "the run ended before its last task");
    if (s.background) messages_ += s.background->packets;
    if (s.background) flits_ += s.background->flits;
    expect(s.interconnect.packets == messages_,
           std::to_string(s.interconnect.packets) + " packets, not " + std::to_string(messages_));
    // Some of a packet that is still on its way may have arrived.
    const std::uint64_t more = s.background ? s.background->in_flight * packet_flits_ : 0;
    expect(s.interconnect.flits >= flits_ && s.interconnect.flits <= flits_ + more,
           std::to_string(s.interconnect.flits) + " flits, not " + std::to_string(flits_));
    expect(s.control.has_value() == arch_.control->on(), "a control network");
    if (s.control) {
      expect(s.control->totals.packets == control_messages_,
             std::to_string(s.control->totals.packets) + " control messages, not " + std::to_string(control_messages_));
      expect(s.control->totals.flits == control_flits_,
             std::to_string(s.control->totals.flits) + " control flits, not " + std::to_string(control_flits_));
    }
    const InterconnectStats& of_jobs = s.control ? s.control->totals : s.interconnect;
    expect(!of_jobs.flits_copied || *of_jobs.flits_copied == copied_flits_, "copied flits");
    std::uint64_t shares = 0;
    for (const ShareStats& share : s.shares) shares += share.picks;
    expect(shares == jobs_, "shares count " + std::to_string(shares) + " picks");
  }

  [[nodiscard]] std::uint64_t counter(const std::string& block, const std::string& name) const {
    for (const BlockStats& b : run_.stats.blocks) {
      for (const auto& [key, value] : b.counters) {
        if (b.name == block && key == name) return value;
      }
    }
    return 0;
  }

  std::uint64_t copied_flits_ = 0;
  const Architecture& arch_;
  const RecordedRun& run_;
  std::vector<Task> tasks_;
  std::uint64_t jobs_ = 0;
  Cycle last_ = 0;
  WaitStats waits_;
  std::uint64_t messages_ = 0;
  std::uint64_t flits_ = 0;
  std::uint64_t control_messages_ = 0;
  std::uint64_t control_flits_ = 0;
  std::uint64_t packet_flits_ = 0;  ///< of the background
  std::vector<std::string> findings_;
};

}  // namespace gantry
