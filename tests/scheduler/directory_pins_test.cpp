// SPDX-License-Identifier: Apache-2.0
// The data directory behind its pins, and the other blocks behind theirs in runs whose tasks have data.
#include <sstream>
#include <string>
#include <vector>

#include "blocks/campaign/block_campaign.h"
#include "blocks/campaign/block_replay.h"
#include "blocks/campaign/block_world.h"
#include "blocks/pin_recording.h"
#include "gantry/scheduler/data_stats.h"
#include "input_files.h"
#include "pins/directory_pins.h"
#include "program_run.h"
#include "random_experiment.h"
#include "sanitized.h"
#include "scheduler/block_runs.h"
#include "scheduler/data_machines.h"

namespace gantry::directory_pins_test {

using namespace block_runs;

namespace {

std::uint64_t count_of(const RunStats& stats, const std::string& counter) {
  for (const BlockStats& block : stats.blocks) {
    for (const auto& [name, value] : block.counters) {
      if (block.name == "directory" && name == counter) return value;
    }
  }
  return 0;
}

/// Reads random machines until `runs` of them are possible, and visits these.
template <class Visit>
void for_each_machine(std::uint64_t runs, Visit visit) {
  const InputFiles files;
  for (std::uint64_t seed = 1; runs > 0; ++seed) {
    REQUIRE(seed < 2000);
    Diagnostics diagnostics;
    auto experiment = load_experiment(files.write("data.yaml", data_machine(seed)), {}, diagnostics);
    INFO("seed " << seed << ": " << (diagnostics.ok() ? "" : diagnostics.lines(1).front()));
    REQUIRE(experiment);
    experiment->max_cycles = 300'000;
    if (!can_run(*experiment)) continue;
    --runs;
    visit(*experiment);
  }
}

void check_same(const RecordedRun& run, const RecordedRun& plain) {
  CHECK((run.lives() == plain.lives()));
  CHECK((run.bytes() == plain.bytes()));
}

const char* const kUsual = "architecture:\n  processors: [{count: 4, local: {bytes: 4096, bytes_per_cycle: 32}}]\n";

const char* const kLikeTheCore =
    "policies: {picker: weight_delay, processor_choice: least_loaded}\n"
    "architecture:\n"
    "  processors: [{count: 4, local: {bytes: 4096, bytes_per_cycle: 32}}]\n"
    "  dispatcher: {mode: gang, match_against: idle, choice_latency_cycles: 1,\n"
    "               picker: {entries: 16, pick_latency_cycles: 1, reweigh_cycles: 12}}\n";

std::string with_data(const std::string& machine) {
  return machine +
         "workload:\n"
         "  data: [{id: w, bytes: 900, parts: 3}, {id: a, bytes: 512}, {id: b, bytes: 512}]\n"
         "  tasks:\n"
         "    - {id: one, jobs: 4, cycles: 50, reads: [w], writes: [a]}\n"
         "    - {id: two, jobs: 2, cycles: 50, reads: [a], writes: [b]}\n"
         "    - {id: three, jobs: 4, cycles: 50, reads: [a, {data: b, per_job: whole}]}\n";
}

/// Names the first store for every part that is read.
class AlwaysFirst final : public PinBlock {
 public:
  AlwaysFirst() : layout_(directory_pins()), works_(make_model_block(directory_pins())) {}
  void reset(const std::vector<PinBits>& config) override { works_->reset(config); }
  Cycle clock(Cycle now, const PinBits& in, PinBits& out) override {
    const Cycle due = works_->clock(now, in, out);
    std::vector<PinMessage> said;
    layout_.unpack(false, out, said);
    for (PinMessage& message : said) {
      auto source = unpack<pins::Source>(message);
      if (source.answer.store != kGlobalMemory) source.answer.store = 0;
      message = pack(message.link, source);
    }
    layout_.pack(false, said, out);
    return due;
  }
  bool trace(const std::string& /*path*/) override { return false; }
  bool end_trace() override { return false; }

