// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/global_memory_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

void describe(KeyVisitor& keys, MemoryConfig& memory) {
  keys.number("controllers", memory.controllers, {1, 64}, "", "endpoints of global memory");
  keys.number("latency_cycles", memory.latency_cycles, {1, 100000}, "cycles",
              "from the cycle in which a controller accepts a request to that in which its bytes may begin to move "
              "([timing](timing.md#memory))");
  keys.decimal("bytes_per_cycle", memory.bytes_per_cycle,
               "bytes that move per controller, one request after the other");
  keys.number("outstanding", memory.outstanding, {1, 4096}, "", "requests in service per controller");
  keys.number("burst_bytes", memory.burst_bytes, {16, 65536}, "bytes",
              "a transfer is cut into bursts of so many, each a packet and a request of its own "
              "([timing](timing.md#bursts))");
  keys.number("outstanding_bursts", memory.outstanding_bursts, {1, 1024}, "bursts",
              "that one processor, and the task cache, may have under way");
  keys.number_or_auto("interleave_bytes", memory.interleave_bytes, {16, 1U << 30}, "bytes",
                      "address a is held by controller floor(a / `interleave_bytes`) mod `controllers`; a multiple of "
                      "`burst_bytes`, `auto`: as many");
  keys.number("retries", memory.retries, {0, 255}, "",
              "times that a burst is read again whose answer is an error ([faults](faults.md#memory))");
  keys.choice("writes", memory.writes,
              {{"back", MemoryConfig::Writes::back}, {"through", MemoryConfig::Writes::through}},
              "parts of data objects go from a local store to global memory before they leave it, if somebody still "
              "needs them, or as they are written ([data](stores.md#local-stores))");
}

}  // namespace platform

template class Section<MemoryConfig>;

}  // namespace gantry
