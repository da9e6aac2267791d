// SPDX-License-Identifier: Apache-2.0
// Digest of a file's content.
#pragma once

#include <nettle/sha2.h>

#include <string>
#include <string_view>

namespace gantry {

/// The SHA-256 of a content that comes in parts.
class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }
  void add(std::string_view content);
  /// Returns the digest of all so far, as 64 lower-case hexadecimal digits.
  [[nodiscard]] std::string digest() const;

 private:
  sha256_ctx context_{};
};

/// Returns the digest of a whole content.
std::string sha256(std::string_view content);

}  // namespace gantry
