// SPDX-License-Identifier: Apache-2.0
// From operators to jobs: cuts, bytes and cycles that were derived by hand, and laws that hold for every operator.
#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>

#include "foreign_workload.h"
#include "sanitized.h"
#include "workload/lowering.h"

namespace gantry::lowering_test {

namespace {

struct Lowered {
  Workload workload;
  Lines lines;
};

Lowered lower(const std::string& table, const std::string& keys) {
  Lowered made;
  Diagnostics diagnostics;
  const auto node = parse_yaml(keys.empty() ? "{}" : keys, "l", diagnostics);
  WorkloadKeys with;
  with.lowering = &*node;
  read_workload(table, "f", "layers", made.workload, diagnostics, nullptr, with);
  made.lines = diagnostics.lines();
  return made;
}

/// "32 jobs of 128 cycles, 4096 + 256 bytes".
std::string jobs(const Lowered& made, std::size_t task = 0) {
  const WorkloadTask& t = made.workload.tasks.at(task);
  return std::to_string(t.jobs) + " jobs of " + std::to_string(t.cycles) + " cycles, " + std::to_string(t.input_bytes) +
         " + " + std::to_string(t.output_bytes) + " bytes";
}

/// 64 rows of 512 values with weights of 512 x 128: 4,194,304 MACs; 32,768 + 65,536 bytes to read, 8,192 to write.
const std::string kProduct = "Layer,M,N,K\nfc,64,128,512\n";

}  // namespace

TEST_CASE("an operator that is short and small is one job") {
  CHECK(jobs(lower(kProduct, "")) == "1 jobs of 16384 cycles, 98304 + 8192 bytes");
}

TEST_CASE("an operator has as many jobs as its cycles need, cut where the fewest bytes move") {
  // 16384 cycles at 5000 per job: 4 jobs. By channels: 4 x (32768 + 16384 + 2048); by rows: 4 x (8192 + 65536 + 2048);
  // by two channels and two rows: 4 x (16384 + 32768 + 2048) = as by channels, which is found first.
  CHECK(jobs(lower(kProduct, "{job_cycles: 5000}")) == "4 jobs of 4096 cycles, 49152 + 2048 bytes");
  CHECK(jobs(lower(kProduct, "{job_cycles: 5000, cut: tokens}")) == "4 jobs of 4096 cycles, 73728 + 2048 bytes");
  CHECK(jobs(lower(kProduct, "{job_cycles: 5000, cut: none}")) == "1 jobs of 16384 cycles, 98304 + 8192 bytes");
  // The table has one head only, so the cut is left to choose.
  CHECK(jobs(lower(kProduct, "{job_cycles: 5000, cut: heads}")) == "4 jobs of 4096 cycles, 49152 + 2048 bytes");
  // Every job reads all weights: rows are better now.
  CHECK(jobs(lower(kProduct, "{job_cycles: 5000, weights: complete}")) == "4 jobs of 4096 cycles, 73728 + 2048 bytes");
}

TEST_CASE("jobs fit into the local memory") {
  // 106,496 bytes in one job. 32,768 allow 8 jobs of 2 x 4: 64/4 rows of 512 and 128/2 columns of 512 are too many
  // (8192 + 32768); 4 x 4 parts hold 8192 + 16384 + 512.
  CHECK(jobs(lower(kProduct, "{local_bytes: 32768}")) == "16 jobs of 1024 cycles, 24576 + 512 bytes");
  // If none fits, the cut is the one that moves the fewest bytes.
  const Lowered never = lower(kProduct, "{local_bytes: 100}");
  CHECK(never.lines == Lines{"f:2:1: note: no cut makes the jobs of operator 'fc' fit into lowering.local_bytes: a job "
                             "moves 106496 bytes"});
}

TEST_CASE("all jobs are as large as the largest one") {
  // 10 columns in 4 parts: 3, 3, 3 and 1; all four are of 3.
  CHECK(jobs(lower("Layer,M,N,K\nfc,1,10,1000\n", "{job_cycles: 10, cut: channels, macs_per_cycle: 250}")) ==
        "4 jobs of 12 cycles, 4000 + 3 bytes");
}

TEST_CASE("a band of rows of a convolution reads the rows around it") {
  // 16 x 16 results of 3 x 3 kernels on an image of 18 x 18 points of 8 bytes. Each of eight bands of two rows reads
  // four rows of 144 bytes; the kernels are 1,152 bytes.
  const std::string table =
      "Layer,IFMAP Height,IFMAP Width,Filter Height,Filter Width,Channels,Num Filter,Strides\nc,18,18,3,3,8,16,1\n";
  CHECK(jobs(lower(table, "{cut: rows, job_cycles: 150}")) == "8 jobs of 144 cycles, 1728 + 512 bytes");
}

TEST_CASE("rates by type: cycles on each, as many jobs as the fastest needs") {
  const Lowered made = lower(kProduct, "{macs_per_cycle: {npu: 1024, cpu: 16}, efficiency: {matrix: 0.5}}");
  const WorkloadTask& task = made.workload.tasks[0];
  REQUIRE(task.cycles_by_type.size() == 2);
  CHECK(task.cycles_by_type[0].type == "npu");
  CHECK(task.cycles_by_type[0].cycles == 8192);
  CHECK(task.cycles_by_type[1].cycles == 524288);
  CHECK(task.jobs == 1);
}

TEST_CASE("elements of another size move other bytes and take the same cycles") {
  CHECK(jobs(lower(kProduct, "{element_bits: 4}")) == "1 jobs of 16384 cycles, 49152 + 4096 bytes");
  const Lowered two = lower("Layer,M,N,K\na,64,64,64\nb,64,64,64\n", "{element_bits: 16}");
  CHECK(after(two.workload, 1) == "a(8192)");
}

TEST_CASE("an operator with more jobs than a task can have becomes tasks and an event that joins them") {
  const Lowered made =
      lower("Layer,M,N,K\na,64,128,512\nb,64,64,128\n", "{job_cycles: 1024, task_jobs: 6, cut: channels}");
  // 16 jobs of `a` in tasks of 4, the largest power of two up to 6; `b` has 2 jobs and waits for the event.
  CHECK(ids(made.workload) == Lines{"a.0", "a.1", "a.2", "a.3", "a", "b"});
  CHECK(jobs(made, 3) == "4 jobs of 1024 cycles, 36864 + 512 bytes");
  CHECK(made.workload.tasks[4].cls == TaskClass::event);
  CHECK(after(made.workload, 4) == "a.0(2048) a.1(2048) a.2(2048) a.3(2048)");
  CHECK(after(made.workload, 5) == "a(8192)");
}

TEST_CASE("pieces of an operator have ids that no other task has") {
  const Lowered made = lower("Layer,M,N,K\na,8,8,8\na.0,4,4,4\n", "{task_jobs: 1, macs_per_cycle: 1, job_cycles: 256}");
  CHECK(ids(made.workload) == Lines{"a.0.2", "a.1", "a", "a.0"});
}

TEST_CASE("the processor of a mapping has a rate of its own, or cannot run the operator") {
  Diagnostics diagnostics;
  const auto keys_of = [&](const std::string& rates, Workload& workload) {
    const auto mapping = parse_yaml("{processor: core}", "m", diagnostics);
    const auto lowering = parse_yaml("{macs_per_cycle: {" + rates + "}}", "l", diagnostics);
    WorkloadKeys given;
    given.mapping = &*mapping;
    given.lowering = &*lowering;
    return read_workload(kProduct, "f", "layers", workload, diagnostics, nullptr, given);
  };
  Workload slow;
  CHECK(keys_of("gpu: 100, core: 5", slow));
  // 838,861 cycles at 5 per cycle: 32 jobs, not the one of the faster type.
  CHECK(slow.tasks[0].jobs == 32);
  CHECK(slow.tasks[0].cycles == 26215);
  Workload wrong;
  CHECK_FALSE(keys_of("gpu: 5", wrong));
  CHECK(diagnostics.lines() == Lines{"f:2:1: error: operator 'fc' cannot run on the processor 'core' of the mapping: "
                                     "the rates of the lowering are for gpu"});
}

TEST_CASE("wrong keys of a lowering are refused where they stand") {
  const auto error = [](const std::string& keys) { return lower(kProduct, keys).lines; };
  CHECK(error("{macs_per_cycle: 0}") == Lines{"l:1:18: error: lowering.macs_per_cycle must be 1 to 134217728, not 0"});
  CHECK(error("{macs_per_cycle: {}}") ==
        Lines{"l:1:18: error: lowering.macs_per_cycle needs at least one type of processor"});
  CHECK(error("{efficiency: {matix: 1}}") ==
        Lines{"l:1:15: error: lowering.efficiency has a kind of operators as its key, convolution, matrix, "
              "elementwise, reduction or movement, not 'matix' (did you mean 'matrix'?)"});
  CHECK(error("{efficiency: 1.5}") ==
        Lines{"l:1:14: error: lowering.efficiency must be a number above 0 and up to 1, with at most six digits behind "
              "the point, not '1.5'"});
  CHECK(error("{cutt: rows}").at(0).rfind("l:1:2: error: unknown key 'lowering.cutt'", 0) == 0);
}

TEST_CASE("a lowering beside a workload without operators changes nothing, and a note says so") {
  Diagnostics diagnostics;
  const auto node = parse_yaml("{cut: rows}", "l", diagnostics);
  WorkloadKeys keys;
  keys.lowering = &*node;
  Workload workload;
  CHECK(read_workload("1\n0 0 0\n1 5 1 0\n2 0 1 1\n", "f", "stg", workload, diagnostics, nullptr, keys));
  CHECK(diagnostics.take_notes() == Lines{"l:1:1: note: lowering changes nothing in a workload of the format stg"});
}

namespace {

using Random = std::mt19937;

std::uint64_t up_to(Random& random, std::uint64_t most) { return random() % most + 1; }

/// A random graph of operators, products and element-wise ones, with bytes that agree along its edges.
Workload random_operators(Random& random) {
  Workload workload;
  workload.where = {"f", 1, 1};
  const std::uint64_t tasks = up_to(random, 12);
  for (std::uint32_t t = 0; t < tasks; ++t) {
    WorkloadTask task;
    task.id = "t" + std::to_string(t);
    task.where = {"f", static_cast<int>(t) + 1, 1};
    Operator op;
    op.type = "x";
    for (std::uint32_t before = 0; before < t; ++before) {
      if (random() % 3 != 0) continue;
      const TensorSize& made = workload.model.operators[before].output;
      task.after.push_back({before, made.bytes, false});
      (op.input.elements == 0 ? op.input : op.second).add(made);
    }
    if (random() % 2 == 0) {
      op.kind = OperatorKind::matrix;
      op.heads = up_to(random, 4);
      op.tokens = up_to(random, 300);
      op.channels = up_to(random, 300);
      const std::uint64_t depth = up_to(random, 300);
      op.macs = op.heads * op.tokens * op.channels * depth;
      op.weights = {depth * op.channels, depth * op.channels};
      op.output = {op.heads * op.tokens * op.channels, op.heads * op.tokens * op.channels};
    } else {
      op.kind = OperatorKind::elementwise;
      op.tokens = up_to(random, 3000);
      op.channels = up_to(random, 30);
      op.output = {op.tokens * op.channels, op.tokens * op.channels};
    }
    op.elements = op.output.elements;
    task.work = {op.macs, 0};
    workload.tasks.push_back(task);
    workload.model.operators.push_back(op);
  }
  return workload;
}

std::uint64_t sum(const Workload& workload, const std::function<std::uint64_t(const WorkloadTask&)>& of) {
  std::uint64_t all = 0;
  for (const WorkloadTask& task : workload.tasks) all += of(task);
  return all;
}

}  // namespace

TEST_CASE("no work and no result is lost between operators and jobs") {
  Random random(41);
  for (int round = 0; round < (kSanitized ? 300 : 3000); ++round) {
    INFO("round " << round);
    const Workload model = random_operators(random);
    Lowering lowering;
    lowering.fuse = random() % 2 == 0;
    lowering.complete_weights = random() % 4 == 0;
    lowering.job_cycles = up_to(random, 20000);
    lowering.local_bytes = up_to(random, 100000);
    lowering.macs_per_cycle.any = up_to(random, 300);
    lowering.cut = static_cast<Cut>(random() % 6);
    if (random() % 2 == 0) lowering.task_jobs = static_cast<std::uint32_t>(up_to(random, 40));
    Workload made = model;
    Diagnostics diagnostics;
    REQUIRE(apply_lowering(lowering, made, diagnostics));
    REQUIRE(check_graph(made, diagnostics));
    REQUIRE(made.tasks.size() == made.model.operators.size());
    // Multiply-accumulates of a joined operator stay with the operator that it joined.
    const auto macs = [](const WorkloadTask& task) { return ceil_product(task.work.value_or(Decimal{}), {1, 0}); };
    CHECK(sum(made, macs) == sum(model, macs));
    // Jobs together do at least the work, and at most one part more along each of two extents.
    const auto cycles = [](const WorkloadTask& task) { return task.jobs * task.cycles; };
    std::uint64_t work = 0;
    for (const Operator& op : model.model.operators) {
      work += op.macs > 0 ? op.macs / lowering.macs_per_cycle.any : op.elements / lowering.elements_per_cycle.any;
    }
    CHECK(sum(made, cycles) + made.tasks.size() >= work);
    std::set<std::string> names;
    std::vector<std::uint64_t> pieces(made.tasks.size(), 0);
    for (std::size_t t = 0; t < made.tasks.size(); ++t) {
      const WorkloadTask& task = made.tasks[t];
      CHECK(names.insert(task.id).second);
      CHECK((task.jobs & (task.jobs - 1)) == 0);
      if (lowering.task_jobs) CHECK(task.jobs <= *lowering.task_jobs);
      if (task.cls == TaskClass::event) continue;
      const Operator& op = made.model.operators[t];
      if (op.kind == OperatorKind::none) continue;  // a piece
      CHECK(task.jobs * task.output_bytes >= op.output.bytes);
      CHECK(task.jobs * task.input_bytes >= std::max(op.input.bytes, op.weights.bytes));
      const bool one_job_fits =
          op.weights.bytes + op.input.bytes + op.second.bytes + op.output.bytes <= lowering.local_bytes;
      if (one_job_fits) CHECK(task.input_bytes + task.output_bytes <= lowering.local_bytes);
    }
    // A task that waited for another still does, through whatever joined or joins them.
    if (!lowering.fuse) {
      const auto waits = [](const Workload& in) {
        std::set<std::pair<std::string, std::string>> pairs;
        const auto base = [](const std::string& id) { return id.substr(0, id.find('.')); };
        for (const WorkloadTask& task : in.tasks) {
          for (const WorkloadEdge& edge : task.after) {
            if (base(in.tasks[edge.task].id) != base(task.id))
              pairs.emplace(base(in.tasks[edge.task].id), base(task.id));
          }
        }
        return pairs;
      };
      CHECK(waits(made) == waits(model));
    }
  }
}

TEST_CASE("an operator joins the one before it only if nobody else reads that one's result") {
  Random random(7);
  int joined = 0;
  for (int round = 0; round < (kSanitized ? 300 : 3000); ++round) {
    INFO("round " << round);
    const Workload model = random_operators(random);
    Workload made = model;
    Diagnostics diagnostics;
    REQUIRE(apply_lowering(Lowering(), made, diagnostics));
    std::set<std::string> kept;
    for (const WorkloadTask& task : made.tasks) kept.insert(task.id);
    for (std::size_t t = 0; t < model.tasks.size(); ++t) {
      if (kept.count(model.tasks[t].id) > 0) {
        // An element-wise operator with a producer of its own is never left alone.
        if (model.model.operators[t].kind != OperatorKind::elementwise) continue;
        for (const WorkloadEdge& edge : model.tasks[t].after) {
          std::size_t readers = 0;
          for (const WorkloadTask& other : model.tasks) {
            readers += static_cast<std::size_t>(std::any_of(other.after.begin(), other.after.end(),
                                                            [&](const auto& e) { return e.task == edge.task; }));
          }
          CHECK(readers > 1);
        }
        continue;
      }
      ++joined;
      CHECK(model.model.operators[t].kind == OperatorKind::elementwise);
    }
    // Bytes that somebody else made are still read by somebody.
    CHECK(facts(made).depth <= facts(model).depth);
  }
  CHECK(joined > (kSanitized ? 50 : 500));
}

}  // namespace gantry::lowering_test
