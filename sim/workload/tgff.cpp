// SPDX-License-Identifier: Apache-2.0
// tgff: output of Task Graphs For Free: graphs with periods and deadlines, and tables with the time of each type of
// task on each core. The workload is one hyperperiod: each graph once per period.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gantry/base/one_line.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/tgff_hyperperiod.h"
#include "workload/tgff_lines.h"
#include "workload/tgff_tables.h"

namespace gantry {
namespace {

using Words = std::vector<TextToken>;

class TgffReader {
 public:
  TgffReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
             Diagnostics& diagnostics)
      : lines_(text),
        file_(file),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()),
        tables_(file, mapping, diagnostics) {}

  void read();

 private:
  enum class Block : std::uint8_t { none, open, graph, table };  ///< open: its first line decides what it is

  struct Deadline {
    TextToken task;
    TextToken at;
  };

  void statement(const Words& words);
  void top_statement(const Words& words);
  void close();
  void graph_line(const Words& words);
  void period(const Words& words);
  void task(const Words& words);
  void arc(const Words& words);
  void deadline(const Words& words);
  bool form(const Words& words, std::initializer_list<std::string_view> keys, const char* shape);
  std::optional<std::uint32_t> task_named(const TextToken& name);
  std::optional<Decimal> decimal(const TextToken& token, const char* what);

  [[nodiscard]] SourcePosition where(const TextToken& token) const { return {file_, token.line, token.column}; }
  void error(const TextToken& at, const std::string& what) { diagnostics_.error(where(at), what); }
  void note_once(bool& said, const TextToken& at, const char* what) {
    if (!std::exchange(said, true)) diagnostics_.note(where(at), what);
  }
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }

  TgffLines lines_;
  const std::string& file_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  TgffTables tables_;
  std::optional<Decimal> hyperperiod_;
  std::vector<TgffGraph> graphs_;
  Block block_ = Block::none;
  TextToken label_;   ///< of the open block
  TextToken number_;  ///< its number; may be empty
  bool soft_noted_ = false;
  bool zero_noted_ = false;
  bool attributes_noted_ = false;
  bool aperiodic_noted_ = false;
  std::unordered_set<std::string_view> left_out_;  ///< statements that are noted
};

/// A line may open a block, close it, or both.
void TgffReader::read() {
  workload_.unit = "u.t.";
  while (!hopeless() && lines_.next()) {
    Words words;
    for (const TextToken& word : lines_.words()) {
      const bool named = !words.empty() && words.size() <= 2 && words[0].text[0] == '@' && words[0].text.size() > 1;
      if (word.text == "{" && block_ == Block::none && named) {
        label_ = words[0];
        label_.text.remove_prefix(1);
        number_ = words.size() == 2 ? words[1] : TextToken{{}, 0, 0};
        tables_.begin(label_, number_);
        block_ = Block::open;
        words.clear();
      } else if (word.text == "}" && block_ != Block::none) {
        statement(words);
        words.clear();
        close();
      } else {
        words.push_back(word);
      }
    }
    statement(words);
    if (words.empty() && (block_ == Block::open || block_ == Block::table)) tables_.line({}, lines_.comment());
  }
  if (block_ != Block::none) error(label_, "the block " + in_quotes(label_.text) + " has no end `}`");
  if (ok()) {
    TgffHyperperiod(graphs_, hyperperiod_, tables_, file_, mapping_, diagnostics_).add_to(workload_);
  }
}

void TgffReader::statement(const Words& words) {
  if (words.empty()) return;
  if (block_ == Block::none) {
    top_statement(words);
    return;
  }
  if (block_ == Block::open) {
    const auto begins = [&](const char* word) { return same_word(words[0].text, word); };
    block_ = begins("PERIOD") || begins("APERIODIC") || begins("TASK") || begins("ARC") ? Block::graph : Block::table;
    if (block_ == Block::graph) graphs_.push_back({label_, std::nullopt, {}, {}});
  }
  if (block_ == Block::graph) graph_line(words);
  if (block_ == Block::table) tables_.line(words, {});
}

void TgffReader::top_statement(const Words& words) {
  const TextToken& first = words[0];
  if (same_word(first.text, "@HYPERPERIOD")) {
    if (words.size() != 2 || hyperperiod_) {
      error(first, hyperperiod_ ? "there is an @HYPERPERIOD already" : "a hyperperiod is `@HYPERPERIOD TIME`");
    } else if (const auto time = decimal(words[1], "a hyperperiod")) {
      hyperperiod_ = time;
    }
  } else if (first.text[0] == '@' && first.text.size() > 1) {
    if (left_out_.insert(first.text).second) diagnostics_.note(where(first), in_quotes(first.text) + " is not read");
  } else {
    error(first, "outside of a block there is @HYPERPERIOD or a block `@NAME NUMBER {`, not " + in_quotes(first.text));
  }
}

void TgffReader::close() {
  if (block_ == Block::table) tables_.end();
  block_ = Block::none;
}

void TgffReader::graph_line(const Words& words) {
  const std::string_view key = words[0].text;
  if (same_word(key, "PERIOD")) {
    period(words);
  } else if (same_word(key, "APERIODIC")) {
    note_once(aperiodic_noted_, words[0], "a graph without a period arrives once, in cycle 0");
  } else if (same_word(key, "TASK")) {
    task(words);
  } else if (same_word(key, "ARC")) {
    arc(words);
  } else if (same_word(key, "HARD_DEADLINE") || same_word(key, "SOFT_DEADLINE")) {
    deadline(words);
  } else {
    error(words[0], "a line of a graph begins with PERIOD, APERIODIC, TASK, ARC, HARD_DEADLINE or SOFT_DEADLINE, not " +
                        in_quotes(key));
  }
}

