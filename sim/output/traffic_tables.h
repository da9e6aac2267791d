// SPDX-License-Identifier: Apache-2.0
// links.csv and packets.csv. result/tables.h has the columns.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/packet_record.h"
#include "output/output_place.h"
#include "output/table_file.h"
#include "output/task_name.h"
#include "result/tables.h"

namespace gantry {

/// `cycles`: of the run.
void write_links(const OutputPlace& place, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems);

/// What links carried over time, if it is known: rows of links that carried something, by stretch.
void write_link_load(const OutputPlace& place, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems);

/// Rows in order of arrival, then of the terminals' numbers.
class PacketTable final : public PacketSink {
 public:
  explicit PacketTable(const OutputPlace& place) : file_(place) {}
  /// Names of the terminals, in order of their numbers. Before the first packet.
  void set_terminals(std::vector<std::string> names) { names_ = std::move(names); }
  /// How the tasks that packets are about are called. Before the first packet that is about one.
  void set_task_name(TaskName name) { task_name_ = std::move(name); }
  void packet_done(const PacketRecord& packet) override;
  [[nodiscard]] bool on() const { return file_.on(); }
  [[nodiscard]] bool ok() const { return file_.ok(); }
  void finish(Diagnostics& problems);

 private:
  void write_held();

  TableFile<PacketCells> file_;
  std::vector<std::string> names_;  // of the terminals
  TaskName task_name_;
  std::vector<PacketRecord> held_;  // that arrive in one cycle
};

}  // namespace gantry
