// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/load_state.h"

#include <algorithm>

namespace gantry::plan {

LoadState::LoadState(const PipelineItems& items, std::vector<std::uint32_t> resource)
    : items_(items),
      resources_(items.model().resource_count()),
      resource_(std::move(resource)),
      loads_(resources_, 0),
      hop_(items.size(), 0),
      readers_(std::size_t{items.size()} * resources_, 0),
      copies_(items.model().parameters.size() * resources_, 0),
      parameter_bytes_(resources_, 0),
      sources_(items.units()) {
  for (const PipelineResource& r : items.model().resources) {
    carries_ = carries_ || r.carries_transfers;
    limited_ = limited_ || r.memory.has_value();
  }
  for (std::uint32_t i = 0; i < items.size(); ++i) footprints_ = footprints_ || items.footprint(i) > 0;
  for (const PipelineEdge& edge : items.edges()) {
    hop_[edge.from] = std::max(hop_[edge.from], edge.hop);
    ++readers_[std::size_t{edge.from} * resources_ + resource_[items.unit(edge.to)]];
  }
  for (std::uint32_t u = 0; u < items.units(); ++u) {
    std::vector<std::uint32_t>& sources = sources_[u];
    for (const std::uint32_t i : items.members(u)) {
      sources.push_back(i);
      for (const std::uint32_t e : items.in(i)) sources.push_back(items.edges()[e].from);
    }
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    loads_[resource_[u]] += items.unit_time(u, resource_[u]);
    hold(u, true);
  }
  for (std::uint32_t i = 0; i < items.size(); ++i) count_transfers(i, true);
}

Time LoadState::largest() const { return *std::max_element(loads_.begin(), loads_.end()); }

void LoadState::count_transfers(std::uint32_t item, bool add) {
  if (!carries_ || hop_[item] == 0) return;
  const std::uint32_t own = resource_[items_.unit(item)];
  const Time hop = add ? hop_[item] : 0 - hop_[item];
  bool leaves = false;
  for (std::uint32_t r = 0; r < resources_; ++r) {
    if (r == own || readers_[std::size_t{item} * resources_ + r] == 0) continue;
    leaves = true;
    if (items_.model().resources[r].carries_transfers) loads_[r] += hop;
  }
  if (leaves && items_.model().resources[own].carries_transfers) loads_[own] += hop;
}

void LoadState::hold(std::uint32_t unit, bool add) {
  for (const std::uint32_t p : items_.held(unit)) {
    const std::uint32_t r = resource_[unit];
    std::uint32_t& copies = copies_[std::size_t{p} * resources_ + r];
    if (add && copies++ == 0) parameter_bytes_[r] += items_.model().parameters[p].bytes;
    if (!add && --copies == 0) parameter_bytes_[r] -= items_.model().parameters[p].bytes;
  }
}

std::uint64_t LoadState::excess() const {
  if (!limited_) return 0;
  std::vector<std::uint64_t> bytes = parameter_bytes_;
  if (footprints_) {
    std::vector<std::uint64_t> largest(resources_, 0);
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      std::uint64_t& at = largest[resource_[items_.unit(i)]];
      at = std::max(at, items_.footprint(i));
    }
    for (std::uint32_t r = 0; r < resources_; ++r) bytes[r] += largest[r];
  }
  std::uint64_t over = 0;
  for (std::uint32_t r = 0; r < resources_; ++r) {
    const auto& memory = items_.model().resources[r].memory;
    if (memory && bytes[r] > *memory) over += bytes[r] - *memory;
  }
  return over;
}

void LoadState::move(std::uint32_t unit, std::uint32_t to) {
  const std::uint32_t from = resource_[unit];
  if (from == to) return;
  for (const std::uint32_t i : sources_[unit]) count_transfers(i, false);
  hold(unit, false);
  loads_[from] -= items_.unit_time(unit, from);
  for (const std::uint32_t i : items_.members(unit)) {
    for (const std::uint32_t e : items_.in(i)) {
      const std::size_t row = std::size_t{items_.edges()[e].from} * resources_;
      --readers_[row + from];
      ++readers_[row + to];
    }
  }
  resource_[unit] = to;
  loads_[to] += items_.unit_time(unit, to);
  hold(unit, true);
  for (const std::uint32_t i : sources_[unit]) count_transfers(i, true);
}

}  // namespace gantry::plan
