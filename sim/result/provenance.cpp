// SPDX-License-Identifier: Apache-2.0
#include "result/provenance.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "result/result_visitor.h"

namespace gantry {
namespace {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

constexpr std::array<std::string_view, 3> kVersions = {"gantry", "systemc", "verilator"};
constexpr std::array<std::string_view, 5> kBlocks = {"task_cache", "decomposer", "monitor", "dispatcher", "directory"};
constexpr std::string_view kDispatchCore = "dispatch_core";
constexpr const char* kEngine = "(lockstep:)?[a-z][a-z0-9_]*";

/// The text of a name; empty: it has none.
std::string text_of(const NamedTexts& texts, std::string_view name) {
  const auto at = std::find_if(texts.begin(), texts.end(), [&](const auto& one) { return one.first == name; });
  return at == texts.end() ? "" : at->second;
}

void describe_engine(ResultVisitor& results, Provenance& from) {
  results.text("picker", from.picker_engine,
               "what picked: `model`, `rtl`, `lockstep`, or `NAME` or `lockstep:NAME` of RTL of one's own", kEngine);
  NamedTexts engines;
  const auto describe_one = [&](std::string_view block, const char* meaning, const char* pattern) {
    std::string engine = text_of(from.block_engines, block);
    results.text_if_any(block, engine, meaning, pattern);
    if (!engine.empty()) engines.emplace_back(block, engine);
  };
  describe_one(kDispatchCore, "`lockstep` if the dispatch core ran beside the model", "lockstep");
  for (const std::string_view block : kBlocks)
    describe_one(block, "engine of the block if it is not the model's", kEngine);
  from.block_engines = std::move(engines);
  results.text_if_any("picker_timing", from.picker_timing,
                      "of a picker in Verilog of ours: whose times the machine's picker has",
                      "rtl_shared|rtl_parallel|rtl_pipelined|not_of_rtl");
}

}  // namespace

void describe_machine(ResultVisitor& results, Provenance& from) {
  results.section("engine", "", [&] { describe_engine(results, from); });
  results.text("picker", from.picker, "name of the picker");
  results.text("processor_choice", from.processor_choice, "name of the processor choice");
}

void describe_versions(ResultVisitor& results, Provenance& from) {
  NamedTexts versions;
  for (const std::string_view name : kVersions) {
    std::string version = text_of(from.versions, name);
    results.text(name, version, "version");
    versions.emplace_back(name, version);
  }
  from.versions = std::move(versions);
}

void describe_inputs(ResultVisitor& results, Provenance& from) {
  struct File {
    std::string path;
    std::string sha256;
  };
  results.texts("overrides", from.overrides, "those of the command line, in order: `a.b=value`");
  std::optional<File> workload;
  if (!from.workload_path.empty()) workload = File{from.workload_path, from.workload_sha256};
  results.section_or_null("workload", workload, "null: the workload is no file", [&](File& file) {
    results.text("path", file.path, "of the workload, as the experiment names it");
    results.text("sha256", file.sha256, "of that file", "[0-9a-f]{64}");
  });
  from.workload_path = workload ? workload->path : "";
  from.workload_sha256 = workload ? workload->sha256 : "";
}

}  // namespace gantry
