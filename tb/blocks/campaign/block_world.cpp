// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_world.h"

#include <array>
#include <string>

namespace gantry::campaign {
namespace {

const auto& all_worlds() {
  static const std::array kinds = {task_cache_world(), decomposer_world(), monitor_world(), dispatcher_world()};
  return kinds;
}

}  // namespace

const WorldKind* find_world(const BlockPins& pins) {
  for (const WorldKind& kind : all_worlds()) {
    if (&kind.pins() == &pins) return &kind;
  }
  return nullptr;
}

std::string blocks_with_worlds() {
  std::string text;
  for (std::size_t i = 0; i < all_worlds().size(); ++i) {
    if (i > 0) text += i + 1 == all_worlds().size() ? " or " : ", ";
    text += all_worlds().at(i).pins().block;
  }
  return text;
}

std::uint32_t limit_of(const BlockModel& model, std::string_view what, std::uint32_t otherwise) {
  for (const BlockLimit& limit : model.limits) {
    if (limit.name == what) return static_cast<std::uint32_t>(limit.most);
  }
  return otherwise;
}

}  // namespace gantry::campaign
