// SPDX-License-Identifier: Apache-2.0
// Writer of a timeline in the Trace Event Format: a group is a process, a row a thread.
#pragma once

#include <string>
#include <vector>

#include "output/output_place.h"
#include "output/timeline.h"
#include "output/trace_events.h"

namespace gantry {

class JsonTimeline final : public Timeline {
 public:
  /// An empty path switches the file off.
  JsonTimeline(const OutputPlace& place, std::string_view experiment, std::uint32_t clock_mhz)
      : events_(place, experiment, clock_mhz) {}

  [[nodiscard]] bool on() const override { return events_.on(); }
  [[nodiscard]] bool ok() const override { return events_.ok(); }
  Group group(std::string_view name) override;
  Rows rows(Group group, std::string_view name, Rows within) override;
  Counter counter(Group group, std::string_view name) override;
  void slices(Rows rows, const std::vector<TimelineSlice>& outer_first) override;
  void mark(Rows rows, const TimelineSlice& slice) override;
  void sample(Counter counter, Cycle at, std::uint64_t value) override;
  [[nodiscard]] std::uint64_t size() const override { return events_.size(); }
  [[nodiscard]] std::uint64_t sample_size(Counter counter) const override;
  void hold() override { events_.hold(); }
  void keep() override { events_.keep(); }
  void take_back() override { events_.take_back(); }
  void finish(Cycle left_out, Diagnostics& problems) override;

 private:
  struct RowsOf {
    Group group;
    std::string name;
    TimelineRows places;
    std::vector<std::uint32_t> threads;  ///< thread number of each row in its group
  };
  struct CounterOf {
    Group group;
    std::string name;  ///< name as JSON
  };

  TraceEvents::Track track(RowsOf& rows, std::uint32_t row);
  /// Inner slices have the category of the outer one, which is not repeated.
  void write(TraceEvents::Track track, const TimelineSlice& slice, bool outer);

  TraceEvents events_;
  std::vector<std::uint32_t> threads_;  ///< number of threads of each group
  std::vector<RowsOf> rows_;
  std::vector<CounterOf> counters_;
};

}  // namespace gantry
