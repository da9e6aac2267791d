// SPDX-License-Identifier: Apache-2.0
// Gantry's memory as a TLM-2.0 target: one socket per controller, blocking and four-phase approximately timed. A user
// replaces it with a DRAM model by binding that to MemoryInitiator.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <memory>
#include <vector>

#include "gantry/platform/memory_controller.h"
#include "gantry/sc/clock_period.h"

namespace gantry {
inline namespace platform {
struct MemoryConfig;
}
}  // namespace gantry

namespace gantry::sc {

/// Timing only: data are neither stored nor returned. GlobalMemory keeps descriptors; data of jobs have no content.
class MemoryTarget : public sc_core::sc_module {
 public:
  MemoryTarget(const sc_core::sc_module_name& name, const MemoryConfig& config, const ClockPeriod& clock);

  /// Target socket of a controller.
  tlm_utils::simple_target_socket_tagged<MemoryTarget>& socket(std::size_t controller) {
    return controllers_[controller]->socket;
  }

 private:
  struct Controller {
    Controller(MemoryTarget* owner, std::size_t id, const MemoryConfig& config);
    tlm_utils::simple_target_socket_tagged<MemoryTarget> socket;
    MemoryController calendar;
  };
  /// Handles a transaction at the time of its phase.
  void at_phase(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase);
  tlm::tlm_sync_enum transport_forward(int id, tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
  void transport_blocking(int id, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);

  const ClockPeriod clock_;
  std::vector<std::unique_ptr<Controller>> controllers_;
  tlm_utils::peq_with_cb_and_phase<MemoryTarget> events_;
};

}  // namespace gantry::sc
