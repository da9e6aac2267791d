// SPDX-License-Identifier: Apache-2.0
// A reader of Perfetto's binary traces that shares nothing with the writer: protocol buffers by their wire types, the
// numbers of fields from Perfetto's .proto files, and slices put together as its trace processor does: packets by time,
// those of one time in the order of the file, an end closes the slice that was opened last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry {

struct PerfettoSlice {
  std::string track;
  std::string name;
  long from = 0;
  long to = -1;
  std::vector<std::uint64_t> flows;
  std::vector<std::uint64_t> ending_flows;
};

struct PerfettoSample {
  std::string counter;
  long at = 0;
  long value = 0;
};

struct PerfettoTrace {
  std::vector<PerfettoSlice> slices;  ///< instants have no length
  std::vector<PerfettoSample> samples;
  std::map<std::string, std::set<std::string>> args;  ///< `name=value` by track/slice
};

/// A message as its fields in order.
class WireMessage {
 public:
  struct Field {
    std::uint64_t number;
    std::uint64_t value = 0;
    std::string bytes;
  };

  explicit WireMessage(const std::string& bytes) : bytes_(bytes) {
    while (at_ < bytes_.size()) {
      const std::uint64_t key = varint();
      Field field{key / 8, 0, {}};
      switch (key % 8) {
        case 0:
          field.value = varint();
          break;
        case 1:
          for (unsigned i = 0; i < 8; ++i) field.value |= std::uint64_t{byte()} << (8 * i);
          break;
        case 2: {
          const std::uint64_t length = varint();
          if (length > bytes_.size() - at_) throw std::runtime_error("a field ends behind its message");
          field.bytes = bytes_.substr(at_, length);
          at_ += length;
          break;
        }
        default:
          throw std::runtime_error("an unknown wire type");
      }
      fields.push_back(field);
    }
  }

  [[nodiscard]] bool has(std::uint64_t number) const {
    return std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return f.number == number; });
  }
  [[nodiscard]] const Field& get(std::uint64_t number) const {
    static const Field none{0, 0, {}};
    const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.number == number; });
    return at == fields.end() ? none : *at;
  }

  std::vector<Field> fields;

 private:
  unsigned char byte() {
    if (at_ == bytes_.size()) throw std::runtime_error("a message ends within a field");
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const unsigned char next = byte();
      value |= std::uint64_t{next & 0x7FU} << shift;
      if (next < 0x80U) return value;
      if (shift >= 63) throw std::runtime_error("a number of more than 64 bits");
    }
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

inline PerfettoTrace read_perfetto(const std::string& file) {
  struct Event {
    long at;
    WireMessage event;
    std::map<std::uint64_t, std::string> names;
    std::map<std::uint64_t, std::string> args;
  };
  std::map<std::uint64_t, std::string> tracks;
  std::set<std::uint64_t> counters;
  std::map<std::uint64_t, std::map<std::uint64_t, std::string>> interned;  // by field of InternedData
  std::vector<Event> events;
  for (const auto& packet_field : WireMessage(file).fields) {
    if (packet_field.number != 1) throw std::runtime_error("a trace is packets");
    const WireMessage packet(packet_field.bytes);
    if (packet.get(10).value != 1) throw std::runtime_error("one sequence");
    if (packet.has(60)) {
      const WireMessage track(packet.get(60).bytes);
      if (!tracks.emplace(track.get(1).value, track.get(2).bytes).second) throw std::runtime_error("a track twice");
      if (track.has(5) && tracks.count(track.get(5).value) == 0) throw std::runtime_error("a parent that is not there");
      if (track.has(8)) counters.insert(track.get(1).value);
      continue;
    }
    if ((packet.get(13).value & 1U) != 0) interned.clear();
    for (const auto& entry : WireMessage(packet.get(12).bytes).fields) {
      const WireMessage text(entry.bytes);
      interned[entry.number][text.get(1).value] = text.get(2).bytes;
    }
    Event event{static_cast<long>(packet.get(8).value), WireMessage(packet.get(11).bytes), {}, {}};
    if (event.event.has(10)) event.names[event.event.get(10).value] = interned[2].at(event.event.get(10).value);
    for (const auto& field : event.event.fields) {
      if (field.number == 3) interned[1].at(field.value);
      if (field.number != 4) continue;
      const WireMessage annotation(field.bytes);
      event.args[annotation.get(1).value] =
          interned[3].at(annotation.get(1).value) + '=' +
          (annotation.has(6) ? annotation.get(6).bytes : std::to_string(annotation.get(3).value));
    }
    events.push_back(event);
  }
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.at < b.at; });

  PerfettoTrace trace;
  std::map<std::uint64_t, std::vector<std::size_t>> open;
  for (const Event& event : events) {
    const std::uint64_t uuid = event.event.get(11).value;
    const std::string& track = tracks.at(uuid);
    switch (event.event.get(9).value) {
      case 1:
      case 3: {
        PerfettoSlice slice;
        slice.track = track;
        slice.name = event.names.begin()->second;
        slice.from = event.at;
        for (const auto& field : event.event.fields) {
          if (field.number == 47) slice.flows.push_back(field.value);
          if (field.number == 48) slice.ending_flows.push_back(field.value);
        }
        for (const auto& arg : event.args) trace.args[track + '/' + slice.name].insert(arg.second);
        if (event.event.get(9).value == 3) {
          slice.to = slice.from;
        } else {
          open[uuid].push_back(trace.slices.size());
        }
        trace.slices.push_back(slice);
        break;
      }
      case 2:
        if (open[uuid].empty()) throw std::runtime_error("an end without a begin");
        trace.slices[open[uuid].back()].to = event.at;
        open[uuid].pop_back();
        break;
      case 4:
        if (counters.count(uuid) == 0) throw std::runtime_error("not a counter");
        trace.samples.push_back({track, event.at, static_cast<long>(event.event.get(30).value)});
        break;
      default:
        throw std::runtime_error("an unknown type of event");
    }
  }
  for (const auto& [uuid, slices] : open) {
    if (!slices.empty()) throw std::runtime_error("a slice that does not end");
  }
  return trace;
}

}  // namespace gantry
