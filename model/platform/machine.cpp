// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/machine.h"

#include <algorithm>
#include <stdexcept>

#include "gantry/network/control_config.h"
#include "gantry/platform/data_flow.h"
#include "gantry/platform/fault_plan.h"
#include "gantry/platform/global_memory.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors.h"
#include "gantry/platform/scheduler_of.h"
#include "gantry/platform/store_list.h"
#include "gantry/platform/wait_report.h"
#include "gantry/scheduler/decomposer_base.h"
#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/task_cache_base.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry {
inline namespace platform {

namespace {

/// First number of random streams beyond those of a workload with the same seed.
constexpr std::uint64_t kBackgroundStreams = std::uint64_t{1} << 32;

/// The interconnect, which also carries endless packets of the background. These do not affect matching.
class SharedInterconnect final : public SharedUnits {
 public:
  SharedInterconnect(const Interconnect& interconnect, SyntheticTraffic& background)
      : interconnect_(interconnect), background_(background), units_{&interconnect, &background} {}
  [[nodiscard]] const std::vector<const Unit*>& units() const override { return units_; }
  [[nodiscard]] bool hold_work() const override {
    return interconnect_.packets_in_flight() != background_.packets_in_flight();
  }
  void stop(Cycle now) override { background_.stop(now); }

 private:
  const Interconnect& interconnect_;
  SyntheticTraffic& background_;
  std::vector<const Unit*> units_;
};

/// Without these nothing can be computed; validate() (gantry/platform/validate.h) checks all.
const Architecture& buildable(const Architecture& architecture) {
  if (processor_count(architecture) == 0) throw Error("a machine has at least one processor");
  if (architecture.memory->burst_bytes == 0) throw Error("architecture.memory.burst_bytes must be above 0");
  return architecture;
}

}  // namespace

/// The data of a run.
struct MachineData {
  MachineData(const std::vector<ObjectShape>& objects, const Architecture& architecture, const Topology& topology)
      : table(objects), list(list_stores(architecture)), map(map_stores(list, architecture, topology)) {}
  DataTable table;
  StoreList list;
  StoreMap map;
};

namespace {

std::unique_ptr<MachineData> make_data(const TaskSource& source, const Architecture& architecture,
                                       const Topology& topology) {
  if (source.objects() == nullptr) return nullptr;
  return std::make_unique<MachineData>(*source.objects(), architecture, topology);
}

std::optional<SchedulerData> data_of(const std::unique_ptr<MachineData>& data) {
  if (data == nullptr) return std::nullopt;
  return SchedulerData{data->table, data->map};
}

}  // namespace

Machine::Machine(const Architecture& architecture, const PolicyConfig& policies, TaskSource& source, RecordSink& sink,
                 const std::optional<BackgroundTraffic>& background, const MachineCatalogue& catalogue,
                 BlockBuilder& blocks)
    : architecture_(buildable(architecture)),
      policies_(policies),
      source_(source),
      sink_(sink),
      topology_(make_topology(architecture_, catalogue.topologies)),
      data_(make_data(source, architecture_, *topology_)),
      interconnect_(architecture_.interconnect, *topology_,
                    channel_use(true, background && background->traffic.urgent.any()), catalogue.routings),
      networks_(architecture_, interconnect_, *topology_, catalogue.topologies, catalogue.routings),
      memory_(std::make_unique<GlobalMemory>(*architecture_.memory, architecture_.interconnect,
                                             *architecture_.descriptor, architecture_.task_cache->queues(),
                                             architecture_.ring_entries())),
      host_(
          std::make_unique<Host>(architecture_, source, tasks_, memory_->map(), sink, data_ ? &data_->table : nullptr)),
      scheduler_(architecture_,
                 {ProcessorTable(list_processors(architecture_),
                                 hops_to_processors(architecture_, *topology_, catalogue.topologies)),
                  make_picker(*architecture_.dispatcher, policies, catalogue.pickers),
                  make_choice(*architecture_.dispatcher, policies, catalogue.processor_choices)},
                 tasks_, jobs_, memory_->map(), sink, blocks, data_of(data_)),
      processors_(std::make_unique<Processors>(list_processors(architecture_), tasks_, jobs_, memory_->map())),
      units_{host_.get(), memory_.get(), &interconnect_,    &task_cache(),   &decomposer(),
             &monitor(),  &dispatcher(), processors_.get(), &register_file()} {
  if (data_) {
    processors_->use_data({data_->list.stores, data_->map,
                           architecture_.memory->writes == MemoryConfig::Writes::through, data_->table, *directory(),
                           jobs_, memory_->map(), sink});
    units_.push_back(directory());
  }
  if (networks_.control() != nullptr) {
    units_.push_back(networks_.control());
    scheduler_.use_two_networks();
    processors_->use_two_networks();
  }
  if (architecture_.host->push) {
    task_cache().return_credits(host_->credits(), architecture_.host->credit_cycles);
  }
  if (architecture_.dispatcher->multicast) networks_.allow_copies();
  if (architecture_.dispatcher->preload) processors_->use_go_words();
  connect(blocks);
  if (background) add_background(*background);
  add_fast_forward();
  networks_.start();
}

Machine::~Machine() = default;

void Machine::connect(BlockBuilder& blocks) {
  const EndpointPlacement placement = place_endpoints(architecture_, topology_->nodes());
  using Kind = EndpointKind;
  const TerminalId host = networks_.add_terminal("host", placement.host, Kind::host, host_.get(), host_.get());
  Receiver* const inlet = &scheduler_.inlet();
  const TerminalId scheduler = networks_.add_terminal("scheduler", placement.scheduler, Kind::scheduler, inlet, inlet);
  host_->connect(networks_.add_port(host), scheduler);
  TaskScheduler::Outlets outlets;
  outlets.memory = networks_.add_port(scheduler);
  outlets.interrupts = networks_.add_port(scheduler);
  outlets.host = host;

  for (std::uint32_t c = 0; c < placement.memory.size(); ++c) {
    const TerminalId memory =
        networks_.add_terminal("memory" + std::to_string(c), placement.memory[c], Kind::memory, memory_.get(), nullptr);
    memory_->add_controller(networks_.add_port(memory));
  }

  // Host, task cache and processors.
  memory_->reserve(architecture_.write_bursts() +
                   architecture_.memory->outstanding_bursts * (1 + placement.processors.size()));

  std::vector<SendPort> processor_ports;
  for (ProcessorId p = 0; p < placement.processors.size(); ++p) {
    const TerminalId terminal =
        networks_.add_terminal(dispatcher().processors().info(p).name, placement.processors[p], Kind::processor,
                               processors_->receiver(p), processors_->control_receiver(p));
    outlets.processor_inlets.push_back(terminal);
    processor_ports.push_back(networks_.add_port(terminal));
  }
  processors_->connect(std::move(processor_ports), scheduler);

  for (std::uint32_t port = 0; port < architecture_.dispatcher->send_ports; ++port) {
    const TerminalId terminal = networks_.add_terminal("scheduler.send" + std::to_string(port), placement.scheduler,
                                                       Kind::send_port, nullptr, nullptr);
    outlets.jobs.push_back(networks_.add_port(terminal, &scheduler_.send_listener(), port));
  }
  scheduler_.connect(std::move(outlets));
  blocks.built(scheduler_);
}

void Machine::use_faults(const FaultPlan& plan) {
  if (!plan.empty()) processors_->use_faults(plan);
  if (!plan.memory.empty()) {
    memory_->use_faults(plan);
    processors_->use_read_errors(architecture_.loses_jobs());
  }
  if (!plan.stores.empty()) {
    stores_die_ = true;
    processors_->use_store_faults(plan);
  }
  use_network_faults(plan);
}

void Machine::use_network_faults(const FaultPlan& plan) {
  const auto fail = [&](Interconnect& network, bool control, std::optional<LostWay>& lost) {
    std::vector<NetworkFault> faults;
    std::copy_if(plan.network.begin(), plan.network.end(), std::back_inserter(faults),
                 [&](const NetworkFault& fault) { return fault.control == control; });
    network.use_faults(
        std::move(faults),
        [this, &lost](const LostWay& way) {
          lost = way;
          host_->give_up(way.at + 1);
        },
        [this](const Message& message) { return subject(message); }, {plan.seed, plan.last});
  };
  fail(interconnect_, false, lost_way_);
  if (Interconnect* control = networks_.routed_control()) fail(*control, true, lost_control_way_);
}

void Machine::change_faults(const FaultPlan& plan) {
  if (!plan.empty()) processors_->change_faults(plan);
  use_network_faults(plan);
}

void Machine::start(Cycle last_cycle) {
  fast_forward_->limit(last_cycle);
  host_->start();
  if (background_) background_->start();
}

bool Machine::finished() const { return host_->finished(); }
bool Machine::cut_off() const { return host_->gave_up(); }
std::uint64_t Machine::tasks_completed() const { return scheduler_.monitor().tasks_completed(); }

void Machine::add_background(const BackgroundTraffic& background) {
  const TrafficSpec& traffic = background.traffic;
  const std::uint64_t rate = traffic.rates.empty() ? kMillion : traffic.rates.front();
  background_source_.emplace(traffic, background.grid, rate, background.seed, kBackgroundStreams);
  // Without replies requests and responses alternate, so that the channels of both kinds have load.
  const auto kinds = traffic.reply.any() ? SyntheticTraffic::Kinds::requests : SyntheticTraffic::Kinds::both;
  PacketSources sources{*background_source_, nullptr, traffic.max_outstanding};
  if (traffic.urgent.any()) {
    urgent_source_.emplace(traffic, background.grid, rate, background.seed, kBackgroundStreams, Priority::urgent);
    sources.urgent = &*urgent_source_;
  }
  background_.emplace("background", interconnect_, architecture_.interconnect, background.grid.nodes(), sources,
                      make_follow_ups(traffic), kinds);
  background_->needed = [this](Cycle now) { return next_work(now); };
  background_->arrived = [this](const Delivery& packet) {
    ++background_stats_.packets;
    background_stats_.flits += packet.flits;
    background_latency_.add(packet.arrived - packet.created);
  };
  background_stats_.nodes = background.grid.nodes();
  units_.push_back(&*background_);
}

/// Roles of the units while matching fails repeatedly, which involves decomposer and dispatcher.
void Machine::add_fast_forward() {
  std::vector<const Unit*> others = {host_.get(), memory_.get(), &task_cache(), &monitor(), processors_.get()};
  if (data_) others.push_back(directory());
  if (control() != nullptr) others.push_back(control());
  if (background_) {
    shared_units_ = std::make_unique<SharedInterconnect>(interconnect_, *background_);
  } else {
    others.push_back(&interconnect_);
  }
  fast_forward_.emplace(FastForward::Cast{dispatcher(),
                                          {&decomposer(), &monitor(), &task_cache(), memory_.get()},
                                          {&dispatcher(), &decomposer()},
                                          std::move(others),
                                          shared_units_.get()});
}

/// Most failed tasks that a diagnosis names.
constexpr std::size_t kFailuresNamed = 5;

/// Units that every machine has, the first ones in units_.
constexpr std::size_t kOfEveryMachine = 9;

/// Calls the units by name, in the order of units_. Most are due in most cycles, and a loop with one call site would
/// mispredict the next function.
const Unit* Machine::run_due(Cycle now) {
  const Unit* again = nullptr;
  const auto run = [&](auto& unit) {
    if (unit.run_if_due(now)) again = &unit;
  };
  run(*host_);
  run(*memory_);
  run(interconnect_);
  run(task_cache());
  run(decomposer());
  run(monitor());
  run(dispatcher());
  run(*processors_);
  run(register_file());
  if (units_.size() == kOfEveryMachine) return again;
  if (data_) run(*directory());
  if (control() != nullptr) run(*control());
  if (background_) run(*background_);
  return again;
}

PacketSubject Machine::subject(const Message& message) const {
  PacketSubject subject;
  const auto about_task = [&](TaskRef task) { subject.task = tasks_[task].record.number; };
  const auto about_job = [&](JobRef job) {
    about_task(jobs_[job].task);
    subject.job = jobs_[job].record.job;
  };
  if (message.is<DescriptorPush>()) about_task(message.content<DescriptorPush>().task);
  if (message.is<DescriptorWrite>()) about_task(message.content<DescriptorWrite>().task);
  if (message.is<DescriptorAck>()) about_task(message.content<DescriptorAck>().task);
  if (message.is<DescriptorData>()) about_task(message.content<DescriptorData>().task);
  if (message.is<JobMessage>()) about_job(message.content<JobMessage>().job);
  if (message.is<GangStart>()) about_task(message.content<GangStart>().task);
  if (message.is<InputRead>()) about_job(message.content<InputRead>().job);
  if (message.is<InputData>()) about_job(message.content<InputData>().job);
  if (message.is<OutputWrite>()) about_job(message.content<OutputWrite>().job);
  if (message.is<OutputAck>()) about_job(message.content<OutputAck>().job);
  if (message.is<JobCompletion>()) about_job(message.content<JobCompletion>().job);
  const auto about_part = [&](std::uint32_t transfer) {
    const JobRef job = processors_->data()->job_of(transfer);
    if (job != kNone) about_job(job);
  };
  if (message.is<PartRead>()) about_part(message.content<PartRead>().transfer);
  if (message.is<PartData>()) about_part(message.content<PartData>().transfer);
  if (message.is<PartElsewhere>()) about_part(message.content<PartElsewhere>().transfer);
  if (message.is<PartWrite>()) about_part(message.content<PartWrite>().transfer);
  if (message.is<PartAck>()) about_part(message.content<PartAck>().transfer);
  if (message.is<TaskInterrupt>()) about_task(message.content<TaskInterrupt>().task);
  return subject;
}

/// The first cycle, `now` or later, in which any block but the background has something to do; kNever: none ever will.
/// The answer does not depend on which of them have run in `now` already.
Cycle Machine::next_work(Cycle now) const {
  if (networks_.packets_in_flight() != background_packets() || memory_->in_service() > 0) return now;
  Cycle next = kNever;
  for (const Unit* unit : units_) {
    if (unit == &interconnect_ || unit == units_.back()) continue;  // the background
    if (unit->last_run() == now) return now;
    next = std::min(next, unit->due());
  }
  return next;
}

void Machine::verify() const {
  for (const Unit* unit : units_) unit->verify();
  const StateMonitorBase& monitor = scheduler_.monitor();
  if (monitor.tasks_completed() + monitor.failed_tasks().size() + tasks_.live() - monitor.tasks_kept() !=
      host_->submitted()) {
    throw std::logic_error("a task was lost or made up");
  }
  if (scheduler_.monitor().jobs_completed() > scheduler_.dispatcher().jobs_issued())
    throw std::logic_error("a job completed that was not issued");
}

void Machine::verify_empty() const {
  verify();
  // An attempt that counted as lost may still be at its processor.
  if (cut_off() || scheduler_.monitor().answers_owed() > 0) return;
  if (tasks_.live() != 0 || jobs_.live() != 0) throw std::logic_error("a task or a job is left over");
  if (scheduler_.dispatcher().processors().places_taken() != 0)
    throw std::logic_error("a processor slot was not freed");
  // Notices and answers of a store that died late may still be under way.
  if (stores_die_) return;
  if (data_) processors_->data()->verify_empty();
  if (networks_.packets_in_flight() != background_packets()) throw std::logic_error("a packet is left over");
  const Unit* directory_unit = data_ ? scheduler_.directory() : nullptr;
  for (Unit* unit : units_) {
    for (const Gauge& gauge : unit->gauges()) {
      // Packets of the background may be left, and what the directory knows. The host may have taken the last interrupt
      // before the task cache hears that all its slots are free.
      const auto* cache = dynamic_cast<const TaskCacheBase*>(unit);
      const bool told_late = cache != nullptr && !cache->only_repeats();
      const bool stays = (background_ && unit == &interconnect_) || unit == directory_unit || told_late;
      if (gauge.value() != 0 && !stays)
        throw std::logic_error(unit->name() + "." + gauge.name() + " is not empty at the end");
      // A user's memory may take more at once than ours would.
      if (unit != memory_.get() && gauge.capacity() != 0 && gauge.max() > gauge.capacity()) {
        throw std::logic_error(unit->name() + "." + gauge.name() + " held more than its capacity");
      }
    }
  }
}

RunStats Machine::finish(RunEnd end, Cycle now) {
  RunStats stats;
  const StateMonitorBase& monitor = scheduler_.monitor();
  if (cut_off()) end = RunEnd::cut_off;
  if (end == RunEnd::complete && !monitor.failed_tasks().empty()) end = RunEnd::failed;
  stats.end = end;
  stats.cycles = host_->finished() && !cut_off() ? host_->last_interrupt() : now;
  stats.tasks_submitted = host_->submitted();
  stats.tasks_completed = monitor.tasks_completed();
  stats.tasks_unfinished = source_.total() - stats.tasks_completed - monitor.failed_tasks().size();
  stats.jobs_total = host_->jobs_submitted();
  stats.job_groups = host_->groups_submitted();
  stats.jobs_issued = scheduler_.dispatcher().jobs_issued();
  stats.jobs_completed = monitor.jobs_completed();
  if (architecture_.loses_jobs() || stores_die_) {
    stats.losses = LossStats{monitor.failed_tasks().size() - monitor.tasks_cancelled(), monitor.tasks_cancelled(),
                             monitor.jobs_lost(), monitor.jobs_cancelled(), monitor.jobs_failed()};
  }
  stats.schedule_failures = scheduler_.dispatcher().match_failures();
  stats.processors = processors_->processor_stats(stats.cycles);
  stats.faults = processors_->fault_records(stats.cycles);
  stats.memory_faults = memory_->fault_records(stats.cycles);
  if (data_) stats.store_faults = processors_->data()->fault_records(stats.cycles);
  stats.busy_of_streams = processors_->busy_of_streams(stats.cycles);
  for (const Unit* unit : units_) stats.blocks.push_back(unit->block_stats(stats.cycles));
  stats.interconnect = interconnect_.stats();
  stats.interconnect.reroutes = interconnect_.reroute_stats(stats.cycles);
  stats.network_faults = interconnect_.fault_records(stats.cycles);
  stats.holds = interconnect_.holds();
  if (const Interconnect* routed = networks_.routed_control()) {
    const std::vector<NetworkFaultRecord> more = routed->fault_records(stats.cycles);
    stats.network_faults.insert(stats.network_faults.end(), more.begin(), more.end());
    std::stable_sort(stats.network_faults.begin(), stats.network_faults.end(),
                     [](const NetworkFaultRecord& a, const NetworkFaultRecord& b) { return a.fault.at < b.fault.at; });
    stats.holds.insert(stats.holds.end(), routed->holds().begin(), routed->holds().end());
  }
  stats.traffic = interconnect_.traffic(now);
  networks_.finish();
  if (control() != nullptr) {
    stats.control = {architecture_.control->topology, control()->stats(), control()->traffic(now)};
    if (const Interconnect* routed = networks_.routed_control())
      stats.control->totals.reroutes = routed->reroute_stats(stats.cycles);
  }
  if (background_) {
    stats.background = background_stats_;
    stats.background->latency = background_latency_.stats();
    stats.background->in_flight = background_->packets_in_flight();
  }
  stats.picker = scheduler_.dispatcher().picker_stats(policies_.picker);
  stats.shares = scheduler_.dispatcher().shares(now);
  stats.share_batches = scheduler_.dispatcher().share_batches();
  stats.waits = monitor.waits();
  if (data_) {
    processors_->data()->end(stats.cycles);
    stats.data = processors_->data()->stats();
  }
  if (end != RunEnd::complete) stats.diagnosis = diagnose(end, now);

  std::vector<TaskRecord> unfinished = monitor.failed_tasks();
  tasks_.for_each([&](TaskRef ref) {
    if (!tasks_[ref].over) unfinished.push_back(tasks_[ref].record);
  });
  std::sort(unfinished.begin(), unfinished.end(),
            [](const TaskRecord& a, const TaskRecord& b) { return a.number < b.number; });
  for (TaskRecord& record : unfinished) {
    // The monitor stamps an event task when it grants the id, ahead of the cycle in which the id arrives. The
    // dispatcher stamps when its notice arrives.
    if (record.registered > now) record.registered = kNever;
    if (record.slot_freed > now) record.slot_freed = kNever;
    sink_.task_done(record);
  }
  // The tasks that the host has not submitted, unless the source is endless.
  if (const Task* waiting = host_->waiting_task(); waiting != nullptr && source_.is_list()) {
    Task task = *waiting;
    std::uint64_t number = host_->submitted();
    do {
      TaskRecord record;
      record.number = number++;
      record.cls = task.cls;
      record.weight = task.weight;
      record.jobs = task.jobs;
      record.stream = task.stream;
      sink_.task_done(record);
    } while (source_.next(task));
  }
  return stats;
}

std::vector<std::string> Machine::diagnose(RunEnd end, Cycle now) const {
  std::vector<std::string> text;
  const std::vector<TaskRecord>& failed = scheduler_.monitor().failed_tasks();
  text.push_back("cycle " + std::to_string(now) + ": " + std::string(why(end)) + "; " +
                 std::to_string(source_.total() - tasks_completed() - failed.size()) + " of " +
                 std::to_string(source_.total()) + " tasks unfinished");
  if (end == RunEnd::cut_off) {
    const bool first = !lost_control_way_ || (lost_way_ && lost_way_->at <= lost_control_way_->at);
    const Interconnect& network = first ? interconnect_ : *networks_.routed_control();
    const LostWay& way = first ? *lost_way_ : *lost_control_way_;
    text.push_back(network.terminal_name(way.from) + " cannot reach " + network.terminal_name(way.to) +
                   " since links or routers have died: a message " + std::string(way.kind) + " waits in cycle " +
                   std::to_string(way.at));
  }
  const std::uint64_t cancelled = scheduler_.monitor().tasks_cancelled();
  std::size_t named = 0;
  for (const TaskRecord& task : failed) {
    if (task.failed == kNever || named++ >= kFailuresNamed) continue;
    std::string why;
    if (data_)
      why = processors_->data()->loss_of(task.number, [&](std::uint32_t of) { return source_.object_name(of); });
    if (why.empty()) why = "a job was lost " + std::to_string(architecture_.dispatcher->max_retries + 1) + " times";
    text.push_back("task " + source_.name(task.number) + " failed in cycle " + std::to_string(task.failed) + ": " +
                   why);
  }
  if (named > kFailuresNamed) text.push_back("and " + std::to_string(named - kFailuresNamed) + " more tasks failed");
  if (cancelled > 0) text.push_back(std::to_string(cancelled) + " tasks that wait for them were cancelled");
  if (end == RunEnd::failed) return text;
  for (std::string& line : WaitReport(tasks_, *host_, source_, scheduler_.monitor().waiting_for()).lines()) {
    text.push_back(std::move(line));
  }
  for (const Unit* unit : units_) text.push_back(unit->name() + ": " + unit->state());
  return text;
}

}  // namespace platform
}  // namespace gantry
