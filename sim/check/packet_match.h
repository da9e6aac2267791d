// SPDX-License-Identifier: Apache-2.0
// packets.csv against tasks.csv and jobs.csv of a machine: every message belongs to a station, and every station that
// is a message has it. Transfers to and from memory are several messages each way, a burst in each, which can overtake
// each other on their way to different controllers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/packets_check.h"
#include "result/findings.h"
#include "result/run_files.h"

namespace gantry {

class PacketMatch {
 public:
  PacketMatch(const RunFiles& run, Findings& findings);

  /// Rows come in the order of the file.
  void take(const PacketRow& packet);
  /// After the last row: what no packet came for.
  void finish();

 private:
  /// What has come of the bursts of a transfer.
  struct Transfer {
    std::uint32_t requests = 0;
    std::uint32_t answers = 0;
    std::uint64_t flits = 0;  ///< of both
    Cycle first = kNever;     ///< creation of the earliest request
    Cycle last = 0;           ///< arrival of the latest answer
  };
  /// A request at memory.
  struct Open {
    PacketKind kind = {};
    std::string memory;
    Cycle arrived = 0;
  };
  /// What has come of a task or a job.
  struct Way {
    std::uint32_t kinds = 0;  ///< a bit per kind of message
    Transfer in;              ///< input; of a task, its descriptor from memory
    Transfer out;             ///< output; of a task, its descriptor to memory
    std::vector<Open> open;   ///< of the one that is under way, in order of arrival
  };

  /// Jobs of a task at one processor, which a go starts.
  struct Gang {
    Cycle started = kNever;  ///< the first of them
    std::uint64_t line = 0;
    bool told = false;
  };

  [[nodiscard]] std::string title(const PacketRow& packet) const;
  void tell(const PacketRow& packet, const std::string& what);
  /// Tells if a station of the packet is not the one of the row of tasks.csv or jobs.csv.
  template <class Record>
  void same(const PacketRow& packet, Cycle PacketCells::*station, const Record& row, Cycle Record::*right);
  void ends(const PacketRow& packet, std::string_view from, std::string_view to);
  /// Notes the packet; tells if it came before.
  [[nodiscard]] static bool pushed(const Way& way);
  void note_only(Way& way, const PacketRow& packet);
  /// Tells if `before` did not come, or the packet was created before cycle `then`.
  void follows(const Way& way, const PacketRow& packet, PacketKind before, Cycle then);
  /// Tells if the packet was created before a station.
  template <class Record>
  void not_before(const PacketRow& packet, const Record& row, Cycle Record::*station);
  void request(Way& way, Transfer& transfer, const PacketRow& packet);
  void answer(Way& way, Transfer& transfer, const PacketRow& packet, PacketKind asked);
  void take_of_part(const PacketRow& packet);
  void take_of_task(const PacketRow& packet, std::uint32_t name);
  void take_go(const PacketRow& packet, std::uint32_t name);
  void take_of_job(const PacketRow& packet, std::uint32_t name);
  void match_job(const PacketRow& packet, const JobRecord& job, Way& way);
  void finish_jobs();
  void finish_parts();
  void finish_tasks();

  const RunFiles& run_;
  Findings& findings_;
  const std::string file_;
  std::unordered_map<std::string_view, std::uint32_t> names_;    // places in run_.names
  std::unordered_map<std::uint64_t, std::uint32_t> jobs_;        // rows, by name of the task and number
  std::vector<Way> of_jobs_;                                     // per row of jobs.csv
  std::vector<Way> of_tasks_;                                    // per row of tasks.csv
  std::map<std::pair<std::uint32_t, std::string>, Gang> gangs_;  // by task and processor, once a go has come
  std::map<std::string, Way, std::less<>> of_parts_;             // by the processor that asks
};

}  // namespace gantry
