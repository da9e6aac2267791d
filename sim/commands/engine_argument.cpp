// SPDX-License-Identifier: Apache-2.0
#include "commands/engine_argument.h"

#include <CLI/CLI.hpp>

#include "experiment/engine_names.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// The block whose place the RTL can take.
constexpr const char* kPickerBlock = "picker";

}  // namespace

void add_engine_arguments(CLI::App& command, EngineArguments& arguments) {
  command
      .add_option(
          "--engine", arguments.engines,
          "BLOCK=model|rtl|lockstep: who computes what a block does; the block is picker, and its policy is the "
          "source's (default: model)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--picker", arguments.picker, "short for --engine picker=...");
}

std::optional<PickerEngineName> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  const std::vector<std::string_view> engines(kEngines.begin(), kEngines.end());
  PickerEngineName named;
  const auto take = [&](const std::string& engine, const std::string& asked) {
    const SourcePosition where{asked, 0, 0};
    if (!is_engine(engine)) {
      const std::string policy = policy_hint(engine, "--set policies.picker=");
      diagnostics.error(where, "the engine must be " + alternatives(engines) + ", not " + in_quotes(engine) +
                                   (policy.empty() ? did_you_mean(engine, engines) : policy));
    } else if (!named.asked.empty() && named.engine != engine) {
      diagnostics.error(where, "the engine of the picker is given already (" + named.asked + ")");
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
      diagnostics.error({asked, 0, 0}, std::string("must be BLOCK=ENGINE (") + kPickerBlock + "=" +
                                           (known ? text : alternatives(engines, "|")) + ")");
    } else if (block != kPickerBlock) {
      diagnostics.error({asked, 0, 0}, "there is one engine only for the block " + in_quotes(block) +
                                           " (the block with several is " + kPickerBlock + ")");
    } else {
      take(text.substr(equals + 1), asked);
    }
  }
  if (!arguments.picker.empty()) take(arguments.picker, "--picker " + arguments.picker);
  if (diagnostics.size() != before) return std::nullopt;
  return named;
}

}  // namespace gantry
