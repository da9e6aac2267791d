// SPDX-License-Identifier: Apache-2.0
#include "output/mean_of_runs.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace gantry {
namespace {

/// 97.5 % quantiles of Student's t with 1 to 30 degrees of freedom.
constexpr std::array<double, 30> kQuantiles = {
    12.706204736432095, 4.302652729911275, 3.182446305284263, 2.776445105197793, 2.570581835636314, 2.446911848791681,
    2.364624251010299,  2.306004135033371, 2.262157162740992, 2.228138851964939, 2.200985160082949, 2.178812829663418,
    2.160368656461013,  2.144786687916928, 2.131449545559323, 2.119905299221011, 2.109815577833181, 2.100922040240960,
    2.093024054408263,  2.085963447265837, 2.079613844727662, 2.073873067904015, 2.068657610419041, 2.063898561628021,
    2.059538552753294,  2.055529438642871, 2.051830516480284, 2.048407141795244, 2.045229642132703, 2.042272456301238};

/// Beyond the table four terms of the expansion by the normal quantile are right to six digits.
double quantile(std::size_t freedom) {
  if (freedom <= kQuantiles.size()) return kQuantiles[freedom - 1];
  constexpr double z = 1.959963984540054;
  const auto n = static_cast<double>(freedom);
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

}  // namespace

MeanOfRuns mean_of_quotients(const std::vector<Precise>& values) {
  MeanOfRuns of;
  const auto count = static_cast<double>(values.size());
  if (values.empty()) return of;
  of.mean = static_cast<double>(std::accumulate(values.begin(), values.end(), Precise{0}) /
                                static_cast<Precise>(values.size()));
  if (values.size() < 2) return of;
  double squares = 0.0;
  for (const Precise value : values) squares += std::pow(static_cast<double>(value) - of.mean, 2);
  of.half_width = quantile(values.size() - 1) * std::sqrt(squares / (count - 1) / count);
  return of;
}

MeanOfRuns mean_of_runs(const std::vector<double>& values) {
  return mean_of_quotients(std::vector<Precise>(values.begin(), values.end()));
}

MeanOfRuns paired_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<Precise> differences;
  for (std::size_t i = 0; i < a.size(); ++i)
    differences.push_back(static_cast<Precise>(b[i]) - static_cast<Precise>(a[i]));
  return mean_of_quotients(differences);
}

}  // namespace gantry
