// SPDX-License-Identifier: Apache-2.0
// The gateway: sessions enter the machine here, datum by datum, and their results leave it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/interconnect.h"
#include "gantry/serving/serving_load.h"
#include "gantry/serving/serving_messages.h"
#include "gantry/serving/serving_records.h"
#include "gantry/serving/session_table.h"

namespace gantry {
inline namespace serving {

class Gateway final : public Unit, public Receiver {
  template <class>
  friend struct gantry::Archived;

 public:
  Gateway(const ServingConfig& config, SessionTable& sessions, ServingLoad& load, ServingSink& sink);

  void connect(SendPort port, std::vector<TerminalId> nodes) {
    port_ = port;
    nodes_ = std::move(nodes);
  }
  void receive(const Message& message, Cycle visible) override {
    results_.send(message.content<SessionResult>(), visible - 1);
  }

  /// Wakes the gateway for the first session.
  void start();
  [[nodiscard]] bool finished() const { return !more_ && sessions_.live() == 0; }
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }
  [[nodiscard]] std::uint64_t completed() const { return completed_; }
  [[nodiscard]] Cycle last_completion() const { return last_completion_; }
  [[nodiscard]] std::string state() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  void take_result(std::uint32_t slot, Cycle now);
  void admit(const SessionArrival& arrival, Cycle now);
  /// Sends a datum to every node without predecessors. Plans the next one.
  void push(std::uint32_t slot, std::uint32_t datum, Cycle now);

  const ServingConfig& config_;
  SessionTable& sessions_;
  ServingLoad& load_;
  ServingSink& sink_;
  SendPort port_;
  std::vector<TerminalId> nodes_;
  Link<SessionResult> results_;
  struct Push {
    Cycle at = 0;
    std::uint64_t session = 0;
    std::uint32_t slot = 0;
    std::uint32_t datum = 0;

    friend bool operator<(const Push& x, const Push& y) { return x.at != y.at ? x.at < y.at : x.session < y.session; }
  };
  std::set<Push> pushes_;  ///< the next datum of every session that has one
  SessionArrival next_;
  bool more_ = false;
  std::uint64_t arrived_ = 0;
  std::uint64_t completed_ = 0;
  Cycle last_completion_ = 0;
  Gauge& live_;
};

}  // namespace serving
}  // namespace gantry
