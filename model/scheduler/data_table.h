// SPDX-License-Identifier: Apache-2.0
// Table of the data objects of a run, and where their parts are. Slots are used again when an object is dead: its tasks
// have completed and nothing holds it. Every field has one writer.
//
// The content of the local stores (Copy) and the knowledge of the directory (Known) differ by the messages that are
// under way.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/tables.h"
#include "gantry/workload/data_object.h"

namespace gantry {
inline namespace scheduler {

/// Number of a local store, from 0.
using StoreId = std::uint32_t;
/// In place of a store: global memory.
inline constexpr StoreId kGlobalMemory = kNone;

/// A part in a store, or one that has left it without the directory knowing yet. The processors add it, and the
/// directory removes it when it receives the notice.
struct Copy {
  StoreId store = 0;
  std::uint32_t entry = kNone;  ///< entry of the store; kNone: it has left
  std::uint64_t stay = 0;       ///< number of the stay, from 1, ascending by part
  bool notice = false;          ///< it has left, and a notice is under way to the directory
};

/// The directory knows that a part is in a store.
struct Known {
  StoreId store = 0;
  std::uint64_t stay = 0;
};

struct LivePart {
  // Written by the processors.
  std::uint32_t readers = 0;  ///< jobs that read it and have not completed; of an unwritten object it does not change
  bool made = false;          ///< a job has written it or has failed to, or it was there from the start
  bool in_memory = false;     ///< global memory has it
  bool lost = false;          ///< no copy is left: a store died with the last one, or its job failed
  StoreId lost_in = kNone;    ///< lost: the store that died; kNone: none, its job failed
  std::uint64_t stays = 0;    ///< stays in stores so far
  std::vector<Copy> copies;
  // Written by the directory.
  std::vector<Known> known;         ///< ascending by store
  std::uint32_t known_readers = 0;  ///< as `readers`, by the completions that the directory has received
  bool known_made = false;          ///< as `made`, likewise
  bool entry = false;               ///< it has an entry of the directory
  // Written by the table.
  bool over = false;  ///< nothing will happen to it any more
};

/// An object of an instance, or an unwritten one of all instances.
struct LiveObject {
  std::uint32_t shape = 0;        ///< index in DataTable::shape()
  std::uint64_t writer = kNever;  ///< host number of the task that writes it; kNever: none
  std::uint64_t instance = 0;     ///< of the writer
  std::uint64_t address = 0;      ///< address of part 0 in global memory
  std::uint64_t room = 0;         ///< bytes from part to part in global memory
  std::uint32_t parts = 0;        ///< used elements of `part`
  std::uint32_t open = 0;         ///< parts that are not over
  std::uint64_t number = 0;       ///< of written objects, in order of submission
  std::vector<LivePart> part;
};

class DataTable {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `shapes` outlives the table.
  explicit DataTable(const std::vector<ObjectShape>& shapes) : shapes_(shapes), unwritten_(shapes.size(), kNone) {}

  [[nodiscard]] const ObjectShape& shape(ObjectRef object) const { return shapes_[objects_[object].shape]; }
  [[nodiscard]] LiveObject& operator[](ObjectRef object) { return objects_[object]; }
  [[nodiscard]] const LiveObject& operator[](ObjectRef object) const { return objects_[object]; }
  [[nodiscard]] LivePart& operator[](PartRef part) { return objects_[part.object].part[part.part]; }
  [[nodiscard]] const LivePart& operator[](PartRef part) const { return objects_[part.object].part[part.part]; }
  [[nodiscard]] std::uint64_t bytes(PartRef part) const { return shape(part.object).part_bytes(part.part); }
  /// Address of a part in global memory.
  [[nodiscard]] std::uint64_t address(PartRef part) const {
    const LiveObject& object = objects_[part.object];
    return object.address + part.part * object.room;
  }
  /// Whether nothing is lost if a store drops the part.
  [[nodiscard]] bool dead(PartRef part) const { return shape(part.object).written && (*this)[part].readers == 0; }

  /// For the host: makes the objects that a task writes, and finds those that it reads. Parts begin at a multiple of
  /// `burst_bytes`. `next_address`: first free address in global memory, which moves on.
  void submit(LiveTask& task, std::uint32_t burst_bytes, std::uint64_t& next_address);
  /// For the dispatcher: the parts that a job reads, then those that it writes.
  void list_parts(const LiveTask& task, std::uint32_t job, std::vector<JobPart>& parts) const;

  /// For the processors and the directory: something that held the part is gone. Frees an object that is over.
  void check_over(PartRef part);
  /// Objects that are live.
  [[nodiscard]] std::uint32_t live() const { return objects_.live(); }

 private:
  struct Written {
    std::uint64_t writer = 0;
    ObjectRef object = kNone;  ///< kNone: it is over
  };
  ObjectRef make(std::uint32_t shape, std::uint32_t burst_bytes, std::uint64_t& next_address);
  [[nodiscard]] ObjectRef find(std::uint32_t shape, std::uint64_t writer) const;

  const std::vector<ObjectShape>& shapes_;
  SlotTable<LiveObject> objects_;
  std::vector<ObjectRef> unwritten_;  ///< by shape; kNone: not used yet
  Ring<Written> written_;             ///< written objects, in order of submission; those that are over leave in front
  std::uint64_t first_written_ = 0;   ///< number of the first one
};

}  // namespace scheduler
}  // namespace gantry
