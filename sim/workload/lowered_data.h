// SPDX-License-Identifier: Apache-2.0
// Data objects of a lowered model: its tensors (docs/data.md).
#pragma once

#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Tensors that each job of an operator reads completely. Of the others it reads its share.
struct TensorReads {
  bool whole_weights = false;
  bool whole_input = false;   ///< the first operand
  bool whole_second = false;  ///< the other operands
};

/// Makes an object of every tensor that an operator reads or writes, instead of bytes of these tasks. The result of a
/// view is the tensor that it views. `reads`: by task. Reports a tensor beyond kMaxObjectBytes at the operator. Notes a
/// model whose file names no tensors: its tasks keep their bytes. Precondition: the operators have their jobs.
void make_objects_of_tensors(Workload& workload, const std::vector<TensorReads>& reads, Diagnostics& diagnostics);

}  // namespace gantry
