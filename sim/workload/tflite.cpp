// SPDX-License-Identifier: Apache-2.0
// tflite: neural networks of TensorFlow Lite (FlatBuffers). A task per operator of the first graph, with its
// multiply-accumulates from the shapes of its tensors.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "gantry/base/saturating.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/tensor_graph.h"
#include "workload/tflite_codes.h"
#include "workload/tflite_model.h"

namespace gantry {
namespace {

constexpr const char* kIdentifier = "TFL3";
constexpr std::uint32_t kTables = 1U << 24;  ///< most tables of a file

std::uint32_t bits_of(std::int32_t type) {
  switch (type) {
    case 0:   // float
    case 2:   // int32
    case 15:  // uint32
      return 32;
    case 1:   // half
    case 7:   // int16
    case 16:  // uint16
      return 16;
    case 3:  // uint8
    case 6:  // bool
    case 9:  // int8
      return 8;
    case 4:   // int64
    case 8:   // a pair of floats
    case 10:  // double
    case 12:  // uint64
      return 64;
    case 11:  // a pair of doubles
      return 128;
    case 17:  // int4
      return 4;
    default:
      return 0;
  }
}

std::string text_of(const flatbuffers::String* text) { return text == nullptr ? "" : line_of_bytes(text->str()); }

class TfliteReader {
 public:
  TfliteReader(const tflite::Model& model, const std::string& file, Diagnostics& diagnostics)
      : model_(model), where_{file, 0, 0}, diagnostics_(diagnostics) {}

  std::optional<TensorGraph> read() {
    if (model_.graphs() == nullptr || model_.graphs()->size() == 0) {
      diagnostics_.error(where_, "this model has no graph");
      return std::nullopt;
    }
    const tflite::Graph& graph = *model_.graphs()->Get(0);
    if (model_.graphs()->size() > 1) {
      diagnostics_.note(where_, "the model has " + std::to_string(model_.graphs()->size()) +
                                    " graphs; the operators of all but the first are left out");
    }
    if (graph.tensors() != nullptr) {
      for (const tflite::Tensor* tensor : *graph.tensors()) add_tensor(*tensor);
    }
    if (graph.outputs() != nullptr) {
      for (const std::int32_t at : *graph.outputs()) {
        if (const std::uint32_t tensor = number(at, "the graph"); tensor != kNoTensor)
          made_.tensors[tensor].result = true;
      }
    }
    if (graph.operations() != nullptr) {
      for (const tflite::Operation* operation : *graph.operations()) add_operation(*operation);
    }
    if (!custom_.empty()) {
      const std::vector<std::string_view> names(custom_.begin(), custom_.end());
      diagnostics_.note(where_, "custom operators count as element-wise: " + one_line(alternatives(names, " and ")));
    }
    return diagnostics_.ok() ? std::optional(std::move(made_)) : std::nullopt;
  }

 private:
  void add_tensor(const tflite::Tensor& tensor);
  void add_operation(const tflite::Operation& operation);
  void count(GraphNode& node, std::int32_t code, std::uint64_t stride) const;
  /// Number of a tensor; a negative one is left out.
  std::uint32_t number(std::int32_t at, const std::string& who) {
    if (at < 0) return kNoTensor;
    if (static_cast<std::size_t>(at) < made_.tensors.size()) return static_cast<std::uint32_t>(at);
    if (wrong_++ == 0) {
      diagnostics_.error(where_, who + " names tensor " + std::to_string(at) + ", and there are " +
                                     std::to_string(made_.tensors.size()));
    }
    return kNoTensor;
  }
  [[nodiscard]] const TensorShape* shape(const std::vector<std::uint32_t>& of, std::size_t at) const {
    if (at >= of.size() || of[at] == kNoTensor || !made_.tensors[of[at]].known) return nullptr;
    return &made_.tensors[of[at]].shape;
  }

