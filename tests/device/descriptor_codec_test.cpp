// SPDX-License-Identifier: Apache-2.0
// Tasks as bytes in somebody's memory, and back.
#include "gantry/device/descriptor_codec.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <random>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "gantry/device/task_scheduler_regs.h"
#include "gantry/scheduler/descriptor_config.h"

namespace gantry::descriptor_codec_test {
namespace {

std::uint64_t draw(std::mt19937_64& random, std::uint64_t below) { return random() % below; }

Task random_task(std::mt19937_64& random, std::uint64_t number, std::uint32_t types) {
  Task task;
  task.cls = static_cast<TaskClass>(draw(random, kTaskClasses));
  task.weight = static_cast<std::uint32_t>(1 + draw(random, 256));
  task.jobs = task.cls == TaskClass::event ? 0 : 1U << draw(random, 17);
  task.job_bytes = draw(random, 1ULL << 32);
  task.cycles = draw(random, 1000) == 0 ? random() : draw(random, 100000);
  task.stream = static_cast<std::uint32_t>(draw(random, kMostStreams));
  if (draw(random, 2) == 0) task.deadline = random() >> draw(random, 64);
  task.input_bytes = random();
  task.output_bytes = random();
  switch (draw(random, 3)) {
    case 0:
      task.type = static_cast<ProcessorType>(draw(random, types));
      break;
    case 1:
      for (std::uint32_t t = 0; t < types; ++t)
        task.cycles_by_type.push_back(t > 0 && draw(random, 3) == 0 ? JobCycles::kCannotRun : draw(random, 1000));
      task.cycles = *std::min_element(task.cycles_by_type.begin(), task.cycles_by_type.end());
      break;
    default:
      break;
  }
  for (std::uint64_t p = draw(random, 20); p > 0 && number > 0; --p) {
    const std::uint64_t far = std::min<std::uint64_t>(number, 1ULL << 20);
    task.after.push_back(number - 1 - draw(random, far));
  }
  return task;
}

TEST_CASE("a task is the same after its descriptor has been written and read") {
  std::mt19937_64 random(18);
  for (int round = 0; round < 2000; ++round) {
    const auto types = static_cast<std::uint32_t>(1 + draw(random, 4));
    DescriptorConfig config;
    config.predecessors = static_cast<std::uint32_t>(draw(random, 10));
    config.full_bytes = static_cast<std::uint32_t>(96 + (4 * config.predecessors + 7) / 8 * 8 + 8 * draw(random, 8));
    const DescriptorLayout layout(config, types);
    const std::uint64_t number = random() >> draw(random, 64);
    const Task task = random_task(random, number, types);
    const std::uint64_t address = random();
    const std::uint64_t program = random();

    const std::vector<std::uint8_t> bytes = encode_descriptor(task, number, address, program, layout);
    CHECK(bytes.size() == layout.bytes(task.after.size()));
    CHECK(named_predecessors(bytes.data()) == task.after.size());
    const DescriptorFields fields = read_descriptor(bytes.data(), layout);
    CHECK(write_descriptor(fields, layout) == bytes);
    CHECK(fields.data_address == address);
    CHECK(fields.program == program);
    CHECK(whole_number(fields.number, number + 5) == number);
    const Task read = decode_task(fields, layout);
    CHECK(read.cls == task.cls);
    CHECK(read.weight == task.weight);
    CHECK(read.jobs == task.jobs);
    CHECK(read.job_bytes == task.job_bytes);
    CHECK(read.cycles == task.cycles);
    CHECK(read.cycles_by_type == task.cycles_by_type);
    CHECK(read.type == task.type);
    CHECK(read.stream == task.stream);
    CHECK(read.deadline == task.deadline);
    CHECK(read.input_bytes == task.input_bytes);
    CHECK(read.output_bytes == task.output_bytes);
    std::vector<std::uint64_t> after;
    for (const std::uint32_t predecessor : fields.predecessors) after.push_back(whole_number(predecessor, number));
    CHECK(after == task.after);
  }
}

TEST_CASE("the bytes are where the header for firmware says, least significant first") {
  Task task;
  task.cls = TaskClass::union_;
  task.weight = 0x0102;
  task.jobs = 8;
  task.job_bytes = 0x0a0b0c0d;
  task.cycles = 77;
  task.type = 1;
  task.after = {0x01020303, 0x01020302};
  const std::vector<std::uint8_t> bytes =
      encode_descriptor(task, 0x01020304, 0x1122334455667788, 9, DescriptorLayout({}, 2));
  REQUIRE(bytes.size() == 128);
  CHECK(bytes[0] == 4);
  CHECK(bytes[3] == 1);
  CHECK(bytes[offsetof(gantry_ts_descriptor, cls)] == GANTRY_TS_CLASS_UNION);
  CHECK(bytes[offsetof(gantry_ts_descriptor, weight)] == 2);
  CHECK(bytes[offsetof(gantry_ts_descriptor, predecessors)] == 2);
  CHECK(bytes[offsetof(gantry_ts_descriptor, job_bytes)] == 0x0d);
  CHECK(bytes[offsetof(gantry_ts_descriptor, type_mask)] == 2);
  CHECK(bytes[offsetof(gantry_ts_descriptor, data_address)] == 0x88);
  CHECK(bytes[offsetof(gantry_ts_descriptor, program)] == 9);
  CHECK(bytes[GANTRY_TS_PAYLOAD] == 77);
  CHECK(bytes[128 - 8 * 4] == 3);
  CHECK(bytes[128 - 7 * 4] == 2);
}

TEST_CASE("what travels with a job, and the message of a finished task, come back as they went") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    std::array<std::uint8_t, 16> bytes{};
    const auto word = [&] { return static_cast<std::uint32_t>(random()); };
    const SplitInfo split{word(), word(), word(), word()};
    write_split(split, bytes.data());
    const SplitInfo read = read_split(bytes.data());
    CHECK(std::memcmp(&read, &split, sizeof split) == 0);
    const std::uint32_t number = word();
    const DoneMessage done{number, number + (word() & 0x7fffff) - (word() & 0x7fffff),
                           static_cast<std::uint8_t>(word())};
    const DoneMessage back = decode_done(encode_done(done));
    CHECK(back.number == done.number);
    CHECK(back.oldest == done.oldest);
    CHECK(back.flags == done.flags);
  }
}

TEST_CASE("what a descriptor has no room for is not written") {
  const DescriptorLayout layout({}, 5);
  CHECK_THROWS_AS(DescriptorLayout({96, 8}, 1), Error);
  CHECK_THROWS_AS(DescriptorLayout({}, 33), Error);
  Task task;
  task.cycles_by_type.assign(5, 10);
  CHECK_THROWS_AS(encode_descriptor(task, 0, 0, 0, layout), Error);  // 32 bytes: four types
  task.cycles_by_type.clear();
  task.job_bytes = 1ULL << 32;
  CHECK_THROWS_AS(encode_descriptor(task, 0, 0, 0, layout), Error);
  task.job_bytes = 4;
  task.processors = {1};
  CHECK_THROWS_AS(encode_descriptor(task, 0, 0, 0, layout), Error);
}

}  // namespace
}  // namespace gantry::descriptor_codec_test
