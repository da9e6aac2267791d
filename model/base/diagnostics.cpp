// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/diagnostics.h"

#include <algorithm>
#include <utility>

#include "gantry/base/one_line.h"

namespace gantry {
inline namespace base {
namespace {

constexpr std::size_t kLongest = 1000;   ///< bytes of a text
constexpr std::size_t kMostKept = 1000;  ///< a file may have a million mistakes

std::string printable(std::string text) {
  if (text.size() > kLongest) {
    std::size_t length = kLongest;
    // Do not cut a UTF-8 character in two.
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
    text = text.substr(0, length) + "...";
  }
  return one_line(text);
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  const SourcePosition& where = diagnostic.where;
  std::string text = one_line(where.file);
  if (where.line > 0) text += ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
  if (!text.empty()) text += ": ";
  return text + (diagnostic.severity == Severity::error ? "error: " : "note: ") + diagnostic.text;
}

void Diagnostics::add(Diagnostic diagnostic) {
  const bool is_error = diagnostic.severity == Severity::error;
  std::vector<Diagnostic>& kept = is_error ? errors_ : notes_;
  if (is_error) ++count_;
  if (kept.size() == kMostKept) return;
  diagnostic.text = printable(std::move(diagnostic.text));
  kept.push_back(std::move(diagnostic));
}

void Diagnostics::error(SourcePosition where, std::string text) { add({std::move(where), std::move(text)}); }

void Diagnostics::note(SourcePosition where, std::string text) {
  add({std::move(where), std::move(text), Severity::note});
}

bool Diagnostics::keeps_more() const { return errors_.size() < kMostKept; }

std::vector<std::string> Diagnostics::lines(std::size_t limit) const {
  std::vector<std::string> text;
  for (const Diagnostic& note : notes_) text.push_back(to_string(note));
  const std::size_t shown = std::min(errors_.size(), limit);
  for (std::size_t i = 0; i < shown; ++i) text.push_back(to_string(errors_[i]));
  if (shown < count_) text.push_back("... and " + std::to_string(count_ - shown) + " more");
  return text;
}

std::vector<std::string> Diagnostics::take_notes() {
  std::vector<std::string> text;
  for (const Diagnostic& note : notes_) text.push_back(to_string(note));
  notes_.clear();
  return text;
}

}  // namespace base
}  // namespace gantry
