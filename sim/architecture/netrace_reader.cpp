// SPDX-License-Identifier: Apache-2.0
// Traces in the format of Netrace (github.com/booksim/netrace): a head, notes, a table of regions, and packets, each of
// which names those that wait for it. All numbers are little-endian, whatever the machine.
#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "architecture/trace_reader.h"
#include "gantry/base/bits.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
namespace {

constexpr std::uint32_t kMark = 0x484a5455;
constexpr std::uint32_t kVersion = 0x3f800000;  // 1.0 as a float
constexpr std::size_t kHeadBytes = 72;
constexpr std::size_t kNodesAt = 38;
constexpr std::size_t kPacketsAt = 48;
constexpr std::size_t kNotesAt = 56;
constexpr std::size_t kRegionsAt = 60;
constexpr std::size_t kRegionBytes = 24;
constexpr std::size_t kPacketBytes = 21;
constexpr std::uint64_t kMostNotes = 8191;  // longer ones are not there, whatever their length says
constexpr std::uint64_t kMostRegions = 100;
constexpr std::size_t kMostWaited = std::size_t{1} << 24;  ///< packets that are waited for and have not been read

constexpr std::uint64_t kControlBytes = 8;
constexpr std::uint64_t kDataBytes = 72;

/// Bytes of a packet of this type; 0: unknown type.
std::uint64_t bytes_of(unsigned type) {
  switch (type) {
    case 1:   // read request
    case 5:   // write response
    case 13:  // upgrade request
    case 14:  // upgrade response
    case 15:  // exclusive read request
    case 25:  // address error
    case 27:  // invalidation request
    case 28:  // invalidation response
    case 29:  // downgrade request
      return kControlBytes;
    case 2:   // read response
    case 3:   // read response that invalidates
    case 4:   // write request
    case 6:   // writeback
    case 16:  // exclusive read response
    case 30:  // downgrade response
      return kDataBytes;
    default:
      return 0;
  }
}

class NetraceReader final : public TraceReader {
 public:
  NetraceReader(std::unique_ptr<std::streambuf> in, const std::string& name, const TraceRules& rules,
                Diagnostics& problems)
      : in_(std::move(in)), name_(name), rules_(rules), problems_(problems) {
    read_head();
  }

  bool next(TracePacket& packet) override {
    if (ended_) return false;
    begin_ = at_;
    in_packet_ = true;
    std::array<unsigned char, kPacketBytes> bytes{};
    const std::size_t got = get(bytes.data(), bytes.size());
    if (got == 0) {
      ended_ = true;
      if (places_ != packets_) {
        in_packet_ = false;
        fault("ends after " + std::to_string(places_) + " packets, but its header announces " +
              std::to_string(packets_));
      }
      return false;
    }
    if (got < bytes.size()) return fault("ends in the midst of a packet");
    return read_packet(bytes.data(), packet);
  }

