// SPDX-License-Identifier: Apache-2.0
// The bench of blocks behind pins: what is as the model is equal, a fault is found where it is, and what the bench
// leaves of it shows it again.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "blocks/block_model.h"
#include "blocks/campaign/block_campaign.h"
#include "blocks/campaign/block_replay.h"
#include "blocks/campaign/block_world.h"
#include "blocks/model_block.h"
#include "blocks/pin_layout.h"
#include "blocks/pin_recording.h"
#include "catch.h"
#include "input_files.h"
#include "pins/block_pins.h"
#include "pins/dispatcher_pins.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::block_bench_test {

namespace {

namespace pin = pins::dispatcher;

/// What a block does wrong in a cycle: it may change what it says, and when it wants its next clock. `asked`: something
/// comes, or it has asked for this clock.
using Fault = std::function<void(bool asked, std::vector<PinMessage>& said, Cycle& due)>;
Fault fault;

/// Calls `change` for the `number`th message of a link.
Fault in_message(std::uint32_t link, std::uint32_t number,
                 const std::function<void(std::vector<PinMessage>&, std::size_t)>& change) {
  return [=, seen = std::uint32_t{0}](bool /*asked*/, std::vector<PinMessage>& said, Cycle& /*due*/) mutable {
    for (std::size_t i = 0; i < said.size(); ++i) {
      if (said[i].link == link && seen++ == number) return change(said, i);
    }
  };
}

/// A block that works, and one fault.
class Faulty final : public PinBlock {
 public:
  Faulty(const BlockPins& pins, std::unique_ptr<PinBlock> works)
      : layout_(pins), works_(std::move(works)), fault_(fault) {}
  void reset(const std::vector<PinBits>& config) override { works_->reset(config); }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    std::vector<PinMessage> said;
    layout_.unpack(true, in, said);
    const bool asked = !said.empty() || due_ <= now;
    due_ = works_->clock(now, in, out);
    said.clear();
    layout_.unpack(false, out, said);
    fault_(asked, said, due_);
    layout_.pack(false, said, out);
    return due_;
  }
  bool trace(const std::string& path) override { return works_->trace(path); }
  bool end_trace() override { return works_->end_trace(); }

 private:
  PinLayout layout_;
  std::unique_ptr<PinBlock> works_;
  Fault fault_;
  Cycle due_ = kNever;
};

std::unique_ptr<PinBlock> make_dispatcher() { return make_model_block(dispatcher_pins()); }
std::unique_ptr<PinBlock> make_faulty_dispatcher() {
  return std::make_unique<Faulty>(dispatcher_pins(), make_dispatcher());
}

struct Bench {
  int status = 0;
  std::string said;
  std::string errors;
};

Bench bench(const campaign::BlockCampaign& what, const BlockModel& model) {
  std::ostringstream out;
  std::ostringstream errors;
  Bench result;
  result.status = campaign::run_block_campaign(what, {model}, out, errors);
  result.said = out.str();
  result.errors = errors.str();
  return result;
}

Bench replay(const campaign::BlockReplay& what, const BlockModel& model) {
  std::ostringstream out;
  std::ostringstream errors;
  Bench result;
  result.status = campaign::replay_block(what, {model}, out, errors);
  result.said = out.str();
  result.errors = errors.str();
  return result;
}

/// First line of what is said of a difference: "cycle C, seed S: REST".
struct Found {
  std::string cycle;
  std::string rest;
};
Found first_line(const std::string& said) {
  std::smatch parts;
  const std::string line = said.substr(0, said.find('\n'));
  if (!std::regex_match(line, parts, std::regex("cycle ([0-9]+)(, seed [0-9]+)?: (.*)"))) return {};
  return {parts[1], parts[3]};
}

