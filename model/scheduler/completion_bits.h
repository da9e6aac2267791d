// SPDX-License-Identifier: Apache-2.0
// One completion bit per host task number, forgotten below the oldest unfinished one, so that memory follows the
// tasks in flight and not the tasks of the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry {
inline namespace scheduler {

class CompletionBits {
 public:
  [[nodiscard]] bool done(std::uint64_t number) const {
    if (number < base_) return true;
    const std::uint64_t at = number - base_;
    const std::size_t word = start_ + static_cast<std::size_t>(at / 64);
    return word < words_.size() && ((words_[word] >> (at % 64)) & 1U) != 0;
  }

  void set_done(std::uint64_t number) {
    const std::uint64_t at = number - base_;
    const std::size_t word = start_ + static_cast<std::size_t>(at / 64);
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= std::uint64_t{1} << (at % 64);
    while (start_ < words_.size() && words_[start_] == ~std::uint64_t{0}) {
      ++start_;
      base_ += 64;
    }
    if (start_ >= kForget) {
      words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(start_));
      start_ = 0;
    }
  }

 private:
  static constexpr std::size_t kForget = 1024;
  std::vector<std::uint64_t> words_;
  std::size_t start_ = 0;   ///< first word still needed
  std::uint64_t base_ = 0;  ///< number of that word's first bit
};

}  // namespace scheduler
}  // namespace gantry
