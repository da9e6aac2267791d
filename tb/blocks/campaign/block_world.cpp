// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_world.h"

#include <algorithm>
#include <array>
#include <string>

#include "blocks/campaign/possible_answers.h"
#include "gantry/base/error.h"

namespace gantry::campaign {
namespace {

const auto& all_worlds() {
  static const std::array kinds = {task_cache_world(), decomposer_world(), monitor_world(), dispatcher_world(),
                                   directory_world()};
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

bool is_possible(const BlockPins& pins, const std::vector<std::uint32_t>& config) {
  try {
    check_constants(pins, config);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::uint32_t> draw_within(const BlockPins& pins, const BlockModel& model, Random& random,
                                       std::vector<std::uint32_t> (*draw)(const BlockModel&, Random&)) {
  const BlockModels only = {model};
  for (int tries = 0; tries < 1000; ++tries) {
    std::vector<std::uint32_t> config = draw(model, random);
    for (const BlockLimit& limit : model.limits) {
      for (std::size_t i = 0; i < pins.config.size(); ++i) {
        if (pins.config[i].name != limit.name) continue;
        const std::uint64_t value = std::max<std::uint64_t>(config[i], limit.least);
        config[i] = static_cast<std::uint32_t>(std::min(value, limit.most));
      }
    }
    if (is_possible(pins, config) && find_block_model(only, pins, model.name, config) != nullptr) return config;
  }
  throw Error("no random machine is within the limits of the " + model.block + ' ' + model.name);
}

}  // namespace gantry::campaign
