// SPDX-License-Identifier: Apache-2.0
// op-list, the text in which source 001 lists operations: a line `operations transfers`, a line `id name time` for each
// operation, a line `from to bytes name` for each transfer.
#include <string>
#include <unordered_map>
#include <vector>

#include "text/token_reader.h"
#include "text/yaml_reader.h"
#include "workload/format.h"

namespace gantry {
namespace {

constexpr std::uint64_t kMostTransfers = std::uint64_t{1} << 24;

class OpListReader {
 public:
  OpListReader(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
               Diagnostics& diagnostics)
      : tokens_(text, file, HashComments::lines),
        mapping_(mapping),
        workload_(workload),
        diagnostics_(diagnostics),
        before_(diagnostics.size()) {}

  bool read();

 private:
  bool line(std::size_t fields, const std::string& what);
  bool counts();
  void operation();
  void transfer();
  [[nodiscard]] bool ok() const { return diagnostics_.size() == before_; }
  [[nodiscard]] bool hopeless() const { return diagnostics_.size() - before_ >= kMostProblems; }
  bool whole(const TextToken& token, const std::string& what, std::uint64_t most, std::uint64_t& value);
  bool known(const TextToken& token, std::uint32_t& task);
  void error(const TextToken& token, const std::string& what) { diagnostics_.error(tokens_.where(token), what); }

  TokenReader tokens_;
  const Mapping& mapping_;
  Workload& workload_;
  Diagnostics& diagnostics_;
  std::size_t before_;
  std::vector<TextToken> line_;                                  ///< of the last line read
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  ///< of the ids; looked up only
  std::uint64_t operations_ = 0;
  std::uint64_t transfers_ = 0;
};

/// Reads the tokens of one line into line_; false if there is none or they are not as many.
bool OpListReader::line(std::size_t fields, const std::string& what) {
  line_.clear();
  TextToken token = tokens_.next();
  if (token.is_end()) {
    error(token, "the file ends here, where " + what + " is needed");
    return false;
  }
  line_.push_back(token);
  std::size_t count = 1;
  while (!tokens_.peek().is_end() && tokens_.peek().line == token.line) {
    const TextToken next = tokens_.next();
    if (++count <= fields) line_.push_back(next);
  }
  if (count == fields) return true;
  error(token, "this line has " + std::to_string(count) + (count == 1 ? " field" : " fields") + ", where " + what +
                   " is needed");
  return false;
}

bool OpListReader::whole(const TextToken& token, const std::string& what, std::uint64_t most, std::uint64_t& value) {
  const auto number = whole_number(token.text, most);
  value = number.value_or(0);
  if (number) return true;
  error(token, what + " must be a whole number from 0 to " + std::to_string(most) + ", not " + in_quotes(token.text));
  return false;
}

bool OpListReader::counts() {
  return line(2, "the number of operations and of transfers (as in `4 4`)") &&
         whole(line_[0], "the number of operations", kMaxForeignTasks, operations_) &&
         whole(line_[1], "the number of transfers", kMostTransfers, transfers_);
}

void OpListReader::operation() {
  const TextToken& id = line_[0];
  const auto [same, fresh] = numbers_.emplace(id.text, static_cast<std::uint32_t>(workload_.tasks.size()));
  if (!fresh) {
    error(id, in_quotes(id.text) + " is already the id of the operation on line " +
                  std::to_string(workload_.tasks[same->second].where.line));
  }
  WorkloadTask task;
  task.id = std::string(id.text);
  task.cls = mapping_.cls;
  task.weight = mapping_.weight;
  task.where = tokens_.where(id);
  if (const auto time = parse_decimal(line_[2].text)) {
    task.work = *time;
  } else {
    error(line_[2], "the time must be a number that is not negative, not " + in_quotes(line_[2].text));
  }
  workload_.tasks.push_back(std::move(task));
}

bool OpListReader::known(const TextToken& token, std::uint32_t& task) {
  const auto found = numbers_.find(token.text);
  if (found == numbers_.end()) {
    error(token, "there is no operation " + in_quotes(token.text));
    return false;
  }
  task = found->second;
  return true;
}

void OpListReader::transfer() {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  const bool both = known(line_[0], from) && known(line_[1], to);
  WorkloadEdge edge;
  const auto bytes = parse_decimal(line_[2].text);
  if (bytes) {
    edge.bytes = ceil_product(*bytes, {1, 0});
  } else {
    error(line_[2], "the bytes must be a number that is not negative, not " + in_quotes(line_[2].text));
  }
  if (!both || !bytes) return;
  if (from == to) {
    error(line_[1], "operation " + in_quotes(line_[1].text) + " waits for itself");
    return;
  }
  edge.task = from;
  workload_.tasks[to].after.push_back(edge);
}

bool OpListReader::read() {
  if (!counts()) return false;
  const std::string row = "`id name time` of operation ";
  for (std::uint64_t n = 0; n < operations_ && !hopeless(); ++n) {
    if (!line(3, row + std::to_string(n + 1) + " of " + std::to_string(operations_))) return false;
    operation();
  }
  for (std::uint64_t n = 0; n < transfers_ && !hopeless(); ++n) {
    if (!line(4, "`from to bytes name` of transfer " + std::to_string(n + 1) + " of " + std::to_string(transfers_)))
      return false;
    transfer();
  }
  const TextToken rest = tokens_.next();
  if (!rest.is_end() && !hopeless()) {
    error(rest, "the file goes on here, after the " + std::to_string(operations_) + " operations and " +
                    std::to_string(transfers_) + " transfers of its first line");
  }
  workload_.unit = "u.t.";
  return ok();
}

bool read_op_list(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                  Diagnostics& diagnostics) {
  return OpListReader(text, file, mapping, workload, diagnostics).read();
}

/// Whether there are two whole numbers, then a line of three fields with a number as the last and no number as the
/// second (which would be an STG).
bool recognises_op_list(std::string_view head) {
  const std::string file;
  TokenReader tokens(head, file, HashComments::lines);
  const TextToken operations = tokens.next();
  const TextToken transfers = tokens.next();
  const TextToken id = tokens.next();
  const TextToken name = tokens.next();
  const TextToken time = tokens.next();
  const TextToken after = tokens.next();
  return all_digits(operations.text) && all_digits(transfers.text) && transfers.line == operations.line &&
         id.line > transfers.line && name.line == id.line && time.line == id.line &&
         (after.is_end() || after.line > id.line) && !parse_decimal(name.text) && parse_decimal(time.text);
}

}  // namespace

void add_op_list(WorkloadFormats& formats) {
  formats.add({"op-list", "operations and transfers, one per line, after a line with their numbers", recognises_op_list,
               read_op_list, mapping_by_edges()});
}

}  // namespace gantry
