// SPDX-License-Identifier: Apache-2.0
// Sets of small numbers (processors, entries, routers) as rows of 64-bit words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry {
inline namespace base {

/// Member i is bit i % 64 of word i / 64.
using BitSet = std::vector<std::uint64_t>;

/// Returns the number of words that hold this many bits.
inline std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
/// Returns an empty set for the numbers 0..bits-1.
inline BitSet make_bit_set(std::size_t bits) { return BitSet(words_for(bits), 0); }

/// Returns the number of the lowest set bit, from 0. Precondition: word != 0.
inline std::uint32_t lowest_bit(std::uint64_t word) { return static_cast<std::uint32_t>(__builtin_ctzll(word)); }
/// Number of set bits. Inline, because the baseline of x86-64 has no such instruction and compilers would call a
/// function.
inline std::uint32_t count_bits(std::uint64_t word) {
  word -= (word >> 1U) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2U) & 0x3333333333333333U);
  word = (word + (word >> 4U)) & 0x0F0F0F0F0F0F0F0FU;
  return static_cast<std::uint32_t>((word * 0x0101010101010101U) >> 56U);
}

// Precondition of the next four functions: `i` is below 64 times the words of the set.
inline bool test_bit(const BitSet& set, std::size_t i) { return ((set[i / 64] >> (i % 64)) & 1U) != 0; }
inline void set_bit(BitSet& set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << (i % 64); }
inline void clear_bit(BitSet& set, std::size_t i) { set[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
inline void assign_bit(BitSet& set, std::size_t i, bool on) { on ? set_bit(set, i) : clear_bit(set, i); }

/// Whether the sets share a member. Precondition: `b` has at least as many words as `a`.
inline bool any_common(const BitSet& a, const BitSet& b) {
  for (std::size_t w = 0; w < a.size(); ++w) {
    if ((a[w] & b[w]) != 0) return true;
  }
  return false;
}
inline bool is_empty(const BitSet& set) {
  for (const std::uint64_t word : set) {
    if (word != 0) return false;
  }
  return true;
}

/// Lowest member. Precondition: the set is not empty.
inline std::uint32_t first_bit(const BitSet& set) {
  std::size_t w = 0;
  while (set[w] == 0) ++w;
  return static_cast<std::uint32_t>(w * 64 + lowest_bit(set[w]));
}

/// Calls `visit(i)` for every member, in ascending order. `visit` may change the set: a word is read once, before its
/// first member is visited.
template <class Visit>
void for_each_bit(const BitSet& set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t word = set[w]; word != 0; word &= word - 1) {
      visit(static_cast<std::uint32_t>(w * 64 + lowest_bit(word)));
    }
  }
}

}  // namespace base
}  // namespace gantry
