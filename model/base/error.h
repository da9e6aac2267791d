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

/// What a catcher may have to tell apart.
enum class ErrorKind : std::uint8_t {
  input,            ///< wrong configuration, argument or file
  output,           ///< a file cannot be written
  unsupported,      ///< a model in Verilog cannot do what this configuration asks for
  illegal_message,  ///< a block behind pins said what no block in its place may say; the text begins with the link
  mismatch,         ///< two implementations of a block differ, or one of them breaks its contract
};

/// What library code throws when it cannot do what its caller asked for. Broken invariants and preconditions, which are
/// faults of the program, are std::logic_error.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& text, ErrorKind kind = ErrorKind::input);
  explicit Error(const Diagnostic& diagnostic, ErrorKind kind = ErrorKind::input);
  /// Precondition: there is an error, whose text is what().
  explicit Error(Diagnostics diagnostics, ErrorKind kind = ErrorKind::input);

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  /// One or more.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] const SourcePosition& where() const { return diagnostics_.errors().front().where; }

 private:
  ErrorKind kind_;
  Diagnostics diagnostics_;
};

/// The value of a function, or the diagnostic that says why there is none. For failures that are part of the caller's
/// ordinary work, such as a point of a study without a value.
template <class Value>
class Result {
 public:
  Result(Value value) : held_(std::move(value)) {}
  Result(Diagnostic diagnostic) : held_(std::move(diagnostic)) {}

  explicit operator bool() const { return held_.index() == 0; }
  /// Precondition: there is one.
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
