// SPDX-License-Identifier: Apache-2.0
// Digest of all answers of RTL so far. The state of RTL cannot be read: a run that goes on from a checkpoint gives new
// RTL the recorded inputs again, and the digest shows whether it answers as before.
#pragma once

#include <cstdint>

#include "gantry/base/archive.h"

namespace gantry {

class AnswerDigest {
 public:
  void add(std::uint64_t value) {
    digest_ = (digest_ ^ value) * kFactor;
    digest_ ^= digest_ >> 29U;
  }
  /// Writes the digest, or reads one. Throws Error if it differs from this one.
  void archive(Archive& state) const {
    std::uint64_t before = digest_;
    state(before);
    if (before != digest_) state.fail("the RTL answers otherwise than before the checkpoint");
  }

 private:
  static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;  // any odd number with many ones
  std::uint64_t digest_ = 1;
};

}  // namespace gantry
