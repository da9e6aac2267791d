// SPDX-License-Identifier: Apache-2.0
#include "output/run_journal.h"

#include <vector>

namespace gantry {

namespace {

template <class T>
T next(Archive& journal) {
  T value{};
  journal(value);
  return value;
}

void tell_level(Archive& journal, GaugeSink& sink) {
  const auto id = next<std::uint32_t>(journal);
  const auto now = next<Cycle>(journal);
  sink.changed(id, now, next<std::uint64_t>(journal));
}

void tell_decision(Archive& journal, ServingSink& sink) {
  const auto number = next<std::uint64_t>(journal);
  const auto at = next<Cycle>(journal);
  const auto nodes = next<std::vector<NodeState>>(journal);
  const auto chosen = next<std::vector<NodeId>>(journal);
  sink.decided({number, at, nodes, chosen, next<Amount>(journal)});
}

/// `batch`: the last one, of which visits follow.
void tell(RunJournal::Kind kind, Archive& journal, const JournalListeners& to, BatchRecord& batch) {
  using Kind = RunJournal::Kind;
  switch (kind) {
    case Kind::task:
      return to.records.task_done(next<TaskRecord>(journal));
    case Kind::job:
      return to.records.job_done(next<JobRecord>(journal));
    case Kind::part:
      return to.records.part_left(next<PartStay>(journal));
    case Kind::interrupt:
      return to.records.interrupt_taken(next<InterruptRecord>(journal));
    case Kind::match_failure: {
      const auto task = next<std::uint64_t>(journal);
      return to.records.match_failed(task, next<Cycle>(journal));
    }
    case Kind::match_failures: {
      const auto from = next<Cycle>(journal);
      const auto until = next<Cycle>(journal);
      return to.records.match_failures_repeated(from, until, next<std::uint64_t>(journal));
    }
    case Kind::pick:
      return to.records.decided(next<PickRecord>(journal));
    case Kind::gauge:
      return tell_level(journal, to.gauges);
    case Kind::signal:
      return tell_level(journal, to.signals);
    case Kind::packet: {
      PacketRecord packet;
      to.packet(packet, journal);
      return to.packets.packet_done(packet);
    }
    case Kind::task_taken: {
      Task unused;
      if (to.source == nullptr) break;
      to.source->next(unused);
      return;
    }
    case Kind::completion_taken: {
      const auto number = next<std::uint64_t>(journal);
      Task unused;
      if (to.source == nullptr) break;
      to.source->completed(number, next<Cycle>(journal), unused);
      return;
    }
    case Kind::session:
      return to.sessions.session_done(next<SessionRecord>(journal));
    case Kind::batch:
      batch = next<BatchRecord>(journal);
      return to.sessions.batch_done(batch);
    case Kind::visit:
      return to.sessions.visit_done(next<VisitRecord>(journal), batch);
    case Kind::decision:
      return tell_decision(journal, to.sessions);
  }
  journal.fail("something was told that is not known");
}

}  // namespace

void RunJournal::packet_done(const PacketRecord& packet) {
  note(Kind::packet);
  PacketRecord copy = packet;
  packet_(copy, told_);
}

void replay(std::string_view journal, const JournalListeners& listeners) {
  Archive told(journal);
  BatchRecord batch;
  while (!told.at_end()) tell(next<RunJournal::Kind>(told), told, listeners, batch);
}

}  // namespace gantry
