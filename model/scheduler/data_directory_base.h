// SPDX-License-Identifier: Apache-2.0
// State shared by all backends of the data directory: messages about parts, knowledge of their stores, entries and
// counters. DataDirectory is our backend; another one is behind the block's pins (tb/pins). docs/stores.md has the
// rules.
//
// A message changes the knowledge in the cycle after it was received. Other blocks that look into the directory see the
// knowledge of the begin of the cycle, so the order of blocks does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/data_table.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/store_map.h"

namespace gantry {
inline namespace scheduler {

/// Everything that a directory is connected to. All references must outlive it.
struct DirectoryParts {
  const DirectoryConfig& config;
  DataTable& data;
  JobTable& jobs;
  const StoreMap& stores;
  SchedulerLinks& links;
};

/// In place of a number of readers: no task writes the part, and it may always be read.
inline constexpr std::uint32_t kAlwaysRead = kNone;

/// A part of a picked job, which is to be looked up in this cycle.
struct PartQuestion {
  JobRef job = kNone;
  std::uint32_t index = 0;  ///< in LiveJob::parts
  bool last = false;        ///< in LiveJob::parts
  PartRef part;
  bool written = false;
  std::uint32_t readers = 0;  ///< jobs that read it and have not completed, as far as received; or kAlwaysRead
  ProcessorId processor = 0;  ///< that is to run the job
  StoreId store = kNone;      ///< of this processor; kNone: none
};

struct PartAnswer {
  JobRef job = kNone;
  std::uint32_t index = 0;
  StoreId store = kGlobalMemory;  ///< read: where it is
  bool through = false;           ///< written: it has no entry, and goes to global memory as well
};

/// A part of a job that has completed.
struct PartUse {
  PartRef part;
  StoreId store = kNone;      ///< that has it; kNone: none
  std::uint64_t stay = 0;     ///< of the part in this store
  bool written = false;       ///< by the job
  std::uint32_t readers = 0;  ///< without this job; as PartQuestion::readers
  bool gone = false;          ///< a notice that this stay is over was received before
};

/// Observers of a directory's messages; nullptr: none. They outlive the last message.
struct DirectoryTaps {
  LinkTap<PartQuestion>* questions = nullptr;
  LinkTap<PartUse>* uses = nullptr;
  LinkTap<PartLeft>* departures = nullptr;
  LinkTap<PartAnswer>* answers = nullptr;
};

class DataDirectoryBase : public Unit, public Receiver {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Takes completions of jobs, and PartLeft.
  void receive(const Message& message, Cycle visible) override;
  void listen(const DirectoryTaps& taps) { taps_ = taps; }

  /// Parts that came into a store and got no entry.
  [[nodiscard]] std::uint64_t unknown() const { return unknown_; }
  [[nodiscard]] const DataTable& table() const { return data_; }
  [[nodiscard]] const StoreMap& stores() const { return stores_; }
  /// Whether another store than `store` is known to have the part when cycle `now` begins.
  [[nodiscard]] bool knows_other(PartRef part, StoreId store, Cycle now);
  /// Bytes of these parts that a store is known to have when cycle `now` begins.
  [[nodiscard]] std::uint64_t bytes_in(const std::vector<JobPart>& parts, StoreId store, Cycle now);

  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  explicit DataDirectoryBase(const DirectoryParts& parts);

  // The parts of step(), in this order.

  /// Applies the changes that were received before cycle `now`.
  void advance(Cycle now);
  /// Sets `questions_` to the parts that are looked up in this cycle.
  void take_questions(Cycle now);
  /// Answers a question. Call it in the order of the questions.
  void answer(const PartQuestion& question, StoreId store, bool through, Cycle now);
  /// Gives the part an entry, if it has none and one is free. Returns whether it has one.
  bool take_entry(PartRef part);
  /// Sets `uses_` and `departures_` to those that are received in this cycle.
  void take_news(Cycle now);
  /// Notes both, to take effect in the next cycle. Entries are taken at once.
  void note(Cycle now);
  /// `open`: jobs with questions that have no answer yet.
  void update_gauges(Cycle now, std::uint64_t open);
  /// The cycle of the next run without an answer that is due.
  [[nodiscard]] Cycle next_run(Cycle now) const;

  const DirectoryConfig config_;
  DataTable& data_;
  const StoreMap& stores_;
  std::uint32_t entries_ = 0;  ///< in use
  std::vector<PartQuestion> questions_;
  std::vector<PartUse> uses_;
  std::vector<PartLeft> departures_;

 private:
  /// A change that takes effect in the cycle after `received`.
  struct Change {
    enum class Kind : std::uint8_t {
      comes,   ///< a store has the part
      leaves,  ///< a store no longer has it
      ends,    ///< its last reader has completed
      none     ///< it may be that nothing holds the entry
    } kind = Kind::none;
    Cycle received = 0;
    PartRef part;
    StoreId store = kNone;
    std::uint64_t stay = 0;
  };

  void apply(const Change& change);
  void take_use(PartUse use, Cycle now);
  void take_departure(const PartLeft& left, Cycle now);
  [[nodiscard]] Change::Kind change_by(const PartUse& use);
  [[nodiscard]] std::uint32_t known_readers(PartRef part) const;

  JobTable& jobs_;
  SchedulerLinks& links_;
  SlotTable<std::vector<PartUse>> news_;  ///< of completions that are under way
  Link<std::uint32_t> completions_;       ///< slots of `news_`
  Link<PartLeft> left_;
  Ring<Change> changes_;
  std::uint32_t next_part_ = 0;  ///< of the job in front of the queries
  DirectoryTaps taps_;
  Gauge& entries_gauge_;
  Gauge& queries_gauge_;
  Gauge& stall_full_;
  std::uint64_t& lookups_;
  std::uint64_t& unknown_;
};

}  // namespace scheduler
}  // namespace gantry
