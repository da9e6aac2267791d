// SPDX-License-Identifier: Apache-2.0
// packets.csv against the tables of a serving run: sessions go from node to node by messages, and batches begin with
// one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "check/packets_check.h"
#include "result/findings.h"
#include "result/serving_files.h"

namespace gantry {

/// Reports of a node to the scheduler, both in ascending order: the k-th that arrives is the k-th that was created.
struct ReportTimes {
  std::vector<Cycle> created;
  std::vector<Cycle> arrived;
};

class ServingMatch {
 public:
  ServingMatch(const ServingFiles& run, Findings& findings);

  /// Rows come in the order of the file.
  void take(const PacketRow& packet);
  /// After the last row: what no packet came for.
  void finish();
  /// By node. After finish().
  [[nodiscard]] const std::vector<ReportTimes>& node_reports() const { return node_reports_; }

 private:
  using Key = std::uint64_t;  // session and node
  static Key key(std::uint64_t session, std::uint32_t node) { return session << 16U | node; }

  void tell(const PacketRow& packet, const std::string& what);
  [[nodiscard]] std::uint32_t node(std::string_view terminal) const;
  void take_data(const PacketRow& packet);
  void take_report(const PacketRow& packet);
  void take_start(const PacketRow& packet);
  void finish_sessions();
  void finish_visits();
  void finish_batches();

  const ServingFiles& run_;
  Findings& findings_;
  const std::string file_;
  std::unordered_map<std::string, std::uint32_t> nodes_;
  std::vector<const ServingFiles::SessionRow*> sessions_;            // by number
  std::vector<std::vector<const ServingFiles::BatchRow*>> batches_;  // per node, in order
  std::vector<std::size_t> started_;                                 // start messages per node
  std::vector<Cycle> results_;                                       // per session: when the latest came to the gateway
  std::unordered_map<Key, Cycle> inputs_;                            // when the latest came to a node
  std::unordered_map<Key, std::vector<Cycle>> data_;                 // when each came from the gateway, with pushes
  std::unordered_map<Key, Cycle> outputs_;                           // when the node sent it on
  std::vector<ReportTimes> node_reports_;
  std::vector<Cycle> reports_;          // arrivals, ascending
  std::optional<Cycle> decide_cycles_;  // from a decision to its start message
};

}  // namespace gantry
