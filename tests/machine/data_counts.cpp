// SPDX-License-Identifier: Apache-2.0
#include "machine/data_counts.h"

#include "machine/data_facts.h"

namespace gantry {
namespace {

class DataCountRules final : private DataFacts {
 public:
  explicit DataCountRules(const DataRun& run) : DataFacts(run) {}

  std::vector<std::string> findings(const DataCounts& counts) {
    DataCounts::Count own;
    DataCounts::Count cluster;
    DataCounts::Count store;
    DataCounts::Count memory;
    DataCounts::Count loose;  // read by jobs without a store, from a store or memory
    DataCounts::Count made;
    DataCounts::Count results;
    std::uint64_t through_least = 0;
    std::uint64_t through_most = 0;
    for (const DataStay& stay : run_.stays) {
      if (stay.written) continue;
      (stay.source == kNone ? memory : store).add(run_.parts[stay.part].bytes);
    }
    for (Index s = 0; s < run_.stays.size(); ++s) {
      const DataStay& stay = run_.stays[s];
      std::uint64_t hits = stay.uses;
      if (!stay.written && hits > 0) --hits;  // one of them brought it
      DataCounts::Count& to = run_.stores[stay.store].cluster ? cluster : own;
      to.parts += hits;
      to.bytes += hits * run_.parts[stay.part].bytes;
    }
    for (const DataJob& job : run_.jobs) {
      if (store_of(job) == kNone) {
        for (const Index part : job.reads) loose.add(run_.parts[part].bytes);
      }
      for (const Index part : job.writes) {
        made.add(run_.parts[part].bytes);
        if (run_.parts[part].result) {
          results.add(run_.parts[part].bytes);
          continue;
        }
        const bool goes = run_.through || store_of(job) == kNone;
        through_least += goes ? 1 : 0;
        through_most += goes || (run_.entries < run_.parts.size() && job.written > job.finished) ? 1 : 0;
      }
    }
    same("own store", counts.own, own.parts, own.bytes);
    same("cluster's store", counts.cluster, cluster.parts, cluster.bytes);
    same("other stores and memory",
         {counts.store.parts + counts.memory.parts, counts.store.bytes + counts.memory.bytes},
         store.parts + memory.parts + loose.parts, store.bytes + memory.bytes + loose.bytes);
    if (loose.parts == 0) {
      same("other stores", counts.store, store.parts, store.bytes);
      same("global memory", counts.memory, memory.parts, memory.bytes);
    }
    same("written", counts.made, made.parts, made.bytes);
    same("results", counts.results, results.parts, results.bytes);
    expect(through_least <= counts.through.parts && counts.through.parts <= through_most,
           "written through: ", counts.through.parts, " parts, expected ", through_least, " to ", through_most);
    DataCounts::Count dead;
    DataCounts::Count dropped;
    DataCounts::Count back;
    std::vector<std::uint64_t> left(run_.stores.size());
    for (const DataStay& stay : run_.stays) {
      if (stay.end == PartEnd::run) continue;
      if (stay.end != PartEnd::dead) ++left[stay.store];
      (stay.end == PartEnd::dead      ? dead
       : stay.end == PartEnd::dropped ? dropped
                                      : back)
          .add(run_.parts[stay.part].bytes);
    }
    same("dead", counts.dead, dead.parts, dead.bytes);
    same("dropped", counts.dropped, dropped.parts, dropped.bytes);
    // A part that a job comes to need while it is written back stays.
    expect(counts.written_back.parts >= back.parts, "written back: ", counts.written_back.parts, " parts, but ",
           back.parts, " stays end so");
    for (Index i = 0; i < run_.stores.size(); ++i) {
      expect(counts.stores.at(i).evictions == left[i], run_.stores[i].name, " counts ", counts.stores.at(i).evictions,
             " evictions, but ", left[i], " parts leave to make room");
    }
    return findings_;
  }

 private:
  void same(const char* what, const DataCounts::Count& said, std::uint64_t parts, std::uint64_t bytes) {
    expect(said.parts == parts && said.bytes == bytes, what, ": the summary says ", said.parts, " parts, ", said.bytes,
           " bytes, but there are ", parts, ", ", bytes);
  }
};

}  // namespace

std::vector<std::string> check_data_counts(const DataRun& run, const DataCounts& counts) {
  return DataCountRules(run).findings(counts);
}

}  // namespace gantry
