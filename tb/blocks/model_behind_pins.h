// SPDX-License-Identifier: Apache-2.0
// Surroundings of the model's own blocks behind pins.
#pragma once

#include <memory>
#include <vector>

#include "blocks/block_model.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"
#include "pins/block_pins.h"

namespace gantry {

struct NoWaker final : Waker {
  void schedule(Cycle /*at*/) override {}
};

/// Numbers of tasks or jobs at the pins, mapped to slots of the model's own table.
template <class T>
class KnownSlots {
 public:
  T& operator[](std::uint32_t ref) {
    // Slots that are free are reused first.
    while (size_ <= ref) {
      if (table_.allocate() == size_) ++size_;
    }
    return table_[ref];
  }
  [[nodiscard]] SlotTable<T>& table() { return table_; }

 private:
  SlotTable<T> table_;
  std::uint32_t size_ = 0;
};
using KnownTasks = KnownSlots<LiveTask>;

/// Returns the message at the head of a link in cycle `now` + 1, which leaves the pins with the clock of `now`.
template <class Pinned, class Message>
void say(Link<Message>& link, std::uint32_t number, Cycle now, std::vector<PinMessage>& out) {
  while (link.has(now + 1)) out.push_back(pack(number, Pinned(link.take())));
}

class ModelBlock : public PinBlock {
 public:
  explicit ModelBlock(const BlockPins& pins) : layout_(pins) {}
  void reset(const std::vector<PinBits>& config) override { start(layout_.values(config)); }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    messages_.clear();
    layout_.unpack(true, in, messages_);
    for (const PinMessage& message : messages_) take(message, now);
    messages_.clear();
    const Cycle due = run(now, messages_);
    layout_.pack(false, messages_, out);
    return due;
  }
  bool trace(const std::string& /*path*/) override { return false; }
  bool end_trace() override { return false; }

 protected:
  virtual void start(const std::vector<std::uint32_t>& config) = 0;
  virtual void take(const PinMessage& message, Cycle now) = 0;
  virtual Cycle run(Cycle now, std::vector<PinMessage>& out) = 0;

  NoWaker waker_;

 private:
  PinLayout layout_;
  std::vector<PinMessage> messages_;
};

class NoRecords final : public RecordSink {
 public:
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
};

/// The next cycle in which a link must be read, without a new message.
template <class Message>
Cycle leaves(const Link<Message>& link) {
  return link.empty() ? kNever : link.next() - 1;
}

/// make_model_block() for the dispatcher and the directory.
[[nodiscard]] std::unique_ptr<PinBlock> make_model_dispatcher();
[[nodiscard]] std::unique_ptr<PinBlock> make_model_directory();

}  // namespace gantry
