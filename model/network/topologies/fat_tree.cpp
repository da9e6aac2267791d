// SPDX-License-Identifier: Apache-2.0
// Fat tree (k-ary n-tree): n levels of k^(n-1) switches. A switch has k links down and, below the top, k links up. A
// switch of the lowest level has k nodes. A switch of level l is above those lowest switches that share its digits l
// and higher (base k). A packet climbs until its destination is below, and descends. Such routes are free of deadlock.
// The link up from level l has number (own digit 0 + the destination's digit 0) mod k on the lowest level, and the
// destination's digit l - 1 elsewhere. So every link carries the packets of k^(n-2) pairs of lowest switches, and
// uniform traffic of one flit per cycle and node overloads none.
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {
namespace {

class FatTree final : public Topology {
 public:
  /// Takes the fewest levels that hold every endpoint.
  FatTree(std::uint32_t arity, std::uint32_t endpoints) : arity_(arity) {
    while (width_ * arity_ < endpoints) {
      width_ *= arity_;
      ++levels_;
    }
  }

  [[nodiscard]] std::uint32_t nodes() const override { return width_ * arity_; }
  [[nodiscard]] std::uint32_t routers() const override { return width_ * levels_; }
  [[nodiscard]] std::uint32_t router_of(std::uint32_t node) const override { return node / arity_; }

  // Ports of a switch: down (except on the lowest level, where nodes are), then up (except at the top).
  [[nodiscard]] std::uint32_t ports(std::uint32_t router) const override {
    const std::uint32_t level = router / width_;
    return (level > 0 ? arity_ : 0) + (level + 1 < levels_ ? arity_ : 0);
  }

  [[nodiscard]] LinkEnd neighbour(std::uint32_t router, std::uint32_t port) const override {
    const std::uint32_t level = router / width_;
    const std::uint32_t digits = router % width_;
    if (level > 0 && port < arity_) {
      const std::uint32_t below = with_digit(digits, level - 1, port);
      return {(level - 1) * width_ + below, first_up(level - 1) + digit(digits, level - 1)};
    }
    const std::uint32_t above = with_digit(digits, level, port - first_up(level));
    return {(level + 1) * width_ + above, digit(digits, level)};
  }

  [[nodiscard]] std::uint32_t next_port(std::uint32_t router, std::uint32_t destination) const override {
    const std::uint32_t level = router / width_;
    const std::uint32_t digits = router % width_;
    const std::uint32_t to = destination % width_;
    if (is_below(router, destination)) return digit(to, level - 1);
    if (level == 0) return (digit(digits, 0) + digit(to, 0)) % arity_;
    return first_up(level) + digit(to, level - 1);
  }

  // Every link up leads to a switch above both ends.
  [[nodiscard]] bool has_equal_ports() const override { return true; }
  [[nodiscard]] std::uint64_t equal_ports(std::uint32_t router, std::uint32_t destination) const override {
    if (is_below(router, destination)) return std::uint64_t{1} << next_port(router, destination);
    return ((std::uint64_t{1} << arity_) - 1U) << first_up(router / width_);
  }

  [[nodiscard]] Spot spot(std::uint32_t router) const override {
    const std::uint32_t row = levels_ - 1 - router / width_;
    return {static_cast<double>(router % width_), static_cast<double>(row)};
  }

 private:
  /// Whether the destination is below the switch: they share all digits from this level on.
  [[nodiscard]] bool is_below(std::uint32_t router, std::uint32_t destination) const {
    const std::uint32_t level = router / width_;
    const std::uint32_t above = power(level);
    return destination / width_ < level && router % width_ / above == destination % width_ / above;
  }
  [[nodiscard]] std::uint32_t power(std::uint32_t exponent) const {
    std::uint32_t value = 1;
    for (; exponent > 0; --exponent) value *= arity_;
    return value;
  }
  [[nodiscard]] std::uint32_t digit(std::uint32_t digits, std::uint32_t at) const {
    return digits / power(at) % arity_;
  }
  [[nodiscard]] std::uint32_t with_digit(std::uint32_t digits, std::uint32_t at, std::uint32_t value) const {
    return digits + value * power(at) - digit(digits, at) * power(at);
  }
  [[nodiscard]] std::uint32_t first_up(std::uint32_t level) const { return level > 0 ? arity_ : 0; }

  std::uint32_t arity_;
  std::uint32_t width_ = 1;  ///< switches per level
  std::uint32_t levels_ = 1;
};

constexpr OwnKey kArity{"arity", 4, {2, 16}, "links", "down from a switch, and up"};

}  // namespace

void add_fat_tree(TopologyCatalogue& topologies) {
  topologies.add("fat_tree", "switches with `arity` links down and up, endpoints at the lowest, up and down",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   return std::make_unique<FatTree>(kArity.of(config.own), endpoints);
                 },
                 {kArity});
}

}  // namespace network
}  // namespace gantry
