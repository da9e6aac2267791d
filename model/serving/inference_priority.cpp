// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/inference_priority.h"

namespace gantry {
inline namespace serving {
namespace {

constexpr int kMillionthsDigits = 6;

}  // namespace

InferencePriority inference_priority(const NodeState& node, const PriorityRule& rule) {
  switch (rule.kind) {
    case PriorityRule::Kind::product:  // below 10^9 x 10^27
      return {node.weight * node.pending, 0};
    case PriorityRule::Kind::sum:  // in 10^-18, below 10^9 x 10^9 x 10^12 + 10^9 x 10^27
      return {Amount{rule.a} * node.pending * to_amount({1, 0}) + node.weight * rule.b, 0};
    case PriorityRule::Kind::tie_break:
      return {node.pending, node.weight};
  }
  return {};
}

std::string to_text(const InferencePriority& priority, const PriorityRule& rule) {
  switch (rule.kind) {
    case PriorityRule::Kind::product:
      return to_text(priority.first, kAmountDigits);
    case PriorityRule::Kind::sum:
      return to_text(priority.first, kAmountDigits + kMillionthsDigits);
    case PriorityRule::Kind::tie_break:
      break;
  }
  return to_text(priority.first, 0);
}

}  // namespace serving
}  // namespace gantry
