// SPDX-License-Identifier: Apache-2.0
#include "workload/chakra_collectives.h"

#include <array>
#include <utility>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Most transfers and waits of all collectives together.
constexpr std::uint64_t kMostExpanded = std::uint64_t{1} << 24;

struct CommType {
  const char* name;
  CollectiveKind kind;
};
/// By the number of `comm_type`.
constexpr std::array<CommType, 10> kCommTypes = {{{"all-reduce", CollectiveKind::all_reduce},
                                                  {"reduce", CollectiveKind::reduce},
                                                  {"all-gather", CollectiveKind::all_gather},
                                                  {"gather", CollectiveKind::gather},
                                                  {"scatter", CollectiveKind::scatter},
                                                  {"broadcast", CollectiveKind::broadcast},
                                                  {"all-to-all", CollectiveKind::all_to_all},
                                                  {"reduce-scatter", CollectiveKind::reduce_scatter},
                                                  {"reduce-scatter", CollectiveKind::reduce_scatter},
                                                  {"barrier", CollectiveKind::barrier}}};

std::string described(const ChakraNode& node) {
  return (*node.kind < kCommTypes.size() ? kCommTypes[static_cast<std::size_t>(*node.kind)].name
                                         : "comm_type " + std::to_string(*node.kind)) +
         std::string(" of ") + std::to_string(node.bytes.value_or(0)) + " bytes";
}

std::string of_group(const std::string& name) { return name.empty() ? "" : " of group " + in_quotes(name); }

}  // namespace

void ChakraCollectives::add(const ChakraNode& node, std::uint32_t rank, std::uint32_t task) {
  groups_[node.group][rank].push_back({&node, task});
}

bool ChakraCollectives::check_group(const std::string& name, const Group& group) {
  const auto& [first_rank, first] = *group.begin();
  for (const auto& [rank, calls] : group) {
    if (calls.size() == first.size()) continue;
    const bool more = calls.size() > first.size();
    const Call& extra = more ? calls[first.size()] : first[calls.size()];
    diagnostics_.error(extra.node->where,
                       "rank " + std::to_string(first_rank) + " has " + std::to_string(first.size()) + " collectives" +
                           of_group(name) + " and rank " + std::to_string(rank) + " has " +
                           std::to_string(calls.size()) + " (node " + std::to_string(extra.node->id) + " of rank " +
                           std::to_string(more ? rank : first_rank) + " is the first without a counterpart)");
    return false;
  }
  return true;
}

bool ChakraCollectives::check_instance(const std::string& name, std::size_t number, const Instance& instance) {
  const auto& [first_rank, first] = instance[0];
  if (*first.node->kind >= kCommTypes.size() || first.node->bytes.value_or(0) > kMaxTaskBytes) {
    diagnostics_.error(first.node->where, "node " + std::to_string(first.node->id) +
                                              ": a collective must have a comm_type from 0 to 9 and at most " +
                                              std::to_string(kMaxTaskBytes) + " bytes, not be " +
                                              described(*first.node));
    return false;
  }
  for (const auto& [rank, call] : instance) {
    if (call.node->kind == first.node->kind && call.node->bytes.value_or(0) == first.node->bytes.value_or(0)) continue;
    diagnostics_.error(call.node->where, "collective " + std::to_string(number) + of_group(name) + " is " +
                                             described(*call.node) + " in node " + std::to_string(call.node->id) +
                                             " of rank " + std::to_string(rank) + " and " + described(*first.node) +
                                             " in node " + std::to_string(first.node->id) + " of rank " +
                                             std::to_string(first_rank));
    return false;
  }
  const CollectiveCall call{kCommTypes[static_cast<std::size_t>(*first.node->kind)].kind, mapping_.collectives,
                            static_cast<std::uint32_t>(instance.size()), first.node->bytes.value_or(0), 0};
  if (const auto reason = unsuitable(call)) {
    diagnostics_.error(first.node->where, "node " + std::to_string(first.node->id) + ": " + *reason);
    return false;
  }
  const std::uint64_t size = collective_size(call);
  size_ = size > kMostExpanded ? kMostExpanded + 1 : size_ + size + instance.size();
  if (size_ > kMostExpanded || workload_.tasks.size() + size_ > 4 * kMaxForeignTasks) {
    diagnostics_.error(first.node->where,
                       "the collectives become more than " + std::to_string(kMostExpanded) + " transfers and waits");
    return false;
  }
  return true;
}

