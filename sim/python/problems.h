// SPDX-License-Identifier: Apache-2.0
// Problems of the input as Python's exceptions, whose classes are in gantry/_errors.py.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Becomes gantry.InputError.
class InputProblems : public std::runtime_error {
 public:
  explicit InputProblems(Diagnostics diagnostics)
      : runtime_error("wrong input"), diagnostics_(std::move(diagnostics)) {}
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Diagnostics diagnostics_;
};

/// Becomes gantry.LockstepError.
class EnginesDiffer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Becomes OSError: an output that cannot be written.
class OutputProblems : public InputProblems {
 public:
  using InputProblems::InputProblems;
};

inline void raise_problems(const Diagnostics& diagnostics) {
  if (!diagnostics.ok()) throw InputProblems(diagnostics);
}

}  // namespace gantry
