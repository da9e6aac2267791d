// SPDX-License-Identifier: Apache-2.0
#include "output/konata_writer.h"

#include <array>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "result/task_stages.h"

namespace gantry {
namespace {

/// A letter per stage of kStageNames: cells are narrow. The viewer draws dependences from and to stages with an X.
constexpr std::array<std::string_view, kStages> kLetters = {"F", "Q", "D", "R", "S", "M", "P", "I", "X"};

/// The viewer takes a backslash and an n for a line break, and a tab for the end of the text.
std::string label(const std::string& text) {
  std::string result = text;
  for (char& c : result) {
    if (c == '\\') c = '/';
    if (static_cast<unsigned char>(c) < 0x20U) c = '?';
  }
  return result;
}

}  // namespace

KonataWriter::KonataWriter(const OutputPlace& place, TaskName task_name, TaskLinksOf links, Cycle from, Cycle to)
    : file_(place), task_name_(std::move(task_name)), dependences_(std::move(links)), from_(from), to_(to) {
  if (file_.on()) fmt::format_to(std::back_inserter(file_.text()), "Kanata\t0004\nC=\t0\n");
}

void KonataWriter::task_done(const TaskRecord& task) {
  if (!file_.on() || task.submitted == kNever) return;
  if (task.completed != kNever) latest_ = std::max(latest_, task.completed);
  std::vector<std::uint64_t> after;
  dependences_.done(
      task, [&](std::uint64_t number, std::uint64_t /*which*/) { after.push_back(number); },
      [&](std::uint64_t /*successors*/) { return task.number; });
  if (task.submitted >= from_ && task.submitted < to_) add_lines(task, after);

  ahead_.emplace(task.number, task.submitted);
  if (ahead_.begin()->first != next_) return;
  Cycle submitted = 0;
  for (; !ahead_.empty() && ahead_.begin()->first == next_; ++next_) {
    submitted = ahead_.begin()->second;
    ahead_.erase(ahead_.begin());
  }
  // Tasks that are not done were submitted in this cycle or later.
  if (held_.size() > limit_) {
    write_before(submitted);
    limit_ = std::max(kHeldLines, 2 * held_.size());
  }
}

void KonataWriter::add_lines(const TaskRecord& task, const std::vector<std::uint64_t>& after) {
  std::uint32_t order = 0;
  const auto add = [&](Cycle at, char command, std::string rest, std::uint64_t producer = 0) {
    held_.push_back({at, task.number, order++, command, std::move(rest), producer});
  };
  add(task.submitted, 'I', fmt::format("{}\t{}", task.number, task.stream));
  add(task.submitted, 'L', "0\t" + label(task_name_(task.number)));
  add(task.submitted, 'L',
      fmt::format("1\t{}, weight {}, jobs {}, stream {}", name(task.cls), task.weight, task.jobs, task.stream));
  const auto spans = stage_spans(task, latest_);
  for (const StageSpan& span : spans) {
    if (span.from == span.to) continue;
    add(span.from, 'S', "0\t" + std::string(kLetters[span.stage]));
    add(span.to, 'E', "0\t" + std::string(kLetters[span.stage]));
  }
  if (task.ready != kNever) {
    for (const std::uint64_t number : after) add(task.ready, 'W', "0", number);
  }
  add(spans.back().to, 'R', task.completed == kNever ? "1" : "0");
}

void KonataWriter::write_before(Cycle end) {
  const auto ready = std::partition(held_.begin(), held_.end(), [&](const Line& line) { return line.at < end; });
  std::sort(held_.begin(), ready, [](const Line& a, const Line& b) {
    return std::tie(a.at, a.task, a.order) < std::tie(b.at, b.task, b.order);
  });
  for (auto line = held_.begin(); line != ready; ++line) write(*line);
  held_.erase(held_.begin(), ready);
}

void KonataWriter::write(const Line& line) {
  if (first_ == kNever) first_ = line.task;  // the earliest line is the first task's
  if (line.command == 'W' && line.producer < first_) return;
  const auto out = std::back_inserter(file_.text());
  if (line.at > written_) fmt::format_to(out, "C\t{}\n", line.at - written_);
  written_ = line.at;
  fmt::format_to(out, "{}\t{}\t", line.command, line.task - first_);
  if (line.command == 'W') fmt::format_to(out, "{}\t", line.producer - first_);
  if (line.command == 'R') fmt::format_to(out, "{}\t", line.rest == "0" ? retired_++ : retired_);
  fmt::format_to(out, "{}\n", line.rest);
  file_.written();
}

void KonataWriter::finish(Diagnostics& problems) {
  if (file_.on()) write_before(kNever);
  file_.finish(problems);
}

}  // namespace gantry
