// SPDX-License-Identifier: Apache-2.0
#include "gantry/serving/inference_priority.h"

namespace gantry {
inline namespace serving {
namespace {

constexpr int kMillionthsDigits = 6;

}  // namespace

/// Nodes with priority requests compare with each other only, and so do those without.
InferencePriority inference_priority(const NodeState& node, const PriorityRule& rule) {
  const bool urgent = rule.counts == PriorityRule::Counts::priority_tasks && node.priority_tasks > 0;
  const std::uint64_t count = urgent ? node.priority_tasks : node.pending;
  switch (rule.kind) {
    case PriorityRule::Kind::product:  // below 10^9 x 10^27
      return {node.weight * count, 0};
    case PriorityRule::Kind::sum:  // in 10^-18, below 10^9 x 10^9 x 10^12 + 10^9 x 10^27
      return {Amount{rule.a} * count * to_amount({1, 0}) + node.weight * rule.b, 0};
    case PriorityRule::Kind::tie_break:
      return {count, node.weight};
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
