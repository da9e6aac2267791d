// SPDX-License-Identifier: Apache-2.0
#include "report/trace_events.h"

#include <iterator>

#include "report/clock_time.h"
#include "text/escape.h"

namespace gantry {
namespace {

template <class... Args>
void print(OutputFile& file, const char* format, const Args&... args) {
  fmt::format_to(std::back_inserter(file.text()), fmt::runtime(format), args...);
}

/// Microseconds, the format's unit, with all their digits.
void print_time(OutputFile& file, const char* key, ClockTime time) {
  print(file, ",\"{}\":{}.{:06}", key, time.micros, time.picos);
}

}  // namespace

std::string json_string(std::string_view text) {
  fmt::memory_buffer out;
  append_json(out, text);
  return fmt::to_string(out);
}

TraceEvents::TraceEvents(const std::string& path, std::string_view experiment, std::uint32_t clock_mhz)
    : file_(path), clock_mhz_(clock_mhz) {
  if (!on()) return;
  print(file_,
        "{{\"displayTimeUnit\":\"ns\",\n\"otherData\":{{\"experiment\":{},\"clock_mhz\":{}}},\n\"traceEvents\":[",
        json_string(experiment), clock_mhz);
}

void TraceEvents::name_process(std::uint32_t process, std::string_view name) {
  metadata("process_name", {process, 0}, fmt::format("\"name\":{}", json_string(name)));
  metadata("process_sort_index", {process, 0}, fmt::format("\"sort_index\":{}", process));
}

void TraceEvents::name_thread(Track track, std::string_view name) {
  metadata("thread_name", track, fmt::format("\"name\":{}", json_string(name)));
  metadata("thread_sort_index", track, fmt::format("\"sort_index\":{}", track.thread));
}

void TraceEvents::slice(Track track, std::string_view cat, std::string_view name, Cycle from, Cycle to,
                        std::string_view args) {
  begin('X', track, from);
  print_time(file_, "dur", clock_time(to, clock_mhz_) - clock_time(from, clock_mhz_));
  category(cat, name);
  end(args);
}

void TraceEvents::instant(Track track, std::string_view cat, std::string_view name, Cycle at, std::string_view args) {
  begin('i', track, at);
  print(file_, ",\"s\":\"t\"");
  category(cat, name);
  end(args);
}

void TraceEvents::async_begin(std::uint32_t process, std::string_view cat, std::uint64_t number, std::string_view name,
                              Cycle at, std::string_view args) {
  async('b', process, cat, number, name, at, args);
}

void TraceEvents::async_end(std::uint32_t process, std::string_view cat, std::uint64_t number, std::string_view name,
                            Cycle at) {
  async('e', process, cat, number, name, at, "");
}

void TraceEvents::async(char phase, std::uint32_t process, std::string_view cat, std::uint64_t number,
                        std::string_view name, Cycle at, std::string_view args) {
  begin(phase, {process, 0}, at);
  id(number);
  category(cat, name);
  end(args);
}

void TraceEvents::flow(std::uint64_t number, std::string_view name, Track from_track, Cycle from, Track to_track,
                       Cycle to) {
  begin('s', from_track, from);
  id(number);
  category("flow", name);
  end("");
  begin('f', to_track, to);
  print(file_, ",\"bp\":\"e\"");  // ends in the slice that is open there, not in the next one
  id(number);
  category("flow", name);
  end("");
}

void TraceEvents::counter(std::uint32_t process, std::string_view name, Cycle at, std::uint64_t value) {
  begin('C', {process, 0}, at);
  print(file_, ",\"name\":{}", name);
  end(fmt::format("\"value\":{}", value));
}

void TraceEvents::finish(Diagnostics& problems) {
  if (on()) print(file_, "\n]}}\n");
  file_.finish(problems);
}

void TraceEvents::begin(char phase, Track track, Cycle at) {
  print(file_, "{}{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", first_ ? "\n" : ",\n", phase, track.process, track.thread);
  print_time(file_, "ts", clock_time(at, clock_mhz_));
  first_ = false;
}

void TraceEvents::metadata(std::string_view what, Track track, std::string_view argument) {
  print(file_, "{}{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"{}\"", first_ ? "\n" : ",\n", track.process,
        track.thread, what);
  first_ = false;
  end(argument);
}

void TraceEvents::category(std::string_view category, std::string_view name) {
  print(file_, ",\"cat\":\"{}\",\"name\":{}", category, name);
}

/// Hexadecimal text: as a JSON number, large ones would lose digits in the viewers.
void TraceEvents::id(std::uint64_t id) { print(file_, ",\"id\":\"{:#x}\"", id); }

void TraceEvents::end(std::string_view args) {
  if (!args.empty()) print(file_, ",\"args\":{{{}}}", args);
  print(file_, "}}");
  file_.written();
}

}  // namespace gantry
