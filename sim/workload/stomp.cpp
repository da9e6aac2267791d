// SPDX-License-Identifier: Apache-2.0
// stomp: traces of STOMP (CSV). The first line names the types of servers; then a row per task, its arrival, its type,
// and its time on each server or `None` where it cannot run.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/one_line.h"
#include "text/digits.h"
#include "text/yaml_reader.h"
#include "workload/arrival_table.h"
#include "workload/csv_lines.h"
#include "workload/format.h"

namespace gantry {
namespace {

class StompReader {
 public:
  StompReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics)
      : lines_(text),
        file_(file),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  bool read() {
    workload_.unit = "u.t.";
    if (!lines_.next()) {
      diagnostics_.error({file_, 1, 1}, "a first line with the types of servers is needed");
      return false;
    }
    servers();
    while (diagnostics_.size() - before_ < kMostProblems && lines_.next()) row();
    return diagnostics_.size() == before_;
  }

 private:
  void error(const CsvField& at, const std::string& what) {
    diagnostics_.error({file_, lines_.number(), at.column}, what);
  }
  bool name(const CsvField& field, const char* what) {
    if (!field.text.empty() && is_one_line(field.text)) return true;
    error(field, std::string(what) + " must be one line of text without control characters, and not empty");
    return false;
  }

  void servers() {
    for (const CsvField& field : lines_.fields()) {
      if (!name(field, "a type of servers")) continue;
      if (std::find(servers_.begin(), servers_.end(), field.text) != servers_.end())
        error(field, in_quotes(field.text) + " is already a type of servers");
      servers_.emplace_back(field.text);
    }
  }

  std::optional<Decimal> time(const CsvField& field, const char* what) {
    const auto number = parse_decimal(field.text);
    if (!number) error(field, what + in_quotes(field.text));
    return number;
  }

  void row() {
    const std::vector<CsvField>& fields = lines_.fields();
    if (fields.size() != servers_.size() + 2) {
      error({{}, 1}, "this row has " + std::to_string(fields.size()) +
                         " fields; an arrival, a type of task and a time for each of the " +
                         std::to_string(servers_.size()) + " types of servers are " +
                         std::to_string(servers_.size() + 2));
      return;
    }
    if (workload_.tasks.size() == kMaxForeignTasks) {
      error({{}, 1}, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
      return;
    }
    WorkloadTask task;
    task.where = {file_, lines_.number(), 1};
    task.cls = mapping_.cls;
    task.weight = mapping_.weight;
    const auto arrival = time(fields[0], "an arrival must be a number that is not negative, not ");
    name(fields[1], "the type of a task");
    task.id = std::string(fields[1].text) + '.' + std::to_string(workload_.tasks.size());
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      const CsvField& field = fields[s + 2];
      if (field.text == "None") continue;
      if (const auto on = time(field, "a time must be a number that is not negative, or None, not "))
        task.cycles_by_type.push_back({servers_[s], 0, *on});
    }
    if (diagnostics_.size() != before_) return;
    if (task.cycles_by_type.empty()) error(fields[2], "task " + in_quotes(task.id) + " has no server that can run it");
    submit_at(*arrival, mapping_, task, diagnostics_);
    workload_.tasks.push_back(std::move(task));
  }

  CsvLines lines_;
  const std::string& file_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::vector<std::string> servers_;
};

bool read_stomp(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                Diagnostics& diagnostics) {
  return StompReader(text, file, mapping, workload, diagnostics).read();
}

/// Words in the first line, and a row with an arrival, a word, and as many times as there are words.
bool recognises_stomp(std::string_view head) {
  if (begins_as_arrivals(head)) return false;
  CsvLines lines(head);
  if (!lines.next()) return false;
  const std::size_t servers = lines.fields().size();
  for (const CsvField& field : lines.fields()) {
    if (field.text.empty() || is_digit(field.text.front()) ||
        field.text.find_first_of(" \t:;=(){}[]\"'<>") != std::string_view::npos)
      return false;
  }
  if (!lines.next() || lines.fields().size() != servers + 2) return false;
  const std::vector<CsvField>& row = lines.fields();
  const auto is_time = [](const CsvField& field) {
    return field.text == "None" || parse_decimal(field.text).has_value();
  };
  return parse_decimal(row[0].text) && !parse_decimal(row[1].text) && std::all_of(row.begin() + 2, row.end(), is_time);
}

}  // namespace

void add_stomp(WorkloadFormats& formats) {
  formats.add({"stomp",
               "STOMP's traces: arrivals of tasks with a time on each type of server (CSV)",
               recognises_stomp,
               read_stomp,
               mapping_by_edges(),
               {"arrivals"}});
}

}  // namespace gantry