/// What the event waits for becomes one task, if it is several. Returns whether there is any.
bool ChakraCollectives::start(const Call& call) {
  if (workload_.tasks[call.task].after.size() > 1) {
    WorkloadTask begin;
    begin.id = workload_.tasks[call.task].id + ".start";
    begin.cls = TaskClass::event;
    begin.weight = mapping_.weight;
    begin.where = workload_.tasks[call.task].where;
    begin.after = std::move(workload_.tasks[call.task].after);
    workload_.tasks[call.task].after = {{static_cast<std::uint32_t>(workload_.tasks.size()), 0, false}};
    workload_.tasks.push_back(std::move(begin));
  }
  return !workload_.tasks[call.task].after.empty();
}

void ChakraCollectives::expand(const Instance& instance) {
  const ChakraNode& node = *instance[0].second.node;
  const std::vector<Transfer> transfers =
      expand_collective({kCommTypes[static_cast<std::size_t>(*node.kind)].kind, mapping_.collectives,
                         static_cast<std::uint32_t>(instance.size()), node.bytes.value_or(0), 0});
  std::vector<WorkloadEdge> starts;  // by member; kNone: it waits for nothing
  for (const auto& member : instance) {
    const bool waits = start(member.second);
    starts.push_back({waits ? workload_.tasks[member.second.task].after[0].task : kNone, 0, false});
    if (!transfers.empty()) workload_.tasks[member.second.task].after.clear();
  }
  const auto base = static_cast<std::uint32_t>(workload_.tasks.size());
  std::vector<bool> sends(instance.size());
  for (const Transfer& transfer : transfers) {
    const auto& [from_rank, from] = instance[transfer.from];
    const auto& [to_rank, to] = instance[transfer.to];
    const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
    WorkloadTask task;
    task.id = workload_.tasks[from.task].id + ".step" + std::to_string(transfer.step) + ".r" + std::to_string(to_rank);
    task.cls = TaskClass::communication;
    task.processor = std::string(kDmaType);
    task.weight = mapping_.weight;
    task.where = from.node->where;
    task.input_bytes = transfer.bytes;
    task.output_bytes = transfer.bytes;
    if (starts[transfer.from].task != kNone) task.after.push_back(starts[transfer.from]);
    for (const std::uint32_t earlier : transfer.after) task.after.push_back({base + earlier, 0, false});
    workload_.tasks.push_back(std::move(task));
    sends[transfer.from] = true;
    workload_.tasks[from.task].after.push_back({number, 0, false});
    workload_.tasks[to.task].after.push_back({number, 0, false});
  }
  // No transfer of a rank that only receives waits for what the rank waits for.
  for (std::size_t i = 0; i < instance.size() && !transfers.empty(); ++i) {
    if (!sends[i] && starts[i].task != kNone) workload_.tasks[instance[i].second.task].after.push_back(starts[i]);
  }
}

bool ChakraCollectives::expand() {
  const std::size_t before = diagnostics_.size();
  for (const auto& [name, group] : groups_) {
    if (!check_group(name, group)) continue;
    for (std::size_t k = 0; k < group.begin()->second.size() && diagnostics_.size() - before < kMostProblems; ++k) {
      Instance instance;
      for (const auto& [rank, calls] : group) instance.emplace_back(rank, calls[k]);
      if (check_instance(name, k, instance) && diagnostics_.size() == before) expand(instance);
    }
  }
  if (diagnostics_.size() == before && workload_.tasks.size() > kMaxForeignTasks)
    diagnostics_.error(workload_.where, "the ranks have more than " + std::to_string(kMaxForeignTasks) + " tasks");
  return diagnostics_.size() == before;
}

}  // namespace gantry
