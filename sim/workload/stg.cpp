// SPDX-License-Identifier: Apache-2.0
// STG, Standard Task Graph: the number of tasks, then per task `id time #predecessors predecessor...`, with an entry
// dummy 0 and an exit dummy n + 1. Read by tokens, for rows may be broken. Two relatives are read as well: a first line
// with a second number (processors), where the entry dummy may be missing, and `predecessor cost` pairs after the
// number of predecessors.
#include <string>
#include <vector>

#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/format.h"

namespace gantry {
namespace {

/// One attempt to read the rows, with or without costs. The first problem ends it.
class StgRows {
 public:
  StgRows(TokenReader tokens, const Mapping& mapping, std::uint64_t tasks, bool short_form, bool costs)
      : tokens_(tokens), mapping_(mapping), tasks_(tasks), short_form_(short_form), costs_(costs) {}

  bool read(Workload& workload);
  void report(Diagnostics& diagnostics) const { diagnostics.error(fault_, problem_); }
  [[nodiscard]] bool got_further_than(const StgRows& other) const { return rows_ > other.rows_; }

 private:
  struct Reference {
    std::uint32_t task;  ///< index in Workload::tasks
    std::size_t edge;
    std::uint64_t predecessor;
  };

  bool fail(const TextToken& at, std::string what) {
    fault_ = tokens_.where(at);
    problem_ = std::move(what);
    return false;
  }
  bool whole(TextToken& token, const std::string& what, std::uint64_t& value);
  bool decimal(TextToken& token, const std::string& what, Decimal& value);
  bool row(Workload& workload);
  bool predecessors(std::uint64_t id, std::uint64_t count, bool dummy, WorkloadTask& task, std::uint32_t index);
  bool finish(Workload& workload);

