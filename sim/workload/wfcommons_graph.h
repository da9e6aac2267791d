// SPDX-License-Identifier: Apache-2.0
// Joins the parts of a WfFormat file: parents and children, and the files that tasks read and write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

class WfGraph {
 public:
  WfGraph(Workload& workload, Diagnostics& diagnostics) : workload_(workload), diagnostics_(diagnostics) {}

  /// Adds a task and returns its index. Its id must be new, unless it is only a name and `id` distinguishes it.
  std::uint32_t task(WorkloadTask task, const std::string& id = "");
  [[nodiscard]] std::optional<std::uint32_t> find(const std::string& id) const;
  /// Returns false if the execution was already given.
  bool executed(std::uint32_t task);
  /// Notes how many tasks have no execution.
  void note_not_executed();

  /// The task lists its parents (or children), of which each is then added.
  void lists(std::uint32_t task, bool parents);
  void relative(std::uint32_t task, bool parent, const std::string& name, const SourcePosition& where);

  void files_are_listed() { files_listed_ = true; }
  void file(const std::string& id, std::uint64_t bytes, const SourcePosition& where);
  void uses(std::uint32_t task, bool input, const std::string& file, const SourcePosition& where);
  /// The bytes of a file, or a part of what is known of them: the largest counts.
  void size(const std::string& file, std::uint64_t bytes);
  /// The same for formats with the size beside the name.
  void uses(std::uint32_t task, bool input, const std::string& file, std::uint64_t bytes);

  /// Call at the end: makes the edges, their bytes, and the bytes read and written. `files_are_objects`: a file that
  /// one task writes, or none, becomes a data object (docs/data.md, "Files"); its bytes count in WorkloadEdge::filed
  /// and not among those that tasks read and write.
  void finish(bool files_are_objects);

 private:
  struct Relative {
    std::uint32_t task;
    bool parent;
    std::string name;
    SourcePosition where;
  };
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    bool by_child;  ///< whether the child named the edge
    SourcePosition where;
  };
  struct Files {
    std::vector<std::uint32_t> read;  ///< file numbers, each once, ascending
    std::vector<std::uint32_t> written;
  };
  struct Node {
    bool lists_parents = false;
    bool lists_children = false;
    bool executed = false;
    bool same_name = false;  ///< another task has the same name
    std::string id;
  };

  void use(std::uint32_t task, bool input, std::uint32_t file);
  void make_objects_of_files();
  std::uint32_t file_number(const std::string& name, std::uint64_t bytes);
  bool resolve(const Relative& relative, std::uint32_t& other);
  void add_edges(std::vector<Edge>& edges);
  void contradiction(const Edge& edge);
  [[nodiscard]] std::uint64_t bytes_between(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::uint64_t bytes_of(const std::vector<std::uint32_t>& files) const;

  Workload& workload_;
  Diagnostics& diagnostics_;
  std::vector<Node> nodes_;
  std::vector<Files> used_;
  std::vector<Relative> relatives_;
  std::unordered_map<std::string, std::uint32_t> by_name_;  ///< for look-ups only
  std::unordered_map<std::string, std::uint32_t> by_id_;    ///< for look-ups only
  std::unordered_map<std::string, std::uint32_t> file_numbers_;
  std::vector<std::uint64_t> file_bytes_;
  bool files_listed_ = false;
};

}  // namespace gantry
