// SPDX-License-Identifier: Apache-2.0
// Elements of a timeline: rows of slices, flows between them, counters. One class per file format. trace_writer decides
// what goes into a trace.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"

namespace gantry {

/// A value that a viewer shows with a slice.
struct TimelineArg {
  TimelineArg(std::string_view name_of, std::uint64_t value) : name(name_of), number(value) {}
  TimelineArg(std::string_view name_of, std::string_view value) : name(name_of), text(value), is_text(true) {}
  std::string_view name;
  std::uint64_t number = 0;  ///< kNever: the event has not happened
  std::string_view text;
  bool is_text = false;
};

struct TimelineSlice {
  std::string_view category;  ///< an identifier
  std::string_view name;      ///< any text
  Cycle from = 0;
  Cycle to = 0;
  std::vector<TimelineArg> args;
  std::vector<std::uint64_t> begins;  ///< flows that start at its end
  std::vector<std::uint64_t> ends;    ///< flows that lead to its begin
};

class Timeline {
 public:
  using Group = std::uint32_t;
  using Rows = std::uint32_t;
  using Counter = std::uint32_t;

  virtual ~Timeline() = default;

  [[nodiscard]] virtual bool on() const = 0;
  [[nodiscard]] virtual bool ok() const = 0;

  // Groups, rows and counters are shown in the order of their creation. Create them before the first slice.
  virtual Group group(std::string_view name) = 0;
  /// Adds rows for slices that may overlap: as many rows as needed, all with one name. `within`: outer rows, or kNone.
  virtual Rows rows(Group group, std::string_view name, Rows within) = 0;
  virtual Counter counter(Group group, std::string_view name) = 0;

  /// Adds a slice, followed by its inner slices in order. For one kind of rows call in order of the slices' ends; a
  /// slice that comes too late gets a row of its own.
  virtual void slices(Rows rows, const std::vector<TimelineSlice>& outer_first) = 0;
  /// Adds an event of one cycle, `slice.from`. Never two at once in rows of one kind.
  virtual void mark(Rows rows, const TimelineSlice& slice) = 0;
  virtual void sample(Counter counter, Cycle at, std::uint64_t value) = 0;

  /// Bytes of the file so far, and the most bytes of one sample.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t sample_size(Counter counter) const = 0;
  /// Marks a position: slices after it can be removed until they are kept. Groups, rows and counters stay.
  virtual void hold() = 0;
  virtual void keep() = 0;
  virtual void take_back() = 0;

  /// Closes the file. `left_out`: first cycle without content, apart from names of counters; kNever: the file is
  /// complete.
  virtual void finish(Cycle left_out, Diagnostics& problems) = 0;
};

/// Assigns rows to slices: among the rows whose last slice has ended, the one that ended last. If slices come in order
/// of their ends, this needs the fewest rows.
class TimelineRows {
 public:
  std::uint32_t place(Cycle from, Cycle to) {
    auto row = static_cast<std::uint32_t>(ends_.size());
    auto last = ends_.upper_bound({from, kNone});
    if (last != ends_.begin()) {
      row = (--last)->second;
      ends_.erase(last);
    }
    ends_.emplace(to, row);
    return row;
  }

 private:
  std::set<std::pair<Cycle, std::uint32_t>> ends_;  ///< end of the last slice of every row
};

}  // namespace gantry
