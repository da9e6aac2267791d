// SPDX-License-Identifier: Apache-2.0
#include "blocks/block_model.h"

#include <algorithm>

namespace gantry {
namespace {

std::uint64_t constant(const BlockPins& pins, const std::vector<std::uint32_t>& config, std::string_view name) {
  for (std::size_t i = 0; i < pins.config.size(); ++i) {
    if (pins.config[i].name == name) return config[i];
  }
  return 0;
}

/// Sums of products of constants and numbers.
std::uint64_t value_of(const BlockPins& pins, const std::vector<std::uint32_t>& config, std::string_view expression) {
  std::uint64_t sum = 0;
  while (!expression.empty()) {
    const std::size_t plus = expression.find('+');
    std::string_view term = expression.substr(0, plus);
    expression = plus == std::string_view::npos ? std::string_view() : expression.substr(plus + 1);
    std::uint64_t product = 1;
    while (!term.empty()) {
      const std::size_t times = term.find('*');
      const std::string_view factor = term.substr(0, times);
      term = times == std::string_view::npos ? std::string_view() : term.substr(times + 1);
      const bool number = !factor.empty() && factor.find_first_not_of("0123456789") == std::string_view::npos;
      product *= number ? std::stoull(std::string(factor)) : constant(pins, config, factor);
    }
    sum += product;
  }
  return sum;
}

}  // namespace

const BlockModel* find_block_model(const BlockModels& models, const BlockPins& pins, std::string_view name,
                                   const std::vector<std::uint32_t>& config) {
  for (const BlockModel& model : models) {
    const bool serves = std::all_of(model.limits.begin(), model.limits.end(), [&](const BlockLimit& limit) {
      return limit.holds(value_of(pins, config, limit.name));
    });
    if (model.block == pins.block && model.name == name && serves) return &model;
  }
  return nullptr;
}

std::string no_block_model(const BlockModels& models, const BlockPins& pins, std::string_view name,
                           const std::vector<std::uint32_t>& config) {
  // Of the one that comes nearest, of equal ones the largest.
  std::vector<std::string> nearest;
  bool built = false;
  for (const BlockModel& model : models) {
    if (model.block != pins.block || model.name != name) continue;
    std::vector<std::string> beyond;
    for (const BlockLimit& limit : model.limits) {
      const std::uint64_t is = value_of(pins, config, limit.name);
      if (limit.holds(is)) continue;
      const std::string least = limit.least == 0 ? "at most " : std::to_string(limit.least) + "..";
      beyond.push_back(limit.name + " of " + std::to_string(is) + " (" + least + std::to_string(limit.most) + ')');
    }
    if (!built || beyond.size() <= nearest.size()) nearest = beyond;
    built = true;
  }
  const std::string block(pins.block);
  std::string text = "the " + block + " in Verilog is not built for ";
  for (const std::string& limit : nearest) text += (&limit == &nearest.front() ? "" : ", ") + limit;
  if (built) return text;
  return "there is no " + block + " in Verilog of the name '" + std::string(name) + "' in this program";
}

}  // namespace gantry
