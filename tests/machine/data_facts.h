// SPDX-License-Identifier: Apache-2.0
// What the rules of local stores ask of a run: who reads a part during which stay, who is first in a line, what may
// leave. "surely" and "maybe": where the order within a cycle, or the directory, is not in the tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "machine/data_rules.h"

namespace gantry {

class DataFacts {
 public:
  explicit DataFacts(const DataRun& run);

 protected:
  static constexpr std::size_t kMostFindings = 20;
  using Index = std::uint32_t;

  /// A job that reads or has written a part during a stay.
  struct Use {
    Index job = 0;
    std::size_t place = 0;  ///< in its list: those that it reads, then those that it writes
  };
  /// Place of a part in the order of last uses: the cycle, then the place in the list of a job. Uses by several jobs in
  /// one cycle have no order between them.
  struct LastUse {
    Cycle cycle = 0;
    Index job = kNone;  ///< kNone: several
    std::size_t place = 0;
    [[nodiscard]] bool before(const LastUse& other) const {
      if (cycle != other.cycle) return cycle < other.cycle;
      return job == other.job && job != kNone && place < other.place;
    }
  };

  template <class... Parts>
  void expect(bool holds, const Parts&... what) {
    if (holds || findings_.size() >= kMostFindings) return;
    std::ostringstream text;
    (text << ... << what);
    findings_.push_back(text.str());
  }

  [[nodiscard]] Index store_of(const DataJob& job) const;
  /// The stay of a part for which a store has room in a cycle; kNone: none.
  [[nodiscard]] Index stay_at(Index part, Index store, Cycle at) const;
  /// Bytes that a job brings or writes.
  [[nodiscard]] std::uint64_t needs(Index j) const;
  [[nodiscard]] bool surely_unpinned(Index s, Cycle at) const;
  /// The last use of a part that is not pinned.
  [[nodiscard]] LastUse last_use(Index s, Cycle at) const;
  /// Whether another store, or a processor without one, could be reading it.
  [[nodiscard]] bool maybe_read(Index s, Cycle at) const;
  [[nodiscard]] bool surely_droppable(Index s, Cycle at) const;

  const DataRun& run_;
  std::vector<std::vector<Index>> readers_;   ///< by part: jobs
  std::vector<Index> writer_;                 ///< by part: job
  std::vector<std::vector<Index>> stays_of_;  ///< by part
  std::vector<std::vector<Index>> in_store_;  ///< stays by store
  std::vector<std::vector<Index>> line_;      ///< jobs by store, in order of the line
  std::vector<std::vector<Use>> users_;       ///< by stay
  std::vector<Cycle> first_;                  ///< by job: it becomes the first of its line
  std::vector<Cycle> surely_;                 ///< by part: it is in global memory from then on
  std::vector<Cycle> maybe_;                  ///< by part: it may be there from then on
  std::vector<std::string> findings_;

 private:
  void index();
  /// From when on parts are in global memory as well.
  void settle_memory();
};

}  // namespace gantry
