// SPDX-License-Identifier: Apache-2.0
#include "dispatch_core/campaign/core_vectors.h"

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "dispatch_core/campaign/core_bench.h"
#include "dispatch_core/campaign/core_traffic.h"

namespace gantry::campaign {
namespace {

std::uint32_t bits_for(std::uint32_t values) {
  std::uint32_t bits = 1;
  while ((1U << bits) < values) ++bits;
  return bits;
}

/// A core that writes down what goes in and out.
class Recorder final : public RtlDispatchCore {
 public:
  Recorder(const CoreParameters& p, std::unique_ptr<RtlDispatchCore> core, std::ostream& out)
      : p_(p), core_(std::move(core)), out_(out) {}

  void configure(const std::vector<CoreProcessor>& processors) override {
    core_->configure(processors);
    for (std::size_t i = processors.size(); i-- > 0;) types_ += number(true, processors[i].type, bits_for(p_.types));
    for (std::size_t i = processors.size(); i-- > 0;) types_ += number(true, processors[i].depth, p_.depth_bits);
    CoreInputs in;
    in.rst = true;
    line(in, {});
  }

  void clock(const CoreInputs& in, CoreOutputs& out) override {
    core_->clock(in, out);
    line(in, out);
  }

  [[nodiscard]] std::uint32_t choice_latency() const override { return core_->choice_latency(); }
  bool trace(const std::string& path) override { return core_->trace(path); }
  bool end_trace() override { return core_->end_trace(); }

 private:
  static std::string number(bool matters, std::uint64_t value, std::uint32_t bits) {
    std::string text;
    for (std::uint32_t b = bits; b-- > 0;) text += !matters ? 'x' : ((value >> b) & 1U) != 0 ? '1' : '0';
    return text + '_';
  }

  void line(const CoreInputs& in, const CoreOutputs& out) {
    const bool on = !in.rst;
    const std::uint32_t entry = bits_for(p_.entries);
    const std::uint32_t processor = bits_for(p_.processors);
    std::string text = number(true, in.rst ? 1 : 0, 1) + types_ + number(on, in.hold ? 1 : 0, 1);
    text += number(on, in.add ? 1 : 0, 1) + number(on && in.add, in.add_entry, entry);
    text += number(on && in.add, in.add_class, bits_for(p_.classes)) + number(on && in.add, in.add_weight, 9);
    text += number(on && in.add, in.add_jobs, p_.job_bits) + number(on && in.add, in.add_type, bits_for(p_.types));
    text += number(on, in.drop ? 1 : 0, 1) + number(on && in.drop, in.drop_entry, entry);
    text += number(on, in.match ? 1 : 0, 1) + number(on && in.match, in.match_entry, entry);
    text += number(on && in.match, in.match_count, p_.job_bits);
    text += number(on, in.complete ? 1 : 0, 1) + number(on && in.complete, in.complete_processor, processor);
    text += number(on, in.unlock, p_.ports);
    for (std::uint32_t port = p_.ports; port-- > 0;) {
      text += number(on && ((in.unlock >> port) & 1U) != 0, in.unlock_processor.at(port), processor);
    }
    const std::uint32_t target = 9 + p_.frac - p_.quant;
    text += number(on, out.take ? 1 : 0, 1) + number(on, out.busy ? 1 : 0, 1) + number(on, out.grant ? 1 : 0, 1);
    text += number(on && out.grant, out.granted.entry, entry);
    text += number(on && out.grant, static_cast<std::uint64_t>(out.granted.target), target);
    text += number(on && out.grant, out.granted.expected_weight, 9);
    text += number(on && out.grant, out.granted.history, 9 + p_.frac);
    text += number(on, out.issue ? 1 : 0, 1) + number(on && out.issue, out.issue_entry, entry);
    text += number(on && out.issue, out.issue_processor, processor);
    for (std::uint32_t p = p_.processors; p-- > 0;) {
      text += number(on, (out.processors.free.at(p / 64) >> (p % 64)) & 1U, 1);
    }
    for (std::uint32_t p = p_.processors; p-- > 0;) text += number(on, out.processors.taken.at(p), p_.depth_bits);
    out_ << text << '\n';
  }

  CoreParameters p_;
  std::unique_ptr<RtlDispatchCore> core_;
  std::ostream& out_;
  std::string types_;
};

}  // namespace

void write_core_vectors(const CoreModel& model, std::uint64_t seed, std::uint64_t cycles, std::ostream& out) {
  Random random(seed);
  CoreBench bench(model.parameters, draw_processors(model.parameters, random),
                  std::make_unique<Recorder>(model.parameters, model.make(), out));
  CoreTraffic traffic(bench, random.bits());
  while (bench.cycles() < cycles) traffic.run_phase();
}

}  // namespace gantry::campaign
