// SPDX-License-Identifier: Apache-2.0
// The lockstep campaign: every set of parameters of the table, directed corners first, then seeded random stimuli until
// its share of the rounds is done. The first difference ends it.
//   picker_campaign [--rounds N] [--seed S] [--set I] [--vcd FILE --from CYCLE]
// Exit status: 0 all equal and every corner met, 1 a difference, 2 wrong command line, or nothing to compare, 3 equal
// but a corner is missing.
#include <chrono>
#include <iostream>
#include <string>

#include "campaign/arguments.h"
#include "gantry/base/error.h"
#include "picker/campaign/corners.h"
#include "picker/campaign/pin_bench.h"
#include "picker/campaign/traffic.h"
#include "picker/rtl_models.h"

namespace gantry {
const RtlModels& campaign_rtl_models();
}

namespace gantry::campaign {
namespace {

constexpr std::uint64_t kEverySet = ~std::uint64_t{0};

struct Options {
  std::uint64_t rounds = 2'000'000;  ///< of all sets together
  std::uint64_t seed = 1;
  std::uint64_t set = kEverySet;  ///< only this one
  std::string vcd;
  std::uint64_t from = 0;
};

bool read(int argc, char** argv, Options& options) {
  return read_arguments(argc, argv,
                        {{"--rounds", &options.rounds},
                         {"--seed", &options.seed},
                         {"--set", &options.set},
                         {"--vcd", nullptr, &options.vcd},
                         {"--from", &options.from}});
}

int run(const Options& options) {
  const RtlModels& models = campaign_rtl_models();
  const bool one = options.set != kEverySet;
  if (models.empty() || (one && options.set >= models.size())) {
    std::cerr << "picker_campaign: error: there is no set " << (one ? options.set : 0) << ": this build has "
              << models.size() << ", counted from 0\n";
    return 2;
  }
  const std::uint64_t sets = one ? 1 : models.size();
  Coverage all(models.front().parameters);
  std::uint64_t rounds = 0;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (one && i != options.set) continue;
    const RtlModel& model = models[i];
    const bool traced = !options.vcd.empty() && model.make_traced != nullptr;
    PinBench bench(model.parameters, traced ? model.make_traced() : model.make());
    if (traced) bench.show(options.vcd, options.from);
    const auto begin = std::chrono::steady_clock::now();
    try {
      run_corners(bench);
      Traffic traffic(bench, options.seed * 1000 + i);
      while (bench.rounds() < options.rounds / sets) traffic.run_phase();
    } catch (const Error& difference) {
      if (difference.kind() != ErrorKind::mismatch) throw;
      std::cout << "set " << i << ' ' << model.parameters.text() << " seed " << options.seed << ": "
                << difference.what() << "  to reproduce: picker_campaign --set " << i << " --seed " << options.seed
                << " --rounds " << options.rounds / sets << std::endl;
      return 1;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::cout << "set " << i << ' ' << model.parameters.text() << ": " << bench.rounds() << " rounds in "
              << bench.cycles() << " cycles equal, "
              << static_cast<std::uint64_t>(static_cast<double>(bench.cycles()) / seconds / 1000.0)
              << " thousand cycles/s\n";
    for (const std::string& name : bench.coverage().missing()) {
      std::cout << "  corner not met: " << name << '\n';
      ++missing;
    }
    rounds += bench.rounds();
    all.merge(bench.coverage());
  }
  std::cout << "corners, how often in all (every set has met every one that its parameters allow, but for those named "
               "above):\n";
  all.print(std::cout);
  std::cout << rounds << " rounds over " << sets << " sets of parameters, seed " << options.seed << ": equal; "
            << missing << " corners missing" << std::endl;
  return missing == 0 ? 0 : 3;
}

}  // namespace
}  // namespace gantry::campaign

int main(int argc, char** argv) {
  gantry::campaign::Options options;
  if (!gantry::campaign::read(argc, argv, options)) {
    std::cerr << "usage: picker_campaign [--rounds N] [--seed S] [--set I] [--vcd FILE --from CYCLE]\n";
    return 2;
  }
  return gantry::campaign::run(options);
}
