// SPDX-License-Identifier: Apache-2.0
// Dependences of the work in a profiler's trace. Work of one stream runs in order. Synchronisations order streams among
// each other: a stream waits for an event, or a thread of the host waits before it launches more.
//
// The host's calls are numbered in order (correlation ids). An event, or a wait for a stream, stands for the last work
// of that stream whose launch has a smaller number. A wait holds for launches with larger numbers. Each stream
// remembers up to which work of every other stream it has waited, so that no wait makes an edge twice. Cost: waits x
// streams at worst, which is bounded.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace gantry {

inline constexpr std::uint32_t kNoThread = std::numeric_limits<std::uint32_t>::max();

/// Work of a device. All of them stand in order of their start.
struct TraceWork {
  std::uint64_t call = 0;            ///< number of the call that launched it; 0: unknown
  std::uint64_t end = 0;             ///< ns
  std::uint32_t stream = 0;          ///< number of its stream
  std::uint32_t thread = kNoThread;  ///< of the host, which launched it
};

/// A synchronisation. Exactly one of `thread` and `stream` waits.
struct TraceWait {
  std::uint64_t call = 0;            ///< of the wait
  std::uint64_t until = 0;           ///< only work that earlier calls launched is waited for
  std::uint32_t awaited = 0;         ///< number of the stream that is waited for, or of the device
  bool device = false;               ///< `awaited` is a device: all its streams
  std::uint32_t thread = kNoThread;  ///< of the host, which waits; none: `stream` does
  std::uint32_t stream = 0;
  std::uint64_t ended_by = std::numeric_limits<std::uint64_t>::max();  ///< ns; only work that ended by then counts
};

class TraceOrder {
 public:
  /// `devices`: the streams of each. `streams`, `threads`: how many there are. The waits stand in order of their calls.
  TraceOrder(const std::vector<TraceWork>& work, const std::vector<std::vector<std::uint32_t>>& devices,
             std::size_t streams, std::size_t threads, const std::vector<TraceWait>& waits);

  /// Returns the work that this one waits for, each once. Ask for all work in order.
  const std::vector<std::uint32_t>& before(std::uint32_t work);
  /// Waits so far for work that starts later: the times contradict them, and they are left out.
  [[nodiscard]] std::uint64_t contradicted() const { return contradicted_; }
  /// Whether the waits are too many for this time and memory. Then the dependences are not complete.
  [[nodiscard]] bool exhausted() const { return steps_ > kMostSteps; }

 private:
  struct Awaited {
    std::uint64_t call;  ///< of the wait
    std::uint32_t work;
  };
  using NumberMap = std::unordered_map<std::uint32_t, std::size_t>;  ///< looked up only
  /// Waits of a stream or of a thread.
  struct Waits {
    std::vector<Awaited> list;
    NumberMap latest;  ///< by stream: the latest work waited for, plus 1
  };
  struct Stream {
    std::vector<std::uint32_t> work;
    std::vector<std::uint64_t> calls;  ///< of `work`, made to rise
    Waits waits;
    std::size_t done = 0;         ///< works of this stream that before() has met
    std::size_t waits_done = 0;   ///< waits of this stream that its works stand behind
    NumberMap thread_waits_done;  ///< the same of each thread's waits
    NumberMap behind;             ///< by stream: the latest work that this stream stands behind, plus 1
  };
  static constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 28;
  static constexpr std::uint64_t kStepsOfWait = 16;  ///< so that all waits fit into memory

  void add(const TraceWait& wait, std::uint32_t awaited);
  void collect(const Waits& waits, std::uint64_t call, std::size_t& done);

  const std::vector<TraceWork>& work_;
  std::vector<Stream> streams_;
  std::vector<Waits> threads_;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> before_;
  std::uint64_t contradicted_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace gantry
