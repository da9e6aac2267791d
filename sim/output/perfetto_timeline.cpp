// SPDX-License-Identifier: Apache-2.0
#include "output/perfetto_timeline.h"

#include <algorithm>

#include "output/clock_time.h"
#include "text/escape.h"

namespace gantry {
namespace {

// Numbers of the fields that are written, as in the .proto file of each message.
namespace trace {
constexpr std::uint32_t kPacket = 1;
}
namespace trace_packet {
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kSequence = 10;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kInternedData = 12;
constexpr std::uint32_t kSequenceFlags = 13;
constexpr std::uint32_t kTrackDescriptor = 60;
constexpr std::uint64_t kStateCleared = 1;
constexpr std::uint64_t kNeedsState = 2;
}  // namespace trace_packet
namespace track_descriptor {
constexpr std::uint32_t kUuid = 1;
constexpr std::uint32_t kName = 2;
constexpr std::uint32_t kParent = 5;
constexpr std::uint32_t kCounter = 8;
constexpr std::uint32_t kChildOrdering = 11;
constexpr std::uint32_t kRank = 12;
constexpr std::uint32_t kMergeBehavior = 15;
constexpr std::uint32_t kMergeKey = 16;
constexpr std::uint64_t kExplicitOrder = 3;
constexpr std::uint64_t kNeverMerged = 2;
constexpr std::uint64_t kMergedByKey = 3;
}  // namespace track_descriptor
namespace track_event {
constexpr std::uint32_t kCategory = 3;
constexpr std::uint32_t kAnnotation = 4;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kNameNumber = 10;
constexpr std::uint32_t kTrack = 11;
constexpr std::uint32_t kCounterValue = 30;
constexpr std::uint32_t kFlow = 47;
constexpr std::uint32_t kTerminatingFlow = 48;
constexpr std::uint32_t kSliceBegin = 1;
constexpr std::uint32_t kSliceEnd = 2;
constexpr std::uint32_t kInstant = 3;
constexpr std::uint32_t kCounterType = 4;
}  // namespace track_event
namespace debug_annotation {
constexpr std::uint32_t kNameNumber = 1;
constexpr std::uint32_t kUint = 3;
constexpr std::uint32_t kString = 6;
}  // namespace debug_annotation
namespace interned_data {
constexpr std::uint32_t kCategories = 1;
constexpr std::uint32_t kEventNames = 2;
constexpr std::uint32_t kAnnotationNames = 3;
constexpr std::uint32_t kNumber = 1;
constexpr std::uint32_t kText = 2;
}  // namespace interned_data

/// All packets are of one sequence.
constexpr std::uint64_t kSequence = 1;
/// Texts that are remembered before all are forgotten: memory does not grow with the run.
constexpr std::size_t kMostInterned = 16384;
/// A sample's packet: times, tracks and values of any size included.
constexpr std::uint64_t kSamplePacket = 48;

std::uint64_t nanoseconds(Cycle cycle, std::uint32_t clock_mhz) {
  const ClockTime time = clock_time(cycle, clock_mhz);
  return time.micros * 1000 + time.picos / 1000;
}

std::string valid_text(std::string_view text) {
  fmt::memory_buffer out;
  append_utf8(out, text);
  return fmt::to_string(out);
}

}  // namespace

PerfettoTimeline::PerfettoTimeline(const OutputPlace& place, std::string_view experiment, std::uint32_t clock_mhz)
    : file_(place),
      clock_mhz_(clock_mhz),
      categories_{interned_data::kCategories, {}, 0},
      names_{interned_data::kEventNames, {}, 0},
      arg_names_{interned_data::kAnnotationNames, {}, 0} {
  if (!on()) return;
  const Group run = group("run");
  mark(rows(run, "experiment", kNone),
       {"run", experiment, 0, 0, {{"experiment", experiment}, {"clock_mhz", clock_mhz}}, {}, {}});
}

Timeline::Group PerfettoTimeline::group(std::string_view name) {
  ProtobufMessage descriptor;
  descriptor.number(track_descriptor::kUuid, ++tracks_);
  descriptor.text(track_descriptor::kName, valid_text(name));
  descriptor.number(track_descriptor::kChildOrdering, track_descriptor::kExplicitOrder);
  descriptor.number(track_descriptor::kRank, ++rank_);
  descriptor.number(track_descriptor::kMergeBehavior, track_descriptor::kNeverMerged);
  packet_.message(trace_packet::kTrackDescriptor, descriptor);
  end_packet(false);
  return static_cast<Group>(tracks_);
}

Timeline::Rows PerfettoTimeline::rows(Group group, std::string_view name, Rows within) {
  const Uuid parent = within == kNone ? group : rows_[within].tracks.front();
  rows_.push_back({parent, valid_text(name), static_cast<std::uint32_t>(rows_.size()), {}, {}});
  track(rows_.back(), 0);
  return static_cast<Rows>(rows_.size() - 1);
}

Timeline::Counter PerfettoTimeline::counter(Group group, std::string_view name) {
  ProtobufMessage descriptor;
  descriptor.number(track_descriptor::kUuid, ++tracks_);
  descriptor.number(track_descriptor::kParent, group);
  descriptor.text(track_descriptor::kName, valid_text(name));
  descriptor.number(track_descriptor::kRank, rows_.size() + counters_.size());
  descriptor.number(track_descriptor::kMergeBehavior, track_descriptor::kNeverMerged);
  descriptor.message(track_descriptor::kCounter, {});
  packet_.message(trace_packet::kTrackDescriptor, descriptor);
  end_packet(false);
  counters_.push_back(tracks_);
  return static_cast<Counter>(counters_.size() - 1);
}

/// The rows of one name are one track to the viewer.
PerfettoTimeline::Uuid PerfettoTimeline::track(RowsOf& rows, std::uint32_t row) {
  while (rows.tracks.size() <= row) {
    rows.tracks.push_back(++tracks_);
    ProtobufMessage descriptor;
    descriptor.number(track_descriptor::kUuid, tracks_);
    descriptor.number(track_descriptor::kParent, rows.parent);
    descriptor.text(track_descriptor::kName, rows.name);
    descriptor.number(track_descriptor::kChildOrdering, track_descriptor::kExplicitOrder);
    descriptor.number(track_descriptor::kRank, rows.rank);
    descriptor.number(track_descriptor::kMergeBehavior, track_descriptor::kMergedByKey);
    descriptor.text(track_descriptor::kMergeKey, std::to_string(rows.rank));
    packet_.message(trace_packet::kTrackDescriptor, descriptor);
    end_packet(false);
  }
  return rows.tracks[row];
}

void PerfettoTimeline::slices(Rows rows, const std::vector<TimelineSlice>& outer_first) {
  const TimelineSlice& outer = outer_first.front();
  const Uuid at = track(rows_[rows], rows_[rows].places.place(outer.from, outer.to));
  const auto begin = [&](const TimelineSlice& slice) {
    begin_event(slice.from, track_event::kSliceBegin, at);
    describe(slice);
    end_event();
  };
  const auto end = [&](const TimelineSlice& slice) {
    begin_event(slice.to, track_event::kSliceEnd, at);
    end_event();
  };
  begin(outer);
  for (std::size_t i = 1; i < outer_first.size(); ++i) {
    begin(outer_first[i]);
    end(outer_first[i]);
  }
  end(outer);
}

/// Written without a length, because readers close slices of a track in file order, which differs.
void PerfettoTimeline::mark(Rows rows, const TimelineSlice& slice) {
  begin_event(slice.from, track_event::kInstant, track(rows_[rows], 0));
  describe(slice);
  end_event();
}

void PerfettoTimeline::sample(Counter counter, Cycle at, std::uint64_t value) {
  begin_event(at, track_event::kCounterType, counters_[counter]);
  event_.number(track_event::kCounterValue, value);
  end_event();
}

std::uint64_t PerfettoTimeline::sample_size(Counter /*counter*/) const { return kSamplePacket; }

void PerfettoTimeline::take_back() {
  file_.take_back();
  forget_ = true;
}

void PerfettoTimeline::finish(Cycle /*left_out*/, Diagnostics& problems) { file_.finish(problems); }

void PerfettoTimeline::begin_event(Cycle at, std::uint32_t type, Uuid track) {
  if (names_.numbers.size() >= kMostInterned) forget_ = true;
  if (forget_) {
    for (Interned* texts : {&categories_, &names_, &arg_names_}) texts->numbers.clear();
  }
  packet_.number(trace_packet::kTimestamp, nanoseconds(at, clock_mhz_));
  event_.number(track_event::kType, type);
  event_.number(track_event::kTrack, track);
}

void PerfettoTimeline::describe(const TimelineSlice& slice) {
  event_.number(track_event::kCategory, intern(categories_, slice.category));
  event_.number(track_event::kNameNumber, intern(names_, slice.name));
  for (const TimelineArg& arg : slice.args) {
    if (!arg.is_text && arg.number == kNever) continue;
    ProtobufMessage annotation;
    annotation.number(debug_annotation::kNameNumber, intern(arg_names_, arg.name));
    if (arg.is_text) {
      annotation.text(debug_annotation::kString, valid_text(arg.text));
    } else {
      annotation.number(debug_annotation::kUint, arg.number);
    }
    event_.message(track_event::kAnnotation, annotation);
  }
  for (const std::uint64_t flow : slice.begins) event_.fixed(track_event::kFlow, flow);
  for (const std::uint64_t flow : slice.ends) event_.fixed(track_event::kTerminatingFlow, flow);
}

void PerfettoTimeline::end_event() {
  packet_.message(trace_packet::kTrackEvent, event_);
  event_.clear();
  end_packet(true);
}

std::uint64_t PerfettoTimeline::intern(Interned& texts, std::string_view text) {
  const auto found = texts.numbers.find(text);
  if (found != texts.numbers.end()) return found->second;
  const std::uint64_t number = ++texts.last;
  texts.numbers.emplace(text, number);
  ProtobufMessage entry;
  entry.number(interned_data::kNumber, number);
  entry.text(interned_data::kText, valid_text(text));
  interned_.message(texts.field, entry);
  return number;
}

void PerfettoTimeline::end_packet(bool uses_interned) {
  packet_.number(trace_packet::kSequence, kSequence);
  if (uses_interned) {
    packet_.number(trace_packet::kSequenceFlags,
                   trace_packet::kNeedsState | (forget_ ? trace_packet::kStateCleared : 0));
    if (!interned_.bytes().empty()) packet_.message(trace_packet::kInternedData, interned_);
    forget_ = false;
    interned_.clear();
  }
  ProtobufMessage whole;
  whole.message(trace::kPacket, packet_);
  packet_.clear();
  file_.text().append(whole.bytes());
  file_.written();
}

}  // namespace gantry
