// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/gains.h"

#include <algorithm>

namespace gantry::plan {

Gains gains(const Partition& partition, std::uint32_t task, const GainRule& rule) {
  Gains all;
  for (const Connection& connection : partition.connections(task)) {
    const std::uint64_t gain = connection.weight.first * rule.critical_value;
    if (connection.part == partition.part(task)) {
      all.first = gain;
    } else {
      all.second.push_back({connection.part, gain});
    }
  }
  std::sort(all.second.begin(), all.second.end(),
            [](const SecondGain& a, const SecondGain& b) { return a.part < b.part; });
  return all;
}

std::vector<Candidate> drawn_moves(const Partition& partition, const GainRule& rule) {
  std::vector<Candidate> all;
  for (const std::uint32_t task : partition.problem().graph().flow_order()) {
    const Connection own = partition.connection(task, partition.part(task));
    std::vector<Connection> to;
    for (const Connection& connection : partition.connections(task)) {
      if (connection.part != own.part && is_drawn(own, connection, rule)) to.push_back(connection);
    }
    std::sort(to.begin(), to.end(), [](const Connection& a, const Connection& b) {
      return a.weight.first != b.weight.first ? a.weight.first > b.weight.first : a.part < b.part;
    });
    for (const Connection& connection : to) all.push_back({task, connection.part});
  }
  return all;
}

std::vector<Candidate> candidates(const Partition& partition, const GainRule& rule) {
  std::vector<Candidate> all = drawn_moves(partition, rule);
  all.erase(
      std::remove_if(all.begin(), all.end(), [&](const Candidate& c) { return !partition.may_move(c.task, c.to); }),
      all.end());
  return all;
}

}  // namespace gantry::plan
