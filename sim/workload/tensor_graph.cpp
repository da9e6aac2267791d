// SPDX-License-Identifier: Apache-2.0
#include "workload/tensor_graph.h"

#include <algorithm>
#include <utility>

#include "gantry/base/one_line.h"
#include "gantry/base/saturating.h"
#include "text/yaml_reader.h"
#include "workload/unique_names.h"

namespace gantry {
namespace {

class GraphBuilder {
 public:
  GraphBuilder(TensorGraph graph, const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : graph_(std::move(graph)), mapping_(mapping), workload_(workload), diagnostics_(diagnostics) {}

  void build() {
    workload_.unit = "MACs";
    if (graph_.nodes.size() > kMaxForeignTasks) {
      diagnostics_.error(workload_.where, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
      return;
    }
    find_writers();
    for (const GraphTensor& tensor : graph_.tensors) {
      if (tensor.weight) workload_.model.weights.add(size_of(tensor));
    }
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) add_task(n);
    for (GraphTensor& tensor : graph_.tensors)
      workload_.model.tensors.push_back({std::move(tensor.name), size_of(tensor), tensor.result});
    note_unknown();
  }

 private:
  void find_writers();
  void add_task(std::uint32_t number);
  [[nodiscard]] std::string shapes_of(const GraphNode& node) const;
  void add_edge(WorkloadTask& task, std::uint32_t number, const GraphTensor& tensor, std::uint32_t writer);
  void note_unknown();

  TensorGraph graph_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::vector<std::uint32_t> writer_;  ///< by tensor: the node that writes it; kNoTensor: none
  std::vector<bool> is_read_;          ///< by tensor
  UniqueNames names_;
  std::uint64_t unknown_ = 0;  ///< products whose MACs are unknown
  const GraphNode* first_unknown_ = nullptr;
};

void GraphBuilder::find_writers() {
  writer_.assign(graph_.tensors.size(), kNoTensor);
  is_read_.assign(graph_.tensors.size(), false);
  for (const GraphNode& node : graph_.nodes) {
    for (const std::uint32_t tensor : node.inputs) {
      if (tensor != kNoTensor) is_read_[tensor] = true;
    }
  }
  for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
    for (const std::uint32_t tensor : graph_.nodes[n].outputs) {
      if (tensor == kNoTensor) continue;
      if (writer_[tensor] != kNoTensor) {
        diagnostics_.error(graph_.nodes[n].where, "operator " + in_quotes(graph_.nodes[n].id) + " writes the tensor " +
                                                      in_quotes(graph_.tensors[tensor].name) + ", and so does " +
                                                      in_quotes(graph_.nodes[writer_[tensor]].id));
      }
      writer_[tensor] = n;
    }
  }
}

void GraphBuilder::add_edge(WorkloadTask& task, std::uint32_t number, const GraphTensor& tensor, std::uint32_t writer) {
  if (writer == number) {
    diagnostics_.error(task.where,
                       "operator " + in_quotes(task.id) + " reads its own result " + in_quotes(tensor.name));
    return;
  }
  const std::uint64_t bytes = size_of(tensor).bytes;
  const auto same =
      std::find_if(task.after.begin(), task.after.end(), [&](const WorkloadEdge& edge) { return edge.task == writer; });
  if (same == task.after.end()) {
    task.after.push_back({writer, bytes, false});
  } else {
    same->bytes = saturating_add(same->bytes, bytes);
  }
}

std::string GraphBuilder::shapes_of(const GraphNode& node) const {
  std::string text;
  for (const std::uint32_t tensor : node.inputs) {
    if (!text.empty()) text += ' ';
    if (tensor == kNoTensor) {
      text += '-';
    } else if (!graph_.tensors[tensor].known) {
      text += '?';
    } else {
      text += shape_text(graph_.tensors[tensor].shape);
    }
  }
  return text;
}

void GraphBuilder::add_task(std::uint32_t number) {
  GraphNode& node = graph_.nodes[number];
  Operator& op = node.op;
  WorkloadTask task;
  task.id = names_.take(one_line(node.id.empty() ? "operator" : node.id));
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.where = node.where;
  task.work = {op.macs, 0};
  op.shapes = shapes_of(node);
  OperatorUse use;
  std::vector<std::uint32_t> read;  // a tensor that is read twice is there once
  for (const std::uint32_t tensor : node.inputs) {
    if (tensor == kNoTensor || std::find(read.begin(), read.end(), tensor) != read.end()) continue;
    const GraphTensor& in = graph_.tensors[tensor];
    if (in.constant) {
      op.weights.add(size_of(in));
      use.weights.push_back(tensor);
    } else {
      const bool first =
          std::all_of(read.begin(), read.end(), [&](std::uint32_t t) { return graph_.tensors[t].constant; });
      (first ? op.input : op.second).add(size_of(in));
      (first ? use.input : use.second).push_back(tensor);
      if (writer_[tensor] != kNoTensor) add_edge(task, number, in, writer_[tensor]);
    }
    read.push_back(tensor);
  }
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    const std::uint32_t tensor = node.outputs[i];
    if (tensor == kNoTensor) continue;
    // Optional results, such as the mask of a Dropout, are not computed for nobody.
    if (i > 0 && !is_read_[tensor] && !graph_.tensors[tensor].result) continue;
    op.output.add(size_of(graph_.tensors[tensor]));
    use.output.push_back(tensor);
  }
  op.elements = op.output.elements;
  if (op.kind == OperatorKind::reduction)
    op.elements = std::max(op.elements, saturating_add(op.input.elements, op.second.elements));
  if (!node.counted && unknown_++ == 0) first_unknown_ = &node;
  workload_.tasks.push_back(std::move(task));
  workload_.model.operators.push_back(op);
  workload_.model.uses.push_back(std::move(use));
}

void GraphBuilder::note_unknown() {
  if (first_unknown_ == nullptr) return;
  diagnostics_.note(first_unknown_->where, std::to_string(unknown_) +
                                               (unknown_ == 1 ? " operator has" : " operators have") +
                                               " no shapes to count multiply-accumulates from, and counts none: " +
                                               in_quotes(first_unknown_->id) + (unknown_ == 1 ? "" : " is the first"));
}

}  // namespace

