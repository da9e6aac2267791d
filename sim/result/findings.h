// SPDX-License-Identifier: Apache-2.0
// Violated invariants: the first ones in words, the rest as a number, so that a bad table of any size can be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

class Findings {
 public:
  static constexpr std::size_t kMostTold = 20;

  /// Whether the words of another finding will be told; spares the work of finding them.
  [[nodiscard]] bool telling() const { return count_ < kMostTold; }

  /// `line` 0 = the file as a whole.
  void add(const std::string& file, std::uint64_t line, std::string what) {
    if (telling()) {
      told_.error({file, static_cast<int>(line == 0 ? 1 : line), 1}, std::move(what));
    }
    ++count_;
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> text = told_.lines(kMostTold);
    if (count_ > kMostTold) text.push_back("... and " + std::to_string(count_ - kMostTold) + " more");
    return text;
  }

 private:
  Diagnostics told_;
  std::size_t count_ = 0;
};

}  // namespace gantry
