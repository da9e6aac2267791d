// SPDX-License-Identifier: Apache-2.0
// Work in processes of their own. A crash, a hang or too much memory of one process does not affect the others, and the
// system frees whatever it used.
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
  out_of_memory,  ///< the limit of the process, or the machine's memory, was exceeded
  timeout,
  died,        ///< by a signal, or with an exit status other than 0
  not_started  ///< the system could not start a process
};

struct ForkedResult {
  ForkedEnd end = ForkedEnd::whole;
  std::string text;  ///< result of the work; if it did not complete, the reason
  [[nodiscard]] bool whole() const { return end == ForkedEnd::whole; }
};

/// Limits of one process; 0: none.
struct ForkedLimits {
  double seconds = 0.0;            ///< wall time after which it is killed, in seconds
  std::uint64_t memory_bytes = 0;  ///< bytes that it may use beyond the memory of the parent at the fork
};

struct ForkedWork {
  /// Returns the next item. Nothing: none now; it is called again when a process has ended. If none is running, the
  /// work ends.
  std::function<std::optional<std::size_t>()> next;
  std::function<std::string(std::size_t number)> run;
  std::function<void(std::size_t number, ForkedResult result)> done;
  /// Called several times per second while processes run; may be empty.
  std::function<void()> idle = {};
  /// Limits of a single item, which replace those of the options; may be empty.
  std::function<ForkedLimits(std::size_t number)> limits = {};
};

struct ForkedOptions {
  unsigned jobs = 1;  ///< largest number of processes at a time
  ForkedLimits limits = {};
  const std::atomic<bool>* stop = nullptr;  ///< kills all processes when it becomes true
};

/// Runs each item that `next` returns in a fork of this process, which must have one thread. Results come in the order
/// in which processes end. Returns false if `stop` was set; items that were running then have no result. No process
/// outlives this call or the calling process.
bool run_forked(const ForkedWork& work, const ForkedOptions& options);

/// The same for the items 0 to `count` - 1.
bool run_forked(std::size_t count, unsigned jobs, const std::function<std::string(std::size_t)>& run,
                const std::function<void(std::size_t, ForkedResult)>& done, const std::atomic<bool>& stop);

}  // namespace gantry
