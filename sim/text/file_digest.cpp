// SPDX-License-Identifier: Apache-2.0
#include "text/file_digest.h"

#include <array>
#include <cstdint>

namespace gantry {

void Sha256::add(std::string_view content) {
  sha256_update(&context_, content.size(), reinterpret_cast<const std::uint8_t*>(content.data()));
}

std::string Sha256::digest() const {
  sha256_ctx context = context_;
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::string sha256(std::string_view content) {
  Sha256 digest;
  digest.add(content);
  return digest.digest();
}

}  // namespace gantry
