// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/milp/qubo.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gantry::plan {
namespace {

constexpr double kWhole = 9007199254740992.0;  // 2^53

std::string in_digits(double value) {
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return {text.data(), end.ptr};
}

class Maker {
 public:
  std::optional<Qubo> make(const Milp& milp) {
    double spread = 0;
    for (const Milp::Variable& v : milp.variables()) {
      qubo_.variables.push_back(encode(v.name, v.lower, v.upper));
      spread += std::abs(v.cost) * (v.upper - v.lower);
      check(v.cost);
    }
    qubo_.penalty = 1 + spread;
    check(qubo_.penalty);
    for (std::size_t v = 0; v < milp.variables().size() && good_; ++v) {
      const double cost = milp.variables()[v].cost;
      qubo_.offset += cost * qubo_.variables[v].offset;
      for (const auto& [bit, weight] : qubo_.variables[v].bits) add(bit, bit, cost * weight);
    }
    for (const Milp::Row& row : milp.rows()) {
      if (good_) add_row(milp, row);
    }
    for (const auto& entry : qubo_.weights) check(entry.second);
    check(qubo_.offset);
    if (!good_) return std::nullopt;
    return std::move(qubo_);
  }

 private:
  void check(double value) { good_ = good_ && std::abs(value) <= kWhole && value == std::floor(value); }

  void add(std::uint32_t a, std::uint32_t b, double weight) {
    if (weight != 0) qubo_.weights[std::minmax(a, b)] += weight;
  }

  /// Coefficients 1, 2, 4, ... and the remainder, which represent exactly the values lower..upper.
  Qubo::Encoding encode(std::string name, double lower, double upper) {
    Qubo::Encoding encoding{std::move(name), lower, {}};
    check(lower);
    check(upper);
    for (double weight = 1, left = upper - lower; good_ && left > 0; weight *= 2) {
      const double step = std::min(weight, left);
      encoding.bits.emplace_back(qubo_.bits++, step);
      left -= step;
    }
    return encoding;
  }

  void add_row(const Milp& milp, const Milp::Row& row) {
    double constant = 0;
    double least = 0;
    double most = 0;
    std::map<std::uint32_t, double> sum;
    for (const Milp::Term& t : row.terms) {
      const Milp::Variable& v = milp.variables()[t.variable];
      check(t.coefficient);
      constant += t.coefficient * v.lower;
      least += std::min(t.coefficient * v.lower, t.coefficient * v.upper);
      most += std::max(t.coefficient * v.lower, t.coefficient * v.upper);
      for (const auto& [bit, weight] : qubo_.variables[t.variable].bits) sum[bit] += t.coefficient * weight;
    }
    if (!good_ || (least >= row.lower && most <= row.upper)) return;
    // terms = lower + slack
    const double lower = std::max(row.lower, least);
    const double upper = std::min(row.upper, most);
    for (const auto& [bit, weight] : encode("", 0, std::max(0.0, upper - lower)).bits) sum[bit] -= weight;
    constant -= lower;
    qubo_.offset += qubo_.penalty * constant * constant;
    for (auto a = sum.begin(); a != sum.end(); ++a) {
      add(a->first, a->first, qubo_.penalty * a->second * (a->second + 2 * constant));
      for (auto b = std::next(a); b != sum.end(); ++b) {
        add(a->first, b->first, 2 * qubo_.penalty * a->second * b->second);
      }
    }
  }

  Qubo qubo_;
  bool good_ = true;
};

}  // namespace

std::optional<Qubo> qubo(const Milp& milp) { return Maker().make(milp); }

std::string qubo_text(const Qubo& qubo) {
  std::string text = "c minimise; energy + offset is the objective of a choice that breaks no row\n";
  text += "c penalty weight of every row: " + in_digits(qubo.penalty) + "\nc offset: " + in_digits(qubo.offset) + '\n';
  for (const Qubo::Encoding& variable : qubo.variables) {
    text += "c " + variable.name + " = " + in_digits(variable.offset);
    for (const auto& [bit, weight] : variable.bits) text += " + " + in_digits(weight) + " bit" + std::to_string(bit);
    text += '\n';
  }
  std::size_t diagonal = 0;
  for (const auto& entry : qubo.weights) diagonal += entry.first.first == entry.first.second ? 1 : 0;
  text += "p qubo 0 " + std::to_string(qubo.bits) + ' ' + std::to_string(diagonal) + ' ' +
          std::to_string(qubo.weights.size() - diagonal) + '\n';
  for (const bool couplers : {false, true}) {
    for (const auto& [pair, weight] : qubo.weights) {
      if ((pair.first != pair.second) != couplers) continue;
      text += std::to_string(pair.first) + ' ' + std::to_string(pair.second) + ' ' + in_digits(weight) + '\n';
    }
  }
  return text;
}

}  // namespace gantry::plan
