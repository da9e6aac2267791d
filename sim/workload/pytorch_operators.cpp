// SPDX-License-Identifier: Apache-2.0
#include "workload/pytorch_operators.h"

#include <algorithm>
#include <array>

#include "gantry/base/saturating.h"

namespace gantry {
namespace {

constexpr std::array<std::string_view, 15> kAllocationNames = {
    "empty",     "empty_strided", "empty_like", "new_empty",  "new_empty_strided", "resize_", "result_type", "set_",
    "is_pinned", "record_stream", "resize_as_", "is_nonzero", "storage_offset",    "size",    "can_cast"};
constexpr std::array<std::string_view, 41> kViewNames = {"as_strided",
                                                         "view",
                                                         "_unsafe_view",
                                                         "_reshape_alias",
                                                         "reshape",
                                                         "flatten",
                                                         "unflatten",
                                                         "transpose",
                                                         "t",
                                                         "permute",
                                                         "expand",
                                                         "squeeze",
                                                         "unsqueeze",
                                                         "slice",
                                                         "select",
                                                         "narrow",
                                                         "split",
                                                         "unsafe_split",
                                                         "chunk",
                                                         "unsafe_chunk",
                                                         "unbind",
                                                         "detach",
                                                         "detach_",
                                                         "alias",
                                                         "lift_fresh",
                                                         "diagonal",
                                                         "unfold",
                                                         "movedim",
                                                         "numpy_T",
                                                         "swapaxes",
                                                         "expand_as",
                                                         "view_as",
                                                         "to",
                                                         "broadcast_to",
                                                         "resolve_conj",
                                                         "split_with_sizes",
                                                         "resolve_neg",
                                                         "view_as_real",
                                                         "reshape_as",
                                                         "swapdims",
                                                         "unflatten_dense_tensors"};
constexpr std::array<std::string_view, 29> kMovementNames = {"copy_",
                                                             "cat",
                                                             "clone",
                                                             "contiguous",
                                                             "index_select",
                                                             "gather",
                                                             "embedding",
                                                             "_to_copy",
                                                             "stack",
                                                             "fill_",
                                                             "zero_",
                                                             "arange",
                                                             "index",
                                                             "index_put_",
                                                             "scatter_",
                                                             "scatter",
                                                             "ones",
                                                             "zeros",
                                                             "full",
                                                             "constant_pad_nd",
                                                             "repeat",
                                                             "roll",
                                                             "flip",
                                                             "scatter_add_",
                                                             "concat",
                                                             "_index_put_impl_",
                                                             "one_hot",
                                                             "_local_scalar_dense",
                                                             "embedding_dense_backward"};
/// Parts of the names of operators that read more than they write, or as much several times.
constexpr std::array<std::string_view, 16> kReductionParts = {
    "softmax", "_norm", "pool", "nll_loss", "sum", "mean",     "argm", "logsumexp",
    "topk",    "sort",  "prod", "var",      "std", "mse_loss", "amax", "amin"};

template <std::size_t size>
bool among(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has(std::string_view name, std::string_view part) { return name.find(part) != std::string_view::npos; }

/// Without the library: "mm" of "aten::mm".
std::string_view plain(std::string_view name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

bool is_backward(std::string_view name) { return has(name, "backward"); }

enum class Product : std::uint8_t { none, matrices, linear, convolution, convolution_backward, attention, unknown };

Product product_of(std::string_view name) {
  if (name == "mm" || name == "addmm" || name == "bmm" || name == "baddbmm" || name == "matmul" || name == "_scaled_mm")
    return Product::matrices;
  if (name == "linear" || name == "mkldnn_linear") return Product::linear;
  if (name == "convolution_backward" || name == "convolution_backward_overrideable")
    return Product::convolution_backward;
  const bool convolves = has(name, "convolution") || has(name, "conv1d") || has(name, "conv2d") ||
                         has(name, "conv3d") || has(name, "conv_transpose") || has(name, "conv_depthwise");
  if (convolves) return is_backward(name) ? Product::unknown : Product::convolution;
  if (has(name, "scaled_dot_product")) return is_backward(name) ? Product::unknown : Product::attention;
  const bool other = name == "mv" || name == "addmv" || name == "addbmm" || name == "einsum" || name == "lstm" ||
                     name == "gru" || name == "_cudnn_rnn" || has(name, "flash_attention") ||
                     has(name, "efficient_attention");
  return other ? Product::unknown : Product::none;
}

OperatorKind kind_of(const PytorchCall& call, std::string_view name) {
  if (only_views(call) || only_allocates(call.name)) return OperatorKind::view;
  if (among(kMovementNames, name) || has(call.name, "nccl:")) return OperatorKind::movement;
  const bool reduces = std::any_of(kReductionParts.begin(), kReductionParts.end(),
                                   [&](std::string_view part) { return has(name, part); });
  return reduces ? OperatorKind::reduction : OperatorKind::elementwise;
}

bool all_known(const std::vector<PytorchTensor>& tensors, std::size_t from, std::size_t count, std::size_t least_rank) {
  if (tensors.size() < from + count) return false;
  return std::all_of(tensors.begin() + static_cast<std::ptrdiff_t>(from),
                     tensors.begin() + static_cast<std::ptrdiff_t>(from + count),
                     [&](const PytorchTensor& tensor) { return tensor.known && tensor.shape.size() >= least_rank; });
}

std::uint64_t share(std::uint64_t all, std::uint64_t parts) { return parts == 0 ? 0 : all / parts; }

/// [heads..., tokens, depth] x [heads..., depth, columns]; heads of the first operand alone are tokens.
bool set_matrices(Operator& op, const PytorchTensor& a, const PytorchTensor& b) {
  const TensorShape& right = b.shape;
  const std::uint64_t depth = a.shape.back();
  const std::uint64_t heads = elements_of(TensorShape(right.begin(), right.end() - 2));
  const std::uint64_t rows = elements_of(TensorShape(a.shape.begin(), a.shape.end() - 1));
  if (right[right.size() - 2] != depth) return false;
  set_product(op, heads, share(rows, heads), depth, right.back());
  return true;
}

/// `result`, of the shape of the forward pass's result; `weight`: [channels, channels of a group, rows, ...].
void set_layer(Operator& op, const PytorchTensor& input, const PytorchTensor& weight, const PytorchTensor& result,
               bool transposed) {
  ConvolutionShape shape;
  shape.output = result.shape;
  shape.per_output = share(elements_of(weight.shape), weight.shape[0]);
  if (input.shape.size() > 2) {
    shape.groups = share(input.shape[1], weight.shape[transposed ? 0 : 1]);
    shape.kernel_rows = weight.shape[2];
    shape.stride = result.shape.size() > 2 ? std::max<std::uint64_t>(share(input.shape[2], result.shape[2]), 1) : 1;
    shape.input_row = share(elements_of(input.shape), input.shape[2]);
  }
  set_convolution(op, shape);
  if (transposed) op.macs = saturating_multiply(elements_of(input.shape), shape.per_output);
}

bool set_attention(Operator& op, const PytorchCall& call) {
  const TensorShape& q = call.inputs[0].shape;
  const TensorShape& k = call.inputs[1].shape;
  const TensorShape& v = call.inputs[2].shape;
  const std::size_t rank = q.size();
  if (k.size() != rank || v.size() != rank) return false;
  const std::uint64_t heads = elements_of(TensorShape(q.begin(), q.end() - 2));
  set_product(op, heads, q[rank - 2], k[rank - 2], saturating_add(q[rank - 1], v[rank - 1]));
  op.channels = v[rank - 1];
  return true;
}

bool set_macs(Operator& op, const PytorchCall& call, Product product) {
  const std::size_t second = second_operand(call);
  const std::vector<PytorchTensor>& in = call.inputs;
  switch (product) {
    case Product::matrices:
      return all_known(in, second - 1, 2, 2) && set_matrices(op, in[second - 1], in[second]);
    case Product::linear: {
      if (!all_known(in, 0, 2, 1) || in[1].shape.size() != 2) return false;
      const std::uint64_t depth = in[1].shape[1];
      set_product(op, 1, share(elements_of(in[0].shape), depth), depth, in[1].shape[0]);
      return true;
    }
    case Product::convolution:
      if (!all_known(in, 0, 2, 3) || !all_known(call.outputs, 0, 1, 3)) return false;
      set_layer(op, in[0], in[1], call.outputs[0], call.transposed || has(call.name, "transpose"));
      return true;
    case Product::convolution_backward:
      if (!all_known(in, 0, 3, 3)) return false;
      set_layer(op, in[1], in[2], in[0], call.transposed);
      op.macs = saturating_multiply(op.macs, call.gradients);
      return true;
    case Product::attention:
      return all_known(in, 0, 3, 3) && set_attention(op, call);
    default:
      return false;
  }
}

}  // namespace

bool only_allocates(std::string_view name) { return among(kAllocationNames, plain(name)); }

bool only_views(const PytorchCall& call) {
  const std::string_view name = plain(call.name);
  // A step of the backward pass that calls nothing passes its gradient on.
  const bool passes = !call.schema && (has(name, "Backward") || name == "AccumulateGrad");
  return among(kViewNames, name) || passes;
}

std::size_t second_operand(const PytorchCall& call) {
  const std::string_view name = plain(call.name);
  std::size_t second = call.inputs.size();
  switch (product_of(name)) {
    case Product::matrices:
      second = name == "addmm" || name == "baddbmm" ? 2 : 1;
      break;
    case Product::linear:
    case Product::convolution:
      second = 1;
      break;
    case Product::convolution_backward:
      second = 2;
      break;
    default:
      break;
  }
  return second;
}

Operator pytorch_operator(const PytorchCall& call, bool& counted) {
  Operator op;
  op.type = call.name;
  const std::string_view name = plain(call.name);
  const Product product = product_of(name);
  counted = true;
  if (!call.outputs.empty() && call.outputs[0].known) set_extents(op, call.outputs[0].shape, false);
  if (product == Product::none) {
    op.kind = kind_of(call, name);
  } else {
    op.kind = OperatorKind::matrix;
    counted = set_macs(op, call, product);
  }
  return op;
}

}  // namespace gantry
