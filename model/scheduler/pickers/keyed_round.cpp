// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/pickers/keyed_round.h"

namespace gantry {
inline namespace scheduler {
namespace {

// By value: nothing that is written can be any of the arguments. Always inlined, so that each of the functions below is
// this loop in its own instructions.
template <bool Ageing>
[[gnu::always_inline]] inline std::int32_t find_winner(const KeyedRows rows, const KeyedRound round) {
  const std::uint32_t unit = 1U << round.tie_bits;
  std::int32_t best = kNotEligible;
  for (std::uint32_t i = 0; i < rows.count; ++i) {
    std::int32_t history = rows.history[i];
    if (Ageing) {
      // By comparison, not by a store to the winner's element: a vector load soon after the store would have to wait.
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

#if defined(__x86_64__) && defined(__GNUC__)
#define GANTRY_HAS_AVX2 1
[[gnu::target("avx2")]] std::int32_t avx2_round(const KeyedRows& rows, const KeyedRound& round) {
  return round.winner == kNone ? find_winner<false>(rows, round) : find_winner<true>(rows, round);
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

}  // namespace scheduler
}  // namespace gantry
