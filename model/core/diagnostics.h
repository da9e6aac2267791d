// SPDX-License-Identifier: Apache-2.0
// Problems in the input, collected in one pass and printed one per line as `file:line:column: error: ...`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/workload.h"

namespace gantry {

class Diagnostics {
 public:
  void error(SourcePosition where, std::string what) { errors_.push_back({std::move(where), std::move(what)}); }
  [[nodiscard]] bool ok() const { return errors_.empty(); }
  [[nodiscard]] std::size_t size() const { return errors_.size(); }

  /// At most `limit` lines, then how many more there are.
  [[nodiscard]] std::vector<std::string> lines(std::size_t limit = 20) const {
    std::vector<std::string> text;
    for (const Problem& problem : errors_) {
      if (text.size() == limit) {
        text.push_back("... and " + std::to_string(errors_.size() - limit) + " more");
        break;
      }
      text.push_back(to_string(problem));
    }
    return text;
  }

 private:
  struct Problem {
    SourcePosition where;
    std::string what;
  };

  static std::string to_string(const Problem& problem) {
    std::string text = problem.where.file;
    if (problem.where.line > 0) {
      text += ':' + std::to_string(problem.where.line) + ':' + std::to_string(problem.where.column);
    }
    if (!text.empty()) text += ": ";
    return text + "error: " + problem.what;
  }

  std::vector<Problem> errors_;
};

}  // namespace gantry
