// SPDX-License-Identifier: Apache-2.0
// State of the blocks of the scheduler, without the dispatcher (gantry/base/archive.h).
#pragma once

#include "gantry/base/quotient.h"
#include "gantry/network/archive_network.h"
#include "gantry/scheduler/data_directory.h"
#include "gantry/scheduler/data_table.h"
#include "gantry/scheduler/decomposer.h"
#include "gantry/scheduler/early_monitor.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/state_monitor.h"
#include "gantry/scheduler/task_cache.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace base {

template <>
struct Archived<JobGroup> {
  static void members(Archive& state, JobGroup& group) { state(static_cast<JobShape&>(group), group.jobs); }
};
template <>
struct Archived<Task> {
  static void members(Archive& state, Task& task) {
    state(static_cast<JobShape&>(task), task.cls, task.weight, task.jobs, task.groups, task.submit, task.stream,
          task.place, task.instance, task.offset, task.behind, task.deadline, task.target, task.load, task.after,
          task.reads, task.writes, task.processors, task.registered_before);
  }
};
template <class T>
struct Archived<SlotTable<T>> {
  static void members(Archive& state, SlotTable<T>& table) {
    state(table.slots_, table.used_, table.free_, table.live_);
  }
};

template <>
struct Archived<QuotientSum> {
  static void members(Archive& state, QuotientSum& sum) { state(sum.whole_, sum.fraction_); }
};
template <>
struct Archived<IdPool> {
  static void members(Archive& state, IdPool& pool) { state(pool.used_, pool.free_, pool.lowest_word_); }
};
template <>
struct Archived<ReservedPool> {
  static void members(Archive& state, ReservedPool& pool) { state(pool.shared_used_, pool.total_, pool.used_); }
};
template <>
struct Archived<CompletionBits> {
  static void members(Archive& state, CompletionBits& bits) { state(bits.done_, bits.registered_, bits.oldest_); }
};
template <>
struct Archived<BurstWindow> {
  static void members(Archive& state, BurstWindow& window) {
    state(window.reads_, window.writes_, window.write_next_, window.under_way_);
  }
};
template <>
struct Archived<WakeLists> {
  static void members(Archive& state, WakeLists& lists) {
    state(lists.lists_, lists.items_, lists.free_, lists.due_, lists.due_count_);
  }
};
template <>
struct Archived<HeadOfLine> {
  static void members(Archive& state, HeadOfLine& heads) {
    state.expect(heads.queues_.size());
    for (auto& queue : heads.queues_) state(queue.all_wait, queue.more_cached);
  }
};
template <>
struct Archived<SchedulerLinks> {
  static void members(Archive& state, SchedulerLinks& links) {
    state.section("links");
    state(links.heads, links.cache_updates, links.monitor_requests, links.query_answers, links.registrations,
          links.schedule_requests, links.verdicts, links.processor_updates, links.job_watches, links.task_wakes,
          links.data_queries, links.data_answers, links.processor_switches);
  }
};
template <>
struct Archived<RegisterFile> {
  static void members(Archive& state, RegisterFile& file) {
    state(static_cast<Unit&>(file), file.registers_, file.free_);
  }
};
template <>
struct Archived<ProcessorTable> {
  static void members(Archive& state, ProcessorTable& table) {
    state(table.busy_until_, table.reserved_cycles_, table.pending_, table.free_, table.unlocked_, table.locked_,
          table.silent_, table.released_, table.off_, table.silent_count_, table.places_taken_);
  }
};
template <>
struct Archived<TaskCacheBase> {
  static void members(Archive& state, TaskCacheBase& cache) {
    state(static_cast<Unit&>(cache), cache.inbox_, cache.queues_, cache.busy_, cache.bursts_, cache.room_,
          cache.more_cached_changed_, cache.unread_);
  }
};
template <>
struct Archived<TaskCache> {
  static void members(Archive& state, TaskCache& cache) {
    state(static_cast<TaskCacheBase&>(cache), cache.next_queue_);
  }
};
template <>
struct Archived<DecomposerBase> {
  static void members(Archive& state, DecomposerBase& decomposer) {
    state(static_cast<Unit&>(decomposer), decomposer.heads_, decomposer.with_heads_, decomposer.splits_,
          decomposer.requests_, decomposer.retries_, decomposer.early_slots_, decomposer.slots_);
  }
};
template <>
struct Archived<Decomposer> {
  static void members(Archive& state, Decomposer& decomposer) {
    state(static_cast<DecomposerBase&>(decomposer), decomposer.next_queue_);
  }
};
template <>
struct Archived<StateMonitorBase> {
  static void members(Archive& state, StateMonitorBase& monitor) {
    state(static_cast<Unit&>(monitor), monitor.completions_, monitor.dropped_, monitor.queries_, monitor.due_,
          monitor.line_, monitor.registrations_, monitor.bits_, monitor.pool_);
    state(monitor.failed_tasks_, monitor.failed_numbers_, monitor.tasks_cancelled_, monitor.jobs_cancelled_,
          monitor.jobs_failed_, monitor.jobs_lost_, monitor.answers_owed_, monitor.tasks_kept_, monitor.watched_);
    state(monitor.tasks_completed_, monitor.jobs_completed_, monitor.waits_);
  }
};
template <>
struct Archived<StateMonitor> {
  static void members(Archive& state, StateMonitor& monitor) {
    state(static_cast<StateMonitorBase&>(monitor), monitor.event_ends_, monitor.cancels_);
  }
};
template <>
struct Archived<EarlyMonitor> {
  static void members(Archive& state, EarlyMonitor& monitor) {
    state(static_cast<StateMonitorBase&>(monitor), monitor.states_, monitor.open_, monitor.lists_, monitor.released_,
          monitor.event_ends_, monitor.waiting_ids_);
  }
};

template <>
struct Archived<DataTable> {
  static void members(Archive& state, DataTable& data) {
    state(data.objects_, data.unwritten_, data.written_, data.first_written_);
  }
};

/// With the table of all objects, which others share.
template <>
struct Archived<DataDirectoryBase> {
  static void members(Archive& state, DataDirectoryBase& directory) {
    state(static_cast<Unit&>(directory), directory.data_, directory.entries_, directory.news_, directory.completions_,
          directory.left_, directory.changes_, directory.next_part_);
  }
};
template <>
struct Archived<DataDirectory> {
  static void members(Archive& state, DataDirectory& directory) { state(static_cast<DataDirectoryBase&>(directory)); }
};
}  // namespace base
}  // namespace gantry
