// SPDX-License-Identifier: Apache-2.0
#include "output/json_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gantry {
namespace {

/// Bytes of a sample besides its name, for cycles, numbers and values of any size.
constexpr std::uint64_t kMostOfSample = 140;

std::string args_json(const std::vector<TimelineArg>& args) {
  std::string text;
  for (const TimelineArg& arg : args) {
    if (!text.empty()) text += ',';
    text += json_string(arg.name) + ':';
    text += arg.is_text ? json_string(arg.text) : arg.number == kNever ? "null" : std::to_string(arg.number);
  }
  return text;
}

}  // namespace

Timeline::Group JsonTimeline::group(std::string_view name) {
  threads_.push_back(0);
  events_.name_process(static_cast<Group>(threads_.size()), name);
  return static_cast<Group>(threads_.size());
}

Timeline::Rows JsonTimeline::rows(Group group, std::string_view name, Rows /*within*/) {
  rows_.push_back({group, std::string(name), {}, {}});
  const auto number = static_cast<Rows>(rows_.size() - 1);
  track(rows_.back(), 0);
  return number;
}

Timeline::Counter JsonTimeline::counter(Group group, std::string_view name) {
  counters_.push_back({group, json_string(name)});
  return static_cast<Counter>(counters_.size() - 1);
}

/// Threads are numbered in the order in which they are needed, and sorted by name.
TraceEvents::Track JsonTimeline::track(RowsOf& rows, std::uint32_t row) {
  while (rows.threads.size() <= row) {
    const std::uint32_t thread = ++threads_[rows.group - 1];
    rows.threads.push_back(thread);
    events_.name_thread({rows.group, thread}, rows.name, rows.threads.front());
  }
  return {rows.group, rows.threads[row]};
}

void JsonTimeline::slices(Rows rows, const std::vector<TimelineSlice>& outer_first) {
  const TraceEvents::Track at =
      track(rows_[rows], rows_[rows].places.place(outer_first.front().from, outer_first.front().to));
  for (const TimelineSlice& slice : outer_first) write(at, slice, &slice == outer_first.data());
}

void JsonTimeline::mark(Rows rows, const TimelineSlice& slice) {
  TimelineSlice one = slice;
  one.to = slice.from + 1;
  write(track(rows_[rows], 0), one, true);
}

void JsonTimeline::write(TraceEvents::Track track, const TimelineSlice& slice, bool outer) {
  events_.slice(track, outer ? slice.category : "", json_string(slice.name), slice.from, slice.to,
                args_json(slice.args));
  for (const std::uint64_t flow : slice.ends) events_.flow_end(flow, "\"flow\"", track, slice.from);
  // A flow belongs to the slice that is open when it begins, and at its end the slice is not open any more.
  const Cycle last = std::max(slice.from, slice.to - (slice.to > slice.from ? 1 : 0));
  for (const std::uint64_t flow : slice.begins) events_.flow_begin(flow, "\"flow\"", track, last);
}

void JsonTimeline::sample(Counter counter, Cycle at, std::uint64_t value) {
  events_.counter(counters_[counter].group, counters_[counter].name, at, value);
}

std::uint64_t JsonTimeline::sample_size(Counter counter) const {
  return kMostOfSample + counters_[counter].name.size();
}

void JsonTimeline::finish(Cycle left_out, Diagnostics& problems) {
  events_.finish(problems, left_out == kNever ? "" : fmt::format("\"left_out_from_cycle\":{}", left_out));
}

}  // namespace gantry
