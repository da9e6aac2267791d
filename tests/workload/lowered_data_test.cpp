// SPDX-License-Identifier: Apache-2.0
// `lowering.data: objects`: tensors of a model become data objects, read as the cut says, and no byte counts twice.
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "foreign_workload.h"
#include "gantry/workload/data_use.h"
#include "workload/lowering.h"
#include "workload/tensor_graph.h"

namespace gantry::lowered_data_test {

namespace {

struct Lowered {
  Workload workload;
  Lines lines;
};

Lowered lower(const std::string& table, const std::string& keys) {
  Lowered made;
  Diagnostics diagnostics;
  const auto node = parse_yaml("{data: objects, " + keys + "}", "l", diagnostics);
  WorkloadKeys with;
  with.lowering = &*node;
  read_workload(table, "f", "layers", made.workload, diagnostics, nullptr, with);
  made.lines = diagnostics.lines();
  return made;
}

/// "4 jobs: fc.weights fc.input* > fc.output": reads a share of the weights and the complete input.
std::string uses(const Workload& workload, std::size_t task) {
  const WorkloadTask& t = workload.tasks.at(task);
  std::string text = std::to_string(t.jobs) + " jobs:";
  for (const WorkloadRead& read : t.reads) text += ' ' + workload.data[read.object].id + (read.whole ? "*" : "");
  text += " >";
  for (const WorkloadWrite& write : t.writes) text += ' ' + workload.data[write.object].id;
  return text;
}

/// "fc.weights(65536 in 4)": objects that nobody writes in their parts, "fc.output(8192)" the others; "+": kept.
Lines objects(const Workload& workload) {
  const std::vector<std::uint32_t> writers = object_writers(workload);
  Lines lines;
  for (std::size_t object = 0; object < writers.size(); ++object) {
    const DataObject& data = workload.data[object];
    lines.push_back(data.id + '(' + std::to_string(data.bytes) +
                    (writers[object] == kNone ? " in " + std::to_string(data.parts) : "") + ')' +
                    (data.keep ? "+" : ""));
  }
  return lines;
}

/// 64 rows of 512 values with weights of 512 x 128: 4,194,304 MACs; 32,768 + 65,536 bytes to read, 8,192 to write.
const std::string kProduct = "Layer,M,N,K\nfc,64,128,512\n";

/// A graph of products and element-wise operators, by the numbers of their tensors.
class GraphOf {
 public:
  std::uint32_t tensor(const std::string& name, const TensorShape& shape, bool constant = false) {
    GraphTensor made;
    made.name = name;
    made.known = true;
    made.shape = shape;
    made.bits = 8;
    made.constant = made.weight = constant;
    graph_.tensors.push_back(made);
    return static_cast<std::uint32_t>(graph_.tensors.size() - 1);
  }
  void result(std::uint32_t tensor) { graph_.tensors[tensor].result = true; }
  /// [heads, tokens, depth] x [depth, columns]
  void product(const std::string& id, std::uint32_t left, std::uint32_t right, std::uint32_t to) {
    GraphNode node{id, {}, {left, right}, {to}, true, {"f", 1, 1}};
    const TensorShape& in = graph_.tensors[left].shape;
    set_product(node.op, in[0], in[1], in[2], graph_.tensors[to].shape.back());
    add(std::move(node));
  }
  void other(const std::string& id, OperatorKind kind, std::vector<std::uint32_t> from, std::uint32_t to) {
    GraphNode node{id, {}, std::move(from), {to}, true, {"f", 1, 1}};
    node.op.kind = kind;
    set_extents(node.op, graph_.tensors[to].shape, false);
    add(std::move(node));
  }
  Workload lowered(Lowering lowering) {
    Workload workload;
    workload.where = {"f", 1, 1};
    Diagnostics diagnostics;
    build_tensor_graph(graph_, Mapping(), workload, diagnostics);
    lowering.objects = true;
    CHECK(apply_lowering(lowering, workload, diagnostics));
    CHECK(check_graph(workload, diagnostics));
    CHECK(diagnostics.ok());  // jobs that are longer than `job_cycles` are noted
    return workload;
  }

