// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/machine_archive.h"

#include <array>

#include "gantry/kernel/fast_forward/fast_forward.h"
#include "gantry/platform/data_flow.h"
#include "gantry/platform/global_memory.h"
#include "gantry/platform/host.h"
#include "gantry/platform/machine.h"
#include "gantry/platform/processor_faults.h"
#include "gantry/platform/processors.h"
#include "gantry/scheduler/archive_scheduler.h"
#include "gantry/scheduler/dispatcher.h"
#include "gantry/scheduler/machine_messages.h"

namespace gantry {
inline namespace base {

namespace {

constexpr std::uint8_t kNoKind = 0xFF;

/// Kinds of messages, by their numbers in an archive.
constexpr std::array<const MessageKind*, 20> kKinds = {
    &DescriptorWrite::kKind, &DescriptorAck::kKind, &Doorbell::kKind,       &DescriptorRead::kKind,
    &DescriptorData::kKind,  &JobMessage::kKind,    &InputRead::kKind,      &InputData::kKind,
    &OutputWrite::kKind,     &OutputAck::kKind,     &JobCompletion::kKind,  &PartRead::kKind,
    &PartData::kKind,        &PartElsewhere::kKind, &PartWrite::kKind,      &PartAck::kKind,
    &PartLeft::kKind,        &TaskInterrupt::kKind, &DescriptorPush::kKind, &GangStart::kKind};

void archive_kind(Archive& state, const MessageKind*& kind) {
  std::uint8_t number = kNoKind;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == kind) number = static_cast<std::uint8_t>(i);
  }
  if (!state.reads() && kind != nullptr && number == kNoKind) state.fail("a message of an unknown kind");
  state(number);
  if (!state.reads()) return;
  if (number != kNoKind && number >= kKinds.size()) state.fail("a message of an unknown kind");
  kind = number == kNoKind ? nullptr : kKinds[number];
}

}  // namespace

void Archived<Message>::members(Archive& state, Message& message) {
  archive_kind(state, message.kind_);
  state(message.source, message.destination, message.payload_bytes);
  for (std::byte& byte : message.content_) state(byte);
}

void Archived<PacketRecord>::members(Archive& state, PacketRecord& packet) {
  archive_kind(state, packet.kind);
  state(packet.from, packet.to, packet.flits, packet.hops, packet.created, packet.sent, packet.arrived, packet.subject);
}

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
struct Archived<DispatcherBase> {
  static void members(Archive& state, DispatcherBase& dispatcher) {
    state(static_cast<Unit&>(dispatcher), dispatcher.processors_, dispatcher.sent_, dispatcher.last_pick_,
          dispatcher.order_, dispatcher.muted_);
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
    state(static_cast<Unit&>(memory), memory.busy_, memory.rings_, memory.requests_, memory.free_requests_,
          memory.offered_, memory.in_service_);
    state.expect(memory.controllers_.size());
    for (auto& controller : memory.controllers_) {
      state(controller.inbox, controller.answers, controller.calendar, controller.next_begin, controller.offered,
            controller.accepts);
    }
  }
};

template <>
struct Archived<Host> {
  static void members(Archive& state, Host& host) {
    state(static_cast<Unit&>(host), host.acks_, host.interrupts_, host.credits_, host.slots_, host.queues_,
          host.unfinished_, host.writes_);
    state(host.next_, host.has_next_, host.next_submit_, host.interrupt_done_, host.stall_, host.oldest_unfinished_,
          host.unacknowledged_, host.submitted_, host.jobs_submitted_, host.groups_submitted_, host.interrupts_taken_,
          host.last_interrupt_, host.next_data_address_);
    Task taken;
    for (std::uint64_t i = 0; state.reads() && i < host.submitted_; ++i) host.source_.next(taken);
  }
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
  }
  static bool may_fail(const Processors& processors) { return processors.faults_ != nullptr; }
};

template <>
struct Archived<TaskScheduler> {
  static void members(Archive& state, TaskScheduler& scheduler) {
    state(scheduler.links_, scheduler.head_of_line_, scheduler.register_file_,
          dynamic_cast<TaskCache&>(*scheduler.task_cache_), dynamic_cast<Decomposer&>(*scheduler.decomposer_));
    if (auto* early = dynamic_cast<EarlyMonitor*>(scheduler.monitor_.get())) {
      state(*early);
    } else {
      state(dynamic_cast<StateMonitor&>(*scheduler.monitor_));
    }
    state(dynamic_cast<Dispatcher&>(*scheduler.dispatcher_));
  }
  static bool is_ours(TaskScheduler& scheduler) {
    return dynamic_cast<TaskCache*>(scheduler.task_cache_.get()) != nullptr &&
           dynamic_cast<Decomposer*>(scheduler.decomposer_.get()) != nullptr &&
           (dynamic_cast<StateMonitor*>(scheduler.monitor_.get()) != nullptr ||
            dynamic_cast<EarlyMonitor*>(scheduler.monitor_.get()) != nullptr) &&
           dynamic_cast<Dispatcher*>(scheduler.dispatcher_.get()) != nullptr;
  }
  /// Precondition: is_ours().
  static bool has_archive(TaskScheduler& scheduler) {
    return Archived<Dispatcher>::has_archive(dynamic_cast<Dispatcher&>(*scheduler.dispatcher_));
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
          *machine.processors_, *machine.fast_forward_);
  }
  static std::string why_not(Machine& machine) {
    if (machine.source_.is_closed_loop()) return "its streams wait for completions";
    if (machine.data_ != nullptr) return "its tasks have data objects";
    if (machine.background_) return "it has background traffic";
    if (Archived<Processors>::may_fail(*machine.processors_)) return "its processors fail";
    if (Archived<Interconnect>::may_fail(machine.interconnect_)) return "its links or routers die";
    if (!Archived<TaskScheduler>::is_ours(machine.scheduler_)) return "it has somebody's own blocks";
    if (!Archived<TaskScheduler>::has_archive(machine.scheduler_)) return "its picker is not one of the model's";
    return {};
  }
};

}  // namespace base

inline namespace platform {

std::string why_not_archived(Machine& machine) { return Archived<Machine>::why_not(machine); }

void archive_machine(Machine& machine, Archive& state) { state(machine); }

void archive_packet(PacketRecord& packet, Archive& state) { state(packet); }

}  // namespace platform
}  // namespace gantry
