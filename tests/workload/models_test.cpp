// SPDX-License-Identifier: Apache-2.0
// Neural networks as files: operators, multiply-accumulates and bytes derived by hand, files that are spoilt, and the
// facts of real models from a folder that is not part of this project (shared_workloads_test.cpp).
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "foreign_workload.h"
#include "input_files.h"
#include "output/workload_facts.h"
#include "program_run.h"
#include "sanitized.h"
#include "shared_folder.h"
#include "workload/native_writer.h"
#include "workload/onnx_model.h"

namespace gantry::models_test {

namespace {

using Json = nlohmann::json;

const std::string kSeeds = std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/";

struct Model {
  Workload workload;
  Lines lines;  ///< errors, then notes
};

/// A model with its operators as in the file.
Model model_of(const std::string& format, const std::string& content, const std::string& mapping = "") {
  Model model;
  Diagnostics diagnostics;
  const auto node = mapping.empty() ? std::nullopt : parse_yaml(mapping, "m", diagnostics);
  WorkloadKeys keys;
  keys.mapping = node ? &*node : nullptr;
  keys.lower = false;
  read_workload(content, "f", format, model.workload, diagnostics, nullptr, keys);
  model.lines = diagnostics.lines();
  return model;
}

Model seed(const std::string& format, const std::string& name, const std::string& mapping = "") {
  return model_of(format, file_text(kSeeds + format + '/' + name), mapping);
}

const Operator& op(const Model& model, const std::string& id) {
  for (std::size_t t = 0; t < model.workload.tasks.size(); ++t) {
    if (model.workload.tasks[t].id == id) return model.workload.model.operators[t];
  }
  FAIL("there is no operator " << id);
  return model.workload.model.operators[0];
}

}  // namespace

TEST_CASE("a convolution of an ONNX file: multiply-accumulates, bytes, extents") {
  if (!has_onnx()) return;
  // An image of 8 channels and 16 x 16 points, 8 kernels of 3 x 3, with a border, so that the result is as large.
  const Model model = seed("onnx", "block.onnx", "{dimensions: {N: 2}}");
  CHECK(model.lines == Lines{});
  CHECK(ids(model.workload) == Lines{"conv", "relu", "add"});
  CHECK(after(model.workload, 1) == "conv(16384)");
  CHECK(after(model.workload, 2) == "relu(16384)");
  const Operator& conv = op(model, "conv");
  CHECK(conv.kind == OperatorKind::convolution);
  CHECK(conv.macs == 2 * 8 * 16 * 16 * (8 * 3 * 3));
  CHECK(conv.weights.elements == 8 * 8 * 3 * 3 + 8);  // kernels and biases
  CHECK(conv.input.bytes == 4 * 2 * 8 * 16 * 16);
  CHECK(conv.heads == 2);  // images
  CHECK(conv.channels == 8);
  CHECK(conv.rows == 16);
  CHECK(conv.kernel_rows == 3);
  CHECK(conv.input_row == 2 * 8 * 16);  // of both images
  CHECK(op(model, "add").second.bytes == 4 * 2 * 8 * 16 * 16);
}

TEST_CASE("an open dimension of an ONNX file is 1 and noted, and one that it lacks is an error") {
  if (!has_onnx()) return;
  CHECK(seed("onnx", "block.onnx").lines ==
        Lines{"f: note: dimensions of the inputs that the file leaves open are 1: 'N' (mapping.dimensions gives them a "
              "size)"});
  CHECK(seed("onnx", "block.onnx", "{dimensions: {M: 2}}").lines ==
        Lines{"f: error: mapping.dimensions.'M' is no dimension of the model's inputs: N"});
}

TEST_CASE("products of an ONNX file: two heads of six tokens") {
  if (!has_onnx()) return;
  const Model model = seed("onnx", "attention.onnx", "{dimensions: {tokens: 6}}");
  CHECK(model.lines == Lines{});
  CHECK(op(model, "query").macs == 6 * 16 * 16);
  const Operator& scores = op(model, "scores");
  CHECK(scores.macs == 2 * 6 * 6 * 8);
  CHECK(scores.heads == 2);
  CHECK(scores.tokens == 6);
  CHECK(scores.channels == 6);
  CHECK(scores.weights.elements == 0);
  CHECK(scores.second.elements == 2 * 6 * 8);
  CHECK(op(model, "heads").kind == OperatorKind::view);
  // Without a name an operator has that of its result, and a name that is there already gets a number.
  CHECK(ids(model.workload) == Lines{"query", "key", "heads", "heads.2", "qt", "kt", "scores", "softmax"});
}

TEST_CASE("recurrent cells and Einsum of an ONNX file, and operators that ONNX does not define") {
  if (!has_onnx()) return;
  const Model model = seed("onnx", "cells.onnx");
  // 5 steps, 2 sequences, 4 gates of 4 units, 3 inputs and 4 fed back; then 10 x 4 values on 6 columns.
  CHECK(op(model, "lstm").macs == 5 * 2 * 4 * 4 * (3 + 4));
  CHECK(op(model, "einsum").macs == 5 * 2 * 4 * 6);
  CHECK(model.lines.back() == "f: note: operators that ONNX does not define count as element-wise: example.own.Swish");
}

TEST_CASE("a TensorFlow Lite file: strides, a depthwise convolution, bytes of one-byte types") {
  const Model model = seed("tflite", "small.tflite");
  CHECK(model.lines == Lines{});
  CHECK(ids(model.workload) == Lines{"conv", "deep", "flat", "logits", "classes"});
  CHECK(op(model, "conv").macs == 4 * 4 * 4 * (3 * 3 * 3));
  CHECK(op(model, "conv").stride == 2);
  CHECK(op(model, "conv").input_row == 8 * 3);
  CHECK(op(model, "deep").macs == 4 * 4 * 4 * (3 * 3));
  CHECK(op(model, "deep").grouped);
  CHECK(op(model, "logits").macs == 64 * 10);
  CHECK(model.workload.model.weights.bytes == 4 * 3 * 3 * 3 + 3 * 3 * 4 + 10 * 64);
  const Model product = seed("tflite", "product.tflite");
  CHECK(op(product, "c").macs == 2 * 3 * 4 * 5);
  CHECK(product.lines == Lines{"f: note: the model has 2 graphs; the operators of all but the first are left out",
                               "f: note: custom operators count as element-wise: Mine"});
}

TEST_CASE("tables of layers: a chain, a filter that moves by the stride, a batch") {
  const Model model = seed("layers", "convolutions.csv");
  CHECK(model.lines == Lines{});
  CHECK(op(model, "Conv1").macs == 16 * 16 * 16 * (3 * 3 * 8));
  CHECK(op(model, "Conv2").macs == 32 * 8 * 8 * (2 * 2 * 16));
  CHECK(after(model.workload, 1) == "Conv1(4096)");
  const Model products = seed("layers", "products.csv");
  CHECK(op(products, "FC1").macs == 2 * 64 * 128 * 256);
  CHECK(op(products, "FC2").macs == 64 * 10 * 128);
  CHECK(products.lines == Lines{"f:1:1: note: columns that say nothing of a layer's work are left out: Sparsity"});
}

TEST_CASE("tables of layers with tabs, titles, and the width named twice") {
  const Model model = model_of("layers",
                               "Layer name\tIFMAP Width\tIFMAP Width\tFilter Height\tFilter Width\tChannels\tNum "
                               "Filter\tStrides\t\r\nPart one\t\r\na\t8\t4\t2\t1\t3\t5\t2\t\r\n");
  CHECK(model.lines == Lines{"f:1:1: note: 1 line is a title: a name without numbers"});
  CHECK(op(model, "a").macs == 4 * 2 * (2 * 1 * 3) * 5);
}

TEST_CASE("layers of one name get numbers that no other layer has") {
  CHECK(ids(model_of("layers", "Layer,M,N,K\na,4,4,4\na,4,4,4\na.2,4,4,4\n").workload) == Lines{"a", "a.2", "a.2.2"});
}

TEST_CASE("wrong tables of layers are refused where they are wrong") {
  CHECK(errors("layers", "Layer,M,N\na,1,2\n")[0].substr(0, 68) ==
        "f:1:1: error: a table of layers has a first line with the columns La");
  CHECK(errors("layers", "Layer,M,N,K\na,1,x,0\n") ==
        Lines{"f:2:5: error: N must be a whole number from 1 to 2147483648, not 'x'",
              "f:2:7: error: K must be a whole number from 1 to 2147483648, not '0'"});
  CHECK(errors("layers", "Layer,M,N,K\n,1,2,3\n") == Lines{"f:2:1: error: a layer needs a name"});
  CHECK(errors("layers",
               "Layer name,IFMAP Height,IFMAP Width,Filter Height,Filter Width,Channels,Num Filter,Strides\n"
               "a,2,2,3,3,1,1,1\n") ==
        Lines{"f:2:1: error: the filter is larger than the input, which these tables give with its padding"});
}

TEST_CASE("models that are cut or spoilt are read or refused, and never more than that") {
  std::uint32_t state = 1;
  const auto random = [&] { return (state = state * 1664525 + 1013904223) >> 8; };
  for (const std::string format : {"onnx", "tflite"}) {
    if (format == "onnx" && !has_onnx()) continue;
    for (const auto& entry : std::filesystem::directory_iterator(kSeeds + format)) {
      const std::string content = file_text(entry.path().string());
      CHECK(guess(content) == format);
      for (std::size_t bytes = 0; bytes < content.size(); bytes += 7) {
        const Lines lines = model_of(format, content.substr(0, bytes)).lines;
        for (const std::string& line : lines) CHECK(line.rfind("f: ", 0) == 0);
      }
      for (int round = 0; round < (kSanitized ? 100 : 1000); ++round) {
        std::string spoilt = content;
        for (std::uint32_t i = 0; i <= random() % 3; ++i)
          spoilt[random() % spoilt.size()] = static_cast<char>(random() % 256);
        Workload workload;
        Diagnostics diagnostics;
        if (!read_workload(spoilt, "f", format, workload, diagnostics)) continue;
        // Names are bytes of the file: what is written is UTF-8 nevertheless.
        std::ostringstream native;
        write_native(workload, native);
        CHECK(Json::accept(workload_facts_json(workload)));
        CHECK(Json::accept(native.str()));
      }
    }
  }
}

TEST_CASE("models have the facts that other readers found in them") {
  const auto folder = shared_path("models");
  for (const std::string format : {"onnx", "tflite", "scale-sim"}) {
    if (!has_shared(folder / format / "facts.jsonl")) continue;
    std::ifstream in(folder / format / "facts.jsonl");
    for (std::string line; std::getline(in, line);) {
      const Json facts = Json::parse(line);
      const std::string file = facts.at("file");
      if (format == "onnx" && !has_onnx()) continue;
      INFO(file);
      Workload workload;
      Diagnostics diagnostics;
      WorkloadKeys keys;
      keys.lower = false;
      std::string guessed;
      REQUIRE(load_workload((folder / file).string(), "", workload, diagnostics, &guessed, keys));
      CHECK(guessed == (format == "scale-sim" ? "layers" : format));
      const Json found = Json::parse(workload_facts_json(workload));
      const auto same = [&](const char* fact, const char* key) {
        if (!facts.contains(fact)) return;
        INFO(key);
        CHECK(found.at(key) == facts.at(fact));
      };
      same(format == "onnx" ? "nodes" : format == "tflite" ? "ops" : "layers", "tasks");
      same(format == "scale-sim" ? "chain_edges" : "edges", "edges");
      same("depth", "depth");
      same("widest_level", "widest_level");
      same(format == "scale-sim" ? "macs_no_padding" : "macs", "macs");
      same("macs_critical_path", "critical_path");
      same("weight_bytes_declared", "weight_bytes");
      same("weight_elements", "weight_elements");
      same("constant_bytes", "weight_bytes");
      same("filter_elements", "weight_elements");
      same("ofmap_elements", "activation_bytes");
      same("activation_bytes_with_shape", "activation_bytes");
      same("output_tensor_bytes", "activation_bytes");
      same(format == "onnx" ? "ops" : "op_types", "operators");
    }
  }
}

}  // namespace gantry::models_test
