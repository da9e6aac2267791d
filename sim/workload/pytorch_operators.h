// SPDX-License-Identifier: Apache-2.0
// Operators of PyTorch: what they do by their names, and multiply-accumulates from the shapes of their operands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/workload/operator.h"
#include "workload/tensor_graph.h"

namespace gantry {

/// Tensor of a call. A number may stand for several contents: an operator in place writes the tensor that it reads.
struct PytorchTensor {
  std::uint64_t number = 0;
  bool known = false;  ///< whether `shape` is
  TensorShape shape;
  std::uint32_t bits = 0;  ///< of an element
};

/// Call of an operator.
struct PytorchCall {
  std::string name;     ///< "aten::mm"
  bool schema = false;  ///< whether it is an operator of a library, no annotation
  std::vector<PytorchTensor> inputs;
  std::vector<PytorchTensor> outputs;
  bool transposed = false;      ///< of a convolution
  std::uint32_t gradients = 2;  ///< of a convolution's backward: how many of its input and weights are wanted
};

/// Whether it only makes room or asks for something: no work, and nobody waits for it.
bool only_allocates(std::string_view name);
/// Whether its result is a tensor that was there already, seen in another way.
bool only_views(const PytorchCall& call);

/// Returns type, kind, MACs and extents. `counted` becomes false if it is a product whose MACs are unknown.
Operator pytorch_operator(const PytorchCall& call, bool& counted);

/// Returns the number of the input that is the second operand of a product, or the number of inputs if there is none.
std::size_t second_operand(const PytorchCall& call);

}  // namespace gantry
