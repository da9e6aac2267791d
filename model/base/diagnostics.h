// SPDX-License-Identifier: Apache-2.0
// Problems in the input, collected in one pass and printed one per line as `file:line:column: error: ...`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "gantry/base/source_position.h"

namespace gantry {

class Diagnostics {
 public:
  /// `what` is one line of a readable length, whatever of the input it quotes.
  void error(SourcePosition where, std::string what) {
    // The rest is only counted: a file may have a million of them.
    if (++count_ <= kMostKept) errors_.push_back({std::move(where), printable(std::move(what))});
  }
  [[nodiscard]] bool ok() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }

  /// At most `limit` lines, then how many more there are.
  [[nodiscard]] std::vector<std::string> lines(std::size_t limit = 20) const {
    std::vector<std::string> text;
    for (const Problem& problem : errors_) {
      if (text.size() == limit) break;
      text.push_back(to_string(problem));
    }
    if (text.size() < count_) text.push_back("... and " + std::to_string(count_ - text.size()) + " more");
    return text;
  }

 private:
  struct Problem {
    SourcePosition where;
    std::string what;
  };

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

  static std::string to_string(const Problem& problem) {
    std::string text = one_line(problem.where.file);
    if (problem.where.line > 0) {
      text += ':' + std::to_string(problem.where.line) + ':' + std::to_string(problem.where.column);
    }
    if (!text.empty()) text += ": ";
    return text + "error: " + problem.what;
  }

  std::vector<Problem> errors_;
  std::size_t count_ = 0;
};

}  // namespace gantry
