// SPDX-License-Identifier: Apache-2.0
// Problems of the input as Python's exceptions, whose classes are in gantry/_errors.py.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Becomes gantry.InputError. `answers`: what a picker has answered before.
class InputProblems : public std::runtime_error {
 public:
  explicit InputProblems(Diagnostics diagnostics, std::string answers = {})
      : runtime_error("wrong input"), diagnostics_(std::move(diagnostics)), answers_(std::move(answers)) {}
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] const std::string& answers() const { return answers_; }

 private:
  Diagnostics diagnostics_;
  std::string answers_;
};

/// Becomes gantry.LockstepError; `answers` as above.
class EnginesDiffer : public std::runtime_error {
 public:
  explicit EnginesDiffer(const std::string& difference, std::string answers = {})
      : runtime_error(difference), answers_(std::move(answers)) {}
  [[nodiscard]] const std::string& answers() const { return answers_; }

 private:
  std::string answers_;
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
