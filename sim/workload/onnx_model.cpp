// SPDX-License-Identifier: Apache-2.0
#include "workload/onnx_model.h"

#ifdef GANTRY_HAS_ONNX
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "text/text_file.h"
#endif

namespace gantry {

#ifdef GANTRY_HAS_ONNX

namespace {

constexpr int kDeepest = 100;  ///< nesting of messages, as protobuf's own default

/// Bits of an element of an ONNX type; 0: unknown.
std::uint32_t bits_of(int type) {
  switch (type) {
    case onnx::TensorProto::FLOAT:
    case onnx::TensorProto::INT32:
    case onnx::TensorProto::UINT32:
      return 32;
    case onnx::TensorProto::DOUBLE:
    case onnx::TensorProto::INT64:
    case onnx::TensorProto::UINT64:
    case onnx::TensorProto::COMPLEX64:
      return 64;
    case onnx::TensorProto::FLOAT16:
    case onnx::TensorProto::BFLOAT16:
    case onnx::TensorProto::INT16:
    case onnx::TensorProto::UINT16:
      return 16;
    case onnx::TensorProto::COMPLEX128:
      return 128;
    case onnx::TensorProto::UINT8:
    case onnx::TensorProto::INT8:
    case onnx::TensorProto::BOOL:
      return 8;
    default:
      break;
  }
  if (type >= 17 && type <= 20) return 8;  // FLOAT8 of later versions
  if (type >= 21 && type <= 23) return 4;  // UINT4, INT4, FLOAT4
  return 0;
}

/// Drops the library's messages. The reader makes its own.
void silent(google::protobuf::LogLevel /*level*/, const char* /*file*/, int /*line*/, const std::string& /*text*/) {}

class ModelReader {
 public:
  ModelReader(onnx::ModelProto& proto, const std::vector<std::pair<std::string, std::uint64_t>>& dimensions)
      : proto_(proto), graph_(*proto.mutable_graph()), dimensions_(dimensions) {}

  OnnxModel read() {
    for (const onnx::TensorProto& constant : graph_.initializer()) constants_.emplace(constant.name(), true);
    for (const auto& constant : graph_.sparse_initializer()) constants_.emplace(constant.values().name(), true);
    close_dimensions();
    infer();
    for (const onnx::TensorProto& constant : graph_.initializer()) add_constant(constant);
    for (const onnx::ValueInfoProto& value : graph_.input()) add_value(value);
    for (const onnx::ValueInfoProto& value : graph_.value_info()) add_value(value);
    for (const onnx::ValueInfoProto& value : graph_.output()) add_value(value);
    for (const onnx::ValueInfoProto& value : graph_.output()) {
      if (!value.name().empty()) model_.tensors[number(value.name())].result = true;
    }
    for (const onnx::NodeProto& node : graph_.node()) add_node(node);
    return std::move(model_);
  }

 private:
  void close_dimensions();
  static void forget_open_shapes(google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& values);
  void infer();
  std::uint32_t number(const std::string& name);
  void add_constant(const onnx::TensorProto& constant);
  void add_value(const onnx::ValueInfoProto& value);
  void add_node(const onnx::NodeProto& node);

