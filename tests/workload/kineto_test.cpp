// SPDX-License-Identifier: Apache-2.0
// Traces of torch.profiler: which events are work, what orders them, and what can be wrong in one.
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"
#include "shared_folder.h"

namespace gantry::kineto_test {

namespace {

/// One event per line, from line 2 on.
std::string trace(const std::vector<std::string>& events, const std::string& about = "\"schemaVersion\": 1") {
  std::string text = '{' + about + ", \"traceEvents\": [";
  for (std::size_t e = 0; e < events.size(); ++e) text += (e == 0 ? "\n" : ",\n") + events[e];
  return text + "]}";
}

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string event(const std::string& category, const std::string& name, const std::string& times,
                  const std::string& args, const std::string& row = "\"pid\": 9, \"tid\": 1") {
  return "{\"ph\": \"X\", \"cat\": \"" + category + "\", \"name\": \"" + name + "\", " + row + ", " + times +
         ", \"args\": {" + args + "}}";
}

/// Work of `stream` on device 0 that call `call` launched.
std::string work(std::uint64_t call, std::uint64_t stream, std::uint64_t start, const std::string& dur = "10") {
  return event("kernel", "k", "\"ts\": " + number(start) + ", \"dur\": " + dur,
               "\"device\": 0, \"stream\": " + number(stream) + ", \"correlation\": " + number(call));
}

/// A call of the host's thread `thread`.
std::string call(std::uint64_t id, const std::string& name, std::uint64_t start, std::uint64_t thread = 1) {
  return event("cuda_runtime", name, "\"ts\": " + number(start) + ", \"dur\": 1", "\"correlation\": " + number(id),
               "\"pid\": 9, \"tid\": " + number(thread));
}
std::string launch(std::uint64_t id, std::uint64_t thread = 1) { return call(id, "cudaLaunchKernel", id, thread); }

std::string sync(const std::string& kind, std::uint64_t id, std::uint64_t end, const std::string& args) {
  return event("cuda_sync", kind, "\"ts\": " + number(end - 1) + ", \"dur\": 1",
               "\"cuda_sync_kind\": \"" + kind + "\", \"device\": 0, \"correlation\": " + number(id) + ", " + args);
}
/// Call `id` waits, on a stream or on the host (-1), for the event that call `record` recorded on stream `on`.
std::string event_wait(std::uint64_t id, const std::string& stream, std::uint64_t on, std::uint64_t record,
                       std::uint64_t end = 1000) {
  return sync(stream == "-1" ? "Event Sync" : "Stream Wait Event", id, end,
              "\"stream\": " + stream + ", \"wait_on_stream\": " + number(on) +
                  ", \"wait_on_cuda_event_record_corr_id\": " + number(record));
}

/// What each task waits for.
Lines order(const std::vector<std::string>& events) {
  const Workload workload = load("kineto", trace(events));
  Lines lines;
  for (std::size_t t = 0; t < workload.tasks.size(); ++t) lines.push_back(after(workload, t));
  return lines;
}

std::string first_error(const std::string& text) {
  const Lines found = errors("kineto", text);
  return found.empty() ? "none" : found[0];
}

struct Case {
  std::string text;
  std::string error;
};

}  // namespace

TEST_CASE("the work of devices is tasks with their measured times, in order of their start", "[formats]") {
  const std::string text = trace(
      {event("kernel", "second", "\"ts\": 1712867402348300.5, \"dur\": 2.25", "\"device\": 0, \"stream\": 7"),
       event("Memcpy", "first", "\"ts\": 1712867402348300, \"dur\": 1", "\"device\": 0, \"stream\": 7, \"bytes\": 64"),
       event("gpu_memset", "third", "\"ts\": 1712867402348303, \"dur\": 0", "\"device\": 0, \"stream\": 7"),
       event("cpu_op", "aten::mm", "\"ts\": 1, \"dur\": 9", ""),
       event("gpu_user_annotation", "step", "\"ts\": 1, \"dur\": 9", "\"stream\": 7"),
       "{\"ph\": \"M\", \"name\": \"process_name\", \"args\": {\"name\": \"python\"}}"});
  CHECK(guess(text) == "kineto");
  const Workload workload = load("kineto", text);
  CHECK(workload.unit == "us");
  CHECK(ids(workload) == Lines{"first.0", "second.1", "third.2"});
  // A microsecond is 1000 cycles at 1000 MHz, and a copy moves nothing: its time is measured.
  CHECK(workload.tasks[0].cycles == 1000);
  CHECK(workload.tasks[0].output_bytes == 0);
  CHECK(workload.tasks[1].cycles == 2250);
  CHECK(after(workload, 1) == "first.0");
  CHECK(after(workload, 2) == "second.1");
  CHECK(facts(workload).unit_critical_path == 3.25);
}

TEST_CASE("a trace is guessed by its keys or its categories, and other Chrome traces are not", "[formats]") {
  const std::string kernel = work(1, 7, 0);
  CHECK(guess(trace({kernel}, "\"distributedInfo\": {\"rank\": 0}")) == "kineto");
  CHECK(guess(trace({kernel}, "\"displayTimeUnit\": \"ms\"")) == "kineto");
  CHECK(guess("{\"schemaVersion\": 1, \"deviceProperties\": [") == "kineto");
  CHECK(guess("{\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n{\"ph\": \"X\", \"name\": \"a\"}]}") == "none");
}

TEST_CASE("streams run beside each other, and the same number on two devices is two streams", "[formats]") {
  CHECK(order({work(1, 7, 0), work(2, 8, 1), work(3, 7, 2), work(4, 8, 3)}) == Lines{"", "", "k.0", "k.1"});
  const auto on = [](const std::string& device, const std::string& start) {
    return event("kernel", "k", "\"ts\": " + start + ", \"dur\": 1", "\"device\": " + device + ", \"stream\": 7");
  };
  CHECK(order({on("0", "1"), on("1", "2"), on("0", "3")}) == Lines{"", "", "k.0"});
  // Files without these arguments have the device as process and the stream as thread.
  const auto bare = [](const std::string& row, const std::string& start) {
    return event("Kernel", "k", "\"ts\": " + start + ", \"dur\": 1", "", row);
  };
  CHECK(order({bare("\"pid\": 0, \"tid\": 7", "1"), bare("\"pid\": 0, \"tid\": 8", "2"),
               bare("\"pid\": 0, \"tid\": 7", "3")}) == Lines{"", "", "k.0"});
}

TEST_CASE("work of one stream that starts at one time stands in the order of its launches", "[formats]") {
  const std::string text = trace({work(12, 7, 5, "3"), work(11, 7, 5, "4")});
  CHECK(load("kineto", text).tasks[0].cycles == 4000);
}

TEST_CASE("a stream that waits for an event waits for the last work before its record", "[formats]") {
  // Calls: 1 and 2 launch on stream 7, 3 records there, 4 launches there, 5 waits on stream 8, 6 and 7 launch on it.
  CHECK(order({work(1, 7, 0), work(2, 7, 20), work(4, 7, 40), event_wait(5, "8", 7, 3), work(6, 8, 60),
               work(7, 8, 80)}) == Lines{"", "k.0", "k.1", "k.1", "k.3"});
  // What stream 8 launched before the wait does not wait.
  CHECK(order({work(1, 7, 0), event_wait(5, "8", 7, 3), work(4, 8, 40), work(6, 8, 60)}) == Lines{"", "", "k.1 k.0"});
  // Older files do not say which call recorded the event: it is taken as recorded directly before the wait.
  CHECK(order({work(1, 7, 0), work(9, 7, 20), work(6, 8, 60),
               sync("Stream Wait Event", 5, 1000, "\"stream\": 8, \"wait_on_stream\": 7")}) == Lines{"", "k.0", "k.0"});
}

TEST_CASE("a wait makes no edge twice, and none that follows from a later one", "[formats]") {
  CHECK(order({work(1, 7, 0), work(2, 7, 20), event_wait(3, "8", 7, 2), event_wait(4, "8", 7, 3), work(5, 8, 40),
               event_wait(6, "8", 7, 3), work(7, 8, 60)}) == Lines{"", "k.0", "k.1", "k.2"});
}

TEST_CASE("what a thread of the host launches stands behind what it has waited for", "[formats]") {
  const std::vector<std::string> launches = {launch(1), launch(2),    call(3, "cudaStreamSynchronize", 3),
                                             launch(4), launch(5, 2), launch(6)};
  const auto with = [&](const std::string& wait) {
    std::vector<std::string> events = {
        wait, work(1, 7, 100), work(2, 8, 120), work(4, 9, 140), work(5, 10, 160), work(6, 9, 180)};
    events.insert(events.end(), launches.begin(), launches.end());
    return order(events);
  };
  // Call 5 is of another thread, and 6 follows 4 in its stream.
  CHECK(with(sync("Stream Sync", 3, 1000, "\"stream\": 8")) == Lines{"", "", "k.1", "", "k.2"});
  CHECK(with(sync("Context Sync", 3, 1000, "\"stream\": 4294967295")) == Lines{"", "", "k.0 k.1", "", "k.2"});
  CHECK(with(event_wait(3, "-1", 7, 2)) == Lines{"", "", "k.0", "", "k.2"});
}

TEST_CASE("a query of the host counts if the work had ended", "[formats]") {
  const auto with = [&](std::uint64_t end) {
    return order({work(1, 7, 100), launch(1), call(3, "cudaEventQuery", 3), event_wait(3, "-1", 7, 2, end),
                  work(4, 8, 140), launch(4)});
  };
  CHECK(with(110) == Lines{"", "k.0"});
  CHECK(with(109) == Lines{"", ""});
}

TEST_CASE("a call that waits for the only device needs no synchronisation event", "[formats]") {
  const std::vector<std::string> events = {work(1, 7, 100), launch(1), call(2, "hipDeviceSynchronize", 2),
                                           work(3, 8, 140), launch(3)};
  CHECK(order(events) == Lines{"", "k.0"});
  std::vector<std::string> two = events;
  two.push_back(event("kernel", "k", "\"ts\": 0, \"dur\": 1", "\"device\": 1, \"stream\": 7"));
  CHECK(order(two) == Lines{"", "", ""});
}

TEST_CASE("launches are times of arrival if the mapping wants them", "[formats]") {
  // Work without its launch, here k.2, comes with its own start; and nothing comes before what it waits for.
  const std::string text =
      trace({work(1, 7, 100), call(1, "cudaLaunchKernel", 50), work(2, 7, 120), call(2, "cudaLaunchKernel", 53),
             work(3, 8, 130), work(4, 8, 150), call(4, "cudaLaunchKernel", 60)});
  const auto submits = [](const Workload& workload) {
    Lines lines;
    for (const WorkloadTask& task : workload.tasks) lines.push_back(number(task.submit));
    return lines;
  };
  CHECK(submits(load("kineto", text)) == Lines{"0", "0", "0", "0"});
  CHECK(submits(load("kineto", text, "{arrivals: true}")) == Lines{"0", "3000", "80000", "80000"});
  CHECK(submits(load("kineto", text, "{arrivals: true, cycles_per_unit: 2}")) == Lines{"0", "6", "160", "160"});
}

TEST_CASE("copies and memsets move their bytes if the mapping wants it", "[formats]") {
  const auto copy = [](const std::string& category) {
    return event(category, "m", "\"ts\": 0, \"dur\": 5", "\"device\": 0, \"stream\": 7, \"bytes\": 512");
  };
  const Workload workload =
      load("kineto", trace({copy("gpu_memcpy"), copy("gpu_memset"), work(1, 7, 9)}), "{copies: bytes}");
  CHECK(workload.tasks[0].cls == TaskClass::communication);
  CHECK(workload.tasks[0].cycles == 0);
  CHECK(workload.tasks[0].input_bytes == 512);
  CHECK(workload.tasks[0].output_bytes == 512);
  CHECK(workload.tasks[1].input_bytes == 0);
  CHECK(workload.tasks[1].output_bytes == 512);
  CHECK(workload.tasks[2].cls == TaskClass::block);
  CHECK(workload.tasks[2].cycles == 10000);
}

TEST_CASE("a note says which synchronisations order nothing", "[formats]") {
  const auto note = [](const std::vector<std::string>& events) { return first_error(trace(events)); };
  // An event of before the trace, a wait without its call, a kind that nobody knows.
  CHECK(note({work(1, 7, 0), launch(1), call(2, "cudaEventQuery", 2),
              sync("Event Sync", 2, 9, "\"wait_on_stream\": -1, \"wait_on_cuda_event_record_corr_id\": -1"),
              sync("Stream Sync", 3, 9, "\"stream\": 7"), sync("Grid Sync", 2, 9, "\"stream\": 7"),
              event_wait(4, "7", 8, 3)}) ==
        "f:1:1: note: 3 of 4 synchronisations order nothing: their event, their call or their kind is unknown");
  CHECK(note({work(1, 7, 0), work(3, 8, 0), call(2, "cudaStreamWaitEvent", 2), call(4, "cudaStreamSynchronize", 4)}) ==
        "f:1:37: note: 2 calls that wait for a stream or an event order nothing: the trace has no events of the "
        "category cuda_sync (a profiler's option)");
  CHECK(note({work(1, 7, 100), event_wait(2, "8", 7, 2), work(3, 8, 50)}) ==
        "f:1:37: note: 1 dependence is left out: the work that is waited for starts later than the work that waits");
}

TEST_CASE("every mistake in a trace is named with its place", "[formats]") {
  const std::vector<Case> cases = {
      {"{\"schemaVersion\": 1}", "f:1:1: error: the key `traceEvents` is missing here"},
      {"{\"traceEvents\": {}}", "f:1:17: error: traceEvents must be a list, not a map"},
      {"[]", "f:1:1: error: a map of keys is needed here, not a list"},
      {trace({launch(1)}),
       "f:1:37: error: no work of a device is in this trace (events of the categories kernel, gpu_memcpy, "
       "gpu_memset)"},
      {trace({"5"}), "f:2:1: error: an event must be a map, not '5'"},
      {trace({R"({"ph": "X", "cat": "kernel", "name": "k", "dur": 1})"}), "f:2:1: error: the key `ts` is missing here"},
      {trace({R"({"ph": "X", "cat": "kernel", "name": "k", "ts": 1})"}), "f:2:1: error: the key `dur` is missing here"},
      {trace({R"({"ph": "X", "cat": "kernel", "ts": 1, "dur": 1})"}), "f:2:1: error: the key `name` is missing here"},
      {trace({work(1, 7, 0), work(2, 7, 5, "-1")}),
       "f:3:79: error: dur must be a number that is not negative, not '-1'"},
      {trace({R"({"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": "long"})"}),
       "f:2:59: error: dur must be a number that is not negative, not 'long'"},
      {trace({R"({"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 1e300})"}),
       "f:2:1: error: task 'k.0' takes cycles per job beyond 281474976710656 (a smaller mapping.cycles_per_unit)"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error(c.text) == c.error);
  }
}

TEST_CASE("numbers beyond all times and calls do not stop a trace", "[formats]") {
  const Workload workload = load(
      "kineto", trace({event("kernel", "k", "\"ts\": 1e40, \"dur\": 1",
                             "\"device\": \"a\", \"stream\": [1], \"correlation\": 99999999999999999999999"),
                       event("kernel", "k", "\"ts\": 2e40, \"dur\": 1", "\"correlation\": -3"),
                       "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"ts\": 0, \"dur\": 0, \"args\": 1}"}));
  CHECK(workload.tasks.size() == 3);
}

TEST_CASE("traces have the kernels, copies, times and bytes that other readers found in them", "[shared]") {
  const auto folder = shared_path("models");
  if (!has_shared(folder / "kineto" / "facts.jsonl")) return;
  std::ifstream in(folder / "kineto" / "facts.jsonl");
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json want = nlohmann::json::parse(line);
    const std::string file = want.at("file");
    INFO(file);
    Workload workload;
    Diagnostics diagnostics;
    const auto mapping = parse_yaml("{copies: bytes}", "m", diagnostics);
    WorkloadKeys keys;
    std::string guessed;
    REQUIRE(load_workload((folder / file).string(), "", workload, diagnostics, &guessed, keys));
    CHECK(guessed == "kineto");
    const std::uint64_t kernels = want.at("kernels");
    const std::uint64_t copies = want.at("gpu_mem_ops");
    const WorkloadFacts have = facts(workload);
    CHECK(have.tasks == kernels + copies);
    CHECK(have.unit_total_work == want.at("kernel_dur_sum").get<double>() + want.at("gpu_mem_dur_sum").get<double>());
    // From the same rules, without leaving out an edge that follows from others.
    const bool alexnet = file.find("alexnet") != std::string::npos;
    CHECK(have.unit_critical_path == (alexnet ? 66069 : 372));
    CHECK(have.depth == (alexnet ? 95 : 6));
    Workload moved;
    keys.mapping = &*mapping;
    REQUIRE(load_workload((folder / file).string(), "", moved, diagnostics, &guessed, keys));
    std::uint64_t bytes = 0;
    std::uint64_t moving = 0;
    for (const WorkloadTask& task : moved.tasks) {
      bytes += task.output_bytes;
      if (task.cls == TaskClass::communication) ++moving;
    }
    CHECK(bytes == want.at("gpu_mem_bytes").get<std::uint64_t>());
    CHECK(moving == copies);
    CHECK(facts(moved).unit_total_work == want.at("kernel_dur_sum").get<double>());
  }
}

}  // namespace gantry::kineto_test
