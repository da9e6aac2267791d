// SPDX-License-Identifier: Apache-2.0
// The memory's side of the interconnect. Requests, one burst each, queue in front of their controller. The queue has
// capacity for all requests that can be outstanding. Each controller hands one request per cycle to the memory behind
// it. Data of a read leave while they are read; other answers leave when the request is done. The memory is the
// calendar of MemoryController or, as a MemoryBackend, a TLM-2.0 target such as a DRAM model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/fast_forward/participant.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/send_port.h"
#include "gantry/platform/cut_through.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/memory_controller.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry {
inline namespace network {
struct InterconnectConfig;
}
inline namespace scheduler {
struct DescriptorConfig;
}
}  // namespace gantry

namespace gantry {
inline namespace platform {

class GlobalMemory;
struct FaultPlan;
class MemoryFaults;
struct MemoryFaultRecord;

/// A memory behind the controllers. Each controller offers one request at a time; several may be in service. For every
/// request the backend calls GlobalMemory::accepted once and then GlobalMemory::answered once, each in its cycle.
class MemoryBackend {
 public:
  virtual ~MemoryBackend() = default;
  /// Offers a request of a controller. `request`: its number for `answered`.
  virtual void begin(std::uint32_t controller, std::uint32_t request, std::uint64_t address, std::uint64_t bytes,
                     bool write, Cycle now) = 0;
};

class GlobalMemory final : public Unit, public Receiver, public Participant {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `ring_entries`: descriptors per queue.
  GlobalMemory(const MemoryConfig& config, const InterconnectConfig& interconnect, const DescriptorConfig& descriptor,
               std::uint32_t queues, std::uint32_t ring_entries);
  ~GlobalMemory() override;

  /// Makes reads fail. Call it once, before the first cycle.
  void use_faults(const FaultPlan& plan);
  /// The faults that began up to cycle `last`.
  [[nodiscard]] std::vector<MemoryFaultRecord> fault_records(Cycle last) const;

  /// Adds the port of the next controller.
  void add_controller(SendPort port);
  /// Sets the number of requests that can be outstanding, for verify() alone. Without this call there is no limit.
  void reserve(std::uint64_t requests) { reserved_ = requests; }
  /// Replaces the built-in controllers. `backend` must outlive the last cycle.
  void use(MemoryBackend* backend) { backend_ = backend; }

  void receive(const Message& message, Cycle visible) override;

  [[nodiscard]] const MemoryMap& map() const { return map_; }

  // Calls of a MemoryBackend.
  /// The backend has accepted the request that the controller offered.
  void accepted(std::uint32_t controller, Cycle now);
  /// The backend answers a request. Read data begin to arrive in cycle `now` and are complete in cycle `done`. For a
  /// write, `done` is `now`.
  void answered(std::uint32_t request, Cycle now, Cycle done);

  /// Number of requests handed to the memory and not done.
  [[nodiscard]] std::uint64_t in_service() const { return in_service_ + offered_; }
  /// Whether no request is in service: the cycle in which a MemoryBackend answers is unknown.
  [[nodiscard]] bool only_repeats() const override { return in_service() == 0; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Controller {
    SendPort port;
    Link<Message> inbox;
    Ring<std::uint32_t> answers;  ///< requests with a known answer time, in order of their answers
    MemoryController calendar;
    Cycle next_begin = 0;  ///< earliest cycle of the next offer; kNever: a backend has not accepted the last request
    bool offered = false;  ///< a request is offered and not accepted yet
    Cycle accepts = 0;     ///< cycle in which a built-in controller accepts the offered request
  };
  /// The descriptor that the host wrote into an entry of a ring.
  struct WrittenDescriptor {
    TaskRef task = kNone;
    std::uint64_t bytes = 0;
    std::uint64_t position = kNever;  ///< position in its queue; kNever: nothing has been written
  };
  struct Request {
    Message message;
    MemoryAccess access;
    std::uint32_t controller = 0;
    bool write = false;
    bool sent = false;         ///< the answer has been sent
    std::uint16_t errors = 0;  ///< above 0: the answer is an error, the so many-th of this burst
    Cycle sends = 0;           ///< cycle in which the answer can be handed to the interconnect
    Cycle done = 0;            ///< cycle in which all bytes have moved
  };

  Cycle step_controller(std::uint32_t id, Cycle now);
  void begin(std::uint32_t id, Cycle now);
  /// Finds whether the answer to a read that the controller takes now is an error.
  void draw_error(Request& request, Cycle now);
  void accept(Controller& controller, Cycle now);
  void plan_answer(std::uint32_t slot, Cycle begins, Cycle done);
  void give_answers(Controller& controller, Cycle now);
  [[nodiscard]] Cycle next_answer(const Controller& controller) const;
  void send_answer(const Request& request, Cycle now);
  /// Offset of an address in the descriptor at this position.
  [[nodiscard]] std::uint64_t offset_of(QueueId queue, std::uint64_t position, std::uint64_t address) const;
  void write_descriptor(const DescriptorWrite& write);
  void update_gauges(Cycle now);

  MemoryConfig config_;
  CutThrough cut_through_;
  MemoryMap map_;
  std::vector<Controller> controllers_;
  BitSet busy_;                           ///< controllers with a waiting request or an answer to send
  std::vector<WrittenDescriptor> rings_;  ///< by MemoryMap::ring_place
  std::vector<Request> requests_;
  std::vector<std::uint32_t> free_requests_;
  MemoryBackend* backend_ = nullptr;
  std::uint64_t reserved_ = kNever;
  std::uint64_t offered_ = 0;     ///< controllers with an offered request that is not accepted yet
  std::uint64_t in_service_ = 0;  ///< requests that are accepted and not done
  Gauge& queue_;
  Gauge& service_;
  Gauge& stall_outstanding_;
  std::uint64_t& reads_;
  std::uint64_t& writes_;
  std::uint64_t& bytes_read_;
  std::uint64_t& bytes_written_;
  std::unique_ptr<MemoryFaults> faults_;  ///< nullptr: nothing fails
  std::uint64_t* read_errors_ = nullptr;  ///< counters, with `faults_` only
  std::uint64_t* reads_again_ = nullptr;
  std::uint64_t* reads_lost_ = nullptr;
};

}  // namespace platform
}  // namespace gantry
