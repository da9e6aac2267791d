// SPDX-License-Identifier: Apache-2.0
// A local store: memory near processors that keeps parts of data objects. Plain bookkeeping of its entries; data_flow.h
// moves parts between stores. docs/stores.md has the rules.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/part_ref.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace platform {

class LocalStore {
  template <class>
  friend struct gantry::Archived;

 public:
  struct Entry {
    enum class State : std::uint8_t {
      coming,   ///< capacity is reserved, and its bytes are not all here
      here,     ///< its bytes are here
      leaving,  ///< as `here`, and it is written to global memory before it leaves
    } state = State::coming;
    PartRef part;
    std::uint64_t bytes = 0;
    std::uint64_t stay = 0;          ///< number of the stay (Copy::stay)
    std::uint32_t pins = 0;          ///< jobs that need it and have not completed
    std::uint32_t reading = 0;       ///< transfers of other stores that read it
    std::vector<JobRef> waiting;     ///< jobs that wait for its bytes
    Cycle reserved = 0;              ///< cycle in which capacity was reserved
    Cycle from = kNever;             ///< cycle in which its bytes were complete
    std::uint32_t source = kNone;    ///< store that it came from; kNone: global memory
    bool written = false;            ///< by a job here
    bool written_back = false;       ///< leaving: global memory has it, and only `reading` holds it
    std::uint64_t uses = 0;          ///< jobs here that have read it
    std::uint32_t previous = kNone;  ///< in order of last use, of entries without pins
    std::uint32_t next = kNone;
  };

  explicit LocalStore(std::uint64_t bytes) : capacity_(bytes) {}

  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t used() const { return used_; }
  /// The most that was used at the end of a cycle.
  [[nodiscard]] std::uint64_t most_used() const { return used_ > most_used_ ? used_ : most_used_; }
  [[nodiscard]] Entry& operator[](std::uint32_t entry) { return entries_[entry]; }
  [[nodiscard]] const Entry& operator[](std::uint32_t entry) const { return entries_[entry]; }

  /// Whether `bytes` more fit now, or (`later`) when all leaving entries have left.
  [[nodiscard]] bool fits(std::uint64_t bytes, bool later) const {
    return used_ - (later ? leaving_ : 0) + bytes <= capacity_;
  }
  /// Reserves capacity for a part, pinned once. Precondition: fits(bytes, false).
  std::uint32_t add(PartRef part, std::uint64_t bytes, Cycle now);
  void pin(std::uint32_t entry);
  /// Removes a pin. Without another one the entry is used last.
  void unpin(std::uint32_t entry);
  /// The least recently used of the entries without pins that no other store reads; kNone: there is none.
  [[nodiscard]] std::uint32_t first_to_leave() const;
  /// Its bytes are written to global memory; they leave when stay() or remove() says so.
  void begin_leaving(std::uint32_t entry);
  /// A job has come to need an entry that was leaving.
  void stay(std::uint32_t entry);
  /// Frees its capacity. With pins: the store has died.
  void remove(std::uint32_t entry, Cycle now);

  /// Calls `visit(entry)` for all that are there.
  template <class Visit>
  void for_each(Visit visit) const {
    entries_.for_each(visit);
  }
  [[nodiscard]] std::uint32_t parts() const { return entries_.live(); }
  /// Throws std::logic_error if sums are wrong or the capacity is exceeded.
  void verify() const;

 private:
  /// Something is to change in cycle `now`, the first one that is not over.
  void begin_change(Cycle now);
  void link_last(std::uint32_t entry);
  void unlink(std::uint32_t entry);

  std::uint64_t capacity_;
  std::uint64_t used_ = 0;
  std::uint64_t leaving_ = 0;    ///< bytes of entries that are leaving
  std::uint64_t most_used_ = 0;  ///< before cycle `changed_`
  Cycle changed_ = 0;            ///< cycle of the last change
  SlotTable<Entry> entries_;
  std::uint32_t first_ = kNone;
  std::uint32_t last_ = kNone;
};

}  // namespace platform
}  // namespace gantry
