// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/decomposer_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, DecomposerConfig& decomposer) {
  keys.number("slots", decomposer.slots, {4, 4096}, "",
              "tasks between registration and end of scheduling, one reserved per class with jobs");
  keys.number("split_cycles", decomposer.split_cycles, {1, 100000}, "cycles",
              "pre-split of one task; slots work in parallel");
  keys.number("retry_cycles", decomposer.retry_cycles, {1, 1000000}, "cycles", "matching failure to the next request");
}

}  // namespace scheduler

template class Section<DecomposerConfig>;

}  // namespace gantry
