// SPDX-License-Identifier: Apache-2.0
#include "plan/pipeline_input.h"

#include <algorithm>
#include <map>
#include <utility>

#include "plan/own_subtasks.h"
#include "plan/plan_machine.h"
#include "plan/resource_file.h"
#include "text/file_digest.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/dnn_placement.h"
#include "workload/format.h"
#include "workload/pipedream.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostItems = 1000000;
constexpr std::uint64_t kMostChoices = 16000000;  // items x resources
constexpr std::uint64_t kMostCyclesPerByte = 1000000;
constexpr std::uint64_t kMostLatency = 1000000000;
constexpr const char* kBeforeDelays = "before_delays_";
/// Time unit for DNN placement problems: hundred-thousandths of a nanosecond, because their times have more digits than
/// a cycle.
constexpr const char* kFineUnit = "mapping.cycles_per_unit=100000000000";

class PipelineLoader {
 public:
  PipelineLoader(const PipelineArguments& arguments, Diagnostics& diagnostics)
      : arguments_(arguments), file_(shown_path(arguments.workload)), diagnostics_(diagnostics) {}

  std::optional<PipelineInput> load() {
    const auto text = read_text_file(arguments_.workload, diagnostics_, FileContent::bytes);
    if (!text || !read_workload_text(*text)) return std::nullopt;
    input_.workload.sha256 = sha256(*text);
    check_flags();
    if (!diagnostics_.ok()) return std::nullopt;
    plan::PipelineModel& model = input_.model;
    model.subtasks = arguments_.subtasks;
    model.replicate = arguments_.replicate;
    model.objective = arguments_.objective == "throughput" ? plan::PipelineObjective::kThroughput
                                                           : plan::PipelineObjective::kMakespan;
    if (format_ == "pipedream") read_profile(*text);
    if (format_ == "dnn-placement") {
      read_placement(*text);
    } else {
      fill_operations();
      fill_resources();
      if (diagnostics_.ok()) fill_edges();
      check_resource_file();
    }
    if (diagnostics_.ok() && !own_subtasks_.empty()) lay_out_own_subtasks(own_subtasks_, input_);
    if (diagnostics_.ok()) check_size();
    if (!diagnostics_.ok()) return std::nullopt;
    lay_out_subtasks();
    return std::move(input_);
  }

 private:
  void fault(const std::string& flag, const std::string& what) { diagnostics_.error({flag, 0, 0}, what); }

