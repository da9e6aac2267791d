// SPDX-License-Identifier: Apache-2.0
// links.csv and packets.csv. docs/outputs.md explains the columns.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/packet_record.h"
#include "report/output_file.h"

namespace gantry {

/// `cycles`: of the run. An empty path means off.
void write_links(const std::string& path, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems);

/// Rows in order of arrival, then of the terminals' numbers.
class PacketTable final : public PacketSink {
 public:
  /// An empty path means off.
  explicit PacketTable(const std::string& path);
  /// Names of the terminals, in order of their numbers. Before the first packet.
  void set_terminals(const std::vector<std::string>& names);
  using TaskName = std::function<std::string(std::uint64_t number)>;
  /// How the tasks that packets are about are called. Before the first packet that is about one.
  void set_task_name(TaskName name) { task_name_ = std::move(name); }
  void packet_done(const PacketRecord& packet) override;
  [[nodiscard]] bool on() const { return file_.on(); }
  [[nodiscard]] bool ok() const { return file_.ok(); }
  void finish(Diagnostics& problems);

 private:
  void write_held();

  OutputFile file_;
  std::vector<std::string> names_;  // as CSV fields
  TaskName task_name_;
  std::vector<PacketRecord> held_;  // that arrive in one cycle
};

}  // namespace gantry
