// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/pickers/keyed_round.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define GANTRY_HAS_AVX2 1
#include <immintrin.h>
#endif

namespace gantry {
namespace {

// By value: nothing that is written can be any of the arguments.
template <bool Ageing>
std::int32_t find_winner(const KeyedRows rows, const KeyedRound round) {
  const std::uint32_t unit = 1U << round.tie_bits;
  std::int32_t best = kNotEligible;
  for (std::uint32_t i = 0; i < rows.count; ++i) {
    std::int32_t history = rows.history[i];
    if (Ageing) {
      // By comparison, not by a store to the winner's place: a vector load soon after it would have to wait for it.
      history = aged(history, rows.decay[i]) + (i == round.winner ? round.credit : 0);
      rows.history[i] = history;
    }
    const std::int32_t target = (rows.weight[i] - history) >> round.quant;
    const auto key = static_cast<std::int32_t>(static_cast<std::uint32_t>(target) * unit) + rows.tie[i];
    const std::int32_t offered = key < rows.cap[i] ? key : rows.cap[i];
    best = offered > best ? offered : best;
  }
  return best;
}

std::int32_t baseline_round(const KeyedRows& rows, const KeyedRound& round) {
  return round.winner == kNone ? find_winner<false>(rows, round) : find_winner<true>(rows, round);
}

#ifdef GANTRY_HAS_AVX2
#define GANTRY_AVX2 __attribute__((target("avx2")))

// Spelled out, since compilers make of the loop above a third less.
class WideRound {
 public:
  GANTRY_AVX2 WideRound(const KeyedRows& rows, const KeyedRound& round)
      : rows_(rows),
        quant_(_mm_cvtsi32_si128(static_cast<int>(round.quant))),
        tie_bits_(_mm_cvtsi32_si128(static_cast<int>(round.tie_bits))),
        winner_(_mm256_set1_epi32(static_cast<int>(round.winner))),
        credit_(_mm256_set1_epi32(round.credit)) {}

  template <bool Ageing>
  GANTRY_AVX2 std::int32_t find() const {
    __m256i even = _mm256_set1_epi32(kNotEligible);
    __m256i odd = even;
    __m256i entries = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i step = _mm256_set1_epi32(8);
    for (std::uint32_t i = 0; i < rows_.count; i += kLanes) {
      even = _mm256_max_epi32(even, keys<Ageing>(i, entries));
      entries = _mm256_add_epi32(entries, step);
      odd = _mm256_max_epi32(odd, keys<Ageing>(i + 8, entries));
      entries = _mm256_add_epi32(entries, step);
    }
    const __m256i both = _mm256_max_epi32(even, odd);
    __m128i best = _mm_max_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    best = _mm_max_epi32(best, _mm_shuffle_epi32(best, _MM_SHUFFLE(1, 0, 3, 2)));
    best = _mm_max_epi32(best, _mm_shuffle_epi32(best, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(best);
  }

 private:
  template <class T>
  GANTRY_AVX2 static __m256i load(const T* row) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row));
  }

  template <bool Ageing>
  GANTRY_AVX2 __m256i keys(std::uint32_t i, __m256i entries) const {
    __m256i history = load(rows_.history + i);
    if (Ageing) {
      const __m256i product = _mm256_mullo_epi32(history, load(rows_.decay + i));
      const __m256i credit = _mm256_and_si256(_mm256_cmpeq_epi32(entries, winner_), credit_);
      history = _mm256_add_epi32(_mm256_sub_epi32(history, _mm256_srli_epi32(product, 8)), credit);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(rows_.history + i), history);
    }
    const __m256i target = _mm256_sra_epi32(_mm256_sub_epi32(load(rows_.weight + i), history), quant_);
    const __m256i key = _mm256_add_epi32(_mm256_sll_epi32(target, tie_bits_), load(rows_.tie + i));
    return _mm256_min_epi32(key, load(rows_.cap + i));
  }

  const KeyedRows& rows_;
  const __m128i quant_;
  const __m128i tie_bits_;
  const __m256i winner_;
  const __m256i credit_;
};

GANTRY_AVX2 std::int32_t avx2_round(const KeyedRows& rows, const KeyedRound& round) {
  const WideRound wide(rows, round);
  return round.winner == kNone ? wide.find<false>() : wide.find<true>();
}
#endif

}  // namespace

KeyedRoundFunction* keyed_round(Vectors vectors) {
#ifdef GANTRY_HAS_AVX2
  if (vectors == Vectors::widest && __builtin_cpu_supports("avx2") != 0) return avx2_round;
#endif
  static_cast<void>(vectors);
  return baseline_round;
}

}  // namespace gantry
