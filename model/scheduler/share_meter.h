// SPDX-License-Identifier: Apache-2.0
// Shares of picks by picker class and weight, compared with what the weights promised, and longest waits. Updated when
// an entry joins, is picked or leaves. Covers the complete run, and batches of picks, whose length doubles when there
// are too many of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/scheduler_stats.h"

namespace gantry {
inline namespace scheduler {

class ShareMeter {
  template <class>
  friend struct gantry::Archived;

 public:
  static constexpr std::uint32_t kWeights = 257;
  /// Most batches; even.
  static constexpr std::size_t kBatches = 128;
  /// Picks in a batch at first.
  static constexpr std::uint64_t kFirstBatch = 16;

  explicit ShareMeter(std::uint32_t classes) : classes_(classes) {}

  void joined(std::uint32_t cls, std::uint32_t weight);
  /// `waited`: cycles since the entry joined or was picked last.
  void picked(std::uint32_t cls, std::uint32_t weight, Cycle waited, Cycle now);
  void left(std::uint32_t cls, std::uint32_t weight);
  /// An entry has waited this long without a pick, and leaves, or the run ends.
  void note_wait(std::uint32_t cls, std::uint32_t weight, Cycle cycles);

  /// Returns one row per weight that has occurred in a class, by class, then by weight. `names[c]`: text for class c,
  /// one for every class. May be called at any time.
  [[nodiscard]] std::vector<ShareStats> stats(const std::vector<std::string>& names);
  [[nodiscard]] const std::vector<ShareBatch>& batches() const { return batches_; }

 private:
  struct Weight {
    std::uint64_t entries = 0;  ///< present entries
    std::uint64_t picks = 0;
    QuotientSum promised;  ///< picks that the weights promised
    QuotientSum lag;       ///< largest promised - picks so far
    Cycle longest_wait = 0;
    bool occurred = false;
    SharePart batch;  ///< values of the open batch; `picks` and `promised` are those at its begin
  };
  struct Class {
    std::array<Weight, kWeights> weights{};
    std::vector<std::uint32_t> present;  ///< weights with entries
    std::uint64_t sum = 0;               ///< sum of the weights of all entries
    std::uint64_t picks = 0;
    std::uint64_t picks_since = 0;  ///< picks since the last change of the entries
  };

  /// Picks promised to a weight so far, including the class's picks since the last change of the entries.
  [[nodiscard]] static QuotientSum promised(const Class& c, std::uint32_t weight);
  /// Updates the lag of a weight with its current value.
  static void note_lag(const Class& c, Weight& w, std::uint32_t weight);
  void close_batch(Cycle now);
  /// Credits each weight with the picks promised since the last change of the entries.
  static void settle(Class& c);

  std::vector<Class> classes_;
  std::vector<ShareBatch> batches_;
  ShareBatch open_;
  std::uint64_t batch_length_ = kFirstBatch;
};

/// Merges two adjacent intervals.
ShareBatch merged(const ShareBatch& first, const ShareBatch& second);

}  // namespace scheduler
}  // namespace gantry
