// SPDX-License-Identifier: Apache-2.0
#include "commands/plan.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <variant>

#include "architecture/architecture_reader.h"
#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "gantry/base/one_line.h"
#include "output/output_directory.h"
#include "output/plan_picture.h"
#include "plan/machine_costs_of.h"
#include "plan/measured_times.h"
#include "plan/plan_file.h"
#include "plan/plan_machine.h"
#include "run/versions.h"
#include "text/text_file.h"

namespace gantry {
namespace {

constexpr std::uint32_t kMostProcessors = 65536;
constexpr std::uint64_t kMostCyclesPerByte = 1000000;
constexpr std::uint64_t kMostLatency = 1000000000;
const std::string kFrom = "from:";
const std::string kMachineCosts = "machine";

std::string text_of(const plan::Value& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.6g}", *number);
  if (const auto* count = std::get_if<std::uint64_t>(&value)) return std::to_string(*count);
  return std::get<std::string>(value);
}

}  // namespace

std::vector<PlannerName> planner_names() {
  std::vector<PlannerName> names;
  for (const auto& entry : plan::builtin_list_schedulers().entries()) {
    names.push_back({entry.name, entry.summary});
  }
  names.push_back({"partition", "K parts with few critical edges between them"});
  names.push_back({"periodic", "executions that overlap: unrolling, longest task first, retiming (source 001)"});
  names.push_back({"pipeline", "operations of pipelined subtasks onto resources, by binary optimisation"});
  return names;
}

void add_plan_machine(CLI::App& command, PlanMachineArguments& arguments) {
  command.add_option("--processors", arguments.processors, "processors, all alike (speed 1)")
      ->check(CLI::Range(1U, kMostProcessors));
  command.add_option("--architecture", arguments.architecture,
                     "processors of this architecture file, with their types and speeds");
  command.add_option("--cycles-per-byte", arguments.cycles_per_byte,
                     "cycles per byte between processors, a decimal (default: 1)");
  command.add_option("--latency", arguments.latency, "cycles per transfer between processors, a decimal (default: 0)");
}

void add_plan_costs(CLI::App& command, PlanMachineArguments& arguments) {
  command
      .add_option("--costs", arguments.costs,
                  "what lies between tasks: the bytes of the edges (bytes, default), or what the machine of "
                  "--architecture takes to hand over, for input and for output (machine)")
      ->check(CLI::IsMember({"bytes", "machine"}));
}

void check_plan_costs(const CLI::App& command, const PlanMachineArguments& arguments, Diagnostics& diagnostics) {
  if (arguments.costs != kMachineCosts) return;
  if (arguments.architecture.empty()) diagnostics.error({"--costs", 0, 0}, "machine goes with --architecture");
  for (const char* option : {"--cycles-per-byte", "--latency"}) {
    if (command.count(option) > 0) diagnostics.error({option, 0, 0}, "is of no use with --costs machine");
  }
}

plan::TransferTime PlanMachine::transfers() const {
  if (!costs) return plan::transfer_time(transfer);
  return [this](const plan::Edge& edge, std::uint32_t from, std::uint32_t to) {
    return costs->between(edge.from, from, edge.to, to);
  };
}

std::optional<plan::TransferCost> read_transfer(const std::string& cycles_per_byte, const std::string& latency,
                                                Diagnostics& diagnostics) {
  const auto per_byte = read_billionths(cycles_per_byte, "--cycles-per-byte", kMostCyclesPerByte, diagnostics);
  const auto fixed = read_billionths(latency, "--latency", kMostLatency, diagnostics);
  if (!per_byte || !fixed) return std::nullopt;
  return plan::TransferCost{*per_byte, *fixed};
}

void add_plan_times(CLI::App& command, PlanMachineArguments& arguments) {
  command.add_option("--times", arguments.times,
                     "from:DIR: tasks take what their jobs took of the processors in the finished run in DIR");
}

std::optional<PlanMachine> read_plan_machine(const PlanMachineArguments& arguments, const Workload& workload) {
  Diagnostics diagnostics;
  if ((arguments.processors == 0) == arguments.architecture.empty()) {
    diagnostics.error({"--processors", 0, 0}, "give either --processors or --architecture");
  }
  const auto transfer = read_transfer(arguments.cycles_per_byte, arguments.latency, diagnostics);
  std::optional<plan::TaskTimes> times;
  std::vector<std::string> names;
  std::optional<plan::MachineCosts> costs;
  const bool measured = !arguments.times.empty();
  if (measured && (arguments.times.rfind(kFrom, 0) != 0 || arguments.processors == 0)) {
    diagnostics.error({"--times", 0, 0}, "must be from:DIR, beside --processors");
  }
  if (diagnostics.ok() && measured) {
    auto by_task = measured_times(arguments.times.substr(kFrom.size()), workload, diagnostics);
    if (by_task) times = plan::TaskTimes(arguments.processors, std::move(*by_task));
  } else if (diagnostics.ok() && arguments.processors != 0) {
    times = plan::TaskTimes(arguments.processors, plan::Graph(workload).times());
  } else if (diagnostics.ok()) {
    const auto architecture = load_architecture(arguments.architecture, diagnostics);
    if (architecture) {
      times = task_times(workload, *architecture, diagnostics);
      names = processor_names(*architecture);
      if (arguments.costs == kMachineCosts) costs = machine_costs(workload, *architecture);
    }
  }
  if (!diagnostics.ok() || !times) {
    report_wrong_input(diagnostics);
    return std::nullopt;
  }
  return PlanMachine{std::move(*times), *transfer, std::move(names), std::move(costs)};
}

