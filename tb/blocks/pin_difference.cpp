// SPDX-License-Identifier: Apache-2.0
#include "blocks/pin_difference.h"

#include <algorithm>

#include "blocks/pin_text.h"

namespace gantry {

std::optional<std::string> pin_difference(const BlockPins& pins, const std::vector<PinMessage>& model,
                                          const std::vector<PinMessage>& rtl,
                                          const std::optional<Cycle>& asleep_until) {
  for (std::uint32_t l = 0; l < pins.outputs.size(); ++l) {
    const PinLink& link = pins.outputs[l];
    const auto has = [&](const PinMessage& m) { return m.link == l; };
    const auto same = [&](const PinMessage& a, const PinMessage& b) {
      for (std::size_t i = 0; i < link.fields.size(); ++i) {
        if (!link.fields[i].looked_up && a.values.at(i) != b.values.at(i)) return false;
      }
      return true;
    };
    // Nearly always there is nothing, or one message of one link.
    auto a = std::find_if(model.begin(), model.end(), has);
    auto b = std::find_if(rtl.begin(), rtl.end(), has);
    while (a != model.end() && b != rtl.end() && same(*a, *b)) {
      a = std::find_if(a + 1, model.end(), has);
      b = std::find_if(b + 1, rtl.end(), has);
    }
    if (a == model.end() && b == rtl.end()) continue;
    const auto of_link = [&](const std::vector<PinMessage>& all) {
      std::vector<PinMessage> some;
      std::copy_if(all.begin(), all.end(), std::back_inserter(some), has);
      return messages_text(link, false, some);
    };
    std::string asleep;
    if (asleep_until) {
      asleep = " (not clocked: due_o said " + (*asleep_until == kNever ? "none" : std::to_string(*asleep_until)) + ')';
    }
    return std::string(pins.block) + ": model and rtl differ in the link " + std::string(link.name) +
           "\n  model: " + of_link(model) + "\n  rtl:   " + of_link(rtl) + asleep;
  }
  return std::nullopt;
}

}  // namespace gantry
