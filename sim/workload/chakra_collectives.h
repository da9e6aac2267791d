// SPDX-License-Identifier: Apache-2.0
// Collectives of several ranks' traces: the calls of the ranks are matched in their order, and become transfers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/chakra_trace.h"
#include "workload/collectives.h"
#include "workload/mapping.h"

namespace gantry {

class ChakraCollectives {
 public:
  ChakraCollectives(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), diagnostics_(diagnostics) {}

  /// A collective of a rank, whose task is an event. Calls come rank after rank. The node outlives this object.
  void add(const ChakraNode& node, std::uint32_t rank, std::uint32_t task);

  /// Adds the transfers of all collectives behind the tasks. The event of a rank then waits for what the rank sends and
  /// receives, and each of its sends for what the event waited for. Returns whether there was no problem.
  bool expand();

 private:
  struct Call {
    const ChakraNode* node;
    std::uint32_t task;
  };
  /// Calls of a group by rank, in the order of the file.
  using Group = std::map<std::uint32_t, std::vector<Call>>;
  /// One collective: a call of each rank of the group.
  using Instance = std::vector<std::pair<std::uint32_t, Call>>;

  bool check_group(const std::string& name, const Group& group);
  bool check_instance(const std::string& name, std::size_t number, const Instance& instance);
  void expand(const Instance& instance);
  bool start(const Call& call);

  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::map<std::string, Group> groups_;
  std::uint64_t size_ = 0;  ///< transfers and their waits so far
};

}  // namespace gantry
