// SPDX-License-Identifier: Apache-2.0
// table: nodes with rates and destinations of their own, from a file.
#include <algorithm>
#include <cstddef>

#include "gantry/network/pattern.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

namespace {

constexpr PatternKey kTable{
    {"table",
     0,
     {},
     "",
     "CSV with the columns `from`, `to` and `rate`: who sends how much to whom; the path starts "
     "beside the experiment's file"},
    PatternKey::Kind::rates};

class RateTable final : public Pattern {
 public:
  RateTable(const std::vector<NodeRate>& rates, std::uint32_t nodes) : rows_(nodes) {
    for (const NodeRate& rate : rates) {
      Row& row = rows_[rate.from];
      row.sum += rate.rate;
      all_ += rate.rate;
      row.to.push_back(rate.to);
      row.up_to.push_back(row.sum);
    }
  }

  [[nodiscard]] std::uint32_t draw(std::uint32_t from, RandomBits& bits) const override {
    const Row& row = rows_[from];
    return row.to[row.place_of(random_below(bits, row.sum))];
  }
  [[nodiscard]] PatternShare share(std::uint32_t from, std::uint32_t to) const override {
    const Row& row = rows_[from];
    PatternShare share{0, std::max<std::uint64_t>(row.sum, 1)};
    for (std::size_t i = 0; i < row.to.size(); ++i) {
      if (row.to[i] == to) share.part += row.up_to[i] - (i == 0 ? 0 : row.up_to[i - 1]);
    }
    return share;
  }
  [[nodiscard]] RateShare rate_of(std::uint32_t from) const override { return {rows_[from].sum * rows_.size(), all_}; }

 private:
  struct Row {
    std::uint64_t sum = 0;
    std::vector<std::uint32_t> to;
    std::vector<std::uint64_t> up_to;  ///< cumulated rates

    [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
      return static_cast<std::size_t>(std::upper_bound(up_to.begin(), up_to.end(), number) - up_to.begin());
    }
  };

  std::vector<Row> rows_;  ///< by source
  std::uint64_t all_ = 0;
};

}  // namespace

void add_table(PatternCatalogue& patterns) {
  patterns.add(kTablePattern, "rates and destinations of each node, from a file",
               [](const PatternValues& own, const NodeGrid& grid) -> std::unique_ptr<Pattern> {
                 return std::make_unique<RateTable>(own.rates_of(kTable), grid.nodes());
               },
               {kTable});
}

}  // namespace network
}  // namespace gantry
