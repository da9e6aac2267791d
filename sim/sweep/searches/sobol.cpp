// SPDX-License-Identifier: Apache-2.0
// sobol: a sequence that fills the space evenly (Sobol' 1967, direction numbers of Joe and Kuo 2008), shifted by bits
// that the seed draws. Axes beyond its dimensions are drawn at random.
#include <array>

#include "gantry/base/random.h"
#include "sweep/searches/drawn.h"

namespace gantry {
namespace {

constexpr unsigned kBits = 32;

/// A dimension from the second on: degree and inner coefficients of its polynomial, and the first direction numbers.
struct Direction {
  unsigned degree;
  unsigned inner;
  std::array<std::uint32_t, 7> first;
};
constexpr std::array<Direction, 20> kDirections = {{{1, 0, {1}},
                                                    {2, 1, {1, 3}},
                                                    {3, 1, {1, 3, 1}},
                                                    {3, 2, {1, 1, 1}},
                                                    {4, 1, {1, 1, 3, 3}},
                                                    {4, 4, {1, 3, 5, 13}},
                                                    {5, 2, {1, 1, 5, 5, 17}},
                                                    {5, 4, {1, 1, 5, 5, 5}},
                                                    {5, 7, {1, 1, 7, 11, 19}},
                                                    {5, 11, {1, 1, 5, 1, 1}},
                                                    {5, 13, {1, 1, 1, 3, 11}},
                                                    {5, 14, {1, 3, 5, 5, 31}},
                                                    {6, 1, {1, 3, 3, 9, 7, 49}},
                                                    {6, 13, {1, 1, 1, 15, 21, 21}},
                                                    {6, 16, {1, 3, 1, 13, 27, 49}},
                                                    {6, 19, {1, 1, 1, 15, 7, 5}},
                                                    {6, 22, {1, 3, 1, 15, 13, 25}},
                                                    {6, 25, {1, 1, 5, 5, 19, 61}},
                                                    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                                                    {7, 4, {1, 3, 7, 13, 13, 15, 69}}}};

/// One coordinate of the sequence, as 32 bits behind the point.
class SobolDimension {
 public:
  SobolDimension(std::size_t dimension, std::uint32_t shift) : value_(shift) {
    for (unsigned i = 0; i < kBits; ++i) numbers_[i] = std::uint32_t{1} << (kBits - 1 - i);
    if (dimension == 0) return;
    const Direction& of = kDirections[dimension - 1];
    for (unsigned i = 0; i < of.degree; ++i) numbers_[i] = of.first[i] << (kBits - 1 - i);
    for (unsigned i = of.degree; i < kBits; ++i) {
      numbers_[i] = numbers_[i - of.degree] ^ (numbers_[i - of.degree] >> of.degree);
      for (unsigned k = 1; k < of.degree; ++k) {
        if ((of.inner >> (of.degree - 1 - k) & 1U) != 0) numbers_[i] ^= numbers_[i - k];
      }
    }
  }
  [[nodiscard]] std::uint32_t value() const { return value_; }
  /// To the point after number `n`: in Gray code one direction changes.
  void advance(std::uint64_t n) {
    unsigned zero = 0;
    while ((n >> zero & 1U) != 0 && zero + 1 < kBits) ++zero;
    value_ ^= numbers_[zero];
  }

 private:
  std::array<std::uint32_t, kBits> numbers_{};
  std::uint32_t value_;
};

class SobolSearch final : public DrawnSearch {
 public:
  SobolSearch(const SearchSpace& space, const SearchOptions& options)
      : DrawnSearch(space, options), bits_(options.seed, 0) {
    for (std::size_t i = 0; i < space.study.axes.size() && i <= kDirections.size(); ++i)
      dimensions_.emplace_back(i, static_cast<std::uint32_t>(bits_.next() >> kBits));
  }

 private:
  Configuration draw() override {
    Configuration drawn;
    for (const StudyAxis& axis : space().study.axes) {
      const std::uint64_t choices = axis.choices.size();
      const std::size_t i = drawn.size();
      drawn.push_back(static_cast<std::uint32_t>(i < dimensions_.size() ? dimensions_[i].value() * choices >> kBits
                                                                        : random_below(bits_, choices)));
    }
    for (SobolDimension& dimension : dimensions_) dimension.advance(number_);
    ++number_;
    return drawn;
  }

  RandomBits bits_;
  std::vector<SobolDimension> dimensions_;
  std::uint64_t number_ = 0;
};

}  // namespace

void add_sobol(SearchCatalogue& searches) {
  searches.add({"sobol", "`count` points that fill the space evenly (a Sobol' sequence)",
                [](const SearchSpace& space, const SearchOptions& options) -> std::unique_ptr<Search> {
                  return std::make_unique<SobolSearch>(space, options);
                }});
}

}  // namespace gantry
