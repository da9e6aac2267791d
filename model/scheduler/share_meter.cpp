// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/share_meter.h"

#include <algorithm>
#include <utility>

namespace gantry {
inline namespace scheduler {

void ShareMeter::settle(Class& c) {
  if (c.picks_since == 0) return;
  for (const std::uint32_t weight : c.present) c.weights[weight].promised = promised(c, weight);
  c.picks_since = 0;
}

QuotientSum ShareMeter::promised(const Class& c, std::uint32_t weight) {
  const Weight& w = c.weights[weight];
  if (c.picks_since == 0) return w.promised;
  return w.promised + QuotientSum(c.picks_since * weight * w.entries, c.sum);
}

void ShareMeter::joined(std::uint32_t cls, std::uint32_t weight) {
  Class& c = classes_[cls];
  settle(c);
  Weight& w = c.weights[weight];
  w.occurred = true;
  if (w.entries++ == 0) c.present.push_back(weight);
  c.sum += weight;
}

void ShareMeter::note_lag(const Class& c, Weight& w, std::uint32_t weight) {
  const QuotientSum now = promised(c, weight);
  w.lag = std::max(w.lag, above(now, QuotientSum(w.picks)));
  w.batch.lag = std::max(w.batch.lag, above(now - w.batch.promised, QuotientSum(w.picks - w.batch.picks)));
}

void ShareMeter::picked(std::uint32_t cls, std::uint32_t weight, Cycle waited, Cycle now) {
  Class& c = classes_[cls];
  Weight& w = c.weights[weight];
  // Between two of its picks a weight falls behind, so its lag is largest right before one.
  note_lag(c, w, weight);
  ++w.picks;
  ++c.picks;
  ++c.picks_since;
  note_wait(cls, weight, waited);
  if (++open_.picks == batch_length_) close_batch(now);
}

void ShareMeter::note_wait(std::uint32_t cls, std::uint32_t weight, Cycle cycles) {
  Weight& w = classes_[cls].weights[weight];
  w.longest_wait = std::max(w.longest_wait, cycles);
  w.batch.longest_wait = std::max(w.batch.longest_wait, cycles);
}

void ShareMeter::left(std::uint32_t cls, std::uint32_t weight) {
  Class& c = classes_[cls];
  settle(c);
  note_lag(c, c.weights[weight], weight);
  if (--c.weights[weight].entries == 0) c.present.erase(std::find(c.present.begin(), c.present.end(), weight));
  c.sum -= weight;
}

void ShareMeter::close_batch(Cycle now) {
  for (std::uint32_t cls = 0; cls < classes_.size(); ++cls) {
    Class& c = classes_[cls];
    settle(c);
    for (std::uint32_t weight = 1; weight < kWeights; ++weight) {
      Weight& w = c.weights[weight];
      if (!w.occurred) continue;
      note_lag(c, w, weight);
      open_.parts.push_back(
          {cls, weight, w.picks - w.batch.picks, w.promised - w.batch.promised, w.batch.lag, w.batch.longest_wait});
      w.batch = {cls, weight, w.picks, w.promised, {}, 0};
    }
  }
  batches_.push_back(std::move(open_));
  open_ = ShareBatch();
  open_.begun = now;
  if (batches_.size() < kBatches) return;
  for (std::size_t i = 0; i < kBatches / 2; ++i) batches_[i] = merged(batches_[2 * i], batches_[2 * i + 1]);
  batches_.resize(kBatches / 2);
  batch_length_ *= 2;
}

ShareBatch merged(const ShareBatch& first, const ShareBatch& second) {
  ShareBatch both;
  both.begun = first.begun;
  both.picks = first.picks + second.picks;
  std::size_t at = 0;
  // Weights that have occurred in the first interval are also in the second.
  for (SharePart part : second.parts) {
    if (at < first.parts.size() && first.parts[at].cls == part.cls && first.parts[at].weight == part.weight) {
      const SharePart& before = first.parts[at++];
      part.lag = std::max(before.lag, above(before.promised + part.lag, QuotientSum(before.picks)));
      part.picks += before.picks;
      part.promised += before.promised;
      part.longest_wait = std::max(part.longest_wait, before.longest_wait);
    }
    both.parts.push_back(part);
  }
  return both;
}

std::vector<ShareStats> ShareMeter::stats(const std::vector<std::string>& names) {
  std::vector<ShareStats> rows;
  for (std::size_t cls = 0; cls < classes_.size(); ++cls) {
    Class& c = classes_[cls];
    settle(c);
    for (std::uint32_t weight = 1; weight < kWeights; ++weight) {
      const Weight& w = c.weights[weight];
      if (!w.occurred) continue;
      ShareStats row;
      row.cls = names[cls];
      row.weight = weight;
      row.number = static_cast<std::uint32_t>(cls);
      row.picks = w.picks;
      if (c.picks > 0) {
        row.share = quotient(w.picks, c.picks);
        row.expected_share = w.promised.over(c.picks);
      }
      row.lag = std::max(w.lag, above(promised(c, weight), QuotientSum(w.picks))).value();
      row.longest_wait = w.longest_wait;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace scheduler
}  // namespace gantry
