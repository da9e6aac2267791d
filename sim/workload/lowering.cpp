// SPDX-License-Identifier: Apache-2.0
// An operator becomes one task of equal jobs. Of all cuts along its channels and one other extent, in powers of two,
// that with the fewest bytes wins whose jobs fit into the local memory and are as many as the work needs; of equal ones
// that with fewer jobs. All jobs are as large as the largest one, because a descriptor has one size for all of them.
#include "workload/lowering.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "gantry/base/decimal.h"
#include "gantry/base/saturating.h"
#include "text/yaml_reader.h"
#include "workload/fusion.h"
#include "workload/lowered_data.h"
#include "workload/mapping.h"
#include "workload/unique_names.h"

namespace gantry {
namespace {

/// One way to cut an operator: along its channels, along one other extent, or along both.
struct Parts {
  std::uint64_t channels = 1;  ///< parts along the channels, a power of two
  Cut other = Cut::none;
  std::uint64_t others = 1;  ///< parts along the other extent, a power of two
  std::uint64_t reads = 0;   ///< bytes per job
  std::uint64_t writes = 0;  ///< bytes per job
  bool fits = true;          ///< into the local memory
  bool enough = true;        ///< as many jobs as the work needs
  [[nodiscard]] std::uint64_t jobs() const { return channels * others; }
  [[nodiscard]] std::uint64_t bytes() const { return saturating_multiply(jobs(), saturating_add(reads, writes)); }
};

std::uint64_t extent_of(const Operator& op, Cut cut) {
  switch (cut) {
    case Cut::channels:
      return op.channels;
    case Cut::rows:
      return op.rows;
    case Cut::tokens:
      return op.tokens;
    case Cut::heads:
      return op.heads;
    default:
      return 1;
  }
}

/// The share of `all` that the largest of `parts` equal parts of an extent has.
std::uint64_t largest(std::uint64_t all, std::uint64_t extent, std::uint64_t parts) {
  return parts == 1 ? all : ceil_product({all, 0}, {ceil_div(extent, parts), 0}, 1, extent);
}

std::uint64_t channel_part(std::uint64_t all, const Operator& op, const Parts& parts) {
  return largest(all, op.channels, parts.channels);
}
std::uint64_t other_part(std::uint64_t all, const Operator& op, const Parts& parts) {
  return largest(all, extent_of(op, parts.other), parts.others);
}
/// The share of a job in an amount that is cut along both extents.
std::uint64_t job_part(std::uint64_t all, const Operator& op, const Parts& parts) {
  return other_part(channel_part(all, op, parts), op, parts);
}

class Lowerer {
 public:
  Lowerer(const Lowering& lowering, Workload& workload, Diagnostics& diagnostics, const MostJobs& machine)
      : lowering_(lowering), workload_(workload), diagnostics_(diagnostics), machine_(machine) {
    const std::vector<std::pair<std::string, std::uint64_t>>* rates[] = {&lowering.macs_per_cycle.by_type,
                                                                         &lowering.elements_per_cycle.by_type};
    for (const auto* rate : rates) {
      for (const auto& [type, number] : *rate) {
        if (std::find(types_.begin(), types_.end(), type) == types_.end()) types_.push_back(type);
      }
    }
  }

  bool run();

