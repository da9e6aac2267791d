// SPDX-License-Identifier: Apache-2.0
// The Trace Event Format (JSON object form) as a stream of events. What goes into a trace is trace_writer's business.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gantry/base/types.h"
#include "report/output_file.h"

namespace gantry {

/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);

/// Names are JSON strings with their quotes; `args` is the inside of a JSON object, empty for none. Times are cycles.
class TraceEvents {
 public:
  struct Track {
    std::uint32_t process;  ///< a group of tracks, in the viewers' words
    std::uint32_t thread;   ///< 0: the process itself
  };

  /// An empty path means off: then nothing may be written but finish().
  TraceEvents(const std::string& path, std::string_view experiment, std::uint32_t clock_mhz);

  [[nodiscard]] bool on() const { return file_.on(); }
  [[nodiscard]] bool ok() const { return file_.ok(); }

  void name_process(std::uint32_t process, std::string_view name);
  void name_thread(Track track, std::string_view name);

  void slice(Track track, std::string_view category, std::string_view name, Cycle from, Cycle to,
             std::string_view args);
  void instant(Track track, std::string_view category, std::string_view name, Cycle at, std::string_view args);
  /// Slices of one category and id nest by their order.
  void async_begin(std::uint32_t process, std::string_view category, std::uint64_t id, std::string_view name, Cycle at,
                   std::string_view args);
  void async_end(std::uint32_t process, std::string_view category, std::uint64_t id, std::string_view name, Cycle at);
  /// An arrow between the slices that are open on two tracks.
  void flow(std::uint64_t id, std::string_view name, Track from_track, Cycle from, Track to_track, Cycle to);
  void counter(std::uint32_t process, std::string_view name, Cycle at, std::uint64_t value);

  /// Closes the JSON text and the file. Call once.
  void finish(Diagnostics& problems);

 private:
  void begin(char phase, Track track, Cycle at);
  void metadata(std::string_view what, Track track, std::string_view argument);
  void async(char phase, std::uint32_t process, std::string_view category, std::uint64_t id, std::string_view name,
             Cycle at, std::string_view args);
  void category(std::string_view category, std::string_view name);
  void id(std::uint64_t id);
  void end(std::string_view args);

  OutputFile file_;
  std::uint32_t clock_mhz_;
  bool first_ = true;
};

}  // namespace gantry
