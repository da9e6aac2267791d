// SPDX-License-Identifier: Apache-2.0
// Gantry's processors behind TLM-2.0 sockets: a job comes as a write that carries its descriptor; its input is read,
// its output written, and its token goes to the scheduler's completion register. When what happens says the machine's
// Processors; what is computed a function of yours.
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

  /// Jobs for a processor, at any offset.
  [[nodiscard]] auto& jobs(ProcessorId p) { return jobs_in_[p]->socket; }
  /// Its way to memory and to the scheduler.
  [[nodiscard]] auto& bus(ProcessorId p) { return buses_[p]->socket; }

  struct Job {
    ProcessorId processor = 0;
    DescriptorFields task;
    SplitInfo split;
  };
  /// Makes the bytes of a job's output of those of its input. False: the job has failed. Without it the output is
  /// zeros. Called when the job's time to compute is over.
  std::function<bool(const Job& job, const std::vector<std::uint8_t>& input, std::vector<std::uint8_t>& output)>
      compute;
  /// Hears of jobs that are over, with their processors' stamps.
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
  /// What a processor says.
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