 private:
  void lower(WorkloadTask& task, const Operator& op);
  void scale_edges(WorkloadTask& task);
  [[nodiscard]] std::vector<std::string> types_of(const Operator& op) const;
  [[nodiscard]] std::vector<std::string> types_with_times(const Operator& op) const;
  [[nodiscard]] std::uint64_t bytes(const TensorSize& size) const {
    return lowering_.element_bits ? ceil_product({size.elements, 0}, {*lowering_.element_bits, 0}, 1, 8) : size.bytes;
  }
  [[nodiscard]] std::uint64_t cycles(const Operator& op, const Parts& parts, const std::string& type) const;
  [[nodiscard]] std::uint64_t least_cycles(const Operator& op, const Parts& parts,
                                           const std::vector<std::string>& types) const;
  void measure(const Operator& op, Parts& parts) const;
  [[nodiscard]] Parts best(const Operator& op, std::uint64_t needed, std::uint64_t limit) const;
  [[nodiscard]] TensorReads reads_of(const Operator& op, const Parts& parts) const;
  void make_objects();
  void check(const WorkloadTask& task, std::uint64_t value, std::uint64_t most, const char* what) {
    if (value <= most) return;
    diagnostics_.error(task.where, "task " + in_quotes(task.id) + ' ' + what + " beyond " + std::to_string(most) +
                                       " (more lowering.macs_per_cycle, or a finer lowering.cut)");
  }
  void note_limits();
  [[nodiscard]] std::uint32_t most_jobs(const WorkloadTask& task) const;
  void split();

  const Lowering& lowering_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  const MostJobs& machine_;
  std::vector<std::string> types_;  ///< that the rates name; empty: one rate for all
  std::vector<TensorReads> reads_;  ///< by task, for objects

