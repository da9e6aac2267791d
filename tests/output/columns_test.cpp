// SPDX-License-Identifier: Apache-2.0
// A column is told once, beside its row: header, writer, reader and docs/ are held against that line, for all tables.
#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "result/tables.h"
#include "text/table_rows.h"

namespace gantry::columns_test {

namespace {

enum class Cell { text, number, signed_number, ratio, choice };

struct Field {
  std::string column;
  Cell cell;
  bool may_be_empty;
  std::string word;  ///< of a choice
};

/// Gives every cell a value that no other has, and notes what it is; texts are such as need quotes.
class Filler final : public ColumnVisitor<Filler> {
 public:
  explicit Filler(bool leave_out) : leave_out_(leave_out) {}

  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }

  void on_text(const Column& column, std::string_view& value) {
    value = kTexts.at(fields_.size() % kTexts.size());
    note(column, Cell::text);
  }
  template <class Integer>
  void on_number(const Column& column, Integer& value) {
    value = leave_out_ && column.may_be_empty ? no_value<Integer>() : static_cast<Integer>(4000 + fields_.size());
    note(column, std::is_signed_v<Integer> ? Cell::signed_number : Cell::number);
  }
  void on_ratio(const Column& column, double& value) {
    value = 1.0 / 3.0;
    note(column, Cell::ratio);
  }
  template <class Value, class Words>
  void on_choice(const Column& column, Value& value, const Words& words) {
    value = static_cast<Value>(words.size() - 1);
    note(column, Cell::choice, words.back());
  }

 private:
  static constexpr std::array<std::string_view, 4> kTexts = {"plain", "with, comma", "with \"quotes\"", ""};

  void note(const Column& column, Cell cell, std::string_view word = {}) {
    fields_.push_back({std::string(column.name), cell, column.may_be_empty, std::string(word)});
  }

