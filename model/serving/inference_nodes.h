// SPDX-License-Identifier: Apache-2.0
// All inference nodes, as one unit. A node collects requests in its batch queue and reports their number. When the
// scheduler starts it, it takes up to a batch of requests through its engines. After the last engine a request with
// passes left returns to the batch queue; otherwise its result is sent on. In a node whose inner engine writes back,
// the engines up to that one are its front, and the others its back. Requests return when the front is done, and each
// part serves a batch of its own.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/interconnect.h"
#include "gantry/serving/node_report.h"
#include "gantry/serving/serving_load.h"
#include "gantry/serving/serving_messages.h"
#include "gantry/serving/serving_records.h"
#include "gantry/serving/serving_stats.h"
#include "gantry/serving/session_table.h"

namespace gantry {
inline namespace serving {

class InferenceNodes final : public Unit {
  template <class>
  friend struct gantry::Archived;

 public:
  InferenceNodes(const ServingConfig& config, const SessionTable& sessions, ServingLoad& load, NodeReports& reports,
                 ServingSink& sink);

  /// Returns the receiver for the terminal of a node.
  [[nodiscard]] Receiver* receiver(NodeId node) { return &inlets_[node]; }
  /// Sets two ports per node, so that large results do not delay reports.
  void connect(std::vector<SendPort> data, std::vector<SendPort> reports, TerminalId scheduler, TerminalId gateway);

  /// Returns the counters of a node in [0, end).
  [[nodiscard]] InferenceNodeStats node_stats(NodeId node, Cycle end) const;
  /// Reports unfinished requests to the sink, after the last cycle `end`.
  void report_open(Cycle end) const;
  /// Whether no request waits and no batch is served.
  [[nodiscard]] bool empty() const;

  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Inlet final : Receiver {
    void receive(const Message& message, Cycle visible) override { owner->inbox_.send({node, message}, visible - 1); }
    InferenceNodes* owner = nullptr;
    NodeId node = 0;
  };
  struct Delivery {
    NodeId node = 0;
    Message message;
  };
  /// A datum of a session that visits this node.
  struct Request {
    std::uint32_t session = 0;  ///< slot in the session table
    std::uint32_t visit = 0;
    std::uint64_t pass = 0;
    std::uint64_t passes = 0;  ///< 0: not drawn yet
    Cycle queued = 0;
    std::uint32_t datum = 0;
  };
  struct Batch {
    std::vector<Request> requests;  ///< empty: there is none
    BatchRecord record;
    std::vector<Cycle> back_cycles;  ///< service of the engines behind the front
    bool returned = false;           ///< the front is done
  };
  struct Node {
    Ring<Request> priority;  ///< waiting requests, by arrival at the node, then by session number
    Ring<Request> others;
    Batch front;                  ///< in the engines up to the one that writes back
    Batch back;                   ///< in the engines behind
    bool changed = false;         ///< a request arrived in this cycle
    bool freed = false;           ///< the front was freed in this cycle
    std::uint32_t completed = 0;  ///< batches that ended in this cycle
    Cycle start = kNever;         ///< cycle of the decision to start; kNever: none
    Cycle busy_since = 0;         ///< while it serves a batch
    Cycle busy_cycles = 0;        ///< until it was last without a batch
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
    Gauge* pending = nullptr;

    [[nodiscard]] bool busy() const { return !front.requests.empty() || !back.requests.empty(); }
  };
  /// A visit that is under way.
  struct VisitState {
    std::uint32_t inputs = 0;  ///< that have arrived
    std::uint32_t served = 0;  ///< data that need no further pass
  };

  void take(const Delivery& delivery);
  [[nodiscard]] const SessionKind& kind_of(std::uint32_t session) const {
    return config_.kinds[sessions_[session].kind];
  }
  [[nodiscard]] VisitState& visit_state(std::uint32_t session, std::uint32_t visit);
  /// Takes an input of a visit. Adds the request that it makes, if any.
  void take_input(NodeId n, const VisitInput& input);
  [[nodiscard]] bool urgent(const Request& request);
  /// Makes all waiting requests of the session ones of the priority type.
  void raise(NodeId n, std::uint32_t session);
  void enqueue_fresh(Cycle now);
  void begin_batch(NodeId n, Cycle now);
  /// Does what the node's engines do in this cycle. Returns whether a batch ended or requests returned.
  bool advance(NodeId n, Cycle now);
  void return_requests(NodeId n, const Batch& batch);
  void end_batch(NodeId n, Batch& batch, Cycle now);
  [[nodiscard]] Cycle next_event(NodeId n) const;
  void served(NodeId n, const Request& request, Cycle now);
  void pass_on(NodeId n, const Request& request, Cycle now);
  void report(NodeId n, Cycle now);
  [[nodiscard]] VisitRecord visit_record(NodeId n, const Request& request) const;

  const ServingConfig& config_;
  const SessionTable& sessions_;
  ServingLoad& load_;
  NodeReports& reports_;
  ServingSink& sink_;
  std::vector<Inlet> inlets_;
  std::vector<Node> nodes_;
  std::vector<SendPort> data_ports_;
  std::vector<SendPort> report_ports_;
  TerminalId scheduler_ = 0;
  TerminalId gateway_ = 0;
  Link<Delivery> inbox_;
  std::size_t most_visits_ = 1;     ///< most visits of a session
  std::vector<VisitState> visits_;  ///< by session slot x most_visits_ + visit
  struct Fresh {
    NodeId node = 0;
    Request request;
  };
  std::vector<Fresh> fresh_;  ///< requests that join a queue in this cycle
};

}  // namespace serving
}  // namespace gantry
