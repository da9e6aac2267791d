// SPDX-License-Identifier: Apache-2.0
#include "commands/engine_argument.h"

#include <CLI/CLI.hpp>

#include "picker/named_pickers.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// The blocks that there are in Verilog.
constexpr std::string_view kPickerBlock = "picker";
constexpr std::string_view kCoreBlock = "dispatch_core";

/// What a picker's engine may be called.
std::vector<std::string> picker_engines() {
  std::vector<std::string> names(kEngines.begin(), kEngines.end());
  for (const NamedPicker& picker : program_named_pickers()) {
    names.push_back(picker.name);
    names.push_back(std::string(kLockstepWith) + picker.name);
  }
  return names;
}

}  // namespace

void add_engine_arguments(CLI::App& command, EngineArguments& arguments) {
  command
      .add_option(
          "--engine", arguments.engines,
          "BLOCK=ENGINE: who computes what a block does: picker=model|rtl|lockstep, whose policy is the source's; "
          "picker=NAME|lockstep:NAME, somebody's own RTL for its policy (gantry list engines); or "
          "dispatch_core=model|lockstep (default: model)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--picker", arguments.picker, "short for --engine picker=...");
}

std::optional<BlockEngine> read_picker_engine(const std::string& text, const std::string& asked,
                                              const std::string& policy_option, Diagnostics& diagnostics) {
  const std::vector<std::string> names = picker_engines();
  if (std::find(names.begin(), names.end(), text) != names.end())
    return engine_of(std::string(kPickerBlock), text, asked);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string policy = policy_hint(text, policy_option);
  diagnostics.error({asked, 0, 0}, "the engine must be " + alternatives(known) + ", not " + in_quotes(text) +
                                       (policy.empty() ? did_you_mean(text, known) : policy));
  return std::nullopt;
}

std::optional<EngineNames> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const std::vector<std::string_view> engines(kEngines.begin(), kEngines.end());
  EngineNames names;
  names.picker.block = kPickerBlock;
  names.dispatch_core.block = kCoreBlock;
  const auto take = [&](std::string_view block, const std::string& engine, const std::string& asked) {
    const SourcePosition where{asked, 0, 0};
    BlockEngine& named = block == kPickerBlock ? names.picker : names.dispatch_core;
    std::optional<BlockEngine> read;
    if (block == kPickerBlock) {
      read = read_picker_engine(engine, asked, "--set policies.picker=", diagnostics);
    } else if (engine == "rtl") {
      diagnostics.error(where,
                        "the engine must be model or lockstep, not 'rtl' (the dispatch core in Verilog runs "
                        "beside the model's)");
    } else if (!is_engine(engine)) {
      diagnostics.error(where, "the engine must be " + alternatives(engines) + ", not " + in_quotes(engine) +
                                   did_you_mean(engine, engines));
    } else {
      read = engine_of(std::string(block), engine, asked);
    }
    if (!read) return;
    if (!named.asked.empty() && named.text != engine) {
      diagnostics.error(where, "the engine of the " + std::string(block) + " is given already (" + named.asked + ")");
    } else {
      named = *read;
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
