// SPDX-License-Identifier: Apache-2.0
// Passes every record on to several sinks.
#pragma once

#include <algorithm>
#include <vector>

#include "gantry/scheduler/records.h"
#include "gantry/serving/serving_records.h"
#include "output/request_record.h"

namespace gantry {

class RecordFanOut final : public RecordSink {
 public:
  void add(RecordSink& sink) { sinks_.push_back(&sink); }
  void task_done(const TaskRecord& task) override {
    for (RecordSink* sink : sinks_) sink->task_done(task);
  }
  void job_done(const JobRecord& job) override {
    for (RecordSink* sink : sinks_) sink->job_done(job);
  }
  void part_left(const PartStay& stay) override {
    for (RecordSink* sink : sinks_) sink->part_left(stay);
  }
  void interrupt_taken(const InterruptRecord& interrupt) override {
    for (RecordSink* sink : sinks_) sink->interrupt_taken(interrupt);
  }
  void match_failed(std::uint64_t task, Cycle now) override {
    for (RecordSink* sink : sinks_) sink->match_failed(task, now);
  }
  void match_failures_repeated(Cycle from, Cycle to, std::uint64_t failures) override {
    for (RecordSink* sink : sinks_) sink->match_failures_repeated(from, to, failures);
  }
  [[nodiscard]] bool follows_picks() const override {
    return std::any_of(sinks_.begin(), sinks_.end(), [](const RecordSink* sink) { return sink->follows_picks(); });
  }
  void decided(const PickRecord& pick) override {
    for (RecordSink* sink : sinks_) {
      if (sink->follows_picks()) sink->decided(pick);
    }
  }

 private:
  std::vector<RecordSink*> sinks_;
};

class ServingFanOut final : public ServingSink {
 public:
  void add(ServingSink& sink) { sinks_.push_back(&sink); }
  void session_done(const SessionRecord& session) override {
    for (ServingSink* sink : sinks_) sink->session_done(session);
  }
  void batch_done(const BatchRecord& batch) override {
    for (ServingSink* sink : sinks_) sink->batch_done(batch);
  }
  void visit_done(const VisitRecord& visit, const BatchRecord& batch) override {
    for (ServingSink* sink : sinks_) sink->visit_done(visit, batch);
  }
  void decided(const DecisionRecord& decision) override {
    for (ServingSink* sink : sinks_) sink->decided(decision);
  }
  void visit_open(const VisitRecord& visit, Cycle started, Cycle end) override {
    for (ServingSink* sink : sinks_) sink->visit_open(visit, started, end);
  }

 private:
  std::vector<ServingSink*> sinks_;
};

class RequestFanOut final : public RequestSink {
 public:
  void add(RequestSink& sink) { sinks_.push_back(&sink); }
  void request_done(const RequestRecord& request) override {
    for (RequestSink* sink : sinks_) sink->request_done(request);
  }

 private:
  std::vector<RequestSink*> sinks_;
};

}  // namespace gantry