/// Values in a VCD.
std::size_t changes_in(const std::string& vcd) {
  const std::size_t definitions = vcd.find("$enddefinitions");
  REQUIRE(definitions != std::string::npos);
  std::size_t changes = 0;
  for (std::size_t at = vcd.find('\n', definitions); at + 1 < vcd.size() && at != std::string::npos;
       at = vcd.find('\n', at + 1)) {
    changes += std::string("01bxz").find(vcd[at + 1]) != std::string::npos ? 1 : 0;
  }
  return changes;
}

}  // namespace

TEST_CASE("a dispatcher like the model's is equal in a world that meets every corner") {
  const BlockModel model = {"dispatcher", "model", {}, make_dispatcher};
  const Bench result = bench({"dispatcher", "", kSanitized ? 40'000U : 400'000U, 1}, model);
  INFO(result.said << result.errors);
  CHECK((result.status == 0 || (kSanitized && result.status == 3)));
  CHECK(result.said.find("of 1 models of the dispatcher, seed 1: equal; ") != std::string::npos);
}

TEST_CASE("random machines stay within the limits of a dispatcher") {
  const BlockModel model = {"dispatcher",
                            "small",
                            {{"processors", 3},
                             {"slots", 5},
                             {"send_ports", 1},
                             {"picker", 7, 7},
                             {"choice", 4, 3},
                             {"entries", 4},
                             {"slots*processors+entries", 16}},
                            make_dispatcher};
  const campaign::WorldKind& kind = *campaign::find_world(dispatcher_pins());
  campaign::Random random(5);
  for (int i = 0; i < 200; ++i) {
    const std::vector<std::uint32_t> config = kind.draw_config(model, random);
    CHECK(find_block_model({model}, dispatcher_pins(), "small", config) != nullptr);
  }
  CHECK(bench({"dispatcher", "small", 20'000, 3}, model).status != 1);
  std::vector<std::uint32_t> beyond = kind.draw_config(model, random);
  for (std::size_t i = 0; i < dispatcher_pins().config.size(); ++i) {
    if (dispatcher_pins().config[i].name == "picker") beyond[i] = 2;
  }
  CHECK(no_block_model({model}, dispatcher_pins(), "small", beyond) ==
        "the dispatcher in Verilog is not built for picker of 2 (7..7)");
}

TEST_CASE("a fault in a dispatcher is found by cycle, block and link, and its trace shows it alone") {
  const InputFiles files;
  const BlockModel faulty = {"dispatcher", "mine", {}, make_faulty_dispatcher};
  const BlockModel sound = {"dispatcher", "mine", {}, make_dispatcher};
  const auto other_processor = [](std::vector<PinMessage>& said, std::size_t i) { said[i].values[4] ^= 1U; };
  const auto other_port = [](std::vector<PinMessage>& said, std::size_t i) { said[i].values[0] ^= 1U; };
  const auto one_left_more = [](std::vector<PinMessage>& said, std::size_t i) { ++said[i].values[2]; };
  const auto silent = [](std::vector<PinMessage>& said, std::size_t i) {
    said.erase(said.begin() + static_cast<std::ptrdiff_t>(i));
  };
  const struct {
    const char* what;
    Fault fault;
    const char* link;  ///< empty: either
  } faults[] = {
      {"sends a job to another processor", in_message(pin::jobs, 200, other_processor), "jobs"},
      {"sends a job by another port", in_message(pin::jobs, 300, other_port), "jobs"},
      {"forgets a job", in_message(pin::jobs, 100, silent), "jobs"},
      {"tells of a job too many that is left", in_message(pin::verdicts, 50, one_left_more), "verdicts"},
      {"forgets a verdict", in_message(pin::verdicts, 70, silent), "verdicts"},
      {"asks for its clock too late",
       [](bool, std::vector<PinMessage>&, Cycle& due) {
         if (due != kNever) due += 3;
       },
       ""},
      {"takes every clock for its own",
       [](bool asked, std::vector<PinMessage>& said, Cycle&) {
         if (!asked) said.push_back(pack(pin::verdicts, pins::Verdict()));
       },
       "verdicts"},
  };
  for (const auto& [what, wrong, link] : faults) {
    INFO(what);
    fault = wrong;
    const campaign::BlockCampaign campaign{"dispatcher", "mine", 40'000, 7, files.path("odd")};
    const Bench result = bench(campaign, faulty);
    INFO(result.said << result.errors);
    REQUIRE(result.status == 1);
    const Found found = first_line(result.said);
    const std::string begin = "dispatcher: model and rtl differ in the link ";
    CHECK(found.rest.substr(0, begin.size()) == begin);
    if (*link != 0) CHECK(found.rest == begin + link);
    CHECK(result.said.find("\n  model: ") != std::string::npos);
    CHECK(result.said.find("\n  rtl:   ") != std::string::npos);
    CHECK(result.said.find("\n  to reproduce: block_bench --replay " + files.path("odd.trace") + " --name mine\n") !=
          std::string::npos);

    // The trace alone: the same fault in the same cycle, and none where there is no fault.
    fault = wrong;
    const Bench again = replay({files.path("odd.trace"), "mine", {}}, faulty);
    INFO(again.said << again.errors);
    CHECK(again.status == 1);
    CHECK(first_line(again.said).cycle == found.cycle);
    CHECK(first_line(again.said).rest == found.rest);
    CHECK(replay({files.path("odd.trace"), "mine", {}}, sound).status == 0);
  }
}

namespace {

/// The first decomposer in Verilog that is built in, with a fault.
std::unique_ptr<PinBlock> make_faulty_decomposer() {
  const BlockModels& all = program_block_models();
  const auto rtl = std::find_if(all.begin(), all.end(), [](const BlockModel& m) { return m.block == "decomposer"; });
  return std::make_unique<Faulty>(decomposer_pins(), rtl->make());
}

}  // namespace

namespace {

/// A decomposer whose output register for requests has no reset, or one that takes four edges: it says one afterwards.
class Unreset final : public PinBlock {
 public:
  explicit Unreset(std::size_t enough) : layout_(decomposer_pins()), enough_(enough) {}
  void reset(const std::vector<PinBits>& config) override {
    works_ = make_model_block(decomposer_pins());
    works_->reset(config);
  }
  void reset_live(const std::vector<PinBits>& config, const std::vector<PinBits>& live, PinBits& out) override {
    const bool is_stale = works_ != nullptr && live.size() < enough_;
    reset(config);
    if (is_stale) layout_.pack(false, {pack(pins::decomposer::schedule_requests, pins::Request())}, out);
  }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override { return works_->clock(now, in, out); }
  bool trace(const std::string& /*path*/) override { return true; }
  bool end_trace() override { return true; }

 private:
  PinLayout layout_;
  std::unique_ptr<PinBlock> works_;
  std::size_t enough_;
};
template <std::size_t kEnough>
std::unique_ptr<PinBlock> make_unreset() {
  return std::make_unique<Unreset>(kEnough);
}
template <std::size_t kEnough>
std::unique_ptr<PinBlock> power_up_unreset(std::uint64_t /*seed*/) {
  return std::make_unique<Unreset>(kEnough);
}

}  // namespace

TEST_CASE("a block whose reset does nothing in the middle of work is found, and its trace shows it alone") {
  const InputFiles files;
  const campaign::BlockCampaign campaign{"decomposer", "mine", 20'000, 3, files.path("odd")};
  const BlockModel unreset = {"decomposer", "mine", {}, make_unreset<5>, false, power_up_unreset<5>};
  const Bench result = bench(campaign, unreset);
  INFO(result.said << result.errors);
  REQUIRE(result.status == 1);
  const Bench again = replay({files.path("odd.trace"), "mine", {}}, unreset);
  INFO(again.said << again.errors);
  CHECK(again.status == 1);
  CHECK(first_line(again.said).cycle == first_line(result.said).cycle);
  CHECK(first_line(again.said).rest == first_line(result.said).rest);
  // A block of somebody's own is promised four edges; ours has to do with one.
  BlockModel needs_four = {"decomposer", "mine", {}, make_unreset<4>, false, power_up_unreset<4>};
  CHECK(bench(campaign, needs_four).status != 1);
  needs_four.name = "rtl";
  CHECK(bench({"decomposer", "rtl", 20'000, 3, files.path("odd")}, needs_four).status == 1);
}

TEST_CASE("a difference in the bench leaves a trace and waveforms as one in a run does") {
  const BlockModels& all = program_block_models();
  const auto rtl = std::find_if(all.begin(), all.end(), [](const BlockModel& m) { return m.block == "decomposer"; });
  if (rtl == all.end()) return;  // built without
  const InputFiles files;
  const BlockModel faulty = {"decomposer", "rtl", rtl->limits, make_faulty_decomposer};
  fault = in_message(pins::decomposer::schedule_requests, 30,
                     [](std::vector<PinMessage>& said, std::size_t i) { said[i].values[1] ^= 1U; });
  const Bench result = bench({"decomposer", "rtl", 40'000, 2, files.path("odd")}, faulty);
  INFO(result.said << result.errors);
  REQUIRE(result.status == 1);
  CHECK(first_line(result.said).rest == "decomposer: model and rtl differ in the link schedule_requests");
  for (const char* ending : {".vcd", ".fst"}) {
    CHECK(result.said.find(" clocked cycles: " + files.path("odd") + ending + '\n') != std::string::npos);
    CHECK(file_text(files.path("odd") + ending).size() > 1000);
  }
  CHECK(changes_in(file_text(files.path("odd.vcd"))) > 1000);
  // Ours has no such fault, and is shown from the file.
  campaign::BlockReplay again = {files.path("odd.trace"), "rtl", {}};
  again.waves.path = files.path("again.vcd");
  CHECK(replay(again, *rtl).status == 0);
  CHECK(changes_in(file_text(files.path("again.vcd"))) > 1000);
}

TEST_CASE("what no dispatcher is told is refused when a file tells it") {
  const InputFiles files;
  const BlockModel model = {"dispatcher", "rtl", {}, make_dispatcher};
  std::vector<std::uint32_t> config;
  for (const PinConstant& constant : dispatcher_pins().config) {
    const std::vector<std::pair<std::string_view, std::uint32_t>> some = {{"slots", 4},
                                                                          {"processors", 1},
                                                                          {"match_jobs_per_cycle", 4},
                                                                          {"match_timeout", 128},
                                                                          {"decisions_per_round", 1},
                                                                          {"send_ports", 1},
                                                                          {"collect_cycles", 1},
                                                                          {"entries", 4},
                                                                          {"classes", 1},
                                                                          {"pick_interval_cycles", 1},
                                                                          {"pick_latency_cycles", 1},
                                                                          {"least_slack_parallel", 1}};
    config.push_back(0);
    for (const auto& [name, value] : some) {
      if (name == constant.name) config.back() = value;
    }
  }
  append_row(dispatcher_pins().table, pack(0, pins::Processor{0, 0, 1000000, 1, 0, 2}), config);
  std::ostringstream out;
  PinRecording(dispatcher_pins(), config).write(out);
  const std::string head = out.str();
  const std::string request =
      " schedule_requests task=3 slot=1 jobs=2 class=0 weight=1 task_jobs=2 cycles=5 deadline=9 processors=1";
  const auto said = [&](const std::string& text) {
    const Bench result = replay({files.write("odd.trace", text), "rtl", {}}, model);
    return result.status == 0 ? result.said : result.errors.substr(result.errors.find(": ") + 2);
  };
  const auto lines = [&](const std::string& text) { return said(head + text); };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = head + "5" + request + '\n';
    text.replace(text.find(from), from.size(), to);
    return said(text);
  };
  // One job after the other: the second waits until the first has left.
  CHECK(lines("5" + request +
              "\n20 first_flits port=0 slot=1 processor=0 last_flits port=0 slot=1 processor=0\n30 processor_updates "
              "processor=0\n") == "3 clocked cycles: equal\n");
  CHECK(changed("processors=1", "processors=2") == "the table has 1 processors, not 2\n");
  CHECK(changed("classes=1", "classes=6") == "no dispatcher has classes=6 (a number in 1..5)\n");
  CHECK(changed("picker=0", "picker=99").find("no dispatcher has picker=99") == 0);
  CHECK(changed("block_class=0", "block_class=1") == "no dispatcher has block_class=1 (a number in 0..0)\n");
  CHECK(changed("least_slack_parallel=1", "least_slack_parallel=0").find("no dispatcher has least_slack_parallel=0") ==
        0);
  CHECK(changed("number=0", "number=1").find("no dispatcher has number=1") == 0);
  CHECK(changed("speed=1000000", "speed=0").find("no dispatcher has speed=0") == 0);
  CHECK(changed("slot=1", "slot=4").find("the slot") == std::string::npos);
  CHECK(changed("slot=1", "slot=4").find("there is no such slot\n") != std::string::npos);
  CHECK(changed("weight=1", "weight=0").find("the weight is none (1..256)\n") != std::string::npos);
  CHECK(changed("jobs=2", "jobs=1").find("asks for other jobs than are left to be sent\n") != std::string::npos);
  CHECK(changed("processors=1\n", "processors=2\n").find("there are no such processors\n") != std::string::npos);
  const std::string begin = "cycle 5: no block is told this: ";
  CHECK(lines("5 more_processors first=64 processors=1\n") ==
        begin + "more_processors first=64 processors=1: there is no request beside it\n");
  CHECK(lines("5 cycles_on type=0 cycles=1\n").find("there is no request beside it\n") != std::string::npos);
  CHECK(lines("5" + request + " cycles_on type=1 cycles=1\n").find("there is no such type\n") != std::string::npos);
  CHECK(lines("5" + request + "\n6" + request + "\n").find("the slot has a request without a verdict\n") !=
        std::string::npos);
  CHECK(lines("5 processor_updates processor=0\n").find("no job that has left for it is without a completion\n") !=
        std::string::npos);
  CHECK(lines("5 last_flits port=0 slot=1 processor=0\n").find("no job stands at the port\n") != std::string::npos);
  CHECK(lines("5" + request + "\n20 last_flits port=0 slot=1 processor=0\n").find("its first flit has not left\n") !=
        std::string::npos);
  CHECK(lines("5 unasked\n") == "1 clocked cycles: equal\n");
  CHECK(lines("5 unasked verdicts\n").find("a clock that nobody asked for has no messages\n") != std::string::npos);
}

namespace {

std::unique_ptr<PinBlock> make_task_cache() { return make_model_block(task_cache_pins()); }
std::unique_ptr<PinBlock> make_monitor() { return make_model_block(monitor_pins()); }
std::unique_ptr<PinBlock> make_faulty_task_cache() {
  return std::make_unique<Faulty>(task_cache_pins(), make_task_cache());
}
std::unique_ptr<PinBlock> make_faulty_monitor() { return std::make_unique<Faulty>(monitor_pins(), make_monitor()); }

/// A monitor that answers registrations a cycle too early, where it can.
class EarlyMonitor final : public PinBlock {
 public:
  void reset(const std::vector<PinBits>& config) override {
    constexpr std::uint32_t kRegisterCycles = 3;
    std::vector<PinBits> quicker = config;
    const std::uint32_t at = kRegisterCycles * PinLayout::kConstantBits;
    std::uint64_t& word = quicker.front().at(at / 64);
    if (get_bits(config.front(), at, PinLayout::kConstantBits) > 1) word -= std::uint64_t{1} << (at % 64);
    works_->reset(quicker);
  }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override { return works_->clock(now, in, out); }
  bool trace(const std::string& path) override { return works_->trace(path); }
  bool end_trace() override { return works_->end_trace(); }

 private:
  std::unique_ptr<PinBlock> works_ = make_monitor();
};

std::unique_ptr<PinBlock> make_early_monitor() { return std::make_unique<EarlyMonitor>(); }

}  // namespace

TEST_CASE("a task cache and a monitor like the model's are equal in worlds that meet every corner") {
  for (const BlockModel& model :
       {BlockModel{"task_cache", "model", {}, make_task_cache}, BlockModel{"monitor", "model", {}, make_monitor}}) {
    const Bench result = bench({model.block, "", kSanitized ? 40'000U : 400'000U, 1}, model);
    INFO(result.said << result.errors);
    CHECK((result.status == 0 || (kSanitized && result.status == 3)));
    CHECK(result.said.find("of 1 models of the " + model.block + ", seed 1: equal; ") != std::string::npos);
  }
}

TEST_CASE("random machines stay within the limits of a task cache and of a monitor") {
  const BlockModel cache = {"task_cache",
                            "small",
                            {{"queues_per_class", 1},
                             {"capacity", 12},
                             {"ring_entries", 64, 64},
                             {"burst_bytes", 64},
                             {"reads_in_flight*outstanding_bursts", 6}},
                            make_task_cache};
  const BlockModel monitor = {
      "monitor", "small", {{"task_ids", 5}, {"completion_window", 32, 32}, {"register_cycles", 1}}, make_monitor};
  campaign::Random random(5);
  for (const BlockModel* model : {&cache, &monitor}) {
    const BlockPins& pins = *find_block_pins(model->block);
    for (int i = 0; i < 200; ++i) {
      const std::vector<std::uint32_t> config = campaign::find_world(pins)->draw_config(*model, random);
      CHECK(find_block_model({*model}, pins, "small", config) != nullptr);
    }
    CHECK(bench({model->block, "small", 20'000, 3}, *model).status != 1);
  }
}

TEST_CASE("a fault in a task cache or a monitor is found by cycle, block and link, and its trace shows it alone") {
  const InputFiles files;
  const auto other = [](std::size_t field) {
    return [field](std::vector<PinMessage>& said, std::size_t i) { said[i].values.at(field) ^= 1U; };
  };
  const auto silent = [](std::vector<PinMessage>& said, std::size_t i) {
    said.erase(said.begin() + static_cast<std::ptrdiff_t>(i));
  };
  const Fault late = [](bool, std::vector<PinMessage>&, Cycle& due) {
    if (due != kNever) due += 3;
  };
  const BlockModel cache = {"task_cache", "mine", {}, make_faulty_task_cache};
  const BlockModel monitor = {"monitor", "mine", {}, make_faulty_monitor};
  namespace of_cache = pins::task_cache;
  namespace of_monitor = pins::monitor;
  const struct {
    const char* what;
    const BlockModel& model;
    Fault fault;
    const char* link;  ///< empty: any
  } faults[] = {
      {"shows a task of another queue", cache, in_message(of_cache::heads, 90, other(0)), "heads"},
      {"shows another task", cache, in_message(of_cache::heads, 120, other(1)), "heads"},
      {"reads another position", cache, in_message(of_cache::reads, 200, other(1)), "reads"},
      {"reads a byte too few or too many", cache, in_message(of_cache::reads, 150, other(3)), "reads"},
      {"forgets a burst", cache, in_message(of_cache::reads, 250, silent), "reads"},
      {"asks for its clock too late", cache, late, ""},
      {"answers the wrong task", monitor, in_message(of_monitor::query_answers, 20, other(1)), "query_answers"},
      {"forgets an id", monitor, in_message(of_monitor::registrations, 100, silent), "registrations"},
      {"frees another processor", monitor, in_message(of_monitor::processor_updates, 130, other(0)),
       "processor_updates"},
      {"tells a wrong oldest task", monitor, in_message(of_monitor::interrupts, 80, other(3)), "interrupts"},
      {"forgets an interrupt", monitor, in_message(of_monitor::interrupts, 60, silent), "interrupts"},
      {"asks for its clock too late", monitor, late, ""},
  };
  for (const auto& [what, model, wrong, link] : faults) {
    INFO(model.block << ' ' << what);
    fault = wrong;
    const Bench result = bench({model.block, "mine", 40'000, 7, files.path("odd")}, model);
    INFO(result.said << result.errors);
    REQUIRE(result.status == 1);
    const Found found = first_line(result.said);
    const std::string begin = model.block + ": model and rtl differ in the link ";
    CHECK(found.rest.substr(0, begin.size()) == begin);
    if (*link != 0) CHECK(found.rest == begin + link);

    // The trace alone: the same fault in the same cycle, and none where there is no fault.
    fault = wrong;
    const Bench again = replay({files.path("odd.trace"), "mine", {}}, model);
    INFO(again.said << again.errors);
    CHECK(again.status == 1);
    CHECK(first_line(again.said).cycle == found.cycle);
    CHECK(first_line(again.said).rest == found.rest);
    const BlockModel sound = {model.block, "mine", {}, model.block == "monitor" ? make_monitor : make_task_cache};
    CHECK(replay({files.path("odd.trace"), "mine", {}}, sound).status == 0);
  }
  const Bench early =
      bench({"monitor", "mine", 40'000, 7, files.path("odd")}, {"monitor", "mine", {}, make_early_monitor});
  INFO(early.said << early.errors);
  CHECK(early.status == 1);
  CHECK(first_line(early.said).rest == "monitor: model and rtl differ in the link registrations");
  CHECK(early.said.find("\n  model: none") != std::string::npos);
}

TEST_CASE("what no task cache and no monitor is told is refused when a file tells it") {
  const InputFiles files;
  const auto said = [&](const BlockModel& model, const std::string& text) {
    const Bench result =
        replay({files.write("odd.trace", "block " + model.block + "\nconfig " + text), "rtl", {}}, model);
    return result.status == 0 ? result.said : result.errors.substr(result.errors.find(": ") + 2);
  };
  const BlockModel cache = {"task_cache", "rtl", {}, make_task_cache};
  const auto of_cache = [&](const std::string& lines) {
    return said(cache,
                "queues_per_class=1 capacity=8 reads_in_flight=2 window=1 full_bytes=64 predecessors=8 ring_entries=4 "
                "burst_bytes=64 outstanding_bursts=2\n" +
                    lines);
  };
  const std::string bell = "5 doorbells queue=1 tail=1\n";
  const std::string burst = "9 descriptors queue=1 position=0 task=3 offset=0 predecessors=0\n";
  const std::string taken = "15 cache_updates room_freed=0 queue=1 task=3\n";
  const std::string freed = "16 cache_updates room_freed=1 queue=1 task=3\n";
  CHECK(of_cache(bell + burst + taken + freed) == "4 clocked cycles: equal\n");
  CHECK(of_cache("5 doorbells queue=5 tail=1\n") ==
        "cycle 5: no block is told this: doorbells queue=5 tail=1: there is no such queue\n");
  CHECK(of_cache("5 doorbells queue=1 tail=5\n").find("the ring has no room for so many\n") != std::string::npos);
  CHECK(of_cache(burst).find("the cache has not asked for it\n") != std::string::npos);
  CHECK(of_cache(bell + "9 descriptors queue=1 position=0 task=4294967295 offset=0 predecessors=0\n")
            .find("no machine has so many tasks at once\n") != std::string::npos);
  CHECK(of_cache(bell + burst + "10" + burst.substr(1)).find("the cache has not asked for it\n") != std::string::npos);
  CHECK(of_cache(taken).find("the task is not shown\n") != std::string::npos);
  CHECK(of_cache(freed).find("the task has no room\n") != std::string::npos);
  CHECK(said(cache,
             "queues_per_class=1 capacity=8 reads_in_flight=2 window=1 full_bytes=64 predecessors=8 "
             "ring_entries=4 burst_bytes=0 outstanding_bursts=2\n") ==
        "no task_cache has burst_bytes=0 (a number in 1..1048576)\n");
  CHECK(said(cache,
             "queues_per_class=1 capacity=4 reads_in_flight=2 window=1 full_bytes=64 predecessors=8 "
             "ring_entries=4 burst_bytes=64 outstanding_bursts=2\n") ==
        "no task_cache has capacity=4 (a place for each of its 5 queues)\n");

  const BlockModel monitor = {"monitor", "rtl", {}, make_monitor};
  const auto with_timers = [&](const std::string& timers, const std::string& lines) {
    return said(monitor,
                "queues_per_class=1 task_ids=4 query_cycles=1 register_cycles=1 predecessors_per_cycle=2 "
                "completion_window=8 window=2 query_wakeups_per_cycle=0 retire_per_cycle=0 " +
                    timers + '\n' + lines);
  };
  const auto of_monitor = [&](const std::string& lines) {
    return with_timers("job_timeout=0 max_retries=0 quarantine=0 watched_jobs=0 timers_per_cycle=0", lines);
  };
  const std::string asks = "5 monitor_requests register=1 queue=0 task=3 number=0 jobs=1 position=0\n";
  const std::string answer = " completions task=3 processor=2 job=0 failed=0 number=0 attempt=0\n";
  const std::string ends = "9" + answer;
  CHECK(of_monitor(asks + ends) == "2 clocked cycles: equal\n");
  CHECK(of_monitor(ends).find("the task has no job left\n") != std::string::npos);
  CHECK(of_monitor(asks + ends + "10" + answer).find("the task has no job left\n") != std::string::npos);
  // With time-outs a job answers once after it has left.
  const auto of_timers = [&](const std::string& lines) {
    return with_timers("job_timeout=9 max_retries=1 quarantine=1 watched_jobs=2 timers_per_cycle=1", lines);
  };
  const auto leaves = [](const std::string& cycle, const std::string& job) {
    return cycle + " job_watches job=" + job + " task=3 processor=2 number=0 attempt=0 sent=6\n";
  };
  CHECK(of_timers(asks + leaves("8", "0") + ends) == "3 clocked cycles: equal\n");
  CHECK(of_timers(asks + ends).find("no such job has left\n") != std::string::npos);
  CHECK(of_timers(asks + leaves("8", "2")).find("no timer has this job\n") != std::string::npos);
  CHECK(of_timers(leaves("8", "0")).find("the task has no id\n") != std::string::npos);
  CHECK(of_timers(asks + leaves("8", "1") + leaves("9", "1")).find("another job has this number\n") !=
        std::string::npos);
  CHECK(of_monitor(asks + "6" + asks.substr(1)).find("the task has asked already\n") != std::string::npos);
  // A queue shows two tasks at once, until they have their ids.
  const auto asks_too = [](const char* queue) {
    return "5 monitor_requests register=1 queue=0 task=3 number=0 jobs=1 position=0\n"
           "6 monitor_requests register=0 queue=0 task=4 number=1 jobs=1 position=1 waits_for number=0 "
           "registered=0\n"
           "7 monitor_requests register=0 queue=0 task=5 number=2 jobs=1 position=2 waits_for number=0 "
           "registered=0\n"
           "8 monitor_requests register=0 queue=" +
           std::string(queue) + " task=6 number=3 jobs=1 position=3 waits_for number=0 registered=0\n";
  };
  CHECK(of_monitor(asks_too("1")) == "4 clocked cycles: equal\n");
  CHECK(of_monitor(asks_too("0")).find("the queue shows no more tasks\n") != std::string::npos);
  CHECK(of_monitor("5 waits_for number=1 registered=0\n").find("no task asks for others in this cycle\n") !=
        std::string::npos);
  CHECK(of_monitor("5 monitor_requests register=1 queue=0 task=3 number=8 jobs=1 position=0\n")
            .find("the task is none of those that are remembered\n") != std::string::npos);
  CHECK(of_monitor("5 monitor_requests register=1 queue=4 task=3 number=0 jobs=1 position=0\n")
            .find("tasks have jobs, and events have none\n") != std::string::npos);
}

}  // namespace gantry::block_bench_test
