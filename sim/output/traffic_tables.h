// SPDX-License-Identifier: Apache-2.0
// Writes links.csv and packets.csv. result/tables.h describes the columns.
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

/// Returns links.csv. `cycles`: length of the run.
void write_links(const OutputPlace& place, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems);

/// Returns the load of links over time, if known: rows of links with traffic, by interval.
void write_link_load(const OutputPlace& place, const InterconnectTraffic& traffic, Cycle cycles, Diagnostics& problems);

/// Rows are in order of arrival, then of terminal numbers.
class PacketTable final : public PacketSink {
 public:
  explicit PacketTable(const OutputPlace& place) : file_(place) {}
  /// Sets the names of the terminals, by number. Call before the first packet.
  void set_terminals(std::vector<std::string> names) { names_ = std::move(names); }
  /// Sets the names of tasks. Call before the first packet of a task.
  void set_task_name(TaskName name) { task_name_ = std::move(name); }
  void packet_done(const PacketRecord& packet) override;
  [[nodiscard]] bool on() const { return file_.on(); }
  [[nodiscard]] bool ok() const { return file_.ok(); }
  void finish(Diagnostics& problems);

 private:
  void write_held();

  TableFile<PacketCells> file_;
  std::vector<std::string> names_;  // names of the terminals
  TaskName task_name_;
  std::vector<PacketRecord> held_;  // packets of one arrival cycle
};

}  // namespace gantry
