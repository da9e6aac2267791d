// SPDX-License-Identifier: Apache-2.0
// packets.csv of a finished run, row by row: what every packet must fulfil, and what all of them add up to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "check/traffic_check.h"
#include "gantry/base/diagnostics.h"
#include "result/findings.h"
#include "result/tables.h"

namespace gantry {

/// Kinds of messages as packets.csv names them.
enum class PacketKind : std::uint8_t {
  descriptor_write,
  descriptor_ack,
  doorbell,
  descriptor_read,
  descriptor_data,
  job,
  input_read,
  input_data,
  output_write,
  output_ack,
  completion,
  interrupt,
  descriptor_push,
  go,
  part_read,
  part_data,
  part_elsewhere,
  part_write,
  part_ack,
  part_left,
  session_data,
  pending_report,
  start_batch,
  synthetic,
  synthetic_response,
  synthetic_urgent,
  synthetic_urgent_response
};
inline constexpr std::array<std::string_view, 27> kPacketKindNames = {"descriptor_write",
                                                                      "descriptor_ack",
                                                                      "doorbell",
                                                                      "descriptor_read",
                                                                      "descriptor_data",
                                                                      "job",
                                                                      "input_read",
                                                                      "input_data",
                                                                      "output_write",
                                                                      "output_ack",
                                                                      "completion",
                                                                      "interrupt",
                                                                      "descriptor_push",
                                                                      "go",
                                                                      "part_read",
                                                                      "part_data",
                                                                      "part_elsewhere",
                                                                      "part_write",
                                                                      "part_ack",
                                                                      "part_left",
                                                                      "session_data",
                                                                      "pending_report",
                                                                      "start_batch",
                                                                      "synthetic",
                                                                      "synthetic_response",
                                                                      "synthetic_urgent",
                                                                      "synthetic_urgent_response"};

constexpr std::string_view kind_name(PacketKind kind) { return kPacketKindNames[static_cast<std::size_t>(kind)]; }

/// A row; its texts are valid until the next one.
struct PacketRow : PacketCells {
  PacketKind kind = PacketKind::synthetic;  ///< what `message` names
  std::uint64_t line = 0;
};

inline bool is_synthetic(PacketKind kind) { return kind >= PacketKind::synthetic; }

using PacketVisit = std::function<void(const PacketRow&)>;

/// The control network of a run, whose messages are among the packets.
struct ControlTraffic {
  TrafficTotals& totals;
  const CheckedLinks* links = nullptr;  ///< nullptr: not written
};

/// Reads and checks the file, its latencies against `totals.latencies`, its flits against `links` (nullptr: not
/// written), and shows every row to `visit` (it may be empty); what is malformed goes to `problems`. The number of its
/// rows.
std::size_t check_packets_file(const std::string& path, TrafficTotals& totals, const CheckedLinks* links,
                               Findings& findings, Diagnostics& problems, const PacketVisit& visit = {},
                               const ControlTraffic* control = nullptr);

struct TrafficRows {
  std::size_t links = 0;
  std::size_t packets = 0;
};

/// Checks the tables in `directory`; one that is there and not among the outputs is left over from another run.
/// `visit` sees every packet.
TrafficRows check_written_traffic(const std::string& directory, const WrittenTraffic& written, Findings& findings,
                                  Diagnostics& problems, const PacketVisit& visit);

}  // namespace gantry
