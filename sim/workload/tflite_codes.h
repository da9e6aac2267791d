// SPDX-License-Identifier: Apache-2.0
// Operators of TensorFlow Lite: their published numbers, names and kinds.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/workload/operator.h"

namespace gantry {

/// Numbers of the operators whose multiply-accumulates are counted.
enum TfliteCode : std::int32_t {
  kTfliteConv2d = 3,
  kTfliteDepthwiseConv2d = 4,
  kTfliteFullyConnected = 9,
  kTfliteTransposeConv = 67,
  kTfliteBatchMatmul = 126,
  kTfliteConv3d = 132,
};

/// Returns the name of an operator: `CONV_2D`; `OPERATOR_999` if it is not known here.
std::string tflite_name(std::int32_t code);
/// Returns its kind; unknown operators count as element-wise.
OperatorKind tflite_kind(std::int32_t code);

}  // namespace gantry
