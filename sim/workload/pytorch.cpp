// SPDX-License-Identifier: Apache-2.0
// pytorch: execution traces of PyTorch's ExecutionTraceObserver (JSON). A tree of calls with the tensors that they read
// and write. The operators that compute are tasks; one waits for those that wrote its inputs last.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/digits.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/json_fields.h"
#include "workload/pytorch_operators.h"
#include "workload/tensor_graph.h"

namespace gantry {
namespace {

constexpr std::size_t kCallNameBytes = 80;
constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 62;

/// The types inside of "GenericList[Tensor(float),Int]": split at the commas of the outermost level.
std::vector<std::string_view> types_in(std::string_view list) {
  std::vector<std::string_view> types;
  const std::size_t open = list.find('[');
  if (open == std::string_view::npos) return types;
  int depth = 0;
  std::size_t start = open + 1;
  for (std::size_t at = start; at < list.size(); ++at) {
    const char c = list[at];
    if (c == '[' || c == '(') ++depth;
    const bool ends = c == ']' && depth == 0;
    if (depth == 0 && (c == ',' || ends)) {
      types.push_back(list.substr(start, at - start));
      start = at + 1;
    }
    if (ends) break;
    if (c == ']' || c == ')') --depth;
  }
  return types;
}

bool is_tensor(std::string_view type) { return type.substr(0, 7) == "Tensor("; }

class PytorchReader {
 public:
  PytorchReader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), fields_(diagnostics) {}

  void node(const YamlNode& item) {
    if (fields_.hopeless()) return;
    Node made;
    const auto id = whole(item, "id");
    const auto name = fields_.text(item, "name");
    if (!id || !name) return;
    made.id = *id;
    made.call.name = in_short(*name, kCallNameBytes);
    made.where = item.where();
    // Since schema 1.0.2 the parent is a control dependence, and most fields are attributes.
    made.parent = whole(item, item.find("ctrl_deps") != nullptr ? "ctrl_deps" : "parent").value_or(0);
    made.call.schema = !attribute(item, "op_schema").empty();
    tensors(item, true, made.call);
    tensors(item, false, made.call);
    nodes_.push_back(std::move(made));
  }

  void finish(const YamlNode& document) {
    if (fields_.list(document, "nodes") == nullptr || !fields_.ok()) return;
    std::stable_sort(nodes_.begin(), nodes_.end(), [](const Node& a, const Node& b) { return a.id < b.id; });
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (index_.emplace(nodes_[n].id, n).second || fields_.hopeless()) continue;
      fields_.diagnostics().error(nodes_[n].where, "a node before this one has the id " + std::to_string(nodes_[n].id));
    }
    if (!fields_.ok()) return;
    choose();
    build_tensor_graph(graph(), mapping_, workload_, fields_.diagnostics());
    // A trace does not say which results the program keeps.
    for (OperatorTensor& tensor : workload_.model.tensors) tensor.result = false;
  }

 private:
  struct Node {
    std::uint64_t id = 0;
    std::uint64_t parent = 0;
    PytorchCall call;
    SourcePosition where;
    bool leaf = true;
    bool light = true;    ///< all leaves in it are views and allocations
    bool within = false;  ///< a node in it is taken
    bool taken = false;
    bool covered = false;  ///< a node that it is in is taken
  };

  static std::string attribute(const YamlNode& item, std::string_view key) {
    const YamlNode* found = item.find(key);
    if (found == nullptr) {
      const YamlNode* list = item.find("attrs");
      if (list == nullptr || !list->is_sequence()) return "";
      for (const YamlNode& one : list->items) {
        const YamlNode* name = one.find("name");
        if (name != nullptr && name->says(key)) found = one.find("value");
      }
    }
    return found == nullptr || !found->is_scalar() ? "" : found->text;
  }

  std::optional<std::uint64_t> whole(const YamlNode& item, const char* key) {
    const auto number = fields_.number(item, key);
    return number ? std::optional(ceil_product(*number, {1, 0})) : std::nullopt;
  }