  TokenReader tokens_;
  const Mapping& mapping_;
  std::uint64_t tasks_;
  bool short_form_;
  bool costs_;
  std::uint64_t first_ = 0;  ///< id of the first row
  std::uint64_t rows_ = 0;
  std::vector<Reference> open_;
  SourcePosition fault_;
  std::string problem_;
};

bool StgRows::whole(TextToken& token, const std::string& what, std::uint64_t& value) {
  token = tokens_.next();
  if (token.is_end()) return fail(token, "the file ends here, where " + what + " is needed");
  const auto number = parse_decimal(token.text);
  value = number ? ceil_product(*number, {1, 0}) : 0;
  if (number && all_digits(token.text) && value <= kMaxForeignTasks + 1) return true;
  return fail(token, what + " must be a whole number, not " + in_quotes(token.text));
}

bool StgRows::decimal(TextToken& token, const std::string& what, Decimal& value) {
  token = tokens_.next();
  if (token.is_end()) return fail(token, "the file ends here, where " + what + " is needed");
  const auto number = parse_decimal(token.text);
  if (!number) return fail(token, what + " must be a number that is not negative, not " + in_quotes(token.text));
  value = *number;
  return true;
}

bool StgRows::row(Workload& workload) {
  TextToken at;
  TextToken id_at;
  std::uint64_t id = 0;
  if (!whole(id_at, "the number of a task", id)) return false;
  if (rows_ == 0) first_ = id;
  const bool numbered = rows_ == 0 ? id == 0 || (id == 1 && short_form_) : id == first_ + rows_;
  if (!numbered) {
    return fail(id_at, "the number of this task must be " + std::to_string(rows_ == 0 ? 0 : first_ + rows_) + ", not " +
                           std::to_string(id) + " (a row is `id time #predecessors predecessor...`)");
  }
  const std::string name = "task " + std::to_string(id);
  if (id > tasks_ + 1) {
    return fail(id_at, "the file goes on with " + name + ", after the " + std::to_string(tasks_) +
                           " tasks of its first line and the exit dummy");
  }
  WorkloadTask task;
  task.id = std::to_string(id);
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.where = tokens_.where(id_at);
  std::uint64_t count = 0;
  if (!decimal(at, "the time of " + name, task.work)) return false;
  const bool dummy = id == 0 || id == tasks_ + 1;
  if (dummy && !task.work.is_zero()) {
    return fail(at, (id == 0 ? "the entry dummy" : "the exit dummy") + std::string(", task ") + std::to_string(id) +
                        ", must have the time 0, not " + std::string(at.text) +
                        (id == 0 ? "" : " (the first line counts the tasks without dummies)"));
  }
  if (!whole(at, "the number of predecessors of " + name, count)) return false;
  if (id == 0 && count != 0) return fail(at, "the entry dummy, task 0, must have no predecessors");
  if (!predecessors(id, count, dummy, task, static_cast<std::uint32_t>(workload.tasks.size()))) return false;
  if (!dummy) workload.tasks.push_back(std::move(task));
  ++rows_;
  return true;
}

bool StgRows::predecessors(std::uint64_t id, std::uint64_t count, bool dummy, WorkloadTask& task, std::uint32_t index) {
  for (std::uint64_t i = 0; i < count; ++i) {
    TextToken at;
    std::uint64_t predecessor = 0;
    if (!whole(at, "a predecessor of task " + task.id, predecessor)) return false;
    Decimal cost;
    TextToken cost_at;
    if (costs_ && !decimal(cost_at, "the cost of an edge of task " + task.id, cost)) return false;
    if (predecessor > tasks_) {
      return fail(at, "task " + task.id + " cannot wait for task " + std::to_string(predecessor) + " (0 to " +
                          std::to_string(tasks_) + ')');
    }
    if (predecessor == id) return fail(at, "task " + task.id + " waits for itself");
    if (dummy || predecessor == 0) continue;
    open_.push_back({index, task.after.size(), predecessor});
    task.after.push_back({0, ceil_product(cost, {1, 0}), false});
  }
  return true;
}

bool StgRows::finish(Workload& workload) {
  const std::uint64_t last = rows_ == 0 ? 0 : first_ + rows_ - 1;
  const bool exit_dummy = last == tasks_ + 1;
  if (!exit_dummy && !(short_form_ && last == tasks_)) {
    return fail(tokens_.peek(), "the file ends after " + std::to_string(rows_) + (rows_ == 1 ? " row" : " rows") +
                                    ", and its first line asks for " + std::to_string(tasks_ + 2) +
                                    " (the tasks and two dummies)");
  }
  for (const Reference& reference : open_)
    workload.tasks[reference.task].after[reference.edge].task = static_cast<std::uint32_t>(reference.predecessor - 1);
  return true;
}

bool StgRows::read(Workload& workload) {
  while (!tokens_.peek().is_end()) {
    if (!row(workload)) return false;
  }
  return finish(workload);
}

bool read_stg(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
              Diagnostics& diagnostics) {
  TokenReader tokens(text, file, HashComments::rest);
  const TextToken first = tokens.next();
  const auto tasks = parse_decimal(first.text);
  const std::uint64_t count = tasks ? ceil_product(*tasks, {1, 0}) : 0;
  if (!all_digits(first.text) || count == 0 || count > kMaxForeignTasks) {
    diagnostics.error(tokens.where(first), "the file must begin with the number of tasks, 1 to " +
                                               std::to_string(kMaxForeignTasks) + ", not " +
                                               (first.is_end() ? "nothing" : in_quotes(first.text)));
    return false;
  }
  const bool short_form = tokens.peek().line == first.line;
  if (short_form && !tokens.peek().is_end()) {
    const TextToken processors = tokens.next();
    if (!all_digits(processors.text)) {
      diagnostics.error(tokens.where(processors),
                        "the number of processors must be a whole number, not " + in_quotes(processors.text));
      return false;
    }
  }
  workload.unit = "u.t.";
  StgRows plain(tokens, mapping, count, short_form, false);
  if (plain.read(workload)) return true;
  workload.tasks.clear();
  StgRows costs(tokens, mapping, count, short_form, true);
  if (costs.read(workload)) return true;
  (costs.got_further_than(plain) ? costs : plain).report(diagnostics);
  return false;
}

/// One or two whole numbers in the first line, then rows that begin with task 0 or 1 and three numbers.
bool recognises_stg(std::string_view head) {
  const std::string file;
  TokenReader tokens(head, file, HashComments::rest);
  const TextToken first = tokens.next();
  TextToken id = tokens.next();
  if (!all_digits(first.text) || !all_digits(id.text)) return false;
  if (id.line == first.line) id = tokens.next();
  const TextToken time = tokens.next();
  const TextToken count = tokens.next();
  return id.line > first.line && (id.text == "0" || id.text == "1") && parse_decimal(time.text) &&
         all_digits(count.text);
}

}  // namespace

void add_stg(WorkloadFormats& formats) {
  formats.add({"stg", "Standard Task Graph, also with a processor count or with communication costs", recognises_stg,
               read_stg, mapping_by_edges()});
}

}  // namespace gantry
