// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/ideals.h"

#include <algorithm>

#include "gantry/base/random.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kKeys = 0x69646561;  // the keys' own random numbers
constexpr std::uint32_t kFree = ~std::uint32_t{0};

}  // namespace

Ideals::Ideals(const std::vector<std::vector<std::uint32_t>>& before,
               const std::vector<std::vector<std::uint32_t>>& after, std::uint32_t most)
    : words_(before.size() / 64 + 1), count_(1), sets_(words_, 0), hash_(1, 0), table_(1024, kFree) {
  RandomBits bits(kKeys, 0);
  for (std::size_t n = 0; n < before.size(); ++n) key_.push_back(bits.next());
  table_[0] = 0;
  std::vector<std::vector<std::uint32_t>> ready(1);  // by ideal not yet passed: nodes that may join
  std::size_t first = 0;                             // of ready
  for (std::uint32_t n = 0; n < before.size(); ++n) {
    if (before[n].empty()) ready[0].push_back(n);
  }
  for (std::uint32_t ideal = 0; ideal < count_; ++ideal) {
    begin_.push_back(arcs_.size());
    const std::vector<std::uint32_t> nodes = std::move(ready[ideal - first]);
    for (const std::uint32_t node : nodes) {
      const std::uint32_t known = count_;
      const std::uint32_t to = joined(ideal, node);
      if (count_ > most) {
        complete_ = false;
        return;
      }
      arcs_.push_back({node, to});
      if (to < known) continue;
      std::vector<std::uint32_t> next;
      std::remove_copy(nodes.begin(), nodes.end(), std::back_inserter(next), node);
      for (const std::uint32_t n : after[node]) {
        const auto inside = [&](std::uint32_t b) { return has(to, b); };
        if (std::all_of(before[n].begin(), before[n].end(), inside)) next.push_back(n);
      }
      ready.push_back(std::move(next));
    }
    // What is passed is forgotten now and then.
    if (ideal + 1 - first > 4096) {
      ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(ideal + 1 - first));
      first = ideal + 1;
    }
  }
  begin_.push_back(arcs_.size());
}

std::uint32_t Ideals::joined(std::uint32_t ideal, std::uint32_t node) {
  if (std::size_t{count_} * 2 > table_.size()) grow();
  const std::uint64_t hash = hash_[ideal] ^ key_[node];
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  for (; table_[at] != kFree; at = (at + 1) & mask) {
    const std::uint32_t other = table_[at];
    if (hash_[other] != hash || !has(other, node)) continue;
    bool same = true;
    for (std::size_t w = 0; w < words_ && same; ++w) {
      const std::uint64_t own = set(ideal)[w] | (w == node / 64 ? std::uint64_t{1} << (node % 64) : 0);
      same = set(other)[w] == own;
    }
    if (same) return other;
  }
  table_[at] = count_;
  hash_.push_back(hash);
  const std::size_t from = ideal * words_;
  sets_.resize(sets_.size() + words_);
  std::copy_n(sets_.begin() + static_cast<std::ptrdiff_t>(from), words_,
              sets_.end() - static_cast<std::ptrdiff_t>(words_));
  sets_[count_ * words_ + node / 64] |= std::uint64_t{1} << (node % 64);
  return count_++;
}

void Ideals::grow() {
  table_.assign(table_.size() * 2, kFree);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t i = 0; i < count_; ++i) {
    std::size_t at = hash_[i] & mask;
    while (table_[at] != kFree) at = (at + 1) & mask;
    table_[at] = i;
  }
}

}  // namespace gantry::plan