  /// The lists of values, shapes and types stand in the node, or since 1.0.2 in a map.
  void tensors(const YamlNode& item, bool inputs, PytorchCall& call) {
    const YamlNode* values = item.find(inputs ? "inputs" : "outputs");
    const YamlNode* shapes = item.find(inputs ? "input_shapes" : "output_shapes");
    const YamlNode* types = item.find(inputs ? "input_types" : "output_types");
    if (values != nullptr && values->is_map()) {
      shapes = fields_.list(*values, "shapes");
      types = fields_.list(*values, "types");
      values = fields_.list(*values, "values");
    }
    if (values == nullptr || !values->is_sequence() || types == nullptr || !types->is_sequence() || shapes == nullptr ||
        !shapes->is_sequence()) {
      fields_.error(item, std::string("lists of the values, shapes and types of the ") +
                              (inputs ? "inputs" : "outputs") + " are needed here");
      return;
    }
    if (values->items.size() != types->items.size() || values->items.size() != shapes->items.size()) {
      fields_.error(item, std::string("the values, shapes and types of the ") + (inputs ? "inputs" : "outputs") +
                              " must be as many");
      return;
    }
    for (std::size_t i = 0; i < values->items.size(); ++i)
      add(values->items[i], shapes->items[i], types->items[i].text, inputs ? call.inputs : call.outputs);
    if (inputs) convolution_flags(*values, call);
  }

