// SPDX-License-Identifier: Apache-2.0
// Random regression of the dispatch core: every set of parameters of the table with random stimuli from a seed, each
// for its share of the cycles; and the replay of a recorded run in lockstep. It stops at the first difference.
//   dispatch_core_campaign [--cycles N] [--seed S] [--set I] [--vcd FILE --from CYCLE]
//   dispatch_core_campaign --replay FILE [--vcd FILE --from CYCLE]
//   dispatch_core_campaign --vectors SET [--cycles N] [--seed S]      traffic as bits, for simulators with four states
// Exit status: 0 all equal and every corner reached, 1 a difference, 2 wrong command line or file, 3 equal but a corner
// is missing.
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>

#include "campaign/arguments.h"
#include "dispatch_core/campaign/core_bench.h"
#include "dispatch_core/campaign/core_traffic.h"
#include "dispatch_core/campaign/core_vectors.h"
#include "dispatch_core/dispatch_core_models.h"
#include "dispatch_core/dispatch_core_recording.h"
#include "gantry/base/error.h"

namespace gantry {
const CoreModels& campaign_core_models();
}

namespace gantry::campaign {
namespace {

struct Options {
  std::uint64_t cycles = 300'000;  ///< of all sets together
  std::uint64_t seed = 1;
  std::uint64_t set = kNone;  ///< only this one
  std::string replay;
  std::uint64_t vectors = kNone;  ///< this set
  std::string vcd;
  std::uint64_t from = 0;
};

bool read(int argc, char** argv, Options& options) {
  return read_arguments(argc, argv,
                        {{"--cycles", &options.cycles},
                         {"--seed", &options.seed},
                         {"--set", &options.set},
                         {"--replay", nullptr, &options.replay},
                         {"--vectors", &options.vectors},
                         {"--vcd", nullptr, &options.vcd},
                         {"--from", &options.from}}) &&
         (options.set == kNone || options.set < campaign_core_models().size()) &&
         (options.vectors == kNone || options.vectors < campaign_core_models().size());
}

int replay(const Options& options) {
  CoreRecording recording;
  std::ifstream in(options.replay, std::ios::binary);
  try {
    if (!in) throw Error("cannot be read");
    recording.read(in);
  } catch (const Error& error) {
    std::cerr << options.replay << ": " << error.what() << '\n';
    return 2;
  }
  const CoreModel* model = nullptr;
  for (const CoreModels* models : {&program_core_models(), &campaign_core_models()}) {
    for (const CoreModel& one : *models) {
      if (one.parameters.text() == recording.parameters().text()) model = &one;
    }
  }
  if (model == nullptr) {
    std::cerr << options.replay << ": no model of " << recording.parameters().text() << " is built\n";
    return 2;
  }
  CoreBench bench(model->parameters, recording.processors(), model->make());
  if (!options.vcd.empty()) bench.trace(options.vcd, options.from);
  Cycle at = 0;
  try {
    recording.replay([&](Cycle cycle, const CoreInputs& inputs) {
      at = cycle;
      bench.begin(inputs.hold);
      bench.end(inputs);
    });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::mismatch) {
      std::cout << "cycle " << at << " of the run: " << error.what() << std::flush;
      return 1;
    }
    std::cerr << options.replay << ": cycle " << at << ": " << error.what() << '\n';
    return 2;
  }
  std::cout << bench.rounds() << " rounds in " << bench.cycles() << " cycles: equal" << std::endl;
  return 0;
}

int run(const Options& options) {
  const CoreModels& models = campaign_core_models();
  const std::uint64_t sets = options.set == kNone ? models.size() : 1;
  std::optional<CoreCoverage> all;
  std::uint64_t rounds = 0;
  std::uint64_t cycles = 0;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (sets == 1 && options.set != kNone && i != options.set) continue;
    const CoreModel& model = models[i];
    // Each part of the seeds has processors of its own.
    constexpr std::uint64_t kParts = 4;
    std::optional<CoreCoverage> of_set;
    for (std::uint64_t part = 0; part < kParts; ++part) {
      Random random(options.seed * 100000 + i * kParts + part);
      CoreBench bench(model.parameters, draw_processors(model.parameters, random), model.make());
      if (!options.vcd.empty()) bench.trace(options.vcd, options.from);
      try {
        CoreTraffic traffic(bench, random.bits());
        traffic.fill();
        while (bench.cycles() < options.cycles / sets / kParts) traffic.run_phase();
      } catch (const Error& difference) {
        if (difference.kind() != ErrorKind::mismatch) throw;
        std::cout << "set " << i << ' ' << model.parameters.text() << " seed " << options.seed << " part " << part
                  << ": " << difference.what() << "  to reproduce: dispatch_core_campaign --set " << i << " --seed "
                  << options.seed << " --cycles " << options.cycles / sets << std::endl;
        return 1;
      }
      if (of_set) {
        of_set->merge(bench.coverage());
      } else {
        of_set = bench.coverage();
      }
      rounds += bench.rounds();
      cycles += bench.cycles();
    }
    for (const std::string& name : of_set->missing()) {
      std::cout << "set " << i << ' ' << model.parameters.text() << ": corner not met: " << name << '\n';
      ++missing;
    }
    if (all) {
      all->merge(*of_set);
    } else {
      all = of_set;
    }
  }
  std::cout << "corners, how often in all (every set has met every one that its parameters allow, but for those named "
               "above):\n";
  all->print(std::cout);
  std::cout << rounds << " rounds in " << cycles << " cycles over " << sets << " sets of parameters, seed "
            << options.seed << ": equal; " << missing << " corners missing" << std::endl;
  return missing == 0 ? 0 : 3;
}

}  // namespace
}  // namespace gantry::campaign

int main(int argc, char** argv) {
  gantry::campaign::Options options;
  if (!gantry::campaign::read(argc, argv, options)) {
    std::cerr << "usage: dispatch_core_campaign [--cycles N] [--seed S] [--set I] [--vcd FILE --from CYCLE]\n"
                 "       dispatch_core_campaign --replay FILE [--vcd FILE --from CYCLE]\n"
                 "       dispatch_core_campaign --vectors SET [--cycles N] [--seed S]\n";
    return 2;
  }
  if (options.vectors != gantry::kNone) {
    gantry::campaign::write_core_vectors(gantry::campaign_core_models()[options.vectors], options.seed, options.cycles,
                                         std::cout);
    return 0;
  }
  return options.replay.empty() ? gantry::campaign::run(options) : gantry::campaign::replay(options);
}
