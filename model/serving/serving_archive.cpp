// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/serving_archive.h"

#include <iterator>

#include "gantry/network/archive_network.h"
#include "gantry/serving/serving_machine.h"
#include "gantry/serving/serving_messages.h"

namespace gantry {
inline namespace base {

namespace {

constexpr ArchivedKind kKinds[] = {archived_kind<VisitInput>(), archived_kind<SessionResult>(),
                                   archived_kind<PendingReport>(), archived_kind<StartBatch>()};
constexpr ArchivedKinds kServingKinds{kKinds, std::size(kKinds)};

}  // namespace

template <>
struct Archived<SessionTable> {
  static void members(Archive& state, SessionTable& table) { state(table.sessions_, table.free_, table.live_); }
};

template <>
struct Archived<Gateway> {
  static void members(Archive& state, Gateway& gateway) {
    state(static_cast<Unit&>(gateway), gateway.results_, gateway.pushes_, gateway.next_, gateway.more_,
          gateway.arrived_, gateway.completed_, gateway.last_completion_);
  }
};

template <>
struct Archived<InferenceNodes> {
  static void members(Archive& state, InferenceNodes& nodes) {
    state(static_cast<Unit&>(nodes), nodes.inbox_, nodes.visits_, nodes.fresh_);
    state.expect(nodes.nodes_.size());
    for (auto& node : nodes.nodes_) {
      state(node.priority, node.others, node.front, node.back, node.changed, node.freed, node.completed, node.start,
            node.busy_since, node.busy_cycles, node.batches, node.requests);
    }
  }
};

template <>
struct Archived<BatchScheduler> {
  static void members(Archive& state, BatchScheduler& scheduler) {
    state(static_cast<Unit&>(scheduler), scheduler.inbox_, scheduler.starts_, scheduler.states_, scheduler.batches_,
          scheduler.held_since_, scheduler.held_until_, scheduler.held_, scheduler.compute_, scheduler.most_compute_);
    if (!scheduler.policy_->archive(state)) state.fail("this policy has no archive");
  }
  static bool has_archive(BatchScheduler& scheduler) {
    Archive unused;
    return scheduler.policy_->archive(unused);
  }
};

template <>
struct Archived<ServingMachine> {
  static void members(Archive& state, ServingMachine& machine) {
    state.section("sessions");
    state(machine.sessions_, machine.reports_, machine.gateway_, machine.interconnect_, machine.nodes_,
          machine.scheduler_);
    state.section("load");
    if (!machine.load_.archive(state)) state.fail("this load has no archive");
  }
  static std::string why_not(ServingMachine& machine) {
    Archive unused;
    if (!machine.load_.archive(unused)) return "its load has no archive";
    return Archived<BatchScheduler>::has_archive(machine.scheduler_) ? "" : "its selection policy has no archive";
  }
};

}  // namespace base

inline namespace serving {

std::string why_not_archived(ServingMachine& machine) { return Archived<ServingMachine>::why_not(machine); }

void archive_serving(ServingMachine& machine, Archive& state) {
  state.use_kinds(kServingKinds);
  state(machine);
}

void archive_serving_packet(PacketRecord& packet, Archive& state) {
  state.use_kinds(kServingKinds);
  state(packet);
}

}  // namespace serving
}  // namespace gantry
