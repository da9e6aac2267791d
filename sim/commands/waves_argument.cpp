// SPDX-License-Identifier: Apache-2.0
#include "commands/waves_argument.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

#include "gantry/base/one_line.h"
#include "output/output_guard.h"
#include "result/output_names.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Returns the chosen engines with their blocks.
std::vector<const BlockEngine*> named_engines(const EngineNames& engines) {
  std::vector<const BlockEngine*> all = {&engines.picker};
  for (const BlockEngine& engine : engines.blocks) all.push_back(&engine);
  return all;
}

}  // namespace

void add_waves_arguments(CLI::App& command, WavesArguments& arguments) {
  auto* waves =
      command
          .add_option(
              "--waves", arguments.waves,
              "BLOCK[=FILE]: write all signals of a block in RTL, `picker`, into this file, .vcd or .fst (default: "
              "BLOCK.fst in the output directory); goes with --engine BLOCK=rtl, lockstep, NAME")
          ->take_all()
          ->allow_extra_args(false);
  command.add_option("--waves-from", arguments.from, "first cycle of --waves (default: 0)")->needs(waves);
  command.add_option("--waves-to", arguments.to, "last cycle of --waves (default: all)")->needs(waves);
}

std::optional<Diagnostic> wave_name_problem(const std::string& path) {
  const std::filesystem::path ending = std::filesystem::path(path).extension();
  if (ending == ".vcd" || ending == ".fst") return std::nullopt;
  return Diagnostic{{}, one_line(path) + ": the name must end in .vcd or .fst"};
}

std::vector<WaveRequest> read_waves(const WavesArguments& arguments, const EngineNames& engines,
                                    const std::string& directory, Diagnostics& diagnostics) {
  std::vector<WaveRequest> requests;
  if (arguments.from > arguments.to) {
    diagnostics.error(
        {}, "--waves-from " + std::to_string(arguments.from) + " is after --waves-to " + std::to_string(arguments.to));
  }
  const std::vector<const BlockEngine*> known = named_engines(engines);
  for (const std::string& text : arguments.waves) {
    WaveRequest request;
    request.asked = "--waves " + one_line(text);
    request.block = text.substr(0, text.find('='));
    request.path = text.find('=') == std::string::npos ? directory + '/' + request.block + ".fst"
                                                       : text.substr(text.find('=') + 1);
    request.from = arguments.from;
    request.to = arguments.to;
    const SourcePosition where{request.asked, 0, 0};
    const auto engine =
        std::find_if(known.begin(), known.end(), [&](const BlockEngine* one) { return one->block == request.block; });
    const auto problem = wave_name_problem(request.path);
    if (request.block == "dispatch_core") {
      diagnostics.error(where, "the dispatch core has waveforms of a difference alone");
    } else if (engine == known.end() || (*engine)->is_model()) {
      diagnostics.error(where, "waveforms show RTL, and the engine of " + in_quotes(request.block) +
                                   " is the model (--engine " + one_line(request.block) + "=rtl or lockstep)");
    } else if (problem) {
      diagnostics.error(where, problem->text);
    } else if (waves_of(requests, request.block) != nullptr) {
      diagnostics.error(where, "the waveform of " + in_quotes(request.block) + " was already requested");
    } else {
      requests.push_back(std::move(request));
    }
  }
  return requests;
}

bool ShownWaves::check(const std::string& directory, const std::vector<std::string>& inputs,
                       Diagnostics& diagnostics) const {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path own = fs::weakly_canonical(fs::absolute(directory, error), error);
  std::vector<std::string> paths;
  for (const WaveRequest& request : requests) {
    const SourcePosition where{request.asked, 0, 0};
    const fs::path path = fs::weakly_canonical(fs::absolute(request.path, error), error);
    paths.push_back(request.path);
    if (path == own / kWavesFile) {
      diagnostics.error(where, std::string(kWavesFile) + " there is the run's own (output.waves)");
    } else if (path.parent_path() != own && !fs::is_directory(path.parent_path(), error)) {
      diagnostics.error(where, "cannot be written: there is no directory " + one_line(path.parent_path().string()));
    }
  }
  return diagnostics.ok() && (paths.empty() || check_outputs(paths, inputs, diagnostics));
}

void ShownWaves::report(Diagnostics& diagnostics) const {
  for (const std::string& path : torn) diagnostics.error({one_line(path), 0, 0}, "cannot be written as a whole");
  if (!torn.empty()) return;
  for (const WaveRequest& request : requests) {
    if (std::find(done.begin(), done.end(), request.path) != done.end()) continue;
    diagnostics.error({request.asked, 0, 0}, "no waveform: the RTL has no work from cycle " +
                                                 std::to_string(request.from) + " to " + std::to_string(request.to));
  }
}

const WaveRequest* waves_of(const std::vector<WaveRequest>& waves, std::string_view block) {
  const auto at = std::find_if(waves.begin(), waves.end(), [&](const WaveRequest& one) { return one.block == block; });
  return at == waves.end() ? nullptr : &*at;
}

}  // namespace gantry
