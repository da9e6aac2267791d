// SPDX-License-Identifier: Apache-2.0
// Configuration of global memory: the section `memory`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/speed.h"

namespace gantry {
inline namespace platform {

struct MemoryConfig {
  std::uint32_t controllers = 1;         ///< 1..64
  std::uint32_t latency_cycles = 40;     ///< from acceptance to the first data, 1..100000
  Speed bytes_per_cycle{32000000};       ///< per controller, 0.000001..1000000
  std::uint32_t outstanding = 16;        ///< requests in service per controller, 1..4096
  std::uint32_t burst_bytes = 256;       ///< length of a burst, 16..65536
  std::uint32_t outstanding_bursts = 8;  ///< bursts in flight per requester, 1..1024
  /// Size of the blocks that go to consecutive controllers: a multiple of burst_bytes, 16..2^30; kAutomatic:
  /// burst_bytes.
  std::uint32_t interleave_bytes = 0;
  std::uint32_t retries = 3;  ///< times that a read is repeated whose answer is an error, 0..255
  /// When a part that was written into a local store goes to global memory: before it leaves the store, or at once.
  enum class Writes : std::uint8_t { back, through } writes = Writes::back;

  [[nodiscard]] std::uint32_t interleave() const { return interleave_bytes == 0 ? burst_bytes : interleave_bytes; }
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, MemoryConfig& memory);

}  // namespace platform
}  // namespace gantry