 private:
  PinLayout layout_;
  std::unique_ptr<PinBlock> works_;
};

std::unique_ptr<PinBlock> make_directory() { return make_model_block(directory_pins()); }
std::unique_ptr<PinBlock> make_always_first() { return std::make_unique<AlwaysFirst>(); }

}  // namespace

TEST_CASE("the bench meets every corner of a directory, and its trace shows a fault again") {
  const InputFiles files;
  const BlockModel sound = {"directory", "mine", {}, make_directory};
  const BlockModel odd = {"directory", "mine", {}, make_always_first};
  std::ostringstream out;
  std::ostringstream errors;
  const int status = campaign::run_block_campaign({"directory", "", 40'000, 1}, {sound}, out, errors);
  INFO(out.str() << errors.str());
  CHECK(status == 0);
  out.str("");
  REQUIRE(campaign::run_block_campaign({"directory", "mine", 40'000, 1, files.path("odd")}, {odd}, out, errors) == 1);
  CHECK(out.str().find(": directory: model and rtl differ in the link sources\n  model: job=") != std::string::npos);
  CHECK(campaign::replay_block({files.path("odd.trace"), "mine", {}}, {odd}, out, errors) == 1);
  CHECK(campaign::replay_block({files.path("odd.trace"), "mine", {}}, {sound}, out, errors) == 0);
  CHECK(errors.str().empty());
}

TEST_CASE("random machines stay within the limits of a directory") {
  const BlockModel model = {
      "directory", "small", {{"entries", 3}, {"stores", 2}, {"stores*processors", 8}}, make_directory};
  const campaign::WorldKind& kind = *campaign::find_world(directory_pins());
  campaign::Random random(5);
  for (int i = 0; i < 200; ++i) {
    CHECK(find_block_model({model}, directory_pins(), "small", kind.draw_config(model, random)) != nullptr);
  }
}

TEST_CASE("what no directory is told is refused when a file tells it") {
  const InputFiles files;
  const BlockModel model = {"directory", "rtl", {}, make_directory};
  const auto said = [&](const std::string& text) {
    std::ostringstream out;
    std::ostringstream errors;
    const int status = campaign::replay_block({files.write("it.trace", text), "rtl", {}}, {model}, out, errors);
    return status == 0 ? out.str() : errors.str().substr(errors.str().find(": ") + 2);
  };
  const std::string config = "block directory\nconfig entries=1 parts_per_cycle=2 stores=1 processors=1\n";
  const std::string head = config + "distance store=0 processor=0 hops=0\n";
  const auto part = [](const std::string& job, const std::string& index, const std::string& last) {
    return " parts job=" + job + " index=" + index + " last=" + last +
           " object=0 part=0 written=0 readers=1 processor=0 store=0";
  };
  const std::string use = " uses object=0 part=0 store=0 stay=1 written=0 readers=1 gone=1\n";
  CHECK(said(head + "5" + part("1", "0", "0") + part("1", "1", "0") + "\n6" + part("1", "2", "1") +
             "\n7 departures object=0 part=0 store=0 stay=1\n9" + use) == "4 clocked cycles: equal\n");
  CHECK(said(config + "5" + part("1", "0", "1") + '\n') == "the table has 0 distances, not 1\n");
  CHECK(said(config + "distance store=0 processor=1 hops=0\n5" + use) ==
        "the table has its rows by store, then by processor, each once\n");
  CHECK(said("block directory\nconfig entries=1 parts_per_cycle=65 stores=0 processors=1\n5" + part("1", "0", "1")) ==
        "no directory has parts_per_cycle=65 (a number in 1..64)\n");
  const auto refused = [&](const std::string& line, const std::string& reason) {
    const std::string text = said(head + line);
    INFO(text);
    CHECK(text.find(": " + reason + '\n') != std::string::npos);
  };
  refused("5" + part("1", "0", "0") + part("1", "1", "0") + part("1", "2", "0"),
          "more parts than are looked up in a cycle");
  refused("5" + part("1", "1", "1"), "the list of another job goes on, or this one begins in the middle");
  refused("5" + part("1", "0", "0") + "\n6" + part("2", "1", "1"),
          "the list of another job goes on, or this one begins in the middle");
  refused("5" + use, "no departure of this stay has been told");
  refused("5 departures object=0 part=0 store=1 stay=1", "there is no such store");
}

TEST_CASE("a directory that knows its pins alone gives the bytes of the model's, alone and beside it") {
  std::uint64_t lookups = 0;
  std::uint64_t unknown = 0;
  std::uint64_t dropped = 0;
  std::uint64_t from_stores = 0;
  for_each_machine(kSanitized ? 10 : 60, [&](const Experiment& experiment) {
    REQUIRE(!beyond_pins(directory_pins(), config_behind_pins(experiment)));
    const RecordedRun plain = run_with(experiment, {});
    lookups += count_of(plain.stats, "lookups");
    unknown += count_of(plain.stats, "unknown");
    dropped += plain.stats.data->dropped.parts;
    from_stores += plain.stats.data->store.parts;
    for (const bool alone : {false, true}) {
      INFO((alone ? "alone" : "beside the model"));
      check_same(run_with(experiment, directory_pins(), &model_behind_pins(directory_pins()), alone), plain);
    }
  });
  // It was worth looking.
  CHECK(lookups > (kSanitized ? 300 : 3000));
  CHECK(unknown > (kSanitized ? 10 : 100));
  CHECK(dropped > 0);
  CHECK(from_stores > (kSanitized ? 20 : 200));
}

TEST_CASE("the blocks that know nothing of data stand behind their pins as without") {
  for_each_machine(kSanitized ? 3 : 12, [](const Experiment& experiment) {
    const RecordedRun plain = run_with(experiment, {});
    for (const BlockPins* pins : {&task_cache_pins(), &decomposer_pins(), &monitor_pins()}) {
      INFO(pins->block);
      for (const bool alone : {false, true}) {
        check_same(run_with(experiment, *pins, &model_behind_pins(*pins), alone), plain);
      }
    }
    std::vector<ChosenBackend> together;
    std::vector<ChosenBackend> all_alone;
    for (const BlockPins* pins : all_block_pins()) {
      if (pins == &dispatcher_pins()) continue;
      together.push_back(backend_of(experiment, *pins, model_behind_pins(*pins), false));
      all_alone.push_back(backend_of(experiment, *pins, model_behind_pins(*pins), true));
    }
    check_same(run_with(experiment, together), plain);
    check_same(run_with(experiment, all_alone), plain);
  });
}

TEST_CASE("a run with data refuses a dispatcher behind pins, and one without refuses a directory") {
  const InputFiles files;
  const auto refusal = [&](const std::string& text, const BlockChoice& choice) {
    Diagnostics diagnostics;
    const auto experiment = load_experiment(files.write("it.yaml", text), {}, diagnostics);
    INFO((diagnostics.ok() ? "" : diagnostics.lines(1).front()));
    REQUIRE(experiment);
    check_block_engine(choice, *experiment, {"--engine it", 0, 0}, diagnostics);
    REQUIRE(diagnostics.lines(9).size() == 1);
    return diagnostics.lines(1).front();
  };
  const std::string data = with_data(kUsual);
  const std::string plain = kUsual + std::string("workload: {tasks: [{id: a, jobs: 1, cycles: 5}]}\n");
  for (const bool alone : {false, true}) {
    CHECK(refusal(data, {"dispatcher", "rtl", alone}) ==
          "--engine it: error: tasks with data objects need a dispatcher that asks the directory about each picked "
          "job, and the pins of the dispatcher have no such message");
    CHECK(refusal(plain, {"directory", "rtl", alone}) ==
          "--engine it: error: there is no directory in this run (expected tasks that have data objects)");
  }
  CHECK(refusal(data, {"directory", "theirs", true}) ==
        "--engine it: error: there is no directory in Verilog of the name 'theirs' in this program");
  CHECK(refusal(kUsual + std::string("workload:\n  data: [{id: w, bytes: 900, parts: 65}]\n"
                                     "  tasks: [{id: a, cycles: 5, reads: [w]}]\n"),
                {"directory", "rtl", true}) ==
        "--engine it: error: the pins of the directory cannot tell 65 parts of a job (at most 64, told with its "
        "completion)");
  CHECK(refusal(with_data("architecture:\n  interconnect: {topology: mesh, columns: auto, rows: auto}\n"
                          "  processors: [{count: 257, local: {bytes: 4096, bytes_per_cycle: 32}}]\n"),
                {"directory", "rtl", true}) ==
        "--engine it: error: the table of the directory cannot tell the distances of 257 stores from 257 processors "
        "(at most 65536 rows)");
}

TEST_CASE("the picker and the dispatch core in Verilog run beside the model's in a run with data") {
  const InputFiles files;
  for (const std::string engine :
       {"picker=rtl", "picker=lockstep", "dispatch_core=lockstep", "decomposer=rtl", "decomposer=lockstep"}) {
    INFO(engine);
    files.write("it.yaml", with_data(engine == "dispatch_core=lockstep" ? kLikeTheCore : kUsual));
    CHECK(ProgramRun(files, {"run", "it.yaml", "--out", "model"}).finish() == 0);
    ProgramRun run(files, {"run", "it.yaml", "--out", "other", "--engine", engine});
    INFO(run.err());
    CHECK(run.finish() == 0);
    for (const char* file : {"tasks.csv", "jobs.csv"}) {
      CHECK(
          (file_text(files.path(std::string("other/") + file)) == file_text(files.path(std::string("model/") + file))));
    }
  }
}

}  // namespace gantry::directory_pins_test
