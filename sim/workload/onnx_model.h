// SPDX-License-Identifier: Apache-2.0
// An ONNX file as the library reads it, without the library's types: onnx_model.cpp is the only file that sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workload/tensor_graph.h"

namespace gantry {

struct OnnxNode {
  std::string type;
  std::string domain;  ///< empty: ONNX's own
  std::string name;
  std::vector<std::uint32_t> inputs;  ///< numbers of tensors; kNoTensor: left out
  std::vector<std::uint32_t> outputs;
  bool has_graph = false;                                                   ///< a control structure: If, Loop, Scan
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> integers;  ///< attributes, single ones too
  std::string equation;                                                     ///< of an Einsum
};

struct OnnxModel {
  std::vector<GraphTensor> tensors;
  std::vector<OnnxNode> nodes;                                         ///< without those that make constants
  std::vector<std::pair<std::string, std::uint64_t>> open_dimensions;  ///< named dimensions of the inputs, with sizes
  std::string problem;                                                 ///< why shapes could not be inferred; or empty
};

// Its texts are lines of UTF-8 (line_of_bytes()).

/// Whether this build of the program can read ONNX files.
bool has_onnx();

/// Reads a model. `dimensions`: sizes of named dimensions of the inputs; others are 1. Returns nothing if the content
/// is no ONNX model, or if has_onnx() is false.
std::optional<OnnxModel> read_onnx_model(const std::string& content,
                                         const std::vector<std::pair<std::string, std::uint64_t>>& dimensions);

}  // namespace gantry
