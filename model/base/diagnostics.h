// SPDX-License-Identifier: Apache-2.0
// Diagnostics: what is wrong with an input, a configuration or a file, with its position. The one way in which this
// code reports an error: collected in a Diagnostics, thrown as an Error, or returned in a Result (base/error.h).
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
  note,  ///< the input is right, and its author may have meant something else
};

struct Diagnostic {
  SourcePosition where;
  std::string text;  ///< one sentence, without position and severity
  Severity severity = Severity::error;
};

/// `file:line:column: error: text`, without the parts of the position that are unknown.
std::string to_string(const Diagnostic& diagnostic);

/// Collects the diagnostics of an input, so that one pass reports all mistakes.
class Diagnostics {
 public:
  /// Makes of the text one line of at most 1,000 bytes, whatever of the input it quotes. Keeps the first 1,000 of each
  /// severity, and counts further errors.
  void add(Diagnostic diagnostic);
  void error(SourcePosition where, std::string text);
  void note(SourcePosition where, std::string text);
  /// Whether the next error is kept. If not, its text need not be worked out.
  [[nodiscard]] bool keeps_more() const;
  [[nodiscard]] bool ok() const { return count_ == 0; }
  /// Number of errors.
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The errors that are kept.
  [[nodiscard]] const std::vector<Diagnostic>& errors() const { return errors_; }

  /// The notes, then at most `limit` errors and how many more there are.
  [[nodiscard]] std::vector<std::string> lines(std::size_t limit = 20) const;
  /// The notes, which are removed.
  std::vector<std::string> take_notes();

 private:
  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> notes_;
  std::size_t count_ = 0;
};

}  // namespace base
}  // namespace gantry
