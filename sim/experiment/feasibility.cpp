// SPDX-License-Identifier: Apache-2.0
#include "experiment/feasibility.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "experiment/experiment.h"
#include "experiment/stream_chains.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/loader.h"
#include "gantry/workload/data_use.h"
#include "text/yaml_reader.h"
#include "workload/mapping.h"
#include "workload/stream_source.h"
#include "workload/task_defaults.h"

namespace gantry {
namespace {

/// Longest time in which a task is loaded.
constexpr Cycle kMaxLoadTime = Cycle{1} << 32;

/// Processors of a machine for jobs of a set of types and a size.
struct Offer {
  std::vector<const ProcessorGroup*> groups;  ///< that may run the jobs
  std::uint64_t slots = 0;                    ///< sum of their queue_depth
  std::map<std::uint32_t, std::uint64_t> by_cluster;
  std::uint64_t largest = 0;  ///< max_job_bytes of any processor of the type
};

class FeasibilityCheck {
 public:
  FeasibilityCheck(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics)
      : architecture_(architecture),
        workload_(workload),
        diagnostics_(diagnostics),
        types_(processor_types(architecture)) {
    for (const ProcessorGroup& group : *architecture.processors) clusters_.insert(group.cluster);
  }

  void run() {
    for (const WorkloadTask& task : workload_.tasks) {
      if (task.cls != TaskClass::event) check(task);
    }
  }
  /// The most jobs of `task` that a gang can have.
  [[nodiscard]] std::uint64_t most_jobs(const WorkloadTask& task);
  /// Cycles of all jobs, each on the slowest processor that may run it; after run().
  [[nodiscard]] Cycle work() const { return time_; }

 private:
  void check(const WorkloadTask& task);
  /// Returns the processors for such jobs of the task; nullptr after an error.
  const Offer* check_jobs(const WorkloadJobShape& jobs, const WorkloadTask& task);
  void check_gang(const WorkloadTask& task, const Offer& offer, Colocation colocation);
  void check_different(const WorkloadTask& task, const std::vector<const Offer*>& offers, Colocation colocation);
  void check_gang_time(const WorkloadTask& task);
  [[nodiscard]] static std::uint64_t slots_for(const Offer& offer, Colocation colocation);
  void check_clusters(const WorkloadTask& task, const Offer& offer);
  void check_data(const WorkloadTask& task, const Offer& offer);
  void check_load(const WorkloadTask& task);
  void add_time(const WorkloadJobShape& jobs, std::uint32_t count, const WorkloadTask& task, const Offer& offer);
  bool check_words(const WorkloadTask& task, const Offer& offer, std::uint64_t job_bytes);
  const Offer& offer_for(const TypeSet& set, std::uint64_t job_bytes);
  std::uint64_t default_bytes(const TypeSet& set);
  void error(const WorkloadTask& task, const std::string& what) {
    diagnostics_.error(where_, "task " + in_quotes(task.id) + ' ' + what);
  }

