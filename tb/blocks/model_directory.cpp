// SPDX-License-Identifier: Apache-2.0
// A data directory behind pins that shares nothing with the model's: the rules of docs/stores.md once more, from what
// its pins tell.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "blocks/model_behind_pins.h"
#include "blocks/pin_layout.h"
#include "pins/directory_pins.h"

namespace gantry {
namespace {

class ModelDirectory final : public ModelBlock {
 public:
  ModelDirectory() : ModelBlock(directory_pins()) {}

 protected:
  void start(const std::vector<std::uint32_t>& config) override {
    most_ = config.at(0);
    for_each_row(directory_pins(), config, [&](const PinMessage& row) {
      const auto told = unpack<pins::Distance>(row);
      hops_[{told.store, told.processor}] = told.hops;
    });
  }

  void take(const PinMessage& message, Cycle /*now*/) override {
    namespace pin = pins::directory;
    if (message.link == pin::parts) {
      asked_.push_back(unpack<pins::Part>(message).question);
    } else if (message.link == pin::uses) {
      used_.push_back(unpack<pins::Use>(message).use);
    } else {
      left_.push_back(unpack<pins::Departure>(message).left);
    }
  }

  /// It answers in the cycle in which it is asked, and does nothing by itself.
  Cycle run(Cycle /*now*/, std::vector<PinMessage>& out) override {
    for (const Change& change : heard_) apply(change);
    heard_.clear();
    for (const PartQuestion& of : asked_) {
      const StoreId store = of.written ? kGlobalMemory : source_of(of);
      const bool through = of.written && of.store != kNone && of.readers > 0 && !enter({of.part.object, of.part.part});
      out.push_back(pack(pins::directory::sources, pins::Source(PartAnswer{of.job, of.index, store, through})));
    }
    for (const PartUse& use : used_) hear(use);
    for (const PartLeft& left : left_) {
      heard_.push_back({What::leaves, {left.part.object, left.part.part}, left.store, left.stay});
    }
    asked_.clear();
    used_.clear();
    left_.clear();
    return kNever;
  }

 private:
  using Part = std::pair<std::uint32_t, std::uint32_t>;  ///< object, part
  struct Entry {
    bool written = false;                     ///< its writer, if it has one, has completed
    std::map<StoreId, std::uint64_t> stores;  ///< that have the part, and the number of its stay
  };
  enum class What : std::uint8_t { comes, leaves, ends, nothing };
  /// Heard in the last clocked cycle, and not known yet.
  struct Change {
    What what = What::nothing;
    Part part;
    StoreId store = kNone;
    std::uint64_t stay = 0;
  };

  [[nodiscard]] StoreId source_of(const PartQuestion& of) const {
    const auto entry = entries_.find({of.part.object, of.part.part});
    if (entry == entries_.end()) return kGlobalMemory;
    std::vector<std::pair<std::uint32_t, StoreId>> near;
    for (const auto& [store, stay] : entry->second.stores) {
      if (store == of.store) return store;
      near.emplace_back(hops_.at({store, of.processor}), store);
    }
    return near.empty() ? kGlobalMemory : std::min_element(near.begin(), near.end())->second;
  }

  bool enter(const Part& part) {
    if (entries_.count(part) == 0 && entries_.size() == most_) return false;
    entries_[part];
    return true;
  }

  void hear(const PartUse& use) {
    const Part part{use.part.object, use.part.part};
    const auto entry = entries_.find(part);
    const bool known = entry != entries_.end();
    if (use.written && known) entry->second.written = true;
    Change change{What::nothing, part, use.store, use.stay};
    if (use.readers == 0) {
      change.what = What::ends;
    } else if (use.store != kNone && !use.gone && (known || (!use.written && enter(part)))) {
      entries_[part].written = true;  // nobody reads it before
      change.what = What::comes;
    }
    heard_.push_back(change);
  }

  void apply(const Change& change) {
    const auto found = entries_.find(change.part);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    std::map<StoreId, std::uint64_t>& stores = entry.stores;
    if (change.what == What::comes) {
      stores[change.store] = std::max(stores[change.store], change.stay);
    } else if (change.what == What::ends) {
      stores.clear();
    } else if (change.what == What::leaves) {
      const auto at = stores.find(change.store);
      if (at != stores.end() && at->second == change.stay) stores.erase(at);
    }
    if (stores.empty() && entry.written) entries_.erase(found);
  }

  std::size_t most_ = 0;
  std::map<std::pair<StoreId, ProcessorId>, std::uint32_t> hops_;
  std::map<Part, Entry> entries_;
  std::vector<Change> heard_;
  std::vector<PartQuestion> asked_;
  std::vector<PartUse> used_;
  std::vector<PartLeft> left_;
};

}  // namespace

std::unique_ptr<PinBlock> make_model_directory() { return std::make_unique<ModelDirectory>(); }

}  // namespace gantry
