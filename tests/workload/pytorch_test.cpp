// SPDX-License-Identifier: Apache-2.0
// Execution traces of PyTorch: which calls are tasks, what they wait for, their multiply-accumulates, and what can be
// wrong in one.
#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"
#include "gantry/workload/operator.h"
#include "shared_folder.h"

namespace gantry::pytorch_test {

namespace {

/// A list of values in brackets.
std::string list(const Lines& items) {
  std::string text = "[";
  for (const std::string& item : items) text += (text.size() > 1 ? ", " : "") + item;
  return text + ']';
}

/// A value of a call: its text, shape and type.
struct Value {
  std::string value;
  std::string shape;
  std::string type;
};

/// A tensor of four-byte elements.
Value tensor(int number, const std::string& shape) {
  return {"[" + std::to_string(number) + ", 99, 0, 1, 4, \"cpu\"]", shape, "\"Tensor(float)\""};
}
Value flag(const std::string& value) { return {value, "[]", "\"Bool\""}; }
Value none() { return {"\"<None>\"", "[]", "\"None\""}; }

using Values = std::vector<Value>;

std::string lists(const Values& values) {
  Lines texts;
  Lines shapes;
  Lines types;
  for (const Value& value : values) {
    texts.push_back(value.value);
    shapes.push_back(value.shape);
    types.push_back(value.type);
  }
  return "{\"values\": " + list(texts) + ", \"shapes\": " + list(shapes) + ", \"types\": " + list(types) + "}";
}

/// A call of an operator; one without a colon in its name is an annotation.
std::string call(int id, int parent, const std::string& name, const Values& inputs, const Values& outputs) {
  const std::string schema = name.find("::") == std::string::npos ? "" : name + "()";
  return "{\"id\": " + std::to_string(id) + ", \"name\": \"" + name + "\", \"ctrl_deps\": " + std::to_string(parent) +
         ", \"inputs\": " + lists(inputs) + ", \"outputs\": " + lists(outputs) +
         ", \"attrs\": [{\"name\": \"op_schema\", \"type\": \"string\", \"value\": \"" + schema + "\"}]}";
}

/// One node per line, from line 2 on.
std::string trace(const Lines& nodes) {
  std::string text = "{\"schema\": \"1.1.0-chakra.0.0.4\", \"pid\": 7, \"nodes\": [";
  for (std::size_t n = 0; n < nodes.size(); ++n) text += (n == 0 ? "\n" : ",\n") + nodes[n];
  return text + "]}";
}

/// The calls as in the file.
Workload calls(const Lines& nodes, const Lines& notes = {}) {
  Workload workload;
  Diagnostics diagnostics;
  WorkloadKeys keys;
  keys.lower = false;
  read_workload(trace(nodes), "f", "pytorch", workload, diagnostics, nullptr, keys);
  CHECK(diagnostics.lines() == notes);
  return workload;
}

Operator only_operator(const std::string& node) {
  const Workload workload = calls({node});
  REQUIRE(workload.model.operators.size() == 1);
  return workload.model.operators[0];
}

std::string first_error(const std::string& text) {
  const Lines found = errors("pytorch", text);
  return found.empty() ? "none" : found[0];
}

struct Case {
  std::string text;
  std::string error;
};

const std::string kRelu = call(2, 1, "aten::relu", {tensor(10, "[2, 3]")}, {tensor(11, "[2, 3]")});

}  // namespace

TEST_CASE("an operator waits for the last that wrote a tensor which it reads", "[formats]") {
  // The nodes stand in the order of their ends; they begin in the order of their ids.
  const Lines nodes = {call(5, 1, "aten::add", {tensor(11, "[2, 3]"), tensor(11, "[2, 3]")}, {tensor(12, "[2, 3]")}),
                       call(4, 1, "aten::mul_", {tensor(11, "[2, 3]")}, {tensor(11, "[2, 3]")}), kRelu,
                       call(3, 1, "aten::neg", {tensor(11, "[2, 3]")}, {tensor(13, "[2, 3]")})};
  CHECK(guess(trace(nodes)) == "pytorch");
  const Workload workload = calls(nodes);
  CHECK(ids(workload) == Lines{"aten::relu.2", "aten::neg.3", "aten::mul_.4", "aten::add.5"});
  // 2 x 3 elements of four bytes. Nobody waits for those that read a tensor before it is written again.
  CHECK(after(workload, 1) == "aten::relu.2(24)");
  CHECK(after(workload, 2) == "aten::relu.2(24)");
  CHECK(after(workload, 3) == "aten::mul_.4(24)");
  CHECK(workload.unit == "MACs");
}

TEST_CASE("an operator that only calls allocations and views is a task, and its caller is not", "[formats]") {
  const Workload workload =
      calls({call(2, 1, "aten::linear", {tensor(10, "[4, 3]"), tensor(11, "[5, 3]"), tensor(12, "[5]")},
                  {tensor(14, "[4, 5]")}),
             call(3, 2, "aten::t", {tensor(11, "[5, 3]")}, {tensor(13, "[3, 5]")}),
             call(4, 3, "aten::as_strided", {tensor(11, "[5, 3]")}, {tensor(13, "[3, 5]")}),
             call(5, 2, "aten::addmm", {tensor(12, "[5]"), tensor(10, "[4, 3]"), tensor(13, "[3, 5]")},
                  {tensor(14, "[4, 5]")}),
             call(6, 5, "aten::empty", {}, {tensor(15, "[8]")}), call(7, 1, "step", {}, {})},
            {"f:1:1: note: 1 call has no tensors and no part in the graph"});
  CHECK(ids(workload) == Lines{"aten::as_strided.4", "aten::addmm.5"});
  CHECK(after(workload, 1) == "aten::as_strided.4(60)");
  CHECK(workload.model.operators[0].kind == OperatorKind::view);
  CHECK(workload.model.operators[1].macs == 4 * 3 * 5);
}

TEST_CASE("tensors in lists count, and a step of the backward pass that calls nothing is a view", "[formats]") {
  const Value both = {"[[11, 9, 0, 6, 4, \"cpu\"], [12, 9, 0, 6, 4, \"cpu\"]]", "[[2, 3], [2, 3]]",
                      "\"GenericList[Tensor(float),Tensor(float)]\""};
  const Workload workload = calls({kRelu, call(3, 1, "AddBackward0", {tensor(11, "[2, 3]")}, {tensor(12, "[2, 3]")}),
                                   call(4, 1, "aten::cat", {both, {"0", "[]", "\"Int\""}}, {tensor(13, "[4, 3]")})});
  CHECK(after(workload, 2) == "aten::relu.2(24) AddBackward0.3(24)");
  CHECK(workload.model.operators[1].kind == OperatorKind::view);
  CHECK(workload.model.operators[2].kind == OperatorKind::movement);
}

TEST_CASE("multiply-accumulates of products of matrices", "[formats]") {
  CHECK(only_operator(call(2, 1, "aten::mm", {tensor(1, "[4, 3]"), tensor(2, "[3, 5]")}, {tensor(3, "[4, 5]")})).macs ==
        4 * 3 * 5);
  const Operator heads = only_operator(
      call(2, 1, "aten::bmm", {tensor(1, "[6, 4, 3]"), tensor(2, "[6, 3, 5]")}, {tensor(3, "[6, 4, 5]")}));
  CHECK(heads.macs == 6 * 4 * 3 * 5);
  CHECK(heads.heads == 6);
  // Nobody writes the second operand: weights.
  CHECK(heads.weights.elements == 6 * 3 * 5);
  // Queries of 2 x 8 heads, 16 tokens and 32 values, keys and values of 24 tokens: two products.
  CHECK(only_operator(call(2, 1, "aten::_scaled_dot_product_flash_attention",
                           {tensor(1, "[2, 8, 16, 32]"), tensor(2, "[2, 8, 24, 32]"), tensor(3, "[2, 8, 24, 32]")},
                           {tensor(4, "[2, 8, 16, 32]")}))
            .macs == 2 * (2 * 8) * 16 * 24 * 32);
}

TEST_CASE("multiply-accumulates of convolutions and of their backward pass", "[formats]") {
  const Value image = tensor(1, "[2, 8, 16, 16]");
  const Value kernels = tensor(2, "[4, 8, 3, 3]");
  const Value numbers = {"[1, 1]", "[[], []]", "\"GenericList[Int,Int]\""};
  const auto with = [&](const std::string& transposed, const Value& weights, const Value& result) {
    return only_operator(call(2, 1, "aten::convolution",
                              {image, weights, none(), numbers, numbers, numbers, flag(transposed)}, {result}));
  };
  const Operator plain = with("false", kernels, tensor(3, "[2, 4, 16, 16]"));
  CHECK(plain.kind == OperatorKind::convolution);
  CHECK(plain.macs == (2 * 4 * 16 * 16) * (8 * 3 * 3));
  CHECK_FALSE(plain.grouped);
  CHECK(with("false", tensor(2, "[8, 1, 3, 3]"), tensor(3, "[2, 8, 16, 16]")).grouped);
  // Transposed: each element of the input meets each kernel of its channel.
  CHECK(with("true", tensor(2, "[8, 4, 2, 2]"), tensor(3, "[2, 4, 32, 32]")).macs == (2 * 8 * 16 * 16) * (4 * 2 * 2));
  const auto backward = [&](const std::string& wanted) {
    return only_operator(call(2, 1, "aten::convolution_backward",
                              {tensor(4, "[2, 4, 16, 16]"),
                               image,
                               kernels,
                               none(),
                               numbers,
                               numbers,
                               numbers,
                               flag("false"),
                               numbers,
                               {"1", "[]", "\"Int\""},
                               {wanted, "[[], [], []]", "\"GenericList[Bool,Bool,Bool]\""}},
                              {tensor(5, "[2, 8, 16, 16]")}))
        .macs;
  };
  CHECK(backward("[true, true, false]") == 2 * plain.macs);
  CHECK(backward("[false, true, true]") == plain.macs);
}

TEST_CASE("products without shapes are noted", "[formats]") {
  const Lines note = {
      "f:2:1: note: 1 operator has no shapes to count multiply-accumulates from, and counts none: 'aten::mm.2'"};
  calls({call(2, 1, "aten::mm", {tensor(1, "[3, 3]")}, {tensor(3, "[3, 3]")})}, note);
  calls({call(2, 1, "aten::mm", {tensor(1, "[4, 3]"), tensor(2, "[4, 3]")}, {tensor(3, "[4, 3]")})}, note);
}

TEST_CASE("the older schema has the lists in the node itself", "[formats]") {
  const std::string text =
      "{\"schema\": \"1.0.1\", \"nodes\": [{\"id\": 2, \"name\": \"aten::mm\", \"parent\": 1, \"op_schema\": \"mm()\", "
      "\"inputs\": [[1, 9, 0, 12, 4, \"cpu\"], [2, 9, 0, 15, 4, \"cpu\"]], \"input_shapes\": [[4, 3], [3, 5]], "
      "\"input_types\": [\"Tensor(float)\", \"Tensor(float)\"], \"outputs\": [[3, 9, 0, 20, 4, \"cpu\"]], "
      "\"output_shapes\": [[4, 5]], \"output_types\": [\"Tensor(float)\"]}]}";
  CHECK(guess(text) == "pytorch");
  // 60 multiply-accumulates at 256 per cycle.
  CHECK(load("pytorch", text).tasks[0].cycles == 1);
  CHECK(facts(load("pytorch", text)).unit_total_work == 60);
}

TEST_CASE("every mistake in an execution trace is named with its place", "[formats]") {
  const std::string tensors = R"("outputs": {"values": [], "shapes": [], "types": []}})";
  const auto inputs = [&](const std::string& lists) {
    return trace({R"({"id": 2, "name": "a", "ctrl_deps": 1, "inputs": )" + lists + ", " + tensors});
  };
  const std::vector<Case> cases = {
      {"{\"schema\": \"1.1.0\"}", "f:1:1: error: the key `nodes` is missing here"},
      {"{\"schema\": \"1.1.0\", \"nodes\": 5}", "f:1:30: error: nodes must be a list, not '5'"},
      {trace({}), "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {trace({"5"}), "f:2:1: error: a map of keys is needed here, not '5'"},
      {trace({"{\"id\": 2}"}), "f:2:1: error: the key `name` is missing here"},
      {trace({kRelu, kRelu}), "f:3:1: error: a node before this one has the id 2"},
      {inputs("5"), "f:2:1: error: lists of the values, shapes and types of the inputs are needed here"},
      {inputs("{\"values\": [], \"shapes\": []}"), "f:2:50: error: the key `types` is missing here"},
      {inputs("{\"values\": [1], \"shapes\": [], \"types\": []}"),
       "f:2:1: error: the values, shapes and types of the inputs must be as many"},
      {inputs("{\"values\": [[1]], \"shapes\": [[]], \"types\": [\"Tensor(float)\"]}"),
       "f:2:62: error: a tensor needs the numbers of itself and its storage, its offset, elements and bytes of one"},
      {inputs("{\"values\": [[1, 2, 0, 4, -4]], \"shapes\": [[]], \"types\": [\"Tensor(float)\"]}"),
       "f:2:75: error: a number of a tensor must be a whole number from 0 to 2^62, not '-4'"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error(c.text) == c.error);
  }
}

TEST_CASE("parents that do not exist or contain each other do not stop a trace", "[formats]") {
  // A call begins before what it calls, so that 2 calls 3 and not the other way.
  const Workload workload = calls({call(2, 3, "aten::mul", {tensor(1, "[2]")}, {tensor(2, "[2]")}),
                                   call(3, 2, "aten::add", {tensor(2, "[2]")}, {tensor(3, "[2]")}),
                                   call(4, 4, "aten::neg", {tensor(3, "[2]")}, {tensor(4, "[2]")}),
                                   call(5, 77, "aten::neg", {tensor(3, "[2]")}, {tensor(5, "[2]")})});
  CHECK(ids(workload) == Lines{"aten::add.3", "aten::neg.4", "aten::neg.5"});
}

TEST_CASE("an execution trace of linear layers has the tasks, edges and work that another reader found", "[shared]") {
  const auto file = shared_path("models/pytorch/linear_et.json.gz");
  if (!has_shared(file)) return;
  Workload workload;
  Diagnostics diagnostics;
  WorkloadKeys keys;
  keys.lower = false;
  std::string guessed;
  REQUIRE(load_workload(file.string(), "", workload, diagnostics, &guessed, keys));
  CHECK(guessed == "pytorch");
  const WorkloadFacts have = facts(workload);
  // Of 931 calls 385 call nothing. 65 of these allocate or ask for types, and 23 operators that call only such are
  // tasks.
  CHECK(have.tasks == 343);
  CHECK(have.edges == 444);
  CHECK(have.unit_total_work == 33285996544);
  CHECK(have.unit_critical_path == 22548578304);
}

}  // namespace gantry::pytorch_test
