// SPDX-License-Identifier: Apache-2.0
#include "gantry/workload/data_object.h"

namespace gantry {
inline namespace workload {

namespace {

/// Returns the number of the share of `n` that holds this byte. Of shares without a byte it is none.
std::uint32_t share_of(std::uint64_t bytes, std::uint64_t byte, std::uint32_t n) {
  // i * bytes / n <= byte holds up to this i, because i * bytes < (byte + 1) * n.
  return static_cast<std::uint32_t>(((byte + 1) * n - 1) / bytes);
}

}  // namespace

PartRange parts_read(std::uint64_t bytes, std::uint32_t parts, bool whole, std::uint32_t job, std::uint32_t jobs) {
  if (whole) return {0, parts};
  const std::uint64_t begin = share_begin(bytes, job, jobs);
  const std::uint64_t end = share_begin(bytes, job + std::uint64_t{1}, jobs);
  if (begin == end) return {};
  return {share_of(bytes, begin, parts), share_of(bytes, end - 1, parts) + 1};
}

}  // namespace workload
}  // namespace gantry
