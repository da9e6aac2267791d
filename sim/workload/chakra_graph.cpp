// SPDX-License-Identifier: Apache-2.0
// Nodes become tasks and data_deps edges. With several ranks a send is the transfer, and its receive an event behind
// it. A collective is an event per rank, between which and the rank's predecessors stand the transfers of all ranks.
#include "workload/chakra_graph.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "text/yaml_reader.h"
#include "workload/chakra_collectives.h"

namespace gantry {
namespace {

using Type = ChakraType;

/// Source, destination and tag.
using Channel = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

struct Ends {
  std::vector<std::uint32_t> sends;  ///< tasks
  std::vector<std::uint32_t> receives;
};

class ChakraGraph {
 public:
  ChakraGraph(const std::vector<std::shared_ptr<const ChakraNodes>>& ranks, std::uint32_t first, const Mapping& mapping,
              Workload& workload, Diagnostics& diagnostics)
      : ranks_(ranks),
        first_(first),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        collectives_(mapping, workload, diagnostics) {}

  bool make();

 private:
  [[nodiscard]] bool many() const { return ranks_.size() > 1; }
  [[nodiscard]] bool is_automatic() const { return mapping_.communication == Communication::automatic; }
  [[nodiscard]] bool moves_bytes() const {
    return mapping_.communication == Communication::bytes || (is_automatic() && many());
  }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }
  [[nodiscard]] std::string name(const ChakraNode& node, std::size_t rank) const;
  [[nodiscard]] std::string processor(const ChakraNode& node, std::size_t rank) const;
  void rank(std::size_t number);
  void task(const ChakraNode& node, std::size_t rank);
  void computation(const ChakraNode& node, WorkloadTask& task);
  void transfer(const ChakraNode& node, std::optional<std::uint64_t> bytes, WorkloadTask& task);
  void message(const ChakraNode& node, std::size_t rank, WorkloadTask& task);
  void edges(const ChakraNode& node, std::uint32_t task);
  void pair_messages();
  void pair(const Channel& channel, std::uint32_t send, std::uint32_t receive);
  void unpaired(const Channel& channel, const Ends& ends);
  void write_notes();

  const std::vector<std::shared_ptr<const ChakraNodes>>& ranks_;
  std::uint32_t first_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  ChakraCollectives collectives_;
  bool timed_ = false;                                      ///< a node of the current rank has a duration
  std::unordered_map<std::uint64_t, std::uint32_t> by_id_;  ///< tasks of the current rank; looked up only
  std::vector<std::uint32_t> last_successor_;               ///< by task: the last one with an edge from it
  std::map<Channel, Ends> messages_;
  std::vector<std::pair<std::uint32_t, Operator>> operators_;  ///< by task, rising
  std::uint64_t lone_messages_ = 0;                            ///< sends and receives whose peer is not read
  std::uint64_t missing_control_ = 0;                          ///< ctrl_deps that name missing nodes
  std::uint64_t data_edges_ = 0;
  std::uint64_t control_edges_ = 0;
  std::uint64_t left_out_ = 0;     ///< nodes whose duration is not used
  std::uint64_t left_out_us_ = 0;  ///< and the sum of them
  std::uint64_t partial_ = 0;      ///< collectives over some dimensions of the topology
};

std::string ChakraGraph::name(const ChakraNode& node, std::size_t rank) const {
  return (many() ? 'r' + std::to_string(rank) + '.' : std::string()) + std::to_string(node.id);
}

/// The mapping's processor, with `{rank}` and `{device}` replaced; by default each of several ranks has a type.
std::string ChakraGraph::processor(const ChakraNode& node, std::size_t rank) const {
  std::string text = mapping_.processor.empty() && many() ? "rank{rank}" : mapping_.processor;
  for (const auto& [word, meaning] : {std::pair<std::string_view, std::string>{"{rank}", std::to_string(rank + first_)},
                                      {"{device}", node.host ? "cpu" : "npu"}}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + meaning.size()))
      text.replace(at, word.size(), meaning);
  }
  return text;
}

/// In a trace without any duration a computation with operations is an operator: a multiply-accumulate is two of them,
/// and the bytes of its tensors are read in equal parts by its jobs.
void ChakraGraph::computation(const ChakraNode& node, WorkloadTask& task) {
  if (timed_) {
    task.work = Decimal{node.micros, 0};
  } else if (node.operations.value_or(0) > 0) {
    Operator op;
    op.type = "operations";
    op.kind = OperatorKind::matrix;
    op.macs = *node.operations / 2 + *node.operations % 2;
    op.input = {node.tensor.value_or(0), node.tensor.value_or(0)};
    op.rows = std::max<std::uint64_t>(op.macs, 1);
    operators_.emplace_back(static_cast<std::uint32_t>(workload_.tasks.size()), std::move(op));
  }
}

