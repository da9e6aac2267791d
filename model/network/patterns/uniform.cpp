// SPDX-License-Identifier: Apache-2.0
// uniform: every destination is equally likely.

#include "gantry/base/error.h"
#include "gantry/network/pattern.h"

namespace gantry {
inline namespace network {

namespace {

constexpr PatternKey kSelf{{"self", 1, {0, 1}, "", "a node is among its own destinations"}, PatternKey::Kind::flag};

class Uniform final : public Pattern {
 public:
  explicit Uniform(std::uint32_t nodes) : nodes_(nodes) {}

  [[nodiscard]] std::uint32_t draw(std::uint32_t /*from*/, RandomBits& bits) const override {
    return static_cast<std::uint32_t>(random_below(bits, nodes_));
  }
  [[nodiscard]] PatternShare share(std::uint32_t /*from*/, std::uint32_t /*to*/) const override { return {1, nodes_}; }

 private:
  std::uint32_t nodes_;
};

class UniformOthers final : public Pattern {
 public:
  explicit UniformOthers(std::uint32_t nodes) : others_(nodes - 1) {}

  [[nodiscard]] std::uint32_t draw(std::uint32_t from, RandomBits& bits) const override {
    const auto other = static_cast<std::uint32_t>(random_below(bits, others_));
    return other < from ? other : other + 1;
  }
  [[nodiscard]] PatternShare share(std::uint32_t from, std::uint32_t to) const override {
    return {to == from ? 0U : 1U, others_};
  }

 private:
  std::uint32_t others_;
};

}  // namespace

void add_uniform(PatternCatalogue& patterns) {
  patterns.add("uniform", "any node, with equal chances",
               [](const PatternValues& own, const NodeGrid& grid) -> std::unique_ptr<Pattern> {
                 if (own.flag(kSelf)) return std::make_unique<Uniform>(grid.nodes());
                 if (grid.nodes() < 2) throw Error("needs 2 nodes when none sends to itself");
                 return std::make_unique<UniformOthers>(grid.nodes());
               },
               {kSelf});
}

}  // namespace network
}  // namespace gantry
