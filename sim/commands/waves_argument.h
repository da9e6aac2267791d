// SPDX-License-Identifier: Apache-2.0
// Options --waves BLOCK[=FILE], which records all signals of a block in RTL, and --waves-from and --waves-to for the
// cycles.
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

/// Adds the options. The arguments must outlive the command.
void add_waves_arguments(CLI::App& command, WavesArguments& arguments);

struct WaveRequest {
  std::string block;
  std::string path;  ///< ends in .vcd or .fst
  Cycle from = 0;
  Cycle to = kNever;
  std::string asked;  ///< text of the user, for messages
};
/// Returns the waveforms. `directory`: of the run; a waveform is BLOCK.fst there unless it is named. Refuses waveforms
/// that no engine of `engines` can record.
std::vector<WaveRequest> read_waves(const WavesArguments& arguments, const EngineNames& engines,
                                    const std::string& directory, Diagnostics& diagnostics);
/// Returns the waveform of one block; nullptr: none was requested.
const WaveRequest* waves_of(const std::vector<WaveRequest>& waves, std::string_view block);

/// The waveforms of a run and their results.
struct ShownWaves {
  std::vector<WaveRequest> requests;
  std::vector<std::string> done;
  std::vector<std::string> torn;

  /// Notification from the engine that wrote it.
  void ended(const WaveRequest& request, bool whole) { (whole ? done : torn).push_back(request.path); }
  /// Call before the run. Checks whether the waveforms may be written beside the run's outputs in `directory`.
  bool check(const std::string& directory, const std::vector<std::string>& inputs, Diagnostics& diagnostics) const;
  /// Call after the run. Reports requested waveforms that are missing.
  void report(Diagnostics& diagnostics) const;
};

/// Returns the error in the name of a waveform's file, which must have the ending of a format; nothing: it is valid.
std::optional<Diagnostic> wave_name_problem(const std::string& path);

}  // namespace gantry
