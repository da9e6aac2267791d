// SPDX-License-Identifier: Apache-2.0
#include "output/trace_events.h"

#include <iterator>

#include "text/escape.h"

namespace gantry {
namespace {

constexpr std::uint32_t kOneGigahertz = 1000;

template <class... Args>
void print(OutputFile& file, const char* format, const Args&... args) {
  fmt::format_to(std::back_inserter(file.text()), fmt::runtime(format), args...);
}

}  // namespace

std::string json_string(std::string_view text) {
  fmt::memory_buffer out;
  append_json(out, text);
  return fmt::to_string(out);
}

TraceEvents::TraceEvents(const OutputPlace& place, std::string_view experiment, std::uint32_t clock_mhz)
    : file_(place), experiment_(experiment), clock_mhz_(clock_mhz) {
  if (on()) print(file_, "{{\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[");
}

void TraceEvents::name_process(std::uint32_t process, std::string_view name) {
  metadata("process_name", {process, 0}, fmt::format("\"name\":{}", json_string(name)));
  metadata("process_sort_index", {process, 0}, fmt::format("\"sort_index\":{}", process));
}

void TraceEvents::name_thread(Track track, std::string_view name, std::uint32_t place) {
  metadata("thread_name", track, fmt::format("\"name\":{}", json_string(name)));
  metadata("thread_sort_index", track, fmt::format("\"sort_index\":{}", place));
}

void TraceEvents::slice(Track track, std::string_view cat, std::string_view name, Cycle from, Cycle to,
                        std::string_view args) {
  begin('X', track, from);
  if (clock_mhz_ <= kOneGigahertz) {  // of both ends as they are written
    const auto whole = [this](Cycle cycle) {
      const ClockTime time = clock_time(cycle, clock_mhz_);
      return ClockTime{time.micros, time.picos / 1000 * 1000};
    };
    print_time("dur", whole(to) - whole(from));
  } else {
    print_time("dur", clock_time(to, clock_mhz_) - clock_time(from, clock_mhz_));
  }
  category(cat, name);
  end(args);
}

void TraceEvents::flow_begin(std::uint64_t number, std::string_view name, Track track, Cycle at) {
  begin('s', track, at);
  id(number);
  category("flow", name);
  end("");
}

void TraceEvents::flow_end(std::uint64_t number, std::string_view name, Track track, Cycle at) {
  begin('f', track, at);
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

void TraceEvents::finish(Diagnostics& problems, std::string_view about) {
  if (on()) {
    print(file_, "\n],\n\"otherData\":{{\"experiment\":{},\"clock_mhz\":{}{}{}}}}}\n", json_string(experiment_),
          clock_mhz_, about.empty() ? "" : ",", about);
  }
  file_.finish(problems);
}

void TraceEvents::begin(char phase, Track track, Cycle at) {
  print(file_, "{}{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", first_ ? "\n" : ",\n", phase, track.process, track.thread);
  print_time("ts", clock_time(at, clock_mhz_));
  first_ = false;
}

/// Microseconds, the format's unit.
void TraceEvents::print_time(std::string_view key, ClockTime time) {
  if (clock_mhz_ <= kOneGigahertz) {
    print(file_, ",\"{}\":{}.{:03}", key, time.micros, time.picos / 1000);
  } else {
    print(file_, ",\"{}\":{}.{:06}", key, time.micros, time.picos);
  }
}

void TraceEvents::metadata(std::string_view what, Track track, std::string_view argument) {
  print(file_, "{}{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"{}\"", first_ ? "\n" : ",\n", track.process,
        track.thread, what);
  first_ = false;
  end(argument);
}

void TraceEvents::category(std::string_view category, std::string_view name) {
  if (!category.empty()) print(file_, ",\"cat\":\"{}\"", category);
  print(file_, ",\"name\":{}", name);
}

/// Hexadecimal text: as a JSON number, large ones would lose digits in the viewers.
void TraceEvents::id(std::uint64_t id) { print(file_, ",\"id\":\"{:#x}\"", id); }

void TraceEvents::end(std::string_view args) {
  if (!args.empty()) print(file_, ",\"args\":{{{}}}", args);
  print(file_, "}}");
  file_.written();
}

}  // namespace gantry