 private:
  void add(GraphNode node) {
    node.op.type = "x";
    graph_.nodes.push_back(std::move(node));
  }
  TensorGraph graph_;
};

Lowering cut_by(Cut cut, std::uint64_t job_cycles = 1) {
  Lowering lowering;
  lowering.cut = cut;
  lowering.job_cycles = job_cycles;
  lowering.task_jobs = 4;
  lowering.macs_per_cycle.any = 1;
  lowering.elements_per_cycle.any = 1;
  return lowering;
}

std::uint64_t bytes_of(const Workload& workload, bool written) {
  const std::vector<std::uint32_t> writers = object_writers(workload);
  std::uint64_t sum = 0;
  for (std::size_t object = 0; object < writers.size(); ++object)
    sum += (writers[object] != kNone) == written ? workload.data[object].bytes : 0;
  return sum;
}

}  // namespace

TEST_CASE("weights and activations of layers are objects, and tasks move nothing else", "[lowered_data]") {
  const Lowered made = lower("Layer,M,N,K\na,64,128,512\nb,64,64,128\n", "");
  CHECK(made.lines == Lines());
  CHECK(objects(made.workload) == Lines{"a.weights(65536 in 1)", "a.input(32768 in 1)", "a.output(8192)",
                                        "b.weights(8192 in 1)", "b.output(4096)"});
  CHECK(uses(made.workload, 0) == "1 jobs: a.weights a.input > a.output");
  CHECK(uses(made.workload, 1) == "1 jobs: b.weights a.output > b.output");
  CHECK(after(made.workload, 1) == "a(8192)");
  for (const WorkloadTask& task : made.workload.tasks) CHECK((task.input_bytes == 0 && task.output_bytes == 0));
  // The last result has no reader, so it leaves the machine.
  const std::vector<ObjectShape> shapes = object_shapes(made.workload);
  CHECK((!shapes[2].leaves() && shapes[4].leaves()));
}

TEST_CASE("a cut by channels shares the weights, one by tokens the input", "[lowered_data]") {
  // 16384 cycles at 5000 per job: 4 jobs.
  const Lowered channels = lower(kProduct, "job_cycles: 5000, cut: channels");
  CHECK(uses(channels.workload, 0) == "4 jobs: fc.weights fc.input* > fc.output");
  CHECK(objects(channels.workload) == Lines{"fc.weights(65536 in 4)", "fc.input(32768 in 1)", "fc.output(8192)"});
  const Lowered tokens = lower(kProduct, "job_cycles: 5000, cut: tokens");
  CHECK(uses(tokens.workload, 0) == "4 jobs: fc.weights* fc.input > fc.output");
  CHECK(objects(tokens.workload) == Lines{"fc.weights(65536 in 1)", "fc.input(32768 in 4)", "fc.output(8192)"});
  const Lowered complete = lower(kProduct, "job_cycles: 5000, cut: channels, weights: complete");
  CHECK(uses(complete.workload, 0) == "4 jobs: fc.weights* fc.input* > fc.output");
  // A job needs as many bytes as without objects: 49,152 + 2,048 by channels, 73,728 + 2,048 by tokens.
  const auto needs = [](const Lowered& made) {
    return largest_job_data(made.workload.tasks[0], object_shapes(made.workload)).bytes;
  };
  CHECK(needs(channels) == 49152 + 2048);
  CHECK(needs(tokens) == 73728 + 2048);
}

TEST_CASE("a band of rows reads its share of the image and all kernels", "[lowered_data]") {
  // 16 x 16 results of 3 x 3 kernels on an image of 18 x 18 points of 8 bytes; 16 kernels of 72 bytes.
  const Lowered made = lower(
      "Layer,IFMAP Height,IFMAP Width,Filter Height,Filter Width,Channels,Num Filter,Strides\nc,18,18,3,3,8,16,1\n",
      "cut: rows, job_cycles: 150");
  CHECK(uses(made.workload, 0) == "8 jobs: c.weights* c.input > c.output");
  CHECK(objects(made.workload) == Lines{"c.weights(1152 in 1)", "c.input(2592 in 8)", "c.output(4096)"});
}

TEST_CASE("a cut divides one extent, and an operator stays one task", "[lowered_data]") {
  // Without objects `a` is 16 jobs in four tasks of 4. A job now takes 4096 cycles, a quarter of 16384.
  const Lowered made =
      lower("Layer,M,N,K\na,64,128,512\nb,64,64,128\n", "job_cycles: 1024, task_jobs: 6, cut: channels");
  CHECK(ids(made.workload) == Lines{"a", "b"});
  CHECK(made.workload.tasks[0].jobs == 4);
  CHECK(made.workload.tasks[0].cycles == 4096);
  CHECK(made.lines ==
        Lines{"f:2:1: note: operator 'a' cannot be cut into as many jobs as lowering.job_cycles asks for: "
              "a job takes 4096 cycles"});
  // A job that reads the complete input of 32,768 bytes has 17,232 left for its parts of 73,728: 8 jobs of 9,216. Cut
  // along two extents, jobs would fit into 32,768 bytes; along one, none does.
  CHECK(uses(lower(kProduct, "local_bytes: 50000").workload, 0) == "8 jobs: fc.weights fc.input* > fc.output");
  CHECK(lower(kProduct, "local_bytes: 32768").lines ==
        Lines{"f:2:1: note: no cut makes the jobs of operator 'fc' fit into lowering.local_bytes: a job moves 106496 "
              "bytes"});
}

TEST_CASE("elements of another size make other objects", "[lowered_data]") {
  CHECK(objects(lower(kProduct, "element_bits: 4").workload) ==
        Lines{"fc.weights(32768 in 1)", "fc.input(16384 in 1)", "fc.output(4096)"});
}

TEST_CASE("a weight that two operators read is one object", "[lowered_data]") {
  GraphOf graph;
  const auto x = graph.tensor("x", {1, 8, 16});
  const auto w = graph.tensor("w", {16, 16}, true);
  const auto y = graph.tensor("y", {1, 8, 16});
  const auto z = graph.tensor("z", {1, 8, 16});
  graph.product("a", x, w, y);
  graph.product("b", y, w, z);
  const Workload made = graph.lowered(cut_by(Cut::channels, 512));
  // 2048 MACs at one per cycle and 512 cycles per job: 4 jobs.
  CHECK(objects(made) == Lines{"w(256 in 4)", "x(128 in 1)", "y(128)", "z(128)"});
  CHECK(uses(made, 0) == "4 jobs: w x* > y");
  CHECK(uses(made, 1) == "4 jobs: w y* > z");
}

TEST_CASE("a product of two activations reads both, the second in the place of the weights", "[lowered_data]") {
  const auto product = [](Cut cut) {
    GraphOf graph;
    const auto q = graph.tensor("q", {4, 8, 16});
    const auto k = graph.tensor("k", {4, 16, 8});
    const auto s = graph.tensor("s", {4, 8, 8});
    graph.product("qk", q, k, s);
    return uses(graph.lowered(cut_by(cut, 1024)), 0);  // 4096 MACs: 4 jobs
  };
  CHECK(product(Cut::channels) == "4 jobs: q* k > s");
  CHECK(product(Cut::tokens) == "4 jobs: q k* > s");
  CHECK(product(Cut::heads) == "4 jobs: q k > s");
}

TEST_CASE("an operator that joins another reads its other operands in that one's task", "[lowered_data]") {
  GraphOf graph;
  const auto x = graph.tensor("x", {1, 8, 16});
  const auto w = graph.tensor("w", {16, 16}, true);
  const auto y = graph.tensor("y", {1, 8, 16});
  const auto bias = graph.tensor("bias", {16}, true);
  const auto rest = graph.tensor("rest", {1, 8, 16});
  const auto z = graph.tensor("z", {1, 8, 16});
  const auto out = graph.tensor("out", {1, 8, 16});
  graph.product("a", x, w, y);
  graph.other("add", OperatorKind::elementwise, {y, bias}, z);
  graph.other("residual", OperatorKind::elementwise, {z, rest}, out);
  Lowering lowering = cut_by(Cut::channels, 1024);
  const Workload made = graph.lowered(lowering);
  CHECK(ids(made) == Lines{"a"});
  CHECK(uses(made, 0) == "4 jobs: w bias x* rest > out");
  lowering.fuse = false;
  const Workload apart = graph.lowered(lowering);
  CHECK(ids(apart) == Lines{"a", "add", "residual"});
  CHECK(uses(apart, 2) == "1 jobs: z rest > out");
}

TEST_CASE("a view is the tensor that it views", "[lowered_data]") {
  GraphOf graph;
  const auto x = graph.tensor("x", {1, 8, 16});
  const auto w = graph.tensor("w", {16, 16}, true);
  const auto y = graph.tensor("y", {1, 8, 16});
  const auto flat = graph.tensor("flat", {1, 1, 128});
  const auto again = graph.tensor("again", {1, 8, 16});
  const auto z = graph.tensor("z", {1, 8, 16});
  graph.product("a", x, w, y);
  graph.other("reshape", OperatorKind::view, {y}, flat);
  graph.other("back", OperatorKind::view, {flat}, again);
  graph.product("b", again, w, z);
  graph.result(flat);
  const Workload made = graph.lowered(cut_by(Cut::none, 1 << 20));
  CHECK(objects(made) == Lines{"w(256 in 1)", "x(128 in 1)", "y(128)+", "z(128)"});
  CHECK(uses(made, 3) == "1 jobs: w y > z");
  CHECK(after(made, 3) == "back(128) a");
  CHECK((made.tasks[1].cls == TaskClass::event && made.tasks[1].reads.empty()));
}

TEST_CASE("a tensor that is an output of the model is kept although operators read it", "[lowered_data]") {
  GraphOf graph;
  const auto x = graph.tensor("x", {1, 8, 16});
  const auto w = graph.tensor("w", {16, 16}, true);
  const auto y = graph.tensor("y", {1, 8, 16});
  const auto z = graph.tensor("z", {1, 8, 16});
  graph.product("a", x, w, y);
  graph.product("b", y, w, z);
  graph.result(y);
  graph.result(x);  // a model may hand out its input, which is in global memory anyway
  CHECK(objects(graph.lowered(cut_by(Cut::none, 1 << 20))) == Lines{"w(256 in 1)", "x(128 in 1)", "y(128)+", "z(128)"});
}

TEST_CASE("objects of every format have the bytes that `info` prints", "[lowered_data]") {
  std::size_t models = 0;
  for (const WorkloadFormat& format : workload_formats().entries()) {
    if (!format.operators || format.name == "chakra") continue;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/" + format.name)) {
      INFO(entry.path().string());
      std::ifstream in(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << in.rdbuf();
      Diagnostics diagnostics;
      WorkloadKeys keys;
      keys.lower = false;
      Workload model;
      if (!read_workload(text.str(), "f", format.name, model, diagnostics, nullptr, keys)) continue;
      Workload made = model;
      Lowering lowering;
      lowering.fuse = false;
      lowering.objects = true;
      REQUIRE(apply_lowering(lowering, made, diagnostics));
      if (made.model.operators.empty()) continue;
      std::uint64_t activations = 0;
      for (const Operator& op : model.model.operators) {
        const bool computed = op.kind != OperatorKind::none && op.kind != OperatorKind::view;
        activations += computed ? op.output.bytes : 0;
      }
      CHECK(bytes_of(made, true) == activations);
      for (const WorkloadTask& task : made.tasks) CHECK((task.input_bytes == 0 && task.output_bytes == 0));
      ++models;
    }
  }
  CHECK(models > 1);
  // Layers alone: all that nobody writes are weights and the first input.
  const Lowered layers = lower("Layer,M,N,K\na,64,128,512\nb,64,64,128\n", "");
  CHECK(bytes_of(layers.workload, false) == layers.workload.model.weights.bytes + 64 * 512);
}

TEST_CASE("no byte of a random model is lost or counted twice", "[lowered_data]") {
  std::mt19937 random(5);  // NOLINT: the same cases every time
  for (int round = 0; round < 300; ++round) {
    INFO("round " << round);
    GraphOf graph;
    std::vector<std::uint32_t> values = {graph.tensor("x", {2, 8, 16})};
    std::uint64_t weights = 0;
    std::uint64_t results = 0;
    const std::size_t operators = 1 + random() % 8;
    for (std::size_t n = 0; n < operators; ++n) {
      const std::string id = "t" + std::to_string(n);
      const auto to = graph.tensor(id, {2, 8, 16});
      const auto from = values[random() % values.size()];
      if (random() % 2 == 0) {
        graph.product(id, from, graph.tensor("w" + std::to_string(n), {16, 16}, true), to);
        weights += 256;
      } else {
        graph.other(id, OperatorKind::reduction, {from, values[random() % values.size()]}, to);
      }
      results += 256;
      values.push_back(to);
    }
    Lowering lowering = cut_by(static_cast<Cut>(random() % 6), 1 << 20);
    lowering.job_cycles = 1 + random() % 5000;
    lowering.task_jobs = 65536;
    lowering.complete_weights = random() % 4 == 0;
    const Workload made = graph.lowered(lowering);
    CHECK(bytes_of(made, true) == results);
    CHECK(bytes_of(made, false) >= weights);
    CHECK(bytes_of(made, false) <= weights + 256);  // the input, if somebody reads it
    const std::vector<ObjectShape> shapes = object_shapes(made);
    for (const WorkloadTask& task : made.tasks) {
      // Each job writes its part, and all parts together are the result.
      std::uint64_t written = 0;
      for (std::uint32_t job = 0; job < task.jobs; ++job) written += shapes[task.writes.at(0).object].part_bytes(job);
      CHECK(written == 256);
    }
  }
}

TEST_CASE("a model whose file names no tensors keeps its bytes, and a note says so", "[lowered_data]") {
  Workload workload;
  workload.where = {"f", 1, 1};
  workload.tasks.resize(1);
  workload.tasks[0].id = "a";
  workload.model.operators.resize(1);
  Operator& op = workload.model.operators[0];
  op.kind = OperatorKind::elementwise;
  op.elements = 8;
  op.input = op.output = {8, 8};
  Lowering lowering;
  lowering.objects = true;
  Diagnostics diagnostics;
  CHECK(apply_lowering(lowering, workload, diagnostics));
  CHECK(diagnostics.lines() == Lines{"f:1:1: note: lowering.data changes nothing: the file names no tensors"});
  CHECK((workload.tasks[0].input_bytes == 8 && workload.data.empty()));
}

}  // namespace gantry::lowered_data_test
