// SPDX-License-Identifier: Apache-2.0
// All ideals (down-sets) of an acyclic graph: sets of nodes that contain all predecessors of their members.
#pragma once

#include <cstdint>
#include <vector>

namespace gantry::plan {

class Ideals {
 public:
  struct Arc {
    std::uint32_t node;  ///< node that is added
    std::uint32_t to;    ///< resulting ideal
  };

  /// `before`, `after`: direct predecessors and successors by node. Stops at the first ideal above `most`; then
  /// is_complete() is false.
  Ideals(const std::vector<std::vector<std::uint32_t>>& before, const std::vector<std::vector<std::uint32_t>>& after,
         std::uint32_t most);

  [[nodiscard]] bool is_complete() const { return complete_; }
  /// Ideals are numbered from the empty one to the whole graph, which is the last; a superset has a larger number.
  [[nodiscard]] std::uint32_t size() const { return count_; }
  [[nodiscard]] bool has(std::uint32_t ideal, std::uint32_t node) const {
    return (set(ideal)[node / 64] >> (node % 64) & 1U) != 0;
  }
  [[nodiscard]] const Arc* arcs_begin(std::uint32_t ideal) const { return arcs_.data() + begin_[ideal]; }
  [[nodiscard]] const Arc* arcs_end(std::uint32_t ideal) const { return arcs_.data() + begin_[ideal + 1]; }

 private:
  [[nodiscard]] const std::uint64_t* set(std::uint32_t ideal) const { return sets_.data() + ideal * words_; }
  /// Returns the number of the ideal plus the node, and adds it if it is new.
  std::uint32_t joined(std::uint32_t ideal, std::uint32_t node);
  void grow();

  std::size_t words_;
  std::uint32_t count_ = 0;
  bool complete_ = true;
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint64_t> hash_;  ///< by ideal: xor of its nodes' keys
  std::vector<std::uint64_t> key_;   ///< by node
  std::vector<std::uint32_t> table_;
  std::vector<Arc> arcs_;
  std::vector<std::size_t> begin_;
};

}  // namespace gantry::plan