 private:
  std::size_t get(void* to, std::size_t bytes) {
    const std::streamsize got = in_->sgetn(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
    at_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }
  bool skip(std::uint64_t bytes) {
    std::array<char, 256> some{};
    while (bytes > 0) {
      const std::size_t piece = bytes < some.size() ? static_cast<std::size_t>(bytes) : some.size();
      if (get(some.data(), piece) != piece) return fault("ends in its head");
      bytes -= piece;
    }
    return true;
  }
  static std::uint64_t number(const unsigned char* at, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8U | at[i];
    return value;
  }

  /// Reports a fault at the begin of the current item. Nothing is read after it.
  bool fault(const std::string& what) {
    ended_ = true;
    const std::uint64_t column = begin_ + 1;
    problems_.error({name_, 1, column > 0x7fffffff ? 0x7fffffff : static_cast<int>(column)},
                    (in_packet_ ? "packet " + std::to_string(places_) + " of the trace: it " : "the trace ") + what);
    return false;
  }

  void read_head() {
    std::array<unsigned char, kHeadBytes> head{};
    if (get(head.data(), head.size()) != head.size()) {
      fault("ends in its head");
      return;
    }
    if (number(head.data(), 4) != kMark || number(head.data() + 4, 4) != kVersion) {
      fault("is not of Netrace's version 1.0");
      return;
    }
    const std::uint64_t nodes = head[kNodesAt];
    packets_ = number(head.data() + kPacketsAt, 8);
    const std::uint64_t notes = number(head.data() + kNotesAt, 4);
    const std::uint64_t regions = number(head.data() + kRegionsAt, 4);
    if (nodes > rules_.nodes) {
      fault("is of " + std::to_string(nodes) + " nodes, and there are " + std::to_string(rules_.nodes));
    } else if (regions > kMostRegions) {
      fault("has " + std::to_string(regions) + " regions (" + std::to_string(kMostRegions) + " at most)");
    } else if (notes <= kMostNotes ? skip(notes) : true) {
      skip(regions * kRegionBytes);
    }
  }

  bool read_packet(const unsigned char* at, TracePacket& packet) {
    packet.cycle = number(at, 8);
    const std::uint64_t id = number(at + 8, 4);
    const std::uint64_t bytes = bytes_of(at[16]);
    packet.from = at[17];
    packet.to = at[18];
    const std::size_t waiters = at[20];
    if (packet.cycle > kMostTraceCycle) return fault("is of a cycle beyond 2^48");
    if (packet.cycle < last_cycle_) {
      return fault("is of cycle " + std::to_string(packet.cycle) + ", the one before of " +
                   std::to_string(last_cycle_));
    }
    if (places_ > 0 && id <= last_id_) {
      return fault("has the id " + std::to_string(id) + ", the one before " + std::to_string(last_id_));
    }
    if (bytes == 0) return fault("is of type " + std::to_string(at[16]) + ", which there is not");
    if (packet.from >= rules_.nodes || packet.to >= rules_.nodes) {
      return fault("goes from node " + std::to_string(packet.from) + " to " + std::to_string(packet.to) +
                   ", and there are " + std::to_string(rules_.nodes));
    }
    last_cycle_ = packet.cycle;
    last_id_ = id;
    packet.cycle = std::max<Cycle>(packet.cycle, 1);
    packet.flits = std::max(rules_.least_flits, ceil_div(bytes, rules_.flit_bytes));
    packet.delay = rules_.delay;
    if (!take_waited(id, packet.after)) return false;
    for (std::size_t i = 0; i < waiters; ++i) {
      std::array<unsigned char, 4> waiter{};
      if (get(waiter.data(), waiter.size()) != waiter.size()) return fault("ends in the midst of a packet");
      if (!wait(number(waiter.data(), waiter.size()), id)) return false;
    }
    ++places_;
    return true;
  }

  /// Packet `waiter`, which is to come, waits for this one.
  bool wait(std::uint64_t waiter, std::uint64_t id) {
    if (waiter <= id) return fault("is waited for by " + std::to_string(waiter) + ", which is no later packet");
    std::vector<std::uint64_t>& of = waited_[waiter];
    if (!of.empty() && of.back() == places_) return true;  // said twice
    of.push_back(places_);
    if (++waits_ > kMostWaited) return fault("is one of too many that packets wait for that are not there yet");
    return true;
  }

  /// Whom this packet waits for. Ids go up: those before it will not come any more.
  bool take_waited(std::uint64_t id, std::vector<std::uint64_t>& after) {
    after.clear();
    while (!waited_.empty() && waited_.begin()->first <= id) {
      waits_ -= waited_.begin()->second.size();
      if (waited_.begin()->first == id) after = std::move(waited_.begin()->second);
      waited_.erase(waited_.begin());
    }
    for (const std::uint64_t place : after) {
      if (places_ - place < kTraceWindow) continue;
      return fault("waits for packet " + std::to_string(place) + ", more than " + std::to_string(kTraceWindow - 1) +
                   " before it");
    }
    return true;
  }

  std::unique_ptr<std::streambuf> in_;
  std::string name_;
  TraceRules rules_;
  Diagnostics& problems_;
  std::uint64_t at_ = 0;     ///< bytes read
  std::uint64_t begin_ = 0;  ///< byte at which the current item begins
  std::uint64_t packets_ = 0;
  std::uint64_t places_ = 0;
  std::uint64_t last_id_ = 0;
  std::uint64_t waits_ = 0;
  Cycle last_cycle_ = 0;
  std::map<std::uint64_t, std::vector<std::uint64_t>>
      waited_;  ///< by id of a later packet: positions of the packets that it waits for
  bool in_packet_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<TraceReader> make_netrace_reader(std::unique_ptr<std::streambuf> in, const std::string& name,
                                                 const TraceRules& rules, Diagnostics& problems) {
  return std::make_unique<NetraceReader>(std::move(in), name, rules, problems);
}

}  // namespace gantry
