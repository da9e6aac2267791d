// SPDX-License-Identifier: Apache-2.0
// Traces of packets that wait for each other, from a file: a CSV of ours or Netrace's format, packed by bzip2 or not.
// docs/network.md describes both.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <streambuf>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/network/trace.h"

namespace gantry {

/// What a trace is read for.
struct TraceRules {
  std::uint32_t nodes = 0;
  std::uint64_t least_flits = 1;  ///< of a packet: its header
  std::uint64_t flit_bytes = 16;  ///< of Netrace's packets, which have bytes
  std::uint64_t delay = 1;        ///< of Netrace's packets, behind those that they wait for
};

enum class TraceFormat : std::uint8_t { csv, netrace };

/// Opens the file again.
using OpenFile = std::function<std::unique_ptr<std::streambuf>()>;

/// A reader that reports what is wrong with line and column (of Netrace's, which has no lines, line 1 and the byte) and
/// ends there.
std::unique_ptr<TraceReader> make_csv_trace_reader(std::unique_ptr<std::streambuf> in, const std::string& name,
                                                   const TraceRules& rules, Diagnostics& problems);
std::unique_ptr<TraceReader> make_netrace_reader(std::unique_ptr<std::streambuf> in, const std::string& name,
                                                 const TraceRules& rules, Diagnostics& problems);

struct CheckedTrace {
  TraceFormat format = TraceFormat::csv;
  std::shared_ptr<const Trace> trace;  ///< nullptr: there is a problem
};

/// Reads it once, to its end.
CheckedTrace check_trace(const OpenFile& open, const std::string& name, const TraceRules& rules, Diagnostics& problems);

}  // namespace gantry