  void add(const YamlNode& value, const YamlNode& shape, std::string_view type, std::vector<PytorchTensor>& to) {
    if (!value.is_sequence()) return;
    if (!is_tensor(type)) {
      const std::vector<std::string_view> inner = types_in(type);
      for (std::size_t i = 0; i < inner.size() && i < value.items.size(); ++i) {
        static const YamlNode kUnknown;
        const bool has_shape = shape.is_sequence() && i < shape.items.size();
        add(value.items[i], has_shape ? shape.items[i] : kUnknown, inner[i], to);
      }
      return;
    }
    // [tensor, storage, offset, elements, bytes of an element, device]
    if (value.items.size() < 5) {
      fields_.error(value,
                    "a tensor needs the numbers of itself and its storage, its offset, elements and bytes of "
                    "one");
      return;
    }
    PytorchTensor tensor;
    tensor.number = entry(value.items[0]);
    tensor.bits = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry(value.items[4]), 1 << 16) * 8);
    tensor.known = shape.is_sequence();
    for (const YamlNode& extent : shape.items) {
      if (!tensor.known) break;
      tensor.known = extent.is_scalar();
      if (tensor.known) tensor.shape.push_back(entry(extent));
    }
    to.push_back(std::move(tensor));
  }

  std::uint64_t entry(const YamlNode& node) {
    const bool whole = node.is_scalar() && !node.quoted && all_digits(node.text) && node.text.size() < 20;
    const std::uint64_t number = whole ? ceil_product(parse_decimal(node.text).value_or(Decimal{}), {1, 0}) : 0;
    if (whole && number <= kMostNumber) return number;
    fields_.error(node, "a number of a tensor must be a whole number from 0 to 2^62, not " + describe(node));
    return 0;
  }

  /// convolution(input, weight, bias, stride, padding, dilation, transposed, ...), and its backward pass with the
  /// gradient in front, the sizes of the bias and the results that are wanted at the end.
  static void convolution_flags(const YamlNode& values, PytorchCall& call) {
    const bool backward = call.name == "aten::convolution_backward";
    const std::size_t transposed = backward ? 7 : 6;
    const bool tells = backward || call.name == "aten::convolution" || call.name == "aten::_convolution";
    if (!tells || values.items.size() <= transposed) return;
    call.transposed = values.items[transposed].says("true");
    const YamlNode& wanted = values.items.back();
    if (!backward || !wanted.is_sequence() || wanted.items.size() != 3) return;
    call.gradients = (wanted.items[0].says("true") ? 1U : 0U) + (wanted.items[1].says("true") ? 1U : 0U);
  }

  /// The parent of a node, if it began before the node.
  Node* parent_of(const Node& node) {
    const auto found = index_.find(node.parent);
    return found == index_.end() || node.parent >= node.id ? nullptr : &nodes_[found->second];
  }

  /// Tasks are the innermost operators that compute. Most of them call nothing, but some call what allocates and views
  /// their tensors; such calls are part of them. Other views are tasks without work, since edges lead through them.
  void choose() {
    for (Node& node : nodes_) {
      if (Node* parent = parent_of(node)) parent->leaf = false;
    }
    for (std::size_t n = nodes_.size(); n-- > 0;) {
      Node& node = nodes_[n];
      const bool light = only_allocates(node.call.name) || only_views(node.call);
      if (node.leaf) {
        node.light = light;
      } else {
        node.taken = node.call.schema && !light && node.light && !node.within && has_tensors(node);
      }
      Node* parent = parent_of(node);
      if (parent == nullptr) continue;
      parent->light = parent->light && node.light;
      parent->within = parent->within || node.within || node.taken;
    }
    for (Node& node : nodes_) {
      const Node* parent = parent_of(node);
      node.covered = parent != nullptr && (parent->taken || parent->covered);
      if (!node.leaf || node.covered) continue;
      node.taken = has_tensors(node) && !only_allocates(node.call.name);
      if (!node.taken && !has_tensors(node)) ++without_tensors_;
    }
    if (without_tensors_ > 0) {
      fields_.diagnostics().note(workload_.where, std::to_string(without_tensors_) +
                                                      (without_tensors_ == 1 ? " call has" : " calls have") +
                                                      " no tensors and no part in the graph");
    }
  }

  static bool has_tensors(const Node& node) { return !node.call.inputs.empty() || !node.call.outputs.empty(); }

  /// Every write of a tensor is a tensor of its own in the graph.
  TensorGraph graph() {
    TensorGraph graph;
    std::unordered_map<std::uint64_t, std::uint32_t> latest;  // looked up only
    const auto add = [&](const PytorchTensor& tensor) {
      GraphTensor made;
      made.name = std::to_string(tensor.number);
      made.known = tensor.known;
      made.shape = tensor.shape;
      made.bits = tensor.bits;
      graph.tensors.push_back(std::move(made));
      return static_cast<std::uint32_t>(graph.tensors.size() - 1);
    };
    for (const Node& node : nodes_) {
      if (!node.taken) continue;
      GraphNode made;
      made.id = node.call.name + '.' + std::to_string(node.id);
      made.op = pytorch_operator(node.call, made.counted);
      made.where = node.where;
      const std::size_t second = second_operand(node.call);
      for (std::size_t i = 0; i < node.call.inputs.size(); ++i) {
        const PytorchTensor& tensor = node.call.inputs[i];
        const auto found = latest.find(tensor.number);
        if (found != latest.end()) {
          made.inputs.push_back(found->second);
          continue;
        }
        const std::uint32_t fresh = add(tensor);
        latest.emplace(tensor.number, fresh);
        // Nobody has written the second operand of a product: the weights of a layer.
        graph.tensors[fresh].constant = graph.tensors[fresh].weight = i == second;
        made.inputs.push_back(fresh);
      }
      for (const PytorchTensor& tensor : node.call.outputs) {
        const std::uint32_t fresh = add(tensor);
        graph.tensors[fresh].result = true;
        latest.insert_or_assign(tensor.number, fresh);
        made.outputs.push_back(fresh);
      }
      graph.nodes.push_back(std::move(made));
    }
    return graph;
  }

  const Mapping& mapping_;
  Workload& workload_;
  JsonFields fields_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::size_t> index_;  ///< looked up only
  std::uint64_t without_tensors_ = 0;
};

bool read_pytorch(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                  Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  PytorchReader reader(mapping, workload, diagnostics);
  const YamlStream stream{"nodes", [&](const YamlNode& item) { reader.node(item); }};
  const auto document = parse_yaml(text, file, diagnostics, stream);
  if (!document) return false;
  workload.where = document->where();
  reader.finish(*document);
  return diagnostics.size() == before;
}

bool recognises_pytorch(std::string_view head) { return has_outer_key(head, "schema") && has_outer_key(head, "nodes"); }

}  // namespace

void add_pytorch(WorkloadFormats& formats) {
  WorkloadFormat format{"pytorch",          "execution traces of PyTorch, lowered to jobs (JSON)",
                        recognises_pytorch, read_pytorch,
                        Mapping(),          {"nodes"}};
  format.operators = true;
  formats.add(std::move(format));
}

}  // namespace gantry
