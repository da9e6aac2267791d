// SPDX-License-Identifier: Apache-2.0
// STG, Standard Task Graph: the number of tasks, then per task `id time #predecessors predecessor...`, with an entry
// dummy 0 and an exit dummy n + 1. Read by tokens, for rows may be broken. Two relatives are read as well: a first line
// with a second number (processors), where the entry dummy may be missing, and `predecessor cost` pairs after the
// number of predecessors.
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/error.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/shop_instances.h"

namespace gantry {
namespace {

/// One attempt to read the rows, with or without costs. The first problem ends it.
class StgRows {
 public:
  StgRows(TokenReader tokens, const Mapping& mapping, std::uint64_t tasks, bool short_form, bool costs)
      : tokens_(tokens), mapping_(mapping), tasks_(tasks), short_form_(short_form), costs_(costs) {}

  /// Returns the error that ended it.
  std::optional<Diagnostic> read(Workload& workload);
  [[nodiscard]] bool got_further_than(const StgRows& other) const { return rows_ > other.rows_; }

 private:
  struct Reference {
    std::uint32_t task;  ///< index in Workload::tasks
    std::size_t edge;
    std::uint64_t predecessor;
  };

  // These throw Error at the first mistake.
  [[noreturn]] void fail(const TextToken& at, const std::string& text) const {
    throw Error(Diagnostic{tokens_.where(at), text});
  }
  std::uint64_t whole(TextToken& token, const std::string& what);
  Decimal decimal(TextToken& token, const std::string& what);
  void row(Workload& workload);
  void predecessors(std::uint64_t id, std::uint64_t count, bool dummy, WorkloadTask& task, std::uint32_t index);
  void finish(Workload& workload);

