// SPDX-License-Identifier: Apache-2.0
#include "text/file_digest.h"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace gantry {

std::string sha256(std::string_view content) {
  sha256_ctx context{};
  sha256_init(&context);
  sha256_update(&context, content.size(), reinterpret_cast<const std::uint8_t*>(content.data()));
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

}  // namespace gantry
