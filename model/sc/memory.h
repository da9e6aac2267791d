// SPDX-License-Identifier: Apache-2.0
// Gantry's memory behind TLM-2.0 sockets, one per controller, with real bytes. GlobalMemory decides when a request is
// accepted and answered, as in a machine.
#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/network/send_port.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/global_memory.h"
#include "gantry/sc/answer_port.h"
#include "gantry/sc/byte_store.h"
#include "gantry/sc/unit_module.h"

namespace gantry::sc {

class Memory : public sc_core::sc_module, private MessageSink, private AnswerPort::Listener {
 public:
  /// Uses `memory` of the architecture, and the length of flits, because data leave while they are read.
  Memory(const sc_core::sc_module_name& name, const Architecture& architecture, GatedClock& clock);

  /// Target socket of a controller. Addresses are those of the whole memory.
  [[nodiscard]] auto& socket(std::size_t controller) { return ports_[controller]->socket; }
  /// Direct access without time, as transport_dbg at any of the sockets.
  [[nodiscard]] ByteStore& bytes() { return bytes_; }

 private:
  struct Asked {
    tlm::tlm_generic_payload* payload = nullptr;
    std::uint32_t port = 0;
  };

  bool asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) override;
  unsigned asked_at_once(std::uint32_t port, tlm::tlm_generic_payload& payload) override;
  /// Receives the answers of GlobalMemory.
  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void move_bytes(tlm::tlm_generic_payload& payload);

  GlobalMemory memory_;
  ByteStore bytes_;
  std::vector<std::unique_ptr<AnswerPort>> ports_;
  std::vector<Asked> asked_;  ///< by number of the request
  std::vector<std::uint32_t> free_;
  UnitModule unit_;
};

}  // namespace gantry::sc
