// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/descriptor_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, DescriptorConfig& descriptor) {
  keys.number("full_bytes", descriptor.full_bytes, {1, 65536}, "bytes",
              "basic and full information, which are written and read in one piece");
  keys.number("predecessors", descriptor.predecessors, {0, 4096}, "",
              "within the full bytes; each further one makes a descriptor longer by 4 bytes");
}

}  // namespace scheduler

template class Section<DescriptorConfig>;

}  // namespace gantry
