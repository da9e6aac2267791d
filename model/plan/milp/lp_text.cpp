// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "gantry/plan/milp/milp.h"

namespace gantry::plan {
namespace {

constexpr std::size_t kLine = 200;  // some readers stop at 255 characters

/// The shortest text that reads back as the same number, in every locale.
std::string number(double value) {
  if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

class Writer {
 public:
  void word(const std::string& text) {
    if (line_.size() + text.size() > kLine) {
      end_line();
      line_ = " ";
    }
    line_ += ' ' + text;
  }
  void line(const std::string& text) {
    line_ += text;
    end_line();
  }
  void end_line() {
    text_ += line_ + '\n';
    line_.clear();
  }
  void term(double coefficient, const std::string& name) {
    word((coefficient < 0 ? "- " : "+ ") + number(std::abs(coefficient)) + ' ' + name);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::string line_;
};

void write_row(Writer& out, const Milp& milp, const Milp::Row& row, const std::string& name,
               const std::string& relation) {
  out.word(name + ':');
  for (const Milp::Term& t : row.terms) out.term(t.coefficient, milp.variables()[t.variable].name);
  if (row.terms.empty() && !milp.variables().empty()) out.term(0, milp.variables()[0].name);
  if (!row.products.empty()) {
    out.word("+ [");
    for (const Milp::Product& p : row.products) {
      out.term(p.coefficient, milp.variables()[p.first].name + " * " + milp.variables()[p.second].name);
    }
    out.word("]");
  }
  out.word(relation);
  out.end_line();
}

void write_bounds(Writer& out, const Milp::Variable& v) {
  if (v.lower == v.upper) {
    out.line(' ' + v.name + " = " + number(v.lower));
  } else if (std::isinf(v.lower) && std::isinf(v.upper)) {
    out.line(' ' + v.name + " free");
  } else {
    out.line(' ' + number(v.lower) + " <= " + v.name + " <= " + number(v.upper));
  }
}

}  // namespace

std::string lp_text(const Milp& milp) {
  Writer out;
  out.line("Minimize");
  out.word("objective:");
  for (const Milp::Variable& v : milp.variables()) {
    if (v.cost != 0) out.term(v.cost, v.name);
  }
  out.end_line();
  out.line("Subject To");
  for (const Milp::Row& row : milp.rows()) {
    if (row.lower == row.upper) {
      write_row(out, milp, row, row.name, "= " + number(row.lower));
      continue;
    }
    const bool both = !std::isinf(row.lower) && !std::isinf(row.upper);
    if (!std::isinf(row.lower)) {
      write_row(out, milp, row, both ? row.name + ".low" : row.name, ">= " + number(row.lower));
    }
    if (!std::isinf(row.upper)) write_row(out, milp, row, row.name, "<= " + number(row.upper));
  }
  out.line("Bounds");
  for (const Milp::Variable& v : milp.variables()) write_bounds(out, v);
  out.line("Generals");
  for (const Milp::Variable& v : milp.variables()) {
    if (v.integer) out.word(v.name);
  }
  out.end_line();
  out.line("End");
  return out.take();
}

}  // namespace gantry::plan
