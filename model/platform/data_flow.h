// SPDX-License-Identifier: Apache-2.0
// How the parts of data objects come to the jobs that read them, and leave those that write them. The processors own
// it: it has no port of its own. docs/stores.md has the rules, docs/timing.md the cycles.
//
// An arriving job waits for capacity of its store, in order of arrival. It pins its hits, reserves capacity for its
// misses and for the parts that it writes, and brings the misses. It unpins all of them when its completion is sent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/platform/data_outlet.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/platform/local_store.h"
#include "gantry/platform/store_list.h"
#include "gantry/scheduler/burst_window.h"
#include "gantry/scheduler/data_directory_base.h"
#include "gantry/scheduler/data_stats.h"
#include "gantry/scheduler/data_table.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/records.h"

namespace gantry {
inline namespace platform {

/// Everything that the flow of data is connected to. All references outlive it.
struct DataFlowParts {
  const std::vector<StoreInfo>& stores;
  const StoreMap& map;
  bool write_through = false;  ///< memory.writes: through
  DataTable& data;
  DataDirectoryBase& directory;
  JobTable& jobs;
  const MemoryMap& memory;
  RecordSink& sink;
};

/// Counters of machines whose stores die.
struct StoreCounters {
  std::uint64_t* stores = nullptr;  ///< that died
  std::uint64_t* parts = nullptr;   ///< that they had
  std::uint64_t* lost = nullptr;    ///< of these: no other copy was left, and jobs were to read them
  std::uint64_t* jobs = nullptr;    ///< that ended without computing
};

class DataFlow {
  template <class>
  friend struct gantry::Archived;

 public:
  DataFlow(const DataFlowParts& parts, DataOutlet& outlet);

  /// Makes stores die, and counts in these. Before the first cycle.
  void use_faults(const FaultPlan& plan, const StoreCounters& counters);
  /// The stores whose time has come die. First call of a cycle.
  void kill_stores(Cycle now);
  /// The faults that began up to cycle `last`, in order of their begin, then of stores.
  [[nodiscard]] std::vector<StoreFaultRecord> fault_records(Cycle last) const;
  /// Why a task has failed, as a text; empty: for another reason. `object_name`: by LiveObject::shape.
  [[nodiscard]] std::string loss_of(std::uint64_t task,
                                    const std::function<std::string(std::uint32_t)>& object_name) const;

  /// A job with parts has arrived at its processor. DataOutlet::parts_here follows, maybe at once.
  void arrive(ProcessorId p, JobRef job, Cycle now);
  /// A job has computed: the parts that it writes are there. Returns whether DataOutlet::parts_written will follow.
  bool finish(ProcessorId p, JobRef job, Cycle now);
  /// A job's completion has been sent.
  void complete(ProcessorId p, JobRef job, Cycle now);

  /// The message of a burst of a part.
  [[nodiscard]] Message burst(const Burst& burst) const;
  /// Takes PartRead (for the store whose home is `p`), PartData, PartElsewhere and PartAck.
  void receive(ProcessorId p, const Message& message, Cycle now);
  /// The job that a transfer is for; kNone: it is written back.
  [[nodiscard]] JobRef job_of(std::uint32_t transfer) const { return transfers_[transfer].job; }
  /// Sends the data that stores have read out.
  void serve(Cycle now);
  /// Cycle of the next call of serve() or kill_stores(); kNever: none is due.
  [[nodiscard]] Cycle next() const { return served_.empty() ? next_death_ : std::min(served_.top().at, next_death_); }

  /// Ends a run: reports all parts in stores to the sink.
  void end(Cycle now);
  [[nodiscard]] DataStats stats() const;
  [[nodiscard]] std::string state() const;
  /// Throws std::logic_error if a store holds more than it may.
  void verify() const;
  /// Throws std::logic_error if a job waits, a transfer is under way or a part is pinned.
  void verify_empty() const;

 private:
  struct Waiting {
    JobRef job = kNone;
    ProcessorId processor = 0;
    std::uint64_t missing = 0;  ///< bytes of its misses and of the parts that it writes
    bool pinned = false;        ///< its hits are pinned
  };
  struct Store {
    explicit Store(std::uint64_t bytes) : entries(bytes) {}
    LocalStore entries;
    Ring<Waiting> waiting;
    Cycle free = 0;  ///< first cycle in which it can begin to read out a burst
    std::uint64_t evictions = 0;
    std::uint64_t bytes_written = 0;
    std::uint64_t bytes_read = 0;
    bool dead = false;  ///< its processors work as those without a store
  };
  struct JobState {
    std::uint32_t missing = 0;  ///< parts that are not there
    std::uint32_t writes = 0;   ///< parts that are being written to global memory
  };
  /// A part between a store or global memory and a processor.
  struct Transfer {
    enum class Answer : std::uint8_t { open, accepted, refused } answer = Answer::open;
    PartRef part;
    JobRef job = kNone;  ///< kNone: it is written back
    ProcessorId processor = 0;
    StoreId source = kGlobalMemory;
    StoreId other = kGlobalMemory;  ///< refused: where it is
    std::uint32_t entry = kNone;    ///< in the processor's own store; kNone: it has none
    std::uint64_t unserved = 0;     ///< bytes that the source has not read out
    bool writes = false;            ///< to global memory
  };
  /// A burst that a store reads out until cycle `at`.
  struct Served {
    Cycle at = 0;
    std::uint64_t order = 0;
    StoreId store = 0;
    std::uint32_t transfer = 0;
    std::uint64_t bytes = 0;
    TerminalId to = 0;
    bool operator>(const Served& other) const { return at != other.at ? at > other.at : order > other.order; }
  };

  /// The first part for which a task has failed.
  struct Loss {
    std::uint64_t task = 0;    ///< host number
    std::uint32_t object = 0;  ///< LiveObject::shape
    std::uint32_t part = 0;
    StoreId store = kNone;  ///< LivePart::lost_in
  };

  /// The store of a processor, if that is alive; else kNone.
  [[nodiscard]] StoreId own(ProcessorId p) const {
    const StoreId store = map_.of(p);
    return store != kNone && stores_[store].dead ? kNone : store;
  }
  [[nodiscard]] std::uint32_t find(StoreId store, PartRef part) const;
  /// The nearest store that has the part now; else global memory.
  [[nodiscard]] StoreId nearest(PartRef part, ProcessorId p) const;
  void serve_waiting(StoreId store, Cycle now);
  void pin_present(StoreId store, Waiting& waiting);
  bool free_capacity(StoreId store, const Waiting& waiting, Cycle now);
  void place(StoreId store, const Waiting& waiting, Cycle now);
  std::uint32_t add_entry(StoreId store, PartRef part, Cycle now);
  void evict(StoreId store, std::uint32_t entry, ProcessorId p, Cycle now);
  void drop_dead(PartRef part, Cycle now);
  void leave(StoreId store, std::uint32_t entry, PartEnd end, Cycle now);
  /// Returns the number of a new transfer.
  std::uint32_t make_transfer(JobRef job, ProcessorId p, PartRef part, std::uint32_t entry);
  void bring(JobRef job, ProcessorId p, const JobPart& part, Cycle now);
  /// Begins the transfer, if the part is not lost.
  void read_from(std::uint32_t transfer, StoreId source, Cycle now);
  /// Brings all parts that the job reads, without a store.
  void bring_all(ProcessorId p, JobRef job, Cycle now);
  void write_part(JobRef job, ProcessorId p, PartRef part, std::uint32_t entry);
  /// The answer of memory was an error.
  void read_again(ProcessorId p, const PartData& data, Cycle now);
  void arrived(std::uint32_t transfer, Cycle now);
  void part_ready(JobRef job, StoreId source, Cycle now);
  void take_request(const Message& message, Cycle now);
  void take_acknowledgement(ProcessorId p, std::uint32_t transfer, Cycle now);
  // Of stores that die (data_flow_deaths.cpp).
  /// A part that a job has to read again.
  struct Again {
    JobRef job = kNone;
    std::uint32_t part = 0;  ///< index in LiveJob::parts
    bool missing = false;    ///< the job waits for it anyway
  };
  void kill(StoreId store, StoreFaultRecord& record, Cycle now);
  /// The jobs at the processors of a store, in order of arrival.
  [[nodiscard]] std::vector<JobRef> jobs_at(StoreId store) const;
  /// Takes a job's entries away. Adds the parts that it has to read again.
  void take_entries(JobRef job, StoreId store, std::vector<Again>& again);
  /// Whether a transfer for the job is under way to this entry of its store.
  [[nodiscard]] bool brings(JobRef job, std::uint32_t entry) const;
  void drop_copies(StoreId store, StoreFaultRecord& record, Cycle now);
  /// Answers the bursts that the store has not read out.
  void refuse_reads(StoreId store, Cycle now);
  /// Reads the parts in [first, last), all of one job.
  void read_again(const Again* first, const Again* last, Cycle now);
  /// Whether a live store or global memory has the part, or will without another transfer.
  [[nodiscard]] bool has_copy(PartRef part) const;
  /// The nearest store to which all bytes of the part are under way; kGlobalMemory: none.
  [[nodiscard]] StoreId nearest_coming(PartRef part, ProcessorId p) const;
  void lose(PartRef part, StoreId store);
  /// A part that the job reads is lost: it will end without computing.
  void fail(JobRef job, PartRef part);
  void transfer_fails(std::uint32_t transfer, Cycle now);
  void report_stay(StoreId store, const LocalStore::Entry& entry, PartEnd end, Cycle now);

  const std::vector<StoreInfo>& info_;
  const StoreMap& map_;
  const bool write_through_;
  DataTable& data_;
  DataDirectoryBase& directory_;
  JobTable& jobs_;
  const MemoryMap& memory_;
  RecordSink& sink_;
  DataOutlet& outlet_;
  std::vector<Store> stores_;
  std::vector<JobState> job_states_;  ///< by JobRef
  SlotTable<Transfer> transfers_;
  std::priority_queue<Served, std::vector<Served>, std::greater<>> served_;
  std::uint64_t bursts_served_ = 0;
  std::vector<std::uint32_t> unread_;     ///< transfers that end never: memory could not read them
  std::vector<StoreFaultRecord> deaths_;  ///< in order of time, then of stores
  std::size_t deaths_over_ = 0;           ///< of them
  Cycle next_death_ = kNever;
  StoreCounters counters_;      ///< with `deaths_` only
  std::vector<Loss> losses_;    ///< ascending by task
  std::vector<Copy> held_;      ///< scratch
  std::vector<StoreId> freed_;  ///< scratch: stores with capacity that a completion has freed
  DataStats stats_;
};

}  // namespace platform
}  // namespace gantry