/// A node that moves bytes. Without any it is what its duration says: the call that launches a transfer, as a rule.
void ChakraGraph::transfer(const ChakraNode& node, std::optional<std::uint64_t> bytes, WorkloadTask& task) {
  if (!bytes || *bytes == 0) {
    computation(node, task);
    return;
  }
  task.cls = TaskClass::communication;
  task.processor = mapping_.processor.empty() && !many() ? "" : std::string(kDmaType);
  if (moves_bytes() || (is_automatic() && node.micros == 0)) {
    task.input_bytes = *bytes;
    task.output_bytes = *bytes;
    left_out_ += node.micros > 0 ? 1 : 0;
    left_out_us_ += node.micros;
  } else {
    task.work = Decimal{node.micros, 0};
  }
}

void ChakraGraph::message(const ChakraNode& node, std::size_t rank, WorkloadTask& task) {
  const bool sends = node.type == Type::send;
  transfer(node, node.bytes, task);
  if (task.cls != TaskClass::communication) return;
  if (!many()) {
    ++lone_messages_;
    return;
  }
  const auto& peer = sends ? node.target : node.source;
  if (!peer || *peer >= ranks_.size()) {
    diagnostics_.error(node.where, "node " + std::to_string(node.id) + " of rank " + std::to_string(rank) + ": " +
                                       (sends ? "comm_dst" : "comm_src") + " must be a rank from 0 to " +
                                       std::to_string(ranks_.size() - 1) + ", not " +
                                       (peer ? std::to_string(*peer) : "nothing"));
    return;
  }
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
  Ends& ends = sends ? messages_[{rank, *peer, node.tag}] : messages_[{*peer, rank, node.tag}];
  (sends ? ends.sends : ends.receives).push_back(number);
  if (sends) return;
  task.cls = TaskClass::event;
  task.processor.clear();
  task.work = {};
}

void ChakraGraph::task(const ChakraNode& node, std::size_t rank) {
  WorkloadTask task;
  task.id = name(node, rank);
  task.weight = mapping_.weight;
  task.cls = mapping_.cls;
  task.where = node.where;
  task.processor = processor(node, rank);
  switch (node.type) {
    case Type::invalid:
      diagnostics_.error(node.where, "node " + std::to_string(node.id) + " has no type");
      break;
    case Type::metadata:
      task.cls = TaskClass::event;
      task.processor.clear();
      break;
    case Type::compute:
      computation(node, task);
      break;
    case Type::load:
    case Type::store:
      transfer(node, node.tensor, task);
      break;
    case Type::send:
    case Type::receive:
      message(node, rank, task);
      break;
    case Type::collective:
      partial_ += node.some_dimensions ? 1 : 0;
      if (many() && moves_bytes() && node.kind) {
        collectives_.add(node, static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(workload_.tasks.size()));
        task.cls = TaskClass::event;
        task.processor.clear();
      } else {
        transfer(node, node.bytes, task);
      }
      break;
  }
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
  const auto [same, fresh] = by_id_.emplace(node.id, number);
  if (!fresh) {
    diagnostics_.error(node.where, "node " + std::to_string(node.id) + " is there already (each id once), on line " +
                                       std::to_string(workload_.tasks[same->second].where.line) + ", column " +
                                       std::to_string(workload_.tasks[same->second].where.column));
  }
  workload_.tasks.push_back(std::move(task));
}

void ChakraGraph::edges(const ChakraNode& node, std::uint32_t task) {
  const auto wait_for = [&](std::uint32_t predecessor) {
    if (last_successor_[predecessor] == task) return;
    last_successor_[predecessor] = task;
    workload_.tasks[task].after.push_back({predecessor, 0, false});
  };
  data_edges_ += node.data_deps.size();
  control_edges_ += node.ctrl_deps.size();
  for (const std::uint64_t id : node.data_deps) {
    const auto found = by_id_.find(id);
    if (found != by_id_.end() && found->second != task) {
      wait_for(found->second);
    } else if (!hopeless()) {
      diagnostics_.error(node.where, "node " + std::to_string(node.id) +
                                         (found == by_id_.end()
                                              ? ": data_deps names node " + std::to_string(id) + ", which is not there"
                                              : " waits for itself"));
    }
  }
  for (const std::uint64_t id : node.ctrl_deps) {
    const auto found = by_id_.find(id);
    missing_control_ += found == by_id_.end() ? 1 : 0;
    if (mapping_.ctrl_deps && found != by_id_.end() && found->second != task) wait_for(found->second);
  }
}

