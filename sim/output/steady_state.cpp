// SPDX-License-Identifier: Apache-2.0
#include "output/steady_state.h"

#include <algorithm>
#include <cmath>

namespace gantry {

namespace {

/// 97.5 % quantile of Student's t with kGroups - 1 = 31 degrees of freedom.
constexpr double kStudentT31 = 2.0395134463964077;

}  // namespace

double SteadyState::half_width(const std::array<double, kGroups>& means, double mean) {
  double squares = 0.0;
  for (const double one : means) squares += (one - mean) * (one - mean);
  const double variance = squares / static_cast<double>(kGroups - 1);
  return kStudentT31 * std::sqrt(variance / static_cast<double>(kGroups));
}

void SteadyState::add(std::uint64_t value) {
  ++count_;
  open_sum_ += value;
  if (++open_count_ < length_) return;
  sums_.push_back(open_sum_);
  open_sum_ = 0;
  open_count_ = 0;
  if (sums_.size() < kBatches) return;
  for (std::size_t i = 0; i < kBatches / 2; ++i) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
  sums_.resize(kBatches / 2);
  length_ *= 2;
}

std::uint64_t SteadyState::warm_up() const {
  // MSER over the batches, from the back, so that mean and variance of the rest come incrementally (Welford).
  const std::size_t n = sums_.size();
  double mean = 0.0;
  double squares = 0.0;
  double least = 0.0;
  std::size_t cut = 0;
  for (std::size_t kept = 1; kept <= n; ++kept) {
    const auto value = static_cast<double>(sums_[n - kept]);
    const double delta = value - mean;
    mean += delta / static_cast<double>(kept);
    squares += delta * (value - mean);
    if (kept < (n + 1) / 2) continue;  // a cut in the last half is no warm-up
    const double error = squares / (static_cast<double>(kept) * static_cast<double>(kept));
    if (kept == (n + 1) / 2 || error <= least) {
      least = error;
      cut = n - kept;
    }
  }
  return cut * length_;
}

double SteadyState::mean_between(double from, double to) const {
  const auto place = [&](double part) { return static_cast<std::size_t>(part * static_cast<double>(sums_.size())); };
  Uint128 sum = 0;
  for (std::size_t i = place(from); i < place(to); ++i) sum += sums_[i];
  return quotient(sum, Uint128{place(to) - place(from)} * length_);
}

std::size_t SteadyState::batch_after(std::uint64_t skipped) const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(skipped / length_, sums_.size()));
}

SteadyState::Sum SteadyState::sum_after(std::uint64_t skipped) const {
  const std::size_t first = batch_after(skipped);
  Sum sum{open_sum_, (sums_.size() - first) * length_ + open_count_};
  for (std::size_t i = first; i < sums_.size(); ++i) sum.values += sums_[i];
  return sum;
}

Precise SteadyState::precise_mean(std::uint64_t skipped) const {
  const Sum sum = sum_after(skipped);
  return sum.count == 0 ? Precise{0} : static_cast<Precise>(sum.values) / static_cast<Precise>(sum.count);
}

Estimate SteadyState::estimate(std::uint64_t skipped) const {
  Estimate estimate;
  const Sum all = sum_after(skipped);
  estimate.mean = quotient(all.values, all.count);
  const std::size_t per_group = (sums_.size() - batch_after(skipped)) / kGroups;
  if (per_group == 0) return estimate;
  // Groups end with the last complete batch.
  const std::size_t start = sums_.size() - per_group * kGroups;
  std::array<double, kGroups> means{};
  Uint128 total = 0;
  for (std::size_t g = 0; g < kGroups; ++g) {
    Uint128 sum = 0;
    for (std::size_t i = 0; i < per_group; ++i) sum += sums_[start + g * per_group + i];
    means[g] = quotient(sum, Uint128{per_group} * length_);
    total += sum;
  }
  estimate.half_width = half_width(means, quotient(total, Uint128{kGroups} * per_group * length_));
  estimate.has_interval = true;
  return estimate;
}

}  // namespace gantry
