// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/machine_archive.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "gantry/kernel/fast_forward/fast_forward.h"
#include "gantry/network/archive_traffic.h"
#include "gantry/platform/archive_data.h"
#include "gantry/platform/global_memory.h"
#include "gantry/platform/host.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/memory_faults.h"
#include "gantry/platform/processor_faults.h"
#include "gantry/platform/processors.h"
#include "gantry/scheduler/archive_dispatcher.h"
#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry {
inline namespace base {

namespace {

constexpr ArchivedKind kKinds[] = {
    archived_kind<DescriptorWrite>(),   archived_kind<DescriptorAck>(),  archived_kind<Doorbell>(),
    archived_kind<DescriptorRead>(),    archived_kind<DescriptorData>(), archived_kind<JobMessage>(),
    archived_kind<InputRead>(),         archived_kind<InputData>(),      archived_kind<OutputWrite>(),
    archived_kind<OutputAck>(),         archived_kind<JobCompletion>(),  archived_kind<PartRead>(),
    archived_kind<PartData>(),          archived_kind<PartElsewhere>(),  archived_kind<PartWrite>(),
    archived_kind<PartAck>(),           archived_kind<PartLeft>(),       archived_kind<TaskInterrupt>(),
    archived_kind<DescriptorPush>(),    archived_kind<GangStart>(),      archived_kind<SyntheticRequest>(),
    archived_kind<SyntheticResponse>(), archived_kind<TaggedRequest>(),  archived_kind<TaggedResponse>(),
    archived_kind<UrgentRequest>(),     archived_kind<UrgentResponse>()};
constexpr ArchivedKinds kMachineKinds{kKinds, std::size(kKinds)};

/// State of faults that are listed or drawn, by lines of them.
template <class Lines>
void archive_faults(Archive& state, Lines& lines) {
  state.expect(lines.size());
  for (auto& line : lines) {
    bool draws = line.draw.has_value();
    state(line.faults, line.first, draws);
    if (draws && !line.draw) state.fail("random faults where there are none");
    if (!draws) line.draw.reset();
    if (draws) state(line.draw->bits);
  }
}

}  // namespace

template <>
struct Archived<GangStarter> {
  static void members(Archive& state, GangStarter& gangs) {
    state(gangs.picked_, gangs.waiting_, gangs.processors_, gangs.running_);
  }
};

template <>
struct Archived<RetryQueue> {
  static void members(Archive& state, RetryQueue& retries) { state(retries.jobs_); }
};

template <>
struct Archived<LoadRing> {
  static void members(Archive& state, LoadRing& ring) {
    state(ring.used_, ring.parts_, ring.first_, ring.number_, ring.waits_);
  }
};

template <>
struct Archived<Loader> {
  static void members(Archive& state, Loader& loader) { state(loader.free_); }
};

template <>
struct Archived<ShareMeter> {
  static void members(Archive& state, ShareMeter& meter) {
    state(meter.classes_, meter.batches_, meter.open_, meter.batch_length_);
  }
};

template <>
struct Archived<PickTiming> {
  static void members(Archive& state, PickTiming& timing) {
    state(timing.joins_, timing.drops_, timing.touched_, timing.reweigh_until_, timing.next_round_, timing.owes_round_);
  }
};

template <>
struct Archived<Matcher> {
  static void members(Archive& state, Matcher& matcher) {
    state(matcher.slots_, matcher.queue_, matcher.waiting_, matcher.under_way_, matcher.next_deadline_,
          matcher.unmatched_, matcher.waiting_for_entry_, matcher.withheld_);
  }
};

template <>
struct Archived<Dispatcher> {
  static void members(Archive& state, Dispatcher& dispatcher) {
    state(static_cast<DispatcherBase&>(dispatcher));
    if (!dispatcher.picker_->archive(state)) state.fail("this picker has no archive");
    state(dispatcher.free_entries_, dispatcher.matcher_, dispatcher.timing_, dispatcher.meter_, dispatcher.loader_,
          dispatcher.ring_, dispatcher.gangs_, dispatcher.retries_, dispatcher.loaded_, dispatcher.port_load_,
          dispatcher.load_);
    state(dispatcher.entries_, dispatcher.present_, dispatcher.present_count_, dispatcher.eligible_,
          dispatcher.outgoing_, dispatcher.round_, dispatcher.woken_, dispatcher.contenders_, dispatcher.any_eligible_,
          dispatcher.changed_);
  }
  /// Whether its picker can be archived.
  static bool has_archive(Dispatcher& dispatcher) {
    Archive unused;
    return dispatcher.picker_->archive(unused);
  }
};

template <>
struct Archived<MemoryController> {
  static void members(Archive& state, MemoryController& controller) {
    state(controller.done_, controller.admitted_, controller.bus_free_);
  }
};

template <>
struct Archived<GlobalMemory> {
  static void members(Archive& state, GlobalMemory& memory) {
    if (memory.backend_ != nullptr) state.fail("a memory behind a socket has no archive");
    state(static_cast<Unit&>(memory), memory.busy_, memory.rings_, memory.requests_, memory.free_requests_,
          memory.offered_, memory.in_service_);
    state.expect(memory.controllers_.size());
    for (auto& controller : memory.controllers_) {
      state(controller.inbox, controller.answers, controller.calendar, controller.next_begin, controller.offered,
            controller.accepts);
    }
    if (memory.faults_ != nullptr) archive_faults(state, memory.faults_->lines_);
  }
};

template <>
struct Archived<Host> {
  static void members(Archive& state, Host& host) {
    state(static_cast<Unit&>(host), host.acks_, host.interrupts_, host.credits_, host.slots_, host.queues_,
          host.unfinished_, host.writes_);
    state(host.next_, host.has_next_, host.next_submit_, host.interrupt_done_, host.stall_, host.oldest_unfinished_,
          host.unacknowledged_, host.submitted_, host.jobs_submitted_, host.groups_submitted_, host.interrupts_taken_,
          host.last_interrupt_, host.next_data_address_, host.gives_up_at_, host.gave_up_);
    if (!state.reads() || host.source_.is_closed_loop()) return;
    Task taken;
    for (std::uint64_t i = 0; i < host.submitted_; ++i) host.source_.next(taken);
  }
};

template <>
struct Archived<ProcessorFaults> {
  static void members(Archive& state, ProcessorFaults& faults) { archive_faults(state, faults.lines_); }
};

template <>
struct Archived<Processors> {
  static void members(Archive& state, Processors& processors) {
    state(static_cast<Unit&>(processors), processors.inbox_, processors.control_inbox_, processors.to_send_,
          processors.asking_, processors.ends_, processors.computing_, processors.held_, processors.bursts_);
    state.expect(processors.processors_.size());
    for (auto& p : processors.processors_) {
      state(p.queue, p.early, p.bursts, p.computing, p.compute_end, p.held, p.jobs, p.busy_cycles);
    }
    state(processors.writing_, processors.busy_of_streams_, processors.unread_);
    if (processors.data_ != nullptr) state(*processors.data_);
    if (processors.faults_ != nullptr) state(*processors.faults_);
  }
};

template <>
struct Archived<TaskScheduler> {
  static void members(Archive& state, TaskScheduler& scheduler) {
    state(scheduler.links_, scheduler.head_of_line_, scheduler.register_file_);
    block<TaskCache>(state, *scheduler.task_cache_);
    block<Decomposer>(state, *scheduler.decomposer_);
    block<StateMonitor, EarlyMonitor>(state, *scheduler.monitor_);
    block<Dispatcher>(state, *scheduler.dispatcher_);
    if (scheduler.directory_ != nullptr) block<DataDirectory>(state, *scheduler.directory_);
  }
  /// Returns why a block has no archive; "": all have one.
  static std::string why_not(TaskScheduler& scheduler) {
    for (const bool has :
         {has_archive<TaskCache>(*scheduler.task_cache_), has_archive<Decomposer>(*scheduler.decomposer_),
          has_archive<StateMonitor, EarlyMonitor>(*scheduler.monitor_), has_archive<Dispatcher>(*scheduler.dispatcher_),
          scheduler.directory_ == nullptr || has_archive<DataDirectory>(*scheduler.directory_)}) {
      if (!has) return "it has a block of your own without an archive";
    }
    auto* const dispatcher = dynamic_cast<Dispatcher*>(scheduler.dispatcher_.get());
    if (dispatcher == nullptr || Archived<Dispatcher>::has_archive(*dispatcher)) return {};
    return "its picker has no archive";
  }

 private:
  /// A block of one of our classes, or another one, which names its state itself.
  template <class... Ours>
  static void block(Archive& state, Unit& unit) {
    if ((visit<Ours>(state, unit) || ...) || unit.archive(state)) return;
    state.fail("a block of your own without an archive");
  }
  template <class Ours>
  static bool visit(Archive& state, Unit& unit) {
    auto* const ours = dynamic_cast<Ours*>(&unit);
    if (ours != nullptr) state(*ours);
    return ours != nullptr;
  }
  template <class... Ours>
  static bool has_archive(Unit& unit) {
    Archive unused;
    return ((dynamic_cast<Ours*>(&unit) != nullptr) || ...) || unit.archive(unused);
  }
};

template <>
struct Archived<MachineNetworks> {
  static void members(Archive& state, MachineNetworks& networks) {
    state(networks.data_, networks.merge_);
    if (networks.star_ != nullptr) {
      state(*networks.star_);
    } else if (networks.control_ != nullptr) {
      state(dynamic_cast<Interconnect&>(*networks.control_));
    }
  }
};

/// After all units.
template <>
struct Archived<FastForward> {
  static void members(Archive& state, FastForward& forward) {
    state.section("fast_forward");
    state(forward.muted_since_, forward.muted_until_, forward.saved_at_, forward.saved_, forward.saved_counts_,
          forward.saved_events_, forward.comparisons_, forward.patience_);
    if (state.reads() && forward.muted_until_ != 0) forward.mute(true);
  }
};

template <>
struct Archived<Machine> {
  static void members(Archive& state, Machine& machine) {
    state.section("tables");
    state(machine.tasks_, machine.jobs_, *machine.host_, *machine.memory_, machine.networks_, machine.scheduler_,
          *machine.processors_);
    if (machine.background_) state(*machine.background_, machine.background_stats_, machine.background_latency_);
    lost_way(state, machine.lost_way_);
    state(*machine.fast_forward_);
  }
  static std::string why_not(Machine& machine) { return Archived<TaskScheduler>::why_not(machine.scheduler_); }

 private:
  static void lost_way(Archive& state, std::optional<LostWay>& way) {
    bool lost = way.has_value();
    state(lost);
    if (!lost) return way.reset();
    if (!way) way.emplace();
    std::string kind(way->kind);
    state(way->at, way->from, way->to, kind);
    const auto* const named = std::find_if(std::begin(kKinds), std::end(kKinds),
                                           [&](const ArchivedKind& known) { return known.kind->name == kind; });
    if (named == std::end(kKinds)) state.fail("a message of an unknown kind");
    way->kind = named->kind->name;
  }
};

}  // namespace base

inline namespace platform {

std::string why_not_archived(Machine& machine) { return Archived<Machine>::why_not(machine); }

void archive_machine(Machine& machine, Archive& state) {
  state.use_kinds(kMachineKinds);
  state(machine);
}

void archive_packet(PacketRecord& packet, Archive& state) {
  state.use_kinds(kMachineKinds);
  state(packet);
}

}  // namespace platform
}  // namespace gantry
