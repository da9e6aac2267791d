// SPDX-License-Identifier: Apache-2.0
// Text workloads of ASTRA-sim 1.0 and SimAI: the tasks of every parallelism, which waits for which, and what can be
// wrong in a file.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "foreign_workload.h"
#include "shared_folder.h"

namespace gantry::simai_test {

namespace {

/// A layer without collectives; fields that differ are given.
struct Layer {
  std::string name;
  std::string forward = "10 NONE 0";
  std::string input = "20 NONE 0";
  std::string weight = "30 NONE 0";
  std::string update = "5";
  std::string own = {};  ///< parallelism of the layer
};

std::string file(const std::string& header, const std::vector<Layer>& layers) {
  std::string text = header + "\n" + std::to_string(layers.size()) + "\n";
  for (const Layer& layer : layers) {
    text += layer.name + "\t-1\t" + layer.forward + '\t' + layer.input + '\t' + layer.weight + "  " + layer.update +
            (layer.own.empty() ? "" : ' ' + layer.own) + '\n';
  }
  return text;
}

/// Lines "id: predecessors", in the order of the tasks.
Lines graph(const Workload& workload) {
  Lines lines;
  for (std::size_t t = 0; t < workload.tasks.size(); ++t)
    lines.push_back(workload.tasks[t].id + ": " + after(workload, t));
  return lines;
}

struct Read {
  Workload workload;
  Lines notes;
};

Read load_noted(const std::string& text) {
  Read read;
  Diagnostics diagnostics;
  read_workload(text, "f", "simai", read.workload, diagnostics);
  read.notes = diagnostics.take_notes();
  CHECK(diagnostics.lines() == Lines());
  return read;
}

const Layer kSharded{"a", "10 ALLREDUCE 100", "20 ALLREDUCE 200", "30 ALLREDUCE 300"};
const Layer kPlain{"b"};

}  // namespace

TEST_CASE("a layer's three phases are tasks in ns, and each collective moves its bytes", "[formats]") {
  const std::string text = file("HYBRID_TRANSFORMER\tmodel_parallel_NPU_group: 8", {kSharded});
  CHECK(guess(text) == "simai");
  const Workload workload = load("simai", text);
  CHECK(workload.unit == "ns");
  CHECK(workload.by_clock);
  CHECK(graph(workload) ==
        Lines{"a.0.forward: ", "a.0.forward.allreduce: a.0.forward", "a.0.forward.update: a.0.forward.allreduce",
              "a.0.input_gradient: a.0.forward.update", "a.0.input_gradient.allreduce: a.0.input_gradient",
              "a.0.input_gradient.update: a.0.input_gradient.allreduce", "a.0.weight_gradient: a.0.forward.update",
              "a.0.weight_gradient.allreduce: a.0.weight_gradient",
              "a.0.weight_gradient.update: a.0.weight_gradient.allreduce"});
  CHECK(workload.tasks[0].cycles == 10);
  CHECK(workload.tasks[0].cls == TaskClass::block);
  CHECK(workload.tasks[0].input_bytes == 0);
  CHECK(workload.tasks[1].cls == TaskClass::communication);
  CHECK(workload.tasks[1].cycles == 0);
  CHECK(workload.tasks[1].input_bytes == 100);
  CHECK(workload.tasks[1].output_bytes == 100);
  CHECK(workload.tasks[2].cycles == 5);
  // 10 + 20 + 30 and three updates.
  CHECK(facts(workload).unit_total_work == 75.0);
}

TEST_CASE("times of a text workload follow the clock", "[formats]") {
  Workload workload;
  Diagnostics diagnostics;
  WorkloadKeys keys;
  keys.clock_mhz = 500;
  read_workload(file("DATA", {kPlain}), "f", "simai", workload, diagnostics, nullptr, keys);
  CHECK(diagnostics.lines() == Lines());
  CHECK(workload.tasks[0].cycles == 5);
}

TEST_CASE("a forward collective blocks the next layer, a weight gradient's only its update", "[formats]") {
  const Workload workload = load(
      "simai",
      file("HYBRID_DATA_MODEL", {{"a", "10 ALLGATHER 8"}, {"b", "1 NONE 0", "2 ALLREDUCE 4", "3 ALLREDUCE 6", "0"}}));
  CHECK(graph(workload) ==
        Lines{"a.0.forward: ", "a.0.forward.allgather: a.0.forward", "a.0.forward.update: a.0.forward.allgather",
              "b.1.forward: a.0.forward.update", "b.1.input_gradient: b.1.forward",
              "b.1.input_gradient.allreduce: b.1.input_gradient", "b.1.weight_gradient: b.1.forward",
              "b.1.weight_gradient.allreduce: b.1.weight_gradient", "a.0.input_gradient: b.1.input_gradient.allreduce",
              "a.0.weight_gradient: b.1.input_gradient.allreduce"});
}

TEST_CASE("each parallelism has its collectives, and a note counts the others", "[formats]") {
  // Two layers, each with a collective in all phases: six collectives.
  const auto collectives = [](const std::string& header) {
    const Read read = load_noted(file(header, {kSharded, kSharded}));
    std::string text;
    for (const WorkloadTask& task : read.workload.tasks) {
      if (task.cls == TaskClass::communication) text += task.id.substr(2, task.id.rfind('.') - 2) + ' ';
    }
    for (const std::string& note : read.notes) text += note;
    return text;
  };
  CHECK(collectives("HYBRID_TRANSFORMER model_parallel_NPU_group: 2") ==
        "0.forward 1.forward 1.input_gradient 1.weight_gradient 0.input_gradient 0.weight_gradient ");
  const std::string hybrid = "0.forward 1.forward 1.input_gradient 1.weight_gradient 0.weight_gradient ";
  CHECK(collectives("HYBRID_DATA_MODEL") ==
        hybrid + "f:1:1: note: 1 of 6 collectives are not in the loop HYBRID_DATA_MODEL and are left out");
  CHECK(collectives("HYBRID_MODEL_DATA") ==
        hybrid + "f:1:1: note: 1 of 6 collectives are not in the loop HYBRID_MODEL_DATA and are left out");
  CHECK(collectives("MODEL") ==
        "0.forward 1.forward 1.input_gradient "
        "f:1:1: note: 3 of 6 collectives are not in the loop MODEL and are left out");
  CHECK(collectives("DATA") ==
        "1.weight_gradient 0.weight_gradient "
        "f:1:1: note: 4 of 6 collectives are not in the loop DATA and are left out");
  CHECK(collectives("DISTRIBUTED_INFERENCE") ==
        "0.forward 1.forward "
        "f:1:1: note: 4 of 6 collectives are not in the loop DISTRIBUTED_INFERENCE and are left out");
  CHECK(collectives("MICRO") ==
        "0.weight_gradient 1.weight_gradient "
        "f:1:1: note: 4 of 6 collectives are not in the loop MICRO and are left out");
}

TEST_CASE("data parallelism has no input gradient of the first layer, and weights come first", "[formats]") {
  CHECK(graph(load("simai", file("DATA", {{"a", "1 NONE 0", "2 NONE 0", "3 ALLREDUCE 64"}, kPlain}))) ==
        Lines{"a.0.forward: ", "b.1.forward: a.0.forward", "b.1.weight_gradient: b.1.forward",
              "b.1.input_gradient: b.1.forward", "a.0.weight_gradient: b.1.input_gradient",
              "a.0.weight_gradient.allreduce: a.0.weight_gradient",
              "a.0.weight_gradient.update: a.0.weight_gradient.allreduce"});
}

TEST_CASE("inference is the forward pass, a microbenchmark a chain of collectives", "[formats]") {
  CHECK(graph(load("simai",
                   file("DISTRIBUTED_INFERENCE", {{"a", "1 ALLGATHER 8", "0 NONE 0", "0 NONE 0", "0"}, kPlain}))) ==
        Lines{"a.0.forward: ", "a.0.forward.allgather: a.0.forward", "b.1.forward: a.0.forward.allgather"});
  CHECK(graph(load("simai", file("MICRO", {{"a", "1 NONE 0", "1 NONE 0", "1 ALLTOALL 8", "0"},
                                           {"b", "1 NONE 0", "1 NONE 0", "1 ALLTOALL_EP 16", "7"}}))) ==
        Lines{"a.0.weight_gradient.alltoall: ", "b.1.weight_gradient.alltoall_ep: a.0.weight_gradient.alltoall",
              "b.1.weight_gradient.update: b.1.weight_gradient.alltoall_ep"});
}

TEST_CASE("embeddings of a DLRM are exchanged beside the bottom layers", "[formats]") {
  const std::vector<Layer> layers = {{"e", "1 ALLTOALL 8", "2 ALLTOALL 16", "3 NONE 0", "0"}, {"b1"}, {"t2"}};
  // Layer 2 needs the embeddings of layer 0, whose gradients go back after its own.
  for (const char* header : {"HYBRID_DLRM 1", "HYBRID_DLRM_ENHANCED DLRM_LAST_BOTTOM_LAYER: 1"}) {
    CHECK(graph(load("simai", file(header, layers))) ==
          Lines{"e.0.forward: ", "e.0.forward.alltoall: e.0.forward", "b1.1.forward: e.0.forward",
                "t2.2.forward: b1.1.forward e.0.forward.alltoall", "t2.2.weight_gradient: t2.2.forward",
                "t2.2.input_gradient: t2.2.forward", "e.0.input_gradient.alltoall: t2.2.input_gradient",
                "b1.1.weight_gradient: t2.2.input_gradient", "b1.1.input_gradient: t2.2.input_gradient",
                "e.0.weight_gradient: b1.1.input_gradient"});
  }
  CHECK(graph(load("simai", file("HYBRID_DLRM 0", layers)))[2] == "b1.1.forward: e.0.forward.alltoall");
}

TEST_CASE("layers from a checkpoint on are computed again before the backward pass of the one that asks", "[formats]") {
  const std::string header = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 4 checkpoints: 1 1 ";
  const Workload workload =
      load("simai", file(header + "checkpoint_initiates: 1 3",
                         {{"a"}, {"b"}, {"c", "1 ALLREDUCE 8", "2 NONE 0", "3 NONE 0", "0"}, {"d"}}));
  const Lines lines = graph(workload);
  CHECK(Lines(lines.begin() + 5, lines.end()) ==
        Lines{"b.1.forward_for_3: d.3.forward", "c.2.forward_for_3: b.1.forward_for_3",
              "c.2.forward_for_3.allreduce: c.2.forward_for_3", "d.3.input_gradient: c.2.forward_for_3.allreduce",
              "d.3.weight_gradient: c.2.forward_for_3.allreduce", "c.2.input_gradient: d.3.input_gradient",
              "c.2.weight_gradient: d.3.input_gradient", "b.1.input_gradient: c.2.input_gradient",
              "b.1.weight_gradient: c.2.input_gradient", "a.0.input_gradient: b.1.input_gradient",
              "a.0.weight_gradient: b.1.input_gradient"});
}

TEST_CASE("a customized file has a parallelism for each layer", "[formats]") {
  Layer model = kSharded;
  Layer data = kSharded;
  model.own = "MODEL";
  data.own = "DATA";
  const Read read = load_noted(file("HYBRID_CUSTOMIZED", {data, model}));
  CHECK(read.notes == Lines{"f:1:1: note: 3 of 6 collectives are not in the loop HYBRID_CUSTOMIZED and are left out"});
  Lines moved;
  for (const WorkloadTask& task : read.workload.tasks) {
    if (task.cls == TaskClass::communication) moved.push_back(task.id);
  }
  CHECK(moved == Lines{"a.1.forward.allreduce", "a.1.input_gradient.allreduce", "a.0.weight_gradient.allreduce"});
}

TEST_CASE("SimAI's longer first line is read", "[formats]") {
  const std::string text = file(
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 16 pp: 12 vpp: 8 ga: 24 all_gpus: 9216 "
      "checkpoints: 0 checkpoint_initiates: 0 pp_comm 50331648",
      {kPlain});
  CHECK(guess(text) == "simai");
  CHECK(ids(load("simai", text)) == Lines{"b.0.forward", "b.0.input_gradient", "b.0.weight_gradient"});
  CHECK(guess("DATA\nno number\n") == "none");
  CHECK(guess("PIPELINE\n1\n") == "none");
}

TEST_CASE("every mistake in a text workload is named with its place", "[formats]") {
  struct Case {
    std::string text;
    std::string error;
  };
  const std::string recomputing = "HYBRID_TRANSFORMER_FWD_IN_BCKWD ";
  const std::vector<Case> cases = {
      {"PIPELINE\n1\n",
       "f:1:1: error: the file must begin with the parallelism DATA, MODEL, HYBRID_DATA_MODEL, HYBRID_MODEL_DATA, "
       "HYBRID_CUSTOMIZED, HYBRID_TRANSFORMER, HYBRID_TRANSFORMER_FWD_IN_BCKWD, HYBRID_DLRM, HYBRID_DLRM_ENHANCED, "
       "DISTRIBUTED_INFERENCE or MICRO, not 'PIPELINE'"},
      {"DATA\n", "f:2:1: error: the second line must be the number of layers"},
      {"DATA\n1 2\n", "f:2:1: error: the second line must be the number of layers"},
      {"DATA\n-1\n", "f:2:1: error: the number of layers must be a whole number from 0 to 4194304, not '-1'"},
      {"DATA\n0\n", "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {"DATA\n2\na -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n", "f:2:1: error: 2 layers are announced, and 1 follow"},
      {"DATA\n1\na -1 1 NONE 0\n",
       "f:3:1: error: this layer has 5 fields; a name, a dependence, time, collective and bytes of each of the three "
       "phases, an update time are 12"},
      {file("DATA", {{"a", "x NONE 0"}}),
       "f:3:6: error: the time of the forward pass must be a number that is not negative, not 'x'"},
      {file("DATA", {{"a", "1 NONE 0", "1 GATHER 4"}}),
       "f:3:17: error: the collective of the input gradient must be NONE, ALLREDUCE, ALLTOALL, ALLREDUCEALLTOALL, "
       "ALLGATHER, REDUCESCATTER or BROADCAST (with _EP, _DP or _DP_EP), not 'GATHER'"},
      {file("DATA", {{"a", "1 NONE 0", "1 NONE 0", "1 ALLREDUCE 1.5"}}),
       "f:3:36: error: the bytes of a collective must be a whole number from 0 to 18446744073709551615, not '1.5'"},
      {file("DATA", {{"a", "1 NONE 0", "1 NONE 0", "1 NONE 0", "-5"}}),
       "f:3:34: error: the update time must be a number that is not negative, not '-5'"},
      {file("HYBRID_CUSTOMIZED", {{"a", "1 NONE 0", "1 NONE 0", "1 NONE 0", "5", "ALL"}}),
       "f:3:36: error: the parallelism of a layer must be DATA, MODEL, HYBRID_DATA_MODEL, HYBRID_MODEL_DATA, "
       "HYBRID_CUSTOMIZED, HYBRID_TRANSFORMER, HYBRID_TRANSFORMER_FWD_IN_BCKWD, HYBRID_DLRM, HYBRID_DLRM_ENHANCED, "
       "DISTRIBUTED_INFERENCE or MICRO, not 'ALL'"},
      {file("DATA 4", {kPlain}), "f:1:6: error: the first line must go on with `name: value` pairs; '4' has no name"},
      {file("DATA ep:", {kPlain}),
       "f:1:6: error: the first line must go on with `name: value` pairs; 'ep:' has no value"},
      {file("HYBRID_DLRM", {kPlain}),
       "f:1:1: error: HYBRID_DLRM needs the number of the last bottom layer (as in `HYBRID_DLRM 4`)"},
      {file("HYBRID_DLRM 1", {kPlain}),
       "f:1:1: error: last bottom layer 1 is none of the 1 layers, which count from 0"},
      {file(recomputing + "checkpoints: 2 0", {kPlain}),
       "f:1:46: error: the list checkpoints: has fewer than 2 layers"},
      {file(recomputing + "checkpoints: 1 7", {kPlain}),
       "f:1:1: error: checkpoint 7 is none of the 1 layers, which count from 0"},
      {file(recomputing + "checkpoints: 1 0 checkpoint_initiates: 1 0", {kPlain}),
       "f:1:1: error: layer 0 initiates a recomputation, and no checkpoint is before it"},
      {file("DATA", {{"a", "1 NONE 0", "1 NONE 0", "1 ALLREDUCE 1099511627777"}}),
       "f:3:1: error: task 'a.0.weight_gradient.allreduce' reads bytes per job beyond 1099511627776 (a smaller "
       "mapping.bytes_scale)"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const Lines lines = errors("simai", c.text);
    CHECK((lines.empty() ? "" : lines[0]) == c.error);
  }
}

TEST_CASE("more tasks than a workload may have are refused before they are made", "[formats]") {
  // Each of 3,000 layers computes all before it again: 4.5 million tasks.
  std::string header = "HYBRID_TRANSFORMER_FWD_IN_BCKWD checkpoints: 1 0 checkpoint_initiates: 2999";
  for (int i = 1; i < 3000; ++i) header += ' ' + std::to_string(i);
  CHECK(errors("simai", file(header, std::vector<Layer>(3000, kPlain))) ==
        Lines{"f:1:1: error: more than 4194304 tasks"});
}

TEST_CASE("a text workload of AICB has the known sums", "[shared]") {
  namespace fs = std::filesystem;
  const fs::path folder = shared_path("models");
  if (!has_shared(folder / "simai-text" / "facts.jsonl")) return;
  std::ifstream in(folder / "simai-text" / "facts.jsonl");
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json known = nlohmann::json::parse(line);
    Workload workload;
    Diagnostics diagnostics;
    std::string guessed;
    load_workload((folder / known.at("file").get<std::string>()).string(), "", workload, diagnostics, &guessed);
    CHECK(diagnostics.lines() == Lines());
    CHECK(guessed == "simai");
    std::map<std::string, std::uint64_t> times;
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> moved;
    for (const WorkloadTask& task : workload.tasks) {
      const std::string last = task.id.substr(task.id.rfind('.') + 1);
      if (task.cls == TaskClass::communication) {
        moved[last].first += 1;
        moved[last].second += task.input_bytes;
        CHECK(task.output_bytes == task.input_bytes);
      } else {
        times[last] += task.cycles;
      }
    }
    CHECK(times["forward"] == known.at("forward_ns"));
    CHECK(times["input_gradient"] == known.at("input_grad_ns"));
    CHECK(times["weight_gradient"] == known.at("weight_grad_ns"));
    std::uint64_t collectives = 0;
    for (const auto& [kind, sums] : known.at("collectives_count_bytes").items()) {
      std::string small = kind;
      for (char& c : small) c = static_cast<char>(c | 0x20);
      CHECK(moved[small].first == sums.at(0));
      CHECK(moved[small].second == sums.at(1));
      collectives += sums.at(0).get<std::uint64_t>();
    }
    CHECK(times["update"] == 100 * collectives);
    CHECK(workload.tasks.size() == 3 * known.at("layers").get<std::uint64_t>() + 2 * collectives);
  }
}

}  // namespace gantry::simai_test
