// SPDX-License-Identifier: Apache-2.0
// All inference nodes as one unit. A node collects requests in its batch queue and reports how many there are; when
// the scheduler tells it to, it takes up to a batch of them and passes it through its engines. Behind the last engine a
// request that has passes left is written back into the batch queue; else its result goes on.
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
#include "gantry/serving/session_table.h"

namespace gantry {
inline namespace serving {

/// What a node has done.
struct InferenceNodeStats {
  std::uint64_t batches = 0;
  std::uint64_t requests = 0;  ///< served, each pass counted
  Cycle busy_cycles = 0;
};

class InferenceNodes final : public Unit {
 public:
  InferenceNodes(const ServingConfig& config, const SessionTable& sessions, ServingLoad& load, NodeReports& reports,
                 ServingSink& sink);

  /// What the terminal of a node delivers to.
  [[nodiscard]] Receiver* receiver(NodeId node) { return &inlets_[node]; }
  /// Two ports per node, so that a report does not stand behind large results.
  void connect(std::vector<SendPort> data, std::vector<SendPort> reports, TerminalId scheduler, TerminalId gateway);

  /// Of one node in [0, end).
  [[nodiscard]] InferenceNodeStats node_stats(NodeId node, Cycle end) const;
  /// Hands over what was not finished, after the last cycle `end`.
  void report_open(Cycle end) const;
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
  /// A session at a node.
  struct Request {
    std::uint32_t session = 0;  ///< slot
    std::uint32_t visit = 0;
    std::uint64_t pass = 0;
    std::uint64_t passes = 0;  ///< 0: not asked for yet
    Cycle queued = 0;
  };
  struct Node {
    Ring<Request> priority;  ///< waiting, by arrival at the node, then by session number
    Ring<Request> others;
    std::vector<Request> batch;  ///< being served
    BatchRecord record;          ///< of the present batch
    bool busy = false;
    bool changed = false;    ///< something arrived in this cycle
    bool completed = false;  ///< a batch ended in this cycle
    Cycle start = kNever;    ///< told to begin; the cycle of the decision
    Cycle busy_cycles = 0;   ///< of the batches that have ended
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
    Gauge* pending = nullptr;
  };

  void take(const Delivery& delivery);
  /// Whether it was the last that the visit waits for.
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
  std::size_t most_visits_ = 1;             ///< of a session
  std::vector<std::uint32_t> inputs_here_;  ///< session's slot x most_visits + visit: inputs that have arrived
  struct Fresh {
    NodeId node = 0;
    Request request;
  };
  std::vector<Fresh> fresh_;  ///< joins a queue in this cycle
};

}  // namespace serving
}  // namespace gantry
