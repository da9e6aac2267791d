// SPDX-License-Identifier: Apache-2.0
// The one exception of this code, and the result of a function that may fail.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "gantry/base/diagnostics.h"

namespace gantry {
inline namespace base {

/// Kinds of errors that callers handle differently.
enum class ErrorKind : std::uint8_t {
  input,            ///< wrong configuration, argument or file
  output,           ///< a file cannot be written
  unsupported,      ///< a model in Verilog does not support this configuration
  illegal_message,  ///< a block behind pins sent an illegal message; the text begins with the link's name
  mismatch,         ///< two backends of a block differ, or one of them violates its contract
};

/// Exception of library code that cannot fulfil a request. A broken invariant or precondition is a bug and throws
/// std::logic_error instead.
class Error : public std::runtime_error {
 public:
  /// what() is the text as given; the diagnostic has no position.
  explicit Error(const std::string& text, ErrorKind kind = ErrorKind::input);
  /// Precondition: the diagnostic is an error, not a note.
  explicit Error(const Diagnostic& diagnostic, ErrorKind kind = ErrorKind::input);
  /// what() is the text of the first error. Precondition: there is an error.
  explicit Error(Diagnostics diagnostics, ErrorKind kind = ErrorKind::input);

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  /// The diagnostics, with at least one error.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Position of the first error.
  [[nodiscard]] const SourcePosition& where() const { return diagnostics_.errors().front().where; }

 private:
  ErrorKind kind_;
  Diagnostics diagnostics_;
};

/// The value of a function, or the diagnostic that explains why there is none. For failures that callers handle as part
/// of their ordinary work, such as a point of a study without a value.
template <class Value>
class Result {
 public:
  Result(Value value) : held_(std::move(value)) {}
  Result(Diagnostic diagnostic) : held_(std::move(diagnostic)) {}

  explicit operator bool() const { return held_.index() == 0; }
  /// Precondition: there is a value.
  Value& operator*() { return std::get<0>(held_); }
  const Value& operator*() const { return std::get<0>(held_); }
  Value* operator->() { return &std::get<0>(held_); }
  const Value* operator->() const { return &std::get<0>(held_); }
  /// Precondition: there is no value.
  [[nodiscard]] const Diagnostic& error() const { return std::get<1>(held_); }

 private:
  std::variant<Value, Diagnostic> held_;
};

}  // namespace base
}  // namespace gantry