  /// Sums of all times and of all bytes stay below 2^62, so that nothing in the planner wraps.
  void check_size() {
    const plan::PipelineModel& model = input_.model;
    const std::uint64_t items = std::uint64_t{model.subtasks} * model.operation_count();
    if (items > kMostItems || items > kMostChoices / model.resource_count()) {
      fault(model.subtasks > 1 ? "--subtasks" : "--resources",
            "there are " + std::to_string(model.operation_count()) + " operations and " +
                std::to_string(model.resource_count()) + " resources; in all subtasks at most " +
                std::to_string(kMostItems) + " operations and " + std::to_string(kMostChoices) +
                " choices of a resource");
      return;
    }
    plan::Time time = 0;
    for (std::uint32_t o = 0; o < model.operation_count(); ++o) {
      plan::Time longest = 0;
      for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
        if (model.can_run(o, r)) longest = std::max(longest, model.time(o, r));
      }
      time = plan::add(time, longest);
    }
    const plan::Time delay = model.delays.empty() ? 0 : *std::max_element(model.delays.begin(), model.delays.end());
    std::uint64_t bytes = 0;
    for (const plan::PipelineEdge& edge : model.edges) {
      time = plan::add(time, plan::add(delay, plan::add(edge.hop, edge.hop)));
      bytes = plan::add(bytes, edge.bytes);
    }
    for (const plan::PipelineOperation& operation : model.operations) bytes = plan::add(bytes, operation.input_bytes);
    for (const plan::PipelineParameter& parameter : model.parameters) bytes = plan::add(bytes, parameter.bytes);
    const auto refuse = [&](std::uint64_t sum, const char* what) {
      if (sum >= plan::kLongest / model.subtasks) {
        diagnostics_.error({file_, 0, 0}, std::string(what) + " of all subtasks sum to 2^62 or more");
      }
    };
    refuse(time, "times and transfers (cycles)");
    refuse(bytes, "parameters, results and inputs (bytes)");
  }

  bool read_workload_text(const std::string& text) {
    format_ = arguments_.format;
    if (format_.empty()) {
      const WorkloadFormat* guess = guess_workload_format(std::string_view(text).substr(0, kFormatHead));
      if (guess != nullptr) format_ = guess->name;
    }
    std::vector<std::string> sets = arguments_.sets;
    if (format_ == "dnn-placement" && sets.empty()) sets.emplace_back(kFineUnit);
    YamlNode section;
    const auto as_it_is = [](YamlNode& /*node*/, const std::string& /*path*/) { return true; };
    for (const std::string& set : sets) apply_set(section, set, as_it_is, diagnostics_);
    if (!diagnostics_.ok()) return false;
    MapReader keys(section, "", diagnostics_);
    const YamlNode* mapping = keys.find("mapping");
    keys.finish();
    if (!diagnostics_.ok()) return false;
    if (!read_workload(text, file_, format_, input_.workload, diagnostics_, nullptr, {mapping})) return false;
    refuse_different_jobs(input_.workload, diagnostics_);
    if (!diagnostics_.ok()) return false;
    const WorkloadFormat* format = workload_formats().find(format_);
    if (format == nullptr || !format->mapping) return true;
    Mapping used = *format->mapping;
    if (mapping != nullptr && !read_mapping(*mapping, "mapping", used, diagnostics_)) return false;
    cycles_per_unit_ = used.cycles_per_unit;
    bytes_scale_ = used.bytes_scale;
    const YamlNode* own = mapping == nullptr ? nullptr : mapping->find("cycles_per_unit");
    input_.cycles_per_unit = own != nullptr ? own->text : std::to_string(ceil_product(cycles_per_unit_, {1, 0}));
    return true;
  }

  /// Flags that contradict each other or the file.
  void check_flags() {
    const bool profile = format_ == "pipedream";
    const bool placement = format_ == "dnn-placement";
    if (arguments_.objective != "makespan" && arguments_.objective != "throughput") {
      fault("--objective", "must be makespan or throughput, not " + in_quotes(arguments_.objective));
    }
    if (arguments_.drop_input && !profile) fault("--drop-input", "goes with a PipeDream profile");
    if (!arguments_.bandwidth.empty() && !profile) {
      fault("--bandwidth", "goes with a PipeDream profile (--cycles-per-byte for other workloads)");
    }
    if (!arguments_.bandwidth.empty() && !arguments_.cycles_per_byte.empty()) {
      fault("--bandwidth", "and --cycles-per-byte say the same; give one");
    }
    if (placement && !arguments_.resources.empty()) {
      fault("--resources", "does not go with a DNN placement problem, which has its own devices");
    }
    if (placement && !(arguments_.cycles_per_byte.empty() && arguments_.latency.empty())) {
      fault(arguments_.latency.empty() ? "--cycles-per-byte" : "--latency",
            "does not go with a DNN placement problem, whose edges have a cost");
    }
    if (!placement && arguments_.resources.empty()) {
      fault("--resources", "say which: a number of equal ones, or a file");
    }
  }

  /// Layers tie their two operations by their parameter; dropped inputs become inputs from outside.
  void read_profile(const std::string& text) {
    PipedreamGraph graph;
    if (!parse_pipedream(text, file_, graph, diagnostics_)) return;
    Workload& workload = input_.workload;
    std::vector<bool> dropped(workload.tasks.size(), false);
    inputs_.assign(workload.tasks.size(), 0);
    backward_.assign(workload.tasks.size(), false);
    for (std::uint32_t l = 0; l < graph.layers.size(); ++l) backward_[backward_task(graph, l)] = true;
    for (std::uint32_t l = 0; l < graph.layers.size(); ++l) {
      const bool is_input = graph.layers[l].kind.rfind("Input", 0) == 0;
      if (arguments_.drop_input && is_input) {
        dropped[forward_task(l)] = dropped[backward_task(graph, l)] = true;
        for (const PipedreamGraph::Edge& edge : graph.edges) {
          if (edge.from != l) continue;
          std::uint64_t& bytes = inputs_[forward_task(edge.to)];
          bytes = plan::add(bytes, scaled(graph.layers[l].activation_bytes));
        }
      } else if (graph.layers[l].parameter_bytes > 0) {
        input_.model.parameters.push_back(
            {scaled(graph.layers[l].parameter_bytes), {forward_task(l), backward_task(graph, l)}});
      }
    }
    drop(dropped);
    if (workload.tasks.empty()) fault("--drop-input", "nothing is left of the profile");
  }

  /// As the mapping does with the bytes of edges.
  [[nodiscard]] std::uint64_t scaled(std::uint64_t bytes) const {
    return std::min(plan::kLongest, ceil_product({bytes, 0}, bytes_scale_));
  }

  void drop(const std::vector<bool>& dropped) {
    Workload& workload = input_.workload;
    std::vector<std::uint32_t> number(dropped.size());
    std::vector<WorkloadTask> kept;
    std::vector<std::uint64_t> inputs;
    std::vector<bool> backward;
    for (std::uint32_t t = 0; t < dropped.size(); ++t) {
      number[t] = static_cast<std::uint32_t>(kept.size());
      if (dropped[t]) continue;
      inputs.push_back(inputs_[t]);
      backward.push_back(backward_[t]);
      kept.push_back(std::move(workload.tasks[t]));
    }
    for (WorkloadTask& task : kept) {
      std::vector<WorkloadEdge> after;
      for (WorkloadEdge edge : task.after) {
        if (dropped[edge.task]) continue;
        edge.task = number[edge.task];
        after.push_back(edge);
      }
      task.after = std::move(after);
    }
    for (plan::PipelineParameter& parameter : input_.model.parameters) {
      for (std::uint32_t& operation : parameter.operations) operation = number[operation];
    }
    workload.tasks = std::move(kept);
    inputs_ = std::move(inputs);
    backward_ = std::move(backward);
  }

  void fill_operations() {
    const Workload& workload = input_.workload;
    for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
      const WorkloadTask& task = workload.tasks[t];
      // A foreign task reads only from its edges; a native one also from outside.
      const std::uint64_t own = workload.foreign ? 0 : task.input_bytes * task.jobs;
      const bool backward = !backward_.empty() && backward_[t];
      input_.model.operations.push_back({task.id, inputs_.empty() ? own : inputs_[t], backward});
    }
  }

  void fill_resources() {
    if (!diagnostics_.ok()) return;
    const std::string& name = arguments_.resources;
    plan::PipelineModel& model = input_.model;
    if (std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      const auto number = parse_decimal(name);
      const std::uint64_t count = number ? ceil_product(*number, {1, 0}) : 0;
      if (count < 1 || count > kMostResources) {
        fault("--resources", "must be 1 to " + std::to_string(kMostResources) + ", or a file, not " + in_quotes(name));
        return;
      }
      if (input_.workload.tasks.size() > kMostChoices / count) {
        fault("--resources",
              "is too large a number for " + std::to_string(input_.workload.tasks.size()) + " operations");
        return;
      }
      equal_resources(static_cast<std::uint32_t>(count), input_.workload, model);
    } else if (!read_resource_file(name, input_.workload, model, own_subtasks_, diagnostics_)) {
      return;
    }
    for (std::uint32_t a = 0; a < model.resource_count(); ++a) {
      for (std::uint32_t b = 0; b < model.resource_count(); ++b) model.hops.push_back(a == b ? 0 : 1);
    }
  }

  /// Keys of the resource file that do not go with a flag.
  void check_resource_file() {
    if (!input_.model.delays.empty() && arguments_.objective == "throughput")
      fault("--objective", "throughput counts no delays, and the file of --resources has some");
    if (own_subtasks_.empty()) return;
    if (arguments_.subtasks > 1)
      fault("--subtasks",
            "does not go with subtasks in the file of --resources, which has " + std::to_string(own_subtasks_.size()));
    if (arguments_.replicate)
      fault("--replicate",
            "does not go with subtasks in the file of --resources: operations of one parameter are tied");
  }

  void fill_edges() {
    const auto cost = transfer_cost();
    if (!cost) return;
    const plan::Graph graph(input_.workload);
    for (const plan::Edge& edge : graph.edges()) {
      input_.model.edges.push_back({edge.from, edge.to, edge.bytes, cost->cycles(edge.bytes)});
    }
  }

  std::optional<plan::TransferCost> transfer_cost() {
    const std::string latency = arguments_.latency.empty() ? "0" : arguments_.latency;
    input_.cycles_per_byte = arguments_.cycles_per_byte.empty() ? "1" : arguments_.cycles_per_byte;
    if (format_ == "pipedream" && arguments_.cycles_per_byte.empty()) input_.cycles_per_byte = bandwidth();
    const auto per_byte =
        read_billionths(input_.cycles_per_byte, "--cycles-per-byte", kMostCyclesPerByte, diagnostics_);
    const auto fixed = read_billionths(latency, "--latency", kMostLatency, diagnostics_);
    if (!per_byte || !fixed) return std::nullopt;
    return plan::TransferCost{*per_byte, *fixed};
  }

  /// Returns cycles per byte for a bandwidth in 10^9 bytes per second (10^6 per millisecond), rounded up to billionths.
  std::string bandwidth() {
    const std::string text = arguments_.bandwidth.empty() ? "16" : arguments_.bandwidth;
    const auto billionths = read_billionths(text, "--bandwidth", 1000000, diagnostics_);
    if (billionths && *billionths == 0) fault("--bandwidth", "must be above 0");
    if (!billionths || *billionths == 0) return "0";
    // Of scaled bytes that many fewer pass.
    constexpr std::uint64_t kMostDivisor = std::uint64_t{1} << 62;
    if (bytes_scale_.mantissa > kMostDivisor / *billionths) {
      fault("--bandwidth", "has too many digits together with mapping.bytes_scale");
      return "0";
    }
    const std::uint64_t per_byte =
        ceil_product(cycles_per_unit_, {1, 12 - bytes_scale_.exponent}, 1, *billionths * bytes_scale_.mantissa);
    if (per_byte > kMostCyclesPerByte * 1000000000) {
      fault("--bandwidth", "is less than a byte in " + std::to_string(kMostCyclesPerByte) + " cycles");
      return "0";
    }
    std::string fraction = std::to_string(per_byte % 1000000000);
    fraction.insert(0, 9 - fraction.size(), '0');
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
    return std::to_string(per_byte / 1000000000) + (fraction.empty() ? "" : '.' + fraction);
  }

  /// Accelerators come first, then CPUs. A transfer through main memory takes one hop per accelerator at its ends.
  void read_placement(const std::string& text) {
    DnnPlacement placement;
    if (!parse_dnn_placement(text, file_, placement, diagnostics_)) return;
    if (placement.nodes.size() > kMostChoices / (placement.accelerators + placement.cpus)) {
      diagnostics_.error({file_, 0, 0}, "there are too many devices for so many nodes");
      return;
    }
    plan::PipelineModel& model = input_.model;
    const auto cycles = [&](const Decimal& time) {
      return std::min(plan::kLongest, ceil_product(time, cycles_per_unit_));
    };
    for (std::uint64_t a = 1; a <= placement.accelerators; ++a) {
      model.resources.push_back({"accelerator" + std::to_string(a), scaled(placement.accelerator_bytes), true});
    }
    for (std::uint64_t c = 1; c <= placement.cpus; ++c) {
      model.resources.push_back({"cpu" + std::to_string(c), std::nullopt, false});
    }
    std::map<std::uint64_t, std::uint32_t> colours;
    for (std::uint32_t n = 0; n < placement.nodes.size(); ++n) {
      const DnnPlacement::Node& node = placement.nodes[n];
      model.operations.push_back({node.id, 0, node.backward});
      const plan::Time fast = node.accelerator_time ? cycles(*node.accelerator_time) : plan::TaskTimes::kCannotRun;
      for (const plan::PipelineResource& r : model.resources) {
        model.times.push_back(r.carries_transfers ? fast : cycles(node.cpu_time));
      }
      const auto next = static_cast<std::uint32_t>(model.parameters.size());
      const std::uint32_t p = node.colour ? colours.emplace(*node.colour, next).first->second : next;
      if (p == next) model.parameters.emplace_back();
      model.parameters[p].bytes = plan::add(model.parameters[p].bytes, scaled(node.bytes));
      model.parameters[p].operations.push_back(n);
    }
    for (const DnnPlacement::Edge& edge : placement.edges) {
      model.edges.push_back({edge.from, edge.to, 0, cycles(edge.cost)});
    }
    for (const plan::PipelineResource& a : model.resources) {
      for (const plan::PipelineResource& b : model.resources) {
        const int hops = &a == &b ? 0 : (a.carries_transfers ? 1 : 0) + (b.carries_transfers ? 1 : 0);
        model.hops.push_back(static_cast<std::uint8_t>(hops));
      }
    }
  }

  void lay_out_subtasks() {
    const std::uint32_t subtasks = input_.model.subtasks;
    if (subtasks == 1) return;
    std::vector<WorkloadTask>& tasks = input_.workload.tasks;
    const std::vector<WorkloadTask> one = std::move(tasks);
    tasks.clear();
    for (std::uint32_t s = 0; s < subtasks; ++s) {
      for (WorkloadTask task : one) {
        task.id += '@' + std::to_string(s);
        for (WorkloadEdge& edge : task.after) edge.task += s * static_cast<std::uint32_t>(one.size());
        tasks.push_back(std::move(task));
      }
    }
  }

  const PipelineArguments& arguments_;
  std::string file_;  ///< the workload, as messages call it
  Diagnostics& diagnostics_;
  std::string format_;
  Decimal cycles_per_unit_{1, 0};
  Decimal bytes_scale_{1, 0};
  std::vector<std::uint64_t> inputs_;                     ///< from outside, by task; empty: of the tasks themselves
  std::vector<bool> backward_;                            ///< by task; empty: the file does not say
  std::vector<std::vector<std::uint32_t>> own_subtasks_;  ///< operations by subtask; empty: all run all
  PipelineInput input_;
};

}  // namespace

