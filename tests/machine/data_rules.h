// SPDX-License-Identifier: Apache-2.0
// The rules of local stores (docs/stores.md), recomputed from what a run reports: its jobs, and the stays of parts in
// stores. It shares no code with the model. Where the page leaves an order within a cycle open, both orders pass.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/scheduler/records.h"

namespace gantry {

/// A part of an object of an instance. Parts without a byte are left out.
struct DataPart {
  std::string name;
  std::uint64_t bytes = 0;
  bool written = false;  ///< by a task; else it is in global memory from the start
  bool result = false;   ///< goes to global memory as it is written
};

/// A completed job that reads or writes parts.
struct DataJob {
  std::string name;
  ProcessorId processor = 0;
  Cycle picked = 0;
  Cycle issued = 0;
  Cycle arrived = 0;
  Cycle placed = 0;
  Cycle ready = 0;
  Cycle started = 0;
  Cycle finished = 0;
  Cycle written = 0;  ///< its completion is sent
  Cycle completed = 0;
  bool input = false;                 ///< it has private input
  bool output = false;                ///< it has private output
  std::vector<std::uint32_t> reads;   ///< indices of parts, in the order of its list
  std::vector<std::uint32_t> writes;  ///< likewise
};

struct DataStay {
  std::uint32_t part = 0;
  std::uint32_t store = 0;
  Cycle reserved = 0;
  Cycle from = kNever;
  Cycle until = 0;
  bool written = false;
  std::uint32_t source = kNone;  ///< not written: the store that it came from; kNone: global memory
  std::uint64_t uses = 0;
  PartEnd end = PartEnd::run;
};

struct DataStore {
  std::string name;
  std::uint64_t bytes = 0;
  bool cluster = false;
};

/// What a run has counted (docs/outputs.md).
struct DataCounts {
  struct Count {
    std::uint64_t parts = 0;
    std::uint64_t bytes = 0;
    void add(std::uint64_t of_part) {
      ++parts;
      bytes += of_part;
    }
  };
  struct Store {
    std::uint64_t most_used = 0;  ///< bytes
    std::uint64_t evictions = 0;
  };
  Count own;
  Count cluster;
  Count store;
  Count memory;
  Count made;
  Count results;
  Count through;
  Count written_back;
  Count dropped;
  Count dead;
  std::vector<Store> stores;
};

struct DataRun {
  std::vector<DataPart> parts;
  std::vector<DataJob> jobs;
  std::vector<DataStay> stays;
  std::vector<DataStore> stores;
  std::vector<std::uint32_t> store_of;            ///< by processor; kNone: it has none
  std::vector<std::vector<std::uint32_t>> links;  ///< from a store to a processor; empty: not known
  bool through = false;                           ///< memory.writes is `through`
  std::uint64_t entries = 0;                      ///< directory.entries
  std::optional<DataCounts> counts;               ///< what the run counted; nothing: not known
};

/// Returns what breaks a rule, the first ones; empty: nothing does. Precondition: the run is complete.
[[nodiscard]] std::vector<std::string> check_data_rules(const DataRun& run);

}  // namespace gantry
