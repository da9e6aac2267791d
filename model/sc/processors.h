// SPDX-License-Identifier: Apache-2.0
// Gantry's processors behind TLM-2.0 sockets. A job comes as a write of its descriptor. Its input is read, its output
// written, and its token goes to the scheduler's completion register. The machine's Processors decide the cycles; a
// function of the user computes the data.
#pragma once

#include <systemc>
#include <tlm>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gantry/device/descriptor_codec.h"
#include "gantry/network/send_port.h"
#include "gantry/platform/architecture.h"
#include "gantry/platform/processors.h"
#include "gantry/sc/answer_port.h"
#include "gantry/sc/request_port.h"
#include "gantry/sc/unit_module.h"
#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/records.h"
#include "gantry/scheduler/tables.h"

namespace gantry::sc {

class Processors : public sc_core::sc_module,
                   private MessageSink,
                   private RequestPort::Listener,
                   private AnswerPort::Listener {
 public:
  /// `completion`: address of the scheduler's completion register.
  Processors(const sc_core::sc_module_name& name, const Architecture& architecture, std::uint64_t completion,
             GatedClock& clock);

  /// Target socket for the jobs of a processor, at any offset.
  [[nodiscard]] auto& jobs(ProcessorId p) { return jobs_in_[p]->socket; }
  /// Initiator socket of a processor to memory and scheduler.
  [[nodiscard]] auto& bus(ProcessorId p) { return buses_[p]->socket; }

  struct Job {
    ProcessorId processor = 0;
    DescriptorFields task;
    SplitInfo split;
  };
  /// Computes the output of a job from its input, and returns whether it succeeded. `output` has output_bytes zeros at
  /// first; if the function changes its size, it is cut or filled with zeros to output_bytes. Called once per job, at
  /// the end of its compute time. Unset: the output is zeros. Set: a job with more than 2^30 bytes of input or of
  /// output is refused with an error response. Set it before the simulation starts.
  std::function<bool(const Job& job, const std::vector<std::uint8_t>& input, std::vector<std::uint8_t>& output)>
      compute;
  /// Observer of ended jobs, with the stamps of their processors.
  std::function<void(const JobRecord& job)> finished;

  [[nodiscard]] const gantry::Processors& unit() const { return processors_; }

 private:
  struct Held {
    Job job;
    std::vector<std::uint8_t> input;
    std::vector<std::uint8_t> output;
    bool computed = false;
    bool failed = false;
  };

  bool asked(std::uint32_t port, tlm::tlm_generic_payload& payload, Cycle visible) override;
  void answered(std::uint32_t port, std::uint32_t tag, const tlm::tlm_generic_payload& payload, Cycle visible) override;
  /// Receives the messages of a processor.
  void send(std::uint32_t processor, const Message& message, Cycle now, Cycle created) override;
  void write_output(ProcessorId processor, const OutputWrite& write);
  void complete(ProcessorId processor, JobRef job);
  void run(JobRef job);
  [[nodiscard]] std::uint64_t input_of(JobRef job) const;
  [[nodiscard]] std::uint64_t output_of(JobRef job) const;

  const std::uint64_t completion_;
  MemoryMap map_;
  DescriptorLayout layout_;
  TaskTable tasks_;
  JobTable jobs_;
  gantry::Processors processors_;
  std::vector<std::unique_ptr<AnswerPort>> jobs_in_;
  std::vector<std::unique_ptr<RequestPort>> buses_;
  std::vector<ProcessorType> types_;
  std::vector<Held> held_;  ///< by job
  std::vector<std::uint8_t> descriptor_;
  UnitModule unit_;
};

}  // namespace gantry::sc
