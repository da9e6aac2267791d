// SPDX-License-Identifier: Apache-2.0
#include "commands/engine_argument.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "blocks/block_model.h"
#include "picker/named_pickers.h"
#include "pins/dispatcher_pins.h"
#include "program/program_models.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::string_view kPickerBlock = "picker";
constexpr std::string_view kCoreBlock = "dispatch_core";
constexpr std::string_view kDecomposerBlock = "decomposer";
/// Another name of the dispatcher, whose pins a scheduler's socket has.
constexpr std::string_view kSchedulerBlock = "scheduler";

/// The blocks that there are in Verilog.
std::vector<std::string_view> blocks() {
  std::vector<std::string_view> all = {kPickerBlock, kCoreBlock, kDecomposerBlock};
  for (const BlockModel& model : program_block_models()) {
    if (std::find(all.begin(), all.end(), model.block) == all.end()) all.push_back(model.block);
  }
  return all;
}

/// Returns the names of the block's engines.
std::vector<std::string> engines_of(std::string_view block) {
  if (block == kCoreBlock) return {"model", "lockstep"};
  std::vector<std::string> names = {"model"};
  const BlockModels& models = program_block_models();
  const bool built_in = std::any_of(models.begin(), models.end(), [&](const BlockModel& model) {
    return model.block == block && model.name == kEngines[1];
  });
  if (block == kPickerBlock || block == kDecomposerBlock || built_in) names.assign(kEngines.begin(), kEngines.end());
  if (block != kPickerBlock) {
    for (const BlockModel& model : program_block_models()) {
      if (model.block != block || std::find(names.begin(), names.end(), model.name) != names.end()) continue;
      names.push_back(model.name);
      if (!model.other) names.push_back(std::string(kLockstepWith) + model.name);
    }
    return names;
  }
  for (const NamedPicker& picker : program_named_pickers()) {
    names.push_back(picker.name);
    names.push_back(std::string(kLockstepWith) + picker.name);
  }
  return names;
}

std::optional<BlockEngine> read_engine(std::string_view block, const std::string& text, const std::string& asked,
                                       const std::string& policy_option, Diagnostics& diagnostics) {
  const std::vector<std::string> names = engines_of(block);
  const bool found = std::find(names.begin(), names.end(), text) != names.end();
  // Which dispatch cores to build, and how, the machine decides (no_core_model).
  const auto missing = text == names.front() || block == kCoreBlock ? std::nullopt : missing_models();
  if (found && !missing) return engine_of(std::string(block), text, asked);
  const std::vector<std::string_view> known(names.begin(), names.end());
  std::string hint = block == kPickerBlock ? policy_hint(text, policy_option) : "";
  if (block == kCoreBlock && text == "rtl") hint = " (the dispatch core in Verilog runs beside the model's)";
  if (hint.empty()) hint = did_you_mean(text, known);
  if (missing && (found || hint.empty())) {
    diagnostics.error({asked, 0, 0}, *missing);
  } else {
    diagnostics.error({asked, 0, 0}, "the engine must be " + alternatives(known) + ", not " + in_quotes(text) + hint);
  }
  return std::nullopt;
}

/// Where the block's engine is kept.
BlockEngine& place_of(std::string_view block, EngineNames& names) {
  if (block == kPickerBlock) return names.picker;
  if (block == kCoreBlock) return names.dispatch_core;
  const auto at = std::find_if(names.blocks.begin(), names.blocks.end(),
                               [&](const BlockEngine& one) { return one.block == block; });
  if (at != names.blocks.end()) return *at;
  return names.blocks.emplace_back();
}

/// A user's own blocks are unknown without their library.
std::string without_models() {
  const auto missing = missing_models();
  return missing ? "; " + *missing : "";
}

}  // namespace

void add_engine_arguments(CLI::App& command, EngineArguments& arguments) {
  command
      .add_option(
          "--engine", arguments.engines,
          "BLOCK=ENGINE: who computes what a block does: picker=model|rtl|lockstep, whose policy is the source's; "
          "picker=NAME|lockstep:NAME, somebody's own RTL for its policy (gantry list engines); "
          "dispatch_core=model|lockstep; decomposer or monitor=model|rtl|lockstep; task_cache or "
          "dispatcher=NAME|lockstep:NAME, "
          "somebody's own (docs/blocks_in_rtl.md); scheduler=NAME, another scheduler (docs/schedulers_in_rtl.md) "
          "(default: model)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--picker", arguments.picker, "short for --engine picker=...");
}

std::optional<BlockEngine> read_picker_engine(const std::string& text, const std::string& asked,
                                              const std::string& policy_option, Diagnostics& diagnostics) {
  return read_engine(kPickerBlock, text, asked, policy_option, diagnostics);
}

std::optional<EngineNames> read_engines(const EngineArguments& arguments, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  EngineNames names;
  names.picker.block = kPickerBlock;
  names.dispatch_core.block = kCoreBlock;
  const auto take = [&](std::string_view block, const std::string& engine, const std::string& asked) {
    const auto read = read_engine(block, engine, asked, "--set policies.picker=", diagnostics);
    if (!read) return;
    BlockEngine& named = place_of(block, names);
    if (!named.asked.empty() && named.text != engine) {
      diagnostics.error({asked, 0, 0},
                        "the engine of the " + std::string(block) + " is given already (" + named.asked + ")");
    } else {
      named = *read;
    }
  };
  const std::vector<std::string_view> known = blocks();
  for (const std::string& text : arguments.engines) {
    const std::string asked = "--engine " + text;
    const std::size_t equals = text.find('=');
    std::string block = text.substr(0, equals);
    if (block == kSchedulerBlock) block = dispatcher_pins().block;
    if (equals == std::string::npos) {
      const std::vector<std::string_view> engines(kEngines.begin(), kEngines.end());
      diagnostics.error({asked, 0, 0}, "must be BLOCK=ENGINE (" + std::string(kPickerBlock) + "=" +
                                           (is_engine(text) ? text : alternatives(engines, "|")) + ")");
    } else if (std::find(known.begin(), known.end(), block) == known.end()) {
      diagnostics.error({asked, 0, 0}, "there is one engine only for the block " + in_quotes(block) +
                                           " (the blocks with several are " + alternatives(known, " and ") + ")" +
                                           did_you_mean(block, known) + without_models());
    } else {
      take(block, text.substr(equals + 1), asked);
    }
  }
  if (!arguments.picker.empty()) take(kPickerBlock, arguments.picker, "--picker " + arguments.picker);
  for (const BlockEngine& block : names.blocks) {
    if (block.block != dispatcher_pins().block || block.kind != EngineKind::rtl) continue;
    // Both are parts of it.
    for (const BlockEngine* part : {&names.picker, &names.dispatch_core}) {
      if (part->is_model()) continue;
      diagnostics.error({part->asked, 0, 0}, "the dispatcher in Verilog has its own (" + block.asked + ")");
    }
  }
  if (diagnostics.size() != before) return std::nullopt;
  return names;
}

}  // namespace gantry
