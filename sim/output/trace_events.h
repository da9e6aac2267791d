// SPDX-License-Identifier: Apache-2.0
// The Trace Event Format (JSON object form) as a stream of events. trace_writer decides what goes into a trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gantry/base/types.h"
#include "output/clock_time.h"
#include "output/output_file.h"
#include "output/output_place.h"

namespace gantry {

/// Returns `text` as a JSON string with quotes.
std::string json_string(std::string_view text);

/// Names are JSON strings with quotes. `args`: content of a JSON object; empty: none. Times are in cycles.
class TraceEvents {
 public:
  struct Track {
    std::uint32_t process;  ///< a group of tracks, called process by viewers
    std::uint32_t thread;   ///< 0: the process itself
  };

  /// An empty path switches the file off; then only finish() may be called. If a cycle takes at least a nanosecond,
  /// times are rounded down to nanoseconds, the unit of viewers, so that events of one cycle stay together.
  TraceEvents(const OutputPlace& place, std::string_view experiment, std::uint32_t clock_mhz);

  [[nodiscard]] bool on() const { return file_.on(); }
  [[nodiscard]] bool ok() const { return file_.ok(); }

  void name_process(std::uint32_t process, std::string_view name);
  /// `place`: position among the tracks of its process.
  void name_thread(Track track, std::string_view name, std::uint32_t place);

  void slice(Track track, std::string_view category, std::string_view name, Cycle from, Cycle to,
             std::string_view args);
  /// Draws an arrow from the open slice of a track to the slice that is open where the flow with this id ends.
  void flow_begin(std::uint64_t id, std::string_view name, Track track, Cycle at);
  void flow_end(std::uint64_t id, std::string_view name, Track track, Cycle at);
  void counter(std::uint32_t process, std::string_view name, Cycle at, std::uint64_t value);

  /// Marks a position: events after it can be removed until they are kept.
  void hold() {
    file_.hold();
    held_first_ = first_;
  }
  void keep() { file_.keep(); }
  void take_back() {
    file_.take_back();
    first_ = held_first_;
  }
  [[nodiscard]] std::uint64_t size() const { return file_.size(); }

  /// Closes the JSON text and the file. `about`: content of a JSON object. Call once.
  void finish(Diagnostics& problems, std::string_view about = "");

 private:
  void begin(char phase, Track track, Cycle at);
  void metadata(std::string_view what, Track track, std::string_view argument);
  void category(std::string_view category, std::string_view name);
  void id(std::uint64_t id);
  void end(std::string_view args);
  void print_time(std::string_view key, ClockTime time);

  OutputFile file_;
  std::string experiment_;
  std::uint32_t clock_mhz_;
  bool first_ = true;
  bool held_first_ = true;
};

}  // namespace gantry
