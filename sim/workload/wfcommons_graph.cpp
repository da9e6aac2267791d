// SPDX-License-Identifier: Apache-2.0
#include "workload/wfcommons_graph.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "text/yaml_reader.h"
#include "workload/mapping.h"

namespace gantry {
namespace {

void sort_once(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

std::uint32_t WfGraph::task(WorkloadTask task, const std::string& id) {
  const auto number = static_cast<std::uint32_t>(workload_.tasks.size());
  if (number == kMaxForeignTasks)
    diagnostics_.error(task.where, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
  Node node;
  node.id = id;
  const auto [same, fresh] = by_name_.emplace(task.id, number);
  if (!fresh) {
    const WorkloadTask& first = workload_.tasks[same->second];
    if (id.empty() || nodes_[same->second].id.empty()) {
      diagnostics_.error(task.where, in_quotes(task.id) + " is already the " + (id.empty() ? "id" : "name") +
                                         " of the task on line " + std::to_string(first.where.line));
    } else {
      node.same_name = true;
      nodes_[same->second].same_name = true;
    }
  }
  if (!id.empty() && !by_id_.emplace(id, number).second)
    diagnostics_.error(task.where, in_quotes(id) + " is already the id of another task");
  nodes_.push_back(std::move(node));
  used_.emplace_back();
  workload_.tasks.push_back(std::move(task));
  return number;
}

std::optional<std::uint32_t> WfGraph::find(const std::string& id) const {
  const auto found = by_name_.find(id);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

bool WfGraph::executed(std::uint32_t task) { return !std::exchange(nodes_[task].executed, true); }

void WfGraph::note_not_executed() {
  const auto lacks = [](const Node& node) { return !node.executed; };
  const auto count = std::count_if(nodes_.begin(), nodes_.end(), lacks);
  if (count == 0) return;
  const auto first = std::find_if(nodes_.begin(), nodes_.end(), lacks) - nodes_.begin();
  diagnostics_.note(workload_.tasks[static_cast<std::size_t>(first)].where,
                    std::to_string(count) + " of " + std::to_string(nodes_.size()) +
                        " tasks have no entry in workflow.execution.tasks");
}

void WfGraph::lists(std::uint32_t task, bool parents) {
  (parents ? nodes_[task].lists_parents : nodes_[task].lists_children) = true;
}

void WfGraph::relative(std::uint32_t task, bool parent, const std::string& name, const SourcePosition& where) {
  relatives_.push_back({task, parent, name, where});
}

std::uint32_t WfGraph::file_number(const std::string& name, std::uint64_t bytes) {
  const auto [at, fresh] = file_numbers_.emplace(name, static_cast<std::uint32_t>(file_bytes_.size()));
  if (fresh) file_bytes_.push_back(bytes);
  return at->second;
}

void WfGraph::file(const std::string& id, std::uint64_t bytes, const SourcePosition& where) {
  if (file_numbers_.count(id) != 0) {
    diagnostics_.error(where, "the file " + in_quotes(id) + " is listed twice");
    return;
  }
  file_number(id, bytes);
}

void WfGraph::use(std::uint32_t task, bool input, std::uint32_t file) {
  (input ? used_[task].read : used_[task].written).push_back(file);
}

void WfGraph::uses(std::uint32_t task, bool input, const std::string& file, const SourcePosition& where) {
  const auto known = file_numbers_.find(file);
  if (known == file_numbers_.end() && files_listed_) {
    diagnostics_.error(where, "there is no file " + in_quotes(file) + " in workflow.specification.files");
    return;
  }
  use(task, input, known != file_numbers_.end() ? known->second : file_number(file, 0));
}

void WfGraph::size(const std::string& file, std::uint64_t bytes) {
  const std::uint32_t number = file_number(file, bytes);
  file_bytes_[number] = std::max(file_bytes_[number], bytes);
}

/// Writer and readers may give different sizes of a file. The largest counts for all of them.
void WfGraph::uses(std::uint32_t task, bool input, const std::string& file, std::uint64_t bytes) {
  size(file, bytes);
  use(task, input, file_number(file, bytes));
}

bool WfGraph::resolve(const Relative& relative, std::uint32_t& other) {
  const auto named = by_name_.find(relative.name);
  const auto id = by_id_.find(relative.name);
  if (named != by_name_.end() && !nodes_[named->second].same_name) {
    other = named->second;
  } else if (id != by_id_.end()) {
    other = id->second;
  } else if (named != by_name_.end()) {
    diagnostics_.error(relative.where,
                       "several tasks have the name " + in_quotes(relative.name) + " (an id is needed)");
    return false;
  } else {
    diagnostics_.error(relative.where, "there is no task " + in_quotes(relative.name) + " to be a " +
                                           (relative.parent ? "parent" : "child"));
    return false;
  }
  if (other != relative.task) return true;
  diagnostics_.error(relative.where, "task " + in_quotes(relative.name) + " waits for itself");
  return false;
}

void WfGraph::contradiction(const Edge& edge) {
  const std::string& parent = workload_.tasks[edge.from].id;
  const std::string& child = workload_.tasks[edge.to].id;
  diagnostics_.error(edge.where, edge.by_child ? "task " + in_quotes(child) + " names the parent " + in_quotes(parent) +
                                                     ", which does not list it among its children"
                                               : "task " + in_quotes(parent) + " names the child " + in_quotes(child) +
                                                     ", which does not list it among its parents");
}

std::uint64_t WfGraph::bytes_of(const std::vector<std::uint32_t>& files) const {
  std::uint64_t sum = 0;
  for (const std::uint32_t file : files) sum += std::min(file_bytes_[file], ~std::uint64_t{0} - sum);
  return sum;
}

std::uint64_t WfGraph::bytes_between(std::uint32_t from, std::uint32_t to) const {
  std::vector<std::uint32_t> shared;
  std::set_intersection(used_[from].written.begin(), used_[from].written.end(), used_[to].read.begin(),
                        used_[to].read.end(), std::back_inserter(shared));
  return bytes_of(shared);
}

/// An edge that both sides may name must be named by both.
void WfGraph::add_edges(std::vector<Edge>& edges) {
  const auto key = [](const Edge& e) { return std::make_tuple(e.to, e.from, !e.by_child); };
  const auto same = [](const Edge& a, const Edge& b) { return a.to == b.to && a.from == b.from; };
  std::stable_sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t end = first + 1;
    while (end < edges.size() && same(edges[first], edges[end])) ++end;
    const Edge& edge = edges[first];
    const bool by_parent = !edges[end - 1].by_child;
    if ((edge.by_child && !by_parent && nodes_[edge.from].lists_children) ||
        (!edge.by_child && nodes_[edge.to].lists_parents)) {
      contradiction(edge);
    }
    workload_.tasks[edge.to].after.push_back({edge.from, bytes_between(edge.from, edge.to), false});
    first = end;
  }
}

void WfGraph::finish(bool files_are_objects) {
  for (Files& files : used_) {
    sort_once(files.read);
    sort_once(files.written);
  }
  std::vector<Edge> edges;
  for (const Relative& relative : relatives_) {
    std::uint32_t other = 0;
    if (!resolve(relative, other)) continue;
    edges.push_back({relative.parent ? other : relative.task, relative.parent ? relative.task : other, relative.parent,
                     relative.where});
  }
  add_edges(edges);
  for (std::uint32_t t = 0; t < used_.size(); ++t) {
    workload_.tasks[t].input_bytes = bytes_of(used_[t].read);
    workload_.tasks[t].output_bytes = bytes_of(used_[t].written);
  }
  if (files_are_objects) make_objects_of_files();
  // Where names are ambiguous, all tasks go by their ids, so that the two do not mix.
  const auto ambiguous = [](const Node& node) { return node.same_name; };
  if (std::none_of(nodes_.begin(), nodes_.end(), ambiguous)) return;
  for (std::uint32_t t = 0; t < nodes_.size(); ++t) {
    if (nodes_[t].id.empty()) {
      diagnostics_.error(workload_.tasks[t].where, "task " + in_quotes(workload_.tasks[t].id) +
                                                       " needs an id, because several tasks have the same name");
    } else {
      workload_.tasks[t].id = nodes_[t].id;
    }
  }
}

}  // namespace gantry
