// SPDX-License-Identifier: Apache-2.0
// Work that is done in processes of its own: a crash of one loses nothing of the others, and what a process left behind
// is the system's to clean up.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

namespace gantry {

struct ForkedResult {
  bool whole = false;
  std::string text;  ///< what the work gave, or what became of its process
};

/// Does `work(0)` to `work(count - 1)`, `jobs` of them at a time, each in a fork of this process, which must have one
/// thread; calls `done` with each result as it comes. A work that throws, or whose process dies, has a result that is
/// not whole. When `stop` is set the processes that run are killed and false is returned. None outlives this call, and
/// none this process.
bool run_forked(std::size_t count, unsigned jobs, const std::function<std::string(std::size_t)>& work,
                const std::function<void(std::size_t, ForkedResult)>& done, const std::atomic<bool>& stop);

}  // namespace gantry
