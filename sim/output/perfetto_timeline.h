// SPDX-License-Identifier: Apache-2.0
// Writer of a timeline in Perfetto's format (protos/perfetto/trace of its sources): track descriptors, track events
// with interned names, flows, counters. Times are nanoseconds, rounded down.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "output/output_file.h"
#include "output/output_place.h"
#include "output/protobuf.h"
#include "output/timeline.h"

namespace gantry {

class PerfettoTimeline final : public Timeline {
 public:
  /// An empty path switches the file off.
  PerfettoTimeline(const OutputPlace& place, std::string_view experiment, std::uint32_t clock_mhz);

  [[nodiscard]] bool on() const override { return file_.on(); }
  [[nodiscard]] bool ok() const override { return file_.ok(); }
  Group group(std::string_view name) override;
  Rows rows(Group group, std::string_view name, Rows within) override;
  Counter counter(Group group, std::string_view name) override;
  void slices(Rows rows, const std::vector<TimelineSlice>& outer_first) override;
  void mark(Rows rows, const TimelineSlice& slice) override;
  void sample(Counter counter, Cycle at, std::uint64_t value) override;
  [[nodiscard]] std::uint64_t size() const override { return file_.size(); }
  [[nodiscard]] std::uint64_t sample_size(Counter counter) const override;
  void hold() override { file_.hold(); }
  void keep() override { file_.keep(); }
  void take_back() override;
  void finish(Cycle left_out, Diagnostics& problems) override;

 private:
  using Uuid = std::uint64_t;

  struct RowsOf {
    Uuid parent;
    std::string name;
    std::uint32_t rank;  ///< position within its parent
    TimelineRows places;
    std::vector<Uuid> tracks;  ///< track of each row
  };

  /// Interned texts: a packet contains the texts that it uses first; others refer to them by number.
  struct Interned {
    std::uint32_t field;  ///< field number in InternedData
    std::map<std::string, std::uint64_t, std::less<>> numbers;
    std::uint64_t last = 0;  ///< last number; numbers are never reused
  };

  Uuid track(RowsOf& rows, std::uint32_t row);
  void begin_event(Cycle at, std::uint32_t type, Uuid track);
  void describe(const TimelineSlice& slice);
  void end_event();
  std::uint64_t intern(Interned& texts, std::string_view text);
  /// Size of the content of packet_.
  void end_packet(bool uses_interned);

  OutputFile file_;
  std::uint32_t clock_mhz_;
  Uuid tracks_ = 0;         ///< number of tracks, and id of the last one
  std::uint32_t rank_ = 0;  ///< rank of the next group
  std::vector<RowsOf> rows_;
  std::vector<Uuid> counters_;
  Interned categories_;
  Interned names_;
  Interned arg_names_;
  bool forget_ = true;  ///< the reader has to forget the texts so far
  ProtobufMessage packet_;
  ProtobufMessage event_;
  ProtobufMessage interned_;
};

}  // namespace gantry
