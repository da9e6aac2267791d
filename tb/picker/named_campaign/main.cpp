// SPDX-License-Identifier: Apache-2.0
// Random regression of users' own pickers against the model's policy: every size of each, first the directed corners of
// ours, then random stimuli from a seed for its share of the rounds. Then as many rounds with changing unused inputs
// while a winner is awaited, and with overlapping rounds if its list allows that. Registers power up with random
// values, more than once. It stops at the first difference.
//   rtl_picker_campaign [--picker NAME] [--rounds N] [--seed S] [--vcd FILE --from CYCLE]
// Exit status: 0 all equal and every corner reached, 1 a difference, 2 wrong command line, or nothing to compare, 3
// equal but a corner is missing.
#include <algorithm>
#include <iostream>
#include <string>

#include "campaign/arguments.h"
#include "gantry/base/error.h"
#include "picker/campaign/corners.h"
#include "picker/campaign/traffic.h"
#include "picker/named_campaign/engine_bench.h"
#include "picker/named_campaign/flight_bench.h"

namespace gantry::campaign {
namespace {

struct Options {
  std::uint64_t rounds = 200'000;  ///< of each size of each picker
  std::uint64_t seed = 1;
  std::string picker;  ///< only this one
  std::string vcd;
  std::uint64_t from = 0;
};

bool read(int argc, char** argv, Options& options) {
  return read_arguments(argc, argv,
                        {{"--rounds", &options.rounds},
                         {"--seed", &options.seed},
                         {"--picker", nullptr, &options.picker},
                         {"--vcd", nullptr, &options.vcd},
                         {"--from", &options.from}});
}

constexpr std::uint64_t kPowerUps = 32;

/// A dependence on power-up values shows soon after the reset.
void power_up(const NamedPicker& picker, const RtlModel& model, std::uint64_t seed) {
  EngineBench bench(picker, model, model.make_powered_up(seed));
  Traffic traffic(bench, seed);
  traffic.run_phase();
}

/// One size. Answers its exit status.
int run(const NamedPicker& picker, const RtlModel& model, const Options& options) {
  const std::string name = picker.name + " (" + picker.policy + ", " + served_text(picker, model.parameters) + ")";
  const std::uint64_t seed = options.seed * 1000;
  EngineBench bench(picker, model, model.make());
  if (!options.vcd.empty()) bench.show(options.vcd, options.from);
  FlightBench flight(picker, model, seed + 2);
  const char* part = "";
  try {
    run_corners(bench);
    Traffic traffic(bench, seed);
    while (bench.rounds() < options.rounds) traffic.run_phase();
    part = "power-up values, ";
    for (std::uint64_t i = 0; i < kPowerUps; ++i) power_up(picker, model, seed + 3 + i);
    part = "rounds in flight, ";
    flight.run(options.rounds);
  } catch (const Error& difference) {
    if (difference.kind() != ErrorKind::mismatch) throw;
    std::cout << name << " seed " << options.seed << ": " << part << difference.what()
              << "  to reproduce: rtl_picker_campaign --picker " << picker.name << " --seed " << options.seed
              << " --rounds " << options.rounds << std::endl;
    return 1;
  }
  std::vector<std::string> missing = bench.coverage().missing();
  if (!flight.met_all()) missing.emplace_back("a round that is asked for while a winner is waited for");
  std::cout << name << ": " << bench.rounds() + flight.rounds() << " rounds equal, seed " << options.seed << ", up to "
            << flight.most_in_flight() << " in flight, " << kPowerUps + 1 << " power-ups; " << missing.size()
            << " corners missing. Corners, how often:\n";
  bench.coverage().print(std::cout);
  for (const std::string& corner : missing) std::cout << "  corner not met: " << corner << '\n';
  return missing.empty() ? 0 : 3;
}

int run(const Options& options) {
  int status = 2;
  for (const NamedPicker& picker : program_named_pickers()) {
    if (!options.picker.empty() && picker.name != options.picker) continue;
    if (status == 2) status = 0;
    for (const RtlModel& model : picker.models) {
      const int one = run(picker, model, options);
      if (one == 1) return 1;
      status = std::max(status, one);
    }
  }
  if (status == 2) {
    std::cerr << "rtl_picker_campaign: error: there is no picker "
              << (options.picker.empty() ? "of one's own" : options.picker) << " in this build (RTL_PICKERS)\n";
  }
  return status;
}

}  // namespace
}  // namespace gantry::campaign

int main(int argc, char** argv) {
  gantry::campaign::Options options;
  if (!gantry::campaign::read(argc, argv, options)) {
    std::cerr << "usage: rtl_picker_campaign [--picker NAME] [--rounds N] [--seed S] [--vcd FILE --from CYCLE]\n";
    return 2;
  }
  try {
    return gantry::campaign::run(options);
  } catch (const gantry::Error& error) {  // a waveform that cannot be written
    std::cerr << "rtl_picker_campaign: error: " << error.what() << '\n';
    return 2;
  }
}
