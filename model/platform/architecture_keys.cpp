// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/keys.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

void describe(KeyVisitor& keys, HostConfig& host) {
  keys.number("ring_entries", host.ring_entries, {1, 65536}, "descriptors", "per class queue in global memory");
  keys.number("outstanding_writes", host.outstanding_writes, {1, 1024}, "",
              "descriptor writes that are not yet acknowledged");
  keys.number("submit_cycles", host.submit_cycles, {1, 1000000}, "cycles", "between the starts of two submissions");
  keys.number("interrupt_cycles", host.interrupt_cycles, {1, 1000000}, "cycles", "to take one interrupt");
}

void describe(KeyVisitor& keys, MemoryConfig& memory) {
  keys.number("controllers", memory.controllers, {1, 64}, "", "endpoints of global memory");
  keys.number("latency_cycles", memory.latency_cycles, {1, 100000}, "cycles",
              "from the cycle in which a controller accepts a request to that in which its bytes may begin to move "
              "([timing](timing.md#memory))");
  keys.number("bytes_per_cycle", memory.bytes_per_cycle, {1, 65536}, "bytes",
              "that move per controller, one request after the other");
  keys.number("outstanding", memory.outstanding, {1, 4096}, "", "requests in service per controller");
  keys.number("burst_bytes", memory.burst_bytes, {16, 65536}, "bytes",
              "a transfer is cut into bursts of so many, each a packet and a request of its own "
              "([timing](timing.md#bursts))");
  keys.number("outstanding_bursts", memory.outstanding_bursts, {1, 1024}, "bursts",
              "that one processor, and the task cache, may have under way");
  keys.number_or_auto("interleave_bytes", memory.interleave_bytes, {16, 1U << 30}, "bytes",
                      "address a is held by controller floor(a / `interleave_bytes`) mod `controllers`; a multiple of "
                      "`burst_bytes`, `auto`: as many");
}

void describe(KeyVisitor& keys, ProcessorGroup& group) {
  keys.text("name", group.name, "its `type`",
            "a processor is called by it and its number in the group; each group its own, none like `memory`, "
            "`background` or `scheduler.send`");
  keys.text("type", group.type, "",
            "what a task's `processor` asks for; `dma` runs communication tasks and nothing that asks for no type");
  keys.number("count", group.count, {1, kMaxProcessors}, "", "processors in the group");
  keys.decimal("speed", group.speed, "a job takes ceil(cycles / speed); exact, at most 6 fraction digits");
  keys.number("word_bytes", group.word_bytes, {1, 4096}, "bytes", "a job is a whole number of words");
  keys.number("max_job_bytes", group.max_job_bytes, {1, std::uint64_t{1} << 40}, "bytes", "the largest job it takes");
  keys.number("queue_depth", group.queue_depth, {1, 64}, "jobs",
              "places: of jobs matched or picked for it and not yet completed, the running one included "
              "([timing](timing.md#matching))");
  keys.number("cluster", group.cluster, {0, 1023}, "", "for co-location");
}

void describe(KeyVisitor& keys, PlacementConfig& placement) {
  constexpr KeyRange kNodes{0, kMaxEndpoints - 1};
  keys.optional_number("host", placement.host, kNodes, "", "free node", "node of the host");
  keys.optional_number("scheduler", placement.scheduler, kNodes, "", "free node", "node of the task scheduler");
  keys.numbers("memory", placement.memory, kNodes, "free nodes", "list, one node per controller");
  keys.numbers("processors", placement.processors, kNodes, "free nodes", "list, one node per processor");
}

void describe(KeyVisitor& keys, Architecture& architecture) {
  keys.text("name", architecture.name, "none", "for reports");
  keys.number("clock_mhz", architecture.clock_mhz, {1, 100000}, "MHz",
              "turns cycles into seconds in reports and traces");
  keys.section("interconnect", architecture.interconnect, "routers and links");
  keys.section("host", architecture.host, "the first processor, which submits tasks");
  keys.section("memory", architecture.memory, "global memory");
  keys.section("descriptor", architecture.descriptor, "what the host writes of a task");
  keys.section("task_cache", architecture.task_cache, "descriptors read ahead");
  keys.section("decomposer", architecture.decomposer, "splits tasks into jobs");
  keys.section("monitor", architecture.monitor, "ids and completions");
  keys.section("dispatcher", architecture.dispatcher, "matching, picking and sending");
  keys.sections("processors", architecture.processors, "group of processors",
                "groups of equal processors, numbered from 0 in this order");
  keys.section("placement", architecture.placement, "node of every endpoint; what is not placed takes the free nodes");
  keys.form("cost", {{"string", "object"}, "a path, or a map"}, "Gantry's own figures",
            "figures of area and energy and the process node ([cost](cost.md))");
}

}  // namespace platform
}  // namespace gantry
