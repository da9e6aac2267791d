// SPDX-License-Identifier: Apache-2.0
// All inference nodes, as one unit. A node collects requests in its batch queue and reports their number. When the
// scheduler starts it, it takes up to a batch of requests through its engines. After the last engine a request with
// passes left returns to the batch queue; otherwise its result is sent on.
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
  /// A visit of a session to this node.
  struct Request {
    std::uint32_t session = 0;  ///< slot in the session table
    std::uint32_t visit = 0;
    std::uint64_t pass = 0;
    std::uint64_t passes = 0;  ///< 0: not drawn yet
    Cycle queued = 0;
  };
  struct Node {
    Ring<Request> priority;  ///< waiting requests, by arrival at the node, then by session number
    Ring<Request> others;
    std::vector<Request> batch;  ///< requests in the current batch
    BatchRecord record;          ///< record of the current batch
    bool busy = false;
    bool changed = false;    ///< a request arrived in this cycle
    bool completed = false;  ///< a batch ended in this cycle
    Cycle start = kNever;    ///< cycle of the decision to start; kNever: none
    Cycle busy_cycles = 0;   ///< cycles of all completed batches
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
    Gauge* pending = nullptr;
  };

  void take(const Delivery& delivery);
  /// Takes an input of a visit. Returns whether it was the last one that the visit needs.
  bool take_input(const VisitInput& input);
  void enqueue_fresh(Cycle now);
  void begin_batch(NodeId n, Cycle now);
  void end_batch(NodeId n, Cycle now);
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
  std::size_t most_visits_ = 1;             ///< most visits of a session
  std::vector<std::uint32_t> inputs_here_;  ///< session slot x most_visits_ + visit: arrived inputs
  struct Fresh {
    NodeId node = 0;
    Request request;
  };
  std::vector<Fresh> fresh_;  ///< requests that join a queue in this cycle
};

}  // namespace serving
}  // namespace gantry
