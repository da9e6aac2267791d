// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/directory_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, DirectoryConfig& directory) {
  keys.number("entries", directory.entries, {1, 1U << 24}, "parts",
              "parts of data objects whose local stores it knows ([data](stores.md#the-data-directory))");
  keys.number("parts_per_cycle", directory.parts_per_cycle, {1, 64}, "parts", "of a picked job that it looks up");
}

}  // namespace scheduler

template class Section<DirectoryConfig>;

}  // namespace gantry
