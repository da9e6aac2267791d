// SPDX-License-Identifier: Apache-2.0
// Pins that only the data directory has. Parts are named by their object, a number among those that live, and their
// place in it. A table of constants has the distances, from which the nearest store follows.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/scheduler/data_directory_base.h"
#include "pins/block_pins.h"

namespace gantry {
namespace pins {

/// A row of the table: links from a store to a processor.
struct Distance {
  StoreId store = 0;
  ProcessorId processor = 0;
  std::uint32_t hops = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("store", store, 32, "from 0, ascending");
    f("processor", processor, kProcessorBits, "from 0, ascending for each store");
    f("hops", hops, 16, "links between them");
  }
};

struct Part {
  PartQuestion question;

  Part() = default;
  explicit Part(const PartQuestion& of) : question(of) {}
  template <class Visitor>
  void fields(Visitor& f) {
    f("job", question.job, 32, "number of the job among those that live");
    f("index", question.index, 32, "in the job's list, from 0: what it reads, then what it writes");
    f("last", question.last, 1, "of the list");
    f("object", question.part.object, 32, "number of the object among those that live");
    f("part", question.part.part, 32, "of the object");
    f("written", question.written, 1, "0: the job reads it; 1: it writes it");
    f("readers", question.readers, 32,
      "jobs that read it and whose completions have not been told; all ones: no task writes it");
    f("processor", question.processor, kProcessorBits, "that is to run the job");
    f("store", question.store, 32, "of this processor; all ones: none");
  }
};

struct Use {
  PartUse use;

  Use() = default;
  explicit Use(const PartUse& of) : use(of) {}
  template <class Visitor>
  void fields(Visitor& f) {
    f("object", use.part.object, 32, "");
    f("part", use.part.part, 32, "");
    f("store", use.store, 32, "that has it; all ones: none");
    f("stay", use.stay, 64, "number of the part's stay in this store, ascending by part");
    f("written", use.written, 1, "0: the job has read it; 1: it has written it");
    f("readers", use.readers, 32, "as in `parts`, without this job");
    f("gone", use.gone, 1, "this stay is in `departures` of an earlier cycle");
  }
};

struct Departure {
  PartLeft left;

  Departure() = default;
  explicit Departure(const PartLeft& of) : left(of) {}
  template <class Visitor>
  void fields(Visitor& f) {
    f("object", left.part.object, 32, "");
    f("part", left.part.part, 32, "");
    f("store", left.store, 32, "that it has left");
    f("stay", left.stay, 64, "that is over");
  }
};

struct Source {
  PartAnswer answer;

  Source() = default;
  explicit Source(const PartAnswer& of) : answer(of) {}
  template <class Visitor>
  void fields(Visitor& f) {
    f("job", answer.job, 32, "");
    f("index", answer.index, 32, "in the job's list");
    f("store", answer.store, 32,
      "of a part that is read: where it is; all ones: in global memory. Of another: all ones");
    f("through", answer.through, 1, "of a part that is written: it has no entry, and goes to global memory as well");
  }
};

namespace directory {
/// Most parts of a job, and most that are looked up in a cycle.
inline constexpr std::uint32_t kMostParts = 64;
/// Most rows of the table.
inline constexpr std::uint32_t kMostDistances = 1U << 16U;
enum Input : std::uint32_t { parts, uses, departures };
enum Output : std::uint32_t { sources };
}  // namespace directory

}  // namespace pins

[[nodiscard]] const BlockPins& directory_pins();

}  // namespace gantry