  TokenReader tokens_;
  const Mapping& mapping_;
  std::uint64_t tasks_;
  bool short_form_;
  bool costs_;
  std::uint64_t first_ = 0;  ///< id of the first row
  std::uint64_t rows_ = 0;
  std::vector<Reference> open_;
};

std::uint64_t StgRows::whole(TextToken& token, const std::string& what) {
  token = tokens_.next();
  if (token.is_end()) fail(token, "the file ends here, where " + what + " is needed");
  const auto number = parse_decimal(token.text);
  const std::uint64_t value = number ? ceil_product(*number, {1, 0}) : 0;
  if (number && all_digits(token.text) && value <= kMaxForeignTasks + 1) return value;
  fail(token, what + " must be a whole number, not " + in_quotes(token.text));
}

Decimal StgRows::decimal(TextToken& token, const std::string& what) {
  token = tokens_.next();
  if (token.is_end()) fail(token, "the file ends here, where " + what + " is needed");
  const auto number = parse_decimal(token.text);
  if (!number) fail(token, what + " must be a number that is not negative, not " + in_quotes(token.text));
  return *number;
}

void StgRows::row(Workload& workload) {
  TextToken at;
  TextToken id_at;
  const std::uint64_t id = whole(id_at, "the number of a task");
  if (rows_ == 0) first_ = id;
  const bool numbered = rows_ == 0 ? id == 0 || (id == 1 && short_form_) : id == first_ + rows_;
  if (!numbered) {
    fail(id_at, "the number of this task must be " + std::to_string(rows_ == 0 ? 0 : first_ + rows_) + ", not " +
                    std::to_string(id) + " (a row is `id time #predecessors predecessor...`)");
  }
  const std::string name = "task " + std::to_string(id);
  if (id > tasks_ + 1) {
    fail(id_at, "the file goes on with " + name + ", after the " + std::to_string(tasks_) +
                    " tasks of its first line and the exit dummy");
  }
  WorkloadTask task;
  task.id = std::to_string(id);
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.where = tokens_.where(id_at);
  const Decimal time = decimal(at, "the time of " + name);
  task.work = time;
  const bool dummy = id == 0 || id == tasks_ + 1;
  if (dummy && !time.is_zero()) {
    fail(at, (id == 0 ? "the entry dummy" : "the exit dummy") + std::string(", task ") + std::to_string(id) +
                 ", must have the time 0, not " + std::string(at.text) +
                 (id == 0 ? "" : " (the first line counts the tasks without dummies)"));
  }
  const std::uint64_t count = whole(at, "the number of predecessors of " + name);
  if (id == 0 && count != 0) fail(at, "the entry dummy, task 0, must have no predecessors");
  predecessors(id, count, dummy, task, static_cast<std::uint32_t>(workload.tasks.size()));
  if (!dummy) workload.tasks.push_back(std::move(task));
  ++rows_;
}

void StgRows::predecessors(std::uint64_t id, std::uint64_t count, bool dummy, WorkloadTask& task, std::uint32_t index) {
  for (std::uint64_t i = 0; i < count; ++i) {
    TextToken at;
    const std::uint64_t predecessor = whole(at, "a predecessor of task " + task.id);
    Decimal cost;
    TextToken cost_at;
    if (costs_) cost = decimal(cost_at, "the cost of an edge of task " + task.id);
    if (predecessor > tasks_) {
      fail(at, "task " + task.id + " cannot wait for task " + std::to_string(predecessor) + " (0 to " +
                   std::to_string(tasks_) + ')');
    }
    if (predecessor == id) fail(at, "task " + task.id + " waits for itself");
    if (dummy || predecessor == 0) continue;
    open_.push_back({index, task.after.size(), predecessor});
    task.after.push_back({0, ceil_product(cost, {1, 0}), false});
  }
}

void StgRows::finish(Workload& workload) {
  const std::uint64_t last = rows_ == 0 ? 0 : first_ + rows_ - 1;
  const bool exit_dummy = last == tasks_ + 1;
  if (!exit_dummy && !(short_form_ && last == tasks_)) {
    fail(tokens_.peek(), "the file ends after " + std::to_string(rows_) + (rows_ == 1 ? " row" : " rows") +
                             ", but its first line announces " + std::to_string(tasks_ + 2) +
                             " (the tasks and two dummies)");
  }
  for (const Reference& reference : open_)
    workload.tasks[reference.task].after[reference.edge].task = static_cast<std::uint32_t>(reference.predecessor - 1);
}

std::optional<Diagnostic> StgRows::read(Workload& workload) {
  try {
    while (!tokens_.peek().is_end()) row(workload);
    finish(workload);
    return std::nullopt;
  } catch (const Error& error) {
    return error.diagnostics().errors().front();
  }
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
  const auto without = plain.read(workload);
  if (!without) return true;
  workload.tasks.clear();
  StgRows costs(tokens, mapping, count, short_form, true);
  const auto with = costs.read(workload);
  if (!with) return true;
  diagnostics.add(costs.got_further_than(plain) ? *with : *without);
  return false;
}

/// Whether the second row begins with the number after the first one's, with or without costs.
bool goes_on(TokenReader tokens, std::uint64_t first, std::uint64_t predecessors, std::uint64_t tasks) {
  if (predecessors > tasks || (first == 0 && predecessors > 0)) return false;
  const std::string next = std::to_string(first + 1);
  TextToken token;
  for (std::uint64_t i = 0; i <= 2 * predecessors; ++i) {
    token = tokens.next();
    if (token.is_end() || ((i == predecessors || i == 2 * predecessors) && token.text == next)) return true;
  }
  return false;
}

/// One or two whole numbers in the first line, then rows that begin with task 0 or 1 and three numbers. Two numbers
/// also begin job-shop instances, so there the second row counts as well.
bool recognises_stg(std::string_view head) {
  const std::string file;
  TokenReader tokens(head, file, HashComments::rest);
  const TextToken first = tokens.next();
  TextToken id = tokens.next();
  if (!all_digits(first.text) || !all_digits(id.text)) return false;
  const bool short_form = id.line == first.line;
  if (short_form) id = tokens.next();
  const TextToken time = tokens.next();
  const TextToken count = tokens.next();
  if (id.line == first.line || (id.text != "0" && id.text != "1") || !parse_decimal(time.text)) return false;
  const auto predecessors = whole_number(count.text, ~std::uint64_t{0});
  const auto tasks = whole_number(first.text, kMaxForeignTasks);
  if (!predecessors || !short_form) return predecessors.has_value();
  return tasks && !kind_of_shop(head) && goes_on(tokens, id.text == "0" ? 0 : 1, *predecessors, *tasks);
}

}  // namespace

void add_stg(WorkloadFormats& formats) {
  formats.add({"stg", "Standard Task Graph, also with a processor count or with communication costs", recognises_stg,
               read_stg, mapping_by_edges()});
}

}  // namespace gantry