/// Whether the words are `KEY name key value key value...`, with these keys.
bool TgffReader::form(const Words& words, std::initializer_list<std::string_view> keys, const char* shape) {
  std::size_t at = 2;
  for (const std::string_view key : keys) {
    if (at + 1 >= words.size() || !same_word(words[at].text, key)) {
      error(words[0], std::string("this line has to be `") + shape + '`');
      return false;
    }
    at += 2;
  }
  return true;
}

std::optional<Decimal> TgffReader::decimal(const TextToken& token, const char* what) {
  const auto number = parse_decimal(token.text);
  if (!number) error(token, std::string(what) + " must be a number that is not negative, not " + in_quotes(token.text));
  return number;
}

void TgffReader::period(const Words& words) {
  TgffGraph& graph = graphs_.back();
  if (words.size() != 2 || graph.period) {
    error(words[0], graph.period ? "the graph has a period already" : "this line has to be `PERIOD TIME`");
    return;
  }
  const auto time = decimal(words[1], "a period");
  if (time && time->is_zero()) error(words[1], "a period must be above 0");
  if (time && !time->is_zero()) graph.period = time;
}

void TgffReader::task(const Words& words) {
  if (!form(words, {"TYPE"}, "TASK NAME TYPE NUMBER")) return;
  TgffGraph& graph = graphs_.back();
  TgffTask task;
  task.name = words[1];
  if (!is_one_line(words[1].text)) error(words[1], "a name must have no control characters");
  const auto type = whole_number(words[3].text, ~std::uint64_t{0});
  if (!type) error(words[3], "a type must be a whole number, not " + in_quotes(words[3].text));
  task.type = type.value_or(0);
  if (words.size() > 4) note_once(attributes_noted_, words[4], "attributes of tasks other than TYPE are not read");
  const auto [same, fresh] = graph.names.emplace(words[1].text, static_cast<std::uint32_t>(graph.tasks.size()));
  if (!fresh) {
    error(words[1], in_quotes(words[1].text) + " is already the name of the task on line " +
                        std::to_string(graph.tasks[same->second].name.line));
  }
  graph.tasks.push_back(std::move(task));
}

/// TGFF writes soft deadlines on `t_5` where the task is `t0_5`.
std::optional<std::uint32_t> TgffReader::task_named(const TextToken& name) {
  const TgffGraph& graph = graphs_.back();
  auto at = graph.names.find(name.text);
  if (at == graph.names.end() && name.text.substr(0, 2) == "t_") {
    const std::string full = 't' + std::string(number_.text) + std::string(name.text.substr(1));
    at = graph.names.find(full);
  }
  if (at != graph.names.end()) return at->second;
  error(name, "there is no task " + in_quotes(name.text) + " above in this graph");
  return std::nullopt;
}

void TgffReader::arc(const Words& words) {
  if (!form(words, {"FROM", "TO", "TYPE"}, "ARC NAME FROM TASK TO TASK TYPE NUMBER")) return;
  const auto from = task_named(words[3]);
  const auto to = task_named(words[5]);
  const auto type = whole_number(words[7].text, ~std::uint64_t{0});
  if (!type) error(words[7], "a type must be a whole number, not " + in_quotes(words[7].text));
  if (!from || !to || !type) return;
  if (*from == *to) {
    error(words[5], "task " + in_quotes(words[5].text) + " waits for itself");
  } else {
    graphs_.back().tasks[*to].arcs.push_back({*from, *type, words[7]});
  }
}

void TgffReader::deadline(const Words& words) {
  if (!form(words, {"ON", "AT"}, "HARD_DEADLINE NAME ON TASK AT TIME")) return;
  const auto on = task_named(words[3]);
  const auto time = decimal(words[5], "a deadline");
  if (!on || !time) return;
  if (time->is_zero()) {
    note_once(zero_noted_, words[5], "a deadline of 0 is none");
    return;
  }
  if (same_word(words[0].text, "SOFT_DEADLINE"))
    note_once(soft_noted_, words[0], "soft deadlines count like hard ones; of several of a task the earliest counts");
  TgffTask& task = graphs_.back().tasks[*on];
  if (task.deadline && to_double(*task.deadline) <= to_double(*time)) return;
  task.deadline = time;
  task.deadline_at = words[5];
}

bool read_tgff(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  TgffReader(text, file, mapping, workload, diagnostics).read();
  return diagnostics.size() == before;
}

/// The first words are `@HYPERPERIOD TIME` or begin a block `@NAME NUMBER {`.
bool recognises_tgff(std::string_view head) {
  TgffLines lines(head);
  while (lines.next()) {
    const Words& words = lines.words();
    if (words.empty()) continue;
    if (words[0].text.size() < 2 || words[0].text[0] != '@') return false;
    if (same_word(words[0].text, "@HYPERPERIOD")) return words.size() > 1 && parse_decimal(words[1].text);
    return words.size() > 2 && words[2].text == "{";
  }
  return false;
}

/// Times have no unit, and are often small fractions of the period.
Mapping tgff_mapping() {
  Mapping mapping = mapping_by_edges();
  mapping.cycles_per_unit = {1, 6};
  return mapping;
}

}  // namespace

void add_tgff(WorkloadFormats& formats) {
  formats.add({"tgff",
               "graphs and tables of Task Graphs For Free, of one hyperperiod",
               recognises_tgff,
               read_tgff,
               tgff_mapping(),
               {"arrivals", "fields.time", "fields.bytes"}});
}

}  // namespace gantry
