// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/host_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

void describe(KeyVisitor& keys, HostConfig& host) {
  if (keys.applies(!host.push)) {
    keys.number("ring_entries", host.ring_entries, {1, 65536}, "descriptors", "per class queue in global memory");
    keys.number("outstanding_writes", host.outstanding_writes, {1, 1024}, "",
                "descriptor writes that are not yet acknowledged");
  }
  keys.number("submit_cycles", host.submit_cycles, {1, 1000000}, "cycles", "between the starts of two submissions");
  keys.number("interrupt_cycles", host.interrupt_cycles, {1, 1000000}, "cycles", "to take one interrupt");
  if (keys.applies(host.push)) {
    keys.flag("push", host.push,
              "descriptors go straight into the task cache, by credits for its slots: no rings, no reads "
              "([timing.md](timing.md#pushed-descriptors)); `ring_entries` and "
              "`outstanding_writes` are refused beside it, and `task_cache.reads_in_flight` is not used");
    keys.number("credit_cycles", host.credit_cycles, {1, 1000}, "cycles",
                "with `push`: from a slot of the cache being free to the host knowing it");
  }
}

}  // namespace platform

template class Section<HostConfig>;

}  // namespace gantry
