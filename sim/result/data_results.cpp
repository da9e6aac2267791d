// SPDX-License-Identifier: Apache-2.0
#include "result/data_results.h"

#include <algorithm>
#include <string_view>

#include "result/result_visitor.h"
#include "result/rounding.h"

namespace gantry {
namespace {

void describe_count(ResultVisitor& results, std::string_view name, PartCount& count, std::string_view parts,
                    std::string_view bytes = "of these parts") {
  results.section(name, "", [&] {
    results.count("parts", count.parts, "parts", parts);
    results.count("bytes", count.bytes, "bytes", bytes);
  });
}

}  // namespace

DataResults data_results(const DataStats& stats) {
  DataResults data;
  static_cast<DataStats&>(data) = stats;
  const std::uint64_t near = stats.own.bytes + stats.cluster.bytes;
  data.hit_rate = ratio(near, near + stats.store.bytes + stats.memory.bytes);
  for (const StoreStats& store : stats.stores) {
    data.evictions += store.evictions;
    data.fullest = std::max(data.fullest, ratio(store.most_used, store.capacity));
  }
  return data;
}

void describe(ResultVisitor& results, DataResults& data) {
  results.section("read", "by jobs, a part for each job that reads it", [&] {
    describe_count(results, "own", data.own,
                   "that were in the store of the job's processor, or on their way there for another job");
    describe_count(results, "cluster", data.cluster, "likewise, in a store of a cluster");
    describe_count(results, "store", data.store, "brought from another store");
    describe_count(results, "memory", data.memory, "brought from global memory");
  });
  results.ratio("hit_rate", data.hit_rate, "bytes of `read.own` and `read.cluster` / all bytes read; 0 if none are");
  describe_count(results, "made", data.made, "that jobs have written");
  describe_count(results, "results", data.results, "of these, written to global memory since they leave the machine");
  describe_count(results, "through", data.through,
                 "of these, written to global memory at once for another reason: `memory.writes`, no entry of the "
                 "directory, or no store");
  describe_count(results, "written_back", data.written_back,
                 "written to global memory since they were to leave a store");
  describe_count(results, "dropped", data.dropped, "that left a store and were elsewhere, or in global memory");
  describe_count(results, "dead", data.dead, "that left a store and no job was to read");
  results.count("redirected", data.redirected, "transfers",
                "begun again, since the store had evicted the part, or has died");
  results.count("evictions", data.evictions, "parts", "evicted from all stores, not the dead ones");
  results.count("room_cycles", data.room_cycles, "cycles",
                "in which jobs waited for capacity of their store, of all jobs");
  results.count("no_entry", data.unknown, "parts", "in a store that the directory had no entry for");
  results.ratio("fullest", data.fullest, "largest `most_used` / `capacity` of a store");
  results.list("stores", data.stores, "in order of their lowest processor", [&](StoreStats& store) {
    results.text("name", store.name, "its processor's, or `cluster` and the cluster's number");
    results.count("capacity", store.capacity, "bytes", "of the store");
    results.count("most_used", store.most_used, "bytes", "reserved at the end of a cycle, at most");
    results.count("evictions", store.evictions, "parts", "evicted, not the dead ones");
    results.count("bytes_written", store.bytes_written, "bytes", "brought to it, or written by jobs");
    results.count("bytes_read", store.bytes_read, "bytes",
                  "read by jobs that have completed, for other stores, or to be written to global memory");
  });
}

}  // namespace gantry
