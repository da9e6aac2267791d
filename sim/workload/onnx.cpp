// SPDX-License-Identifier: Apache-2.0
// onnx: neural networks. A task per operator, with its multiply-accumulates from the shapes of its tensors; constants
// are no tasks.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "gantry/base/saturating.h"
#include "text/wire_fields.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/onnx_model.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 10> kViews = {"Reshape",  "Flatten",           "Squeeze", "Unsqueeze",
                                                     "Identity", "Dropout",           "Shape",   "Size",
                                                     "Optional", "OptionalGetElement"};
constexpr std::array<std::string_view, 29> kMovements = {"Concat",
                                                         "Transpose",
                                                         "Slice",
                                                         "Split",
                                                         "Gather",
                                                         "GatherElements",
                                                         "GatherND",
                                                         "Scatter",
                                                         "ScatterElements",
                                                         "ScatterND",
                                                         "Pad",
                                                         "Expand",
                                                         "Tile",
                                                         "Resize",
                                                         "Upsample",
                                                         "DepthToSpace",
                                                         "SpaceToDepth",
                                                         "ReverseSequence",
                                                         "Compress",
                                                         "ConstantOfShape",
                                                         "Range",
                                                         "OneHot",
                                                         "EyeLike",
                                                         "Im2Col",
                                                         "Col2Im",
                                                         "SequenceAt",
                                                         "SplitToSequence",
                                                         "ConcatFromSequence",
                                                         "CenterCropPad"};
constexpr std::array<std::string_view, 25> kReductions = {"MaxPool",
                                                          "AveragePool",
                                                          "GlobalAveragePool",
                                                          "GlobalMaxPool",
                                                          "LpPool",
                                                          "GlobalLpPool",
                                                          "MaxUnpool",
                                                          "MaxRoiPool",
                                                          "RoiAlign",
                                                          "Softmax",
                                                          "LogSoftmax",
                                                          "Hardmax",
                                                          "ArgMax",
                                                          "ArgMin",
                                                          "BatchNormalization",
                                                          "InstanceNormalization",
                                                          "LayerNormalization",
                                                          "GroupNormalization",
                                                          "MeanVarianceNormalization",
                                                          "LpNormalization",
                                                          "LRN",
                                                          "CumSum",
                                                          "TopK",
                                                          "NonMaxSuppression",
                                                          "Unique"};

template <class Names>
bool among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

OperatorKind kind_of(std::string_view type) {
  if (among(kViews, type)) return OperatorKind::view;
  if (among(kMovements, type)) return OperatorKind::movement;
  if (among(kReductions, type) || type.substr(0, 6) == "Reduce") return OperatorKind::reduction;
  return OperatorKind::elementwise;
}

/// Multiply-accumulates and extents of one operator.
class OnnxOperator {
 public:
  OnnxOperator(const OnnxModel& model, const OnnxNode& node) : model_(model), node_(node) {}

