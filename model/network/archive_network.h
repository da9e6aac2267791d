// SPDX-License-Identifier: Apache-2.0
// State of networks and messages (gantry/base/archive.h).
#pragma once

#include <cstddef>
#include <cstring>

#include "gantry/kernel/archive_kernel.h"
#include "gantry/network/delay_line.h"
#include "gantry/network/fabric.h"
#include "gantry/network/interconnect.h"
#include "gantry/network/latency_histogram.h"
#include "gantry/network/link_history.h"
#include "gantry/network/packet_merge.h"
#include "gantry/network/star_network.h"
#include "gantry/network/variable_latency_queue.h"

namespace gantry {
inline namespace base {

/// A kind of messages, and its content as members: bytes between them are undefined.
struct ArchivedKind {
  const MessageKind* kind = nullptr;
  void (*content)(Archive& state, std::byte* bytes) = nullptr;
};

/// All kinds of a machine, by their numbers in an archive.
struct ArchivedKinds {
  const ArchivedKind* first = nullptr;
  std::size_t count = 0;
};

template <class Content>
constexpr ArchivedKind archived_kind() {
  return {&Content::kKind, [](Archive& state, std::byte* bytes) {
            Content content{};
            if (!state.reads()) std::memcpy(&content, bytes, sizeof(content));
            state(content);
            if (state.reads()) std::memcpy(bytes, &content, sizeof(content));
          }};
}

/// The kind of a message as its number among Archive::kinds().
template <>
struct Archived<Message> {
  static void members(Archive& state, Message& message);
};
template <>
struct Archived<PacketRecord> {
  static void members(Archive& state, PacketRecord& packet);
};

template <>
struct Archived<LatencyHistogram> {
  static void members(Archive& state, LatencyHistogram& latency) {
    state(latency.dense_, latency.sparse_, latency.count_, latency.sum_, latency.max_);
  }
};

template <>
struct Archived<LinkHistory> {
  static void members(Archive& state, LinkHistory& history) { state(history.interval_, history.due_, history.marks_); }
};

template <>
struct Archived<PacketMerge> {
  static void members(Archive& state, PacketMerge& merge) { state(merge.held_); }
};

template <class T>
struct Archived<DelayLine<T>> {
  static void members(Archive& state, DelayLine<T>& line) {
    state.expect(line.rows_.size());
    for (auto& row : line.rows_) {
      const std::size_t items = state.count(static_cast<std::size_t>(row.end - row.begin));
      if (state.reads()) {
        if (items > line.items_.size() / line.rows_.size()) state.fail("more under way than fits");
        row.end = row.begin + items;
      }
      for (T* item = row.begin; item != row.end; ++item) state(*item);
    }
  }
};

template <class T>
struct Archived<VariableLatencyQueue<T>> {
  static void members(Archive& state, VariableLatencyQueue<T>& queue) { state(queue.rows_, queue.due_); }
};

// Parts of the fabric with arrays of C.
template <>
struct Archived<FabricParts::TwoPorts> {
  static void members(Archive& state, FabricParts::TwoPorts& ports) { state(ports.at); }
};
template <>
struct Archived<FabricParts::Entry> {
  static void members(Archive& state, FabricParts::Entry& entry) {
    state(entry.flits, entry.time_sum, entry.router, entry.first_vc, entry.column, entry.port, entry.credits_left,
          entry.credits);
  }
};

template <>
struct Archived<Fabric> {
  static void members(Archive& state, Fabric& fabric) {
    state.section("fabric");
    state(fabric.words_, fabric.ports_, fabric.input_vcs_, fabric.output_vcs_, fabric.bound_to_, fabric.after_last_in_,
          fabric.after_last_out_, fabric.vc_pointers_, fabric.rings_, fabric.entries_, fabric.stalls_);
    state(fabric.packets_, fabric.route_states_, fabric.created_, fabric.free_packets_, fabric.carried_,
          fabric.last_carried_, fabric.next_branch_, fabric.kept_time_, fabric.flits_copied_);
    state(fabric.active_, fabric.requesting_, fabric.due_, fabric.due_after_move_, fabric.flits_in_transit_,
          fabric.heads_in_transit_, fabric.credits_in_transit_, fabric.head_stage_, fabric.link_timing_,
          fabric.own_link_flits_, fabric.own_link_heads_, fabric.own_link_credits_, fabric.busy_links_);
    state(fabric.requests_, fabric.flits_ejected_, fabric.flit_hops_, fabric.lost_time_, fabric.flits_lost_,
          fabric.flits_wasted_);
  }
};

template <>
struct Archived<LinkDamage> {
  static void members(Archive& state, LinkDamage& damage) {
    state.expect(damage.lines_.size());
    for (auto& line : damage.lines_) {
      for (auto& way : line.ways) state(way.flits);
      state(line.faults, line.next);
      if (line.next >= line.faults.size()) state.fail("more flits are damaged than there are faults");
      if (line.bits) state(*line.bits);
    }
    state(damage.hits_, damage.next_);
  }
};

template <>
struct Archived<Interconnect> {
  static void members(Archive& state, Interconnect& network) {
    state(static_cast<Unit&>(network), network.fabric_, network.sending_, network.packet_infos_, network.busy_,
          network.packets_in_flight_, network.packets_delivered_, network.latency_, network.history_);
    state.expect(network.sources_.size());
    for (auto& source : network.sources_) state(source.queues);
    if (network.deaths_ != nullptr) deaths(state, network);
    if (network.damage_ != nullptr) {
      state(network.damage_->plan, network.damage_->waiting, network.damage_->resent, network.next_damage_,
            network.next_again_);
    }
    if (network.deaths_ != nullptr || network.damage_ != nullptr) state(network.holds_);
  }

 private:
  /// What is dead is the begin of the list of faults; the routes follow from it.
  static void deaths(Archive& state, Interconnect& network) {
    auto& deaths = *network.deaths_;
    bool told = !deaths.lost_way;
    state(deaths.faults, deaths.next, deaths.stats, told, network.next_death_, network.next_abrupt_,
          network.drains_since_, network.has_deaths_);
    if (!state.reads()) return;
    if (deaths.next > deaths.faults.size()) state.fail("more is dead than dies");
    if (told) deaths.lost_way = nullptr;
    for (std::size_t i = 0; i < deaths.next; ++i) deaths.rest.lose(deaths.faults[i].fault);
    if (deaths.next == 0) return;
    deaths.rest.find_routes(network.fabric_.destinations());
    network.fabric_.reroute(deaths.rest);
  }
};

template <>
struct Archived<StarNetwork> {
  static void members(Archive& state, StarNetwork& star) {
    state(static_cast<Unit&>(star), star.wires_, star.travels_, star.free_travels_, star.due_events_, star.inlet_taken_,
          star.sent_, star.arrived_, star.copied_, star.in_flight_count_, star.latency_, star.history_);
    state.expect(star.terminals_.size());
    for (auto& terminal : star.terminals_) state(terminal.out, terminal.in);
    state.expect(star.sources_.size());
    for (auto& source : star.sources_) state(source.free);
  }
};

}  // namespace base
}  // namespace gantry
