// SPDX-License-Identifier: Apache-2.0
#include "output/steady_state.h"

#include <algorithm>
#include <cmath>

namespace gantry {

namespace {

/// 97.5 % quantile of Student's t with kGroups - 1 = 31 degrees of freedom.
constexpr double kStudentT31 = 2.0395134463964077;

}  // namespace

void SteadyState::add(double value) {
  least_ = count_ == 0 ? value : std::min(least_, value);
  most_ = count_ == 0 ? value : std::max(most_, value);
  ++count_;
  open_sum_ += value;
  if (++open_count_ < length_) return;
  sums_.push_back(open_sum_);
  open_sum_ = 0.0;
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
    const double value = sums_[n - kept];
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
  double sum = 0.0;
  for (std::size_t i = place(from); i < place(to); ++i) sum += sums_[i];
  const std::size_t batches = place(to) - place(from);
  return batches == 0 ? 0.0 : sum / static_cast<double>(batches * length_);
}

Estimate SteadyState::estimate(std::uint64_t skipped) const {
  Estimate estimate;
  const std::size_t first = std::min<std::size_t>(static_cast<std::size_t>(skipped / length_), sums_.size());
  double all = open_sum_;
  for (std::size_t i = first; i < sums_.size(); ++i) all += sums_[i];
  const std::uint64_t values = (sums_.size() - first) * length_ + open_count_;
  // Sums are rounded; the mean of equal values is that value.
  if (values > 0) estimate.mean = std::clamp(all / static_cast<double>(values), least_, most_);
  const std::size_t per_group = (sums_.size() - first) / kGroups;
  if (per_group == 0) return estimate;
  // Groups end with the last complete batch.
  const std::size_t start = sums_.size() - per_group * kGroups;
  double means[kGroups];
  double total = 0.0;
  for (std::size_t g = 0; g < kGroups; ++g) {
    double sum = 0.0;
    for (std::size_t i = 0; i < per_group; ++i) sum += sums_[start + g * per_group + i];
    means[g] = sum / static_cast<double>(per_group * length_);
    total += means[g];
  }
  const double middle = total / static_cast<double>(kGroups);
  double squares = 0.0;
  for (const double mean : means) squares += (mean - middle) * (mean - middle);
  const double variance = squares / static_cast<double>(kGroups - 1);
  estimate.half_width = kStudentT31 * std::sqrt(variance / static_cast<double>(kGroups));
  estimate.has_interval = true;
  return estimate;
}

}  // namespace gantry