  GraphNode make() {
    made_.inputs = node_.inputs;
    made_.outputs = node_.outputs;
    made_.op.type = node_.type;
    made_.op.kind = kind_of(node_.type);
    made_.id = node_.name;
    for (const std::uint32_t output : node_.outputs) {
      if (made_.id.empty() && output != kNoTensor) made_.id = model_.tensors[output].name;
    }
    if (made_.id.empty()) made_.id = node_.type;
    count();
    if (made_.op.kind != OperatorKind::convolution && made_.op.kind != OperatorKind::matrix) {
      if (const TensorShape* out = output(0)) set_extents(made_.op, *out, false);
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] const TensorShape* shape(const std::vector<std::uint32_t>& of, std::size_t at) const {
    if (at >= of.size() || of[at] == kNoTensor) return nullptr;
    const GraphTensor& tensor = model_.tensors[of[at]];
    return tensor.known ? &tensor.shape : nullptr;
  }
  [[nodiscard]] const TensorShape* input(std::size_t at) const { return shape(node_.inputs, at); }
  [[nodiscard]] const TensorShape* output(std::size_t at) const { return shape(node_.outputs, at); }
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const {
    for (const auto& [key, values] : node_.integers) {
      if (key == name && !values.empty()) return values.front();
    }
    return otherwise;
  }

  void count();
  void convolution(std::size_t data, std::size_t weights, bool transposed);
  void product(std::size_t first, std::size_t second);
  void gemm();
  void einsum();
  void recurrent(std::uint64_t gates);
  void unknown(OperatorKind kind) {
    made_.op.kind = kind;
    made_.counted = false;
  }

  const OnnxModel& model_;
  const OnnxNode& node_;
  GraphNode made_;
};

void OnnxOperator::count() {
  const std::string& type = node_.type;
  if (type == "Conv" || type == "ConvInteger") return convolution(0, 1, false);
  if (type == "QLinearConv") return convolution(0, 3, false);
  if (type == "DeformConv") return convolution(0, 1, false);
  if (type == "ConvTranspose") return convolution(0, 1, true);
  if (type == "MatMul" || type == "MatMulInteger") return product(0, 1);
  if (type == "QLinearMatMul") return product(0, 3);
  if (type == "Gemm") return gemm();
  if (type == "Einsum") return einsum();
  if (type == "LSTM") return recurrent(4);
  if (type == "GRU") return recurrent(3);
  if (type == "RNN") return recurrent(1);
}

/// Weights are [outputs, inputs / groups, kernel...], of a transposed one [inputs, outputs / groups, kernel...].
void OnnxOperator::convolution(std::size_t data, std::size_t weights, bool transposed) {
  const TensorShape* const in = input(data);
  const TensorShape* const kernel = input(weights);
  const TensorShape* const out = output(0);
  if (in == nullptr || kernel == nullptr || out == nullptr || kernel->size() < 3 || in->size() != kernel->size() ||
      out->size() != kernel->size())
    return unknown(OperatorKind::convolution);
  ConvolutionShape shape;
  shape.output = *out;
  shape.per_output = elements_of(TensorShape(kernel->begin() + 1, kernel->end()));
  shape.kernel_rows = (*kernel)[2];
  shape.stride = static_cast<std::uint64_t>(std::max<std::int64_t>(integer("strides", 1), 1));
  shape.groups = static_cast<std::uint64_t>(std::max<std::int64_t>(integer("group", 1), 1));
  shape.input_row = (*in)[2] == 0 ? 0 : elements_of(*in) / (*in)[2];
  set_convolution(made_.op, shape);
  if (transposed) made_.op.kernel_rows = 0;
  if (transposed) made_.op.macs = saturating_multiply(elements_of(*in), shape.per_output);
}

void OnnxOperator::product(std::size_t first, std::size_t second) {
  const TensorShape* const a = input(first);
  const TensorShape* const b = input(second);
  const TensorShape* const out = output(0);
  if (a == nullptr || b == nullptr || out == nullptr || a->empty() || b->empty()) return unknown(OperatorKind::matrix);
  const std::uint64_t columns = b->size() == 1 ? 1 : b->back();
  const std::uint64_t depth = a->back();
  const std::uint64_t all = elements_of(*out);
  const std::uint64_t rows = columns == 0 ? 0 : all / columns;
  const std::uint64_t tokens = a->size() < 2 ? 1 : (*a)[a->size() - 2];
  // Weights without a batch are shared by all rows of all batches.
  const bool shared = b->size() <= 2;
  if (shared || tokens == 0) return set_product(made_.op, 1, rows, depth, columns);
  set_product(made_.op, rows / tokens, tokens, depth, columns);
}

void OnnxOperator::gemm() {
  const TensorShape* const a = input(0);
  const TensorShape* const out = output(0);
  if (a == nullptr || out == nullptr || a->size() != 2 || out->size() != 2) return unknown(OperatorKind::matrix);
  set_product(made_.op, 1, (*out)[0], integer("transA", 0) != 0 ? (*a)[0] : (*a)[1], (*out)[1]);
}

/// As many multiply-accumulates as there are combinations of all indices.
void OnnxOperator::einsum() {
  std::map<char, std::uint64_t> extents;
  std::size_t operand = 0;
  std::size_t axis = 0;
  made_.op.kind = OperatorKind::matrix;
  for (const char c : node_.equation) {
    if (c == '-') break;
    if (c == ' ') continue;
    const TensorShape* const in = input(operand);
    if (in == nullptr || c == '.') return unknown(OperatorKind::matrix);  // an ellipsis
    if (c == ',') {
      ++operand;
      axis = 0;
      continue;
    }
    if (axis >= in->size()) return unknown(OperatorKind::matrix);
    extents[c] = std::max(extents[c], (*in)[axis++]);
  }
  made_.op.macs = 1;
  for (const auto& [index, extent] : extents) made_.op.macs = saturating_multiply(made_.op.macs, extent);
  if (extents.empty()) return unknown(OperatorKind::matrix);
  const TensorShape* const out = output(0);
  if (out == nullptr || out->empty()) return;
  made_.op.channels = out->back();
  made_.op.tokens = elements_of(TensorShape(out->begin(), out->end() - 1));
}

/// X is [steps, batch, inputs], W [directions, gates x hidden, inputs], R [directions, gates x hidden, hidden].
void OnnxOperator::recurrent(std::uint64_t gates) {
  const TensorShape* const in = input(0);
  const TensorShape* const weights = input(1);
  if (in == nullptr || weights == nullptr || in->size() != 3 || weights->size() != 3)
    return unknown(OperatorKind::matrix);
  const std::uint64_t hidden = (*weights)[1] / gates;
  const std::uint64_t per_step = saturating_multiply((*weights)[0] * (*weights)[1], (*weights)[2] + hidden);
  made_.op.kind = OperatorKind::matrix;
  made_.op.macs = saturating_multiply((*in)[0] * (*in)[1], per_step);
  made_.op.channels = hidden;
  made_.op.heads = (*in)[1];
}

void note_foreign(const OnnxModel& model, const SourcePosition& where, Diagnostics& diagnostics) {
  std::set<std::string> foreign;
  std::set<std::string> controls;
  for (const OnnxNode& node : model.nodes) {
    if (!node.domain.empty()) foreign.insert(node.domain + '.' + node.type);
    if (node.has_graph) controls.insert(node.type);
  }
  const auto names = [](const std::set<std::string>& all) {
    std::vector<std::string_view> list(all.begin(), all.end());
    return one_line(alternatives(list, " and "));
  };
  if (!foreign.empty()) {
    diagnostics.note(where, "operators that ONNX does not define count as element-wise: " + names(foreign));
  }
  if (!controls.empty()) {
    diagnostics.note(where, "the operators inside " + names(controls) + " are left out");
  }
}

bool note_dimensions(const OnnxModel& model, const Mapping& mapping, const SourcePosition& where,
                     Diagnostics& diagnostics) {
  const auto& open = model.open_dimensions;
  std::vector<std::string_view> names;
  names.reserve(open.size());
  for (const auto& [name, size] : open) names.push_back(name);
  for (const auto& [name, size] : mapping.dimensions) {
    if (among(names, name)) continue;
    diagnostics.error(where, "mapping.dimensions." + in_quotes(name) + " is no dimension of the model's inputs" +
                                 (names.empty() ? ", whose shapes are complete" : ": " + alternatives(names)) +
                                 did_you_mean(name, names));
    return false;
  }
  std::string text;
  for (const auto& dimension : open) {
    const auto given = [&](const auto& entry) { return entry.first == dimension.first; };
    if (std::any_of(mapping.dimensions.begin(), mapping.dimensions.end(), given)) continue;
    text += (text.empty() ? "" : ", ") + in_quotes(dimension.first);
  }
  if (!text.empty())
    diagnostics.note(where, "dimensions of the inputs that the file leaves open are 1: " + text +
                                " (mapping.dimensions gives them a size)");
  return true;
}

bool read_onnx(const std::string& content, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const SourcePosition where{file, 0, 0};
  workload.where = where;
  if (!has_onnx()) {
    diagnostics.error(where, "this build cannot read ONNX (it was built without the package libonnx-dev)");
    return false;
  }
  const auto model = read_onnx_model(content, mapping.dimensions);
  if (!model) {
    diagnostics.error(where, "this is no ONNX model (a protobuf message ModelProto with a graph)");
    return false;
  }
  if (!model->problem.empty())
    diagnostics.note(where, "some shapes could not be inferred: " + one_line(model->problem));
  if (!note_dimensions(*model, mapping, where, diagnostics)) return false;
  TensorGraph graph;
  graph.tensors = model->tensors;
  for (const OnnxNode& node : model->nodes) {
    graph.nodes.push_back(OnnxOperator(*model, node).make());
    graph.nodes.back().where = where;
  }
  note_foreign(*model, where, diagnostics);
  build_tensor_graph(std::move(graph), mapping, workload, diagnostics);
  return diagnostics.size() == before;
}

/// A ModelProto: its version first, then only fields that it has, up to its graph.
bool recognises_onnx(std::string_view head) {
  WireFields fields(head);
  const auto version = fields.next();
  if (!version || version->number != 1 || version->wire != kWireNumber || version->value == 0 || version->value > 64)
    return false;
  while (const auto field = fields.next()) {
    const bool is_text = field->number >= 2 && field->number <= 8 && field->number != 5;
    if (field->number == 7 && field->wire == kWireBytes) return true;
    if (!(is_text && field->wire == kWireBytes) && !(field->number == 5 && field->wire == kWireNumber) &&
        !((field->number == 14 || field->number == 20 || field->number == 25) && field->wire == kWireBytes))
      return false;
  }
  return false;
}

}  // namespace

void add_onnx(WorkloadFormats& formats) {
  WorkloadFormat format{"onnx",
                        has_onnx() ? "neural networks of ONNX, lowered to jobs"
                                   : "neural networks of ONNX (not in this build: package libonnx-dev)",
                        recognises_onnx,
                        read_onnx,
                        Mapping(),
                        {"dimensions"}};
  format.binary = true;
  format.operators = true;
  formats.add(std::move(format));
}

}  // namespace gantry