std::optional<PipelineInput> load_pipeline(const PipelineArguments& arguments, Diagnostics& diagnostics) {
  return PipelineLoader(arguments, diagnostics).load();
}

void set_pipeline_parameters(const PipelineArguments& arguments, const PipelineInput& input, plan::Values& parameters) {
  parameters.set("processors", std::uint64_t{input.model.resource_count()});
  if (!arguments.format.empty()) parameters.set("format", arguments.format);
  if (!arguments.resources.empty()) parameters.set("resources", shown_path(arguments.resources));
  parameters.set("subtasks", std::uint64_t{arguments.subtasks});
  parameters.set("objective", arguments.objective);
  parameters.set("replicate", arguments.replicate);
  if (arguments.drop_input) parameters.set("drop_input", true);
  if (!arguments.bandwidth.empty()) parameters.set("bandwidth", arguments.bandwidth);
  if (!input.cycles_per_byte.empty()) {
    // With delays a replay takes the cycles of the planned workload's edges.
    const std::string before = input.model.delays.empty() ? "" : kBeforeDelays;
    parameters.set(before + "cycles_per_byte", input.cycles_per_byte);
    parameters.set(before + "latency", arguments.latency.empty() ? std::string("0") : arguments.latency);
  }
  if (!input.cycles_per_unit.empty()) parameters.set("cycles_per_unit", input.cycles_per_unit);
  for (std::size_t k = 0; k < arguments.sets.size(); ++k) {
    parameters.set("set" + std::to_string(k), arguments.sets[k]);
  }
}

