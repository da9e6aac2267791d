// SPDX-License-Identifier: Apache-2.0
// Dependences between tasks, found while tasks complete. A predecessor is kept until its last successor has completed,
// so memory does not grow with a stream.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "gantry/scheduler/records.h"
#include "output/task_name.h"

namespace gantry {

/// `Kept`: the data of a predecessor that successors need.
template <class Kept>
class Dependences {
 public:
  /// `links`: the graph; empty: no dependences are known.
  explicit Dependences(TaskLinksOf links) : links_(std::move(links)) {}

  /// Calls `seen(kept, which)` for every kept predecessor of `task`, in order of their numbers; `which` counts its
  /// successors. Then keeps `make(its successors)` for the successors of `task`.
  template <class Seen, class Make>
  void done(const TaskRecord& task, Seen&& seen, Make&& make) {
    if (!links_) return;
    const TaskLinks links = links_(task);
    for (const std::uint64_t number : links.after) {
      const auto at = kept_.find(number);
      if (at == kept_.end()) continue;
      Entry& entry = at->second;
      seen(static_cast<const Kept&>(entry.kept), entry.seen++);
      if (entry.seen == entry.successors) kept_.erase(at);
    }
    if (links.successors > 0) kept_.emplace(task.number, Entry{make(links.successors), links.successors, 0});
  }

  [[nodiscard]] std::size_t size() const { return kept_.size(); }

 private:
  struct Entry {
    Kept kept;
    std::uint64_t successors;
    std::uint64_t seen;
  };

  TaskLinksOf links_;
  std::unordered_map<std::uint64_t, Entry> kept_;  // for look-ups only
};

}  // namespace gantry