  onnx::ModelProto& proto_;
  onnx::GraphProto& graph_;
  const std::vector<std::pair<std::string, std::uint64_t>>& dimensions_;
  OnnxModel model_;
  std::unordered_map<std::string, bool> constants_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// Gives every dimension of the inputs a size.
void ModelReader::close_dimensions() {
  for (onnx::ValueInfoProto& input : *graph_.mutable_input()) {
    if (constants_.count(input.name()) > 0 || !input.type().has_tensor_type() ||
        !input.type().tensor_type().has_shape())
      continue;
    onnx::TensorShapeProto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    for (int i = 0; i < shape.dim_size(); ++i) {
      if (shape.dim(i).has_dim_value() && shape.dim(i).dim_value() > 0) continue;
      const std::string name =
          shape.dim(i).has_dim_param() ? shape.dim(i).dim_param() : input.name() + '.' + std::to_string(i);
      std::uint64_t size = 1;
      for (const auto& [given, number] : dimensions_) {
        if (given == name) size = number;
      }
      shape.mutable_dim(i)->set_dim_value(static_cast<std::int64_t>(size));
      const std::pair<std::string, std::uint64_t> open(line_of_bytes(name), size);
      if (std::find(model_.open_dimensions.begin(), model_.open_dimensions.end(), open) == model_.open_dimensions.end())
        model_.open_dimensions.push_back(open);
    }
  }
}

/// Shapes with open dimensions were written for other sizes of the inputs.
void ModelReader::forget_open_shapes(google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& values) {
  for (onnx::ValueInfoProto& value : values) {
    if (!value.type().has_tensor_type()) continue;
    const auto& dims = value.type().tensor_type().shape().dim();
    const bool open = std::any_of(dims.begin(), dims.end(), [](const auto& dim) { return !dim.has_dim_value(); });
    if (open) value.mutable_type()->mutable_tensor_type()->clear_shape();
  }
}

void ModelReader::infer() {
  forget_open_shapes(*graph_.mutable_value_info());
  forget_open_shapes(*graph_.mutable_output());
  try {
    onnx::shape_inference::InferShapes(proto_, onnx::OpSchemaRegistry::Instance(),
                                       onnx::ShapeInferenceOptions(false, 0, true));
  } catch (const std::exception& problem) {
    model_.problem = line_of_bytes(problem.what());
  }
}

std::uint32_t ModelReader::number(const std::string& name) {
  if (name.empty()) return kNoTensor;
  const auto [found, fresh] = numbers_.emplace(name, static_cast<std::uint32_t>(model_.tensors.size()));
  if (fresh) {
    model_.tensors.emplace_back();
    model_.tensors.back().name = line_of_bytes(name);
  }
  return found->second;
}

void ModelReader::add_constant(const onnx::TensorProto& constant) {
  const std::uint32_t at = number(constant.name());
  if (at == kNoTensor) return;
  GraphTensor& tensor = model_.tensors[at];
  tensor.constant = true;
  tensor.weight = true;
  tensor.bits = bits_of(constant.data_type());
  tensor.known = std::all_of(constant.dims().begin(), constant.dims().end(), [](std::int64_t d) { return d >= 0; });
  tensor.shape.clear();
  for (const std::int64_t extent : constant.dims()) {
    if (tensor.known) tensor.shape.push_back(static_cast<std::uint64_t>(extent));
  }
}

void ModelReader::add_value(const onnx::ValueInfoProto& value) {
  const std::uint32_t at = number(value.name());
  if (at == kNoTensor || !value.type().has_tensor_type()) return;
  GraphTensor& tensor = model_.tensors[at];
  if (tensor.constant) return;
  const onnx::TypeProto::Tensor& type = value.type().tensor_type();
  tensor.bits = bits_of(type.elem_type());
  if (!type.has_shape()) return;
  tensor.shape.clear();
  tensor.known = true;
  for (const auto& dim : type.shape().dim()) {
    tensor.known = tensor.known && dim.has_dim_value() && dim.dim_value() >= 0;
    if (tensor.known) tensor.shape.push_back(static_cast<std::uint64_t>(dim.dim_value()));
  }
}

void ModelReader::add_node(const onnx::NodeProto& node) {
  if (node.op_type() == "Constant") {
    for (const std::string& name : node.output()) {
      const std::uint32_t at = number(name);
      if (at != kNoTensor) model_.tensors[at].constant = true;
    }
    return;
  }
  OnnxNode& to = model_.nodes.emplace_back();
  to.type = line_of_bytes(node.op_type());
  to.domain = node.domain() == "ai.onnx" ? "" : line_of_bytes(node.domain());
  to.name = line_of_bytes(node.name());
  for (const std::string& name : node.input()) to.inputs.push_back(number(name));
  for (const std::string& name : node.output()) to.outputs.push_back(number(name));
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    to.has_graph = to.has_graph || attribute.has_g() || attribute.graphs_size() > 0;
    if (attribute.name() == "equation") to.equation = attribute.s();
    if (attribute.type() == onnx::AttributeProto::INT) to.integers.push_back({attribute.name(), {attribute.i()}});
    if (attribute.ints_size() > 0) {
      to.integers.push_back({attribute.name(), {attribute.ints().begin(), attribute.ints().end()}});
    }
  }
}

}  // namespace

bool has_onnx() { return true; }

std::optional<OnnxModel> read_onnx_model(const std::string& content,
                                         const std::vector<std::pair<std::string, std::uint64_t>>& dimensions) {
  google::protobuf::SetLogHandler(silent);
  onnx::ModelProto proto;
  if (content.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return std::nullopt;
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const std::uint8_t*>(content.data()),
                                                static_cast<int>(content.size()));
  stream.SetRecursionLimit(kDeepest);
  if (!proto.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage() || !proto.has_graph())
    return std::nullopt;
  return ModelReader(proto, dimensions).read();
}

#else

bool has_onnx() { return false; }

std::optional<OnnxModel> read_onnx_model(const std::string& /*content*/,
                                         const std::vector<std::pair<std::string, std::uint64_t>>& /*dimensions*/) {
  return std::nullopt;
}

#endif

}  // namespace gantry