PipelineArguments pipeline_arguments(const plan::Values& parameters, const std::string& workload,
                                     const std::string& resources) {
  PipelineArguments arguments;
  arguments.workload = workload;
  const auto text = [&](const std::string& name, std::string& value) {
    const plan::Value* found = parameters.find(name);
    if (found == nullptr) return false;
    if (const auto* word = std::get_if<std::string>(found)) value = *word;
    if (const auto* number = std::get_if<std::uint64_t>(found)) value = std::to_string(*number);
    return true;
  };
  const auto truth = [&](const char* name) {
    const plan::Value* found = parameters.find(name);
    const auto* value = found == nullptr ? nullptr : std::get_if<bool>(found);
    return value != nullptr && *value;
  };
  text("format", arguments.format);
  text("resources", arguments.resources);
  if (!resources.empty()) arguments.resources = resources;
  arguments.subtasks = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(plan::whole(parameters, "subtasks").value_or(1), 1, kMostItems));
  text("objective", arguments.objective);
  arguments.replicate = truth("replicate");
  arguments.drop_input = truth("drop_input");
  text("bandwidth", arguments.bandwidth);
  // With a bandwidth the cycles per byte follow from it.
  if (arguments.bandwidth.empty()) text("cycles_per_byte", arguments.cycles_per_byte);
  const plan::Value* transfers = parameters.find("cycles_per_byte");
  if (transfers != nullptr) text("latency", arguments.latency);
  if (arguments.bandwidth.empty()) text("before_delays_cycles_per_byte", arguments.cycles_per_byte);
  if (parameters.find("before_delays_latency") != nullptr) text("before_delays_latency", arguments.latency);
  std::string set;
  for (std::size_t k = 0; text("set" + std::to_string(k), set); ++k) arguments.sets.push_back(set);
  return arguments;
}

}  // namespace gantry
