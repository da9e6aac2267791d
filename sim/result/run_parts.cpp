// SPDX-License-Identifier: Apache-2.0
#include "result/run_parts.h"

#include "result/result_visitor.h"

namespace gantry {

void describe(ResultVisitor& results, LatencyStats& latency) {
  results.amount("mean", latency.mean, "cycles", "creation of a message to its last flit at the destination");
  results.count("p50", latency.p50, "cycles", "half of the messages have no more");
  results.count("p99", latency.p99, "cycles", "99 % of the messages have no more");
  results.count("max", latency.max, "cycles", "the most of one message");
}

void describe(ResultVisitor& results, InterconnectStats& interconnect) {
  results.count("packets", interconnect.packets, "packets", "that have arrived");
  results.count("flits", interconnect.flits, "flits", "of these packets");
  results.count("flit_hops", interconnect.flit_hops, "flits", "router traversals of all flits");
  results.section("latency", "", [&] { describe(results, interconnect.latency); });
}

void describe(ResultVisitor& results, BlockStats& block) {
  results.count("busy_cycles", block.busy_cycles, "cycles", "in which the block did something");
  results.named_counts("stalls", block.stalls, "<cause>", "cycles",
                       "in which at least one thing waited for this cause");
  results.map("queues", block.queues, &QueueStats::name, "<queue>", "", [&](QueueStats& queue) {
    results.amount("mean", queue.mean, "entries", "mean level over all cycles of the run");
    results.count("max", queue.max, "entries", "highest level");
    results.count("capacity", queue.capacity, "entries", "that it can hold; 0: unbounded");
  });
  results.named_counts("counters", block.counters, "<counter>", "", "how often it happened");
}

void describe_blocks(ResultVisitor& results, std::vector<BlockStats>& blocks) {
  results.map("blocks", blocks, &BlockStats::name, "<block>", "an object per block of the machine",
              [&](BlockStats& block) { describe(results, block); });
}

}  // namespace gantry
