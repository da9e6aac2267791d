// SPDX-License-Identifier: Apache-2.0
// Reader of traces of packets that wait for each other: our CSV or Netrace's format, plain or packed by bzip2.
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

/// Settings of the reader.
struct TraceRules {
  std::uint32_t nodes = 0;
  std::uint64_t least_flits = 1;  ///< flits of the smallest packet: its header
  std::uint64_t flit_bytes = 16;  ///< bytes per flit, for Netrace packets, whose length is in bytes
  std::uint64_t delay = 1;        ///< cycles between a Netrace packet and those that it waits for
};

enum class TraceFormat : std::uint8_t { csv, netrace };

/// Opens the file again, from its begin.
using OpenFile = std::function<std::unique_ptr<std::streambuf>()>;

/// Makes a reader that stops at the first problem. Messages have line and column; for Netrace files line 1 and the byte
/// offset.
std::unique_ptr<TraceReader> make_csv_trace_reader(std::unique_ptr<std::streambuf> in, const std::string& name,
                                                   const TraceRules& rules, Diagnostics& problems);
std::unique_ptr<TraceReader> make_netrace_reader(std::unique_ptr<std::streambuf> in, const std::string& name,
                                                 const TraceRules& rules, Diagnostics& problems);

struct CheckedTrace {
  TraceFormat format = TraceFormat::csv;
  std::shared_ptr<const Trace> trace;  ///< nullptr after a problem
};

/// Reads the trace once to its end.
CheckedTrace check_trace(const OpenFile& open, const std::string& name, const TraceRules& rules, Diagnostics& problems);

}  // namespace gantry
