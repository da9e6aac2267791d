// SPDX-License-Identifier: Apache-2.0
// A neural network as readers of models see it: nodes that read and write tensors. build_tensor_graph() makes tasks,
// edges and bytes of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"
#include "workload/mapping.h"

namespace gantry {

using TensorShape = std::vector<std::uint64_t>;

/// Number of a tensor that a node leaves out.
inline constexpr std::uint32_t kNoTensor = 0xffffffff;

struct GraphTensor {
  std::string name;
  bool known = false;      ///< whether `shape` is
  TensorShape shape;       ///< empty and known: a scalar
  std::uint32_t bits = 0;  ///< of an element; 0: the type is unknown
  bool constant = false;   ///< known before the model runs
  bool weight = false;     ///< a constant that counts among the model's weights
  bool result = false;     ///< an output of the model
};

struct GraphNode {
  std::string id;
  Operator op;  ///< type, kind, MACs and, of products, extents and window; build_tensor_graph() sets the rest
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> outputs;
  bool counted = true;  ///< whether its MACs are known
  SourcePosition where;
};

struct TensorGraph {
  std::vector<GraphTensor> tensors;
  std::vector<GraphNode> nodes;
};

/// Product of the extents, at most 2^64 - 1.
std::uint64_t elements_of(const TensorShape& shape);
/// "1x3x224x224", or "scalar".
std::string shape_text(const TensorShape& shape);
/// Elements and bytes of a tensor; nothing of both if its shape is unknown.
TensorSize size_of(const GraphTensor& tensor);

/// Sets MACs and extents of a convolution whose output is [images, channels, rows, ...] or, `channels_last`, [images,
/// rows, ..., channels]. `per_output`: MACs per output element. `kernel_rows`, `stride`: of the rows; `groups`: 1 for a
/// dense one. `input_row`: elements of a row of the input, of all channels
/// and images.
struct ConvolutionShape {
  TensorShape output;
  bool channels_last = false;
  std::uint64_t per_output = 0;
  std::uint64_t kernel_rows = 1;
  std::uint64_t stride = 1;
  std::uint64_t groups = 1;
  std::uint64_t input_row = 0;
};
void set_convolution(Operator& op, const ConvolutionShape& shape);

/// Sets MACs and extents of `heads` products [tokens, depth] x [depth, columns].
void set_product(Operator& op, std::uint64_t heads, std::uint64_t tokens, std::uint64_t depth, std::uint64_t columns);

/// Sets the extents of an operator that is no product from the shape of its output: [images, channels, rows, ...] (or
/// `channels_last`), or [..., columns].
void set_extents(Operator& op, const TensorShape& output, bool channels_last);

/// Fills the tasks and operators of a workload: a task per node with its MACs as `work`, an edge per pair of nodes with
/// the bytes between them. Notes nodes without shapes. Errors: more than kMaxForeignTasks nodes, a tensor that two
/// nodes write, a node that reads its own result.
void build_tensor_graph(TensorGraph graph, const Mapping& mapping, Workload& workload, Diagnostics& diagnostics);

}  // namespace gantry
