// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/processor_list.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/platform/processors_config.h"

namespace gantry {
inline namespace platform {

ProcessorType find_processor_type(const Architecture& architecture, std::string_view type) {
  std::vector<std::string_view> seen;
  for (const ProcessorGroup& group : *architecture.processors) {
    if (std::find(seen.begin(), seen.end(), group.type) == seen.end()) seen.push_back(group.type);
  }
  const auto at = std::find(seen.begin(), seen.end(), type);
  return at == seen.end() ? kNone : static_cast<ProcessorType>(at - seen.begin());
}

std::vector<ProcessorInfo> list_processors(const Architecture& architecture) {
  std::vector<ProcessorInfo> processors;
  for (const ProcessorGroup& group : *architecture.processors) {
    for (std::uint32_t i = 0; i < group.count; ++i) {
      ProcessorInfo info;
      info.group = group.name.empty() ? group.type : group.name;
      info.name = info.group + std::to_string(i);
      info.type = find_processor_type(architecture, group.type);
      info.type_name = group.type;
      info.speed = group.speed;
      info.set_up_cycles = group.set_up_cycles;
      info.max_job_bytes = group.max_job_bytes;
      info.word_bytes = group.word_bytes;
      info.queue_depth = group.queue_depth;
      info.cluster = group.cluster;
      processors.push_back(std::move(info));
    }
  }
  return processors;
}

}  // namespace platform
}  // namespace gantry
