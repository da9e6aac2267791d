// SPDX-License-Identifier: Apache-2.0
// Gives tb/verification/picker_bench.sv its clock, until it finishes. Exit status 1: an assertion or a comparison
// failed.
#include <verilated.h>

#include <limits>

#include "Vpicker_bench.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.errorLimit(std::numeric_limits<int>::max());  // all of them
  {
    Vpicker_bench bench(&context, "bench");
    while (!context.gotFinish()) {
      bench.clk = !bench.clk;
      bench.eval();
      context.timeInc(1);
    }
    bench.final();
  }
  return context.errorCount() == 0 ? 0 : 1;
}
