// SPDX-License-Identifier: Apache-2.0
// Graphviz DOT: a digraph with the work of nodes, and the bytes of edges, in the attribute `size` (or `Weight`). -1 or
// no attribute: no data.
#include <set>
#include <string>
#include <vector>

#include "gantry/base/error.h"
#include "text/yaml_reader.h"
#include "workload/dot_parser.h"
#include "workload/format.h"

namespace gantry {
namespace {

constexpr std::size_t kMaxEdges = std::size_t{1} << 24;

class DotReader {
 public:
  DotReader(const std::string& file, const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : file_(file),
        mapping_(mapping),
        fields_(mapping.fields),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  void read(const std::string& text);

 private:
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    std::uint64_t bytes;
  };

  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }
  void add_task(const DotNode& node);
  void take_edges(const DotEdges& edges);
  const DotAttribute* find(const DotAttributes& attributes, const std::string& named);
  void require_seen(const std::string& named, const char* key, const char* whose);
  std::optional<Decimal> amount(const DotAttribute& attribute, bool may_miss, const std::string& what);
  void error(const DotAttribute& at, const std::string& what) {
    diagnostics_.error({file_, at.line, at.column}, what + ", not " + in_quotes(at.text));
  }

  const std::string& file_;
  const Mapping& mapping_;
  const FieldNames& fields_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::vector<Edge> edges_;
  std::set<std::string> seen_;  ///< attributes that some node or edge has
};

const std::vector<std::string>& usual_names() {
  static const std::vector<std::string> names = {"size", "Weight"};
  return names;
}

void DotReader::read(const std::string& text) {
  std::set<std::string> wanted = {fields_.work, fields_.bytes, fields_.cls, fields_.weight};
  wanted.insert(usual_names().begin(), usual_names().end());
  const DotGraph graph = parse_dot(text, file_, wanted, [this](const DotEdges& edges) { take_edges(edges); });
  workload_.name = graph.name;
  for (const DotNode& node : graph.nodes) {
    if (!hopeless()) add_task(node);
  }
  if (diagnostics_.size() != before_) return;
  if (!graph.nodes.empty()) {
    require_seen(fields_.work, "work", "node");
    require_seen(fields_.cls, "class", "node");
    require_seen(fields_.weight, "weight", "node");
  }
  if (!edges_.empty()) require_seen(fields_.bytes, "bytes", "edge");
  for (const Edge& edge : edges_) workload_.tasks[edge.to].after.push_back({edge.from, edge.bytes, false});
}

/// The attribute of this name, or without one the first of the usual ones.
const DotAttribute* DotReader::find(const DotAttributes& attributes, const std::string& named) {
  for (const std::string& name : named.empty() ? usual_names() : std::vector<std::string>{named}) {
    const auto found = attributes.find(name);
    if (found == attributes.end()) continue;
    seen_.insert(name);
    return &found->second;
  }
  return nullptr;
}

/// An attribute that is named and that nothing has is a slip.
void DotReader::require_seen(const std::string& named, const char* key, const char* whose) {
  if (named.empty() || seen_.count(named) > 0) return;
  diagnostics_.error({file_, 1, 1}, std::string("no ") + whose + " has the attribute " + in_quotes(named) +
                                        " (mapping.fields." + key + ')');
}

std::optional<Decimal> DotReader::amount(const DotAttribute& attribute, bool may_miss, const std::string& what) {
  const auto number = parse_decimal(attribute.text);
  if (number) return number;
  const std::string_view text = attribute.text;
  const auto negative = !text.empty() && text[0] == '-' ? parse_decimal(text.substr(1)) : std::nullopt;
  if (negative && (negative->is_zero() || (may_miss && negative->mantissa == 1 && negative->exponent == 0)))
    return Decimal{};
  error(attribute, what + " must be a number that is not negative" + (may_miss ? " (or -1 for no data)" : ""));
  return std::nullopt;
}

void DotReader::add_task(const DotNode& node) {
  WorkloadTask task;
  task.id = node.name;
  task.where = {file_, node.line, node.column};
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  if (const DotAttribute* found = find(node.attributes, fields_.work)) {
    if (const auto work = amount(*found, false, "the size of a node")) task.work = *work;
  }
  if (const DotAttribute* found = fields_.cls.empty() ? nullptr : find(node.attributes, fields_.cls)) {
    if (const auto cls = parse_task_class(found->text)) {
      task.cls = *cls;
    } else {
      error(*found, "the class must be " + alternatives({kTaskClassNames.begin(), kTaskClassNames.end()}));
    }
  }
  if (const DotAttribute* found = fields_.weight.empty() ? nullptr : find(node.attributes, fields_.weight)) {
    const auto number = parse_decimal(found->text);
    const std::uint64_t weight = number ? ceil_product(*number, {1, 0}) : 0;
    if (weight >= 1 && weight <= 256) {
      task.weight = static_cast<std::uint32_t>(weight);
    } else {
      error(*found, "the weight must be 1 to 256");
    }
  }
  workload_.tasks.push_back(std::move(task));
}

void DotReader::take_edges(const DotEdges& edges) {
  if (hopeless()) return;
  const SourcePosition where{file_, edges.line, edges.column};
  std::uint64_t bytes = 0;
  if (const DotAttribute* found = find(edges.attributes, fields_.bytes)) {
    if (const auto size = amount(*found, true, "the size of an edge")) bytes = ceil_product(*size, {1, 0});
  }
  if (edges_.size() + edges.from.size() * edges.to.size() > kMaxEdges)
    throw Error(Diagnostic{where, "more than " + std::to_string(kMaxEdges) + " edges"});
  for (const std::uint32_t from : edges.from) {
    for (const std::uint32_t to : edges.to) {
      if (from == to) {
        diagnostics_.error(where, "this edge leads from a node to itself");
        return;
      }
      edges_.push_back({from, to, bytes});
    }
  }
}

bool read_dot(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  workload.unit = "flops";
  try {
    DotReader(file, mapping, workload, diagnostics).read(text);
  } catch (const Error& error) {
    diagnostics.error(error.where(), error.what());
  }
  return diagnostics.size() == before;
}

}  // namespace

void add_dot(WorkloadFormats& formats) {
  formats.add({"dot",
               "Graphviz digraph with work and bytes in the attribute size (or Weight)",
               begins_as_dot,
               read_dot,
               mapping_by_edges(),
               {"fields.work", "fields.bytes", "fields.class", "fields.weight"}});
}

}  // namespace gantry
