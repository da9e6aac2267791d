// SPDX-License-Identifier: Apache-2.0
// Problems in the input, collected in one pass and printed one per line as `file:line:column: error: ...`, and notes:
// what was done with an input that is right, where its author may have meant something else.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "gantry/base/source_position.h"

namespace gantry {
inline namespace base {

class Diagnostics {
 public:
  struct Problem {
    SourcePosition where;
    std::string what;
  };

  /// `what` is one line of a readable length, whatever of the input it quotes.
  void error(SourcePosition where, std::string what) {
    // The rest is only counted: a file may have a million of them.
    if (++count_ <= kMostKept) errors_.push_back({std::move(where), printable(std::move(what))});
  }
  /// Whether the next error is kept; else what it says need not be worked out.
  [[nodiscard]] bool keeps_more() const { return count_ < kMostKept; }
  /// `what`: as of an error.
  void note(SourcePosition where, std::string what) {
    if (notes_.size() < kMostKept) notes_.push_back({std::move(where), printable(std::move(what))});
  }
  [[nodiscard]] bool ok() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// Those that are kept.
  [[nodiscard]] const std::vector<Problem>& errors() const { return errors_; }

  /// The notes, then at most `limit` errors and how many more there are.
  [[nodiscard]] std::vector<std::string> lines(std::size_t limit = 20) const {
    std::vector<std::string> text;
    for (const Problem& note : notes_) text.push_back(to_string(note, "note: "));
    const std::size_t shown = errors_.size() < limit ? errors_.size() : limit;
    for (std::size_t i = 0; i < shown; ++i) text.push_back(to_string(errors_[i], "error: "));
    if (shown < count_) text.push_back("... and " + std::to_string(count_ - shown) + " more");
    return text;
  }
  /// The notes, which are forgotten: they have been told.
  std::vector<std::string> take_notes() {
    std::vector<std::string> text;
    for (const Problem& note : notes_) text.push_back(to_string(note, "note: "));
    notes_.clear();
    return text;
  }

 private:
  static constexpr std::size_t kLongest = 1000;
  static constexpr std::size_t kMostKept = 1000;

  static std::string printable(std::string what) {
    if (what.size() > kLongest) {
      std::size_t length = kLongest;
      // Do not cut a UTF-8 character in two.
      while (length > 0 && (static_cast<unsigned char>(what[length]) & 0xc0) == 0x80) --length;
      what = what.substr(0, length) + "...";
    }
    return one_line(what);
  }

  static std::string to_string(const Problem& problem, const char* kind) {
    std::string text = one_line(problem.where.file);
    if (problem.where.line > 0) {
      text += ':' + std::to_string(problem.where.line) + ':' + std::to_string(problem.where.column);
    }
    if (!text.empty()) text += ": ";
    return text + kind + problem.what;
  }

  std::vector<Problem> errors_;
  std::vector<Problem> notes_;
  std::size_t count_ = 0;
};

}  // namespace base
}  // namespace gantry