  const bool leave_out_;
  std::vector<Field> fields_;
};

template <class Cells>
std::string row_text(Cells& row) {
  fmt::memory_buffer text;
  append_row(text, row);
  return fmt::to_string(text);
}

template <class Cells>
std::vector<std::string> read_all(const InputFiles& files, const std::string& text, std::string& rows) {
  Diagnostics problems;
  TableReader<Cells> table(files.write("table.csv", text), problems);
  for (Cells row; table.next(row);) rows += row_text(row);
  return problems.lines();
}

template <class Cells>
std::string header_line([[maybe_unused]] const Cells& row = {}) {
  std::uint32_t more = 0;
  if constexpr (HasMoreColumns<Cells>::value) more = row.more_columns;
  return column_header<Cells>(more) + '\n';
}

/// Calls `visit(cells)` for every table, and once more for one that has columns of some runs alone.
template <class Visit>
void for_each_form(Visit&& visit) {
  for_each_table([&](auto row) {
    visit(row);
    if constexpr (HasMoreColumns<decltype(row)>::value) visit(widest_row<decltype(row)>());
  });
}

std::string page(const char* file) { return file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/" + file); }

}  // namespace

TEST_CASE("docs/ shows the columns of every table as their lines tell them, and no other columns") {
  const std::string head = "| column | holds | meaning |\n| --- | --- | --- |\n";
  const std::string pages = page("outputs.md") + page("serving.md");
  std::size_t shown = 0;
  for (std::size_t at = pages.find(head); at != std::string::npos; at = pages.find(head, at + 1)) ++shown;
  const std::vector<TableColumns> tables = column_tables();
  CHECK(shown == tables.size());
  std::string printed;
  for (const TableColumns& table : tables) {
    std::string rows = head;
    for (const std::string& row : table.rows) rows += row + '\n';
    INFO(table.file << '\n' << rows);
    const std::size_t at = pages.find(rows + '\n');
    REQUIRE(at != std::string::npos);
    // The table belongs to the file that was named last before it.
    const std::size_t named =
        std::max(pages.rfind("## " + table.file, at) + 1, pages.rfind("`" + table.file + "`:", at) + 1);
    CHECK(named > 0);
    CHECK(pages.substr(named, at - named).find("| column |") == std::string::npos);
    printed += "### " + table.file + "\n\n" + rows + '\n';
  }
  const InputFiles files;
  ProgramRun run(files, {"schema", "--columns"});
  REQUIRE(run.finish() == 0);
  CHECK(run.out() == printed);
}

TEST_CASE("a row of any table that is written is read back to the same values") {
  for_each_form([](auto row) {
    using Cells = decltype(row);
    const InputFiles files;
    std::string written;
    for (const bool leave_out : {false, true}) {
      Filler filler(leave_out);
      describe(filler, row);
      written += row_text(row);
    }
    INFO(Cells::kFile << ": " << written);
    std::string again;
    CHECK(read_all<Cells>(files, header_line(row) + written, again).empty());
    CHECK(again == written);
  });
}

TEST_CASE("a field that does not hold what its column does is refused with the column's name and place") {
  for_each_form([](auto row) {
    using Cells = decltype(row);
    const InputFiles files;
    Filler filler(true);
    describe(filler, row);
    const auto& fields = filler.fields();
    for (std::size_t spoilt = 0; spoilt < fields.size(); ++spoilt) {
      for (const std::string& wrong : {std::string("x"), std::string("-1"), std::string()}) {
        std::string text;
        std::size_t place = 0;
        for (std::size_t f = 0; f < fields.size(); ++f) {
          if (f > 0) text += ',';
          if (f == spoilt) place = text.size() + 1;
          const bool empty = fields[f].may_be_empty || fields[f].cell == Cell::text;
          text += f == spoilt ? wrong : empty ? "" : fields[f].cell == Cell::choice ? fields[f].word : "1";
        }
        const Field& field = fields[spoilt];
        const bool may_be_below_zero = field.cell == Cell::ratio || field.cell == Cell::signed_number;
        const bool right =
            field.cell == Cell::text || (may_be_below_zero && wrong == "-1") || (field.may_be_empty && wrong.empty());
        INFO(Cells::kFile << ": " << text);
        std::string rows;
        const std::vector<std::string> lines = read_all<Cells>(files, header_line(row) + text + '\n', rows);
        CHECK(rows.empty() == !right);
        REQUIRE(lines.size() == (right ? 0U : 1U));
        if (right) continue;
        const std::string where = "table.csv:2:" + std::to_string(place) + ": error: " + field.column + " is ";
        CHECK(lines[0].find(where) != std::string::npos);
      }
    }
  });
}

TEST_CASE("columns of some runs alone are at the end, and a row has them or not as the header says") {
  const std::string narrow = column_header<JobCells>();
  const std::string wide = column_header<JobCells>(JobCells::kOfData);
  CHECK(wide == narrow + ",placed");
  const InputFiles files;
  std::string rows;
  const std::string row = "a,0,core0,0,1,2,3,4,5,6,,3,3,5";
  CHECK(read_all<JobCells>(files, narrow + '\n' + row + '\n', rows).empty());
  CHECK(rows == row + '\n');
  rows.clear();
  CHECK(read_all<JobCells>(files, wide + '\n' + row + ",3\n", rows).empty());
  CHECK(rows == row + ",3\n");
  CHECK(read_all<JobCells>(files, narrow + '\n' + row + ",3\n", rows).size() == 1);
}

TEST_CASE("each group of columns of some runs may be there without the others") {
  const std::string narrow = column_header<JobCells>();
  const std::string retried = column_header<JobCells>(JobCells::kOfRetries | JobCells::kOfTimeouts);
  CHECK(retried == narrow + ",attempt,released");
  CHECK(column_header<JobCells>(kAllGroups<JobCells>) == narrow + ",placed,attempt,released");
  const InputFiles files;
  std::string rows;
  const std::string row = "a,0,core0,0,1,2,3,4,5,6,,3,3,5,2,";
  CHECK(read_all<JobCells>(files, retried + '\n' + row + '\n', rows).empty());
  CHECK(rows == row + '\n');
  CHECK(read_all<JobCells>(files, narrow + ",released,attempt\n" + row + '\n', rows).size() == 1);
}

TEST_CASE("numbers above the reader's bound, and those that would mean no value, are refused") {
  const InputFiles files;
  Diagnostics problems;
  const std::string header = header_line<PacketCells>();
  const std::string path = files.write("table.csv", header +
                                                        "job,a,b,101,0,0,0,0,t,\njob,a,b,100,0,0,0,0,t,4294967295\n"
                                                        "job,a,b,100,4294967295,0,0,0,t,7\n");
  TableReader<PacketCells> bounded(path, problems, 100);
  PacketCells row;
  CHECK_FALSE(bounded.next(row));
  const std::vector<std::string> lines = problems.lines();
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].find("table.csv:2:9: error: flits is \"101\" (expected a whole number from 0 to 100)") !=
        std::string::npos);
  CHECK(lines[1].find("table.csv:3:23: error: job is \"4294967295\"") != std::string::npos);
  CHECK(lines[2].find("table.csv:4:13: error: hops is \"4294967295\"") != std::string::npos);
}

}  // namespace gantry::columns_test
