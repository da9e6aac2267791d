// SPDX-License-Identifier: Apache-2.0
// graphml: directed graphs in GraphML (XML): nodes with their work and edges with their bytes in `<data>` elements,
// whose keys have names. Nodes of graphs inside of nodes are tasks, too.
#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/xml_file.h"

namespace gantry {
namespace {

/// Usual names of the work of a node. The first that a key of the file has is taken. `t` is STOMP's.
constexpr std::array<const char*, 10> kUsualWork = {"work", "time",   "cycles", "runtime", "duration",
                                                    "cost", "weight", "size",   "wcet",    "t"};
constexpr std::array<const char*, 5> kUsualBytes = {"bytes", "size", "data", "volume", "weight"};

/// A value of nodes or of edges: the ids of its keys (networkx writes one for each type of numbers), and what stands
/// for it where there is no `<data>`.
struct GraphKey {
  std::set<std::string> ids;
  std::string fallback;
};

class GraphmlReader {
 public:
  GraphmlReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                Diagnostics& diagnostics)
      : xml_(text, file, diagnostics),
        file_(file),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  void read();

 private:
  using Names = std::vector<std::string_view>;

  void choose_keys();
  std::optional<GraphKey> key(const char* domain, const std::string& named, const Names& usual, const char* field);
  void element(const pugi::xml_node& node);
  void node(const pugi::xml_node& node);
  void edge(const pugi::xml_node& node);
  void check_direction(const pugi::xml_node& edge);
  std::optional<std::uint32_t> end(const pugi::xml_node& edge, const char* which);
  static std::string value(const pugi::xml_node& of, const GraphKey& key, pugi::xml_node& at);
  /// Nothing if the file gives none.
  std::optional<Decimal> amount(const pugi::xml_node& of, const std::optional<GraphKey>& key, const char* what);
  void set_class(const pugi::xml_node& of, WorkloadTask& task);
  void set_weight(const pugi::xml_node& of, WorkloadTask& task);
  void leave_out(const pugi::xml_node& node, const char* what) {
    if (left_out_.insert(what).second) diagnostics_.note(xml_.where(node), std::string(what) + " are not read");
  }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  XmlFile xml_;
  const std::string& file_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::optional<GraphKey> work_;
  std::optional<GraphKey> bytes_;
  std::optional<GraphKey> cls_;
  std::optional<GraphKey> weight_;
  std::unordered_map<std::string, std::uint32_t> tasks_;  ///< looked up only
  std::vector<pugi::xml_node> edges_;
  std::set<std::string> left_out_;
};

void GraphmlReader::read() {
  workload_.unit = "u.t.";
  if (!xml_.load("graphml", "GraphML")) return;
  choose_keys();
  const pugi::xml_node graph = xml_.root().child("graph");
  if (!graph) {
    xml_.error(xml_.root(), "there is no element `graph`");
    return;
  }
  if (graph.next_sibling("graph")) leave_out(graph.next_sibling("graph"), "graphs after the first");
  const std::string name = graph.attribute("id").value();
  if (!name.empty() && is_one_line(name)) workload_.name = name;
  // In document order and without recursion, because graphs may stand in nodes.
  for (pugi::xml_node at = graph.first_child(); at && !hopeless();) {
    element(at);
    pugi::xml_node next = at.first_child();
    while (!next && at != graph) {
      next = at.next_sibling();
      if (!next) at = at.parent();
    }
    at = next;
  }
  for (const pugi::xml_node& found : edges_) {
    if (!hopeless()) edge(found);
  }
}

void GraphmlReader::element(const pugi::xml_node& found) {
  const auto is = [&](const char* name) { return std::strcmp(found.name(), name) == 0; };
  if (is("node")) node(found);
  if (is("edge")) edges_.push_back(found);
  if (is("hyperedge")) leave_out(found, "hyperedges");
}

void GraphmlReader::choose_keys() {
  const FieldNames& fields = mapping_.fields;
  work_ = key("node", fields.work, {kUsualWork.begin(), kUsualWork.end()}, "work");
  bytes_ = key("edge", fields.bytes, {kUsualBytes.begin(), kUsualBytes.end()}, "bytes");
  cls_ = key("node", fields.cls, {}, "class");
  weight_ = key("node", fields.weight, {}, "weight");
}

/// The key of this name, or without one the first of the usual names that the file has.
std::optional<GraphKey> GraphmlReader::key(const char* domain, const std::string& named, const Names& usual,
                                           const char* field) {
  Names names = usual;
  if (!named.empty()) names = {named};
  for (const std::string_view name : names) {
    GraphKey key;
    for (const pugi::xml_node& found : xml_.root().children("key")) {
      const std::string of = found.attribute("for").value();
      const pugi::xml_attribute called = found.attribute("attr.name");
      if ((of != domain && of != "all" && !of.empty()) || name != (called ? called : found.attribute("id")).value())
        continue;
      key.ids.insert(found.attribute("id").value());
      if (key.fallback.empty()) key.fallback = found.child("default").child_value();
    }
    if (!key.ids.empty()) return key;
  }
  if (!named.empty()) {
    diagnostics_.error({file_, 1, 1}, std::string("no key of a ") + domain + " has the name " + in_quotes(named) +
                                          " (mapping.fields." + field + ')');
  }
  return std::nullopt;
}

/// The text of the `<data>` with the key, without blanks around it, or the key's default. `at`: where it stands.
std::string GraphmlReader::value(const pugi::xml_node& of, const GraphKey& key, pugi::xml_node& at) {
  at = of;
  std::string text = key.fallback;
  for (const pugi::xml_node& data : of.children("data")) {
    if (key.ids.count(data.attribute("key").value()) == 0) continue;
    text = data.child_value();
    at = data;
    break;
  }
  text.erase(0, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::optional<Decimal> GraphmlReader::amount(const pugi::xml_node& of, const std::optional<GraphKey>& key,
                                             const char* what) {
  if (!key) return std::nullopt;
  pugi::xml_node at;
  const std::string text = value(of, *key, at);
  if (text.empty()) return std::nullopt;
  const auto number = parse_decimal(text);
  if (!number) xml_.error(at, std::string(what) + " must be a number that is not negative, not " + in_quotes(text));
  return number;
}

void GraphmlReader::set_class(const pugi::xml_node& of, WorkloadTask& task) {
  task.cls = mapping_.cls;
  pugi::xml_node at;
  const std::string text = cls_ ? value(of, *cls_, at) : "";
  if (text.empty()) return;
  if (const auto cls = parse_task_class(text)) {
    task.cls = *cls;
  } else {
    xml_.error(at, "the class must be " + alternatives({kTaskClassNames.begin(), kTaskClassNames.end()}) + ", not " +
                       in_quotes(text));
  }
}

void GraphmlReader::set_weight(const pugi::xml_node& of, WorkloadTask& task) {
  task.weight = mapping_.weight;
  pugi::xml_node at;
  const std::string text = weight_ ? value(of, *weight_, at) : "";
  if (text.empty()) return;
  const auto number = parse_decimal(text);
  const std::uint64_t weight = number ? ceil_product(*number, {1, 0}) : 0;
  if (weight >= 1 && weight <= 256) {
    task.weight = static_cast<std::uint32_t>(weight);
  } else {
    xml_.error(at, "the weight must be 1 to 256, not " + in_quotes(text));
  }
}

void GraphmlReader::node(const pugi::xml_node& found) {
  const auto id = xml_.text(found, "id");
  if (!id) return;
  WorkloadTask task;
  task.id = *id;
  task.where = xml_.where(found);
  task.work = amount(found, work_, "the work of a node");
  set_class(found, task);
  set_weight(found, task);
  const auto [same, fresh] = tasks_.emplace(*id, static_cast<std::uint32_t>(workload_.tasks.size()));
  if (!fresh) {
    xml_.error(found, in_quotes(*id) + " is already the id of the node on line " +
                          std::to_string(workload_.tasks[same->second].where.line));
  }
  if (workload_.tasks.size() == kMaxForeignTasks)
    xml_.error(found, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
  workload_.tasks.push_back(std::move(task));
}

std::optional<std::uint32_t> GraphmlReader::end(const pugi::xml_node& edge, const char* which) {
  const auto id = xml_.text(edge, which);
  if (!id) return std::nullopt;
  const auto at = tasks_.find(*id);
  if (at != tasks_.end()) return at->second;
  xml_.error(edge, std::string(which) + ": there is no node " + in_quotes(*id));
  return std::nullopt;
}

/// An edge says itself whether it is directed, or else its graph does.
void GraphmlReader::check_direction(const pugi::xml_node& edge) {
  const std::string own = edge.attribute("directed").value();
  const std::string usual = edge.parent().attribute("edgedefault").value();
  if (own == "true" || own == "1" || (own.empty() && usual != "undirected")) return;
  xml_.error(edge, "this edge has no direction (directed=\"true\" or edgedefault=\"directed\")");
}

void GraphmlReader::edge(const pugi::xml_node& found) {
  check_direction(found);
  const auto from = end(found, "source");
  const auto to = end(found, "target");
  const std::uint64_t bytes = ceil_product(amount(found, bytes_, "the bytes of an edge").value_or(Decimal{}), {1, 0});
  if (!from || !to) return;
  if (*from == *to) {
    xml_.error(found, "this edge leads from a node to itself");
  } else {
    workload_.tasks[*to].after.push_back({*from, bytes, false});
  }
}

bool read_graphml(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                  Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  GraphmlReader(text, file, mapping, workload, diagnostics).read();
  return diagnostics.size() == before;
}

bool recognises_graphml(std::string_view head) { return begins_with_element(head, "graphml"); }

}  // namespace

void add_graphml(WorkloadFormats& formats) {
  formats.add({"graphml",
               "directed GraphML with work and bytes in data elements (XML)",
               recognises_graphml,
               read_graphml,
               mapping_by_edges(),
               {"fields.work", "fields.bytes", "fields.class", "fields.weight"}});
}

}  // namespace gantry
