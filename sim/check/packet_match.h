// SPDX-License-Identifier: Apache-2.0
// packets.csv against tasks.csv and jobs.csv of a machine: every message belongs to a station, and every station that
// is a message has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check/packets_check.h"
#include "readback/findings.h"
#include "readback/run_files.h"

namespace gantry {

class PacketMatch {
 public:
  PacketMatch(const RunFiles& run, Findings& findings);

  /// Rows come in the order of the file.
  void take(const PacketRow& packet);
  /// After the last row: what no packet came for.
  void finish();

 private:
  /// What has come of a task or a job, and until when.
  struct Way {
    std::uint32_t kinds = 0;  ///< a bit per kind of message
    Cycle last = 0;           ///< arrival of the latest
  };

  [[nodiscard]] std::string title(const PacketRow& packet) const;
  void tell(const PacketRow& packet, const std::string& what);
  /// Tells if a station of the packet is not the one of the row of tasks.csv or jobs.csv.
  template <class Record>
  void same(const PacketRow& packet, Cycle PacketCells::*station, const Record& row, Cycle Record::*right);
  void ends(const PacketRow& packet, std::string_view from, std::string_view to);
  /// Notes the packet; tells if it came before, or `before` did not.
  void note(Way& way, const PacketRow& packet, PacketKind before);
  void take_of_task(const PacketRow& packet, std::uint32_t name);
  void take_of_job(const PacketRow& packet, std::uint32_t name);
  void match_job(const PacketRow& packet, const JobRecord& job, Way& way);
  void finish_jobs();
  void finish_tasks();

  const RunFiles& run_;
  Findings& findings_;
  const std::string file_;
  std::unordered_map<std::string_view, std::uint32_t> names_;  // places in run_.names
  std::unordered_map<std::uint64_t, std::uint32_t> jobs_;      // rows, by name of the task and number
  std::vector<Way> of_jobs_;                                   // per row of jobs.csv
  std::vector<Way> of_tasks_;                                  // per row of tasks.csv
};

}  // namespace gantry
