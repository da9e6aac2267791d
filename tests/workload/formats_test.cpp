// SPDX-License-Identifier: Apache-2.0
// Foreign workload formats of lines and columns, and the mapping of their fields: every pitfall that we know of, on
// small texts. wfcommons_test and dot_test have theirs.
#include <sstream>
#include <string>

#include "catch.h"
#include "foreign_workload.h"
#include "gantry/base/decimal.h"
#include "workload/arrival_table.h"
#include "workload/date_time.h"
#include "workload/native_writer.h"

namespace gantry::formats_test {

TEST_CASE("decimals are exact", "[formats]") {
  const auto cycles = [](const char* text, Decimal factor) { return ceil_product(*parse_decimal(text), factor); };
  CHECK(cycles("100.376", {1, 9}) == 100376000000U);  // in doubles 100376000000.00002
  CHECK(cycles("0.1", {1, 1}) == 1);
  CHECK(cycles("1e-30", {1, 0}) == 1);
  // As somebody would write it who has no exponents; what is no number stays.
  CHECK(without_exponent("1.5e-3") == "0.0015");
  CHECK(without_exponent("1.50E+1") == "15");
  CHECK(without_exponent("12.345e1") == "123.45");
  CHECK(without_exponent("25e0") == "25");
  CHECK(without_exponent("0e5") == "000000");
  CHECK(without_exponent("1.5") == "1.5");
  for (const char* text : {"e3", "1e", "1e3e3", "1e99999999999", "1e61", "1e-61", "-1e3", "one"}) {
    CHECK(without_exponent(text) == text);
  }
  CHECK(cycles("0.0", {1, 9}) == 0);
  CHECK(cycles("1e30", {1, 0}) == ~std::uint64_t{0});
  CHECK(cycles("1.5e3", {1, 0}) == 1500);
  CHECK(cycles("+.5", {1, 0}) == 1);
  CHECK(cycles("10000000129.452715", {1, 0}) == 10000000130U);
  // What does not fit into 64 bits is rounded up.
  CHECK(parse_decimal("99999999999999999991.5")->mantissa == 1);
  CHECK(parse_decimal("99999999999999999991.5")->exponent == 20);
  CHECK(to_double(*parse_decimal("10000000129.452715")) == 10000000129.452715);
  CHECK(ceil_product({10, 0}, {1, 0}, 1, 4) == 3);
  CHECK(ceil_product({~std::uint64_t{0}, 0}, {~std::uint64_t{0}, -19}, 1 << 16, 1 << 16) == ~std::uint64_t{0});
  for (const char* text : {"", ".", "-1", "1e", "e5", "1.2.3", "nan", "inf", "0x10", " 1", "1e999999999"})
    CHECK_FALSE(parse_decimal(text));
}

TEST_CASE("sums of fractions come out as they would on paper", "[formats]") {
  const Workload workload = load("op-list", "3 2\n0 a 0.1\n1 b 0.2\n2 c 0.3\n0 1 1 x\n1 2 1 y\n");
  CHECK(facts(workload).unit_total_work == 0.6);  // doubles added one by one give 0.6000000000000001
  CHECK(facts(workload).unit_critical_path == 0.6);
}

TEST_CASE("STG has dummies that do not count", "[formats]") {
  const std::string text = "          3\n 0 0 0\n 1 5 1\n 0\n 2 7 1 1\n 3 2 2\n 1 2\n 4 0 2 2 3\n# comment 1 2 3\n#\n";
  CHECK(guess(text) == "stg");
  const Workload workload = load("stg", text);
  CHECK(ids(workload) == Lines{"1", "2", "3"});
  CHECK(after(workload, 0).empty());
  CHECK(after(workload, 2) == "1 2");  // of a broken row
  CHECK(facts(workload).edges == 3);
  CHECK(facts(workload).unit_critical_path == 14);
  CHECK(workload.tasks[1].cycles == 7);
}

TEST_CASE("STG with processors may lack its dummies", "[formats]") {
  for (const char* text :
       {"2 4\n1 5 1 0\n2 7 1 1\n3 0 1 2\n", "2 4\n1 5 0\n2 7 1 1\n", "2 4\n0 0 0\n1 5 1 0\n2 7 1 1\n3 0 1 2\n"}) {
    CHECK(guess(text) == "stg");
    const Workload workload = load("stg", text);
    CHECK(ids(workload) == Lines{"1", "2"});
    CHECK(after(workload, 1) == "1");
  }
}

TEST_CASE("STG with communication costs has one predecessor per line", "[formats]") {
  const Workload workload = load("stg", "3\n0 0 0\n1 5 1\n 0 0\n2 7 1\n 1 30\n3 2 2\n 1 10\n 2 20\n4 0 1\n 3 0\n");
  CHECK(ids(workload) == Lines{"1", "2", "3"});
  CHECK(after(workload, 2) == "1(10) 2(20)");
  CHECK(workload.tasks[2].input_bytes == 30);
  CHECK(workload.tasks[0].output_bytes == 40);
}

TEST_CASE("what is wrong in an STG file has its position", "[formats]") {
  CHECK(errors("stg", "x\n") ==
        Lines{"f:1:1: error: the file must begin with the number of tasks, 1 to 4194304, not 'x'"});
  CHECK(errors("stg", "0\n") ==
        Lines{"f:1:1: error: the file must begin with the number of tasks, 1 to 4194304, not '0'"});
  CHECK(errors("stg", "# only\n") ==
        Lines{"f:2:1: error: the file must begin with the number of tasks, 1 to 4194304, not nothing"});
  CHECK(errors("stg", "2\n0 0 0\n1 5 1 0\n") ==
        Lines{"f:4:1: error: the file ends after 2 rows, but its first line announces 4 (the tasks and two dummies)"});
  CHECK(errors("stg", "1\n0 0 0\n1 5 1 0\n2 0 1 1\n3 0 0\n") ==
        Lines{"f:5:1: error: the file goes on with task 3, after the 1 tasks of its first line and the exit dummy"});
  CHECK(errors("stg", "1\n0 3 0\n1 5 1 0\n2 0 1 1\n") ==
        Lines{"f:2:3: error: the entry dummy, task 0, must have the time 0, not 3"});
  CHECK(errors("stg", "1\n0 0 0\n1 5 1 0\n2 9 1 1\n") ==
        Lines{"f:4:3: error: the exit dummy, task 2, must have the time 0, not 9 (the first line counts the tasks "
              "without dummies)"});
  CHECK(errors("stg", "1\n0 0 0\n1 -5 1 0\n2 0 1 1\n") ==
        Lines{"f:3:3: error: the time of task 1 must be a number that is not negative, not '-5'"});
  CHECK(errors("stg", "1\n0 0 0\n1 5 1 7\n2 0 1 1\n") == Lines{"f:3:7: error: task 1 cannot wait for task 7 (0 to 1)"});
  CHECK(errors("stg", "1\n0 0 0\n1 5 1 1\n2 0 1 1\n") == Lines{"f:3:7: error: task 1 waits for itself"});
  CHECK(errors("stg", "1\n0 0 0\n1 5 999999999999 0\n").size() == 1);
  CHECK(errors("stg", "2\n0 0 0\n1 5 1 2\n2 5 1 1\n3 0 2 1 2\n") ==
        Lines{"f:3:1: error: these tasks wait for each other: 1 waits for 2 waits for 1"});
}

TEST_CASE("an operation list is a count line, operations and transfers", "[formats]") {
  const std::string text = "3 3\n0 load 10\n1 Q 2.5\n2 R 3\n\n0 1 64 a\n0 2 32 b\n1 2 16 c\n";
  CHECK(guess(text) == "op-list");
  const Workload workload = load("op-list", text, "{cycles_per_unit: 10, jobs: 4}");
  CHECK(ids(workload) == Lines{"0", "1", "2"});
  CHECK(after(workload, 2) == "0(32) 1(16)");
  CHECK(workload.tasks[1].cycles == 7);  // 2.5 x 10 / 4, rounded up
  CHECK(workload.tasks[0].output_bytes == 24);
  CHECK(workload.tasks[2].input_bytes == 12);
  CHECK(facts(workload).unit_total_work == 15.5);
}

TEST_CASE("what is wrong in an operation list has its position", "[formats]") {
  CHECK(errors("op-list", "x 4\n") ==
        Lines{"f:1:1: error: the number of operations must be a whole number from 0 to 4194304, not 'x'"});
  CHECK(errors("op-list", "2\n") == Lines{"f:1:1: error: this line has 1 field, where the number of operations and of "
                                          "transfers (as in `4 4`) is needed"});
  CHECK(errors("op-list", "2 0\n0 A 1\n") ==
        Lines{"f:3:1: error: the file ends here, where `id name time` of operation 2 of 2 is needed"});
  CHECK(errors("op-list", "1 0\n0 A 1\n1 B 1\n") == Lines{"f:3:1: error: the file goes on here, after the 1 operations "
                                                          "and 0 transfers of its first line"});
  CHECK(errors("op-list", "2 3\n0 A 1\n0 B -1\n0 0 2 a\n0 7 2 b\n0 0 x c\n") ==
        Lines{"f:3:1: error: '0' is already the id of the operation on line 2",
              "f:3:5: error: the time must be a number that is not negative, not '-1'",
              "f:4:3: error: operation '0' waits for itself", "f:5:3: error: there is no operation '7'",
              "f:6:5: error: the bytes must be a number that is not negative, not 'x'"});
  CHECK(errors("op-list", "2 2\n0 A 1\n1 B 1\n0 1 1 a\n1 0 1 b\n") ==
        Lines{"f:2:1: error: these tasks wait for each other: 0 waits for 1 waits for 0"});
}

TEST_CASE("arrivals count from the first one", "[formats]") {
  const std::string text =
      "TIMESTAMP,ContextTokens,GeneratedTokens\n"
      "2023-12-31 23:59:59.9000000,374,44\n2024-01-01 00:00:00.1000001,396,109\r\n2024-01-01 00:00:00.1000001,1,2\n";
  CHECK(guess(text) == "arrivals");
  const Workload workload = load("arrivals", text, "{cycles_per_second: 1000}");
  CHECK(ids(workload) == Lines{"0", "1", "2"});
  CHECK(workload.tasks[0].submit == 0);
  CHECK(workload.tasks[1].submit == 201);  // 200.0001 ms, rounded up
  CHECK(workload.tasks[2].submit == 201);  // two at once
  CHECK(workload.tasks[1].cycles == 109);
  CHECK(workload.tasks[1].input_bytes == 396);
  CHECK(workload.tasks[1].output_bytes == 0);
  CHECK(workload.unit == "GeneratedTokens");
  CHECK(workload.span == 0.2000001);
  CHECK(facts(workload).unit_total_work == 155);
  CHECK(load("arrivals", text, "{arrivals: false}").tasks[1].submit == 0);
}

TEST_CASE("columns of arrivals have other names or none", "[formats]") {
  const std::string mapping =
      "{time_unit: cycles, separator: semicolon, fields: {time: when, work: w, class: c, weight: p, id: who}}";
  const Workload workload =
      load("arrivals", "who;when;w;c;p;rest\n# late first\nx;70;5;union;3;\"a;\"\"b\"\ny;50;6;block;256;\n", mapping);
  CHECK(ids(workload) == Lines{"x", "y"});
  CHECK(workload.tasks[0].submit == 20);
  CHECK(workload.tasks[0].cls == TaskClass::union_);
  CHECK(workload.tasks[1].weight == 256);
  CHECK(workload.tasks[1].submit == 0);
  CHECK_FALSE(workload.span);
  const Workload bare = load("arrivals", "1.5\n2.25\n", "{header: false, time_unit: ms, work: 1}");
  CHECK(bare.tasks[1].submit == 750000);
  const Workload numbered =
      load("arrivals", "5,0\n6,1\n", "{header: false, time_unit: ns, fields: {time: 2, work: 1}}");
  CHECK(numbered.tasks[1].submit == 1);
  CHECK(numbered.tasks[1].cycles == 6);
}

TEST_CASE("what is wrong in arrivals has its position", "[formats]") {
  CHECK(
      errors("arrivals", "a,b\n1,2\n") ==
      Lines{"f:1:1: error: no column has a usual name for the time of arrival, such as timestamp, arrival_time or "
            "arrived_at; the columns are 'a', 'b' (mapping.fields.time names it, mapping.header: false says that there "
            "are no names)"});
  CHECK(
      errors("arrivals", "time,x\n1,2\n", "{fields: {work: y}}") ==
      Lines{
          "f:1:1: error: there is no column 'y' here (mapping.fields: a name of this line, or a number from 1 to 2)"});
  CHECK(errors("arrivals", "time,work,class,weight\n1,2,block,1\n2,-3,blok,0\n2023-02-29 00:00:00,1,block,1\n5,6\n") ==
        Lines{"f:3:3: error: the work must be a number that is not negative, not '-3'",
              "f:3:11: error: the weight must be 1 to 256, not '0'",
              "f:3:6: error: the class must be block, cluster, union, communication or event, not 'blok'",
              "f:4:1: error: a time must be a number or a date like 2023-11-16 18:17:03.9799600, the same in all rows, "
              "not '2023-02-29 00:00:00'",
              "f:5:1: error: this row has 2 fields, the first line has 4"});
  CHECK(errors("arrivals", "time,work\n2024-02-29 00:00:00,1\n5,1\n") ==
        Lines{"f:3:1: error: a time must be a date like 2023-11-16 18:17:03.9799600, as in the first row, not '5'"});
  CHECK(errors("arrivals", "time,work\n\"5,1\n") ==
        Lines{"f:2:1: error: this quoted field has no closing quote on its line"});
  CHECK(errors("arrivals", "time,id,work\n1,a,1\n2,a,1\n") ==
        Lines{"f:3:1: error: 'a' is already the id of the task on line 2"});
  CHECK(errors("arrivals", "time,work\n") == Lines{"f:1:1: error: the workload has no tasks (at least one is needed)"});
}

TEST_CASE("dates are exact to the nanosecond", "[formats]") {
  CHECK(parse_date_time("1970-01-01 00:00:00") == 0U);
  CHECK(parse_date_time("2000-03-01T00:00:00.000000001Z") == 951868800000000001U);
  CHECK(parse_date_time("2023-11-16 18:17:03.9799600") == 1700158623979960000U);
  for (const char* text :
       {"2023-13-01 00:00:00", "2023-00-01 00:00:00", "2023-01-32 00:00:00", "2100-02-29 00:00:00",
        "2023-01-01 24:00:00", "2023-01-01 00:60:00", "2023-01-01", "2023-01-01 00:00:00.",
        "2023-01-01 00:00:00.0000000001", "1969-12-31 23:59:59", "1970-01-01 00:59:59+01:00", "2023-01-01 00:00:00+1",
        "2023-01-01 00:00:00+01:", "2023-01-01 00:00:00+01:60", "2023-01-01 00:00:00+24:00", "2023-01-01 00:00:00 UTC"})
    CHECK_FALSE(parse_date_time(text));
  // The same instant in several zones.
  for (const char* text :
       {"2024-05-10 00:00:00.009930+00:00", "2024-05-10T00:00:00.00993Z", "2024-05-10t00:00:00.00993z",
        "2024-05-10 05:30:00.00993+05:30", "2024-05-09 16:00:00.00993-0800", "2024-05-10T02:00:00.00993+02"})
    CHECK(parse_date_time(text) == 1715299200009930000U);
}

TEST_CASE("the mapping says what becomes of foreign fields", "[formats]") {
  const Workload workload =
      load("op-list", "2 1\n0 A 3\n1 B 1\n0 1 1000 x\n",
           "{cycles_per_unit: 0.5, bytes_scale: 0.01, jobs: 2, class: union, weight: 9, job_bytes: "
           "10, processor: gpu, input_bytes: 77, output_bytes: data}");
  const WorkloadTask& a = workload.tasks[0];
  CHECK(a.cycles == 1);  // 3 x 0.5 / 2
  CHECK(a.jobs == 2);
  CHECK(a.cls == TaskClass::union_);
  CHECK(a.weight == 9);
  CHECK(a.job_bytes == 10U);
  CHECK(a.processor == "gpu");
  CHECK(a.input_bytes == 77);
  CHECK(a.output_bytes == 0);
  CHECK(after(workload, 1) == "0(10)");
}

TEST_CASE("what is wrong in a mapping is reported at the key", "[formats]") {
  const std::string text = "1 0\n0 A 3\n";
  CHECK(errors("op-list", text,
               "{cycles_per_unit: 0, bytes_scale: 1ex, jobs: 0, class: event, input_bytes: some, time_unit: h, fields: "
               "{wrk: a}, job_byte: 2}") ==
        Lines{"m:1:56: error: mapping.class must be block, cluster, union or communication, not 'event'",
              "m:1:93: error: mapping.time_unit must be s, ms, us, ns or cycles, not 'h'",
              "m:1:105: error: unknown key 'mapping.fields.wrk' (did you mean 'work'?)",
              "m:1:19: error: mapping.cycles_per_unit must be a decimal number above 0 and up to 10^15 with at most 12 "
              "fraction digits, not '0'",
              "m:1:35: error: mapping.bytes_scale must be a decimal number above 0 and up to 10^15 with at most 12 "
              "fraction digits, not '1ex'",
              "m:1:46: error: mapping.jobs must be 1 to 65536, not 0",
              "m:1:76: error: mapping.input_bytes must be data, edges or a number of bytes per job, not 'some'",
              "m:1:114: error: unknown key 'mapping.job_byte' (did you mean 'job_bytes'?)"});
  CHECK(errors("native", "tasks: [{id: a}]", "{jobs: 2}") ==
        Lines{"m:1:1: error: a mapping is for foreign formats; a native workload has none"});
  CHECK(
      errors("op-list", "1 0\n0 A 300000\n", "{cycles_per_unit: 1000000000}") ==
      Lines{"f:2:1: error: task '0' takes cycles per job beyond 281474976710656 (a smaller mapping.cycles_per_unit)"});
  CHECK(errors("op-list", "2 1\n0 A 3\n1 B 1\n0 1 5000000000000 x\n").size() == 3);
}

TEST_CASE("a foreign workload converts to an equal native one", "[formats]") {
  const Workload workload = load("op-list", "3 2\n0 A 10\n1 B 2.5\n2 C 3\n0 1 64 a\n1 2 16 c\n",
                                 "{cycles_per_unit: 3, jobs: 2, weight: 4, job_bytes: 8}");
  std::ostringstream out;
  write_native(workload, out);
  const Workload native = load("native", out.str());
  CHECK(native.unit == "cycles");
  REQUIRE(native.tasks.size() == 3);
  for (std::size_t t = 0; t < 3; ++t) {
    CHECK(native.tasks[t].cycles == workload.tasks[t].cycles);
    CHECK(native.tasks[t].jobs == 2);
    CHECK(native.tasks[t].input_bytes == workload.tasks[t].input_bytes);
    CHECK(after(native, t) == after(workload, t));
  }
  CHECK(facts(native).total_work == 2 * (15 + 4 + 5));
}

}  // namespace gantry::formats_test
