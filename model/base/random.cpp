// SPDX-License-Identifier: Apache-2.0
#include "gantry/base/random.h"

#include <algorithm>

#include "gantry/base/uint128.h"

namespace gantry {
inline namespace base {
namespace {

/// Sums of ln(2)^i / i! for i = 1..k, rounded to 64 fraction bits; the 18th is 1.
constexpr std::array<std::uint64_t, 17> kExponentialTable = {
    0xb17217f7d1cf79ac, 0xeef193f6d75a96fd, 0xfd27186259aaf6c2, 0xff9d6dd050f4c5a7, 0xfff4cfcfef1e626c,
    0xfffee81886e1c62f, 0xffffe7fe850e0bb6, 0xfffffe2a8731b17e, 0xffffffdfac6eeadc, 0xfffffffdf9640068,
    0xffffffffe22ec79d, 0xfffffffffe6a9dee, 0xffffffffffebff81, 0xffffffffffff1417, 0xfffffffffffff5cf,
    0xffffffffffffff96, 0xfffffffffffffffc};
constexpr std::uint64_t kLn2 = kExponentialTable[0];

constexpr std::uint64_t rotate(std::uint64_t value, int by) { return (value << by) | (value >> (64 - by)); }

std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t value = state;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

}  // namespace

RandomBits::RandomBits(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t state = stream;
  state = seed ^ split_mix(state);
  for (std::uint64_t& word : state_) word = split_mix(state);
}

std::uint64_t RandomBits::next() {
  const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotate(state_[3], 45);
  return result;
}

/// Lemire's method: the high half of a product, rejecting the few values that would make some results more likely.
std::uint64_t random_below(RandomBits& bits, std::uint64_t bound) {
  Uint128 product = Uint128{bits.next()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t unfair = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < unfair) product = Uint128{bits.next()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t random_exponential(RandomBits& bits) {
  // An exponential number is a geometric number of ln 2 plus a remainder below ln 2.
  constexpr Uint128 kMaxDoublings = 192;
  Uint128 doublings = 0;
  std::uint64_t word = bits.next();
  for (; word == ~std::uint64_t{0} && doublings < kMaxDoublings; word = bits.next()) doublings += 64;
  for (; (word >> 63) != 0; word <<= 1) ++doublings;
  const std::uint64_t fraction = bits.next();
  Uint128 rest = fraction;
  if (fraction >= kLn2) {
    const auto above = std::upper_bound(kExponentialTable.begin(), kExponentialTable.end(), fraction);
    const auto draws = above - kExponentialTable.begin() + 1;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::ptrdiff_t i = 0; i < draws; ++i) least = std::min(least, bits.next());
    rest = (Uint128{least} * kLn2) >> 64;
  }
  return static_cast<std::uint64_t>((doublings * kLn2 + rest) >> (64 - kExponentialBits));
}

}  // namespace base
}  // namespace gantry
