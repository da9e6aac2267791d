// SPDX-License-Identifier: Apache-2.0
// The memory's side of the interconnect: requests, a burst each, queue in front of their controller (the room is
// reserved: it is what all requesters together may have outstanding), one per cycle and controller is handed to the
// memory behind it, and answers leave when they are done, data while they are read. The memory behind it is the
// calendar of MemoryController or, through the MemoryBackend seam, a TLM-2.0 target such as a real DRAM model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/cut_through.h"
#include "gantry/platform/memory_controller.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/scheduler_config.h"

namespace gantry {
inline namespace platform {

class GlobalMemory;

/// A memory that takes one request at a time per controller and may have several in service. For every request it
/// calls GlobalMemory::accepted once and then GlobalMemory::answered once, each in its cycle.
class MemoryBackend {
 public:
  virtual ~MemoryBackend() = default;
  virtual void begin(std::uint32_t controller, std::uint32_t request, std::uint64_t address, std::uint64_t bytes,
                     bool write, Cycle now) = 0;
};

class GlobalMemory final : public Unit, public Receiver, public Participant {
 public:
  /// `ring_entries`: descriptors per queue.
  GlobalMemory(const MemoryConfig& config, const InterconnectConfig& interconnect, const DescriptorConfig& descriptor,
               std::uint32_t queues, std::uint32_t ring_entries);

  /// One per controller, in order.
  void add_controller(SendPort port);
  /// Requests that all requesters together can have under way: verify() holds them to it.
  void reserve(std::uint64_t requests) { reserved_ = requests; }
  /// Replaces the built-in controllers.
  void use(MemoryBackend* backend) { backend_ = backend; }

  void receive(const Message& message, Cycle visible) override;

  [[nodiscard]] const MemoryMap& map() const { return map_; }

  /// Answers of a MemoryBackend.
  void accepted(std::uint32_t controller, Cycle now);
  /// Data that are read begin to come in cycle `now` and are all there in `done`; what is written is in `done` = now.
  void answered(std::uint32_t request, Cycle now, Cycle done);

  /// Requests handed to the memory and not done.
  [[nodiscard]] std::uint64_t in_service() const { return in_service_ + offered_; }
  /// A MemoryBackend answers when it likes.
  [[nodiscard]] bool only_repeats() const override { return in_service() == 0; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Controller {
    SendPort port;
    Link<Message> inbox;
    Ring<std::uint32_t> answers;  ///< requests whose answer is known, in its order
    MemoryController calendar;
    Cycle next_begin = 0;  ///< kNever while a backend has not accepted the last request
    bool offered = false;  ///< a request stands before the memory and is not accepted yet
    Cycle accepts = 0;     ///< built-in controllers: when the one offered will be
  };
  /// What the host wrote into a place of a ring.
  struct WrittenDescriptor {
    TaskRef task = kNone;
    std::uint64_t bytes = 0;
    std::uint64_t position = kNever;  ///< in its queue
  };
  struct Request {
    Message message;
    MemoryAccess access;
    std::uint32_t controller = 0;
    bool write = false;
    bool sent = false;  ///< the answer
    Cycle sends = 0;    ///< when it can be handed to the interconnect
    Cycle done = 0;     ///< all bytes moved
  };

  Cycle step_controller(std::uint32_t id, Cycle now);
  void begin(std::uint32_t id, Cycle now);
  void accept(Controller& controller, Cycle now);
  void plan_answer(std::uint32_t slot, Cycle begins, Cycle done);
  void give_answers(Controller& controller, Cycle now);
  [[nodiscard]] Cycle next_answer(const Controller& controller) const;
  void send_answer(const Request& request, Cycle now);
  /// Bytes of a burst of a descriptor behind its begin.
  [[nodiscard]] std::uint64_t offset_of(QueueId queue, std::uint64_t position, std::uint64_t address) const;
  void write_descriptor(const DescriptorWrite& write);
  void update_gauges(Cycle now);

  MemoryConfig config_;
  CutThrough cut_through_;
  MemoryMap map_;
  std::vector<Controller> controllers_;
  BitSet busy_;                           ///< controllers with a request that waits, or an answer to give
  std::vector<WrittenDescriptor> rings_;  ///< by MemoryMap::ring_place
  std::vector<Request> requests_;
  std::vector<std::uint32_t> free_requests_;
  MemoryBackend* backend_ = nullptr;
  std::uint64_t reserved_ = kNever;
  std::uint64_t offered_ = 0;     ///< controllers with a request that is not accepted yet
  std::uint64_t in_service_ = 0;  ///< accepted and not done
  Gauge& queue_;
  Gauge& service_;
  Gauge& stall_outstanding_;
  std::uint64_t& reads_;
  std::uint64_t& writes_;
  std::uint64_t& bytes_read_;
  std::uint64_t& bytes_written_;
};

}  // namespace platform
}  // namespace gantry
