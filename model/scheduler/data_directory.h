// SPDX-License-Identifier: Apache-2.0
// The data directory: it knows in which local stores the parts of data objects are. It is asked about a picked job
// while the job's message is collected, hears with each completion which parts the job has read and written, and is
// told of each part that leaves a store. docs/stores.md has its rules.
//
// What it hears in a cycle it knows from the next cycle on. Other blocks that look into it see what it knew when the
// cycle began, so the order of blocks does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/message.h"
#include "gantry/network/topology.h"
#include "gantry/scheduler/data_table.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/scheduler_links.h"

namespace gantry {
inline namespace scheduler {

/// Where the local stores are.
class StoreMap {
 public:
  /// `of_processor`: store of each processor; kNone: it has none. `router`: of each processor. `home`: processor whose
  /// router has the store. `topology` outlives the map.
  StoreMap(std::vector<StoreId> of_processor, std::vector<std::uint32_t> router, std::vector<ProcessorId> home,
           const Topology& topology)
      : of_processor_(std::move(of_processor)),
        router_(std::move(router)),
        home_(std::move(home)),
        topology_(topology),
        hops_(home_.size()) {}

  [[nodiscard]] StoreId of(ProcessorId p) const { return of_processor_[p]; }
  [[nodiscard]] std::uint32_t stores() const { return static_cast<std::uint32_t>(home_.size()); }
  [[nodiscard]] ProcessorId home(StoreId store) const { return home_[store]; }
  /// Links from a store to a processor.
  [[nodiscard]] std::uint32_t hops(StoreId store, ProcessorId p) const;

 private:
  std::vector<StoreId> of_processor_;
  std::vector<std::uint32_t> router_;
  std::vector<ProcessorId> home_;
  const Topology& topology_;
  mutable std::vector<std::vector<std::uint16_t>> hops_;  ///< by store, then processor; empty: not needed yet
};

class DataDirectory final : public Unit, public Receiver {
 public:
  /// All references outlive the directory.
  DataDirectory(const DirectoryConfig& config, DataTable& data, JobTable& jobs, const StoreMap& stores,
                SchedulerLinks& links);

  /// Takes completions of jobs, and PartLeft.
  void receive(const Message& message, Cycle visible) override;

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
  Cycle step(Cycle now) override;

 private:
  /// What a job that has completed says of one part.
  struct Use {
    PartRef part;
    StoreId store = kNone;   ///< store that has it; kNone: none
    std::uint64_t stay = 0;  ///< of the part in this store
    bool written = false;
  };
  /// A change that takes effect in the cycle after `heard`.
  struct Change {
    enum class Kind : std::uint8_t {
      comes,   ///< a store has the part
      leaves,  ///< a store no longer has it
      ends,    ///< its last reader has completed
      none     ///< it may be that nothing holds the entry
    } kind = Kind::none;
    Cycle heard = 0;
    PartRef part;
    StoreId store = kNone;
    std::uint64_t stay = 0;
  };

  /// Lets the changes that were heard before cycle `now` take effect.
  void advance(Cycle now);
  void apply(const Change& change);
  void hear_use(const Use& use, Cycle now);
  [[nodiscard]] Change::Kind change_by(const Use& use, LivePart& part);
  void hear_departure(const PartLeft& left, Cycle now);
  /// Looks up parts of the first job that waits.
  void look_up(Cycle now);
  void look_up(JobPart& part, ProcessorId processor);
  /// Gives the part an entry, if it has none and one is free. Returns whether it has one.
  bool take_entry(LivePart& part);

  const DirectoryConfig config_;
  DataTable& data_;
  JobTable& jobs_;
  const StoreMap& stores_;
  SchedulerLinks& links_;
  SlotTable<std::vector<Use>> news_;  ///< of completions that are under way
  Link<std::uint32_t> completions_;   ///< slots of `news_`
  Link<PartLeft> departures_;
  Ring<Change> changes_;
  std::uint32_t next_part_ = 0;  ///< of the job in front of the queries
  std::uint32_t entries_ = 0;    ///< in use
  Gauge& entries_gauge_;
  Gauge& queries_gauge_;
  Gauge& stall_full_;
  std::uint64_t& lookups_;
  std::uint64_t& unknown_;
};

}  // namespace scheduler
}  // namespace gantry