void ChakraGraph::rank(std::size_t number) {
  const ChakraNodes& nodes = *ranks_[number];
  if (workload_.tasks.size() + nodes.size() > kMaxForeignTasks) {
    diagnostics_.error(workload_.where, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
    return;
  }
  timed_ = std::any_of(nodes.begin(), nodes.end(), [](const ChakraNode& node) { return node.micros > 0; });
  by_id_.clear();
  const auto base = static_cast<std::uint32_t>(workload_.tasks.size());
  for (const ChakraNode& node : nodes) {
    if (!hopeless()) task(node, number);
  }
  last_successor_.resize(workload_.tasks.size(), kNone);
  for (std::uint32_t i = 0; i < nodes.size() && !hopeless(); ++i) edges(nodes[i], base + i);
}

void ChakraGraph::unpaired(const Channel& channel, const Ends& ends) {
  const auto& [source, target, tag] = channel;
  const bool sends = ends.sends.size() > ends.receives.size();
  const auto& more = sends ? ends.sends : ends.receives;
  const WorkloadTask& first = workload_.tasks[more[std::min(ends.sends.size(), ends.receives.size())]];
  diagnostics_.error(first.where, "node " + first.id.substr(first.id.find('.') + 1) + " of rank " +
                                      std::to_string(sends ? source : target) +
                                      (sends ? " sends to" : " receives from") + " rank " +
                                      std::to_string(sends ? target : source) + " with tag " + std::to_string(tag) +
                                      ", and that rank has no " + (sends ? "receive" : "send") + " for it");
}

void ChakraGraph::pair(const Channel& channel, std::uint32_t send, std::uint32_t receive) {
  const auto node_of = [&](std::uint32_t number) {
    const std::string& id = workload_.tasks[number].id;
    return id.substr(id.find('.') + 1);
  };
  const WorkloadTask& sends = workload_.tasks[send];
  WorkloadTask& receives = workload_.tasks[receive];
  if (sends.input_bytes != receives.input_bytes) {
    const auto& [source, target, tag] = channel;
    diagnostics_.error(receives.where, "node " + node_of(receive) + " of rank " + std::to_string(target) +
                                           " receives " + std::to_string(receives.input_bytes) + " bytes from rank " +
                                           std::to_string(source) + " with tag " + std::to_string(tag) +
                                           ", and that rank sends " + std::to_string(sends.input_bytes) + " in node " +
                                           node_of(send));
  }
  receives.input_bytes = 0;  // they move with the send
  receives.output_bytes = 0;
  receives.after.push_back({send, 0, false});
}

/// The k-th receive of a channel waits for the k-th send.
void ChakraGraph::pair_messages() {
  for (const auto& [channel, ends] : messages_) {
    if (hopeless()) return;
    if (ends.sends.size() != ends.receives.size()) {
      unpaired(channel, ends);
      continue;
    }
    for (std::size_t k = 0; k < ends.sends.size() && !hopeless(); ++k) pair(channel, ends.sends[k], ends.receives[k]);
  }
}

void ChakraGraph::write_notes() {
  const auto note = [&](const std::string& text) { diagnostics_.note(workload_.where, text); };
  if (lone_messages_ > 0) {
    note(std::to_string(lone_messages_) +
         " send and receive nodes move their bytes and wait for no other rank (mapping.ranks reads the other ranks)");
  }
  if (data_edges_ == 0 && control_edges_ > 0 && !mapping_.ctrl_deps) {
    note("no node has data_deps; " + std::to_string(control_edges_) +
         " ctrl_deps order nothing (mapping.ctrl_deps: true makes them edges)");
  } else if (missing_control_ > 0) {
    note(std::to_string(missing_control_) + " ctrl_deps name nodes that are not there");
  }
  if (left_out_ > 0) {
    note("the durations of " + std::to_string(left_out_) + " communication nodes, " + std::to_string(left_out_us_) +
         " us, are left out: their bytes move (mapping.communication: time takes the durations instead)");
  }
  if (partial_ > 0 && many()) {
    note(std::to_string(partial_) +
         " collectives name some dimensions of the topology in involved_dim; all ranks of their group take part");
  }
}

bool ChakraGraph::make() {
  for (std::size_t number = 0; number < ranks_.size() && !hopeless(); ++number) rank(number);
  if (diagnostics_.size() != before_) return false;
  pair_messages();
  if (diagnostics_.size() != before_ || !collectives_.expand()) return false;
  if (!operators_.empty()) workload_.model.operators.resize(workload_.tasks.size());
  for (auto& [number, op] : operators_) workload_.model.operators[number] = std::move(op);
  write_notes();
  return true;
}

}  // namespace

bool make_chakra_graph(const std::vector<std::shared_ptr<const ChakraNodes>>& ranks, std::uint32_t first,
                       const Mapping& mapping, Workload& workload, Diagnostics& diagnostics) {
  return ChakraGraph(ranks, first, mapping, workload, diagnostics).make();
}

}  // namespace gantry
