// SPDX-License-Identifier: Apache-2.0
// Work that is done in processes of its own: a crash, a hang or a hunger for memory of one loses nothing of the others,
// and what a process left behind is the system's to clean up.
//
//   ForkedWork work;
//   work.next = [&]() -> std::optional<std::size_t> { ... };                 // here, in the parent
//   work.run = [&](std::size_t number) -> std::string { ... };               // in the child
//   work.done = [&](std::size_t number, ForkedResult result) { ... };        // here, as they end
//   const bool all = run_forked(work, {jobs, {seconds, bytes}, &stop});
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace gantry {

/// How a process ended.
enum class ForkedEnd : std::uint8_t {
  whole,
  threw,
  out_of_memory,  ///< of its limit, or of the machine's
  timeout,
  died,        ///< of a signal or with an exit status of its own
  not_started  ///< the system gave no process
};

struct ForkedResult {
  ForkedEnd end = ForkedEnd::whole;
  std::string text;  ///< what the work gave; if it is not whole, why
  [[nodiscard]] bool whole() const { return end == ForkedEnd::whole; }
};

/// Of one process; 0: none.
struct ForkedLimits {
  double seconds = 0.0;            ///< of wall time, after which it is killed
  std::uint64_t memory_bytes = 0;  ///< that it may take beside what this process had when it was forked
};

struct ForkedWork {
  /// The next item. Nothing: there is none now, and it is asked again when a process has ended; with none running it
  /// is the end.
  std::function<std::optional<std::size_t>()> next;
  std::function<std::string(std::size_t number)> run;
  std::function<void(std::size_t number, ForkedResult result)> done;
  /// Called several times a second while processes run, or empty.
  std::function<void()> idle = {};
  /// Limits of an item in place of those of the options, or empty.
  std::function<ForkedLimits(std::size_t number)> limits = {};
};

struct ForkedOptions {
  unsigned jobs = 1;  ///< processes at a time
  ForkedLimits limits = {};
  const std::atomic<bool>* stop = nullptr;  ///< kills those that run when it is set
};

/// Does what `next` hands out, each item in a fork of this process, which must have one thread. Results come in the
/// order in which processes end. False when it was stopped: then the items that ran have no result. No process outlives
/// this call, and none this process.
bool run_forked(const ForkedWork& work, const ForkedOptions& options);

/// The same for the items 0 to `count - 1`.
bool run_forked(std::size_t count, unsigned jobs, const std::function<std::string(std::size_t)>& run,
                const std::function<void(std::size_t, ForkedResult)>& done, const std::atomic<bool>& stop);

}  // namespace gantry