  const tflite::Model& model_;
  SourcePosition where_;
  Diagnostics& diagnostics_;
  TensorGraph made_;
  std::set<std::string> custom_;  ///< operators that the schema does not define
  std::uint64_t wrong_ = 0;       ///< references to tensors that are not there
};

void TfliteReader::add_tensor(const tflite::Tensor& tensor) {
  GraphTensor& to = made_.tensors.emplace_back();
  to.name = text_of(tensor.name());
  to.bits = bits_of(tensor.type());
  to.known = true;
  if (tensor.shape() != nullptr) {
    for (const std::int32_t extent : *tensor.shape()) {
      to.known = to.known && extent >= 0;
      if (to.known) to.shape.push_back(static_cast<std::uint64_t>(extent));
    }
  }
  const auto* buffers = model_.buffers();
  if (buffers == nullptr || tensor.buffer() >= buffers->size()) return;
  const tflite::Buffer& buffer = *buffers->Get(tensor.buffer());
  to.constant = (buffer.data() != nullptr && buffer.data()->size() > 0) || buffer.elsewhere() > 1;
  to.weight = to.constant;
}

void TfliteReader::add_operation(const tflite::Operation& operation) {
  GraphNode& node = made_.nodes.emplace_back();
  const std::string place = "operator " + std::to_string(made_.nodes.size() - 1);
  node.where = where_;
  std::int32_t code = 0;
  const auto* codes = model_.codes();
  if (codes == nullptr || operation.code() >= codes->size()) {
    diagnostics_.error(where_, place + " has code " + std::to_string(operation.code()) + ", which the file lacks");
  } else {
    const tflite::OperatorCode& named = *codes->Get(operation.code());
    // The short number of old files; 127 in it means: see the long one.
    code = named.old_code() == 127 ? named.code() : std::max(named.code(), named.old_code());
    const std::string custom = text_of(named.custom());
    node.op.type = custom.empty() ? tflite_name(code) : custom;
    if (!custom.empty()) custom_.insert(custom);
  }
  node.op.kind = tflite_kind(code);
  if (operation.inputs() != nullptr) {
    for (const std::int32_t at : *operation.inputs()) node.inputs.push_back(number(at, place));
  }
  if (operation.outputs() != nullptr) {
    for (const std::int32_t at : *operation.outputs()) node.outputs.push_back(number(at, place));
  }
  for (const std::uint32_t output : node.outputs) {
    if (node.id.empty() && output != kNoTensor) node.id = made_.tensors[output].name;
  }
  if (node.id.empty()) node.id = node.op.type;
  std::int32_t stride = 1;
  if (operation.is_convolution() && operation.options() != nullptr) stride = operation.options()->stride_rows();
  count(node, code, static_cast<std::uint64_t>(std::max(stride, 1)));
}

/// Images are [images, rows, columns, channels]; weights of a convolution [outputs, rows, columns, inputs], of a
/// depthwise one [1, rows, columns, outputs], of a transposed one as of a convolution; of a layer [outputs, inputs].
void TfliteReader::count(GraphNode& node, std::int32_t code, std::uint64_t stride) const {
  const TensorShape* const out = shape(node.outputs, 0);
  if (node.op.kind != OperatorKind::convolution && node.op.kind != OperatorKind::matrix) {
    if (out != nullptr) set_extents(node.op, *out, true);
    return;
  }
  const bool transposed = code == kTfliteTransposeConv;
  const TensorShape* const in = shape(node.inputs, transposed ? 2 : 0);
  const TensorShape* const weights = shape(node.inputs, 1);
  node.counted = in != nullptr && weights != nullptr && out != nullptr;
  if (!node.counted) return;
  if (code == kTfliteConv2d || code == kTfliteDepthwiseConv2d || transposed) {
    node.counted = weights->size() == 4 && in->size() == 4 && out->size() == 4;
    if (!node.counted) return;
    const std::uint64_t area = saturating_multiply((*weights)[1], (*weights)[2]);
    ConvolutionShape made;
    made.output = *out;
    made.channels_last = true;
    made.per_output = code == kTfliteDepthwiseConv2d ? area : saturating_multiply(area, (*weights)[3]);
    made.kernel_rows = (*weights)[1];
    made.stride = stride;
    made.groups = code == kTfliteDepthwiseConv2d ? std::max<std::uint64_t>((*in)[3], 1) : 1;
    // Grouped: a kernel has fewer inputs than the image has channels.
    if (code == kTfliteConv2d && (*weights)[3] > 0) made.groups = (*in)[3] / (*weights)[3];
    made.input_row = saturating_multiply((*in)[0], saturating_multiply((*in)[2], (*in)[3]));
    set_convolution(node.op, made);
    if (transposed) node.op.kernel_rows = 0;
    if (transposed) node.op.macs = saturating_multiply(elements_of(*in), saturating_multiply(area, (*weights)[0]));
    return;
  }
  if (code == kTfliteFullyConnected && weights->size() == 2 && (*weights)[0] > 0) {
    set_product(node.op, 1, elements_of(*out) / (*weights)[0], (*weights)[1], (*weights)[0]);
    return;
  }
  if (code == kTfliteBatchMatmul && out->size() >= 2 && !in->empty() && out->back() > 0) {
    const std::uint64_t tokens = (*out)[out->size() - 2];
    const std::uint64_t columns = out->back();
    const std::uint64_t rows = elements_of(*out) / columns;
    // A transposed first operand has its depth in the second place from the end.
    const std::uint64_t depth = tokens == 0 || rows == 0 ? 0 : elements_of(*in) / rows;
    set_product(node.op, tokens == 0 ? 0 : rows / tokens, tokens, depth, columns);
    return;
  }
  if (code == kTfliteConv3d && weights->size() == 5) {
    node.op.macs =
        saturating_multiply(elements_of(*out), elements_of(TensorShape(weights->begin(), weights->end() - 1)));
    return;
  }
  node.counted = false;
}

bool read_tflite(const std::string& content, const std::string& file, const Mapping& mapping, Workload& workload,
                 Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  workload.where = {file, 0, 0};
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(content.data()), content.size(), 64, kTables);
  if (content.size() < 8 || !verifier.VerifyBuffer<tflite::Model>(kIdentifier)) {
    diagnostics.error(workload.where, "this is no TensorFlow Lite model, or it is damaged or cut");
    return false;
  }
  const auto& model = *flatbuffers::GetRoot<tflite::Model>(content.data());
  auto graph = TfliteReader(model, file, diagnostics).read();
  if (graph && diagnostics.size() == before) build_tensor_graph(std::move(*graph), mapping, workload, diagnostics);
  return diagnostics.size() == before;
}

bool recognises_tflite(std::string_view head) {
  return head.substr(0, 8).substr(std::min<std::size_t>(head.size(), 4)) == kIdentifier;
}

}  // namespace

void add_tflite(WorkloadFormats& formats) {
  WorkloadFormat format{
      "tflite", "neural networks of TensorFlow Lite, lowered to jobs", recognises_tflite, read_tflite, Mapping(), {}};
  format.binary = true;
  format.operators = true;
  formats.add(std::move(format));
}

}  // namespace gantry
