// SPDX-License-Identifier: Apache-2.0
// Instances of streams of which the host has submitted some tasks, and whose next task has a later `submit`. They wait
// in order of that cycle; of equal ones in order of their arrival, then of their streams, then as they have begun.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "experiment/stream_graph.h"

namespace gantry {

class WaitingInstances {
 public:
  using Instance = StreamGraph::Instance;

  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Whether the first one comes before the first task of an instance that has not begun.
  [[nodiscard]] bool precedes(Cycle due, Cycle arrival, std::uint32_t stream) const {
    if (empty()) return false;
    const Item& first = heap_.front();
    return std::tie(first.instance.due, first.instance.arrival, first.stream) <= std::tie(due, arrival, stream);
  }
  /// Puts an instance among them. `instance` is unspecified then.
  void wait(std::uint32_t stream, Instance& instance) {
    if (!instance.waited) firsts_.push_back(instance.first);  // the least before the last
    instance.waited = true;
    if (size_ == heap_.size()) heap_.emplace_back();
    heap_[size_].stream = stream;
    std::swap(heap_[size_].instance, instance);
    std::push_heap(heap_.begin(), end(++size_), later);
  }
  /// Takes the first one out and returns its stream. Precondition: !empty().
  std::uint32_t take(Instance& instance) {
    std::pop_heap(heap_.begin(), end(size_), later);
    Item& item = heap_[--size_];
    std::swap(item.instance, instance);
    return item.stream;
  }
  /// Call when the last task of an instance is submitted.
  void finished(const Instance& instance) {
    if (instance.waited) firsts_.erase(std::lower_bound(firsts_.begin(), firsts_.end(), instance.first));
  }
  /// Host number of the first task of the oldest instance that is not submitted in full. `current`: is being submitted.
  [[nodiscard]] std::uint64_t oldest(const Instance& current) const {
    return firsts_.empty() ? current.first : std::min(firsts_.front(), current.first);
  }

 private:
  struct Item {
    std::uint32_t stream = 0;
    Instance instance;
  };

  [[nodiscard]] std::vector<Item>::iterator end(std::size_t size) {
    return heap_.begin() + static_cast<std::ptrdiff_t>(size);
  }
  static bool later(const Item& a, const Item& b) {
    return std::tie(a.instance.due, a.instance.arrival, a.stream, a.instance.first) >
           std::tie(b.instance.due, b.instance.arrival, b.stream, b.instance.first);
  }

  std::vector<Item> heap_;  ///< the first `size_` are a heap; the others keep their capacity
  std::size_t size_ = 0;
  std::vector<std::uint64_t> firsts_;  ///< ascending: Instance::first of those that wait or have waited
};

}  // namespace gantry
