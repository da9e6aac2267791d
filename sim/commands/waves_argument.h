// SPDX-License-Identifier: Apache-2.0
// --waves BLOCK[=FILE]: all signals of a block in RTL, of a run that passes; --waves-from, --waves-to: in these cycles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/engine_argument.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"

namespace gantry {

struct WavesArguments {
  std::vector<std::string> waves;
  Cycle from = 0;
  Cycle to = kNever;
};

/// The arguments must outlive the command.
void add_waves_arguments(CLI::App& command, WavesArguments& arguments);

struct WaveRequest {
  std::string block;
  std::string path;  ///< ends in .vcd or .fst
  Cycle from = 0;
  Cycle to = kNever;
  std::string asked;  ///< for messages
};
/// `directory`: of the run, where a waveform is BLOCK.fst unless it is named. Refused is what no engine of `engines`
/// can show.
std::vector<WaveRequest> read_waves(const WavesArguments& arguments, const EngineNames& engines,
                                    const std::string& directory, Diagnostics& diagnostics);
/// Of one block; null: none is asked for.
const WaveRequest* waves_of(const std::vector<WaveRequest>& waves, std::string_view block);

/// The waveforms of a run, and what came of them.
struct ShownWaves {
  std::vector<WaveRequest> requests;
  std::vector<std::string> done;
  std::vector<std::string> torn;

  /// Told by the engine that wrote it.
  void ended(const WaveRequest& request, bool whole) { (whole ? done : torn).push_back(request.path); }
  /// Before the run: whether they may be written, beside what the run writes into `directory`.
  bool check(const std::string& directory, const std::vector<std::string>& inputs, Diagnostics& diagnostics) const;
  /// Behind it: what was asked for and is not there.
  void report(Diagnostics& diagnostics) const;
};

/// What is wrong with the name of a waveform's file, which has to say its format; nothing if it does.
std::optional<Diagnostic> wave_name_problem(const std::string& path);

}  // namespace gantry