  const Architecture& architecture_;
  const Workload& workload_;
  Diagnostics& diagnostics_;
  std::vector<std::string> types_;
  std::set<std::uint32_t> clusters_;
  std::map<std::pair<TypeSet, std::uint64_t>, Offer> offers_;
  std::map<TypeSet, std::uint64_t> default_bytes_;
  std::vector<ObjectShape> objects_;  ///< of the workload, once a task with data meets a store
  Cycle time_ = 0;
  SourcePosition where_;  ///< of the task or of some of its jobs, which are checked
};

std::uint64_t FeasibilityCheck::default_bytes(const TypeSet& set) {
  const auto [at, fresh] = default_bytes_.emplace(set, 0);
  if (fresh) at->second = default_job_bytes(architecture_, set);
  return at->second;
}

const Offer& FeasibilityCheck::offer_for(const TypeSet& set, std::uint64_t job_bytes) {
  const auto [at, fresh] = offers_.emplace(std::pair(set, job_bytes), Offer{});
  Offer& offer = at->second;
  if (!fresh) return offer;
  for (const ProcessorGroup& group : *architecture_.processors) {
    if (!contains(set, group.type, types_)) continue;
    offer.largest = std::max(offer.largest, group.max_job_bytes);
    if (group.max_job_bytes < job_bytes) continue;
    offer.groups.push_back(&group);
    const std::uint64_t slots = std::uint64_t{group.count} * group.queue_depth;
    offer.slots += slots;
    offer.by_cluster[group.cluster] += slots;
  }
  return offer;
}

/// Returns the types that jobs require, in quotes.
std::string wanted(const WorkloadJobShape& jobs) {
  if (jobs.cycles_by_type.empty()) return in_quotes(jobs.processor.empty() ? std::string(kDmaType) : jobs.processor);
  std::vector<std::string> quoted;
  for (const TypeCycles& cycles : jobs.cycles_by_type) quoted.push_back(in_quotes(cycles.type));
  return alternatives({quoted.begin(), quoted.end()});
}

void FeasibilityCheck::check(const WorkloadTask& task) {
  std::vector<const Offer*> offers;
  std::size_t g = 0;
  task.for_each_group([&](const WorkloadJobShape& jobs, std::uint32_t /*count*/) {
    where_ = task.groups ? (*task.groups)[g++].where : task.where;
    if (const Offer* offer = check_jobs(jobs, task)) offers.push_back(offer);
  });
  where_ = task.where;
  if (offers.size() != (task.groups ? task.groups->size() : 1)) return;
  const auto is_first = [&](const Offer* offer) { return offer->groups == offers.front()->groups; };
  const Colocation colocation = architecture_.dispatcher->colocation[index(task.cls)];
  if (!std::all_of(offers.begin(), offers.end(), is_first)) {
    check_different(task, offers, colocation);
  } else {
    if (colocation == Colocation::all_clusters) check_clusters(task, *offers.front());
    if (architecture_.dispatcher->mode == MatchMode::gang) check_gang(task, *offers.front(), colocation);
  }
  for (const Offer* offer : offers) check_data(task, *offer);
  check_load(task);
  g = 0;
  task.for_each_group(
      [&](const WorkloadJobShape& jobs, std::uint32_t count) { add_time(jobs, count, task, *offers[g++]); });
}

/// Jobs that different processors take have no co-location rule, and those of a gang have places in any case: they are
/// matched in their order, each with any processor that takes it.
void FeasibilityCheck::check_different(const WorkloadTask& task, const std::vector<const Offer*>& offers,
                                       Colocation colocation) {
  const DispatcherConfig& dispatcher = *architecture_.dispatcher;
  if (colocation != Colocation::none) {
    error(task, "has jobs that different processors take, and its class has a colocation (expected none)");
    return;
  }
  if (dispatcher.mode != MatchMode::gang) return;
  const auto meet = [](const Offer& a, const Offer& b) {
    return std::any_of(a.groups.begin(), a.groups.end(), [&](const ProcessorGroup* group) {
      return std::find(b.groups.begin(), b.groups.end(), group) != b.groups.end();
    });
  };
  for (std::size_t g = 0; dispatcher.match_against != MatchAgainst::capable && g < offers.size(); ++g) {
    std::uint64_t jobs = 0;
    for (std::size_t before = 0; before <= g; ++before)
      jobs += meet(*offers[before], *offers[g]) ? (*task.groups)[before].jobs : 0;
    if (jobs <= offers[g]->slots) continue;
    where_ = (*task.groups)[g].where;
    error(task, "has " + std::to_string(jobs) + " jobs up to here that may take the processors of these, which have " +
                    std::to_string(offers[g]->slots) +
                    " queue slots (a gang is matched at once: fewer jobs, those with fewer processors first, more "
                    "processors or queue_depth, or dispatcher.mode per_job)");
    return;
  }
  check_gang_time(task);
}

const Offer* FeasibilityCheck::check_jobs(const WorkloadJobShape& jobs, const WorkloadTask& task) {
  const auto set = types_for(jobs, task.cls, types_);
  if (!set) {
    error(task, "needs a processor of type " + wanted(jobs) + ", which the machine does not have (it has " +
                    alternatives({types_.begin(), types_.end()}) + ")");
    return nullptr;
  }
  const std::uint64_t job_bytes = jobs.job_bytes.value_or(default_bytes(*set));
  const Offer& offer = offer_for(*set, job_bytes);
  const std::string kind = set->empty() ? "processor" : "processor of type " + wanted(jobs);
  if (offer.largest == 0) {
    error(task, "needs a processor other than dma, but the machine has none");
    return nullptr;
  }
  if (offer.groups.empty()) {
    error(task, "has jobs of " + (job_bytes >= kMaxWord ? "too many" : std::to_string(job_bytes)) + " bytes" +
                    (jobs.job_bytes ? "" : ", the least common multiple of the processors' word_bytes,") + " and no " +
                    kind + " takes more than " + std::to_string(offer.largest) + " (max_job_bytes)");
    return nullptr;
  }
  return check_words(task, offer, job_bytes) ? &offer : nullptr;
}

bool FeasibilityCheck::check_words(const WorkloadTask& task, const Offer& offer, std::uint64_t job_bytes) {
  for (const ProcessorGroup* group : offer.groups) {
    if (job_bytes % group->word_bytes == 0) continue;
    error(task, "has jobs of " + std::to_string(job_bytes) +
                    " bytes, which is no whole number of words of processor group " + in_quotes(group->name) +
                    " (a multiple of " + std::to_string(group->word_bytes) + ")");
    return false;
  }
  return true;
}

void FeasibilityCheck::check_clusters(const WorkloadTask& task, const Offer& offer) {
  if (task.jobs < clusters_.size()) {
    error(task, "must have a job for each of the " + std::to_string(clusters_.size()) +
                    " clusters (colocation all_clusters), not " + std::to_string(task.jobs));
  }
  for (const std::uint32_t cluster : clusters_) {
    if (offer.by_cluster.count(cluster) != 0) continue;
    error(task, "must run on every cluster (colocation all_clusters), and cluster " + std::to_string(cluster) +
                    " has no processor that may run it");
    return;
  }
}

std::uint64_t FeasibilityCheck::slots_for(const Offer& offer, Colocation colocation) {
  if (colocation != Colocation::one_cluster) return offer.slots;
  std::uint64_t slots = 0;
  for (const auto& [cluster, there] : offer.by_cluster) slots = std::max(slots, there);
  return slots;
}

std::uint64_t FeasibilityCheck::most_jobs(const WorkloadTask& task) {
  const DispatcherConfig& dispatcher = *architecture_.dispatcher;
  const auto set = types_for(task, task.cls, types_);
  if (dispatcher.mode != MatchMode::gang || !set) return kMaxTaskJobs;
  std::uint64_t most =
      std::min<std::uint64_t>(kMaxTaskJobs, std::uint64_t{dispatcher.match_timeout} * dispatcher.match_jobs_per_cycle);
  if (dispatcher.match_against != MatchAgainst::capable) {
    const Offer& offer = offer_for(*set, task.job_bytes.value_or(default_bytes(*set)));
    most = std::min(most, slots_for(offer, dispatcher.colocation[index(task.cls)]));
  }
  return std::max<std::uint64_t>(most, 1);
}

void FeasibilityCheck::check_gang(const WorkloadTask& task, const Offer& offer, Colocation colocation) {
  const DispatcherConfig& dispatcher = *architecture_.dispatcher;
  if (dispatcher.match_against != MatchAgainst::capable) {
    const bool one_cluster = colocation == Colocation::one_cluster;
    const std::uint64_t slots = slots_for(offer, colocation);
    if (task.jobs > slots) {
      error(task,
            "has " + std::to_string(task.jobs) + " jobs, and the processors that may run it have " +
                std::to_string(slots) + " queue slots" + (one_cluster ? " in the best cluster" : "") +
                " (a gang is matched at once: fewer jobs, more processors or queue_depth, or dispatcher.mode per_job)");
      return;
    }
  }
  check_gang_time(task);
}

void FeasibilityCheck::check_gang_time(const WorkloadTask& task) {
  const DispatcherConfig& dispatcher = *architecture_.dispatcher;
  const std::uint64_t cycles = ceil_div(task.jobs, dispatcher.match_jobs_per_cycle);
  if (cycles > dispatcher.match_timeout) {
    error(task, "has " + std::to_string(task.jobs) + " jobs, which take " + std::to_string(cycles) +
                    " cycles to match, more than match_timeout, which is " + std::to_string(dispatcher.match_timeout) +
                    " (match_jobs_per_cycle of at least " +
                    std::to_string(ceil_div(task.jobs, dispatcher.match_timeout)) + ", or dispatcher.mode per_job)");
  }
}

/// Of all stores that may take a job, the smallest must hold its data alone.
void FeasibilityCheck::check_data(const WorkloadTask& task, const Offer& offer) {
  if (architecture_.dispatcher->max_retries > 0 && !(task.reads.empty() && task.writes.empty())) {
    error(task, "has data objects, and a job with such is not issued again (dispatcher.max_retries: 0)");
  }
  if (task.reads.empty() && task.writes.empty()) return;
  const ProcessorGroup* smallest = nullptr;
  for (const ProcessorGroup* group : offer.groups) {
    const std::uint64_t bytes = group->local.bytes;
    if (bytes > 0 && (smallest == nullptr || bytes < smallest->local.bytes)) smallest = group;
  }
  if (smallest == nullptr) return;
  if (objects_.empty()) objects_ = object_shapes(workload_);
  check_job_data(task, objects_, smallest->local.bytes, "of processor group " + in_quotes(smallest->name),
                 diagnostics_);
}

void FeasibilityCheck::check_load(const WorkloadTask& task) {
  const TaskLoad load = task.load ? *task.load : TaskLoad();
  if (Loader(architecture_.dispatcher->loader).time_for(load) > kMaxLoadTime)
    error(task, "takes more than 2^32 cycles to load (less in `load`, or cheaper keys of dispatcher.loader)");
  if (const std::uint64_t ring = architecture_.dispatcher->loader.ring_bytes; ring > 0 && load.entry_bytes > ring)
    error(task, "keeps " + std::to_string(load.entry_bytes) +
                    " bytes in processors, and dispatcher.loader has a ring_bytes of " + std::to_string(ring));
}

void FeasibilityCheck::add_time(const WorkloadJobShape& jobs, std::uint32_t count, const WorkloadTask& task,
                                const Offer& offer) {
  Cycle job = 0;
  for (const ProcessorGroup* group : offer.groups) {
    job = std::max(job, group->time_for(cycles_on(jobs, group->type)) + set_up_of(task));
  }
  const bool counted = time_ <= kMaxJobTime;
  if (counted) time_ = job > (kMaxJobTime - time_) / count ? kMaxJobTime + 1 : time_ + job * count;
  if (counted && time_ > kMaxJobTime) {
    error(task, "brings the work to more than 2^62 cycles (fewer cycles or a higher speed)");
  }
}

/// Tasks of other instances come between those of an instance. None waits for ever, since the oldest unfinished task
/// of the machine has all its predecessors before it.
void check_stream_order(const Workload& workload, Diagnostics& diagnostics) {
  for (const WorkloadTask& task : workload.tasks) {
    for (const WorkloadEdge& edge : task.after) {
      const WorkloadTask& before = workload.tasks[edge.task];
      if (before.submit <= task.submit) continue;
      diagnostics.error(task.where, "task " + in_quotes(task.id) + " is submitted " + std::to_string(task.submit) +
                                        " cycles after its instance arrives, and its predecessor " +
                                        in_quotes(before.id) + ' ' + std::to_string(before.submit) +
                                        " (in a stream no task comes before its predecessors)");
      break;
    }
  }
}

/// Whether a task of the workload or of a stream has something.
template <class Has>
bool any_task(const Experiment& experiment, Has has) {
  const auto any = [&](const Workload& workload) {
    return std::any_of(workload.tasks.begin(), workload.tasks.end(), has);
  };
  return any(experiment.workload) || std::any_of(experiment.streams.begin(), experiment.streams.end(),
                                                 [&](const GraphStream& stream) { return any(stream.workload); });
}

/// Stores hold parts of data objects alone.
void check_store_faults(const Experiment& experiment, Diagnostics& diagnostics) {
  if (experiment.faults.stores.empty()) return;
  if (any_task(experiment, [](const WorkloadTask& task) { return !task.reads.empty() || !task.writes.empty(); }))
    return;
  const YamlNode* faults = experiment.given == nullptr ? nullptr : experiment.given->find("faults");
  diagnostics.error(faults == nullptr ? SourcePosition{} : faults->where(),
                    "faults name a local store, and no task has data objects, which alone are in stores");
}

}  // namespace

bool loads_tasks(const Experiment& experiment) {
  return experiment.architecture.dispatcher->loader.task_cycles > 0 || has_load_ring(experiment) ||
         any_task(experiment, [](const WorkloadTask& task) { return task.load != nullptr && task.load->any(); });
}

bool has_load_ring(const Experiment& experiment) {
  const LoaderConfig& loader = experiment.architecture.dispatcher->loader;
  return loader.ring_bytes > 0 || loader.ring_entries > 0;
}

bool sets_targets(const Experiment& experiment) {
  return any_task(experiment, [](const WorkloadTask& task) { return task.target != kNone; });
}

bool has_different_jobs(const Experiment& experiment) {
  return any_task(experiment, [](const WorkloadTask& task) { return task.groups != nullptr; });
}

std::uint64_t most_jobs_at_once(const Architecture& architecture, const WorkloadTask& task) {
  Diagnostics none;
  return FeasibilityCheck(architecture, Workload(), none).most_jobs(task);
}

bool check_job_data(const WorkloadTask& task, const std::vector<ObjectShape>& objects, std::uint64_t store_bytes,
                    const std::string& store, Diagnostics& diagnostics) {
  const JobData most = largest_job_data(task, objects);
  if (most.bytes <= store_bytes) return true;
  diagnostics.error(task.where, "task " + in_quotes(task.id) + " has a job, number " + std::to_string(most.job) +
                                    ", that reads and writes " + std::to_string(most.bytes) +
                                    " bytes of data objects, and the local store " + store + " holds " +
                                    std::to_string(store_bytes) + " (a larger store, more jobs, or more parts)");
  return false;
}

bool check_feasible(const Architecture& architecture, const Workload& workload, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  FeasibilityCheck(architecture, workload, diagnostics).run();
  check_submission_order(architecture, workload, diagnostics);
  return diagnostics.size() == before;
}

bool check_feasible(const Experiment& experiment, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  check_store_faults(experiment, diagnostics);
  if (experiment.replay) {
    // A plan's order of submission is that of its starts, in which no task waits for a later one.
    FeasibilityCheck(experiment.architecture, experiment.workload, diagnostics).run();
    return diagnostics.size() == before;
  }
  if (!experiment.streams.empty()) {
    Cycle left = kMaxJobTime / 4;
    for (std::uint32_t s = 0; s < experiment.streams.size(); ++s) {
      const GraphStream& stream = experiment.streams[s];
      const std::uint64_t instances = std::max<std::uint64_t>(1, instances_of(experiment.streams, s));
      FeasibilityCheck check(experiment.architecture, stream.workload, diagnostics);
      check.run();
      check_stream_order(stream.workload, diagnostics);
      if (check.work() > left / instances) {
        diagnostics.error(stream.where, "the streams bring more work than 2^60 cycles (fewer instances or cycles)");
        break;
      }
      left -= check.work() * instances;
    }
    return diagnostics.size() == before;
  }
  if (!experiment.stream) return check_feasible(experiment.architecture, experiment.workload, diagnostics);
  const StreamSpec& stream = *experiment.stream;
  Workload drawn = representatives(stream);
  round_job_bytes(drawn, experiment.architecture);
  FeasibilityCheck(experiment.architecture, drawn, diagnostics).run();
  // A factor of four below the limit, because drawn values may exceed the mean.
  std::uint64_t slowest = Speed().millionths;
  for (const ProcessorGroup& group : *experiment.architecture.processors)
    slowest = std::min(slowest, group.speed.millionths);
  const std::uint64_t jobs = *std::max_element(stream.jobs.values.begin(), stream.jobs.values.end());
  const std::uint64_t work = ceil_product({stream.tasks, 0}, {stream.cycles.typical(), 0}, jobs);
  if (ceil_product({work, 6}, {1, 0}, 1, slowest) > kMaxJobTime / 4) {
    diagnostics.error(stream.where, "the stream brings more work than 2^60 cycles (fewer tasks or cycles)");
  }
  return diagnostics.size() == before;
}

}  // namespace gantry
