// SPDX-License-Identifier: Apache-2.0
#include "core/share_meter.h"

#include <algorithm>

namespace gantry {

void ShareMeter::settle(Class& c) {
  if (c.picks_since == 0) return;
  const double per_weight = static_cast<double>(c.picks_since) / static_cast<double>(c.sum);
  for (const std::uint32_t weight : c.present) {
    Weight& w = c.weights[weight];
    w.promised += per_weight * static_cast<double>(weight * w.entries);
  }
  c.picks_since = 0;
}

double ShareMeter::promised(const Class& c, std::uint32_t weight) {
  const Weight& w = c.weights[weight];
  if (c.picks_since == 0) return w.promised;
  return w.promised + static_cast<double>(c.picks_since * weight * w.entries) / static_cast<double>(c.sum);
}

void ShareMeter::joined(std::uint32_t cls, std::uint32_t weight) {
  Class& c = classes_[cls];
  settle(c);
  Weight& w = c.weights[weight];
  w.occurred = true;
  if (w.entries++ == 0) c.present.push_back(weight);
  c.sum += weight;
}

void ShareMeter::picked(std::uint32_t cls, std::uint32_t weight, Cycle waited) {
  Class& c = classes_[cls];
  Weight& w = c.weights[weight];
  // Between two of its picks a weight falls behind, so its lag is largest right before one.
  w.lag = std::max(w.lag, promised(c, weight) - static_cast<double>(w.picks));
  ++w.picks;
  ++c.picks;
  ++c.picks_since;
  w.longest_wait = std::max(w.longest_wait, waited);
}

void ShareMeter::left(std::uint32_t cls, std::uint32_t weight) {
  Class& c = classes_[cls];
  settle(c);
  c.weights[weight].lag =
      std::max(c.weights[weight].lag, promised(c, weight) - static_cast<double>(c.weights[weight].picks));
  if (--c.weights[weight].entries == 0) c.present.erase(std::find(c.present.begin(), c.present.end(), weight));
  c.sum -= weight;
}

std::vector<ShareStats> ShareMeter::stats(const std::vector<std::string>& names) {
  std::vector<ShareStats> rows;
  for (std::size_t cls = 0; cls < classes_.size(); ++cls) {
    Class& c = classes_[cls];
    settle(c);
    for (std::uint32_t weight = 1; weight < kWeights; ++weight) {
      const Weight& w = c.weights[weight];
      if (!w.occurred) continue;
      ShareStats row;
      row.cls = names[cls];
      row.weight = weight;
      row.picks = w.picks;
      if (c.picks > 0) {
        row.share = static_cast<double>(w.picks) / static_cast<double>(c.picks);
        row.expected_share = w.promised / static_cast<double>(c.picks);
      }
      row.lag = std::max(w.lag, promised(c, weight) - static_cast<double>(w.picks));
      row.longest_wait = w.longest_wait;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace gantry
