// SPDX-License-Identifier: Apache-2.0
// What the listeners of a run were told, in its order. A run that goes on from a checkpoint tells its own listeners the
// same, so that no report has a state to save.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gantry/base/archive.h"
#include "gantry/network/packet_record.h"
#include "gantry/scheduler/records.h"
#include "gantry/serving/serving_records.h"
#include "gantry/workload/task.h"
#include "output/gauge_fan_out.h"

namespace gantry {

class RunJournal final : public RecordSink, public PacketSink {
 public:
  /// Of one told thing; its number in the bytes.
  enum class Kind : std::uint8_t {
    task,
    job,
    part,
    interrupt,
    match_failure,
    match_failures,
    pick,
    gauge,
    signal,
    packet,
    task_taken,
    completion_taken,
    session,
    batch,
    visit,
    decision
  };
  /// Writes or reads a packet, with the number of its kind.
  using ArchivePacket = void (*)(PacketRecord& packet, Archive& state);

  /// `follows_picks`: whether another listener is told of decisions of a picker.
  RunJournal(bool follows_picks, ArchivePacket packet) : follows_picks_(follows_picks), packet_(packet) {}

  [[nodiscard]] const std::string& bytes() const { return told_.bytes(); }
  [[nodiscard]] GaugeRecorder& gauges() { return gauges_; }
  [[nodiscard]] GaugeRecorder& signals() { return signals_; }
  [[nodiscard]] ServingSink& sessions() { return sessions_; }

  void task_done(const TaskRecord& task) override { note(Kind::task, task); }
  void job_done(const JobRecord& job) override { note(Kind::job, job); }
  void part_left(const PartStay& stay) override { note(Kind::part, stay); }
  void interrupt_taken(const InterruptRecord& interrupt) override { note(Kind::interrupt, interrupt); }
  void match_failed(std::uint64_t task, Cycle now) override { note(Kind::match_failure, task, now); }
  void match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) override {
    note(Kind::match_failures, from, to, failures);
  }
  [[nodiscard]] bool follows_picks() const override { return follows_picks_; }
  void decided(const PickRecord& pick) override { note(Kind::pick, pick); }
  void packet_done(const PacketRecord& packet) override;
  /// The host has called TaskSource::next() of a closed loop.
  void task_taken() { note(Kind::task_taken); }
  /// The host has called TaskSource::completed().
  void completion_taken(std::uint64_t number, Cycle now) { note(Kind::completion_taken, number, now); }

 private:
  class Levels final : public GaugeRecorder {
   public:
    Levels(RunJournal& journal, Kind kind) : journal_(journal), kind_(kind) {}
    std::uint32_t add(const Gauge& /*gauge*/) override { return gauges_++; }
    void changed(std::uint32_t id, Cycle now, std::uint64_t value) override { journal_.note(kind_, id, now, value); }

   private:
    RunJournal& journal_;
    Kind kind_;
    std::uint32_t gauges_ = 0;
  };

  /// Of inference nodes. What is unfinished is told after the run.
  class Sessions final : public ServingSink {
   public:
    explicit Sessions(RunJournal& journal) : journal_(journal) {}
    void session_done(const SessionRecord& session) override { journal_.note(Kind::session, session); }
    void batch_done(const BatchRecord& batch) override { journal_.note(Kind::batch, batch); }
    void visit_done(const VisitRecord& visit, const BatchRecord& /*told*/) override {
      journal_.note(Kind::visit, visit);
    }
    void decided(const DecisionRecord& decision) override {
      journal_.note(Kind::decision, decision.number, decision.at, decision.nodes, decision.chosen,
                    decision.compute_used);
    }

   private:
    RunJournal& journal_;
  };

  template <class... T>
  void note(Kind kind, T... values) {
    told_(kind, values...);
  }

  bool follows_picks_;
  ArchivePacket packet_;
  Archive told_;
  Levels gauges_{*this, Kind::gauge};
  Levels signals_{*this, Kind::signal};
  Sessions sessions_{*this};
};

/// The listeners of a run.
struct JournalListeners {
  RecordSink& records;
  ServingSink& sessions;
  GaugeSink& gauges;   ///< by the number in the order of GaugeRecorder::add()
  GaugeSink& signals;  ///< likewise
  PacketSink& packets;
  RunJournal::ArchivePacket packet;  ///< as that of the journal
  TaskSource* source;                ///< its calls are made again; only of a closed loop
};

/// Tells the listeners what a journal has kept. Throws Error if the bytes are no journal.
void replay(std::string_view journal, const JournalListeners& listeners);

}  // namespace gantry
