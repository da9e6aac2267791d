// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/resource_keys.h"

#include <string>

#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"

namespace gantry {
inline namespace explain {

std::vector<std::size_t> groups_of(const Resource& resource, const Architecture& architecture) {
  std::vector<std::size_t> groups;
  for (std::size_t g = 0; g < architecture.processors->size(); ++g) {
    const ProcessorGroup& group = architecture.processors->at(g);
    if (resource.of == ResourceOf::stores) {
      if (group.local.bytes > 0) groups.push_back(g);
      continue;
    }
    const bool engines = group.type == kDmaType;
    if (engines == (resource.of == ResourceOf::engines)) groups.push_back(g);
  }
  return groups;
}

std::vector<NumberKey> keys_of(const Resource& resource, const Architecture& architecture, const NumberKeys& numbers) {
  const std::string root = "architecture.";
  std::vector<NumberKey> keys;
  const auto add = [&](const std::string& path) {
    if (const NumberKey* key = numbers.find(path)) keys.push_back(*key);
  };
  for (const std::string_view key : resource.keys) {
    if (!resource.of_groups()) {
      add(root + std::string(key));
      continue;
    }
    for (const std::size_t g : groups_of(resource, architecture)) {
      add(root + "processors." + std::to_string(g) + '.' + std::string(key));
    }
  }
  return keys;
}

}  // namespace explain
}  // namespace gantry
