// SPDX-License-Identifier: Apache-2.0
// Rounds per second of the pickers, every entry backlogged: the source's rule stated plainly and keyed, then everything
// else that a configuration can name.
#include <benchmark/benchmark.h>

#include <memory>

#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"

namespace {

using namespace gantry;

PickerConfig with_entries(std::int64_t entries) {
  PickerConfig config;
  config.entries = static_cast<std::uint32_t>(entries);
  return config;
}

void run_rounds(benchmark::State& state, Picker& picker, std::uint32_t entries) {
  for (std::uint32_t e = 0; e < entries; ++e) picker.add(e, {e % 3, 1 + e % 200, std::uint64_t{1} << 60U, 1 + e});
  const EntrySet eligible((entries + 63) / 64, ~std::uint64_t{0});
  for (auto _ : state) benchmark::DoNotOptimize(picker.pick(eligible));
  state.SetItemsProcessed(state.iterations());
}

void plain(benchmark::State& state) {
  const PickerConfig config = with_entries(state.range(0));
  run_rounds(state, *make_plain_weight_delay(config), config.entries);
}

void keyed_baseline(benchmark::State& state) {
  const PickerConfig config = with_entries(state.range(0));
  run_rounds(state, *make_keyed_weight_delay(config, Vectors::baseline), config.entries);
}

void keyed_widest(benchmark::State& state) {
  const PickerConfig config = with_entries(state.range(0));
  run_rounds(state, *make_keyed_weight_delay(config, Vectors::widest), config.entries);
}

BENCHMARK(plain)->Arg(16)->Arg(64)->Arg(256);
BENCHMARK(keyed_baseline)->Arg(16)->Arg(64)->Arg(256);
BENCHMARK(keyed_widest)->Arg(16)->Arg(64)->Arg(256);

}  // namespace

int main(int argc, char** argv) {
  for (const auto& entry : builtin_pickers().entries()) {
    benchmark::RegisterBenchmark(entry.name.c_str(), [&entry](benchmark::State& state) {
      const PickerConfig config = with_entries(state.range(0));
      run_rounds(state, *entry.make(config), config.entries);
    })->Arg(64);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