std::uint64_t elements_of(const TensorShape& shape) {
  std::uint64_t product = 1;
  for (const std::uint64_t extent : shape) product = saturating_multiply(product, extent);
  return product;
}

std::string shape_text(const TensorShape& shape) {
  std::string text = shape.empty() ? "scalar" : "";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : "x") + std::to_string(shape[i]);
  return text;
}

TensorSize size_of(const GraphTensor& tensor) {
  if (!tensor.known) return {};
  const std::uint64_t elements = elements_of(tensor.shape);
  return {elements, ceil_product({elements, 0}, {tensor.bits, 0}, 1, 8)};
}

void set_extents(Operator& op, const TensorShape& output, bool channels_last) {
  const std::size_t rank = output.size();
  if (rank >= 4) {
    op.heads = output[0];
    op.channels = channels_last ? output[rank - 1] : output[1];
    op.rows = channels_last ? output[1] : output[2];
  } else if (rank >= 1) {
    op.channels = output[rank - 1];
    op.tokens = elements_of(TensorShape(output.begin(), output.end() - 1));
  }
}

void set_convolution(Operator& op, const ConvolutionShape& shape) {
  op.kind = OperatorKind::convolution;
  op.macs = saturating_multiply(elements_of(shape.output), shape.per_output);
  const std::size_t rank = shape.output.size();
  if (rank < 3) return;
  op.heads = shape.output[0];
  op.channels = shape.channels_last ? shape.output[rank - 1] : shape.output[1];
  op.rows = shape.channels_last ? shape.output[1] : shape.output[2];
  op.grouped = shape.groups > 1;
  op.kernel_rows = shape.kernel_rows;
  op.stride = shape.stride;
  op.input_row = shape.input_row;
}

void set_product(Operator& op, std::uint64_t heads, std::uint64_t tokens, std::uint64_t depth, std::uint64_t columns) {
  op.kind = OperatorKind::matrix;
  op.macs = saturating_multiply(saturating_multiply(heads, tokens), saturating_multiply(depth, columns));
  op.heads = heads;
  op.tokens = tokens;
  op.channels = columns;
}

void build_tensor_graph(TensorGraph graph, const Mapping& mapping, Workload& workload, Diagnostics& diagnostics) {
  GraphBuilder(std::move(graph), mapping, workload, diagnostics).build();
}

}  // namespace gantry
