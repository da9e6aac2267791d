// SPDX-License-Identifier: Apache-2.0
// Diagnostics: errors and notes about an input, with their positions. This is the only way to report an error:
// collected in a Diagnostics, thrown as an Error, or returned in a Result (base/error.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/source_position.h"

namespace gantry {
inline namespace base {

enum class Severity : std::uint8_t {
  error,
  note,  ///< the input is valid, but its author may have meant something else
};

struct Diagnostic {
  SourcePosition where;
  std::string text;  ///< one sentence, without position and severity
  Severity severity = Severity::error;
};

/// Returns `file:line:column: error: text`, or the same with `note`. Unknown parts of the position are left out.
std::string to_string(const Diagnostic& diagnostic);

/// Collects the diagnostics of an input, so that one pass reports all mistakes.
class Diagnostics {
 public:
  /// Adds a diagnostic. Its text is made one line, and cut after 1,000 bytes, with "..." at the end. Keeps the first
  /// 1,000 diagnostics of each severity. Further errors are only counted, further notes are dropped.
  void add(Diagnostic diagnostic);
  void error(SourcePosition where, std::string text);
  void note(SourcePosition where, std::string text);
  /// Whether the text of another error would be kept. If not, callers need not build it.
  [[nodiscard]] bool keeps_more() const;
  /// Whether there is no error; notes do not count.
  [[nodiscard]] bool ok() const { return count_ == 0; }
  /// Number of all errors, whether kept or not.
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The errors that are kept, in the order of the calls.
  [[nodiscard]] const std::vector<Diagnostic>& errors() const { return errors_; }

  /// Returns a line per note, a line for each of the first `limit` errors, and a line with the number of others.
  [[nodiscard]] std::vector<std::string> lines(std::size_t limit = 20) const;
  /// Removes the notes and returns a line for each. Errors stay.
  std::vector<std::string> take_notes();

 private:
  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> notes_;
  std::size_t count_ = 0;
};

}  // namespace base
}  // namespace gantry
