// SPDX-License-Identifier: Apache-2.0
// What a timeline is made of, whatever file it is written to: rows of slices, flows between them, counters. One class
// per file format; what goes into a trace is trace_writer's business.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"

namespace gantry {

/// Something that a viewer shows beside a slice.
struct TimelineArg {
  TimelineArg(std::string_view name_of, std::uint64_t value) : name(name_of), number(value) {}
  TimelineArg(std::string_view name_of, std::string_view value) : name(name_of), text(value), is_text(true) {}
  std::string_view name;
  std::uint64_t number = 0;  ///< kNever: it never happened
  std::string_view text;
  bool is_text = false;
};

struct TimelineSlice {
  std::string_view category;  ///< an identifier
  std::string_view name;      ///< any text
  Cycle from = 0;
  Cycle to = 0;
  std::vector<TimelineArg> args;
  std::vector<std::uint64_t> begins;  ///< flows that leave it at its end
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

  // Groups, rows and counters are shown in the order in which they are made, before the first slice.
  virtual Group group(std::string_view name) = 0;
  /// Slices that may overlap: as many rows as it takes, all of one name. `within`: rows that they belong to, or kNone.
  virtual Rows rows(Group group, std::string_view name, Rows within) = 0;
  virtual Counter counter(Group group, std::string_view name) = 0;

  /// A slice, and behind it others that follow each other within it. Of one kind of rows they come in the order of
  /// their ends, or nearly so; what comes late gets a row of its own.
  virtual void slices(Rows rows, const std::vector<TimelineSlice>& outer_first) = 0;
  /// Something of one cycle, `slice.from`: never beside another row of its kind.
  virtual void mark(Rows rows, const TimelineSlice& slice) = 0;
  virtual void sample(Counter counter, Cycle at, std::uint64_t value) = 0;

  /// Bytes of the file so far, and at most of one sample.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t sample_size(Counter counter) const = 0;
  /// What comes from here on may be taken back, until it is kept. Groups, rows and counters are not among it.
  virtual void hold() = 0;
  virtual void keep() = 0;
  virtual void take_back() = 0;

  /// Closes the file. `left_out`: from which cycle on there is nothing but counters' names; kNever: all is there.
  virtual void finish(Cycle left_out, Diagnostics& problems) = 0;
};

/// In which row a slice goes: of those whose last one has ended, the one that ended last. Slices that come in the order
/// of their ends get as few rows as can be.
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
  std::set<std::pair<Cycle, std::uint32_t>> ends_;  ///< of the last slice of every row
};

}  // namespace gantry
