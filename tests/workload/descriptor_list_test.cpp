// SPDX-License-Identifier: Apache-2.0
// `gantry workload convert FILE --to descriptors`: the bytes that a driver puts into its rings.
#include <cstring>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/device/descriptor_codec.h"
#include "gantry/device/task_list_file.h"
#include "gantry/device/task_scheduler_regs.h"
#include "gantry/scheduler/descriptor_config.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::descriptor_list_test {

namespace {

constexpr const char* kMachine = R"(
processors:
  - {type: core, count: 2}
  - {type: gpu, count: 1}
)";

constexpr const char* kTasks = R"(
tasks:
  - {id: last, class: union, jobs: 2, cycles: 70, after: [first, other], submit: 40}
  - {id: first, cycles: {core: 400, gpu: 60}, weight: 9, input_bytes: 300, deadline: 5000, stream: 3}
  - {id: other, processor: gpu, job_bytes: 24, output_bytes: 8}
)";

template <class T>
T take(const std::string& bytes, std::size_t& at) {
  T value{};
  REQUIRE(at + sizeof(T) <= bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  at += (sizeof(T) + 7) / 8 * 8;
  return value;
}

}  // namespace

TEST_CASE("a workload becomes the descriptors of its tasks, in the order of submission") {
  const InputFiles files;
  files.write("machine.yaml", kMachine);
  files.write("tasks.yaml", kTasks);
  ProgramRun convert(files, {"workload", "convert", "tasks.yaml", "--to", "descriptors", "--architecture",
                             "machine.yaml", "-o", "tasks.bin"});
  REQUIRE(convert.finish() == 0);
  const std::string bytes = file_text(files.path("tasks.bin"));

  std::size_t at = 0;
  const auto header = take<gantry_task_list_header>(bytes, at);
  CHECK(header.magic == GANTRY_TASK_LIST_MAGIC);
  CHECK(bytes.substr(0, 8) == "GNTYTASK");
  CHECK(header.version == 1);
  CHECK(header.full_bytes == 128);
  CHECK(header.predecessors == 8);
  CHECK(header.types == 2);
  CHECK(header.tasks == 3);
  CHECK(header.data_bytes == 512 + 256);  // each begins at a burst of its own
  CHECK(header.longest == 128);

  const DescriptorLayout layout(DescriptorConfig{}, 2);
  const auto next = [&](const std::string& id, std::uint64_t submit) {
    const auto entry = take<gantry_task_list_entry>(bytes, at);
    CHECK(entry.submit == submit);
    REQUIRE(entry.bytes == 128);
    REQUIRE(at + 136 <= bytes.size());
    DescriptorFields fields =
        read_descriptor(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at, layout);  // of a std::string
    CHECK(bytes.substr(at + 128, entry.name_bytes) == id);
    at += 136;
    return fields;
  };
  const DescriptorFields first = next("first", 0);
  CHECK(first.number == 0);
  CHECK(first.weight == 9);
  CHECK(first.stream == 3);
  CHECK(first.deadline == 5000);
  CHECK(first.cycles == std::vector<std::uint64_t>{400, 60});
  CHECK(first.type_mask == 3);
  CHECK(first.input_bytes == 300);
  const DescriptorFields other = next("other", 0);
  CHECK(other.number == 1);
  CHECK(other.type_mask == 2);
  CHECK(other.job_bytes == 24);
  CHECK(other.data_address == 512);
  const DescriptorFields last = next("last", 40);
  CHECK(last.cls == GANTRY_TS_CLASS_UNION);
  CHECK(last.jobs == 2);
  CHECK(last.cycles == std::vector<std::uint64_t>{70});
  CHECK(last.predecessors == std::vector<std::uint32_t>{0, 1});
  CHECK(at == bytes.size());
}

TEST_CASE("what does not fit into descriptors is told where it stands") {
  const InputFiles files;
  files.write("short.yaml", std::string("descriptor: {full_bytes: 64}\n") + kMachine);
  files.write("machine.yaml", kMachine);
  files.write("tasks.yaml", kTasks);
  files.write("large.yaml", "tasks:\n  - {id: a, job_bytes: 2}\n");
  const auto errors = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"workload", "convert"};
    words.insert(words.end(), more.begin(), more.end());
    ProgramRun convert(files, words);
    CHECK(convert.finish() == 2);
    return convert.err();
  };
  CHECK(
      errors({"tasks.yaml", "--to", "descriptors", "--architecture", "short.yaml"})
          .find("short.yaml:1:1: error: a descriptor in memory with room for 8 predecessors has a multiple of 8 and at "
                "least 104 bytes (descriptor.full_bytes), not 64") != std::string::npos);
  CHECK(errors({"large.yaml", "--to", "descriptors", "--architecture", "machine.yaml"}).find("large.yaml:2:") !=
        std::string::npos);
  const std::string both = "--architecture: error: belongs to --to descriptors, which needs it";
  CHECK(errors({"tasks.yaml", "--to", "descriptors"}).find(both) != std::string::npos);
  CHECK(errors({"tasks.yaml", "--to", "native", "--architecture", "machine.yaml"}).find(both) != std::string::npos);
}

}  // namespace gantry::descriptor_list_test
