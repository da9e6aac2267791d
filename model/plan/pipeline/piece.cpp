// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/piece.h"

#include <algorithm>
#include <utility>

namespace gantry::plan {

Piece::Piece(const PipelineItems& single, std::vector<std::uint32_t> resources)
    : single_(single),
      resources_(std::move(resources)),
      inside_(single.units(), false),
      readers_(single.size(), 0),
      hop_(single.size(), 0),
      sources_(single.units()),
      times_(resources_.size(), 0),
      cannot_(resources_.size(), 0),
      copies_(single.model().parameters.size(), 0) {
  for (const PipelineEdge& edge : single.edges()) hop_[edge.from] = std::max(hop_[edge.from], edge.hop);
  for (std::uint32_t u = 0; u < single.units(); ++u) {
    std::vector<std::uint32_t>& sources = sources_[u];
    for (const std::uint32_t i : single.members(u)) {
      sources.push_back(i);
      for (const std::uint32_t e : single.in(i)) sources.push_back(single.edges()[e].from);
    }
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  }
}

template <class Change>
void Piece::change(std::uint32_t unit, Change&& how) {
  for (const std::uint32_t i : sources_[unit]) transfers_ -= carried(i);
  for (const std::uint32_t i : single_.members(unit)) {
    for (const std::uint32_t e : single_.in(i)) how(readers_[single_.edges()[e].from]);
  }
  inside_[unit] = !inside_[unit];
  for (const std::uint32_t i : sources_[unit]) transfers_ += carried(i);
}

void Piece::join(std::uint32_t unit) {
  change(unit, [](std::uint32_t& readers) { ++readers; });
  for (std::size_t k = 0; k < resources_.size(); ++k) {
    const Time time = single_.unit_time(unit, resources_[k]);
    if (time == TaskTimes::kCannotRun) {
      ++cannot_[k];
    } else {
      times_[k] += time;
    }
  }
  for (const std::uint32_t p : single_.held(unit)) {
    if (copies_[p]++ == 0) bytes_ += single_.model().parameters[p].bytes;
  }
  std::uint64_t footprint = footprints_.back();
  for (const std::uint32_t i : single_.members(unit)) footprint = std::max(footprint, single_.footprint(i));
  footprints_.push_back(footprint);
}

void Piece::leave(std::uint32_t unit) {
  change(unit, [](std::uint32_t& readers) { --readers; });
  for (std::size_t k = 0; k < resources_.size(); ++k) {
    const Time time = single_.unit_time(unit, resources_[k]);
    if (time == TaskTimes::kCannotRun) {
      --cannot_[k];
    } else {
      times_[k] -= time;
    }
  }
  for (const std::uint32_t p : single_.held(unit)) {
    if (--copies_[p] == 0) bytes_ -= single_.model().parameters[p].bytes;
  }
  footprints_.pop_back();
}

Time Piece::load(std::size_t k) const {
  if (cannot_[k] > 0) return TaskTimes::kCannotRun;
  return single_.model().resources[resources_[k]].carries_transfers ? times_[k] + transfers_ : times_[k];
}

bool Piece::parameters_fit(std::size_t k) const {
  const auto& memory = single_.model().resources[resources_[k]].memory;
  return !memory || bytes_ <= *memory;
}

bool Piece::fits(std::size_t k) const {
  const auto& memory = single_.model().resources[resources_[k]].memory;
  return !memory || bytes_ + footprints_.back() <= *memory;
}

}  // namespace gantry::plan
