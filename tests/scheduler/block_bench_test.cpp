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
#include "gantry/scheduler/block_pins.h"
#include "gantry/scheduler/dispatcher_pins.h"
#include "input_files.h"
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
                 std::function<void(std::vector<PinMessage>&, std::size_t)> change) {
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
                            {{"processors", 3}, {"slots", 5}, {"send_ports", 1}, {"picker", 1}, {"choice", 0},
                             {"entries", 4}, {"slots*processors+entries", 16}},
                            make_dispatcher};
  const campaign::WorldKind& kind = *campaign::find_world(dispatcher_pins());
  campaign::Random random(5);
  for (int i = 0; i < 200; ++i) {
    const std::vector<std::uint32_t> config = kind.draw_config(model, random);
    CHECK(find_block_model({model}, dispatcher_pins(), "small", config) != nullptr);
  }
  CHECK(bench({"dispatcher", "small", 20'000, 3}, model).status != 1);
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
  CHECK(file_text(files.path("odd.vcd")).find("now_i") != std::string::npos);
  // Ours has no such fault, and is shown from the file.
  campaign::BlockReplay again = {files.path("odd.trace"), "rtl", {}};
  again.waves.path = files.path("again.vcd");
  CHECK(replay(again, *rtl).status == 0);
  CHECK(file_text(files.path("again.vcd")).find("now_i") != std::string::npos);
}

TEST_CASE("what no dispatcher is told is refused when a file tells it") {
  const InputFiles files;
  const BlockModel model = {"dispatcher", "rtl", {}, make_dispatcher};
  std::vector<std::uint32_t> config;
  for (const PinConstant& constant : dispatcher_pins().config) {
    const std::vector<std::pair<std::string_view, std::uint32_t>> some = {
        {"slots", 4},    {"processors", 1}, {"match_jobs_per_cycle", 4}, {"match_timeout", 128}, {"decisions_per_round", 1},
        {"send_ports", 1}, {"collect_cycles", 1}, {"entries", 4},        {"classes", 1},         {"pick_interval_cycles", 1},
        {"pick_latency_cycles", 1}, {"least_slack_parallel", 1}};
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
  CHECK(changed("least_slack_parallel=1", "least_slack_parallel=0").find("no dispatcher has least_slack_parallel=0") == 0);
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

}  // namespace gantry::block_bench_test
