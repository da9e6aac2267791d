// SPDX-License-Identifier: Apache-2.0
#include "experiment/workload_memory.h"

#include <cstddef>

namespace gantry {
namespace {

constexpr std::size_t kMostKnown = 64;

WorkloadMemory* the_memory = nullptr;

}  // namespace

WorkloadMemory::WorkloadMemory() { the_memory = this; }
WorkloadMemory::~WorkloadMemory() { the_memory = nullptr; }

const KnownWorkload* WorkloadMemory::find(const std::string& key) {
  if (the_memory == nullptr) return nullptr;
  const auto at = the_memory->known_.find(key);
  return at == the_memory->known_.end() ? nullptr : &at->second;
}

void WorkloadMemory::keep(const std::string& key, const KnownWorkload& known) {
  if (the_memory != nullptr && the_memory->known_.size() < kMostKnown) the_memory->known_.emplace(key, known);
}

}  // namespace gantry
