// SPDX-License-Identifier: Apache-2.0
// Operators of a model: the work of a task of a neural network, before it is cut into jobs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/saturating.h"

namespace gantry {
inline namespace workload {

enum class OperatorKind : std::uint8_t {
  none,         ///< the task is no operator: it has a time of its own
  convolution,  ///< kernels over an image, transposed ones included
  matrix,       ///< products of matrices, fully connected layers, recurrent cells
  elementwise,  ///< one operation per element: activations, sums, comparisons
  reduction,    ///< each input element is read once: pooling, softmax, normalisation
  movement,     ///< data change their place: concatenation, transposition, padding
  view,         ///< no data move: another shape of the same bytes
};
inline constexpr std::array<std::string_view, 7> kOperatorKindNames = {
    "none", "convolution", "matrix", "elementwise", "reduction", "movement", "view"};

/// Size of some tensors.
struct TensorSize {
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;  ///< with the types of the file

  void add(const TensorSize& other) {
    elements = saturating_add(elements, other.elements);
    bytes = saturating_add(bytes, other.bytes);
  }
};

/// Time of a complete operator on one type of processors, at speed 1.
struct OperatorTime {
  std::string type;          ///< of processors; empty: every type, and then it is the only one
  std::uint64_t cycles = 0;  ///< at most 2^60
};

/// Sums stay at 2^64 - 1 if they would exceed it.
struct Operator {
  std::string type;    ///< as the file names it; empty for OperatorKind::none
  std::string shapes;  ///< of its operands, "1x64 64x128"; "?": unknown, "-": left out, "scalar": one number
  OperatorKind kind = OperatorKind::none;
  std::uint64_t macs = 0;           ///< multiply-accumulates
  std::uint64_t elements = 0;       ///< of its result, or those that a reduction reads; the work without MACs
  std::uint64_t fused = 0;          ///< elements of the element-wise operators that joined it, unless these have times
  std::vector<OperatorTime> times;  ///< of a table; empty: its time follows from its work
  std::vector<OperatorTime> fused_times;  ///< the same of the operators that joined it, summed
  TensorSize weights;                     ///< constants
  TensorSize input;                       ///< activations: the first operand
  TensorSize second;                      ///< activations: the other operands
  TensorSize output;
  std::uint64_t kernel_rows = 0;  ///< of a convolution with `stride` between the rows of its kernels; 0: no such window
  std::uint64_t stride = 1;
  std::uint64_t input_row = 0;  ///< elements of a row of the input, of all channels and images
  bool grouped = false;  ///< an output channel needs a part of the input only: grouped and depthwise convolutions
  // Extents of its output, along which it can be cut into jobs; 1: it cannot.
  std::uint64_t channels = 1;  ///< output channels, columns of a product
  std::uint64_t rows = 1;      ///< rows of an image; of other operators: elements
  std::uint64_t tokens = 1;    ///< rows of a product
  std::uint64_t heads = 1;     ///< independent products of matrices
};

/// A tensor that operators read or write.
struct OperatorTensor {
  std::string name;
  TensorSize size;      ///< nothing: its shape is unknown
  bool result = false;  ///< an output of the model
};

/// Tensors of an operator, as indices in OperatorGraph::tensors. Each is there once.
struct OperatorUse {
  std::vector<std::uint32_t> weights;  ///< constants that it reads
  std::vector<std::uint32_t> input;    ///< its first operand, or none
  std::vector<std::uint32_t> second;   ///< its other operands
  std::vector<std::uint32_t> output;   ///< those that it computes
};

/// The operators of a workload.
struct OperatorGraph {
  std::vector<Operator> operators;  ///< by task; empty: the workload has none
  TensorSize weights;               ///< each constant once
  std::vector<OperatorTensor> tensors;
  std::vector<OperatorUse> uses;  ///< by task; empty: the file names no tensors
};

}  // namespace workload
}  // namespace gantry
