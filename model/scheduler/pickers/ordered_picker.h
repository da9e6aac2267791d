// SPDX-License-Identifier: Apache-2.0
// A picker that takes the first eligible entry of some order, as most disciplines do. An Order compares two entries and
// may have state of its own. It breaks all ties, so that every order is total.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "gantry/base/archive.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/class_candidates.h"

namespace gantry {
inline namespace scheduler {

/// The data of an entry that an Order may use.
struct OrderedEntry {
  PickerEntry what;
  std::uint64_t admitted = 0;  ///< number in the order of joining, from 0
  std::uint32_t number = 0;
};

/// Order has `bool before(const OrderedEntry&, const OrderedEntry&) const` and `void picked(const OrderedEntry&)`.
template <class Order>
class OrderedPicker final : public Picker {
 public:
  explicit OrderedPicker(const PickerConfig& config, Order order = Order())
      : order_(std::move(order)), entries_(config.entries), present_(make_bit_set(config.entries)) {}

  void add(std::uint32_t entry, const PickerEntry& what) override {
    entries_[entry] = {what, admitted_++, entry};
    set_bit(present_, entry);
  }

  void drop(std::uint32_t entry) override { clear_bit(present_, entry); }

  std::optional<Pick> pick(const EntrySet& eligible) override {
    OrderedEntry* first = nullptr;
    for (std::size_t w = 0; w < present_.size(); ++w) {
      for (std::uint64_t word = present_[w] & eligible[w]; word != 0; word &= word - 1) {
        OrderedEntry& entry = entries_[w * 64 + lowest_bit(word)];
        if (first == nullptr || order_.before(entry, *first)) first = &entry;
      }
    }
    if (first == nullptr) return std::nullopt;
    order_.picked(*first);
    if (--first->what.jobs == 0) clear_bit(present_, first->number);
    return Pick{first->number, 0, 0, 0};
  }

  void candidates(const EntrySet& eligible, std::vector<Pick>& candidates) override {
    first_of_classes(
        present_, eligible, candidates, [this](std::uint32_t e) { return entries_[e].what.cls; },
        [this](std::uint32_t a, std::uint32_t b) { return order_.before(entries_[a], entries_[b]); },
        [](std::uint32_t e) {
          return Pick{e, 0, 0, 0};
        });
  }

  bool archive(Archive& state) override {
    if constexpr (std::is_aggregate_v<Order>) state(order_);  // others have no state
    state(entries_, present_, admitted_);
    return true;
  }

 private:
  Order order_;
  std::vector<OrderedEntry> entries_;
  BitSet present_;
  std::uint64_t admitted_ = 0;
};

}  // namespace scheduler
}  // namespace gantry
