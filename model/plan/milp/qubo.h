// SPDX-License-Identifier: Apache-2.0
// Programs as quadratic unconstrained binary optimisation (QUBO), for annealers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/plan/milp/milp.h"

namespace gantry::plan {

/// Energy = offset + sum of weight x bit i x bit j over all pairs i <= j in `weights`.
struct Qubo {
  /// A variable of the program: value = offset + sum of weight x bit.
  struct Encoding {
    std::string name;
    double offset = 0;
    std::vector<std::pair<std::uint32_t, double>> bits;
  };
  std::uint32_t bits = 0;  ///< number of bits, those for slacks included
  double offset = 0;
  double penalty = 0;  ///< energy of a row that is violated by 1
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> weights;
  std::vector<Encoding> variables;  ///< as in the program
};

/// Converts a program. Every variable must be whole and becomes bits. A row becomes penalty x (terms - slack -
/// bound)^2, with bits for the slack. The penalty is 1 + the largest difference of two objectives. So the least energy
/// is the optimum's objective if there is a solution, and violating a row by 1 never pays. Nothing if a number is not
/// whole, a variable is unbounded, or a weight exceeds 2^53, above which doubles skip whole numbers.
std::optional<Qubo> qubo(const Milp& milp);

/// Returns qbsolv's format: comments with the penalty, the offset and the meaning of the bits; `p qubo 0 bits diagonal
/// couplers`; then `i j weight`.
std::string qubo_text(const Qubo& qubo);

}  // namespace gantry::plan
