// SPDX-License-Identifier: Apache-2.0
#include "commands/engine_argument.h"

#include <CLI/CLI.hpp>

#include "experiment/engine_names.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// The blocks that there are in Verilog.
constexpr std::string_view kPickerBlock = "picker";
constexpr std::string_view kCoreBlock = "dispatch_core";

}  // namespace

void add_engine_arguments(CLI::App& command, EngineArguments& arguments) {
  command
      .add_option(
          "--engine", arguments.engines,
          "BLOCK=ENGINE: who computes what a block does: picker=model|rtl|lockstep, whose policy is the source's, or "
          "dispatch_core=model|lockstep (default: model)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--picker", arguments.picker, "short for --engine picker=...");
}

std::optional<EngineNames> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const std::vector<std::string_view> engines(kEngines.begin(), kEngines.end());
  EngineNames names;
  const auto take = [&](std::string_view block, const std::string& engine, const std::string& asked) {
    const SourcePosition where{asked, 0, 0};
    EngineName& named = block == kPickerBlock ? names.picker : names.dispatch_core;
    if (block == kCoreBlock && engine == "rtl") {
      diagnostics.error(where,
                        "the engine must be model or lockstep, not 'rtl' (the dispatch core in Verilog runs "
                        "beside the model's)");
    } else if (!is_engine(engine)) {
      const std::string policy = block == kPickerBlock ? policy_hint(engine, "--set policies.picker=") : "";
      diagnostics.error(where, "the engine must be " + alternatives(engines) + ", not " + in_quotes(engine) +
                                   (policy.empty() ? did_you_mean(engine, engines) : policy));
    } else if (!named.asked.empty() && named.engine != engine) {
      diagnostics.error(where, "the engine of the " + std::string(block) + " is given already (" + named.asked + ")");
    } else {
      named = {engine, asked};
    }
  };
  for (const std::string& text : arguments.engines) {
    const std::string asked = "--engine " + text;
    const std::size_t equals = text.find('=');
    const std::string block = text.substr(0, equals);
    if (equals == std::string::npos) {
      const bool known = is_engine(text);
      diagnostics.error({asked, 0, 0}, "must be BLOCK=ENGINE (" + std::string(kPickerBlock) + "=" +
                                           (known ? text : alternatives(engines, "|")) + ")");
    } else if (block != kPickerBlock && block != kCoreBlock) {
      diagnostics.error({asked, 0, 0}, "there is one engine only for the block " + in_quotes(block) +
                                           " (the blocks with several are " + std::string(kPickerBlock) + " and " +
                                           std::string(kCoreBlock) + ")" +
                                           did_you_mean(block, {kPickerBlock, kCoreBlock}));
    } else {
      take(block, text.substr(equals + 1), asked);
    }
  }
  if (!arguments.picker.empty()) take(kPickerBlock, arguments.picker, "--picker " + arguments.picker);
  if (diagnostics.size() != before) return std::nullopt;
  return names;
}

}  // namespace gantry
