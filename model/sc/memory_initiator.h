// SPDX-License-Identifier: Apache-2.0
// Requests of the memory as TLM-2.0 transactions, with one initiator socket per controller. Any target of the
// approximately-timed base protocol may be bound to the sockets.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include <memory>
#include <vector>

#include "gantry/platform/global_memory.h"
#include "gantry/sc/clock_period.h"
#include "gantry/sc/data_timing.h"

namespace gantry::sc {

class MemoryInitiator : public sc_core::sc_module, public MemoryBackend, public tlm::tlm_mm_interface {
 public:
  MemoryInitiator(const sc_core::sc_module_name& name, GlobalMemory& memory, std::uint32_t controllers,
                  const ClockPeriod& clock);
  ~MemoryInitiator() override;

  tlm_utils::simple_initiator_socket_tagged<MemoryInitiator>& socket(std::size_t controller) {
    return *sockets_[controller];
  }

  /// Number of requests that have not been answered.
  [[nodiscard]] std::size_t outstanding() const { return outstanding_; }

  void begin(std::uint32_t controller, std::uint32_t request, std::uint64_t address, std::uint64_t bytes, bool write,
             Cycle now) override;

 private:
  /// The request of a transaction; lives as long as the payload.
  struct Request final : tlm::tlm_extension<Request> {
    [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new Request(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const Request&>(other); }
    std::uint32_t controller = 0;
    std::uint32_t request = 0;
    bool accepted = false;
    std::vector<unsigned char> bytes;  ///< data of reads and writes, which the machine ignores
  };

  void free(tlm::tlm_generic_payload* transaction) override;
  tlm::tlm_generic_payload& allocate();
  tlm::tlm_sync_enum transport_backward(int id, tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay);
  /// Handles a phase at the first clock edge at or after now + delay.
  void at_edge(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  [[nodiscard]] Cycle cycle_of(const sc_core::sc_time& time) const;
  void take_phase(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase);
  void note_accepted(Request& request);
  void note_done(tlm::tlm_generic_payload& transaction);

  GlobalMemory& memory_;
  const ClockPeriod clock_;
  std::vector<std::unique_ptr<tlm_utils::simple_initiator_socket_tagged<MemoryInitiator>>> sockets_;
  tlm_utils::peq_with_cb_and_phase<MemoryInitiator> later_;
  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> payloads_;
  std::vector<tlm::tlm_generic_payload*> idle_;
  std::size_t outstanding_ = 0;
};

}  // namespace gantry::sc