void set_machine_parameters(const PlanMachineArguments& arguments, const PlanMachine& machine,
                            plan::Values& parameters) {
  parameters.set("processors", std::uint64_t{machine.times.processors()});
  if (!arguments.architecture.empty()) parameters.set("architecture", shown_path(arguments.architecture));
  if (machine.costs) {
    parameters.set("costs", arguments.costs);
    if (!machine.costs->moved.edges.empty()) parameters.set("edges", std::string("data"));
  } else {
    parameters.set("cycles_per_byte", arguments.cycles_per_byte);
    parameters.set("latency", arguments.latency);
  }
  if (!arguments.times.empty()) parameters.set("times", arguments.times);
}

PlanMachineArguments machine_of_plan(const plan::Plan& plan, const std::string& architecture) {
  PlanMachineArguments machine;
  const auto text = [&](const char* name, std::string& value) {
    const plan::Value* found = plan.parameters.find(name);
    if (found == nullptr) return;
    if (const auto* word = std::get_if<std::string>(found)) value = *word;
    if (const auto* number = std::get_if<std::uint64_t>(found)) value = std::to_string(*number);
  };
  text("architecture", machine.architecture);
  if (!architecture.empty()) machine.architecture = architecture;
  text("cycles_per_byte", machine.cycles_per_byte);
  text("latency", machine.latency);
  text("times", machine.times);
  text("costs", machine.costs);
  if (machine.architecture.empty()) {
    const auto parts = plan::whole(plan.parameters, "parts");
    machine.processors = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(plan::whole(plan.parameters, "processors").value_or(parts.value_or(0)), kNone));
  }
  return machine;
}

void add_plan_output(CLI::App& command, PlanOutput& output) {
  command.add_option("-o,--out", output.out, "file for the plan (default: none is written)");
  command.add_option("--svg", output.svg, "draw the plan as a Gantt chart into this file");
  command.add_flag("--json", output.json, "print the metrics as JSON");
}

std::vector<std::string> files_of_times(const PlanMachineArguments& arguments) {
  if (arguments.times.empty()) return {};
  return output_paths(arguments.times.substr(kFrom.size()));
}

Provenance provenance_of(const Workload& workload, const std::string& file, const std::vector<std::string>& sets) {
  Provenance from;
  from.versions = {versions().front()};  // simulators have no part in a plan
  from.overrides = sets;
  from.workload_path = shown_path(file);
  from.workload_sha256 = workload.sha256;
  return from;
}

int write_plan_picture(const std::string& svg, const plan::Plan& plan, const Workload& workload,
                       const std::vector<std::string>& processors) {
  if (svg.empty()) return 0;
  if (const auto problem = why_no_picture(plan)) {
    Diagnostics diagnostics;
    diagnostics.error({"--svg", 0, 0}, "the plan " + problem->text);
    return report_wrong_input(diagnostics);
  }
  return write_file(svg, [&](std::ostream& out) { out << plan_picture(plan, workload, processors); });
}

int write_plan(const plan::Plan& plan, const Workload& workload, const PlanOutput& output, const Provenance& from,
               const std::vector<std::string>& processors) {
  const int drawn = write_plan_picture(output.svg, plan, workload, processors);
  if (drawn != 0) return drawn;
  if (!output.out.empty()) {
    const int status = write_file(output.out, [&](std::ostream& out) { out << plan_json(plan, workload, from); });
    if (status != 0) return status;
  }
  if (output.json) {
    std::cout << plan_metrics_json(plan, from);
    return 0;
  }
  std::cout << fmt::format("{} of {}, {} tasks\n\n", plan.method, one_line(plan.workload), workload.tasks.size());
  for (const auto& metric : plan.metrics.items()) {
    std::cout << fmt::format("  {:<28} {}\n", metric.first, text_of(metric.second));
  }
  if (!output.out.empty()) std::cout << "\nplan in " << one_line(output.out) << '\n';
  if (!output.svg.empty())
    std::cout << (output.out.empty() ? "\n" : "") << "picture in " << one_line(output.svg) << '\n';
  return 0;
}

int report_wrong_input(const Diagnostics& diagnostics) {
  print_problems(diagnostics);
  return kWrongInput;
}

void add_plan_command(CLI::App& app, int& status) {
  CLI::App* plan = app.add_subcommand("plan", "Plan a workload ahead of time, or check a plan");
  plan->require_subcommand(1);
  add_plan_list_schedulers(*plan, status);
  add_plan_partition(*plan, status);
  add_plan_periodic(*plan, status);
  add_plan_repeat(*plan, status);
  add_plan_pipeline(*plan, status);
  add_plan_compare(*plan, status);
  add_plan_check(*plan, status);
  plan->footer(
      "A plan is a JSON file that `gantry run` replays (key `plan` of an experiment).\n\n"
      "Examples:\n  gantry plan heft montage.json --processors 16 -o plan.json\n"
      "  gantry plan compare montage.json --processors 16\n"
      "  gantry plan check plan.json montage.json");
}

}  // namespace gantry
