// SPDX-License-Identifier: Apache-2.0
// What machines cost (docs/cost.md): a small one by hand, sizes, process nodes, and the picker against our synthesis.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "cost/cost_file.h"
#include "gantry/cost/estimators.h"
#include "gantry/cost/machine_cost.h"
#include "gantry/cost/process_node.h"
#include "gantry/cost/run_energy.h"
#include "gantry/network/topology.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/directory_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/rtl_times.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "gantry/scheduler/tie_break.h"

namespace gantry::cost_test {

namespace {

/// Everything 0 and exact, but what the test says.
CostFigures round_figures() {
  CostFigures figures;
  figures.node_nm = 45;
  for (Figure& figure : figures.figures) figure = {0.0, "the test", 45, {}};
  figures[FigureId::gate_area].value = 1;
  figures[FigureId::gate_energy].value = 0.5;
  figures[FigureId::gate_leakage].value = 0.25;
  figures[FigureId::register_area].value = 2;
  figures[FigureId::register_energy].value = 0.125;
  figures[FigureId::register_leakage].value = 0.5;
  figures[FigureId::picker_base].value = 100;
  figures[FigureId::picker_entry].value = 10;
  figures[FigureId::picker_fraction_bit].value = 1;
  figures[FigureId::picker_key_bit].value = 2;
  figures[FigureId::picker_class].value = 3;
  figures[FigureId::picker_dividers_base].value = -50;
  figures[FigureId::picker_dividers_entry].value = 20;
  figures[FigureId::picker_dividers_class].value = 1;
  figures[FigureId::picker_pipelined_base].value = 70;
  figures[FigureId::picker_pipelined_class].value = 5;
  figures[FigureId::picker_pipelined_entry].value = 2;
  figures[FigureId::state_bits].value = 1;
  figures[FigureId::crossbar_gates].value = 2;
  figures[FigureId::allocator_gates].value = 6;
  figures[FigureId::router_energy].value = 4;
  figures[FigureId::router_place_share].value = 0.25;
  figures[FigureId::router_port_share].value = 0.5;
  figures[FigureId::wire_energy].value = 2;
  figures[FigureId::wire_activity].value = 0.5;
  figures[FigureId::tile_side].value = 1;
  figures[FigureId::memory_byte].value = 3;
  figures.sram = {{1280, 32, 1000, 64, 10, "the test", 45, {}}};
  return figures;
}

Architecture small_machine() {
  Architecture machine;
  machine.interconnect.topology = "crossbar";
  machine.interconnect.flit_bytes = 1;
  machine.interconnect.buffer_flits = 2;
  machine.descriptor->full_bytes = 32;
  machine.task_cache->capacity = 5;
  machine.decomposer->slots = 4;
  machine.monitor->task_ids = 4;
  machine.monitor->completion_window = 100;
  machine.dispatcher->picker->entries = 4;
  machine.dispatcher->picker->reweigh_cycles = 46;  // 11 * 4 + 2: one divider for all
  machine.processors->resize(1);
  return machine;
}

const CostPart& part(const MachineCost& machine, const std::string& block) {
  for (const CostPart& of : machine.parts) {
    if (of.block == block) return of;
  }
  FAIL("no part " << block);
  return machine.parts.front();
}

const EventPrice& price(const MachineCost& machine, const std::string& event) {
  for (const EventPrice& of : machine.prices) {
    if (of.event == event) return of;
  }
  FAIL("no event " << event);
  return machine.prices.front();
}

double total_area(const Architecture& machine) {
  return area_um2(machine_cost(machine, kSourcePicker, default_cost_figures())).value;
}

}  // namespace

TEST_CASE("a small machine, by hand") {
  const MachineCost machine = machine_cost(small_machine(), kSourcePicker, round_figures());
  const auto check = [&](const std::string& block, double area, double leakage) {
    INFO(block);
    CHECK(part(machine, block).area_um2 == area);
    CHECK(part(machine, block).leakage_mw == leakage);
  };
  // 5 descriptors of 256 bits are the SRAM, once for each of two ports; 5 queues with two pointers of 7 bits are not.
  check("task_cache", 2 * 1000 + 70 * 2, 2 * 10 + 70 * 0.5);
  // 4 slots: an id of 2 bits, weight 9, class 3, state 2.
  check("decomposer", 64 * 2, 64 * 0.5);
  // 4 registers: 16 bytes of split information, two numbers of jobs of 17 bits.
  check("register_file", 648 * 2, 648 * 0.5);
  // A bit for each of 100 tasks; 4 ids with a task number of 32 bits and 17 of jobs.
  check("monitor", (100 + 196) * 2, (100 + 196) * 0.5);
  // 4 entries: id 2, slot 2, jobs 34; a counter up to 2 and a lock for the processor; the slot in each of its 2 places.
  check("dispatcher", (152 + 3 + 4) * 2, (152 + 3 + 4) * 0.5);
  // 4 entries of 10 + 8 of fraction + 2 * (9 + 8 + 2) of key + 3 * 3 classes.
  check("picker", 100 + 4 * 65, (100 + 4 * 65) * 0.25);
  // Host, memory, processor, and two of the scheduler: 5 ports of 8 bits, 2 channels, 2 places; 20 pairs of ports.
  check("routers of 5 ports", 5 * 32 * 2 + 20 * (2 * 8 + 6 * 2), 5 * 32 * 0.5 + 20 * (2 * 8 + 6 * 2) * 0.25);

  CHECK(price(machine, "round").pj == 360 * 0.5);
  CHECK(price(machine, "descriptor written").pj == 256 * 64 / 32.0);
  CHECK(price(machine, "split information read for a job").pj == 162 * 0.125);
  CHECK(price(machine, "predecessors looked up").pj == 4 * 0.125);
  CHECK(price(machine, "flit").pj == 4 * (1 + 0.25 * (2 - 4)));
  CHECK(price(machine, "byte moved").pj == 3);
  // Four tiles around one router: it stands two tile sides from the next one, and a terminal one from it.
  CHECK(machine.tile_um == 1000);
  CHECK(machine.pitch_um == 2000);
  CHECK(price(machine, "flit over 1 um").pj == 8 * 0.5 * 2 / 1000);
}

TEST_CASE("local stores and the data directory are memories by their size, and are not there without stores") {
  Architecture machine = small_machine();
  machine.processors->front().count = 16;
  machine.directory->entries = 80;
  const MachineCost without = machine_cost(machine, kSourcePicker, round_figures());
  for (const CostPart& of : without.parts) CHECK(of.block.find("store") == std::string::npos);
  for (const CostPart& of : without.parts) CHECK(of.block.find("directory") == std::string::npos);

  // 640 bytes are 4 times the measured 1,280 bits: 4 times its area, and twice its 2 pJ a bit.
  machine.processors->front().local.bytes = 640;
  machine.processors->front().local.bytes_per_cycle = 8;
  const MachineCost with = machine_cost(machine, kSourcePicker, round_figures());
  CHECK(part(with, "stores of 640 bytes").count == 16);
  CHECK(part(with, "stores of 640 bytes").area_um2 == 16 * 4000);
  CHECK(part(with, "stores of 640 bytes").leakage_mw == 16 * 40);
  CHECK(price(with, "byte read or written").pj == 8 * 4);
  // 80 entries of 48 bits and one for each of 16 stores are 5,120 bits as well, with two ports.
  CHECK(part(with, "directory").area_um2 == 2 * 4000);
  CHECK(price(with, "part looked up").pj == 64 * 4);
  CHECK_FALSE(part(with, "directory search").area_um2);

  // Stores of clusters are shared, and sizes are apart.
  machine.processors->front().local.per = LocalStoreConfig::Per::cluster;
  machine.processors->push_back(machine.processors->front());
  machine.processors->back().name = "other";
  machine.processors->back().cluster = 1;
  machine.processors->back().local.bytes = 1280;
  const MachineCost shared = machine_cost(machine, kSourcePicker, round_figures());
  CHECK(part(shared, "stores of 640 bytes").count == 1);
  CHECK(part(shared, "stores of 1280 bytes").count == 1);
}

TEST_CASE("global memory of a known type costs an interface for each channel that its bandwidth needs") {
  CostFigures figures = round_figures();
  MemoryTypeFigures& lpddr = figures.memories["lpddr"];
  lpddr.byte = {40, "the test", 45, {0.5, 2}};
  lpddr.interface = {1000, "the test", 45, {}};
  lpddr.channel = {12.8, "the test", 45, {}};
  figures.memory.type = "lpddr";
  Architecture machine = small_machine();
  machine.memory->controllers = 2;
  const auto channels = [&](const char* bytes_per_cycle, std::uint32_t mhz) {
    machine.memory->bytes_per_cycle = *parse_speed(bytes_per_cycle);
    machine.clock_mhz = mhz;
    return part(machine_cost(machine, kSourcePicker, figures), "memory").count;
  };
  // 32 bytes a cycle at 1,000 MHz are 32 GB/s, of which a channel carries 12.8. Each controller has channels of its
  // own.
  CHECK(channels("32", 1000) == 2 * 3);
  CHECK(channels("32", 400) == 2 * 1);
  CHECK(channels("32", 401) == 2 * 2);
  CHECK(channels("12.8", 1000) == 2 * 1);
  CHECK(channels("12.800001", 1000) == 2 * 2);
  CHECK(channels("0.000001", 1) == 2 * 1);
  CHECK(channels("1000000", 100000) == 2 * 7812500);
  channels("32", 1000);
  const MachineCost cost = machine_cost(machine, kSourcePicker, figures);
  CHECK(part(cost, "memory").area_um2 == 6000);
  CHECK_FALSE(part(cost, "memory").leakage_mw);
  CHECK(price(cost, "byte moved").pj == 40);
  CHECK(price(cost, "byte moved").range.high == 2);

  // On the chip: each of two controllers has half of 320 bytes, the measured memory of 1,280 bits, 2 pJ a bit.
  figures.memory = {std::string(kOnChipMemory), 320};
  const MachineCost on_chip = machine_cost(machine, kSourcePicker, figures);
  CHECK(part(on_chip, "memory").count == 2);
  CHECK(part(on_chip, "memory").area_um2 == 2 * 1000);
  CHECK(part(on_chip, "memory").leakage_mw == 2 * 10);
  CHECK(price(on_chip, "byte moved").pj == 8 * 2);
}

TEST_CASE("the memory types that ship have a channel of their standard") {
  Architecture machine = small_machine();
  CostFigures figures = default_cost_figures();
  const auto memory = [&](const char* type, const char* bytes_per_cycle) {
    figures.memory.type = type;
    machine.memory->bytes_per_cycle = *parse_speed(bytes_per_cycle);
    return part(machine_cost(machine, kSourcePicker, figures), "memory").count;
  };
  for (const auto& [type, channel, beyond] :
       {std::array<const char*, 3>{"lpddr5", "12.8", "12.9"}, std::array<const char*, 3>{"ddr5", "25.6", "25.7"},
        std::array<const char*, 3>{"hbm3", "51.2", "51.3"}}) {
    INFO(type);
    CHECK(memory(type, channel) == 1);
    CHECK(memory(type, beyond) == 2);
  }
  // A byte of HBM takes less than one of LPDDR, and that less than one of DDR, as their sources say.
  CHECK(figures.memories.at("hbm3").byte.value < figures.memories.at("lpddr5").byte.value);
  CHECK(figures.memories.at("lpddr5").byte.value < figures.memories.at("ddr5").byte.value);
  CHECK(figures.memories.at("ddr5").byte.value < figures[FigureId::memory_byte].value);
}

TEST_CASE("a machine has the smallest reweigh unit that is as fast as it says") {
  Architecture machine = small_machine();
  const auto area = [&](std::uint32_t cycles) {
    machine.dispatcher->picker->reweigh_cycles = cycles;
    return part(machine_cost(machine, kSourcePicker, round_figures()), "picker").area_um2;
  };
  CHECK(area(46) == 360);  // 11 * 4 + 2: one divider for all
  CHECK(area(45) == 360 + 70 + 3 * 5 + 4 * 2);
  CHECK(area(16) == 360 + 70 + 3 * 5 + 4 * 2);  // 4 + 12: pipelined
  CHECK(area(15) == 360 - 50 + 4 * (20 + 3));
}

TEST_CASE("what has no figures has no number, and is named") {
  Architecture machine = small_machine();
  const MachineCost none = machine_cost(machine, "fifo", default_cost_figures());
  for (const char* block :
       {"picker", "host", "memory", "processors core", "links", "clock tree", "scheduler control"}) {
    INFO(block);
    CHECK_FALSE(part(none, block).area_um2);
    CHECK_FALSE(part(none, block).leakage_mw);
    const auto list = none.not_modelled();
    CHECK(std::any_of(list.begin(), list.end(), [&](const NotModelled& of) { return of.block == block; }));
  }
  CHECK_FALSE(price(none, "round").pj);
  CHECK_FALSE(price(none, "busy cycle").pj);

  // With areas of all processors an endpoint's square is known: 16 mm2 of each processor over four of them.
  CostFigures figures = default_cost_figures();
  OwnBlockFigures& core = figures.processors["core"];
  core.area = Figure{16e6, "me", 22, {0.5, 2}};
  core.item = Figure{7, "me", 22, {}};
  const MachineCost own = machine_cost(machine, kSourcePicker, figures);
  CHECK(part(own, "processors core").area_um2 == 16e6);
  CHECK_FALSE(part(own, "processors core").leakage_mw);
  CHECK(price(own, "job").pj == 7);
  CHECK(own.tile_um == 2000);  // the rest of the machine is too small to show
}

TEST_CASE("a larger machine is not smaller") {
  const std::vector<std::function<void(Architecture&)>> grow = {
      [](Architecture& a) { a.dispatcher->picker->entries *= 2; },
      [](Architecture& a) { a.dispatcher->picker->frac += 4; },
      [](Architecture& a) { a.dispatcher->picker->classes += 1; },
      [](Architecture& a) { a.dispatcher->picker->tie = TieBreak::history_weight; },
      [](Architecture& a) { a.task_cache->capacity *= 2; },
      [](Architecture& a) { a.task_cache->queues_per_class *= 2; },
      [](Architecture& a) { a.descriptor->full_bytes *= 2; },
      [](Architecture& a) { a.decomposer->slots *= 2; },
      [](Architecture& a) { a.monitor->task_ids *= 2; },
      [](Architecture& a) { a.monitor->completion_window *= 2; },
      [](Architecture& a) { a.interconnect.flit_bytes *= 2; },
      [](Architecture& a) { a.interconnect.buffer_flits *= 2; },
      [](Architecture& a) { a.interconnect.virtual_channels *= 2; },
      [](Architecture& a) { a.dispatcher->send_ports += 1; },
      [](Architecture& a) { a.processors->at(0).count += 1; },
      [](Architecture& a) { a.processors->at(0).queue_depth *= 2; },
  };
  Architecture machine;
  machine.interconnect.topology = "crossbar";
  machine.processors->resize(1);
  machine.processors->at(0).count = 4;
  const double before = total_area(machine);
  for (std::size_t i = 0; i < grow.size(); ++i) {
    Architecture larger = machine;
    grow[i](larger);
    INFO(i);
    CHECK(total_area(larger) > before);
  }
  const Estimators estimators(default_cost_figures());
  for (std::uint64_t bits = kLeastSramBits; bits < 1U << 24; bits += bits / 3) {
    INFO(bits);
    const BlockEstimate a = estimators.memory(bits, 1);
    const BlockEstimate b = estimators.memory(bits + bits / 3, 1);
    CHECK(a.area_um2 < b.area_um2);
    CHECK(a.leakage_mw < b.leakage_mw);
    CHECK(estimators.access(bits, 64).value < estimators.access(bits + bits / 3, 64).value);
    CHECK(estimators.memory(bits, 2).area_um2 > a.area_um2);
  }
}

TEST_CASE("a link is as long as its tiles, and a terminal half a pitch away") {
  CHECK(link_um({LinkKind::link, 0, 1, 0, 3.0}, 1000) == 3000);
  CHECK(link_um({LinkKind::link, 1, 2, 0, 2.5}, 1000) == 2500);
  CHECK(link_um({LinkKind::entry, 0, 1, 0}, 1000) == 500);
  CHECK(link_um({LinkKind::exit, 1, 0, 0}, 1000) == 500);
}

TEST_CASE("a link has as many tiles as its ends are apart in the picture, and none between layers of chips") {
  const auto tiles = [](const char* name, std::uint32_t router, std::uint32_t port) {
    return builtin_topologies().find(name)->make({}, 16)->link_tiles(router, port);
  };
  CHECK(tiles("torus", 0, 0) == 1.0);
  CHECK(tiles("torus", 0, 1) == 3.0);  // around the edge
  CHECK(tiles("mesh3d", 0, 0) == 1.0);
  CHECK(tiles("mesh3d", 0, 1) == 1.0);
  CHECK(tiles("mesh3d", 0, 2) == 0.0);
}

TEST_CASE("measured memories are what they were measured to be") {
  for (const SramPoint& point : default_cost_figures().sram) {
    CostFigures figures = default_cost_figures();
    figures.node_nm = point.node_nm;
    const Estimators estimators(figures);
    INFO(point.bits << " bits at " << point.node_nm << " nm");
    CHECK(estimators.memory(point.bits, 1).area_um2 == Catch::Approx(point.area_um2));
    CHECK(estimators.memory(point.bits, 1).leakage_mw == Catch::Approx(point.leakage_mw));
    CHECK(estimators.access(point.bits, point.word_bits).value == Catch::Approx(point.access_pj));
  }
}

TEST_CASE("from node to node: the published factors, and memories that were measured at both") {
  CHECK(node_scale(Scaling::area, 45, 7) == Catch::Approx(0.059));
  CHECK(node_scale(Scaling::area, 7, 45) == Catch::Approx(1 / 0.059));
  CHECK(node_scale(Scaling::wire, 40, 10) == Catch::Approx(132.5 / 240));
  CHECK(node_scale(Scaling::none, 45, 7) == 1.0);
  for (const Scaling scaling : {Scaling::area, Scaling::energy, Scaling::wire}) {
    double last = 2.0;
    for (double node = kLargestNode; node >= kSmallestNode; node -= 0.5) {
      const double scale = node_scale(scaling, kLargestNode, node);
      CHECK(scale < last);
      last = scale;
      CHECK(node_scale(scaling, kLargestNode, 22) * node_scale(scaling, 22, node) == Catch::Approx(scale));
    }
  }
  // CACTI at 45 and at 22 nm: 8 KiB 26,291 to 6,272 um2 and 5.29 to 1.50 pJ, 1 MiB 3,170,000 to 810,099 and 67.7
  // to 18.4.
  const double area = node_scale(Scaling::area, 45, 22);
  const double energy = node_scale(Scaling::energy, 45, 22);
  CHECK(area == Catch::Approx(6272.0 / 26291).epsilon(0.1));
  CHECK(area == Catch::Approx(810099.0 / 3170000).epsilon(0.1));
  CHECK(energy == Catch::Approx(1.5 / 5.29).epsilon(0.1));
  CHECK(energy == Catch::Approx(18.4 / 67.7).epsilon(0.1));
}

TEST_CASE("the picker's gates are those of the synthesis within 10 %, where it was fitted and where it was not") {
  std::ifstream table(std::string(GANTRY_SOURCE_DIR) + "/rtl/synth/area.csv");
  std::string line;
  REQUIRE(std::getline(table, line));
  REQUIRE(line == "use,entries,classes,frac,quant,tie,divider,gate_equivalents");
  const Estimators estimators(default_cost_figures());
  std::size_t fit = 0;
  std::size_t held_out = 0;
  while (std::getline(table, line)) {
    INFO(line);
    std::istringstream fields(line);
    std::string use;
    std::getline(fields, use, ',');
    (use == "fit" ? fit : held_out) += 1;
    std::vector<std::uint32_t> numbers;
    for (std::string field; std::getline(fields, field, ',');)
      numbers.push_back(static_cast<std::uint32_t>(std::stoul(field)));
    REQUIRE(numbers.size() == 7);
    PickerConfig picker;
    picker.entries = numbers[0];
    picker.classes = numbers[1];
    picker.frac = numbers[2];
    picker.quant = numbers[3];
    picker.tie = numbers[4] == 0 ? TieBreak::expected_weight : TieBreak::history_weight;
    const double gates = estimators.picker_gates(picker, kRtlTimes.at(numbers[5]).key).value;
    CHECK(std::abs(gates / numbers[6] - 1) < 0.1);
  }
  CHECK(fit == 25);
  CHECK(held_out >= 16);
}

}  // namespace gantry::cost_test