  std::uint64_t too_large_ = 0;
  std::uint64_t too_long_ = 0;
  const WorkloadTask* large_ = nullptr;  ///< first task whose jobs do not fit
  std::uint64_t large_bytes_ = 0;
  const WorkloadTask* long_ = nullptr;  ///< first task whose jobs are too long
};

/// A type that one of the rates does not name cannot run operators which need that rate. Empty: all types can.
std::vector<std::string> Lowerer::types_of(const Operator& op) const {
  if (!op.times.empty() || !op.fused_times.empty()) return types_with_times(op);
  const RateByType& rate = op.macs > 0 ? lowering_.macs_per_cycle : lowering_.elements_per_cycle;
  if (rate.by_type.empty()) return types_;
  std::vector<std::string> types;
  for (const auto& [type, number] : rate.by_type) types.push_back(type);
  return types;
}

/// Those that have a time for all that the task does.
std::vector<std::string> Lowerer::types_with_times(const Operator& op) const {
  const std::vector<OperatorTime>& first = op.times.empty() ? op.fused_times : op.times;
  const std::vector<OperatorTime>& second = op.times.empty() || op.fused_times.empty() ? first : op.fused_times;
  if (first.front().type.empty()) return types_;
  std::vector<std::string> types;
  for (const OperatorTime& time : first) {
    const auto same = [&](const OperatorTime& other) { return other.type == time.type; };
    if (std::any_of(second.begin(), second.end(), same)) types.push_back(time.type);
  }
  return types;
}

std::uint64_t Lowerer::cycles(const Operator& op, const Parts& parts, const std::string& type) const {
  if (op.kind == OperatorKind::view) return 0;
  const auto at_rate = [&](std::uint64_t work, const RateByType& rate, OperatorKind kind) {
    std::uint64_t per_cycle = rate.any;
    for (const auto& [name, number] : rate.by_type) {
      if (name == type) per_cycle = number;
    }
    const std::uint64_t share = lowering_.efficiency[static_cast<std::size_t>(kind)];
    return ceil_product({job_part(work, op, parts), 0}, {kFullRate, 0}, 1, per_cycle * share);
  };
  const auto share_of = [&](const std::vector<OperatorTime>& times) {
    for (const OperatorTime& time : times) {
      if (time.type.empty() || time.type == type) return job_part(time.cycles, op, parts);
    }
    return std::uint64_t{0};
  };
  std::uint64_t sum = !op.times.empty() ? share_of(op.times)
                      : op.macs > 0     ? at_rate(op.macs, lowering_.macs_per_cycle, op.kind)
                                        : at_rate(op.elements, lowering_.elements_per_cycle, op.kind);
  sum = saturating_add(sum, share_of(op.fused_times));
  if (op.fused > 0)
    sum = saturating_add(sum, at_rate(op.fused, lowering_.elements_per_cycle, OperatorKind::elementwise));
  return sum;
}

std::uint64_t Lowerer::least_cycles(const Operator& op, const Parts& parts,
                                    const std::vector<std::string>& types) const {
  if (types.empty()) return cycles(op, parts, "");
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const std::string& type : types) least = std::min(least, cycles(op, parts, type));
  return least;
}

/// Sets what a job reads and writes.
void Lowerer::measure(const Operator& op, Parts& parts) const {
  const bool products = op.kind == OperatorKind::convolution || op.kind == OperatorKind::matrix;
  std::uint64_t weights = bytes(op.weights);
  if (!lowering_.complete_weights) weights = channel_part(weights, op, parts);
  const std::uint64_t all_input = bytes(op.input);
  std::uint64_t input = other_part(all_input, op, parts);
  if (!products || op.grouped) input = channel_part(input, op, parts);
  if (parts.other == Cut::rows && parts.others > 1 && op.kernel_rows > 0) {
    // A band of rows reads all rows of the input that its kernels reach.
    const std::uint64_t band = ceil_div(op.rows, parts.others);
    const std::uint64_t rows = saturating_add(saturating_multiply(band - 1, op.stride), op.kernel_rows);
    input = ceil_product({saturating_multiply(rows, op.input_row), 0}, {all_input, 0}, 1,
                         std::max<std::uint64_t>(op.input.elements, 1));
    input = std::min(all_input, input);
    if (op.grouped) input = channel_part(input, op, parts);
  }
  // In a product of two activations the second one has the place of the weights.
  std::uint64_t second = channel_part(bytes(op.second), op, parts);
  if (!products || parts.other != Cut::tokens) second = other_part(second, op, parts);
  parts.reads = saturating_add(saturating_add(weights, input), second);
  parts.writes = job_part(bytes(op.output), op, parts);
  parts.fits = saturating_add(parts.reads, parts.writes) <= lowering_.local_bytes;
}

/// Returns which tensors a job reads completely, as measure() counts their bytes. Precondition: a cut along one extent.
TensorReads Lowerer::reads_of(const Operator& op, const Parts& parts) const {
  const bool products = op.kind == OperatorKind::convolution || op.kind == OperatorKind::matrix;
  TensorReads reads;
  reads.whole_weights = lowering_.complete_weights || parts.others > 1;
  reads.whole_input = products && !op.grouped && parts.channels > 1;
  reads.whole_second = products && parts.other == Cut::tokens;
  return reads;
}

/// Tries all cuts that the lowering allows: at most 17 x 17 of each kind. `needed`: jobs that the work needs; `limit`:
/// the most jobs.
Parts Lowerer::best(const Operator& op, std::uint64_t needed, std::uint64_t limit) const {
  const bool named = lowering_.cut == Cut::none || extent_of(op, lowering_.cut) > 1;
  const Cut only = named ? lowering_.cut : Cut::automatic;
  Parts best;
  bool any = false;
  const auto rank = [](const Parts& parts) {
    return std::make_tuple(!parts.fits, !parts.enough,
                           parts.enough ? std::uint64_t{0} : std::uint64_t{kMaxTaskJobs} - parts.jobs(), parts.bytes(),
                           parts.jobs());
  };
  const std::uint64_t most_channels = only == Cut::automatic || only == Cut::channels ? op.channels : 1;
  for (const Cut other : {Cut::none, Cut::rows, Cut::tokens, Cut::heads}) {
    const std::uint64_t most = other == Cut::none || only == Cut::automatic || only == other ? extent_of(op, other) : 1;
    for (std::uint64_t channels = 1; channels <= most_channels && channels <= limit; channels *= 2) {
      for (std::uint64_t others = 1; others <= most && channels * others <= limit; others *= 2) {
        if (other != Cut::none && others == 1) continue;
        if (lowering_.objects && channels > 1 && others > 1) break;  // a share of an object is of one extent
        Parts parts;
        parts.channels = channels;
        parts.other = other;
        parts.others = others;
        measure(op, parts);
        parts.enough = parts.jobs() >= needed;
        if (!any || rank(parts) < rank(best)) best = parts;
        any = true;
      }
    }
  }
  return best;
}

void Lowerer::lower(WorkloadTask& task, const Operator& op) {
  if (op.kind == OperatorKind::view) {
    task.cls = TaskClass::event;
    task.jobs = 0;
    task.job_bytes.reset();
    task.processor.clear();
    return;
  }
  std::vector<std::string> types = types_of(op);
  if (!task.processor.empty() && !types.empty() &&
      std::find(types.begin(), types.end(), task.processor) == types.end()) {
    diagnostics_.error(task.where, "operator " + in_quotes(task.id) + " cannot run on the processor " +
                                       in_quotes(task.processor) +
                                       " of the mapping: the rates of the lowering are for " +
                                       alternatives({types.begin(), types.end()}, " and "));
    return;
  }
  if (!task.processor.empty()) types = {task.processor};
  task.cycles_by_type.clear();
  if (task.processor.empty()) {
    for (const std::string& type : types) task.cycles_by_type.push_back({type});
  }
  const std::uint64_t limit = lowering_.objects ? most_jobs(task) : kMaxTaskJobs;
  const Parts parts = best(op, ceil_div(least_cycles(op, Parts(), types), lowering_.job_cycles), limit);
  task.jobs = static_cast<std::uint32_t>(parts.jobs());
  task.input_bytes = parts.reads;
  task.output_bytes = parts.writes;
  task.bytes_given = true;
  task.cycles = least_cycles(op, parts, types);
  for (TypeCycles& on : task.cycles_by_type) on.cycles = cycles(op, parts, on.type);
  if (lowering_.objects) reads_[static_cast<std::size_t>(&task - workload_.tasks.data())] = reads_of(op, parts);
  check(task, task.cycles, kMaxTaskCycles, "takes cycles per job");
  check(task, task.input_bytes, kMaxTaskBytes, "reads bytes per job");
  check(task, task.output_bytes, kMaxTaskBytes, "writes bytes per job");
  if (!parts.fits && too_large_++ == 0) {
    large_ = &task;
    large_bytes_ = saturating_add(parts.reads, parts.writes);
  }
  if (!parts.enough && too_long_++ == 0) long_ = &task;
}

/// The bytes on an edge are those of its producer's elements.
void Lowerer::scale_edges(WorkloadTask& task) {
  if (!lowering_.element_bits) return;
  for (WorkloadEdge& edge : task.after) {
    const TensorSize& made = workload_.model.operators[edge.task].output;
    if (made.bytes == 0) continue;
    edge.bytes = ceil_product({edge.bytes, 0}, {bytes(made), 0}, 1, made.bytes);
  }
}

void Lowerer::note_limits() {
  const auto others = [](std::uint64_t count) {
    return count == 1 ? std::string() : " and " + std::to_string(count - 1) + " more";
  };
  if (large_ != nullptr) {
    diagnostics_.note(large_->where, "no cut makes the jobs of operator " + in_quotes(large_->id) + others(too_large_) +
                                         " fit into lowering.local_bytes: a job moves " + std::to_string(large_bytes_) +
                                         " bytes");
  }
  if (long_ != nullptr) {
    diagnostics_.note(long_->where, "operator " + in_quotes(long_->id) + others(too_long_) +
                                        " cannot be cut into as many jobs as lowering.job_cycles asks for: a job "
                                        "takes " +
                                        std::to_string(long_->cycles) + " cycles");
  }
}

/// A power of two, as the jobs of a task are.
std::uint32_t Lowerer::most_jobs(const WorkloadTask& task) const {
  const std::uint64_t most = lowering_.task_jobs ? *lowering_.task_jobs : machine_ ? machine_(task) : kMaxTaskJobs;
  std::uint32_t jobs = 1;
  while (jobs < kMaxTaskJobs && std::uint64_t{jobs} * 2 <= most) jobs *= 2;
  return jobs;
}

/// Makes several tasks of an operator that has too many jobs for one.
void Lowerer::split() {
  std::vector<std::uint32_t> pieces;
  std::uint64_t tasks = 0;
  for (const WorkloadTask& task : workload_.tasks) {
    const bool is_operator = workload_.model.operators[pieces.size()].kind != OperatorKind::none;
    pieces.push_back(is_operator && task.jobs > 0 ? (task.jobs + most_jobs(task) - 1) / most_jobs(task) : 1);
    tasks += pieces.back() == 1 ? 1 : pieces.back() + 1;
  }
  if (tasks == pieces.size()) return;
  if (tasks > kMaxForeignTasks) {
    diagnostics_.error(workload_.where, "lowering makes more than " + std::to_string(kMaxForeignTasks) +
                                            " tasks (more lowering.task_jobs or job_cycles)");
    return;
  }
  UniqueNames names;
  for (const WorkloadTask& task : workload_.tasks) names.take(task.id);
  std::vector<WorkloadTask> made;
  std::vector<Operator> operators;
  std::vector<std::uint32_t> number;  // of the task that has the result, by old number
  for (std::uint32_t t = 0, next = 0; t < pieces.size(); ++t) {
    next += pieces[t] == 1 ? 1 : pieces[t] + 1;
    number.push_back(next - 1);
  }
  for (std::uint32_t t = 0; t < pieces.size(); ++t) {
    WorkloadTask task = std::move(workload_.tasks[t]);
    for (WorkloadEdge& edge : task.after) edge.task = number[edge.task];
    if (pieces[t] > 1) {
      const std::uint64_t macs = workload_.model.operators[t].macs;
      WorkloadTask joined;
      joined.id = task.id;
      joined.cls = TaskClass::event;
      joined.weight = task.weight;
      joined.jobs = 0;
      joined.where = task.where;
      const std::uint64_t written = saturating_multiply(task.jobs / pieces[t], task.output_bytes);
      task.jobs /= pieces[t];
      for (std::uint32_t piece = 0; piece < pieces[t]; ++piece) {
        WorkloadTask part = task;
        part.id = names.take(part.id + '.' + std::to_string(piece));
        part.work = {macs / pieces[t] + (piece < macs % pieces[t] ? 1 : 0), 0};
        joined.after.push_back({static_cast<std::uint32_t>(made.size()), written, false});
        made.push_back(std::move(part));
        operators.emplace_back();
      }
      task = std::move(joined);
    }
    made.push_back(std::move(task));
    operators.push_back(std::move(workload_.model.operators[t]));
  }
  workload_.tasks = std::move(made);
  workload_.model.operators = std::move(operators);
}

void Lowerer::make_objects() {
  for (OperatorTensor& tensor : workload_.model.tensors) tensor.size.bytes = bytes(tensor.size);
  make_objects_of_tensors(workload_, reads_, diagnostics_);
}

bool Lowerer::run() {
  const std::size_t before = diagnostics_.size();
  if (lowering_.fuse) fuse_operators(workload_);
  if (lowering_.objects) reads_.resize(workload_.tasks.size());
  for (std::size_t t = 0; t < workload_.tasks.size() && diagnostics_.size() - before < kMostProblems; ++t) {
    scale_edges(workload_.tasks[t]);
    const Operator& op = workload_.model.operators[t];
    if (op.kind != OperatorKind::none) lower(workload_.tasks[t], op);
  }
  if (diagnostics_.size() == before) note_limits();
  if (diagnostics_.size() == before) lowering_.objects ? make_objects() : split();
  workload_.model.tensors.clear();
  workload_.model.uses.clear();
  return diagnostics_.size() == before;
}

}  // namespace

bool apply_lowering(const Lowering& lowering, Workload& workload, Diagnostics& diagnostics, const MostJobs& machine) {
  return Lowerer(lowering, workload, diagnostics, machine).run();
}

}  // namespace gantry
